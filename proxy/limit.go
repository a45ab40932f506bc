package proxy

import (
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/render"
	"vouchsafe/proxy/wire"
)

// room is what the citations take up that are asked for beside the answer.
func (q *question) room() wire.Room {
	if q.ownForm() || q.form.tools != nil {
		return wire.QuoteRoom
	}
	switch q.form.dialect.Cost() {
	case answer.NoCost:
		return wire.NoRoom
	case answer.MarkerCost:
		return wire.MarkerRoom
	}
	return wire.QuoteRoom
}

// limit is the client's own limit on tokens where the upstream was given a higher one;
// 0 for none.
func (q *question) limit(s stance) int64 {
	if s.ownLimit || q.room() == wire.NoRoom {
		return 0
	}
	return q.request.chat.LeastMaxTokens()
}

// beyond finds where a text goes beyond a limit on tokens, in bytes. False where it
// stays within, or where there is none.
func beyond(text string, limit int64) (at int, long bool) {
	ascii, other := int64(0), int64(0)
	for at, r := range text {
		if r < utf8.RuneSelf {
			ascii++
		} else {
			other++
		}
		if limit > 0 && (ascii+3)/4+other > limit {
			return at, true
		}
	}
	return 0, false
}

// endWithin ends an answer with the last sentence that is whole within the client's limit
// on tokens. It reports whether something had to go.
func endWithin(run *run, q *question, c *choice, res *render.Result) bool {
	body := res.Content
	if n := len(res.Spans); n > 0 {
		end := res.Spans[n-1].End
		for at := range body { // the list of sources does not count
			if end--; end < 0 {
				body = body[:at]
				break
			}
		}
	}
	at, long := beyond(body, q.limit(c.stance))
	return long && endBefore(run, q, c, res, at)
}

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
	if limit == 0 || int64(wire.EstimateTokens(text)) <= limit {
		return 0, false
	}
	low, high := 0, len(text) // the longest beginning within the limit ends between these
	for low < high {
		middle := (low + high + 1) / 2
		if int64(wire.EstimateTokens(text[:middle])) <= limit {
			low = middle
		} else {
			high = middle - 1
		}
	}
	for low > 0 && !utf8.RuneStart(text[low]) {
		low--
	}
	return low, true
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

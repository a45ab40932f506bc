package proxy

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer/render"
	wants "vouchsafe/grounding/ask"
	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/wire"
)

// goOn puts the answer's beginning in front of what a model went on with.
func goOn(run *run, q *question, c *wire.Choice) {
	if q.request.begun == "" || c.Content == nil {
		return
	}
	whole, begun := wants.GoOn(q.request.begun, *c.Content, q.request.chat.ResponseFormat != "", run.call.messages != nil)
	c.Content, c.Begun = &whole, begun
}

// leaveBegun leaves the client's own beginning out of what the client gets. An answer that does not begin with
// the client's words is refused; JSON and a step, which a program reads, may begin in the middle of these words.
func leaveBegun(run *run, q *question, c *choice, out *wire.Choice) {
	refused := c.decision.Action == policy.Refuse
	if c.Begun == "" || out.Content == nil || refused && !gjson.Valid(*out.Content) {
		return
	}
	rest, ok := strings.CutPrefix(*out.Content, cmp.Or(c.had, c.Begun))
	if read := refused || c.inForm() || c.isStep(); read {
		for begun := c.Begun; !ok; begun = begun[1:] {
			rest, ok = behindWords(*out.Content, begun, nil)
		}
	}
	if !ok {
		c.decision = policy.Decision{Action: policy.Refuse, Verdict: report.Refused}
		refuseChoice(run, q, c, out)
		return
	}
	c.content, out.Content = rest, &rest
}

// behindWords is what stands in a text behind its beginning, in which white space may be another and markers may
// stand between the words.
func behindWords(whole, begun string, markers []string) (rest string, ok bool) {
	for begun != "" {
		switch space, marker := " \t\r\n", markerAt(whole, markers); {
		case whole != "" && whole[0] == begun[0]:
			whole, begun = whole[1:], begun[1:]
		case strings.IndexByte(space, begun[0]) >= 0:
			begun = begun[1:]
		case marker != "":
			whole = whole[len(marker):]
		case whole != "" && strings.IndexByte(space, whole[0]) >= 0:
			whole = whole[1:]
		default:
			return "", false
		}
	}
	return whole, true
}

// markerAt is the marker with which a text begins, "" for none.
func markerAt(text string, markers []string) string {
	if i := slices.IndexFunc(markers, func(m string) bool { return m != "" && strings.HasPrefix(text, m) }); i >= 0 {
		return markers[i]
	}
	return ""
}

// takeBegun leaves the client's own beginning out of a reply that passes as it came.
func takeBegun(c *wire.Choice) {
	if c.Begun != "" {
		rest := strings.TrimPrefix(*c.Content, c.Begun)
		c.Content = &rest
	}
}

// hasOf is the part of an answer, as it is written out, that the client has: up to where the words end that the
// client has begun. A marker is no word; the client has the marker behind these words if it has written one
// there, or has gone on to the next line.
func hasOf(run *run, q *question, c *choice, res *render.Result, sources []render.Source) string {
	if strings.HasPrefix(res.Content, c.Begun) {
		return c.Begun
	}
	written, markers := writtenIn(q, c), append(markersOf(run, q, sources), c.result.Written()...)
	rest, ok := behindWords(res.Content, strings.TrimRightFunc(written, unicode.IsSpace), markers)
	if !ok {
		return ""
	}
	words := strings.TrimRightFunc(c.Begun, unicode.IsSpace)
	if spaced := words != c.Begun; spaced || endsInSign(words, written) {
		for next := strings.TrimLeft(rest, " "); markerAt(next, markers) != ""; next = strings.TrimLeft(rest, " ") {
			rest = next[len(markerAt(next, markers)):]
		}
		if spaced {
			rest = strings.TrimLeftFunc(rest, unicode.IsSpace)
		}
	}
	return strings.TrimSuffix(res.Content, rest)
}

// endsInSign reports whether a text ends in something that its words without signs do not.
func endsInSign(written, words string) bool {
	const stops = " \t\r\n.!?。！？"
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(written, stops))
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(words, stops))
	return before != last
}

// writtenIn is what the client has begun without the signs that cite.
func writtenIn(q *question, c *choice) string {
	begun := q.numbers().Clean(c.Begun)
	for _, marker := range c.result.Written() {
		begun = strings.ReplaceAll(begun, marker, "")
	}
	return begun
}

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
	"vouchsafe/grounding/text"
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
			rest, ok = behindSpaced(*out.Content, begun)
		}
	}
	if !ok {
		c.decision = policy.Decision{Action: policy.Refuse, Verdict: report.Refused}
		refuseChoice(run, q, c, out)
		return
	}
	c.content, out.Content = rest, &rest
}

// behindSpaced is what stands in a text behind its beginning, in which white space may be another.
func behindSpaced(whole, begun string) (rest string, ok bool) {
	for begun != "" {
		switch space := " \t\r\n"; {
		case whole != "" && whole[0] == begun[0]:
			whole, begun = whole[1:], begun[1:]
		case strings.IndexByte(space, begun[0]) >= 0:
			begun = begun[1:]
		case whole != "" && strings.IndexByte(space, whole[0]) >= 0:
			whole = whole[1:]
		default:
			return "", false
		}
	}
	return whole, true
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
	segment, offset, ok := goesOn(q, c)
	if !ok {
		return ""
	}
	at := text.ByteOf(res.Content, res.At(segment, offset))
	words := strings.TrimRightFunc(c.Begun, unicode.IsSpace)
	if spaced := words != c.Begun; spaced || endsInSign(words, writtenIn(q, c)) {
		at = behindMarkers(res.Content, at, markersOf(run, q, sources))
		for spaced && at < len(res.Content) && unicode.IsSpace(rune(res.Content[at])) {
			at++
		}
	}
	return res.Content[:at]
}

// endsInSign reports whether a text ends in something that its words without signs do not.
func endsInSign(written, words string) bool {
	const stops = " \t\r\n.!?。！？"
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(written, stops))
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(words, stops))
	return before != last
}

// behindMarkers is the place behind the markers at a place of a text.
func behindMarkers(content string, at int, markers []string) int {
	for {
		rest := strings.TrimLeft(content[at:], " ")
		i := slices.IndexFunc(markers, func(m string) bool { return m != "" && strings.HasPrefix(rest, m) })
		if i < 0 {
			return at
		}
		at = len(content) - len(rest) + len(markers[i])
	}
}

// writtenIn is what the client has begun without the signs that cite.
func writtenIn(q *question, c *choice) string {
	begun := q.numbers().Clean(c.Begun)
	for _, marker := range c.result.Written() {
		begun = strings.ReplaceAll(begun, marker, "")
	}
	return begun
}

// goesOn tells where in the segments of an answer what the client has begun ends; false where they do not
// begin with it. White space does not count, as signs that cite are set off by it.
func goesOn(q *question, c *choice) (segment, offset int, ok bool) {
	left := strings.Join(strings.Fields(writtenIn(q, c)), "")
	for i := range c.result.Segments {
		for at, r := range c.result.Segments[i].Text {
			switch {
			case left == "":
				return segment, offset, true
			case unicode.IsSpace(r):
				continue
			case !strings.HasPrefix(left, string(r)):
				return 0, 0, false
			}
			left, segment, offset = left[utf8.RuneLen(r):], i, at+utf8.RuneLen(r)
		}
	}
	return segment, offset, left == ""
}

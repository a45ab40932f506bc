// Package number numbers the sentences of the evidence for the dialect sentences:
// which sentences have a number, before which sign, and where in the client's
// request each number is written. It edits nothing and verifies nothing.
//
// Numbers follow the order of the messages, so that what an earlier turn said keeps
// its numbers in the next one, and with them the upstream's prompt cache. Chunks
// beside the messages come last. Code has no numbers, nor has what states nothing.
package number

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire/prompt"
)

// signs may stand before numbers: one token of the usual vocabularies each, and
// none of them is what an answer writes otherwise.
var signs = [...]string{"§", "¶", "※", "★", "№", "♦"}

// Sign returns a sign that stands nowhere in a request, as it is or escaped, and in no
// chunk; "" where all of them do.
func Sign(request string, set *evidence.Set) string {
	for _, sign := range signs {
		if !spelt(request, sign) && !inChunks(set, sign) {
			return sign
		}
	}
	return ""
}

// SignOf returns the sign before the numbers by which a reply names sentences: one that stands neither in the
// question nor in a chunk; "" where it names none.
func SignOf(reply, question string, set *evidence.Set) string {
	for _, sign := range signs {
		_, behind, _ := strings.Cut(reply, sign)
		if behind != "" && '0' <= behind[0] && behind[0] <= '9' && !spelt(question, sign) && !inChunks(set, sign) {
			return sign
		}
	}
	return ""
}

// spelt tells whether a sign stands in a request.
func spelt(request, sign string) bool {
	r, _ := utf8.DecodeRuneInString(sign)
	hex := strconv.FormatInt(int64(r)|1<<16, 16)[1:]
	for _, form := range [...]string{sign, `\u` + hex, `\u` + strings.ToUpper(hex), "&#" + strconv.Itoa(int(r)) + ";"} {
		if strings.Contains(request, form) {
			return true
		}
	}
	return false
}

func inChunks(set *evidence.Set, sign string) bool {
	for i := range set.Len() {
		if strings.Contains(set.At(i).Text, sign) {
			return true
		}
	}
	return false
}

// Sheet is the numbered evidence of one exchange.
type Sheet struct {
	answer.Numbers
	chunks []stretch // by index in the evidence
	order  []int     // the chunks, by their numbers
	before []int     // by number: the byte of its chunk before which it stands
	signs  string    // all numbers with their signs, and a space behind each
	ends   []int     // by number: where it ends there
}

// stretch is the numbers [first, last) of a chunk, less one each.
type stretch struct{ first, last int }

// Of numbers the evidence. cut cuts a chunk into sentences; its offsets are bytes.
func Of(set *evidence.Set, sign string, cut func(chunk int) []text.Sentence) *Sheet {
	s := &Sheet{Numbers: answer.Numbers{Sign: sign}, chunks: make([]stretch, set.Len())}
	sentences, all := make([][]text.Sentence, set.Len()), 0
	for i := range sentences {
		sentences[i] = cut(i)
		all += len(sentences[i])
	}
	s.All, s.before, s.order = make([]answer.NumberedSentence, 0, all), make([]int, 0, all), make([]int, 0, len(sentences))
	for _, beside := range [...]bool{false, true} {
		for i := range sentences {
			if (set.At(i).Message == evidence.Beside) == beside {
				s.number(i, set.Handle(i), set.At(i).Text, sentences[i])
			}
		}
	}
	s.sign()
	return s
}

// sign writes the numbers with their signs.
func (s *Sheet) sign() {
	var b []byte
	s.ends = make([]int, len(s.All))
	for n := range s.All {
		b = append(strconv.AppendInt(append(b, s.Sign...), int64(n+1), 10), ' ')
		s.ends[n] = len(b)
	}
	s.signs = string(b)
}

// written is a number, less one, as it stands before its sentence.
func (s *Sheet) written(n int) string {
	if n == 0 {
		return s.signs[:s.ends[0]]
	}
	return s.signs[s.ends[n-1]:s.ends[n]]
}

// number numbers a chunk. JSON that holds no text has a number as a whole.
func (s *Sheet) number(chunk int, handle, said string, cut []text.Sentence) {
	s.order = append(s.order, chunk)
	to := numbering{sheet: s, handle: handle, said: said, plain: text.IsASCII(said)}
	first, json, shut := len(s.All), dataOf(said), closed(said)
	var room [8]piece
	for _, sentence := range cut {
		for _, p := range pieces(room[:0], said, sentence, json) {
			from, before := p.begin(said, json)
			if before < 0 {
				continue
			}
			for len(shut) > 0 && shut[0].End <= before {
				shut = shut[1:]
			}
			if len(shut) > 0 && (shut[0].Start < before || shut[0].Start == before && shut[0].End >= p.End) {
				if from = p.behind(said, before, shut); from < 0 {
					continue
				}
				before = from
			}
			to.add(from, p.End, before)
		}
	}
	if json != nil && len(s.All) == first && len(cut) > 0 && isWorded(said) {
		to.add(cut[0].Start, cut[len(cut)-1].End, cut[0].Start)
	}
	s.chunks[chunk] = stretch{first, len(s.All)}
}

// numbering is the chunk that is being numbered.
type numbering struct {
	sheet        *Sheet
	handle, said string
	plain        bool // it is of ASCII
	at, points   int  // a byte, and the code points before it
}

// add gives a stretch the next number, which stands before a byte in it.
func (n *numbering) add(from, end, before int) {
	start, stop := from, end
	if !n.plain {
		start = n.points + utf8.RuneCountInString(n.said[n.at:from])
		stop = start + utf8.RuneCountInString(n.said[from:end])
	}
	n.points, n.at = stop, end
	n.sheet.All = append(n.sheet.All, answer.NumberedSentence{Handle: n.handle, Text: n.said[from:end], Start: start, End: n.points})
	n.sheet.before = append(n.sheet.before, before)
}

// begin is the byte at which a piece begins, behind the signs of its line and its tags, and
// the one before which its number stands; -1 where it states nothing that can be cited.
func (p piece) begin(said string, json *data) (from, before int) {
	from = p.Start
	words := said[p.Start:p.End]
	switch p.Block {
	case text.CodeBlock, text.TableHead:
		return from, -1
	case text.Title:
		if !strings.HasPrefix(words, "**") && !strings.HasPrefix(words, "__") {
			return from, -1 // a heading, which governs what stands below it
		}
	case text.Item:
		from += text.ListMarker(words)
	case text.Row:
		from += len(words) - len(strings.TrimLeft(words, "| \t"))
	}
	from += len(said[from:p.End]) - len(strings.TrimLeft(said[from:p.End], "> \t"))
	words = said[from:p.End]
	tags := len(openingTags.FindString(words))
	from, words = from+tags, words[tags:]
	switch {
	case !isWorded(words):
		return from, -1
	case json != nil:
		return from, json.place(said, from, p.End)
	}
	skipped, ok := syntax(words)
	switch {
	case !ok:
		return from, -1
	case p.entry, p.Block == text.Row:
		return from + skipped, from + skipped
	case strings.IndexByte(words, '<') >= 0:
		words = anyTag.ReplaceAllString(words, " ")
	}
	if isCode(words) {
		return from, -1
	}
	return from + skipped, from + skipped
}

// isWorded tells a text that has a letter or a digit and is more than an address.
func isWorded(words string) bool {
	if strings.Contains(words, "://") && len(strings.Fields(words)) < 3 {
		return false
	}
	return strings.IndexFunc(words, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) >= 0
}

// isCode tells a line of a program from a sentence, by the share of signs that
// programs have.
func isCode(words string) bool {
	if !slices.ContainsFunc(codeSigns[:], func(sign byte) bool { return strings.IndexByte(words, sign) >= 0 }) {
		return false
	}
	const share = 8 // one in so many characters
	if prose := formula.ReplaceAllString(words, ""); isWorded(prose) {
		words = prose
	}
	signs, all := 0, 0
	for i := range len(words) {
		switch words[i] {
		case ' ', '\t', '\n':
			continue
		case '$':
			if !isPrice(words, i) {
				signs++
			}
		case '{', '}', '(', ')', '[', ']', '<', '>', '=', ';', '_', '\\':
			signs++
		}
		all++
	}
	return signs*share >= all
}

// formula fits one between dollars, as Markdown has them.
var formula = regexp.MustCompile(`\$\$?[^\s$](?:[^$\n]*[^\s$])?\$\$?`)

// isPrice tells a dollar that stands by a figure.
func isPrice(words string, at int) bool {
	is := func(at int) bool { return at >= 0 && at < len(words) && '0' <= words[at] && words[at] <= '9' }
	return is(at-1) || is(at+1)
}

// codeSigns are signs of which code has one.
var codeSigns = [...]byte{'{', '}', '=', ';', '_', '$', '\\'}

// isData tells a text that is JSON as a whole, as what a tool has returned, or that lacks the brace, or the member, at its
// beginning.
func isData(said string) bool {
	said = strings.TrimSpace(said)
	return said != "" && strings.IndexByte(`{["`, said[0]) >= 0 && strings.IndexByte("}]", said[len(said)-1]) >= 0 &&
		(prompt.IsJSON(said) || prompt.IsJSON("{"+said) || prompt.IsJSON(`{"":`+said))
}

// Written is a chunk's text with its numbers in it, for one that stands nowhere in
// the request.
func (s *Sheet) Written(chunk int, said string) string {
	of := s.chunks[chunk]
	var b strings.Builder
	at := 0
	for n := of.first; n < of.last; n++ {
		b.WriteString(said[at:s.before[n]])
		b.WriteString(s.written(n))
		at = s.before[n]
	}
	b.WriteString(said[at:])
	return b.String()
}

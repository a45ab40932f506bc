package answer

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Numbers are the sentences of the evidence under the numbers that the prompt
// shows before them, which is how the dialect sentences cites. Number n stands
// at All[n-1]. Package number makes them.
type Numbers struct {
	Sign string // before each number; it stands nowhere in the client's prompt
	All  []NumberedSentence
}

// NumberedSentence is one numbered sentence of a chunk.
type NumberedSentence struct {
	Handle     string // the chunk's name in this exchange
	Text       string // the sentence, without the mark of a list
	Start, End int    // its place in the chunk, code points, end exclusive
}

// Place is the stretch of a chunk that a sentence's number stands for.
type Place struct{ Start, End int } // code points, end exclusive

// Mark is the number of a sentence as the prompt shows it.
func (n *Numbers) Mark(number int) string { return n.Sign + strconv.Itoa(number) }

// copied is how many of a sentence's first words behind its number make a copy of
// the passage: there the number stands before its sentence, as in the prompt.
const copied = 3

// numberMarks finds the marks in a text that name sentences by number, from an
// offset on and outside of code: `§12`, `§12 §31`, `§12, §31`, `§12-14`, also in
// brackets.
func (r *reader) numberMarks(text string, from int, code []CodeRegion) (marks []mark) {
	n := r.known.numbered
	if n == nil {
		return nil
	}
	for at := from; len(marks) < maxCitations; {
		next := strings.Index(text[at:], n.Sign)
		if next < 0 {
			break
		}
		at += next
		for len(code) > 0 && at >= code[0].End {
			code = code[1:]
		}
		list, end := n.list(text, at)
		switch {
		case len(code) > 0 && at >= code[0].Start:
			at = code[0].End
		case list == nil:
			at += len(n.Sign)
		default:
			m := mark{start: at, end: end, sure: certain, bound: r.bindNumbers(list)}
			m.refs = make([]string, len(list))
			for i, number := range list {
				m.refs[i] = n.Mark(number)
			}
			if m.leads = len(list) == 1 && n.leads(list[0], text[end:]); m.leads && opensQuote(text[:at]) {
				m.end += len(text[end:]) - len(strings.TrimLeft(text[end:], " "))
			}
			m.bracketed(text, from)
			marks = append(marks, m)
			at = m.end
		}
	}
	return marks
}

// opensQuote tells a text that ends with the sign before which a quotation or bracket begins.
func opensQuote(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && strings.ContainsRune(openQuotes, last)
}

const openQuotes = "\"'([{“«"

// enclosing are the signs around a number that go with it: brackets, and emphasis.
var enclosing = append(slices.Clone(pairs), [2]string{"**", "**"}, [2]string{"*", "*"})

// bracketed takes the signs around a mark into it.
func (m *mark) bracketed(text string, from int) {
	for _, p := range enclosing {
		if m.start-len(p[0]) >= from && strings.HasSuffix(text[:m.start], p[0]) && strings.HasPrefix(text[m.end:], p[1]) {
			m.start, m.end = m.start-len(p[0]), m.end+len(p[1])
			return
		}
	}
}

// bindNumbers gives each number the citation of its sentence, one for all its
// mentions. A number that no sentence has becomes a citation too, which fails.
func (r *reader) bindNumbers(list []int) []binding {
	bound := make([]binding, len(list))
	for i, number := range list {
		at, known := r.numbered[number]
		if !known {
			at = r.citeNumber(number)
			if r.numbered == nil {
				r.numbered = map[int]int{}
			}
			r.numbered[number] = at
		}
		bound[i] = binding{citation: at, ok: true}
	}
	return bound
}

func (r *reader) citeNumber(number int) int {
	c, ok := r.known.numbered.Citation(number)
	at := r.cite(c)
	if !ok {
		r.answer.problem(unresolved, at, "no sentence has the number "+c.Marker)
	}
	return at
}

// Citation is the citation of a sentence by its number. It is not ok where no
// sentence has that number.
func (n *Numbers) Citation(number int) (c Citation, ok bool) {
	c = Citation{Marker: n.Mark(number), ChunkID: n.Mark(number), Candidates: []string{}}
	if number < 1 || number > len(n.All) {
		return c, false
	}
	s := &n.All[number-1]
	c.ChunkID, c.Candidates, c.Snippet, c.Quoted, c.Place = s.Handle, []string{s.Handle}, s.Text, true, &Place{s.Start, s.End}
	return c, true
}

// Follows reports whether a citation names the sentence behind that of another.
func (c *Citation) Follows(before *Citation) bool {
	number := func(c *Citation) int {
		n, _ := strconv.Atoi(strings.TrimLeftFunc(c.Marker, func(r rune) bool { return !isDigit(r) }))
		return n
	}
	return c.Place != nil && before.Place != nil && number(c) == number(before)+1
}

// Citations are those of the sentences that a text names by number. In one without a sign
// all numbers are meant.
func (n *Numbers) Citations(text string) (cited []Citation) {
	if n == nil {
		return nil
	}
	if !strings.Contains(text, n.Sign) {
		bare := strings.FieldsFunc(text, func(r rune) bool { return !isDigit(r) && r != '-' })
		text = n.Sign + strings.Join(bare, " "+n.Sign)
	}
	for at := strings.Index(text, n.Sign); at >= 0 && len(cited) < maxRange; {
		list, end := n.list(text, at)
		for _, number := range list {
			c, _ := n.Citation(number)
			cited = append(cited, c)
		}
		at = max(end, at+len(n.Sign))
		next := strings.Index(text[at:], n.Sign)
		if next < 0 {
			break
		}
		at += next
	}
	return cited
}

// Told is a text of instructions with the sign of these numbers in it.
func (n *Numbers) Told(text string) string { return strings.ReplaceAll(text, defaultSign, n.Sign) }

// list reads the numbers that a mark at an offset names, and where it ends: nil
// where the sign has no number. A number without a sign goes on with the list
// only where nothing else can be meant: `§12-14`, `§12,14`.
func (n *Numbers) list(text string, at int) (list []int, end int) {
	if !strings.HasPrefix(text[at:], n.Sign) {
		return nil, 0
	}
	return n.listBehind(text, at+len(n.Sign))
}

// listBehind is list for the offset behind the sign, however that is written.
func (n *Numbers) listBehind(text string, at int) (list []int, end int) {
	for signed := true; ; {
		first, behind, ok := n.figure(text, at, signed)
		if list != nil {
			first, behind, ok = n.number(text, at, signed)
		}
		if !ok {
			return list, end
		}
		last := first
		if dash := dashLength(text[behind:]); dash > 0 {
			for _, signed := range [...]bool{true, false} {
				if l, b, ok := n.number(text, behind+dash, signed); ok {
					last, behind = l, b
					break
				}
			}
		}
		list = appendRange(list, first, last)
		end, at = behind, behind
		if len(list) >= maxRange {
			return list, end
		}
		rest := text[at:]
		if signed = !strings.HasPrefix(rest, ",") || len(rest) == 1 || !isDigit(rune(rest[1])); !signed {
			at++
			continue
		}
		at += len(rest) - len(strings.TrimLeft(rest, " ,;"))
	}
}

// appendRange adds the numbers of a range; of one that runs backwards, or that no answer
// needs, its ends.
func appendRange(list []int, first, last int) []int {
	if last < first || last-first >= maxRange {
		return append(list, first, last)
	}
	for number := first; number <= last; number++ {
		list = append(list, number)
	}
	return list
}

// number reads a number at an offset, with the sign before it or without. A sign that is set
// off from its number may be the app's own: `§ 823 BGB`. Such a one names a sentence only where
// there is one of that number, and no word goes on behind it.
func (n *Numbers) number(text string, at int, signed bool) (number, end int, ok bool) {
	if signed {
		if !strings.HasPrefix(text[at:], n.Sign) {
			return 0, 0, false
		}
		at += len(n.Sign)
	}
	return n.figure(text, at, signed)
}

// figure is number for the offset behind the sign.
func (n *Numbers) figure(text string, at int, signed bool) (number, end int, ok bool) {
	rest, spaced := text[at:], false
	if signed {
		tight := strings.TrimLeft(rest, spaces)
		rest, spaced = tight, tight != rest
	}
	digits := 0
	for digits < len(rest) && isDigit(rune(rest[digits])) {
		digits++
	}
	number, ok = plainNumber(rest[:digits])
	if spaced && (number > len(n.All) || goesOn(rest[digits:])) {
		return 0, 0, false
	}
	return number, len(text) - len(rest) + digits, ok
}

// spaces are those that may part a sign from its number.
const spaces = " \u00a0\u202f"

// goesOn tells whether a text begins with a word of the clause before it.
func goesOn(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, spaces))
	return unicode.IsLetter(r)
}

// dashLength is the length of a dash between two numbers.
func dashLength(s string) int {
	for _, dash := range [...]string{"-", "–", "—"} {
		if strings.HasPrefix(s, dash) {
			return len(dash)
		}
	}
	return 0
}

// leads reports whether a text behind a number begins with that number's
// sentence, which makes it a copy of the passage.
func (n *Numbers) leads(number int, behind string) bool {
	if number < 1 || number > len(n.All) {
		return false
	}
	sentence := n.All[number-1].Text
	for range copied {
		var word, other string
		word, sentence = firstWord(sentence)
		if other, behind = firstWord(behind); word == "" || word != other {
			return word == "" && other == ""
		}
	}
	return true
}

// firstWord cuts a text behind its first word of letters and digits on its first
// line.
func firstWord(s string) (word, rest string) {
	inside := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	from := strings.IndexFunc(s, func(r rune) bool { return inside(r) || r == '\n' })
	if from < 0 || s[from] == '\n' {
		return "", ""
	}
	s = s[from:]
	end := strings.IndexFunc(s, func(r rune) bool { return !inside(r) })
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}

// mayLead reports whether what stands behind the last mark of a line, all of it whole
// words, is too short to tell whether the mark leads it.
func (n *Numbers) mayLead(line string) bool {
	if n == nil {
		return false
	}
	at := strings.LastIndex(line, n.Sign)
	if at < 0 {
		return false
	}
	list, end := n.list(line, at)
	if len(list) != 1 || list[0] < 1 || list[0] > len(n.All) {
		return false
	}
	sentence, behind := n.All[list[0]-1].Text, line[end:]
	for range copied {
		var word, other string
		word, sentence = firstWord(sentence)
		if other, behind = firstWord(behind); other == "" {
			return true
		} else if word != other {
			return false
		}
	}
	return false
}

// Clean takes out of a text what is left of the numbers in it: nothing of them is
// the client's. The text may be JSON, in which the sign may be escaped.
func (n *Numbers) Clean(text string) string {
	if n == nil {
		return text
	}
	if !strings.Contains(text, `\`) && !strings.Contains(text, n.Sign[:1]) {
		return text // as most texts have it
	}
	return n.drop(text, nil)
}

// CleanCall is Clean for what a model calls a tool with. There a sign may be the app's own, as in a
// query for `§7 StVG`: only a number of a sentence goes, where it leads that sentence or no word
// goes on behind it.
func (n *Numbers) CleanCall(arguments string) string {
	if n == nil {
		return arguments
	}
	return n.drop(arguments, func(list []int, behind string) bool {
		for _, number := range list {
			if number < 1 || number > len(n.All) {
				return false
			}
		}
		return !goesOn(behind) || n.leads(list[0], behind)
	})
}

// CleanOpenCall is CleanCall for arguments that grow: used is how much of them is told of, for
// their end may be the beginning of a number.
func (n *Numbers) CleanOpenCall(arguments string) (clean string, used int) {
	if n == nil {
		return arguments, len(arguments)
	}
	used = n.told(arguments)
	words := strings.LastIndexFunc(arguments[:used], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) + 1
	if n.mayLead(arguments[:words]) {
		used = strings.LastIndex(arguments[:words], n.Sign)
	}
	return n.CleanCall(arguments[:used]), used
}

// in reports whether a text has numbers in it.
func (n *Numbers) in(text string) bool { return n.Clean(text) != text }

// clean takes out of an answer what is left of the numbers in it, wherever it stands.
func (a *Answer) clean(n *Numbers) {
	for i := range a.Segments {
		s := &a.Segments[i]
		clean := n.Clean(s.Text)
		if clean == s.Text {
			continue
		}
		for k := range s.Names {
			name := &s.Names[k]
			name.Start, name.End = len(n.Clean(s.Text[:name.Start])), len(n.Clean(s.Text[:name.End]))
		}
		s.Text, s.Signs = clean, nil
	}
	a.List = n.Clean(a.List)
}

// told is how much of a growing text is told of: its end may be the beginning of a number.
func (n *Numbers) told(text string) (used int) {
	used = len(text)
	for _, sign := range n.spellings() {
		if at := strings.LastIndex(text, sign); at >= 0 && n.endsInside(text[at+len(sign):]) {
			used = min(used, at)
		}
		for cut := 1; cut < len(sign); cut++ {
			if strings.HasSuffix(text, sign[:cut]) {
				used = min(used, len(text)-cut)
			}
		}
	}
	return used
}

// endsInside tells a text behind a sign that may go on with the sign's number, or
// with the space behind it.
func (n *Numbers) endsInside(s string) bool {
	return len(s) < 16 && strings.Trim(s, "0123456789-–— \u00a0\u202f") == ""
}

// spellings are the sign as it stands, and as JSON may escape it.
func (n *Numbers) spellings() [3]string {
	r, _ := utf8.DecodeRuneInString(n.Sign)
	hex := strconv.FormatInt(int64(r), 16)
	hex = strings.Repeat("0", 4-len(hex)) + hex
	return [...]string{n.Sign, `\u` + hex, `\u` + strings.ToUpper(hex)}
}

// drop takes the numbers out of a text that holds all of each, or those of them that are ours.
func (n *Numbers) drop(text string, ours func(list []int, behind string) bool) string {
	for _, sign := range n.spellings() {
		if !strings.Contains(text, sign) {
			continue
		}
		var out []byte
		before, rest, found := strings.Cut(text, sign)
		for ; found; before, rest, found = strings.Cut(rest, sign) {
			out = append(out, before...)
			if sign[0] == '\\' && (len(before)-len(strings.TrimRight(before, `\`)))%2 == 1 {
				out = append(out, sign...) // its backslash is escaped itself
				continue
			}
			behind := strings.TrimLeft(rest, "0123456789-–—"+spaces)
			numbered := rest[:len(rest)-len(behind)]
			list, end := n.listBehind(rest, 0)
			switch digits := strings.ContainsAny(numbered, "0123456789"); {
			case list == nil && (digits || ours != nil), list != nil && ours != nil && !ours(list, rest[end:]):
				out = append(out, sign...)
				continue
			case !digits:
				continue
			}
			rest = behind
			last, _ := utf8.DecodeLastRune(out)
			switch spaced := strings.HasSuffix(numbered, " "); {
			case spaced && len(out) > 0 && !unicode.IsSpace(last) && !strings.ContainsRune(openQuotes, last):
				out = append(out, ' ')
			case !spaced && behind != "" && strings.ContainsRune(".,;:!?)\"", rune(behind[0])):
				out = bytes.TrimRight(out, " ")
			}
		}
		text = string(append(out, before...))
	}
	return text
}

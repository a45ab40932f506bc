package answer

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/text"
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
// brackets. A sign without a number names nothing: it is a mark that does not resolve.
func (r *reader) numberMarks(text string, from int, code []CodeRegion) (marks []mark) {
	n := r.known.numbered
	if n == nil {
		return nil
	}
	for at, begin := n.next(text, from); at >= 0 && len(marks) < maxCitations; at, begin = n.next(text, begin) {
		for len(code) > 0 && at >= code[0].End {
			code = code[1:]
		}
		list, end := n.listBehind(text, begin)
		inCode := len(code) > 0 && at >= code[0].Start
		if inCode && (list == nil || strings.Trim(text[code[0].Start:at]+text[end:code[0].End], "`") != "") {
			begin = code[0].End
			continue
		}
		begin = max(begin, end)
		m := mark{start: at, end: begin, sure: certain}
		switch {
		case list != nil:
			m.bound, m.refs = r.bindNumbers(list), make([]string, len(list))
			for i, number := range list {
				m.refs[i] = n.Mark(number)
			}
		case isSection(text[begin:]):
			continue
		default:
			m.refs, m.bound = []string{n.Sign}, []binding{{citation: -1}}
		}
		if m.leads = len(list) == 1 && n.leads(list[0], text[end:]); m.leads {
			m.end += len(text[end:]) - len(strings.TrimLeft(text[end:], ":"))
			if opensQuote(text[:at]) {
				m.end += len(text[m.end:]) - len(strings.TrimLeft(text[m.end:], " "))
			}
		}
		m.bracketed(text, from)
		marks = append(marks, m)
		begin = m.end
	}
	return marks
}

// next finds the sign from an offset on, as it stands or as JSON escapes it: where it begins, -1 for
// nowhere, and where it ends, with those that double it.
func (n *Numbers) next(text string, from int) (at, end int) {
	for at = from; at < len(text); at++ {
		for end = at; ; {
			length := n.signAt(text[end:])
			if length == 0 {
				break
			}
			end += length
		}
		if end > at {
			return at, end
		}
	}
	return -1, len(text)
}

// deepest is how many signs may escape a sign, in JSON in JSON.
const deepest = 8

// signAt is the length of the sign with which a text begins, 0 for none. JSON in a text of JSON escapes it twice.
func (n *Numbers) signAt(text string) int {
	if strings.HasPrefix(text, n.Sign) {
		return len(n.Sign)
	}
	const digits = len(`00a7`)
	head := text[:min(len(text), deepest)]
	slashes := len(head) - len(strings.TrimLeft(head, `\`))
	if end := slashes + 1 + digits; slashes > 0 && len(text) >= end && text[slashes] == 'u' {
		if r, ok := strconv.ParseUint(text[slashes+1:end], 16, 16); ok == nil && string(rune(r)) == n.Sign {
			return end
		}
	}
	return 0
}

// opensQuote tells a text that ends with the sign before which a quotation or bracket begins.
func opensQuote(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return text != "" && strings.ContainsRune(openQuotes, last)
}

const openQuotes = "\"'([{“«"

// enclosing are the signs around a number that go with it: brackets, and emphasis.
var enclosing = append(slices.Clone(pairs), [2]string{"{", "}"}, [2]string{"**", "**"}, [2]string{"*", "*"}, [2]string{"`", "`"})

// bracketed takes the signs around a mark into it, twice at most.
func (m *mark) bracketed(text string, from int) {
	for range 2 {
		for _, p := range enclosing {
			if m.start-len(p[0]) >= from && strings.HasSuffix(text[:m.start], p[0]) && strings.HasPrefix(text[m.end:], p[1]) {
				m.start, m.end = m.start-len(p[0]), m.end+len(p[1])
				break
			}
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

// Citations are those of the sentences that a text names by number: all numbers in it are meant.
func (n *Numbers) Citations(text string) (cited []Citation) {
	if n == nil {
		return nil
	}
	var list []int
	for _, m := range spans.FindAllStringSubmatch(strings.ReplaceAll(text, n.Sign, " "), maxRange) {
		first, ok := plainNumber(m[1])
		last, ranged := plainNumber(m[2])
		switch {
		case ranged:
			list = appendRange(list, first, last)
		case ok:
			list = append(list, first)
		}
	}
	for _, number := range list[:min(len(list), maxRange)] {
		c, _ := n.Citation(number)
		cited = append(cited, c)
	}
	return cited
}

// CitationsIn are those of the sentences whose numbers, with the sign, stand in a text.
func (n *Numbers) CitationsIn(text string) (cited []Citation) {
	n.rewritten(text, func(list []int, _, _ string) string {
		for _, number := range list {
			c, _ := n.Citation(number)
			cited = append(cited, c)
		}
		return kept
	})
	return cited
}

// listing is a text of which the last line lists sources: by the names that the prompt shows where it lists
// them by numbers.
func (d *directory) listing(text string) string {
	n, at := d.numbered, strings.LastIndexByte(strings.TrimRight(text, " \t\r\n"), '\n')+1
	if n == nil || at == 0 {
		return text
	}
	sure, doubtful, rest := d.listHeading(text[at:])
	var names []string
	for _, c := range n.CitationsIn(rest) {
		if c.Place != nil && !isCounted(c.ChunkID) && !slices.Contains(names, c.ChunkID) {
			names = append(names, c.ChunkID)
		}
	}
	if names == nil || !sure && !doubtful || strings.ContainsFunc(n.Clean(rest), unicode.IsLetter) {
		return text
	}
	return text[:at] + strings.Replace(text[at:], strings.TrimSpace(rest), strings.Join(names, ", "), 1)
}

// Told is a text of instructions with the sign of these numbers in it.
func (n *Numbers) Told(text string) string { return strings.ReplaceAll(text, defaultSign, n.Sign) }

// What joins two numbers, and what makes a range of them.
var (
	rangeWords, pairWords = text.WordSet("range_words"), text.WordSet("pair_words")

	spans = regexp.MustCompile(`([0-9]+)(?:\s*(?:[-–—…~]|\.\.|` + anyIn(rangeWords) + `)\s*([0-9]+))?`)
	joint = regexp.MustCompile(`^(?:[ \x{a0}]*(?:([-–—…~]|\.\.)|[,;/&+、，،](?: *(?:` + anyIn(pairWords) + `) )?) *| +(?:(` + anyIn(rangeWords) + `)|` + anyIn(pairWords) + `) +|\] ?\[|\) ?\(|】【| *)`)
)

// anyIn fits any of some words.
func anyIn(words map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(words)), "|") }

// joinsNumbers tells a word that may stand between two numbers of one mark.
func joinsNumbers(word string) bool {
	word = text.Fold(word)
	return rangeWords[word] || pairWords[word]
}

// listBehind reads the numbers that a mark names, from behind its sign on, and where it ends: nil where
// the sign has no number. A number without a sign goes on with the list only where nothing else can be
// meant: `§12-14`, `§12,14`, and `§12, 14`, `§12 14` or `[§12][14]` where the clause ends behind it.
func (n *Numbers) listBehind(said string, at int) (list []int, end int) {
	last, end, ok := n.figure(said, at)
	if !ok {
		return nil, 0
	}
	list = append(list, last)
	for all, at := list, end; len(all) < maxRange; {
		between := joint.FindStringSubmatchIndex(said[at:])
		begin := at + between[1]
		_, behind := n.next(said[:min(len(said), begin+4*utf8.UTFMax)], begin)
		signed := n.signAt(said[begin:]) > 0
		if !signed {
			behind = begin
		}
		number, behind, ok := n.figure(said, behind)
		tight := strings.Contains(",-–—", said[at:begin])
		if !ok || begin == at && !signed || !signed && !tight && number > len(n.All) {
			break
		}
		if between[2] >= 0 || between[4] >= 0 {
			all = appendRange(all[:len(all)-1:len(all)-1], last, number)
		} else {
			all = append(all[:len(all):len(all)], number)
		}
		last, at = number, behind
		if signed || tight || endsClause(said[at:]) {
			list, end = all, at
		}
	}
	return list, end
}

// endsClause tells a text behind a number that goes on with no word of its clause.
func endsClause(behind string) bool {
	r, size := utf8.DecodeRuneInString(behind)
	next, _ := utf8.DecodeRuneInString(behind[size:])
	return behind == "" || strings.ContainsRune("\n\r)]}】*\"”’|<\\", r) || text.EndsSentence(r) && !unicode.IsNumber(next)
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

// figure reads a number behind a sign. A sign that is set off from its number may be the app's own:
// `§ 823 BGB`. Such a one names a sentence only where there is one of that number, and neither does a word
// go on behind it nor does one in front of it ask for it: `under § 3`.
func (n *Numbers) figure(said string, at int) (number, end int, ok bool) {
	rest := strings.TrimLeft(said[at:], spaces)
	spaced := len(rest) < len(said)-at
	const most = 6 // digits, of any script
	digits, size := 0, 0
	for _, r := range rest {
		value := text.DigitValue(r)
		if value < 0 || digits > most {
			break
		}
		number, digits, size = number*10+value, digits+1, size+utf8.RuneLen(r)
	}
	ok = 0 < digits && digits <= most
	if !ok || spaced && (number > len(n.All) || goesOn(rest[size:]) || asksFor(said[:at])) {
		return 0, 0, false
	}
	return number, len(said) - len(rest) + size, ok
}

// isSection tells a text behind a sign that is the number of a section of a law, by the space in front of it.
func isSection(behind string) bool {
	rest := strings.TrimLeft(behind, spaces)
	return rest != "" && len(rest) < len(behind) && isDigit(rune(rest[0]))
}

// asksFor tells a text whose last word has no content without one behind it.
func asksFor(before string) bool {
	word, _ := lastWord(before)
	return text.IsPlainStop(word)
}

// lastWord is the last word of a text, "" where none is near, and what stands in front of it.
func lastWord(s string) (word, before string) {
	const near = 128 // bytes
	s = s[max(0, len(s)-near):]
	isWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }
	s = strings.TrimRightFunc(s, func(r rune) bool { return !isWord(r) })
	at := strings.LastIndexFunc(s, func(r rune) bool { return !isWord(r) }) + 1
	return s[at:], s[:at]
}

// spaces are those that may part a sign from its number.
const spaces = " \u00a0\u202f"

// goesOn tells whether a text begins with a word of the clause before it.
func goesOn(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, spaces))
	return unicode.IsLetter(r)
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
	list, end := n.listBehind(line, at+len(n.Sign))
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
	return n.rewritten(text, func([]int, string, string) string { return "" })
}

// CleanStated is Clean for JSON whose texts state something. A number that stands where a figure belongs
// is what a reader would take it for: were it taken out, its sentence would be another one. For one that is a value by
// itself its sentence stands, or its passage's name under a member that names passages.
func (n *Numbers) CleanStated(raw string, names func(member string) bool) string {
	return n.rewritten(raw, func(list []int, before, behind string) string {
		member := memberOf(before)
		const near = 96 // bytes beside the number
		before, behind = strings.ReplaceAll(before[max(0, len(before)-near):], `\n`, "\n"), strings.ReplaceAll(behind[:min(len(behind), near)], `\n`, "\n")
		before, behind = before[strings.LastIndexByte(before, '"')+1:], behind[:len(behind)-len(strings.TrimLeftFunc(behind, func(r rune) bool { return r != '"' }))]
		number := slices.Concat(list, []int{0})[0]
		if before+behind == "" {
			return strings.TrimPrefix(n.spelt(list, names != nil && names(member)), kept)
		}
		opens := strings.TrimSpace(before) == "" || endsClause(strings.TrimSpace(before)[len(strings.TrimSpace(before))-1:])
		switch {
		case n.leads(number, behind):
		case goesOn(behind) && !opens, number > 0 && number <= len(n.All) && text.CoversFigure(before, behind, n.All[number-1].Text):
			return strconv.Itoa(number)
		}
		return ""
	})
}

// CleanCall is Clean for what a model calls a tool with. There a sign may be a law's, as in a query for
// `§7 StVG`, and stays. Where a number is a value or a word by itself, the name of the passage stands for it.
func (n *Numbers) CleanCall(arguments string) string {
	clean, _ := n.CleanOpenCall(arguments, 0, true)
	return clean
}

// CleanOpenCall is CleanCall for arguments that grow, from an offset on: to is how far they are told of,
// for their end may be the beginning of a number or of its sentence. whole says that nothing follows.
func (n *Numbers) CleanOpenCall(arguments string, from int, whole bool) (clean string, to int) {
	if to = len(arguments); n == nil {
		return arguments[from:], to
	}
	if !whole {
		to = max(from, n.told(arguments, from))
	}
	part := arguments[from:to]
	return n.rewritten(part, func(list []int, before, behind string) string {
		names, said := n.spelt(list, true), part[len(before):len(part)-len(behind)]
		before = arguments[:from+len(before)]
		const near = 96 // bytes
		before = before[max(0, len(before)-near):]
		line := strings.ReplaceAll(before, `\n`, "\n")
		switch {
		case list == nil && behind == "" && whole:
			return "" // the call was cut off within a number
		case names == kept || strings.HasPrefix(said, n.Sign+n.Sign+" ") || ofLaw(before, behind) || len(behind) > 1 && behind[0] == '.' && isDigit(rune(behind[1])):
			return kept
		case standsAlone(line[strings.LastIndexAny(line, "\"\n")+1:], behind):
			return names
		}
		return ""
	}), to
}

// standsAlone reports whether a number between two texts is a value or a word by itself, `a/§1/b`, and none behind words.
func standsAlone(before, behind string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	next, _ := utf8.DecodeRuneInString(behind)
	before = strings.TrimLeft(before, spaces)
	return !strings.ContainsAny(before, spaces) && !unicode.IsLetter(last) && !strings.ContainsRune(spaces, next)
}

// spelt is what stands for some sentences inside a text of JSON: they, or the names of their passages. A number of none
// stays, and so do more than anybody writes.
func (n *Numbers) spelt(list []int, named bool) string {
	const longest = 2 << 10 // bytes
	var all []string
	joint := " "
	length := 0
	for _, number := range list {
		c, ok := n.Citation(number)
		if !ok {
			return kept
		}
		if named {
			c.Snippet, joint = c.ChunkID, ", "
		}
		if said := tree.Quote(c.Snippet); !slices.Contains(all, said[1:len(said)-1]) {
			all, length = append(all, said[1:len(said)-1]), length+len(said)
		}
	}
	if all == nil || length > longest {
		return kept
	}
	return strings.Join(all, joint)
}

// memberOf is the name of the member of JSON whose value, or a value in whose list, begins behind a text.
func memberOf(before string) string {
	const near = 512 // bytes
	before = before[max(0, len(before)-near):]
	before = before[:max(0, strings.LastIndex(before, `":`))]
	return before[strings.LastIndexByte(before, '"')+1:]
}

// ofLaw reports whether the word behind a number, or in front of it, is an abbreviation as laws have them,
// `§7 StVG`, `BGB §12`, or says that it is a section: {"section":"§7"}.
func ofLaw(before, behind string) bool {
	const near = 64 // bytes
	next, _ := firstWord(behind[:min(len(behind), near)])
	if !strings.HasPrefix(strings.TrimLeft(behind, spaces), next) {
		next = ""
	}
	last, _ := lastWord(before[max(0, len(before)-near):])
	if slices.Contains([]string{"section", "sections", "paragraph", "paragraphs"}, text.Fold(last)) && strings.HasSuffix(before, `"`) {
		return true
	}
	if !strings.HasSuffix(strings.TrimRight(before, spaces), last) {
		last = ""
	}
	short := func(word string) bool { return len(capitals.FindAllString(word, 2)) > 1 }
	return short(next) || short(last)
}

var capitals = regexp.MustCompile(`\p{Lu}`)

// in reports whether a text has numbers in it.
func (n *Numbers) in(text string) bool { return n.Clean(text) != text }

// clean takes out of an answer what is left of the numbers in it, wherever it stands.
func (a *Answer) clean(n *Numbers) {
	of := n.Clean
	if a.Dialect.OwnShape() != nil {
		of = func(text string) string { return n.CleanStated(text, nil) }
	}
	for i := range a.Segments {
		s := &a.Segments[i]
		clean := of(s.Text)
		if clean == s.Text {
			continue
		}
		for k := range s.Names {
			name := &s.Names[k]
			name.Start, name.End = len(of(s.Text[:name.Start])), len(of(s.Text[:name.End]))
		}
		s.Text, s.Signs = clean, nil
	}
	a.List = n.Clean(a.List)
}

// told is how far a growing text is told of from an offset on: its end may be the beginning of a number, or
// of the sentence that a number leads, and what stands in front of a number goes with it.
func (n *Numbers) told(text string, from int) int {
	to := n.sure(text, from)
	return from + len(strings.TrimRight(text[from:to], spaces+"([{*`"))
}

// sure is how far a growing text holds no beginning of a number.
func (n *Numbers) sure(text string, from int) int {
	const longest = 128 // bytes of the first words of a sentence
	words := strings.LastIndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }) + 1
	for at, end := n.next(text, from); at >= 0; at, end = n.next(text, end) {
		list, behind := n.listBehind(text, end)
		rest := strings.TrimLeft(text[max(end, behind):], "0123456789-–—,;"+spaces+n.Sign)
		rest = strings.TrimFunc(rest, func(r rune) bool { return unicode.IsLetter(r) || r == utf8.RuneError })
		if len(text)-at < longest && (rest == "" || len(list) == 1 && n.mayLead(n.Sign+text[end:max(end, words)])) {
			return at
		}
		end = max(end, behind)
	}
	escaped := `\u` + strconv.FormatInt(1<<16|int64([]rune(n.Sign)[0]), 16)[1:]
	for cut := min(len(escaped)-1, len(text)-from); cut > 0; cut-- {
		if end := text[len(text)-cut:]; strings.HasPrefix(n.Sign, end) || strings.HasPrefix(escaped, strings.ToLower(end)) {
			before := text[max(from, len(text)-cut-deepest) : len(text)-cut]
			return len(text) - cut - len(before) + len(strings.TrimRight(before, `\`))
		}
	}
	return len(text)
}

// kept says that a number stays in a text as it stands.
const kept = "\x00"

// rewritten is a text with what is said for the numbers in it, given what stands before and behind each;
// list is nil for a sign without a number. Sections of laws stay.
func (n *Numbers) rewritten(text string, say func(list []int, before, behind string) string) string {
	if n == nil {
		return text
	}
	var out []byte
	done := 0
	for at, end := n.next(text, 0); at >= 0; at, end = n.next(text, end) {
		list, behind := n.listBehind(text, end)
		if end = max(end, behind); list == nil && isSection(text[end:]) {
			continue
		}
		said := say(list, text[:at], text[end:])
		if said == kept {
			continue
		}
		m := mark{start: at, end: end}
		if said == "" {
			m.bracketed(text, done)
		}
		out = append(append(out, text[done:m.start]...), said...)
		done, end = m.end, m.end
		if rest := text[done:min(len(text), done+deepest)]; said == "" && list != nil {
			last, _ := utf8.DecodeLastRune(out)
			next := strings.TrimLeft(rest, `\`)
			switch {
			case strings.HasPrefix(rest, " ") && (len(out) == 0 || unicode.IsSpace(last) || strings.ContainsRune(openQuotes, last)):
				done++
			case next != "" && strings.IndexByte(".,;:!?)\"", next[0]) >= 0:
				out = bytes.TrimRight(out, " ")
			}
			end = done
		}
	}
	if done == 0 {
		return text
	}
	return string(append(out, text[done:]...))
}

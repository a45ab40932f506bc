package answer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// Bounds on the bytes between a marker's delimiters, so that scanning is
// linear however many delimiters a text opens.
const (
	maxInside = 300
	maxTarget = 2000
)

// scanner walks a text from one possible marker to the next.
type scanner struct {
	text   string
	pos    int
	code   []CodeRegion
	known  *directory
	asked  Dialect
	opens  *[256]bool
	closer int // where brackets close next, as far as that has been looked for
	within int // the end of the last brackets in which nothing was named as a whole
}

// opening are the characters that can begin a marker.
const opening = "[［(<【\ue200\ue202¹²³⁴⁵⁶⁷⁸⁹⁰\\`"

// opens tells which bytes can begin one.
var opens = func() (set [256]bool) {
	for _, r := range opening {
		set[string(r)[0]] = true
	}
	return set
}()

// signOpens tells those with which anything may that stands set off.
var signOpens = func() (set [256]bool) {
	set = opens
	for _, r := range "({*_|^~#«（" {
		set[string(r)[0]] = true
	}
	return set
}()

// mayOpen reports whether a character can begin a marker, given that its first byte can.
func mayOpen(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r < utf8.RuneSelf || strings.ContainsRune(opening, r) || opensBrackets(r)
}

// next moves to the next byte that can begin a marker, passing over code.
func (s *scanner) next() bool {
	for ; s.pos < len(s.text); s.pos++ {
		for len(s.code) > 0 && s.pos >= s.code[0].Start {
			s.pos, s.code = max(s.pos, s.code[0].End), s.code[1:]
		}
		if s.pos < len(s.text) && s.opens[s.text[s.pos]] && (mayOpen(s.text[s.pos:]) || s.known.style != nil) {
			return true
		}
	}
	return false
}

// candidate reads the candidate for a marker that begins here, if there is one.
func (s *scanner) candidate() (mark, bool) {
	switch r, _ := utf8.DecodeRuneInString(s.text[s.pos:]); r {
	case '[':
		return s.square()
	case '［':
		return s.wide()
	case '(':
		return s.round()
	case '<':
		return s.tag()
	case '【':
		return s.lenticular()
	case '\ue200', '\ue202', '\\':
		return s.privateUse()
	default:
		return s.superscript()
	}
}

// inside returns what stands between an opening delimiter at an offset and the
// closing one on the same line, and the offset behind that.
func (s *scanner) inside(at int, open, close string, limit int) (string, int, bool) {
	rest, ok := strings.CutPrefix(s.text[at:], open)
	if !ok {
		return "", 0, false
	}
	rest = rest[:min(len(rest), limit)]
	n := strings.Index(rest, close)
	if n <= 0 || strings.Contains(rest[:n], "\n") {
		return "", 0, false
	}
	return rest[:n], at + len(open) + n + len(close), true
}

// square reads `[1]`, `[1,2]`, `[†1]`, `[[citation:1]]`, `[file.pdf#page=3]`,
// `[Author, Year]`, `[id](CITE)`, `[words](url)` and their like. A bracket that
// touches the word before it is a marker only if it resolves: `arr[0]` and
// `arr[1] = 2` are none.
func (s *scanner) square() (mark, bool) {
	before := s.before()
	if before == '!' || before == '\\' {
		return mark{}, false
	}
	inner, end, ok := s.inside(s.pos, "[[", "]]", maxInside)
	if !ok {
		inner, end, ok = s.inside(s.pos, "[", "]", maxInside)
	}
	if !ok || strings.ContainsAny(inner, "[]") {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end}
	s.readSquare(&m, strings.TrimSpace(inner))
	if isWord(before) {
		if m.sure = weak; inner == "0" || strings.HasPrefix(strings.TrimLeft(s.text[end:min(len(s.text), end+4)], " "), "=") {
			return mark{}, false
		}
	}
	if strings.HasPrefix(s.text[end:], "(") {
		return s.link(m, inner)
	}
	return m, true
}

// readSquare reads what stands between square brackets.
func (s *scanner) readSquare(m *mark, inner string) {
	inner = withoutPlace(inner)
	if numbers, ok := splitNumbers(strings.ReplaceAll(inner, "†", "")); ok {
		if m.refs, m.sure = numbers, sureOf(numbers); strings.Contains(inner, "†") {
			m.sure = certain
		}
		return
	}
	if note, ok := strings.CutPrefix(inner, "^"); ok {
		m.refs = []string{note}
		return
	}
	if s.readAnnounced(m, inner) || s.readYears(m, inner) {
		return
	}
	m.refs, m.readings = []string{inner}, [][]string{splitRefs(inner)}
	if s.known.counted && isCounted(inner) || isFileName(inner) {
		m.sure = certain
	}
}

// withoutPlace takes the place off `1, p. 3`.
func withoutPlace(inner string) string {
	if of := placedNumber.FindStringSubmatch(inner); of != nil {
		return of[1]
	}
	return inner
}

var placedNumber = regexp.MustCompile(`^(\d{1,3}),? (?:` + anyOf(words.Places) + `) ?\d[\d–-]*$`)

// own reads a marker in the style that the app's own prompt asks for.
func (s *scanner) own() (mark, bool) {
	if s.known.style == nil {
		return mark{}, false
	}
	rest := s.text[s.pos:min(len(s.text), s.pos+maxInside)]
	found := s.known.style.FindStringSubmatchIndex(rest)
	if found == nil || isLetter(s.text[s.pos]) && isWord(s.before()) {
		return mark{}, false
	}
	inner := strings.TrimSpace(rest[found[2]:found[3]])
	if s.known.open {
		inner = s.known.namedFirst(inner)
		end := s.pos + found[2] + len(inner)
		last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s.text[max(0, s.pos-maxSign):s.pos], " \t\n"))
		if text.EndsSentence(last) && strings.HasPrefix(s.text[end:], ".") {
			end++ // a second stop ends only what names the source
		}
		return mark{start: s.pos, end: end, refs: []string{inner}}, inner != ""
	}
	m := mark{start: s.pos, end: s.pos + found[1], refs: []string{inner}, readings: [][]string{splitRefs(inner)}}
	if numbers, ok := splitNumbers(inner); ok {
		m.readings = append(m.readings, numbers)
	}
	if len(found) > 4 && found[4] >= 0 && rest[found[4]:found[5]] != inner { // a link: its target says more than its text
		m.refs, m.readings = []string{rest[found[4]:found[5]]}, append([][]string{{inner}}, m.readings...)
	}
	return m, true
}

// namedFirst is the longest beginning of a line, by words, that names a source: "" for none.
func (d *directory) namedFirst(line string) string {
	const most = 12 // words
	ends := make([]int, 0, most)
	for at := 0; at < len(line) && len(ends) < most; {
		n := strings.IndexByte(line[at:], ' ')
		if n < 0 {
			n = len(line) - at
		}
		ends = append(ends, at+n)
		at += n + 1
	}
	for _, end := range slices.Backward(ends) {
		for _, name := range [...]string{line[:end], strings.TrimRight(line[:end], ".,;:!?)*_\"'。，")} {
			if d.any(name) != nil {
				return name
			}
		}
	}
	return ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// wide reads a bracket in full width: ［1］.
func (s *scanner) wide() (mark, bool) {
	inner, end, ok := s.inside(s.pos, "［", "］", maxInside)
	m := mark{start: s.pos, end: end}
	if ok {
		s.readSquare(&m, strings.TrimSpace(inner))
	}
	return m, ok
}

// announcement matches `doc1`, `ID:0`, `citation:1`, `Source: x` and `Source 2`: a
// word of one of three kinds, and behind it a number or, after a colon, a name.
var announcement = regexp.MustCompile(`(?i)^(?:(` + anyOf(words.Passages) + `)|(` + anyOf(words.SourceWords) + `)|` +
	anyOf(words.Labels) + `)(?: *[:：] *(.+)| *([#\d].*))$`)

// readAnnounced reads a reference that a word announces. One behind a word for a
// source is a marker for certain where it is a name.
func (s *scanner) readAnnounced(m *mark, inner string) bool {
	found := announcement.FindStringSubmatch(inner)
	if found == nil {
		return false
	}
	name := found[3] + found[4]
	numbers, isNumbers := splitNumbers(name)
	if found[4] != "" && !isNumbers {
		return false
	}
	m.refs, m.readings = []string{inner}, [][]string{{name}, splitRefs(name), numbers, unlabelled(name)}
	switch isRound := s.text[m.start] == '('; {
	case isRound && found[2] == "": // weak: it has to name a source
	case isNumbers:
		m.sure = sureOf(numbers)
	case found[2] != "":
		m.sure = certain
	}
	return true
}

// unlabelled splits `Passage 1, 3` into its numbers or names.
func unlabelled(name string) []string {
	refs := splitRefs(name)
	for i, ref := range refs {
		if found := announcement.FindStringSubmatch(ref); found != nil && found[1] != "" {
			refs[i] = strings.TrimLeft(found[3]+found[4], "#")
		}
	}
	return refs
}

// readYears reads `Author, Year` and lists of it. In the dialect author_year
// such a bracket is a marker even where it names nothing that was retrieved.
func (s *scanner) readYears(m *mark, inner string) bool {
	refs := splitYears(inner)
	if m.refs = refs; s.asked == AuthorYear && looksAuthored(inner) {
		m.sure = certain
	}
	return refs != nil
}

// link reads the target of a Markdown link whose text is a bracket already
// read. The address decides what is cited, else the text does. The words of a
// link stay in the sentence unless they are a mere pointer.
func (s *scanner) link(m mark, label string) (mark, bool) {
	target, end, ok := s.inside(m.end, "(", ")", maxTarget)
	if !ok {
		return m, true
	}
	if n := strings.Count(target, "(") - strings.Count(target, ")"); n > 0 && strings.HasPrefix(s.text[end:], ")") {
		target, end = target+")", end+1
	}
	target, _, _ = strings.Cut(strings.Trim(strings.TrimSpace(target), "<>"), " ")
	byLabel := m
	m.end = end
	if strings.EqualFold(target, "CITE") {
		m.refs, m.readings, m.sure = []string{strings.TrimSpace(label)}, [][]string{splitRefs(label)}, certain
		return m, true
	}
	m.refs, m.readings = []string{target}, append([][]string{{lastElement(target)}, byLabel.refs}, byLabel.readings...)
	if !s.isPointer(label, byLabel, end) {
		m.readings, m.sure = nil, weak // words: only the address can make it a citation
		m.kept = Region{m.start + 1, m.start + 1 + len(label)}
	}
	return m, true
}

// isPointer tells whether a link's text is no part of its sentence: a number,
// a word such as "source", a link alone in parentheses, or the name of the
// source behind the end of a sentence or behind another link.
func (s *scanner) isPointer(label string, m mark, end int) bool {
	if m.sure > weak || isWebURL(label) || isSourceWord(label) {
		return true
	}
	before := strings.TrimRight(s.text[:m.start], " ")
	if strings.HasSuffix(before, "(") && strings.HasPrefix(s.text[end:], ")") {
		return true
	}
	last, _ := utf8.DecodeLastRuneInString(before)
	ended := before == "" || last == ')' && len(before) == m.start || strings.ContainsRune(".!?([\n。！？", last)
	return ended && s.known.any(label) != nil
}

// round reads `(Source: x)`, `(Source 2)`, `(Author, Year)`, `(https://…)`, and the
// year of `Smith and Jones (2020) found …`. There the names stay in the sentence;
// the year goes, and what it cites holds for the whole sentence.
func (s *scanner) round() (mark, bool) {
	inner, end, ok := s.inside(s.pos, "(", ")", maxInside)
	if !ok || strings.ContainsAny(inner, "([") {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end}
	if s.readAnnounced(&m, inner) || s.readYears(&m, inner) {
		return m, true
	}
	if m = (mark{start: s.pos, end: end}); isWebURL(inner) {
		m.refs = []string{inner}
		return m, true
	}
	if idShape(inner) != "" || isFileName(inner) || strings.ContainsAny(inner, ",;") {
		m.refs = splitRefs(inner)
		if !slices.ContainsFunc(m.refs, func(ref string) bool { return idShape(ref) == "" && !isFileName(ref) }) {
			return m, true
		}
	}
	m.refs = nil
	before := strings.TrimRight(s.text[max(0, s.pos-maxInside):s.pos], " ")
	for _, ref := range narrated(before, inner) {
		m.readings = append(m.readings, []string{ref})
	}
	m.start -= len(s.text[:s.pos]) - len(strings.TrimRight(s.text[:s.pos], " "))
	m.kept = Region{m.start, m.start}
	return m, len(m.readings) > 0
}

var (
	citingTags = []string{"citation", "cite", "sup"}

	tagged   = regexp.MustCompile(`^<(?:(https?://[^<>\n]+)|([A-Za-z][\w-]*)((?:[ /][^<>\n]*)?))>(?:([^\n]*?)</([A-Za-z][\w-]*)>)?`)
	quotedID = regexp.MustCompile(`["']([^"']*)["']`)
)

// tag reads `<citation>x</citation>`, `<cite>x</cite>`, `<citation id="x">`,
// `<sup>1</sup>` and `<https://…>`.
func (s *scanner) tag() (mark, bool) {
	rest := s.text[s.pos:min(len(s.text), s.pos+maxInside)]
	at := tagged.FindStringSubmatchIndex(rest)
	if at == nil {
		return mark{}, false
	}
	group := func(n int) string { return rest[max(at[2*n], 0):max(at[2*n+1], 0)] }
	m := mark{start: s.pos, end: s.pos + at[1], sure: certain}
	switch name := group(2); {
	case name == "" || slices.Contains(citingTags, name):
	case group(3) == "" || !s.known.own.tag(name):
		return mark{}, false
	default:
		m.sure = weak
	}
	content := group(4)
	wraps := group(2) == group(5) && strings.TrimSpace(content) != ""
	if group(2) != group(5) { // the tag is closed by no other one of its name
		m.end, content = s.pos+strings.IndexByte(rest, '>')+1, ""
	}
	if id := quotedID.FindStringSubmatch(group(3)); id != nil {
		if wraps && strings.TrimSpace(content) != id[1] { // the statement stands in the tag
			m.kept = Region{s.pos + at[8], s.pos + at[9]}
		}
		content = id[1]
	}
	numbers, isNumbers := splitNumbers(content)
	switch {
	case group(1) != "":
		m.refs, m.sure = []string{group(1)}, weak
	case group(2) == "sup":
		m.refs, m.sure = numbers, weak
		return m, isNumbers
	default:
		m.refs, m.readings = []string{strings.TrimSpace(content)}, [][]string{splitRefs(content)}
		return m, content != ""
	}
	return m, true
}

// lenticular reads `【1】`, `【1†source】` and `【4:0†file】`. Other words in such
// brackets are a heading, which is what they are for in Chinese.
func (s *scanner) lenticular() (mark, bool) {
	inner, end, ok := s.inside(s.pos, "【", "】", maxInside)
	if !ok {
		return mark{}, false
	}
	m := mark{start: s.pos, end: end, refs: []string{inner}}
	if numbers, ok := splitNumbers(inner); ok {
		m.refs, m.sure = numbers, certain
	} else if s.readAnnounced(&m, inner) {
		return m, true
	} else if place, source, ok := strings.Cut(inner, "†"); ok {
		m.readings, m.sure = [][]string{{place}, {source}}, certain
	}
	return m, true
}

var inPrivateUse = regexp.MustCompile(`^(?:\x{E200}|\\ue200)?(?:cite)?((?:(?:\x{E202}|\\ue202)\w+)+)(?:\x{E201}|\\ue201)?`)

// privateUse reads U+E202 and a reference such as turn0file0, alone or in a
// group that U+E200 opens and U+E201 closes; the signs as characters or as escaped.
func (s *scanner) privateUse() (mark, bool) {
	found := inPrivateUse.FindStringSubmatch(s.text[s.pos:min(len(s.text), s.pos+maxTarget)])
	if found == nil {
		return mark{}, false
	}
	return mark{start: s.pos, end: s.pos + len(found[0]), refs: strings.Split(strings.ReplaceAll(found[1], `\ue202`, "\ue202"), "\ue202")[1:], sure: certain}, true
}

var (
	raised = regexp.MustCompile(`^[⁰¹²³⁴⁵⁶⁷⁸⁹]+(?:[,˒ʼ][⁰¹²³⁴⁵⁶⁷⁸⁹]+)*`)
	// base ends what a raised number is an exponent of: 10⁹, m², mc², x¹².
	base = regexp.MustCompile(`(?:[⁻⁺µμ⁰¹²³⁴⁵⁶⁷⁸⁹\d]|(?:^|\W)\w{1,2})$`)
)

// superscript reads raised numbers. A raised number behind a digit, a raised
// sign or a word of one or two letters is an exponent.
func (s *scanner) superscript() (mark, bool) {
	const longest = 8 // bytes of a base, and one more
	form := raised.FindString(s.text[s.pos:min(len(s.text), s.pos+maxInside)])
	if form == "" || base.MatchString(s.text[max(0, s.pos-longest):s.pos]) {
		return mark{}, false
	}
	digits := strings.Map(func(r rune) rune {
		if plain := text.Raised(r); plain != 0 {
			return rune(plain)
		}
		return ','
	}, form)
	numbers, ok := splitNumbers(digits)
	m := mark{start: s.pos, end: s.pos + len(form), refs: numbers}
	if len(numbers) == 1 {
		m.readings = [][]string{strings.Split(digits, "")} // ¹² is 1 and 2 where there is no 12
	}
	return m, ok
}

// before returns the byte before this place, or a line feed at the start.
func (s *scanner) before() byte {
	if s.pos == 0 {
		return '\n'
	}
	return s.text[s.pos-1]
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isSourceWord tells a word, or a link's text, that only points at a source.
func isSourceWord(word string) bool {
	word = strings.ToLower(strings.TrimSpace(word))
	return word == "link" || slices.Contains(words.SourceWords, word)
}

// splitRefs splits a list of references at commas and semicolons.
func splitRefs(s string) []string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(",;，、", r) })
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// maxRange bounds how many numbers `[1-9]` is spelt out to.
const maxRange = 50

var (
	betweenNumbers = regexp.MustCompile(` *(?:, and |[,;，、&]|and ) *`)
	numberRange    = regexp.MustCompile(`^ *[ #]*(\d{1,6}) *(?:[-–—][ #]*(\d{1,6}) *)?$`)
)

// splitNumbers reads a list of numbers and ranges: `1`, `1, 2`, `1-3`,
// `1, 2 and 3`. It is not ok for anything else, nor for an empty list.
func splitNumbers(s string) (out []string, ok bool) {
	switch n, plain := plainNumber(s); {
	case plain:
		return []string{strconv.Itoa(n)}, true
	case strings.IndexFunc(s, isDigit) < 0 || len(s) > maxInside:
		return nil, false
	}
	for _, part := range betweenNumbers.Split(s, -1) {
		found := numberRange.FindStringSubmatch(part)
		if found == nil {
			return nil, false
		}
		first, _ := plainNumber(found[1])
		last := first
		if found[2] != "" {
			last, _ = plainNumber(found[2])
		}
		if last < first || last-first >= maxRange {
			return nil, false
		}
		for n := first; n <= last; n++ {
			out = append(out, strconv.Itoa(n))
		}
	}
	return out, true
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// maxPlausible is the greatest number that is still taken for a marker where
// it resolves to nothing: `[7]` beside five sources is a marker gone wrong,
// `[2023]` is a year and `[404]` a code.
const maxPlausible = 99

// sureOf tells how far numbers between brackets are a marker.
func sureOf(numbers []string) certainty {
	for _, s := range numbers {
		if n, _ := plainNumber(s); n < 1 || n > maxPlausible {
			return weak
		}
	}
	return plausible
}

// isFileName tells a name that only a document has. An address may be what the
// answer is about.
func isFileName(s string) bool {
	file, _, _ := strings.Cut(strings.ToLower(s), "#")
	return !isWebURL(s) && slices.ContainsFunc(words.FileEndings, func(ending string) bool {
		return len(file) > len(ending) && strings.HasSuffix(file, ending)
	})
}

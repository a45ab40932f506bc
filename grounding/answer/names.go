package answer

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
)

// What stands set off in a reply names a source by its words and numbers, if these head one
// passage in the prompt: they stand in its metadata, right in front of it, or in a head of its
// own. Where the words stand tells; no shape of a sign is known.

// Bounds, in bytes, on what heads a passage, and on the tokens of a sign.
const (
	maxHead   = 80
	maxTokens = 48
)

// Label is what names a source, a name or several a line: its names, of which no part is one; its other
// metadata and its own head; and what stands in front of it, which may belong to the one before.
type Label struct{ Names, Own, Above string }

// LabelsOf gives, by chunk, what names it in its prompt.
func LabelsOf(chunks []evidence.Chunk, passages []Passage) []Label {
	out := make([]Label, len(chunks))
	lines := 1 // of the longest head between two passages
	for i := range passages {
		if i > 0 && passages[i].Message == passages[i-1].Message {
			lines = max(lines, strings.Count(above(passages[i].Before), "\n")+1)
		}
	}
	for i := range chunks {
		c := &chunks[i]
		if c.Ambient {
			continue // the app's own words are no passage
		}
		said := []string{c.ID, c.Shown, c.DocID, c.Title, c.URL, c.Source, c.Filename, c.Date, strings.Join(c.Authors, ", ")}
		if c.Year > 0 {
			said = append(said, strconv.Itoa(c.Year))
		}
		if c.Page != "" {
			said = append(said, "page "+c.Page)
		}
		said = append(said, c.Authors...)
		var meta []string
		for key, value := range c.Meta {
			meta = append(meta, key+": "+plain(value))
		}
		slices.Sort(meta)
		head := strings.Split(above(passages[i].Before), "\n")
		out[i].Names = strings.Join(said, "\n")
		out[i].Own = strings.Join(append(meta, headOf(c.Text), remarksOf(c.Text)), "\n")
		out[i].Above = strings.Join(head[max(0, len(head)-lines):], "\n")
	}
	return out
}

func plain(value json.RawMessage) string {
	const longest = 200 // bytes of a value that may be in a name
	var s string
	if json.Unmarshal(value, &s) != nil {
		s = string(value)
	}
	return wholeRunes(s[:min(len(s), longest)])
}

// above is the paragraph that a text ends with.
func above(text string) string {
	text = strings.TrimSpace(text)
	return strings.TrimSpace(text[strings.LastIndex(text, "\n\n")+1:])
}

// headOf is what a passage is headed with in its own text, one name a line: its first lines that are no
// sentences, a heading or one alone, else what stands before its first colon or in its first brackets
// if its form is one of a name. Any other line of a record or a table states something of the passage.
func headOf(passage string) string {
	const most = 3 // lines
	var lines, head []string
	for line := range strings.Lines(passage) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if own := lineHead(line); own != line || len(lines) == most || line[0] == '|' {
			if len(lines) == 0 {
				return own
			}
			break
		}
		lines = append(lines, line)
	}
	for _, line := range lines {
		if len(lines) == 1 || line[0] == '#' || namesByForm(line) {
			head = append(head, line)
		}
	}
	return strings.Join(head, "\n")
}

// remarksOf are what stands in brackets behind the last stop of its lines, and behind a word for a source at their beginning.
func remarksOf(passage string) (out string) {
	const most = 32 // lines
	for line := range strings.Lines(passage) {
		line = strings.TrimSpace(line)
		switch {
		case strings.Count(out, "\n") >= most:
			return out
		case text.EndsWithRemark(line):
			out += line[strings.LastIndexByte(line, '('):] + "\n"
		case len(line) < maxSample:
			if at := colonAt(line); at < len(line) && isSourceWord(strings.TrimRight(line[:at], ":：* ")) {
				out += strings.TrimLeft(line[at:], "* ") + "\n"
			}
		}
	}
	return out
}

// lineHead is what heads a line: itself, where it is short and no sentence, else a name before its first
// colon or in its first brackets; "" for nothing.
func lineHead(line string) string {
	_, _, whole := enclosed(line, maxInside)
	if len(line) <= maxHead && !endsWithStop(line) || whole == len(line) {
		return line
	}
	beginning := wholeRunes(line[:min(len(line), maxHead)])
	if end := strings.IndexByte(beginning, '>'); end > 0 && beginning[0] == '<' {
		return beginning[:end+1]
	}
	if _, _, length := enclosed(beginning, maxHead); length > 0 {
		return beginning[:length]
	}
	if m := aCount.FindStringSubmatchIndex(beginning); m != nil {
		return beginning[:m[3]]
	}
	at := headEnds.FindStringIndex(beginning)
	if at == nil || strings.ContainsAny(beginning[:at[0]], "!?。！？") || !namesByForm(beginning[:at[0]]) {
		return ""
	}
	return beginning[:at[0]]
}

// headEnds parts the head of a line from the rest.
var headEnds = regexp.MustCompile(`: |：| [-–—] `)

// aCount is a word or sign and a number that begin a line, such as `Section 31` and `第五条`.
var aCount = regexp.MustCompile(`^[^\pL\d§]*((?:\pL+\.?|§+)[  ]\d+\pL?|[第제](?:\d+|[一二三四五六七八九十百]+)\pL)(?:[^\pL\d]|$)`)

// namesByForm tells words that are a name by their form alone: they begin with an id, hold a file's name, or
// end with the number of a place. A label that states something, "Safe for children", has none of these.
func namesByForm(head string) bool {
	first, _, _ := strings.Cut(head, " ")
	tokens := tokensOf(head, maxTokens)
	n := len(tokens)
	for n > 1 && isFigure(tokens[n-1]) {
		n--
	}
	parts := func(r rune) bool { return unicode.IsSpace(r) || opensBrackets(r) || closesBrackets(r) }
	switch {
	case len(first) > len("B12") && isLetter(first[0]) && idShape(first) != "", 0 < n && n < len(tokens) && isPlaceWord(tokens[n-1]):
		return true
	}
	return slices.ContainsFunc(strings.FieldsFunc(head, parts), isFileName)
}

func endsWithStop(line string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "\"'”’»)*_ "))
	return text.EndsSentence(last)
}

// tokensOf are the words and numbers of a text, in small letters; a number in a word is one of
// its own.
func tokensOf(s string, most int) (out []string) {
	start, kind := -1, 0
	flush := func(end int) {
		if start >= 0 {
			out = append(out, text.Fold(s[start:end]))
		}
		start = -1
	}
	for i, r := range s {
		now := 0
		switch {
		case unicode.IsLetter(r), unicode.Is(unicode.M, r), r == '§':
			now = 1
		case unicode.IsDigit(r):
			now = 2
		}
		if now != kind || now == 0 {
			if flush(i); len(out) == most {
				return out
			}
		}
		if now != 0 && start < 0 {
			start = i
		}
		kind = now
	}
	flush(len(s))
	out = out[:min(len(out), most)]
	for k := range max(0, len(out)-1) {
		if k+2 < len(out) && isFigure(out[k+2]) && isPlaceWord(out[k]) && fieldOf(out[k+1]) == "n" {
			out = slices.Delete(out, k+1, k+2) // "page number: 3"
		}
		if k+1 < len(out) && isFigure(out[k+1]) && (out[k] == "p" || out[k] == "pp" || fieldOf(out[k]) == "page") {
			out[k] = "page"
		}
	}
	return out
}

func isFigure(token string) bool {
	r, _ := utf8.DecodeRuneInString(token)
	return unicode.IsDigit(r)
}

// labels are the tokens that head each source.
type labels struct {
	shown []Label
	of    []string          // the tokens of a source in their order, each between spaces
	names map[string][]name // the names of sources whose names were asked for, by the first token
	read  []bool            // whose they are
	own   map[string]bool   // the tokens of the app's own words that do not only head a source there
	raw   []string          // what heads a source, as it stands
}

// name is something that names a source as a whole.
type name struct {
	source int
	tokens []string
	own    bool // it surely is the source's
	asks   bool // it is a question: what has its words and asks nothing answers it
	part   bool // it is a part of what heads the source: a sign of it vouches for the source's own words only
}

// label is what names a source of which no prompt is known.
func (s *Source) label() string {
	said := append([]string{s.Handle, s.Title, s.URL, s.Filename, lastElement(s.Filename), strings.Join(s.Authors, "\n")}, s.Aliases...)
	if s.Page != "" {
		said = append(said, "page "+s.Page)
	}
	if s.Year > 0 {
		said = append(said, strconv.Itoa(s.Year))
	}
	return strings.Join(said, "\n")
}

// mostHeading is how many tokens that head a source are looked at.
const mostHeading = 400

// labelled are the labels of the known sources, as they stand.
func (d *directory) labelled() *labels {
	if d.headed != nil {
		return d.headed
	}
	l := &labels{shown: make([]Label, len(d.sources))}
	if d.shown != nil {
		l.shown = slices.Clone(d.shown())
	}
	for i := range l.shown {
		label := &l.shown[i]
		if i < len(d.sources) {
			label.Names += "\n" + d.sources[i].label()
		}
		l.raw = append(l.raw, label.Names+"\n"+label.Own+"\n"+label.Above)
	}
	d.headed = l
	return l
}

// heads are the labels of the known sources, with their tokens.
func (d *directory) heads() *labels {
	l := d.labelled()
	if l.names != nil {
		return l
	}
	l.names, l.own, l.read = map[string][]name{}, map[string]bool{}, make([]bool, len(l.raw))
	counts := map[string]int{}
	for _, raw := range l.raw {
		tokens := tokensOf(raw, mostHeading)
		l.of = append(l.of, " "+strings.Join(tokens, " ")+" ")
		for _, t := range tokens {
			counts[t]++
		}
	}
	l.addCounted(l.shown)
	for _, t := range d.own.words() {
		if counts[t]--; counts[t] < 0 {
			l.own[t] = true
		}
	}
	return l
}

// ask reads the names of the sources that some tokens may name: each of them heads the source, or may belong to
// the form of a sign.
func (l *labels) ask(tokens []string) {
	var must []string
	for k, t := range tokens {
		if !isPlaceWord(t) && !l.own[t] && (k == 0 || !isFigure(t) || !isPlaceWord(tokens[k-1])) {
			must = append(must, " "+t+" ")
		}
	}
	denied := text.Unknown.IsNegator(tokens[0]) // such a name of any source counts
	for i, of := range l.of {
		lacks := func(t string) bool { return !strings.Contains(of, t) }
		if !l.read[i] && (denied || strings.Count(of, " ") > mostHeading || !slices.ContainsFunc(must, lacks)) {
			l.read[i] = true
			l.addAll(i)
		}
	}
}

// addAll notes all that names a source.
func (l *labels) addAll(i int) {
	label := &l.shown[i]
	for line := range strings.Lines(label.Names) {
		l.add(i, line, true, false)
	}
	for _, address := range webAddress.FindAllString(l.raw[i], -1) {
		host, _, _ := strings.Cut(foldURL(address), "/")
		l.add(i, host, true, false)
		l.add(i, strings.TrimRight(address, ".,;"), true, false)
	}
	for _, said := range [...]string{label.Own, label.Above} {
		for line := range strings.Lines(said) {
			pieces, parts := piecesOf(line)
			for k, piece := range slices.Concat([]string{line}, pieces, parts) {
				l.add(i, piece, said == label.Own, k > len(pieces))
			}
		}
	}
}

// addCounted notes the words that count the sources: one at the beginning of what heads several, with
// another number each.
func (l *labels) addCounted(shown []Label) {
	type counted struct {
		source int
		number string
	}
	of := map[string][]counted{} // by the word
	for i, label := range shown {
		for line := range strings.Lines(label.Above) {
			if t := tokensOf(line, 2); len(t) == 2 && !isFigure(t[0]) && isFigure(t[1]) && !slices.ContainsFunc(of[t[0]], func(c counted) bool { return c.number == t[1] || c.source == i }) {
				of[t[0]] = append(of[t[0]], counted{i, t[1]})
			}
		}
	}
	for word, all := range of {
		for _, c := range all {
			if len(all) > 1 {
				l.add(c.source, word+" "+c.number, false, false)
			}
		}
	}
}

// add notes what names a source. A denial alone names nothing.
func (l *labels) add(source int, said string, own, part bool) {
	tokens := tokensOf(said, maxTokens)
	if len(tokens) == 0 || len(tokens) == 1 && text.Unknown.IsNegator(tokens[0]) {
		return
	}
	if len(tokens) == 2 && isPlaceWord(tokens[0]) && isFigure(tokens[1]) {
		l.names[tokens[1]] = append(l.names[tokens[1]], name{source: source, tokens: tokens[1:], own: own}) // "file.pdf:7"
	}
	l.names[tokens[0]] = append(l.names[tokens[0]], name{source, tokens, own, text.Asks(said), part})
}

// piecesOf are the parts of a line that heads a passage which may be names by themselves: between its signs,
// and behind a word for such a name; between commas and dashes those that are a name by their form. A label
// with its value is one part. parts are what a head may be known by beside.
func piecesOf(line string) (out, parts []string) {
	for piece := range strings.FieldsFuncSeq(line, func(r rune) bool {
		return strings.ContainsRune("|<>\"“”*#=", r) || opensBrackets(r) || closesBrackets(r)
	}) {
		for part := range strings.FieldsFuncSeq(piece, func(r rune) bool { return strings.ContainsRune(",;—–", r) }) {
			if namesByForm(strings.TrimSpace(part)) {
				out = append(out, part)
			}
		}
		for part := range strings.SplitSeq(piece, " - ") {
			if m := aCount.FindStringSubmatch(part); m != nil {
				parts = append(parts, m[1])
			} else if namesByForm(strings.TrimSpace(part)) {
				parts = append(parts, part)
			}
		}
		for rest := piece; ; {
			at := strings.LastIndexAny(rest, ",;")
			if at < 0 || !namesByForm(rest[at+1:]) {
				out = append(out, rest)
				break
			}
			rest = rest[:at] // "Clay Rules, page 7"
		}
		if at := colonAt(piece); at < len(piece) && !slices.ContainsFunc(tokensOf(piece[:at], maxTokens), func(t string) bool { return !isFigure(t) && !isPlaceWord(t) }) {
			out = append(out, piece[at:])
		}
	}
	return out, parts
}

// byHead finds the sources that some set-off words name. It remembers, as find does.
func (d *directory) byHead(ref string) []int {
	if len(ref) > maxInside {
		return nil
	}
	at, ok := d.byWords[ref]
	if !ok {
		part := false
		if at = d.headedBy(ref, false); at == nil {
			at, part = d.headedBy(ref, true), true
		}
		if d.byWords == nil || len(d.byWords) == maxLookUps {
			d.byWords, d.byPart = map[string][]int{}, map[string]bool{}
		}
		d.byWords[ref], d.byPart[strings.TrimSpace(ref)] = at, part
	}
	return at
}

// headedBy finds the sources of which some words are names as a whole, but for words of a sign's form and
// places: a part of a name, or a name with anything else, may state something; parts that a head may be known by count
// where that is said. The best are those of which most
// is named.
func (d *directory) headedBy(ref string, parts bool) (out []int) {
	tokens := tokensOf(ref, maxTokens)
	if len(tokens) == 0 || len(tokens) == 1 && isFigure(tokens[0]) {
		return nil
	}
	l := d.heads()
	l.ask(tokens)
	if n := len(tokens) - 1; isFigure(tokens[n]) && slices.ContainsFunc(tokens[:n], isPassageWord) && !slices.ContainsFunc(tokens[:n], isOtherWord) {
		if at := d.any(tokens[n]); at != nil {
			return at // "chunk index: 4"
		}
	}
	asks := text.Asks(ref)
	labelled := len(tokensOf(ref[:strings.LastIndexAny(ref, ":|")+1], maxTokens)) // tokens of labels, which may be the app's
	at := make([][]name, len(tokens))
	var sources []int
	for k, t := range tokens {
		for _, n := range l.names[t] {
			if len(n.tokens) <= len(tokens)-k && slices.Equal(n.tokens, tokens[k:k+len(n.tokens)]) && (asks || !n.asks) && (parts || !n.part) {
				at[k], sources = append(at[k], n), append(sources, n.source)
			}
		}
		if len(at[k]) == 0 && k == 0 && !isFigure(t) && !l.isForm(t) {
			return nil
		}
	}
	slices.Sort(sources)
	best := 0
	for _, source := range slices.Compact(sources) {
		switch rank := l.rank(source, tokens, at, labelled); {
		case rank > best:
			best, out = rank, []int{source}
		case rank == best && rank > 0:
			out = append(out, source)
		}
	}
	if len(out) == len(l.of) && len(out) > 1 {
		return nil
	}
	return out
}

// rank tells how much of a sign names a source, given the names that begin at its tokens; 0 where something of it
// does neither that nor belongs to its form.
func (l *labels) rank(source int, tokens []string, at [][]name, labelled int) (rank int) {
	const figures = 3 // that name a source without a word, such as a time
	named := false
	for k := 0; k < len(tokens); {
		var longest name
		for _, n := range at[k] {
			if n.source == source && (len(n.tokens) > len(longest.tokens) || len(n.tokens) == len(longest.tokens) && n.own) {
				longest = n
			}
		}
		switch t, n := tokens[k], len(longest.tokens); {
		case n > 0:
			named = named || n >= figures || slices.ContainsFunc(longest.tokens, func(t string) bool { return !isFigure(t) && (len(t) > 1 || n > 1) })
			if rank += 2 * n; longest.own {
				rank++
			}
			k += n
		case isFigure(t) && l.placed(source, tokens[:k]), !isFigure(t) && (isPlaceWord(t) || k < labelled && l.isForm(t)):
			k++
		default:
			return 0
		}
	}
	if !named {
		return 0
	}
	return rank
}

// isForm reports whether a word may belong to the form of a sign: the app's own words have it, or
// it is one for a source or a place in it.
func (l *labels) isForm(t string) bool {
	return (l.own[t] || isPlaceWord(t)) && !text.Unknown.IsNegator(t)
}

func isPlaceWord(t string) bool {
	return fieldOf(t) != "" || slices.Contains(forms.Fillers, t) || isPassageWord(t) || slices.Contains(words.Places, t+".")
}

func isOtherWord(t string) bool { return !isPlaceWord(t) }

// isPassageWord tells a word behind which a passage's number stands.
func isPassageWord(t string) bool {
	return isSourceWord(t) || slices.Contains(words.Passages, t) || slices.Contains(words.Labels, t)
}

// placed reports whether some tokens end with a word for a place of which a source has none: its
// figure may be any.
func (l *labels) placed(source int, before []string) bool {
	if len(before) == 0 || !isPlaceWord(before[len(before)-1]) {
		return false
	}
	_, behind, found := strings.Cut(l.of[source], " "+before[len(before)-1]+" ")
	return !found || !isFigure(behind)
}

// named finds the sources of one or several names in a sign, each with what it says of them.
func (d *directory) named(inside string) (refs []string, bound []binding) {
	for _, parts := range [...][]string{strings.FieldsFunc(inside, func(r rune) bool { return strings.ContainsRune(";；", r) }), {inside}, splitRefs(inside)} {
		refs, bound = nil, nil
		for _, part := range parts {
			at := d.byHead(part)
			if len(at) == 0 {
				refs = nil
				break
			}
			refs, bound = append(refs, strings.TrimSpace(part)), append(bound, bindKnown(at))
		}
		if refs != nil {
			return refs, bound
		}
	}
	return nil, nil
}

// enclosed reads the brackets that a text begins with, of any kind and as deep as they are: what
// stands in them, and the bytes of all. length is 0 where there are none on the line.
func enclosed(s string, longest int) (open, inside string, length int) {
	s = s[:min(len(s), longest)]
	depth, body := 0, 0
	for i, r := range s {
		switch {
		case r == '\n':
			return "", "", 0
		case opensBrackets(r):
			if depth++; body == i {
				body = i + utf8.RuneLen(r)
			}
		case closesBrackets(r):
			if depth--; depth == 0 {
				return s[:body], s[body:i], i + utf8.RuneLen(r)
			}
		}
		if depth <= 0 {
			break
		}
	}
	return "", "", 0
}

func opensBrackets(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '(' || r == '[' || r == '{'
	}
	return unicode.Is(unicode.Ps, r) || r == '«' || r == '‹'
}

func closesBrackets(r rune) bool {
	if r < utf8.RuneSelf {
		return r == ')' || r == ']' || r == '}'
	}
	return unicode.Is(unicode.Pe, r) || r == '»' || r == '›'
}

// setOff reads what stands set off here, where it names sources: in brackets, as a cell of a
// table, or emphasised behind the end of a sentence.
func (s *scanner) setOff() (mark, bool) {
	if s.pos < s.within {
		return mark{}, false // it is a part of brackets that say more
	}
	rest := s.text[s.pos:]
	open, inside, length := "", "", 0
	if s.closes() {
		open, inside, length = enclosed(rest, maxInside)
	}
	s.within = s.pos + length
	m := mark{start: s.pos, end: s.pos + length, named: true}
	switch c := rest[0]; c {
	case '<':
		if n := strings.IndexAny(rest[1:min(len(rest), maxInside)], "<>\n"); n > 0 && rest[1+n] == '>' && !s.known.own.lackMarkup(rest[:2+n]) {
			inside, length, m.end = rest[1:1+n], n+2, s.pos+n+2
		}
	case '^', '~', '#':
		return s.glued(rest)
	case '*', '_', '|':
		n := strings.IndexAny(rest[1:min(len(rest), maxInside)], string(c)+"\n")
		if n <= 0 || rest[1+n] != c {
			return mark{}, false
		}
		last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s.text[:s.pos], " "))
		if length = n + 2; c != '|' && (!text.EndsSentence(last) || strings.HasPrefix(rest[length:], string(c))) {
			return mark{}, false
		}
		inside = rest[1 : 1+n]
		m.end = s.pos + length
		if line := s.text[strings.LastIndexByte(s.text[:s.pos], '\n')+1:]; c == '|' && strings.HasPrefix(strings.TrimLeft(line, " \t"), "|") {
			_, below, _ := strings.Cut(line, "\n")
			if strings.HasPrefix(strings.TrimLeft(strings.TrimLeft(below, " \t"), "|: "), "-") || strings.TrimSpace(line[:len(line)-len(rest)]) == "" {
				return mark{}, false // the head of a column, or what a row is about
			}
			m.start, m.end = s.pos+1, m.end-1 // a cell stays one
		}
	}
	if length == 0 || s.before() == '\\' || s.before() == '!' {
		return mark{}, false
	}
	if m.refs, m.bound = s.known.named(inside); len(m.refs) == 0 && open != "" {
		m.refs, m.bound = s.numbered(open, inside, rest[len(open)+len(inside):length])
	}
	if target, end, ok := s.inside(m.end, "(", ")", maxTarget); ok && open == "[" && !strings.Contains(target, " ") {
		m.end = end // a link names its source by its text
	}
	before := strings.TrimRight(s.text[:s.pos], " ")
	last, _ := utf8.DecodeLastRuneInString(before)
	m.frame = len(m.refs) == 0 && open == "[" && (before == "" || last == '\n' || text.EndsSentence(last)) && s.known.own.label(inside) // it states nothing
	return m, len(m.refs) > 0 || m.frame
}

// gluedSign is a sign without brackets, such as a caret, around a number or an id.
var gluedSign = regexp.MustCompile(`^([\^~#]{1,2})([\w-]{0,40}\d)([\^~#]{0,2})`)

// glued reads such a sign where the app's own words show one, and it names a source.
func (s *scanner) glued(rest string) (mark, bool) {
	found := gluedSign.FindStringSubmatch(rest[:min(len(rest), maxInside)])
	if found == nil || !s.known.own.marker(found[1], found[3]) {
		return mark{}, false
	}
	at := s.known.any(found[2])
	return mark{start: s.pos, end: s.pos + len(found[0]), named: true, refs: []string{found[2]}, bound: []binding{bindKnown(at)}}, at != nil
}

// closes reports whether brackets close here at all. The text is looked through once.
func (s *scanner) closes() bool {
	for s.closer = max(s.closer, s.pos); s.closer < len(s.text); {
		r, size := utf8.DecodeRuneInString(s.text[s.closer:])
		if closesBrackets(r) {
			break
		}
		s.closer += size
	}
	return s.closer-s.pos < maxInside
}

// numbered reads numbers of sources in brackets that the app's own words show around one.
func (s *scanner) numbered(open, inside, end string) (refs []string, bound []binding) {
	first := strings.IndexFunc(inside, unicode.IsDigit)
	last := strings.LastIndexFunc(inside, unicode.IsDigit) + 1
	if first < 0 {
		return nil, nil
	}
	refs, ok := splitNumbers(inside[first:last])
	if !ok || !s.known.own.marker(open+inside[:first], inside[last:]+end) {
		return nil, nil
	}
	for _, ref := range refs {
		at := s.known.any(ref)
		if len(at) == 0 {
			return nil, nil
		}
		bound = append(bound, bindKnown(at))
	}
	return refs, bound
}

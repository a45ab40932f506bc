package text

import (
	"encoding/binary"
	"math/bits"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a stretch of a text in bytes, end exclusive.
type Span struct{ Start, End int }

// Block says what part of a page a sentence belongs to.
type Block uint8

// The parts of a page.
const (
	Prose     Block = iota
	Title           // a heading
	Item            // an item of a list
	Row             // a row of a table
	TableHead       // the head of a table
	CodeBlock       // a fenced block
)

// Sentence is a sentence of a page. A heading, a row of a table and a fenced block
// are sentences of their own.
type Sentence struct {
	Span
	Block Block
}

// Sentences cuts a page into sentences, in order and without the white space
// around them. It knows the blocks of Markdown and lines that were wrapped at a
// width, as text from PDF files has them. It is linear in the length of the text.
//
// The borders inside a paragraph are those of UAX #29 but for citation markers
// and closing quotes, which stay with the sentence in front of them, and for
// abbreviations, initials and days, which are told by data.
func Sentences(s string) []Sentence {
	const usual = 60 // bytes of a sentence
	p := pager{text: s, out: make([]Sentence, 0, len(s)/usual+4)}
	for at := 0; at < len(s); {
		end := strings.IndexByte(s[at:], '\n')
		if end < 0 {
			end = len(s)
		} else {
			end += at
		}
		at = p.line(at, end)
	}
	p.flush()
	return p.out
}

// pager walks over the lines of a page and gathers those of a paragraph.
type pager struct {
	text  string
	out   []Sentence
	open  Span  // the paragraph gathered so far; empty for none
	block Block // what the paragraph is
	inRow bool  // a row of HTML is open in it
	cells cells // of the line before
}

// line takes a line and returns where the next one starts.
func (p *pager) line(start, end int) int {
	l := strings.TrimSpace(p.text[start:end])
	whole := Span{start, end}
	const longestRow = 4 << 10 // bytes of a row that is not closed
	inRow := p.inRow && end-p.open.Start < longestRow
	p.inRow = rowOpen(l, inRow)
	had := p.cells
	p.cells = cellsOf(l)
	switch {
	case p.open.Start < p.open.End && (inRow || strings.HasPrefix(l, "<dd")):
		p.open.End = end
	case l == "":
		p.flush()
	case isFence(l):
		p.flush()
		next := fenceEnd(p.text, end+1, l)
		p.emit(Span{start, next}, CodeBlock)
		return next
	case isHeading(l):
		p.flush()
		p.emit(whole, Title)
	case isUnderline(l) && p.open.Start < p.open.End:
		p.open.End, p.block = end, Title
		p.flush()
	case l[0] == '|':
		p.flush()
		p.row(whole, l)
	case p.cells.count > 0 && (p.cells == had || p.cells == p.cellsBelow(end)):
		p.flush()
		p.emit(whole, Row)
	case ListMarker(l) > 0:
		p.flush()
		p.open, p.block = whole, Item
	case p.open.Start < p.open.End && wraps(p.lastLine(), l):
		p.open.End = end
	default:
		p.flush()
		p.open, p.block = whole, Prose
	}
	return end + 1
}

// cellsBelow are the cells of the line behind one that ends at a byte.
func (p *pager) cellsBelow(end int) cells {
	next, _, _ := strings.Cut(p.text[min(end+1, len(p.text)):], "\n")
	return cellsOf(strings.TrimSpace(next))
}

// cells are the signs that part the cells of a line: the sign, and how many there are.
type cells struct {
	sign  byte
	count int
}

// cellsOf finds the cells of a line, outside of quotes: a comma or semicolon parts some where no space follows. JSON has none.
func cellsOf(l string) cells {
	const signs = "\t|;,"
	if l == "" || strings.IndexByte("|{[", l[0]) >= 0 || !strings.ContainsAny(l, signs) || strings.Contains(l, `":`) {
		return cells{}
	}
	quoted := false
	var count [len(signs)]int
	for i := range len(l) {
		sign := strings.IndexByte(signs, l[i])
		switch {
		case l[i] == '"':
			quoted = !quoted
		case sign >= 0 && !quoted && (sign < 2 || i+1 == len(l) || l[i+1] != ' '):
			count[sign]++
		}
	}
	for i, n := range count {
		if n > 1 || n == 1 && signs[i] != ',' { // "1,000"
			return cells{signs[i], n}
		}
	}
	return cells{}
}

var rowTags = regexp.MustCompile(`(?i)</?(?:tr|table)\b`)

// rowOpen tells whether a row of HTML is open behind a line, in front of which one was or was not.
func rowOpen(l string, before bool) bool {
	if strings.IndexByte(l, '<') < 0 {
		return before
	}
	if tags := rowTags.FindAllString(l, -1); len(tags) > 0 {
		return strings.EqualFold(tags[len(tags)-1], "<tr")
	}
	return before
}

// row takes a row of a table: the line of dashes below its head makes that a head
// and is no sentence.
func (p *pager) row(line Span, l string) {
	if strings.Contains(l, "-") && strings.Trim(l, "|:- ") == "" {
		if n := len(p.out); n > 0 && p.out[n-1].Block == Row {
			p.out[n-1].Block = TableHead
		}
		return
	}
	p.emit(line, Row)
}

// lastLine is the last line gathered into the paragraph.
func (p *pager) lastLine() string {
	l := p.text[p.open.Start:p.open.End]
	return strings.TrimSpace(l[strings.LastIndexByte(l, '\n')+1:])
}

// flush cuts the gathered paragraph into sentences.
func (p *pager) flush() {
	open, block := p.open, p.block
	p.open, p.block = Span{}, Prose
	if open.Start >= open.End {
		return
	}
	if body := strings.TrimSpace(p.text[open.Start:open.End]); block == Title || isBold(body) {
		p.emit(open, Title)
		return
	}
	for from := open.Start; from < open.End; {
		end, kind := p.part(from, open.End, block)
		b := Borders{Text: p.text[:end], From: from + ListMarker(p.text[from:end])}
		for from < end {
			to := end
			if kind == Prose || kind == Item {
				to = b.Next(from)
			}
			p.emit(Span{from, to}, kind)
			from = to
		}
	}
}

// part is what tags of HTML part from the rest of a paragraph, from a byte on: where it ends, and what it is. A row is one, and
// a term with what defines it, whatever tags stand in them.
func (p *pager) part(from, end int, block Block) (to int, kind Block) {
	kind = block
	said, row := false, ""
	for at := from; at < end; {
		next := strings.IndexByte(p.text[at:end], '<')
		if next < 0 {
			break
		}
		said = said || strings.TrimSpace(p.text[at:at+next]) != ""
		at += next
		n, name, _, closes := tagAt(p.text[at:end])
		parts := blockTags[name] && (name != "br" || !StartsLower(strings.TrimLeft(p.text[at+n:end], " \n"))) &&
			(row == "" || name == row && !(closes && row == "dt") || name == "table" || name == "dl")
		switch {
		case n == 0:
			said, n = true, 1
		case parts && said && !closes:
			return at, kind
		case parts && said:
			return at + len(closers.FindString(p.text[at:end])), kind
		case parts && !closes && htmlKinds[name] != Prose:
			if kind = htmlKinds[name]; kind == Row {
				row = name
			}
		case row == "tr" && name == "th" && !said:
			kind = TableHead
		case row == "tr" && name == "td":
			kind = Row
		}
		at += n
	}
	return end, kind
}

var htmlKinds = map[string]Block{"tr": Row, "dt": Row, "li": Item, "h1": Title, "h2": Title, "h3": Title, "h4": Title, "h5": Title, "h6": Title}

// closers fits closing tags in a row.
var closers = regexp.MustCompile(`^(?:</[^<>]*>\s*)+`)

// emit adds a sentence without the white space around it.
func (p *pager) emit(s Span, block Block) {
	body := p.text[s.Start:min(s.End, len(p.text))]
	trimmed := strings.TrimLeftFunc(body, unicode.IsSpace)
	s.Start += len(body) - len(trimmed)
	if trimmed = strings.TrimRightFunc(trimmed, unicode.IsSpace); trimmed != "" {
		p.out = append(p.out, Sentence{Span{s.Start, s.Start + len(trimmed)}, block})
	}
}

// Borders finds where sentences end inside a paragraph.
type Borders struct {
	Text string // up to the end of the paragraph
	From int    // no sentence ends before this byte: behind the mark of a list item
}

// Next returns the end of the sentence that starts at a byte.
func (b *Borders) Next(start int) int {
	for i := max(start, b.From); ; {
		if i = nextStop(b.Text, i); i >= len(b.Text) {
			return len(b.Text)
		}
		r, n := utf8.DecodeRuneInString(b.Text[i:])
		if !EndsSentence(r) {
			i += n
			continue
		}
		end := b.Trail(b.run(i + n))
		if b.ends(start, i, end, r) {
			return end
		}
		i = b.run(i + n)
	}
}

// nextStop is where the next byte stands that is a stop or none of ASCII, from an offset on. It looks at eight at a time,
// by the well-known test for a byte that is zero (S. E. Anderson, "Bit Twiddling Hacks").
func nextStop(s string, at int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; at+8 <= len(s); at += 8 {
		word := binary.LittleEndian.Uint64([]byte(s[at : at+8])) // which copies nothing
		point, mark, asks := word^ones*'.', word^ones*'!', word^ones*'?'
		if found := (word | (point-ones)&^point | (mark-ones)&^mark | (asks-ones)&^asks) & tops; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for at < len(s) && s[at] < utf8.RuneSelf && s[at] != '.' && s[at] != '!' && s[at] != '?' {
		at++
	}
	return at
}

// ends reports whether the stop at byte i, with what trails it up to end, ends the
// sentence that starts at a byte.
func (b *Borders) ends(start, i, end int, stop rune) bool {
	if end >= len(b.Text) || fullWidth(stop) {
		return true
	}
	after := strings.TrimLeftFunc(b.Text[end:], unicode.IsSpace)
	switch {
	case after == "":
		return true
	case len(after) == len(b.Text)-end:
		return end == i+1 && opensGlued(b.Text[start:i], after)
	}
	if StartsLower(after) {
		return false
	}
	return stop != '.' || end > i+1 || !InAbbreviation(b.Text[start:i], after)
}

// StartsLower reports whether a text goes on in lower case, a quote or bracket
// before it apart.
func StartsLower(s string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "\"'“‘«("))
	return unicode.IsLower(first)
}

// opensGlued reports whether a text is a new sentence though no space parts it from the
// stop in front, as pages without their markup have it: "It is free.But you must ask."
func opensGlued(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first := FirstLetters(after)
	if !unicode.IsLower(last) && !unicode.IsDigit(last) && last != ')' || len(first) < 2 || !strings.HasPrefix(after, first+" ") {
		return false
	}
	return unicode.IsUpper(rune(first[0])) && StartsLower(first[1:]) && sentenceOpeners[strings.ToLower(first)]
}

// run steps over further stops: "...", "?!".
func (b *Borders) run(end int) int {
	for end < len(b.Text) {
		r, n := utf8.DecodeRuneInString(b.Text[end:])
		if !EndsSentence(r) {
			break
		}
		end += n
	}
	return end
}

// Trail steps over what belongs to a sentence behind its stop: closing quotes and
// brackets, emphasis, citation markers ("[1]", "【2】", "¹").
func (b *Borders) Trail(end int) int {
	for end < len(b.Text) {
		r, n := utf8.DecodeRuneInString(b.Text[end:])
		if !strings.ContainsRune("\"')]}”’»›*_~」』）】", r) && Raised(r) == 0 {
			if n = spacedMarker(b.Text[end:]); n == 0 {
				break
			}
		}
		end += n
	}
	return end
}

// Asks reports whether a sentence ends as a question does, marks of Markdown and closing signs apart.
func Asks(s string) bool {
	s = strings.TrimRight(s, " \t\r\n*_`|\"'”’»)]」")
	return strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") || strings.HasSuffix(s, "؟")
}

// EndsSentence reports whether a character can end a sentence.
func EndsSentence(r rune) bool {
	switch r {
	case '.', '!', '?', '…':
		return true
	}
	return r >= utf8.RuneSelf && unicode.Is(unicode.Sentence_Terminal, r)
}

// fullWidth reports whether a stop ends a sentence without a space behind it.
func fullWidth(r rune) bool { return strings.ContainsRune("。！？．｡", r) }

var sentenceOpeners = WordSet("openers")

// InAbbreviation reports whether the full stop between two texts belongs to an
// abbreviation, an initial or the number of a day.
func InAbbreviation(before, after string) bool {
	word := lastWord(before)
	if word == "" || len(word) > longestAbbreviation {
		return false
	}
	var room, nextRoom [48]byte
	folded := AppendFold(room[:0], word)
	kind, isNumber := 0, isDigits(word)
	if abbreviationStarts[folded[0]]&lengthBit(len(folded)) != 0 {
		kind = abbreviationKinds[string(folded)]
	}
	if _, size := utf8.DecodeRuneInString(word); isNumber && len(word) > 2 || !isNumber && kind == 0 && size < len(word) && !strings.Contains(word, ".") {
		return false // as most words are
	}
	rest := strings.TrimRight(strings.TrimSuffix(before, word), " \u00a0")
	if rest != "" && IsUnitSymbol(word) && (rest[len(rest)-1] == '/' || len(word) > 1 && isDigits(rest[len(rest)-1:])) {
		return false // 30 mL/min, 200 ms
	}
	next := AppendFold(nextRoom[:0], FirstLetters(after))
	if isNumber {
		return lexicons[Unknown].months[string(next)] != 0 // am 5. Mai
	}
	if isFraction(word) && strings.TrimSpace(strings.TrimSuffix(before, word)) != "" {
		return false // not the number of a chapter
	}
	digit := after[0] >= '0' && after[0] <= '9'
	if kind&anAbbreviation != 0 || digit && kind&beforeNumbers != 0 {
		return true
	}
	if sentenceOpeners[string(next)] || !digit && English.IsNegator(string(folded)) && answersAlone(before, word) {
		return false
	}
	return strings.Contains(word, ".") || kind&weakly != 0 || !digit && isInitial(word, before)
}

// lastWord is what a text ends with behind a space, a bracket, a quote or a dash, without emphasis.
func lastWord(before string) string {
	at := len(before)
	for at > 0 && before[at-1] < utf8.RuneSelf && !partsWords(rune(before[at-1])) {
		at--
	}
	if at > 0 && before[at-1] >= utf8.RuneSelf {
		at = strings.LastIndexFunc(before[:at], partsWords) + 1
	}
	word := before[at:]
	for word != "" && (word[0] == '*' || word[0] == '_') {
		word = word[1:]
	}
	for word != "" && (word[len(word)-1] == '*' || word[len(word)-1] == '_') {
		word = word[:len(word)-1]
	}
	return word
}

func partsWords(r rune) bool {
	if r < utf8.RuneSelf {
		return partingBytes[r]
	}
	return unicode.IsSpace(r) || strings.ContainsRune("“‘«—–", r)
}

var partingBytes = func() (parts [utf8.RuneSelf]bool) {
	for _, c := range " \t\n\v\f\r([{\"'/" {
		parts[c] = true
	}
	return parts
}()

// abbreviationStarts are the lengths of abbreviations by their first byte, as bits: most words are none.
var abbreviationStarts = func() (starts [256]uint64) {
	for word := range abbreviationKinds {
		starts[word[0]] |= lengthBit(len(word))
	}
	return starts
}()

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// isFraction tells a decimal number that is no day of a month: "5.5", not "15.03".
func isFraction(s string) bool {
	whole, part, ok := strings.Cut(s, ".")
	day := len(whole) <= 2 && whole != "0" && len(part) == 2 && part >= "01" && part <= "12"
	return ok && whole != "" && part != "" && isDigits(whole) && isDigits(part) && !day
}

// Kinds of abbreviations.
const (
	anAbbreviation = 1 << iota
	beforeNumbers  // where a number follows
	weakly         // where no new sentence opens
)

// abbreviationKinds are the kinds of abbreviations, as bits.
var abbreviationKinds = func() map[string]int {
	kinds := map[string]int{}
	for kind, key := range map[int]string{anAbbreviation: "abbreviations", beforeNumbers: "number_abbreviations", weakly: "weak_abbreviations"} {
		for word := range WordSet(key) {
			kinds[word] |= kind
		}
	}
	return kinds
}()

// answersAlone reports whether a word is all that a text says, behind a label at most: "A: No".
func answersAlone(before, word string) bool {
	label := strings.TrimRight(strings.TrimSuffix(strings.TrimRight(before, "*_"), word), " *_")
	return label == "" || strings.HasSuffix(label, ":") && !strings.Contains(label, " ")
}

// isInitial reports whether a word at the end of a text is the first letter of a name, not
// a sign, the unit of a figure, "4 h", or what a thing is called, "lot A".
func isInitial(word, before string) bool {
	r, size := utf8.DecodeRuneInString(word)
	if size < len(word) || !unicode.IsLetter(r) {
		return false
	}
	figure := strings.TrimRight(strings.TrimSuffix(before, word), " \u00a0")
	behind, _ := utf8.DecodeLastRuneInString(figure)
	if unicode.IsDigit(behind) {
		return !unicode.IsLower(r) && !IsUnitSymbol(word)
	}
	noun := lastWord(figure)
	first, _ := utf8.DecodeRuneInString(noun)
	return !unicode.IsUpper(r) || !unicode.IsLower(first) || !unicode.IsLower(behind) || IsPlainStop(Fold(noun))
}

// longestAbbreviation bounds an abbreviation, in bytes.
const longestAbbreviation = 24

// FirstLetters returns the letters at the start of a text, behind an opening quote.
func FirstLetters(s string) string {
	s = strings.TrimLeft(s, "\"'“‘«(*_")
	if end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		return s[:end]
	}
	return s
}

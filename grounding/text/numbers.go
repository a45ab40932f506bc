package text

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind tells what a number is used for.
type Kind string

// The kinds of number.
const (
	Plain        Kind = "number"
	Percent      Kind = "percent"
	PercentPoint Kind = "percentage-point"
	Money        Kind = "money"
	Date         Kind = "date" // Value is ISO 8601, as much of it as is written
	Time         Kind = "time" // Value is hh:mm
	Ordinal      Kind = "ordinal"
	Fraction     Kind = "fraction"    // Value is "1/2"
	Ratio        Kind = "ratio"       // Value is "1:2"
	basisPoint   Kind = "basis-point" // a hundredth of a percentage point, while it is read
	Code         Kind = "code"        // versions, product codes: Value is the text, folded
)

// Number is a quantity found in running text.
type Number struct {
	Start, End int    // bytes in the text, with sign, scale and unit
	Text       string // the text between them
	Kind       Kind
	Value      string // canonical: "1234.5", scale multiplied in; or as Kind says
	Alt        string // the other reading of an ambiguous form ("1,234", "03/04/2024"), or ""
	High       string // the upper end where it is a range, else ""
	Negative   bool
	Unit       string // as written ("mg"), ISO code for money, "%" for percent, or ""
	Comparison string // "<", "≤", ">", "≥", "≈" in front of it, in signs or words, or ""
	Spelled    bool   // given as a number word
	power      int    // of ten, by the words of scale in it
}

// In reports whether the kind is one of some.
func (k Kind) In(kinds ...Kind) bool { return slices.Contains(kinds, k) }

// Bare reports whether a number is plain and has no unit: a count, a label, a place.
func (n *Number) Bare() bool { return n.Kind == Plain && n.Unit == "" }

// SameValue reports whether two numbers are one, with sign and upper end alike, whatever the language of their
// text: a mark before three digits ("2,000") parts thousands, and two such marks have to be the same. A date may
// be read either way.
func (n Number) SameValue(m Number) bool {
	if n.Negative != m.Negative || n.High != m.High {
		return false
	}
	if n.Kind == Date || m.Kind == Date {
		return n.Value == m.Value || n.Alt != "" && n.Alt == m.Value || m.Alt != "" && m.Alt == n.Value
	}
	return n.Grouped() == m.Grouped() && (n.Alt == "" || m.Alt == "" || n.Value == m.Value)
}

// Grouped is the value of a number whose mark before three digits, if it has one, parts thousands.
func (n *Number) Grouped() string {
	if n.Alt != "" && n.Kind != Date && !strings.ContainsAny(n.Text, ",٬") {
		return n.Alt
	}
	return n.Value
}

// Numbers finds the numbers of a text in order. Digits of any script count;
// number words count where they stand for more than an article (so "one" and
// its like only before a scale, a percent sign or another number word).
func Numbers(s string) []Number {
	var c Cut
	c.Anew(s)
	return c.Numbers(nil)
}

// Numbers finds the numbers of a text in a language.
func (l Language) Numbers(s string) []Number {
	c := Cut{text: s, guess: l, guessed: true}
	figures := 0
	for _, p := range c.all() {
		if p.kind == digits {
			figures++
		}
	}
	return c.Numbers(make([]Number, 0, figures))
}

// Numbers appends the numbers of the text to out, as the function of that name
// finds them.
func (c *Cut) Numbers(out []Number) []Number {
	first := len(out)
	p := parser{text: c.text, pieces: c.all(), cut: c}
	for p.at < len(p.pieces) {
		if p.opensNumber(p.at) {
			if n, ok := p.next(); ok {
				if k := len(out) - 1; k < first || !p.together(&out[k], n) {
					out = append(out, n)
				}
				continue
			}
		}
		p.at++
	}
	return out
}

// parser reads numbers out of the pieces of a text, left to right.
type parser struct {
	text   string
	pieces []piece
	at     int // the piece that is read next
	floor  int // the piece behind the last number: nothing before it belongs to the next
	cut    *Cut
	room   [48]byte
}

// folded is piece i folded, until the next one is.
func (p *parser) folded(i int) []byte { return AppendFold(p.room[:0], p.str(i)) }

// language guesses the language of the text when a word first asks for it:
// most texts hold no word that could be part of a number.
func (p *parser) language() Language { return p.cut.Language() }

// opensNumber reports whether piece i can open a number or a date: digits, or
// a word that is a number or a month in some language.
func (p *parser) opensNumber(i int) bool {
	if !p.is(i, word) {
		return p.is(i, digits) || p.vulgar(i)
	}
	return p.opener(i) != ""
}

// opener is word i folded where it is a number or a month in some language, else "".
func (p *parser) opener(i int) string {
	if w := p.pieces[i]; w.ascii && !openers.may(p.text[w.start]|0x20, int(w.end-w.start)) {
		return "" // as most words
	}
	return openers.Word(openers.Find(p.folded(i)))
}

// openers are the words of all languages that are numbers or months.
var openers = func() *Index {
	out := NewIndex()
	for word, class := range lexicons[Unknown].classes {
		if class.Has(NumberWord | OrdinalWord) {
			out.Add(word)
		}
	}
	for word := range lexicons[Unknown].months {
		out.Add(word)
	}
	for word := range clockTimes {
		out.Add(word)
	}
	return out
}()

// next reads a number that starts at p.at, and moves behind it.
func (p *parser) next() (Number, bool) {
	start := p.at
	n, ok := p.date()
	if !ok {
		n, ok = p.quantity()
	}
	if !ok {
		p.at = start
		return Number{}, false
	}
	p.lead(&n, start)
	n.Text = p.text[n.Start:n.End]
	p.floor = p.at
	return n, true
}

// str gives the text of piece i, or "" outside.
func (p *parser) str(i int) string {
	if i < 0 || i >= len(p.pieces) {
		return ""
	}
	return p.text[p.pieces[i].start:p.pieces[i].end]
}

func (p *parser) is(i int, k kind) bool {
	return i >= 0 && i < len(p.pieces) && p.pieces[i].kind == k
}

// glued reports whether piece i follows piece i-1 without white space.
func (p *parser) glued(i int) bool {
	return i > 0 && i < len(p.pieces) && !p.pieces[i].spaced
}

// shaped reports whether the pieces from i on have some forms, with no white space between
// them: "9" stands for digits, "a" for a word, "s" for any sign, others for themselves.
func (p *parser) shaped(i int, forms string) bool {
	for at, form := range forms {
		if at > 0 && !p.glued(i) || !p.formed(i, form) {
			return false
		}
		i++
	}
	return true
}

// formed reports whether piece i has a form.
func (p *parser) formed(i int, form rune) bool {
	switch form {
	case '9':
		return p.is(i, digits)
	case 'a':
		return p.is(i, word)
	case 's':
		return p.is(i, sign)
	}
	r, size := utf8.DecodeRuneInString(p.str(i))
	return r == form && size == len(p.str(i))
}

// separated reports whether one of some signs stands between digits at piece i.
func (p *parser) separated(i int, signs string) bool {
	return p.glued(i) && p.shaped(i, "s9") && strings.Contains(signs, p.str(i))
}

// quantity reads digits with separators, or number words, and what follows.
func (p *parser) quantity() (Number, bool) {
	if p.str(p.at) == "百" && p.str(p.at+1) == "分" && p.str(p.at+2) == "之" {
		return p.perHundred()
	}
	if p.is(p.at, word) {
		if time := clockTimes[string(p.folded(p.at))]; time != "" {
			n := Number{Kind: Time, Value: time, Start: int(p.pieces[p.at].start), Spelled: true}
			p.take(&n, 1)
			return n, true
		}
		if n, ok := p.onePart(); ok {
			return n, true
		}
		return p.spelled()
	}
	if p.vulgar(p.at) {
		return p.lone()
	}
	if !p.is(p.at, digits) {
		return Number{}, false
	}
	start := p.at
	n := Number{Kind: Plain, Start: int(p.pieces[start].start)}
	if p.code(&n) || p.joined(&n) {
		if !p.clock(&n, start) && n.Kind == Fraction {
			p.partOf(&n)
		}
		return n, true
	}
	if n.Value, n.Alt = p.digits(); p.bareDecimal(start) {
		n.Value, n.Alt, n.Start = canonical("0."+n.Value), "", n.Start-1
	}
	n.End = int(p.pieces[p.at-1].end)
	if p.power(&n); p.raised(&n) {
		return n, true
	}
	p.mixed(&n)
	p.tail(&n, start)
	return n, true
}

// perHundred reads the Chinese percentage: "百分之十二".
func (p *parser) perHundred() (Number, bool) {
	start := int(p.pieces[p.at].start)
	p.at += 3
	n, ok := p.quantity()
	if !ok || n.Kind != Plain {
		return Number{}, false
	}
	n.Start, n.Kind, n.Unit, n.Spelled = start, Percent, "%", false
	return n, true
}

// digits reads one run of digits with its separators and moves behind it.
func (p *parser) digits() (value, alt string) {
	start := int(p.pieces[p.at].start)
	p.at++
	for p.separated(p.at, ".,'’٬٫") {
		p.at += 2
	}
	p.groups()
	return readings(asciiDigits(p.text[start:p.pieces[p.at-1].end]))
}

// bareDecimal reports whether the digits at piece i stand behind a point that nothing
// stands in front of: ".5".
func (p *parser) bareDecimal(i int) bool {
	return i > p.floor && p.shaped(i-1, ".9") && p.pieces[i-1].spaced && p.at == i+1
}

// groups takes in three digits behind a space: "1 234". Several such groups may be the
// columns of a table.
func (p *parser) groups() {
	if first := p.pieces[p.at-1]; first.end-first.start > 3 {
		return
	}
	for p.is(p.at, digits) && p.pieces[p.at].end-p.pieces[p.at].start == 3 &&
		p.pieces[p.at].start-p.pieces[p.at-1].end <= 3 && !p.is(p.at+1, digits) && !p.hyphened(p.at+1) {
		p.at++
	}
	if p.separated(p.at, ".,") {
		p.at += 2
	}
}

// hyphened reports whether piece i is a hyphen that ties a word to the number
// before it: "5 200-calorie meals" are five.
func (p *parser) hyphened(i int) bool {
	return p.glued(i) && p.shaped(i, "-a")
}

// power reads "10^6", "10⁶" and "1.5 × 10^6".
func (p *parser) power(n *Number) {
	exponent, pieces := 0, 0
	at := p.at
	if times := p.str(at); (times == "×" || times == "x" || times == "·") && p.str(at+1) == "10" {
		exponent, pieces = p.exponent(at + 2)
		if pieces > 0 {
			p.at = at + 2 + pieces
			n.Value, n.Alt, n.End = shift(n.Value, exponent), "", int(p.pieces[p.at-1].end)
		}
		return
	}
	if n.Value != "10" {
		return
	}
	if exponent, pieces = p.exponent(at); pieces > 0 {
		p.at = at + pieces
		n.Value, n.End = shift("1", exponent), int(p.pieces[p.at-1].end)
	}
}

// raised reads raised digits right behind a number that is no year: "5²" is not
// five. Behind a year they are a footnote mark.
func (p *parser) raised(n *Number) bool {
	_, count := p.exponent(p.at)
	year := len(n.Value) == len("2006") && n.Value > "1000" && n.Value < "2200"
	if count == 0 || p.str(p.at) == "^" || year {
		return false
	}
	p.take(n, count)
	n.Kind, n.Value, n.Alt = Code, p.text[n.Start:n.End], ""
	return true
}

// raisedSign returns the plain form of the raised digit or sign at piece i, or "".
func (p *parser) raisedSign(i int) string {
	r, _ := utf8.DecodeRuneInString(p.str(i))
	if plain := Raised(r); plain != 0 {
		return string(rune(plain))
	}
	return ""
}

// exponent reads "^6", "^-6" or raised digits at piece i; it returns how many
// pieces they take, 0 for none.
func (p *parser) exponent(i int) (value, count int) {
	text := ""
	if p.str(i) == "^" {
		count = 1
		if p.str(i+count) == "-" {
			text, count = "-", 2
		}
		if !p.is(i+count, digits) {
			return 0, 0
		}
		text += p.str(i + count)
		count++
	} else {
		for p.glued(i+count) && p.raisedSign(i+count) != "" {
			text += p.raisedSign(i + count)
			count++
		}
	}
	return small(text), count
}

// small reads a short integer, 0 for anything else.
func small(text string) int {
	digits, negative := strings.CutPrefix(text, "-")
	if len(digits) == 0 || len(digits) > 6 {
		return 0
	}
	value := 0
	for _, r := range digits {
		if r < '0' || r > '9' {
			return 0
		}
		value = value*10 + int(r-'0')
	}
	if negative {
		return -value
	}
	return value
}

// Reading is the value of a number as a language reads it: "1,234" is 1234 in English and
// 1.234 in German. Where the language does not tell, it is Value.
func (n *Number) Reading(l Language) string {
	if n.Alt == "" || n.Kind == Date {
		return n.Value
	}
	marks := l.WordList("thousands")
	if len(marks) == 0 || slices.Contains(marks, ",") {
		return n.Value
	}
	if strings.Contains(n.Text, ",") || slices.Contains(marks, ".") {
		return n.Alt
	}
	return n.Value
}

package quote

import (
	"strings"
	"unicode"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// point keeps the point inside a number (5.5, 1.2.3).
func (f *folder) point(n int) {
	switch {
	case f.inNumber(n):
		f.join('.', n)
	case !f.open && f.digitAt(n) && !isDigitByte(f.before()): // ".5"
		f.begin(hasDigit)
		f.join('.', n)
	case f.after(n) == '.' && f.after(2*n) == '.':
		f.separate(gapDots, n)
	default:
		f.separate(gapStop, n)
	}
}

// comma keeps the comma inside a number, between thousands or before decimals:
// which it is depends on the language, and either way it is part of the number.
func (f *folder) comma(n int) {
	if f.inNumber(n) {
		f.join(',', n)
		return
	}
	f.separate(gapComma, n)
}

// colon keeps the colon inside times and ratios.
func (f *folder) colon(n int) {
	if f.inNumber(n) {
		f.join(':', n)
		return
	}
	f.separate(gapSemi, n)
}

// slash keeps the slash inside fractions and dates.
func (f *folder) slash() {
	if f.inNumber(1) {
		f.join('/', 1)
		return
	}
	f.separate(gapSlash, 1)
}

// elided are the articles and pronouns that lose their vowel before a word;
// the word behind them stands on its own.
var elided = lexis.WordSet("elided")

// apostrophe keeps the apostrophe inside words and between thousands, and
// separates elsewhere.
func (f *folder) apostrophe(n int) {
	switch {
	case f.inNumber(n):
		f.join('\'', n)
	case f.open && !f.endsInDigit() && f.letterAt(n):
		f.join('\'', n)
		if elided[string(f.out[f.last().at:len(f.out)-1])] {
			f.close()
			f.gap |= gapElision
		}
	default:
		f.separate(gapOther, n)
	}
}

// dash tells apart a sign, a range, a hyphen and a dash.
func (f *folder) dash(r rune, n int) {
	number := f.digitAt(n) || f.after(n) == '.' && f.digitAt(n+1)
	amount := number || f.moneyAt(n) && !f.endsInMoney()
	switch {
	case f.inNumber(n):
		f.join('-', n)
	case f.rangeDash(n):
		f.sign("-", n)
	case amount && (r == '−' || !f.open || f.last().flags&unspaced != 0):
		f.close()
		f.begin(hasDigit)
		f.join('-', n)
		if !number {
			f.open = false
		}
	case f.trailingMinus(r, n):
		f.sign("-", n)
	case r == '-' && (f.before() == '-' || f.after(n) == '-'), r == '—', r == '―':
		f.separate(gapDash, n)
	case f.open:
		f.separate(gapHyphen, n)
	default:
		f.separate(gapDash, n)
	}
}

// moneyAt reports whether a currency sign and a digit are n bytes on.
func (f *folder) moneyAt(n int) bool {
	r, size := f.runeAt(n)
	return (r == '$' || r >= utf8.RuneSelf && unicode.Is(unicode.Sc, r)) && f.digitAt(n+size)
}

// endsInMoney reports whether an amount behind its currency sign precedes, with
// which a dash makes a range: £5 – £10.
func (f *folder) endsInMoney() bool {
	n := len(f.tokens)
	return n > 1 && f.endsInDigit() && f.gap&^gapSpace == 0 && f.tokens[n-1].gap == 0 && f.tokens[n-2].flags&symbol != 0 &&
		lexis.Currency(string(f.out[f.tokens[n-2].at:f.tokens[n-1].at])) != ""
}

// trailingMinus reports whether a dash behind capitals is a minus, as in grades
// and blood groups: BBB-, HER2−.
func (f *folder) trailingMinus(r rune, n int) bool {
	next, _ := f.runeAt(n)
	if !f.open || r != '-' && r != '−' || next == '-' || unicode.IsLetter(next) || unicode.IsDigit(next) {
		return false
	}
	word := f.openText()
	return r == '−' || next != '\n' && len(word) <= 8 && strings.ToUpper(word) == word && strings.ToLower(word) != word
}

// rangeDash reports whether a dash with space around it stands between two
// numbers of one line.
func (f *folder) rangeDash(n int) bool {
	if !f.endsInDigit() || f.gap&^(gapSpace) != 0 || f.open && f.after(n) != ' ' {
		return false
	}
	ahead := n
	for f.after(ahead) == ' ' {
		ahead++
	}
	return f.digitAt(ahead)
}

// superscript folds raised characters: an exponent behind a number, part of the
// unit or symbol behind a short word (m², x²), a footnote mark elsewhere.
func (f *folder) superscript(r rune, n int) {
	switch {
	case f.open && f.last().flags&power != 0:
		f.join(lexis.Raised(r), n)
	case f.open && f.endsInDigit() && f.base():
		f.last().flags |= power
		f.out = append(f.out, '^')
		f.join(lexis.Raised(r), n)
	case f.open && !f.endsInDigit() && f.raisable(n):
		f.last().flags |= power
		f.join(lexis.Raised(r), n)
	default:
		f.close()
		f.footnote(n)
	}
}

// caret raises the number in front of it, and is a sign elsewhere.
func (f *folder) caret() {
	minus := f.after(1) == '-' && f.digitAt(2)
	if f.open && !f.endsInDigit() && (minus || f.digitAt(1)) { // x^2, m^2: as raised digits are folded
		f.last().flags |= power
		f.step(1)
		if minus {
			f.join('-', 1)
		}
		return
	}
	if !f.open || !f.endsInDigit() || !minus && !f.digitAt(1) {
		f.sign("^", 1)
		return
	}
	f.last().flags |= power
	f.join('^', 1)
	if minus {
		f.join('-', 1)
	}
}

// base reports whether the open token can be raised to a power: a number that
// is no year, no date and no code.
func (f *folder) base() bool {
	number := f.openText()
	points := 0
	for _, r := range number {
		switch {
		case r == '.':
			points++
		case !unicode.IsDigit(r) && r != ',' && r != '-' && r != '−':
			return false
		}
	}
	folded := f.out[f.last().at:]
	year := len(folded) == 4 && points == 0 && (folded[0] == '1' || folded[0] == '2')
	return !year && points < 2
}

// raisable reports whether raised digits behind the open word belong to it: it
// is a unit, a single letter that no degree sign precedes, or an ion.
func (f *folder) raisable(n int) bool {
	word := f.openText()
	if len(word) == 1 {
		return f.embedded || !strings.HasSuffix(f.src[:f.last().start], "°")
	}
	next, _ := utf8.DecodeRuneInString(f.src[f.pos+n:])
	r, _ := utf8.DecodeRuneInString(f.src[f.pos:])
	exponent := lexis.Raised(next) == 0 && (r == '²' || r == '³') || r == '⁻'
	return lexis.IsUnitSymbol(word) && exponent || len(word) == 2 && (next == '⁺' || next == '⁻')
}

// tilde is "about" in front of a number and nothing elsewhere.
func (f *folder) tilde() {
	if f.digitAt(1) && f.before() != '~' {
		f.sign("~", 1)
		return
	}
	f.strikes = f.strikes || f.after(1) == '~'
	f.separate(gapOther, 1)
}

// hash belongs to a name behind a letter (C#) and is markup elsewhere.
func (f *folder) hash() {
	if f.open && !f.letterAt(1) && !f.endsInDigit() {
		f.sign("#", 1)
		return
	}
	f.separate(gapOther, 1)
}

// spellPercent writes a spelt-out percent behind a number as the sign. The
// forms of two words ("per cent") are joined into one token.
func (f *folder) spellPercent() {
	t := f.last()
	word := f.out[t.at:]
	n := len(f.tokens)
	if len(word) < 4 || n < 2 || t.flags&hasDigit != 0 || t.gap&^(gapSpace|gapBreak) != 0 || t.gap&gapBreak != 0 &&
		string(word) == "percent" && t.flags&upperCase != 0 {
		return
	}
	switch string(word) {
	case "percent", "prozent", "procent", "процент", "процента", "процентов":
		if f.tokens[n-2].flags&hasDigit != 0 {
			f.out = append(f.out[:t.at], '%')
			t.flags |= symbol
		}
	case "cent", "ciento", "cento":
		f.joinPercent(n)
	}
}

// joinPercent joins "per cent" and its like behind a number.
func (f *folder) joinPercent(n int) {
	if n < 3 || f.tokens[n-3].flags&hasDigit == 0 {
		return
	}
	per := &f.tokens[n-2]
	switch string(f.out[per.at:f.tokens[n-1].at]) {
	case "per", "pour", "por":
		per.end = f.tokens[n-1].end
		per.flags |= symbol
		f.out = append(f.out[:per.at], '%')
		f.tokens = f.tokens[:n-1]
	}
}

package text

import (
	"strconv"
	"unicode/utf8"
)

// code reads versions and codes: digits glued to letters that are no unit,
// scale or ordinal ("3D", "2x4"), three or more parts ("1.2.3").
func (p *parser) code(n *Number) bool {
	i, parts := p.at+1, 1
	for p.separated(i, ".") {
		i, parts = i+2, parts+1
	}
	letters := p.glued(i) && p.shaped(i, "a9") && !p.counter(i)
	grouped := parts >= 3 && len(p.str(p.at+2)) == 3
	if letters {
		i += 2
	}
	if !letters && (parts < 3 || grouped) || p.at > 0 && p.is(p.at-1, word) && p.glued(p.at) {
		return false
	}
	p.take(n, i-p.at)
	n.Kind, n.Value = Code, Fold(asciiDigits(p.text[n.Start:n.End]))
	return true
}

// counter reports whether piece i is in a script that writes counters between
// numbers without spaces: "1回5mg" is once 5 mg, no code.
func (p *parser) counter(i int) bool {
	r, _ := utf8.DecodeRuneInString(p.str(i))
	script := ScriptOfRune(r)
	return script == Han || script == Kana || script == Hangul
}

// joined reads two numbers with a joint that makes one thing of them: "1/2",
// "1:2", "12:30".
func (p *parser) joined(n *Number) bool {
	joint := p.str(p.at + 1)
	if !p.separated(p.at+1, "/:⁄") {
		return false
	}
	a, b := asciiDigits(p.str(p.at)), asciiDigits(p.str(p.at+2))
	p.take(n, 3)
	switch {
	case joint != ":":
		n.Kind, n.Value = Fraction, canonical(a)+"/"+canonical(b)
	case len(b) == 2 && small(a) < 24 && small(b) < 60:
		n.Kind, n.Value = Time, pad(small(a))+":"+b
	default:
		n.Kind, n.Value = Ratio, canonical(a)+":"+canonical(b)
	}
	return true
}

func pad(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

package text

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// andHalf are the words that add a half to the number in front of them.
var andHalf = Pairs("and_half")

// mixed adds the fraction behind a whole number: "2 1/2", "2½", "two and a half".
func (p *parser) mixed(n *Number) {
	if n.Kind != Plain {
		return
	}
	add, width := p.fraction(p.at)
	if width == 0 && (p.str(p.at) == "and" || p.str(p.at) == "-") {
		if add, width = p.fraction(p.at + 1); width > 0 {
			width++
		}
	}
	if width == 0 {
		if _, width = p.longest(p.at, andHalf); width > 0 {
			add = 0.5
		}
	}
	value, err := strconv.ParseFloat(n.Value, 64)
	if width == 0 || err != nil || add >= 1 {
		return
	}
	n.Value, n.Alt = strconv.FormatFloat(value+add, 'f', -1, 64), ""
	p.take(n, width)
}

// vulgar reports whether piece i is a fraction in one character: "½".
func (p *parser) vulgar(i int) bool {
	if !p.is(i, sign) || p.pieces[i].end-p.pieces[i].start < int32(len("½")) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(p.str(i))
	return fraction(r)
}

// lone reads a fraction in one character that stands by itself.
func (p *parser) lone() (Number, bool) {
	start := p.at
	over, under, ok := strings.Cut(norm.NFKD.String(p.str(start)), "⁄")
	p.at++
	n := Number{Kind: Fraction, Start: int(p.pieces[start].start), End: int(p.pieces[start].end), Value: over + "/" + under}
	if ok {
		p.partOf(&n)
	}
	return n, ok
}

// fraction reads "1/2" or "½" at piece i and tells how many pieces it takes, 0 for
// none.
func (p *parser) fraction(i int) (value float64, width int) {
	if p.is(i, sign) {
		written := norm.NFKD.String(p.str(i))
		if over, under, ok := strings.Cut(written, "⁄"); ok && small(under) > 0 {
			return float64(small(over)) / float64(small(under)), 1
		}
		return 0, 0
	}
	if !p.is(i, digits) || !p.separated(i+1, "/⁄") || p.str(i+3) == "/" {
		return 0, 0
	}
	over, under := small(asciiDigits(p.str(i))), small(asciiDigits(p.str(i+2)))
	if under <= over {
		return 0, 0
	}
	return float64(over) / float64(under), 3
}

// partOf reads what a fraction is a part of, where that is a unit: "3/4 cup", "three
// quarters of an hour".
func (p *parser) partOf(n *Number) {
	at := p.at
	if partWords[string(p.folded(at))] && ones[string(p.folded(at+1))] {
		at += 2
	}
	if unit, width := p.unitName(at); width > 0 && (at == p.at || unitWords[Fold(unit)]) {
		p.take(n, at+width-p.at)
		n.Unit = unit
	}
}

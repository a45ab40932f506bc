package text

import (
	"strconv"
	"strings"
)

// dozens multiply what stands in front of them, as a hundred does.
var dozens = WordSet("dozens")

// halves stand in front of half a dozen.
var halves = WordSet("halves")

// maxSpelled bounds number words, far below where integers overflow.
const maxSpelled = 1_000_000_000

// spelled reads number words: "five", "twenty-five", "three hundred".
func (p *parser) spelled() (Number, bool) {
	n := Number{Kind: Plain, Start: int(p.pieces[p.at].start), Spelled: true}
	total, group, count := 0, 0, 0
	first := p.at
	for i := p.at; ; i++ {
		if count > 0 && p.str(i) == "-" && p.glued(i) {
			i++
		}
		value, ok := p.value(i)
		if !ok || total+group > maxSpelled {
			break
		}
		switch {
		case value >= 1000:
			total, group = total+min(max(group, 1), 1000)*value, 0
		case value == 10 && p.counter(i): // 二十 is two tens
			group += max(group%10, 1)*10 - group%10
		case value == 100 || dozens[string(p.folded(i))]: // "two dozen" are no fourteen
			group = max(group, 1) * value
		default:
			group += value
		}
		count++
		p.at = i + 1
	}
	if count == 0 {
		return n, false
	}
	article := count == 1 && p.article(first)
	if count == 1 && dozens[Fold(p.str(first))] && (halves[Fold(p.str(first-1))] || halves[Fold(p.str(first-2))]) {
		group /= 2
	}
	n.Value, n.End = strconv.Itoa(total+group), int(p.pieces[p.at-1].end)
	p.mixed(&n)
	p.spelledEnd(&n)
	p.tail(&n, first)
	return n, !article || n.Kind == Percent || n.Kind == PercentPoint // no article stands before these
}

// spelledEnd reads the upper end of a range in words: "five to seven".
func (p *parser) spelledEnd(n *Number) {
	if !rangeWords[string(p.folded(p.at))] {
		return
	}
	at := p.at
	p.at++
	if high, ok := p.value(p.at); ok && high > 1 && high < 100 {
		p.at++
		n.High, n.End = strconv.Itoa(high), int(p.pieces[p.at-1].end)
		return
	}
	p.at = at
}

// value reads the whole number that a word stands for.
func (p *parser) value(i int) (int, bool) {
	if !p.is(i, word) {
		return 0, false
	}
	folded := p.opener(i)
	if folded == "" {
		return 0, false
	}
	if !p.language().Class(folded).Has(NumberWord) {
		return 0, false
	}
	text := p.numberValue(folded)
	if strings.ContainsAny(text, ".-") || len(text) > 13 {
		return 0, false
	}
	value := 0
	for _, r := range text {
		value = value*10 + int(r-'0')
	}
	return value, true
}

// article reports whether the word at i is more often an article or an idiom
// than a number.
func (p *parser) article(i int) bool {
	word := Fold(p.str(i))
	_, english := English.NumberValue(word)
	return p.numberValue(word) == "1" || p.language() == Unknown && !english
}

// numberValue is the value of a number word. Where the language is not known, the
// English one comes first.
func (p *parser) numberValue(word string) string {
	if p.language() == Unknown {
		if text, ok := English.NumberValue(word); ok {
			return text
		}
	}
	text, _ := p.language().NumberValue(word)
	return text
}

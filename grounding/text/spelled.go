package text

import (
	"bytes"
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
		if count > 0 && (p.str(i) == "-" && p.glued(i) || group%100 == 0 && p.addsTo(i, n.Start)) {
			i++
		}
		value, ok := p.value(i)
		if !ok || total+group > maxSpelled || count > 0 && i == p.at && p.opensCompound(i) {
			break
		}
		switch {
		case value >= 1000:
			total, group = total+min(max(group, 1), 1000)*value, 0
		case value == 10 && p.counter(i): // 二十 is two tens
			group += max(group%10, 1)*10 - group%10
		case value == 100 || dozens[string(p.folded(i))]: // "two dozen" are no fourteen
			group = max(group, 1) * value
		case group%100 == 4 && bytes.HasPrefix(p.folded(i), []byte("vingt")): // quatre-vingts
			group += 4*value - 4
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
	for back := 1; count == 1 && back <= 2; back++ { // "half a dozen"
		if half := first - back; dozens[Fold(p.str(first))] && half >= p.floor && halves[Fold(p.str(half))] {
			group /= 2
			n.Start = int(p.pieces[half].start)
			break
		}
	}
	n.Value, n.End = strconv.Itoa(total+group), int(p.pieces[p.at-1].end)
	p.mixed(&n)
	if !p.parts(&n) {
		p.tail(&n, first)
	}
	return n, !article || n.Unit != "" && n.Kind != Money || n.Kind == Fraction || p.goesOn(p.at)
}

// opensCompound reports whether a hyphen joins the number word at i to a word that is none:
// "twenty five-dollar bills" are twenty.
func (p *parser) opensCompound(i int) bool {
	if p.str(i+1) != "-" || !p.glued(i+1) || !p.glued(i+2) {
		return false
	}
	_, number := p.value(i + 2)
	return !number && p.is(i+2, word) && !p.language().Class(p.opener(i+2)).Has(OrdinalWord)
}

// addsTo reports whether piece i is the "and" between hundreds and what is less than a
// hundred, in a number that begins at a byte: "three hundred and fifty".
func (p *parser) addsTo(i, start int) bool {
	if !numberJoins[string(p.folded(i))] || !hundreds(p.power10(i-1)) || betweenWords[Fold(lastWordOf(p.text[:start]))] {
		return false
	}
	value, ok := p.value(i + 1)
	return ok && value < 100 && p.power10(i+2) == 0
}

// power10 is the power of ten that word i multiplies by, 0 for none.
func (p *parser) power10(i int) int {
	power, _ := Scale(p.str(i))
	return power
}

// hundreds reports whether a power of ten takes an "and" behind it.
func hundreds(power int) bool { return power == 2 || power == 3 }

// goesOn reports whether piece i joins a number word to another number: "one to three".
func (p *parser) goesOn(i int) bool {
	return rangeWords[string(p.folded(i))] && i+1 < len(p.pieces) && p.pieces[i+1].spaced && p.opensNumber(i+1)
}

// onePart reads one part of something: "a quarter of", "a third of".
func (p *parser) onePart() (n Number, ok bool) {
	if p.at <= p.floor || !ones[string(p.folded(p.at-1))] || !partWords[string(p.folded(p.at+1))] {
		return n, false
	}
	under, ok := p.language().partsOf(p.opener(p.at))
	if !ok {
		return n, false
	}
	n = Number{Kind: Fraction, Value: "1/" + under, Start: int(p.pieces[p.at-1].start), Spelled: true}
	p.take(&n, 1)
	p.partOf(&n)
	return n, true
}

// partWords stand behind a part of something.
var partWords = WordSet("part_words")

// parts reads a fraction in words: "two thirds", "one-third".
func (p *parser) parts(n *Number) bool {
	at := p.at
	if p.str(at) == "-" && p.glued(at) && p.glued(at+1) {
		at++
	}
	single, plural := bytes.CutSuffix(p.folded(at), []byte("s"))
	word := openers.Word(openers.Find(single))
	under, ok := p.language().partsOf(word)
	if !ok || n.Value != "1" && !plural {
		return false
	}
	if !p.language().Class(word).Has(OrdinalWord) && at == p.at && !partWords[string(p.folded(at+1))] {
		return false // "three quarters" may be nine months
	}
	n.Kind, n.Value = Fraction, n.Value+"/"+under
	p.take(n, at+1-p.at)
	p.partOf(n)
	return true
}

// partsOf tells into how many parts a word divides: "third" into 3, "quarter" into 4.
func (l Language) partsOf(word string) (parts string, ok bool) {
	text, ok := l.NumberValue(word)
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case !ok || err != nil || value <= 0:
		return "", false
	case value < 1:
		parts = written(1 / value)
		return parts, !strings.Contains(parts, ".")
	}
	return text, value > 2 && l.Class(word).Has(OrdinalWord)
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
	text, ok := p.language().NumberValue(folded)
	if !ok || strings.ContainsAny(text, ".-") || len(text) > 13 {
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
	value, _ := p.language().NumberValue(word)
	return value == "1" || p.language() == Unknown && !english
}

package text

import (
	"strings"
	"unicode/utf8"
)

// tail reads what follows the digits: an ordinal ending, a scale, percent,
// a unit or a currency.
func (p *parser) tail(n *Number, start int) {
	if p.ordinal(n) {
		return
	}
	may := measureOf(p.str(p.at))
	if may&scaled != 0 {
		p.scale(n)
		may = measureOf(p.str(p.at))
	}
	if may&hours != 0 && p.clock(n, start) {
		return
	}
	if may&shares != 0 {
		if width, kind := p.percent(p.at); width > 0 {
			p.take(n, width)
			if kind == basisPoint {
				n.Value, kind = shift(n.Value, -2), PercentPoint
			}
			n.Kind, n.Unit = kind, "%"
			p.rate(n)
			return
		}
	}
	if may&pays != 0 {
		if code := Currency(p.str(p.at)); code != "" && !(p.is(p.at, sign) && p.is(p.at+1, digits) && p.glued(p.at+1)) { // "2 $205"
			p.take(n, 1)
			n.Kind, n.Unit = Money, code
			p.rate(n)
			return
		}
	}
	if may&counts != 0 {
		p.unit(n)
	}
}

// measure is what a word behind a number may be, or begin.
type measure uint8

const (
	scaled measure = 1 << iota // a scale
	shares                     // a percent sign
	pays                       // a currency
	counts                     // a unit
	hours                      // a word of the clock
)

// measureOf tells it of ASCII; another word may be any of them.
func measureOf(word string) measure {
	if !IsASCII(word) {
		return scaled | shares | pays | counts | hours
	}
	var room [48]byte
	return measuring.as[measuring.index.Find(AppendFold(room[:0], possessor(word)))]
}

// measuring are the folded words and signs that begin what follows a number.
var measuring = func() (out struct {
	index *Index
	as    []measure // by number
}) {
	out.index, out.as = NewIndex(), make([]measure, 1)
	add := func(word string, m measure) {
		n := out.index.Add(word)
		for n >= len(out.as) {
			out.as = append(out.as, 0)
		}
		out.as[n] |= m
	}
	add("-", counts)  // "12-inch"
	add("in", counts) // behind feet
	for symbol := range gluedUnits {
		add(Fold(symbol), counts)
	}
	for word := range unitPowerWords {
		add(word, counts)
	}
	for phrase := range unitPhrases {
		first, _, _ := strings.Cut(phrase, "_")
		add(first, counts)
	}
	for word := range clockTimes {
		add(word, hours)
	}
	for phrase := range clockWords {
		first, _, _ := strings.Cut(phrase, "_")
		add(first, hours)
	}
	for m, lists := range map[measure][]map[string]bool{shares: {points, basisPoints, percents}, counts: {units, unitWords}} {
		for _, list := range lists {
			for words := range list {
				first, _, _ := strings.Cut(words, "_")
				add(Fold(first), m)
			}
		}
	}
	for word := range currencies {
		add(word, pays)
	}
	for word := range scales {
		add(word, scaled)
	}
	for letter := range moneyScales {
		add(Fold(letter), scaled)
	}
	return out
}()

// take moves width pieces into the number.
func (p *parser) take(n *Number, width int) {
	p.at += width
	n.End = int(p.pieces[p.at-1].end)
}

// ordinalEndings stand right behind a number that counts a place.
var ordinalEndings = WordSet("ordinal_endings")

// ordinal reads "1st", "2nd", "3.º", "4ème", "5e" and "第" in front (see lead).
func (p *parser) ordinal(n *Number) bool {
	if !p.glued(p.at) {
		return false
	}
	if !ordinalEndings[string(p.folded(p.at))] {
		return false
	}
	p.take(n, 1)
	n.Kind = Ordinal
	return true
}

// maxScales is how many scale words may follow each other ("hundred million").
const maxScales = 2

// scale multiplies by "million", "k", "Mio." behind the digits. A single
// letter counts only where it is glued to them ("5k").
func (p *parser) scale(n *Number) {
	for range maxScales {
		next := p.str(p.at)
		power, ok := Scale(next)
		if !ok && p.glued(p.at) && p.pays(n.Start) { // "$1.2m": no metres
			power, ok = moneyScales[next]
		}
		if !ok || len(next) == 1 && !p.glued(p.at) {
			return
		}
		n.Value = shift(n.Value, power)
		if n.Alt != "" {
			n.Alt = shift(n.Alt, power)
		}
		n.power += power
		p.take(n, 1)
		if p.str(p.at) == "." && p.glued(p.at) && len(next) <= 4 {
			p.take(n, 1)
		}
	}
}

// moneyScales are letters that scale amounts of money and nothing else.
var moneyScales = powersOf("money_scales")

// pays reports whether the sign or the code of a currency stands in front of
// byte i.
func (p *parser) pays(i int) bool {
	before := strings.TrimRight(p.text[:i], " ")
	r, size := utf8.DecodeLastRuneInString(before)
	return size > 0 && Currency(string(r)) != "" || isCurrencyCode(before[max(0, len(before)-currencyCode):])
}

// currencyCode is the length of a currency's ISO 4217 code.
const currencyCode = 3

// isCurrencyCode reports whether a word is such a code, in capitals.
func isCurrencyCode(word string) bool {
	return len(word) == currencyCode && word == strings.ToUpper(word) && Currency(word) == word
}

// percent tells how many pieces at i say percent (or percentage points), 0
// for none.
func (p *parser) percent(i int) (width int, kind Kind) {
	var room [96]byte
	joined := room[:0]
	for width := 1; width <= 3 && i+width <= len(p.pieces); width++ {
		if width > 1 {
			joined = append(joined, '_')
		}
		joined = AppendFold(joined, p.str(i+width-1))
		switch {
		case points[string(joined)]:
			return width, PercentPoint
		case basisPoints[string(joined)]:
			return width, basisPoint
		}
		if percents[string(joined)] {
			if more := AppendFold(append(joined, '_'), p.str(i+width)); points[string(more)] {
				return width + 1, PercentPoint
			}
			return width, Percent
		}
	}
	return 0, ""
}

// unitPowerWords make a unit of length one of area or volume, in front of it or
// behind it: "square metres", "mètres carrés".
var unitPowerWords = Pairs("unit_powers")

// unitPhrases are units of several words: "degrees Fahrenheit".
var unitPhrases = Pairs("unit_phrases")

// perWords stand in front of a denominator: "60 miles per hour".
var perWords = WordSet("per_words")

// unit reads a unit behind the number, with its power and its denominator: "mg",
// "mg/kg", "°C", "m²", "square metres", "miles per hour".
func (p *parser) unit(n *Number) {
	at := p.at
	if p.hyphened(at) && len(p.str(at+1)) > 1 { // "PI3-K" has no kelvins
		at++
	}
	power := unitPowerWords[string(p.folded(at))]
	if power != "" {
		if at++; p.str(at) == "." && p.glued(at) {
			at++
		}
	}
	unit, width := p.unitName(at)
	if width == 0 {
		return
	}
	at += width
	if power == "" {
		power, width = p.unitPower(at, unit)
		at += width
	}
	unit += power
	if under, width := p.denominator(at); width > 0 {
		unit, at = unit+"/"+under, at+width
	}
	p.take(n, at-p.at)
	n.Unit = normaliseMicro(unit)
}

// gluedUnits are symbols that are units right behind the digits only: "180C".
var gluedUnits = Pairs("glued_units")

// unitName reads a unit at piece i; width is 0 where there is none.
func (p *parser) unitName(i int) (unit string, width int) {
	if unit, width = p.longest(i, unitPhrases); width > 0 {
		return unit, width
	}
	unit, width = p.str(i), 1
	if wide, n := p.wideUnit(i); n > 0 {
		unit, width = wide, n
	}
	if unit == "°" && p.is(i+1, word) && p.glued(i+1) {
		unit, width = unit+p.str(i+1), 2
	}
	if degrees := gluedUnits[unit]; degrees != "" && p.glued(i) && p.is(i-1, digits) && !(i > 1 && p.glued(i-1)) {
		return degrees, 1
	}
	if unit == "°" || p.inches(i) || IsUnit(unit) && (unit != "an" || p.french()) {
		return unit, width
	}
	if owner := possessor(unit); owner != unit && unitWords[Fold(owner)] { // "one month's notice"
		return owner, width
	}
	return "", 0
}

// possessor is a word without the ending of the English possessive: "month" of "month's".
func possessor(word string) string {
	for _, ending := range []string{"'s", "’s"} {
		if owner, ok := strings.CutSuffix(word, ending); ok {
			return owner
		}
	}
	return word
}

// inches reports whether piece i is the "in" of inches: "5 ft 6 in".
func (p *parser) inches(i int) bool {
	m := measuredUnits[p.str(i)]
	return m.name == "in" && p.is(i-1, digits) && i > 2 && p.is(i-3, digits) && measuredUnits[p.str(i-2)].name == "ft"
}

// unitPower reads the power behind a unit: a raised digit, a word, or behind a
// unit of length a plain digit ("m2").
func (p *parser) unitPower(i int, unit string) (power string, width int) {
	if raised := p.raisedSign(i); p.glued(i) && raised != "" {
		return raised, 1
	}
	if power := unitPowerWords[string(p.folded(i))]; power != "" {
		return power, 1
	}
	digit := p.str(i)
	if p.glued(i) && (digit == "2" || digit == "3") && !p.glued(i+1) && measuredUnits[unit].kind == "length" {
		return digit, 1
	}
	return "", 0
}

// rate reads the time that a percentage or an amount is paid for: "5 % p.a.", "6 EUR per month".
func (p *parser) rate(n *Number) {
	if unit, width := p.denominator(p.at); width > 0 {
		p.take(n, width)
		n.Unit += "/" + unit
	}
}

// rates are the words that say how often a quantity comes: "p.a.", "daily", "an hour".
var rates = Pairs("rates")

// denominator reads what a unit is divided by at piece i: "/kg", "per hour", "a day".
func (p *parser) denominator(i int) (unit string, width int) {
	if unit, width = p.longest(i, rates); width > 0 {
		return unit, width
	}
	if p.str(i) != "/" && !perWords[string(p.folded(i))] || !IsUnit(p.str(i+1)) {
		return "", 0
	}
	return p.str(i + 1), 2
}

// french reports whether the word at hand may be a French one: "2 an" is not two years
// in a text known to be in another language, nor behind a currency ("€2 an hour").
func (p *parser) french() bool {
	if l := p.language(); l != French && l != Unknown {
		return false
	}
	return Currency(p.str(p.at-2)) == ""
}

// wideUnit joins the characters of a unit in a script without spaces ("个月",
// "小时"), the longest that there is; 0 for none of more than one character.
func (p *parser) wideUnit(i int) (unit string, count int) {
	const longest = 3 // characters
	if p.str(i) == "" || p.str(i)[0] < utf8.RuneSelf || !p.counter(i) {
		return "", 0
	}
	joined := p.str(i)
	for n := 2; n <= longest && p.is(i+n-1, word) && p.glued(i+n-1); n++ {
		if joined += p.str(i + n - 1); unitWords[joined] {
			unit, count = joined, n
		}
	}
	return unit, count
}

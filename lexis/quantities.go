package lexis

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// tail reads what follows the digits: an ordinal ending, a scale, percent,
// a unit or a currency.
func (p *parser) tail(n *Number) {
	if p.ordinal(n) {
		return
	}
	may := measureOf(p.str(p.at))
	if may&scaled != 0 {
		p.scale(n)
		may = measureOf(p.str(p.at))
	}
	if may&shares != 0 {
		if width, kind := p.percent(p.at); width > 0 {
			p.take(n, width)
			n.Kind, n.Unit = kind, "%"
			return
		}
	}
	if may&pays != 0 {
		if code := Currency(p.str(p.at)); code != "" && (p.is(p.at, word) || p.glued(p.at) || p.is(p.at, sign)) {
			p.take(n, 1)
			n.Kind, n.Unit = Money, code
			return
		}
	}
	if may&counts != 0 {
		p.unit(n)
	}
}

// MayMeasure reports whether a word behind a number may be a scale, a percent
// sign, a currency or a unit, or begin one. It is sure only of ASCII.
func MayMeasure(word string) bool { return measureOf(word) != 0 }

// measure is what a word behind a number may be, or begin.
type measure uint8

const (
	scaled measure = 1 << iota // a scale
	shares                     // a percent sign
	pays                       // a currency
	counts                     // a unit
)

// measureOf tells it of ASCII; another word may be any of them.
func measureOf(word string) measure {
	if !isASCII(word) {
		return scaled | shares | pays | counts
	}
	var room [48]byte
	return measuring.as[measuring.index.Find(AppendFold(room[:0], word))]
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
	for m, lists := range map[measure][]map[string]bool{shares: {points, percents}, counts: {units, unitWords}} {
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
	n.End = p.pieces[p.at-1].end
}

// ordinal reads "1st", "2nd", "3.º", "4ème", "5e" and "第" in front (see lead).
func (p *parser) ordinal(n *Number) bool {
	if !p.glued(p.at) || n.High != "" {
		return false
	}
	switch string(p.folded(p.at)) {
	case "st", "nd", "rd", "th", "er", "ère", "ème", "eme", "e", "º", "ª", "ste", "de", "й", "го", "я", "番目":
		p.take(n, 1)
		n.Kind = Ordinal
		return true
	}
	return false
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
		if n.High != "" {
			n.High = shift(n.High, power)
		}
		p.take(n, 1)
		if p.str(p.at) == "." && p.glued(p.at) && len(next) <= 4 {
			p.take(n, 1)
		}
	}
}

// moneyScales are letters that scale amounts of money and nothing else.
var moneyScales = map[string]int{"m": 6, "M": 6, "b": 9, "B": 9}

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
		if points[string(joined)] {
			return width, PercentPoint
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

// unit reads a unit behind the number, with a denominator: "mg", "mg/kg",
// "°C", "m²".
func (p *parser) unit(n *Number) {
	first := p.str(p.at)
	width := 1
	if unit, n := p.wideUnit(); n > 0 {
		first, width = unit, n
	}
	if first == "°" && p.is(p.at+1, word) && p.glued(p.at+1) {
		first, width = first+p.str(p.at+1), 2
	}
	if !IsUnit(first) && first != "°" {
		return
	}
	if raised := p.str(p.at + width); p.glued(p.at+width) && superscripts[raised] != "" {
		first, width = first+superscripts[raised], width+1
	}
	if p.str(p.at+width) == "/" && IsUnit(p.str(p.at+width+1)) {
		first, width = first+"/"+p.str(p.at+width+1), width+2
	}
	p.take(n, width)
	n.Unit = normaliseMicro(first)
}

// wideUnit joins the characters of a unit in a script without spaces ("个月",
// "小时"), the longest that there is; 0 for none of more than one character.
func (p *parser) wideUnit() (unit string, count int) {
	const longest = 3 // characters
	if p.str(p.at) == "" || p.str(p.at)[0] < utf8.RuneSelf || !p.counter(p.at) {
		return "", 0
	}
	joined := p.str(p.at)
	for n := 2; n <= longest && p.is(p.at+n-1, word) && p.glued(p.at+n-1); n++ {
		if joined += p.str(p.at + n - 1); unitWords[joined] {
			unit, count = joined, n
		}
	}
	return unit, count
}

// code reads versions and codes: digits glued to letters that are no unit,
// scale or ordinal ("3D", "2x4"), three or more parts ("1.2.3").
func (p *parser) code(n *Number) bool {
	i, parts := p.at+1, 1
	for p.is(i, sign) && p.glued(i) && p.str(i) == "." && p.is(i+1, digits) && p.glued(i+1) {
		i, parts = i+2, parts+1
	}
	letters := p.is(i, word) && p.glued(i) && p.is(i+1, digits) && p.glued(i+1) && !p.counter(i)
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
	script := scriptOf(r)
	return script == Han || script == Kana || script == Hangul
}

// joined reads two numbers with a joint that makes one thing of them: "1/2",
// "1:2", "12:30".
func (p *parser) joined(n *Number) bool {
	joint := p.str(p.at + 1)
	if joint != "/" && joint != ":" && joint != "⁄" || !p.glued(p.at+1) || !p.is(p.at+2, digits) || !p.glued(p.at+2) {
		return false
	}
	a, b := asciiDigits(p.str(p.at)), asciiDigits(p.str(p.at+2))
	p.take(n, 3)
	switch {
	case joint != ":":
		n.Kind, n.Value = Fraction, canonical(a)+"/"+canonical(b)
	case len(b) == 2 && small(a) < 24 && small(b) < 60:
		n.Kind, n.Value = Time, pad(small(a))+":"+b
		p.meridiem(n)
	default:
		n.Kind, n.Value = Ratio, canonical(a)+":"+canonical(b)
	}
	return true
}

// meridiem turns "3:30 pm" into 15:30.
func (p *parser) meridiem(n *Number) {
	next := string(p.folded(p.at))
	if next != "am" && next != "pm" {
		return
	}
	hour, minute, _ := strings.Cut(n.Value, ":")
	h := small(hour) % 12
	if next == "pm" {
		h += 12
	}
	n.Value = pad(h) + ":" + minute
	p.take(n, 1)
}

// lead reads what stands in front: a sign, a currency, a comparison.
func (p *parser) lead(n *Number, start int) {
	i := start - 1
	if i >= p.floor && (p.is(i, sign) || isCurrencyCode(p.str(i))) {
		if code := Currency(p.str(i)); code != "" && (n.Unit == "" || n.Unit == code) {
			n.Kind, n.Unit, n.Start = Money, code, p.pieces[i].start
			i--
		}
	}
	if i >= p.floor && (p.str(i) == "-" || p.str(i) == "−") && p.glued(i+1) && (i == 0 || !p.glued(i) || p.is(i-1, sign)) {
		n.Negative, n.Start = true, p.pieces[i].start
		i--
	}
	p.comparison(n, i)
}

// comparison reads "<", "≥", "at least", "mehr als" in front of piece i.
func (p *parser) comparison(n *Number, i int) {
	var room [96]byte
	if comparing.Find(AppendFold(room[:0], p.str(i))) == 0 {
		return
	}
	for width := 1; width <= 3 && i-width+1 >= p.floor; width++ {
		first := i - width + 1
		joined := room[:0]
		for k := first; k <= i; k++ {
			if k > first {
				joined = append(joined, '_')
			}
			joined = AppendFold(joined, p.str(k))
		}
		if comparison := comparisons[string(joined)]; comparison != "" {
			n.Comparison, n.Start = comparison, p.pieces[first].start
		}
	}
}

var comparisons = compileComparisons(map[string]string{
	"<": "< less_than fewer_than under below weniger_als unter moins_de menos_de meno_di menos_que minder_dan onder inferior_a inferiore_a inférieur_à inférieure_à por_debajo_de abaixo_de au-dessous_de unterhalb_von lower_than smaller_than ниже менее меньше أقل_من 少于 未满 不到",
	"≤": "≤ up_to at_most no_more_than maximum_of not_more_than höchstens maximal bis_zu jusqu'à au_plus hasta hasta_un como_máximo fino_a al_massimo até até_um no_máximo hoogstens tot maximaal до не_более 最多 至多 حتى",
	">": "> more_than over above greater_than exceeding mehr_als über plus_de más_de più_di oltre mais_de meer_dan superior_a superiore_a supérieur_à supérieure_à por_encima_de acima_de oberhalb_von higher_than larger_than выше более больше свыше أكثر_من 超过 超過",
	"≥": "≥ at_least no_less_than not_less_than minimum_of mindestens au_moins al_menos por_lo_menos almeno pelo_menos minstens ten_minste не_менее 至少 على_الأقل",
	"≈": "≈ ~ about around approximately roughly nearly almost circa ca etwa ungefähr rund environ aproximadamente alrededor_de circa cerca_de ongeveer около примерно حوالي 约 大约 約 およそ",
})

// comparing are the last words of the comparisons.
var comparing = func() *Index {
	out := NewIndex()
	for words := range comparisons {
		out.Add(words[strings.LastIndexByte(words, '_')+1:])
	}
	return out
}()

func compileComparisons(byComparison map[string]string) map[string]string {
	out := map[string]string{}
	for comparison, list := range byComparison {
		for phrase := range set(list) {
			out[phrase] = comparison
		}
	}
	return out
}

// dozens multiply what stands in front of them, as a hundred does.
var dozens = set("dozen dutzend douzaine docena dozzina dúzia dozijn")

// halves stand in front of half a dozen.
var halves = set("half halbes demi media mezza meia halve")

// maxSpelled bounds number words, far below where integers overflow.
const maxSpelled = 1_000_000_000

// spelled reads number words: "five", "twenty-five", "three hundred".
func (p *parser) spelled() (Number, bool) {
	n := Number{Kind: Plain, Start: p.pieces[p.at].start, Spelled: true}
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
	if count == 0 || count == 1 && p.article(first) {
		return n, false
	}
	if count == 1 && dozens[Fold(p.str(first))] && (halves[Fold(p.str(first-1))] || halves[Fold(p.str(first-2))]) {
		group /= 2
	}
	n.Value, n.End = strconv.Itoa(total+group), p.pieces[p.at-1].end
	p.tail(&n)
	return n, true
}

// value reads the whole number that a word stands for.
func (p *parser) value(i int) (int, bool) {
	if !p.is(i, word) {
		return 0, false
	}
	if !p.opensNumber(i) {
		return 0, false
	}
	folded := Fold(p.str(i))
	if !p.language().Class(folded).Has(NumberWord) {
		return 0, false
	}
	text, _ := p.language().NumberValue(folded)
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
	text, _ := p.language().NumberValue(Fold(p.str(i)))
	return text == "1" || p.language() == Unknown
}

func pad(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

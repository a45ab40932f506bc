package claim

import (
	"strconv"
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// numberIn reports whether s holds a number that states something: digits
// other than a list's ordinal or a citation marker.
func numberIn(s string) bool {
	for i := lexis.ListMarker(s); i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			return true
		case c == '[', c >= utf8.RuneSelf: // a marker, if any
			i += max(0, lexis.MarkerLength(s[i:])-1)
		}
	}
	return false
}

// fewCounted reports whether a lead-in's numbers only count what follows:
// "Here are 5 tips".
func fewCounted(s string) bool {
	for _, n := range stated(s) {
		if v, err := strconv.Atoi(n.Value); err != nil || v > 20 || n.Unit != "" || n.Kind != lexis.Plain {
			return false
		}
	}
	return true
}

// numbers reads the numbers of a text and mends what depends on the words
// around them.
func numbers(text string) []lexis.Number { return mended(lexis.Numbers(text), text) }

// mended mends the numbers of a text, in place.
func mended(all []lexis.Number, text string) []lexis.Number {
	out := all[:0]
	for i := range all {
		n := all[i]
		mend(&n, text)
		if k := len(out) - 1; k >= 0 && (n.Start < out[k].End || n.Kind == lexis.Fraction && mixed(&out[k], n, text)) {
			continue // a part of the one before
		}
		out = append(out, n)
	}
	for i := range out {
		if i+1 < len(out) {
			clockPair(text, &out[i], &out[i+1])
		}
		if i+1 < len(out) && out[i].Unit == "" && out[i+1].Unit != "" && out[i].Kind == lexis.Plain && !isYear(out[i]) && pairs(text, out[i], out[i+1]) {
			out[i].Unit, out[i].Kind = out[i+1].Unit, out[i+1].Kind
		}
	}
	return out
}

// mend corrects a number by its neighbours: a dash behind a percent sign is no
// minus; "53 percentage" and "12-inch" have a unit, "3 pm" is a time.
func mend(n *lexis.Number, text string) {
	if n.Negative && n.Start > 0 && strings.IndexByte("0123456789%$", text[n.Start-1]) >= 0 {
		n.Negative = false
	}
	if u := n.Unit; strings.EqualFold(u, "pm") || strings.EqualFold(u, "am") { // no picometres
		n.Unit, n.End = "", n.Start+len(strings.TrimRight(text[n.Start:n.End-len(u)], " \u00a0"))
	}
	clock(n, text)
	powerUnit(n, text)
	perUnit(n, text)
	wholeHours(n, text)
	if n.Kind != lexis.Plain || n.Unit != "" {
		return
	}
	rest := text[n.End:]
	if r, size := utf8.DecodeRuneInString(strings.TrimLeft(rest, " ")); vulgarValue[r] != 0 {
		if v, err := strconv.ParseFloat(n.Value, 64); err == nil {
			n.Value = strconv.FormatFloat(v+vulgarValue[r], 'f', -1, 64)
			n.End += len(rest) - len(strings.TrimLeft(rest, " ")) + size
			return
		}
	}
	word := strings.ToLower(lexis.FirstLetters(strings.TrimLeft(rest, " ")))
	switch {
	case strings.HasPrefix(rest, andHalf):
		addHalf(n, text)
	case word == "percentage":
		n.Kind, n.Unit = lexis.Percent, "%"
	case strings.HasPrefix(rest, "-"):
		if unit := lexis.FirstLetters(rest[1:]); lexis.IsUnit(unit) {
			n.Unit = unit
		}
	}
}

// powers are the words that make a unit of length one of area or volume, in
// front of it or behind it.
var powers = func() map[string]string {
	out := map[string]string{}
	for sign, words := range map[string]string{
		"²": "squareWords",
		"³": "cubeWords",
	} {
		for w := range wordSet(words) {
			out[w] = sign
		}
	}
	return out
}()

// lengths are the symbols that a digit makes units of area or volume.
var lengths = wordSet("lengths")

// powerUnit reads a unit of area or volume in words: "300 square metres", "300
// mètres carrés", "300 Quadratmeter".
func powerUnit(n *lexis.Number, text string) {
	if n.Kind != lexis.Plain || strings.ContainsAny(n.Unit, "/²³") {
		return
	}
	if lengths[n.Unit] && n.End < len(text) && (text[n.End] == '2' || text[n.End] == '3') && lexis.FirstLetters(text[n.End:]) == "" {
		n.Unit += text[n.End : n.End+1] // m2
		n.End++
		n.Text = text[n.Start:n.End]
		return
	}
	at, word := nextWord(text, n.End)
	if n.Unit != "" {
		if sign := powers[strings.ToLower(word)]; sign != "" {
			n.Unit, n.End = n.Unit+sign, at+len(word)
			n.Text = text[n.Start:n.End]
		}
		return
	}
	sign, unit := powers[strings.ToLower(word)], word
	if sign != "" {
		at, unit = nextWord(text, at+len(word))
	} else if base, ok := strings.CutPrefix(word, "Quadrat"); ok {
		sign, unit = "²", base
	} else if base, ok := strings.CutPrefix(word, "Kubik"); ok {
		sign, unit = "³", base
	}
	if sign != "" && lexis.IsUnit(unit) {
		n.Unit, n.End = unit+sign, at+len(word)
		if powers[strings.ToLower(word)] != "" {
			n.End = at + len(unit)
		}
		n.Text = text[n.Start:n.End]
	}
}

// nextWord is the word behind a place, a blank, hyphen or point before it, and
// where it begins.
func nextWord(text string, at int) (int, string) {
	at += len(text[at:]) - len(strings.TrimLeft(text[at:], " -.\u00a0"))
	return at, lexis.FirstLetters(text[at:])
}

// perUnit reads the denominator of a unit in words: "60 miles per hour", "5 % p.a.".
func perUnit(n *lexis.Number, text string) {
	if n.Unit == "" || n.Kind != lexis.Plain && n.Kind != lexis.Percent || strings.Contains(n.Unit, "/") {
		return
	}
	for _, per := range [...]string{" per ", " a ", " p.", " pro "} {
		if !strings.HasPrefix(text[n.End:], per) || per == " a " && n.Kind != lexis.Percent {
			continue
		}
		unit := lexis.FirstLetters(text[n.End+len(per):])
		under := unit
		if n.Kind == lexis.Percent && (unit == "a" || unit == "annum") { // "p.a."
			under = "year"
		}
		if lexis.IsUnit(under) {
			n.Unit += "/" + under
			n.End += len(per) + len(unit)
			n.Text = text[n.Start:n.End]
		}
		return
	}
}

// wholeHours reads "13:0 hours", in which no time of day is written, as 13 hours.
func wholeHours(n *lexis.Number, text string) {
	hours, whole := strings.CutSuffix(n.Value, ":0")
	if n.Kind != lexis.Ratio || !whole {
		return
	}
	if unit := lexis.FirstLetters(strings.TrimLeft(text[n.End:], " ")); unitName(unit) == "h" {
		n.Kind, n.Value, n.Unit = lexis.Plain, hours, unit
	}
}

// andHalf adds a half to the number in front of it.
const andHalf = " and a half"

// addHalf reads "two and a half hours" as 2.5 hours.
func addHalf(n *lexis.Number, text string) {
	v, err := strconv.ParseFloat(n.Value, 64)
	if err != nil {
		return
	}
	n.Value = strconv.FormatFloat(v+0.5, 'f', -1, 64)
	n.End += len(andHalf)
	unit := lexis.FirstLetters(strings.TrimLeft(text[n.End:], " "))
	if lexis.IsUnit(unit) {
		n.Unit, n.End = unit, n.End+strings.Index(text[n.End:], unit)+len(unit)
	}
	n.Text = text[n.Start:n.End]
}

// vulgarValue gives the values of fractions in one character.
var vulgarValue = map[rune]float64{'½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1.0 / 3, '⅔': 2.0 / 3, '⅛': 0.125, '⅜': 0.375, '⅝': 0.625, '⅞': 0.875}

// mixed joins a whole number and a fraction behind it: "2 1/2" is 2.5.
func mixed(whole *lexis.Number, part lexis.Number, text string) bool {
	if whole.Kind != lexis.Plain || whole.Unit != "" || whole.End > part.Start || !joinsFraction(text[whole.End:part.Start]) {
		return false
	}
	a, b, _ := strings.Cut(part.Value, "/")
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	base, err3 := strconv.ParseFloat(whole.Value, 64)
	if err1 != nil || err2 != nil || err3 != nil || y == 0 || x >= y {
		return false
	}
	whole.Value = strconv.FormatFloat(base+x/y, 'f', -1, 64)
	whole.End, whole.Unit = part.End, part.Unit
	whole.Text = text[whole.Start:whole.End]
	return true
}

// joinsFraction reports whether between stands between a whole number and its
// fraction.
func joinsFraction(between string) bool {
	switch strings.Trim(between, " -") {
	case "", "and", "&":
		return true
	}
	return false
}

// pairs reports whether two numbers share the second one's unit: "between 10
// and 20 percent".
func pairs(text string, a, b lexis.Number) bool {
	if a.End > b.Start {
		return false
	}
	switch strings.TrimSpace(text[a.End:b.Start]) {
	case "and", "to", "or", "-", "–", "und", "bis", "oder", "et", "à", "ou", "y", "a", "o", "e", "en", "tot", "of":
		return true
	}
	return false
}

package claim

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"vouchsafe/lexis"
)

// numberIn reports whether s holds a number that states something: digits
// other than a list's ordinal or a citation marker.
func numberIn(s string) bool {
	for i := listMarker(s); i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			return true
		case c == '[', c >= utf8.RuneSelf: // a marker, if any
			i += max(0, markerLen(s[i:])-1)
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
		if k := len(out) - 1; k >= 0 && n.Kind == lexis.Fraction && mixed(&out[k], n, text) {
			continue
		}
		out = append(out, n)
	}
	for i := range out {
		if i+1 < len(out) && out[i].Unit == "" && out[i+1].Unit != "" && out[i].Kind == lexis.Plain && pairs(text, out[i], out[i+1]) {
			out[i].Unit, out[i].Kind = out[i+1].Unit, out[i+1].Kind
		}
	}
	return out
}

// mend corrects a number by its neighbours: a dash behind a percent sign is no
// minus; "53 percentage", "12-inch" and "3 pm" have a unit.
func mend(n *lexis.Number, text string) {
	if n.Negative && n.Start > 0 && strings.IndexByte("0123456789%$", text[n.Start-1]) >= 0 {
		n.Negative = false
	}
	if u := n.Unit; strings.EqualFold(u, "pm") || strings.EqualFold(u, "am") { // no picometres
		n.Unit, n.End = "", n.End-len(u)
	}
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
	word := strings.ToLower(firstWord(strings.TrimLeft(rest, " ")))
	switch {
	case strings.HasPrefix(rest, andHalf):
		addHalf(n, text)
	case word == "percentage":
		n.Kind, n.Unit = lexis.Percent, "%"
	case word == "am" || word == "pm" || word == "a" && strings.HasPrefix(strings.TrimLeft(rest, " "), "a.m") || word == "p":
		if h, err := strconv.Atoi(n.Value); err == nil && h <= 12 && n.High == "" {
			n.Kind, n.Value = lexis.Time, fmt.Sprintf("%02d:00", h%12+12*strings.Count(word[:1], "p"))
		}
	case strings.HasPrefix(rest, "-"):
		if unit := firstWord(rest[1:]); lexis.IsUnit(unit) {
			n.Unit = unit
		}
	}
}

// perUnit reads the denominator of a unit in words: "60 miles per hour".
func perUnit(n *lexis.Number, text string) {
	const per = " per "
	if n.Unit == "" || n.Kind != lexis.Plain || strings.Contains(n.Unit, "/") || !strings.HasPrefix(text[n.End:], per) {
		return
	}
	if unit := firstWord(text[n.End+len(per):]); lexis.IsUnit(unit) {
		n.Unit += "/" + unit
		n.End += len(per) + len(unit)
		n.Text = text[n.Start:n.End]
	}
}

// wholeHours reads "13:0 hours", in which no time of day is written, as 13 hours.
func wholeHours(n *lexis.Number, text string) {
	hours, whole := strings.CutSuffix(n.Value, ":0")
	if n.Kind != lexis.Ratio || !whole {
		return
	}
	if unit := firstWord(strings.TrimLeft(text[n.End:], " ")); unitName(unit) == "h" {
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
	unit := firstWord(strings.TrimLeft(text[n.End:], " "))
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

// references are words whose number names a part of the evidence or of the
// answer and states nothing.
var references = set(`
	method methods fact facts item items question q point points reason reasons example examples figure
	passage passages source sources document documents doc docs chunk chunks context excerpt excerpts citation citations
	reference references ref step steps tip tips option options
	quelle quellen dokument dokumente schritt source sources étape fuente fuentes documento documentos paso passo bron stap`)

// stated returns the numbers of a claim that must have support: list ordinals,
// citation markers and references to passages are left out.
func stated(text string) []lexis.Number { return statedOf(numbers(text), text) }

// statedOf leaves them out of the numbers of a text, in place.
func statedOf(all []lexis.Number, text string) []lexis.Number {
	out := all[:0]
	skip, referred := listMarker(text), -1
	for _, n := range all {
		before := lastWord(text[:n.Start])
		if n.Start < skip || inMarker(text, n.Start) || n.Text == "24/7" || isExponent(before) || vague(n) {
			continue
		}
		if references[before] || referred >= 0 && joinsReference(text[referred:n.Start]) {
			referred = n.End
			continue
		}
		if out = append(out, n); len(out) == maxNumbers {
			break
		}
	}
	return out
}

// maxNumbers is how many numbers of one claim are checked; a claim with more,
// the dump of a table, is not one sentence that anyone wrote.
const maxNumbers = 64

// vague reports whether a number word gives no number: "thousands of people".
func vague(n lexis.Number) bool {
	return n.Spelled && strings.HasSuffix(n.Text, "s") && n.Unit == "" && !strings.Contains(n.Text, " ")
}

// isExponent reports whether a number behind this word only raises a unit:
// "cm3", "cm-3".
func isExponent(before string) bool {
	before = strings.TrimRight(before, "-−^")
	before = before[strings.LastIndexByte(before, '/')+1:]
	return len(before) > 0 && len(before) <= 3 && lexis.IsUnitSymbol(before) && before != "a"
}

// joinsReference reports whether between holds only what joins the numbers of
// one reference: "passages 1, 2 and 3".
func joinsReference(between string) bool {
	switch strings.ToLower(strings.Trim(between, " ,&-–")) {
	case "", "and", "or", "und", "et", "y", "e", "en", "passage", "and passage", "source", "and source":
		return true
	}
	return false
}

// lastWord returns the last word of s in lower case.
func lastWord(s string) string {
	const longest = 40 // bytes: what matters here is short
	s = s[max(0, len(s)-longest):]
	s = strings.TrimRight(s, " #:.*_(\"")
	return strings.ToLower(s[strings.LastIndexAny(s, " \t\n([*_\"")+1:])
}

// inMarker reports whether byte i stands inside a citation marker.
func inMarker(text string, i int) bool {
	from := max(0, i-longestMarker)
	open := max(strings.LastIndexByte(text[from:i], '['), strings.LastIndex(text[from:i], "【"))
	return open >= 0 && from+open+markerLen(text[from+open:]) > i
}

// carries reports whether a number of the evidence carries one of a claim.
func carries(have, want *lexis.Number) bool {
	if !sameValue(have, want) && (want.Comparison != "≈" || !near(have, want)) {
		return false
	}
	return sameMeasure(have, want) && !opposed(have.Comparison, want.Comparison)
}

// sameMeasure reports whether two numbers may count the same thing: no
// percentage against a plain number, no milligrams against grams. A unit that
// only one of them spells out is no difference.
func sameMeasure(have, want *lexis.Number) bool {
	if (have.Kind == lexis.Percent) != (want.Kind == lexis.Percent) {
		return false
	}
	a, b := unitName(have.Unit), unitName(want.Unit)
	a, b = commonUnit(a, b)
	return a == "" || b == "" || a == b || a == "°" && strings.HasPrefix(b, a) || b == "°" && strings.HasPrefix(a, b)
}

// commonUnit cuts a denominator that only one of two units spells out: "g/cm³"
// and "g".
func commonUnit(a, b string) (string, string) {
	if strings.Contains(a, "/") != strings.Contains(b, "/") {
		a, _, _ = strings.Cut(a, "/")
		b, _, _ = strings.Cut(b, "/")
	}
	return a, b
}

// numerators returns what two named units have in front of a denominator that
// both share or only one spells out; the units as they are for different ones.
func numerators(a, b string) (string, string) {
	a, b = commonUnit(a, b)
	over, under, ratio := strings.Cut(a, "/")
	if other, same := strings.CutSuffix(b, "/"+under); ratio && same {
		return over, other
	}
	return a, b
}

// unitNames brings the written forms of units that answers use for each other
// to one.
var unitNames = func() map[string]string {
	out := map[string]string{}
	for _, group := range strings.Split(`
		s second sec secs sekunde sekunden seconde segundo secondo secondi seconden секунда секунды секунд ثانية ثواني 秒
		min minute mins minuten minuto minuti minuut минута минуты минут دقيقة دقائق 分 分钟
		h hour hr hrs stunde stunden heure hora ora ore uur uren час часа часов ساعة ساعات 小时 時間
		d day tag tage tagen jour día dia dag dagen giorno giorni день дня дней يوم يوما أيام 天 日 日間
		wk week woche wochen semaine semana settimana settimane weken неделя недели недель أسبوع أسابيع 周 週 週間
		mo month monat monate monaten mois mes meses mese mesi mês maand maanden месяц месяца месяцев شهر شهرا أشهر 个月 月 か月 ヶ月
		yr year jahr jahre jahren an année año ano anno anni jaar jaren год года лет سنة سنوات عام عاما أعوام 年 年間
		g gram gramm gramme gramo grama grammo grammi грамм грамма граммов غرام غراما 克 グラム
		kg kilogram kilo kilogramm kilogramme kilogramo quilograma quilo chilogrammo chilogrammi килограмм килограмма килограммов кг كيلوغرام كغ 公斤 千克 キログラム
		mg milligram milligramm milligramme miligramo miligrama milligrammo milligrammi миллиграмм миллиграмма миллиграммов мг ملليغرام ملغ مغ 毫克 ミリグラム
		µg mcg microgram mikrogramm
		lb pound lbs
		oz ounce
		m metre meter mètre metro metri
		km kilometre kilometer kilomètre kilómetro chilometro
		cm centimetre centimeter
		mm millimetre millimeter
		mi mile
		ft foot feet
		in inch inche
		yd yard
		mi/h mph
		km/h kmh
		l litre liter litro litri
		ml millilitre milliliter
		gal gallon
		°F F
		°C C
		° degree grad degré grado grados graus gradi graden`, "\n") {
		names := strings.Fields(group)
		for _, n := range names {
			out[n] = names[0]
			out[n+"s"] = names[0]
		}
	}
	return out
}()

// unitName returns one name for all written forms of a unit. Symbols keep
// their case where it matters.
func unitName(u string) string {
	if u == "" {
		return ""
	}
	if name, ok := unitNames[u]; ok {
		return name
	}
	if lexis.IsUnitSymbol(u) {
		if u == "L" || u == "mL" {
			return strings.ToLower(u)
		}
		return u
	}
	if over, under, ratio := strings.Cut(u, "/"); ratio {
		return unitName(over) + "/" + unitName(under)
	}
	var room [32]byte
	if low, plain := lowered(room[:0], u); plain {
		if name, ok := unitNames[string(low)]; ok {
			return name
		}
	} else if name, ok := unitNames[lexis.Fold(u)]; ok {
		return name
	}
	return u
}

// opposed reports whether two comparisons exclude each other. "More than" and
// "less than" do not: texts state one limit from both of its sides.
func opposed(a, b string) bool { return a == "≤" && b == "≥" || a == "≥" && b == "≤" }

// sameValue compares the readings of two numbers. An end of a range in the
// evidence carries a single value; a date carries its parts.
func sameValue(have, want *lexis.Number) bool {
	if have.Negative != want.Negative && have.Kind != lexis.Date {
		return false
	}
	if have.Kind == lexis.Date && want.Kind == lexis.Ordinal { // "April 24 and 25th"
		return strings.HasSuffix(have.Value, "-"+fmt.Sprintf("%02s", want.Value))
	}
	if have.Kind == lexis.Date || want.Kind == lexis.Date {
		return sameDate(have.Value, want.Value) || have.Alt != "" && sameDate(have.Alt, want.Value)
	}
	for _, h := range [...]string{have.Value, have.Alt, have.High} {
		if h != "" && (h == want.Value || h == want.Alt) {
			return true
		}
	}
	return false
}

// sameDate reports whether the ISO date of the evidence is the claim's or says
// more than it: "2018-04-16" carries "2018-04", "--04-16" and "2018".
func sameDate(have, want string) bool {
	return want != "" && (strings.HasPrefix(have, want) || strings.HasSuffix(have, "-"+strings.TrimLeft(want, "-")) && strings.HasPrefix(want, "--"))
}

// near reports whether a number that the claim calls approximate rounds the
// evidence's: close to it, and with fewer digits.
func near(have, want *lexis.Number) bool {
	const tolerance = 0.05
	h, err1 := strconv.ParseFloat(have.Value, 64)
	w, err2 := strconv.ParseFloat(want.Value, 64)
	if err1 != nil || err2 != nil || have.Negative != want.Negative {
		return false
	}
	return math.Abs(h-w) <= tolerance*math.Abs(h) && precision(want.Value) < precision(have.Value)
}

// precision counts the significant digits of a canonical decimal.
func precision(value string) int {
	digits := strings.TrimLeft(strings.Replace(value, ".", "", 1), "0")
	if !strings.Contains(value, ".") {
		digits = strings.TrimRight(digits, "0")
	}
	return len(digits)
}

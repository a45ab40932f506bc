package claim

import (
	"math"
	"strconv"
	"strings"

	"vouchsafe/lexis"
)

// numberIn reports whether s holds a number that states something: digits
// other than a list's ordinal or a citation marker.
func numberIn(s string) bool {
	for i := listMarker(s); i < len(s); i++ {
		if m := markerLen(s[i:]); m > 0 {
			i += m - 1
			continue
		}
		if s[i] >= '0' && s[i] <= '9' {
			return true
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

// numbers reads the numbers of a text. A bare one that is the first half of a
// pair takes the second one's unit: "between 10 and 20 percent".
func numbers(text string) []lexis.Number {
	all := lexis.Numbers(text)
	for i := range all {
		if i+1 == len(all) || all[i].Unit != "" || all[i+1].Unit == "" || all[i].Kind != lexis.Plain || all[i].End > all[i+1].Start {
			continue
		}
		switch strings.TrimSpace(text[all[i].End:all[i+1].Start]) {
		case "and", "to", "or", "-", "–", "und", "bis", "oder", "et", "à", "ou", "y", "a", "o", "e", "en", "tot", "of":
			all[i].Unit, all[i].Kind = all[i+1].Unit, all[i+1].Kind
		}
	}
	return all
}

// references are words whose number names a part of the evidence or of the
// answer and states nothing.
var references = set(`
	passage passages source sources document documents doc docs chunk chunks context excerpt excerpts citation citations
	reference references ref step steps tip tips option options
	quelle quellen dokument dokumente schritt source sources étape fuente fuentes documento documentos paso passo bron stap`)

// stated returns the numbers of a claim that must have support: list ordinals,
// citation markers and references to passages are left out.
func stated(text string) []lexis.Number {
	var out []lexis.Number
	skip, referred := listMarker(text), -1
	for _, n := range numbers(text) {
		before := lastWord(text[:n.Start])
		if n.Start < skip || inMarker(text, n.Start) || strings.TrimSpace(n.Text) == "" {
			continue
		}
		if references[before] || referred >= 0 && joinsReference(text[referred:n.Start]) {
			referred = n.End
			continue
		}
		out = append(out, n)
	}
	return out
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
	s = strings.TrimRight(s, " #:.*_(\"")
	return strings.ToLower(s[strings.LastIndexAny(s, " \t\n([*_\"")+1:])
}

// inMarker reports whether byte i stands inside a citation marker.
func inMarker(text string, i int) bool {
	open := strings.LastIndexAny(text[:i], "[【")
	return open >= 0 && i-open < 40 && open+markerLen(text[open:]) > i
}

// carries reports whether a number of the evidence carries one of a claim.
func carries(have, want lexis.Number) bool {
	if !sameMeasure(have, want) || opposed(have.Comparison, want.Comparison) {
		return false
	}
	return sameValue(have, want) || want.Comparison != "" && near(have, want)
}

// sameMeasure reports whether two numbers may count the same thing: no
// percentage against a plain number, no milligrams against grams. A unit that
// only one of them spells out is no difference.
func sameMeasure(have, want lexis.Number) bool {
	if (have.Kind == lexis.Percent) != (want.Kind == lexis.Percent) {
		return false
	}
	a, b := unitName(have.Unit), unitName(want.Unit)
	return a == "" || b == "" || a == b || a == "°" && strings.HasPrefix(b, a) || b == "°" && strings.HasPrefix(a, b)
}

// unitNames brings the written forms of units that answers use for each other
// to one.
var unitNames = func() map[string]string {
	out := map[string]string{}
	for _, group := range strings.Split(`
		s second sec secs sekunde seconde segundo secondo
		min minute mins minuten minuto minuti
		h hour hr hrs stunde stunden heure hora ora ore uur
		d day tag tagen jour día dia dag dagen giorno giorni
		wk week woche wochen semaine semana settimana settimane weken
		mo month monat monaten mois mes mese mesi mês maand
		yr year jahr jahren an année año ano anno anni jaar
		g gram gramm gramme gramo grammo
		kg kilogram kilo kilogramm kilogramme
		mg milligram milligramm milligramme miligramo
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
		l litre liter litro litri
		ml millilitre milliliter
		gal gallon
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
	if name, ok := unitNames[lexis.Fold(u)]; ok {
		return name
	}
	return u
}

// opposed reports whether two comparisons exclude each other.
func opposed(a, b string) bool {
	if a == "" || b == "" || a == "≈" || b == "≈" {
		return false
	}
	return strings.Contains("<≤", a) != strings.Contains("<≤", b)
}

// sameValue compares the readings of two numbers. An end of a range in the
// evidence carries a single value; a date carries its parts.
func sameValue(have, want lexis.Number) bool {
	if have.Negative != want.Negative && have.Kind != lexis.Date {
		return false
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

// sameDate reports whether one ISO date says no more than the other.
func sameDate(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a != "" && (strings.HasPrefix(b, a) || strings.HasSuffix(b, strings.TrimLeft(a, "-")))
}

// near reports whether a number that the claim calls approximate, or a bound,
// fits the evidence's.
func near(have, want lexis.Number) bool {
	const tolerance = 0.05
	h, err1 := strconv.ParseFloat(have.Value, 64)
	w, err2 := strconv.ParseFloat(want.Value, 64)
	if err1 != nil || err2 != nil || h == 0 || have.Negative != want.Negative {
		return false
	}
	switch d := (h - w) / math.Abs(h); want.Comparison {
	case "≈":
		return math.Abs(d) <= tolerance
	case ">", "≥":
		return d >= 0 && d <= 2*tolerance
	case "<", "≤":
		return d <= 0 && d >= -2*tolerance
	}
	return false
}

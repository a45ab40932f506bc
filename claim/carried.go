package claim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"vouchsafe/lexis"
)

// area is a part of a source, in bytes, end exclusive.
type area struct {
	source     int
	start, end int
}

// areas returns the sentences of the evidence that the quotes touch; the whole
// sources where nothing is quoted.
func areas(ev Evidence) []area {
	out := make([]area, 0, max(len(ev.Quotes), len(ev.Sources)))
	for _, q := range ev.Quotes {
		if q.Source < 0 || q.Source >= len(ev.Sources) {
			continue
		}
		src := ev.Sources[q.Source]
		start, end := src.sentencesAround(src.byteAt(q.Start), src.byteAt(q.End))
		out = append(out, area{q.Source, start, end})
	}
	if len(out) == 0 {
		for i, src := range ev.Sources {
			out = append(out, area{i, 0, len(src.text)})
		}
	}
	return out
}

// numberFindings checks every number of the claim.
func (r *reading) numberFindings(ev Evidence, in []area) (out []Finding) {
	for i, n := range r.numbers {
		for _, end := range ends2(n) {
			if d := r.numberDetail(end, i, ev, in); d != "" {
				out = append(out, Finding{CodeNumber, d})
				break
			}
		}
	}
	return out
}

// ends2 returns the two ends of a range as numbers of their own, or the number.
func ends2(n lexis.Number) []lexis.Number {
	if n.High == "" {
		return []lexis.Number{n}
	}
	low, high := n, n
	low.High, high.High, high.Value, high.Alt = "", "", n.High, ""
	return []lexis.Number{low, high}
}

// numberDetail says what is wrong with number i of the claim, "" for nothing.
func (r *reading) numberDetail(n lexis.Number, i int, ev Evidence, in []area) string {
	other := ""
	for _, a := range in {
		for _, have := range ev.Sources[a.source].numbers {
			if have.Start < a.start || have.Start >= a.end {
				continue
			}
			if carries(have, n) {
				return ""
			}
			if rival(have, n) {
				other = have.Text
			}
		}
	}
	if r.excused(n, i, ev) {
		return ""
	}
	elsewhere := false
	for _, src := range ev.Sources {
		for _, have := range src.numbers {
			elsewhere = elsewhere || carries(have, n)
		}
	}
	switch {
	case elsewhere && other == "":
		return ""
	case elsewhere:
		return fmt.Sprintf("%q stands outside the quote, which has %q", n.Text, other)
	case other != "":
		return fmt.Sprintf("%q is not in the evidence, which has %q", n.Text, other)
	}
	return fmt.Sprintf("%q is not in the evidence", n.Text)
}

// rival reports whether a number of the evidence is of the kind of the claim's.
func rival(have, want lexis.Number) bool {
	return have.Kind == want.Kind && unitName(have.Unit) == unitName(want.Unit) && (!have.Spelled || want.Spelled || want.Unit != "")
}

// excused tells numbers that need not stand in the evidence as digits: small
// counts of what the answer lists, a number in the metadata, one in a claim
// about the user that echoes the question, an exact conversion of units, "one"
// where the evidence says "a", and ordinals that it spells out.
func (r *reading) excused(n lexis.Number, i int, ev Evidence) bool {
	if r.counts(n) || n.Kind == lexis.Code && r.holdsText(n.Text, ev) {
		return true
	}
	for _, t := range ev.Titles {
		if carriesAny(numbers(t), n) || strings.Contains(t, n.Value) && len(n.Value) == 4 {
			return true
		}
	}
	if r.aboutUser() && carriesAny(numbers(ev.Question), n) {
		return true
	}
	if i > 0 && converts(r.numbers[i-1], n) || i+1 < len(r.numbers) && converts(n, r.numbers[i+1]) {
		return true
	}
	return r.spelled(n, ev)
}

func carriesAny(have []lexis.Number, want lexis.Number) bool {
	for _, h := range have {
		if carries(h, want) {
			return true
		}
	}
	return false
}

// listed are nouns by which an answer counts its own points.
var listed = set(`
	way ways type types option options method methods step steps kind kinds main reason reasons factor factors example
	examples passage passages source sources category categories part parts thing things point points group groups
	possible different primary key common major basic general document documents stage stages
	arten möglichkeiten schritte gründe punkte façons types étapes raisons points maneras tipos pasos razones modi tipi manieren`)

// counts reports whether n is a small spelled-out count of the answer's own.
func (r *reading) counts(n lexis.Number) bool {
	v, err := strconv.Atoi(n.Value)
	if err != nil || v > 12 || n.Unit != "" || n.Kind != lexis.Plain {
		return false
	}
	rest := strings.TrimLeft(r.text[n.End:], " *_")
	return listed[strings.ToLower(firstWord(rest))]
}

// holdsText reports whether the evidence has a code as it is written.
func (r *reading) holdsText(code string, ev Evidence) bool {
	for _, src := range ev.Sources {
		if strings.Contains(strings.ToLower(src.text), strings.ToLower(code)) {
			return true
		}
	}
	return false
}

// aboutUser reports whether the claim speaks to the user about what they said.
func (r *reading) aboutUser() bool {
	for i := range r.tokens {
		switch strings.ToLower(r.text[r.tokens[i].start:r.tokens[i].end]) {
		case "you", "your", "sie", "ihre", "ihr", "du", "deine", "vous", "votre", "usted", "tu", "você", "lei", "u", "je", "вы":
			return true
		}
	}
	return false
}

// spelled looks for a number in words that a number parser passes over: "an
// hour" for 1 hour, "nineteenth" for 19th.
func (r *reading) spelled(n lexis.Number, ev Evidence) bool {
	if n.Kind != lexis.Ordinal && n.Value != "1" && n.Value != "0.5" && n.Value != "2" {
		return false
	}
	for _, src := range ev.Sources {
		for i := range src.tokens {
			t := &src.tokens[i]
			if !t.role.Has(lexis.OrdinalWord|lexis.NumberWord) && t.end-t.start > 2 {
				continue
			}
			w := lexis.Fold(src.text[t.start:t.end])
			v, ok := src.lang.NumberValue(w)
			ok = ok && v == n.Value || n.Value == "1" && (w == "a" || w == "an")
			if ok && (n.Unit == "" || n.Kind == lexis.Ordinal || i+1 < len(src.tokens) && src.unitAt(i+1) == unitName(n.Unit)) {
				return true
			}
		}
	}
	return false
}

// unitAt returns the name of the unit that token i may be.
func (s *Source) unitAt(i int) string {
	return unitName(s.text[s.tokens[i].start:s.tokens[i].end])
}

// converts reports whether two neighbouring numbers of a claim state one
// quantity in two units, within the rounding that such asides have.
func converts(a, b lexis.Number) bool {
	x, err1 := strconv.ParseFloat(a.Value, 64)
	y, err2 := strconv.ParseFloat(b.Value, 64)
	if err1 != nil || err2 != nil {
		return false
	}
	u, v := unitName(a.Unit), unitName(b.Unit)
	if strings.HasSuffix(u, "F") && strings.HasSuffix(v, "C") {
		return math.Abs((x-32)/1.8-y) <= 3
	}
	if strings.HasSuffix(u, "C") && strings.HasSuffix(v, "F") {
		return math.Abs(x*1.8+32-y) <= 5
	}
	f, ok := factors[u+" "+v]
	if !ok {
		if f, ok = factors[v+" "+u]; ok {
			f = 1 / f
		}
	}
	return ok && math.Abs(x*f-y) <= 0.03*math.Abs(y)
}

// factors convert between units that answers give side by side.
var factors = map[string]float64{
	"in cm": 2.54, "in mm": 25.4, "ft m": 0.3048, "yd m": 0.9144, "mi km": 1.609344, "ft cm": 30.48, "ft in": 12,
	"lb kg": 0.45359237, "lb g": 453.59237, "oz g": 28.349523, "gal l": 3.785412, "oz ml": 29.57353,
	"min s": 60, "h min": 60, "d h": 24, "wk d": 7, "yr mo": 12, "kg g": 1000, "g mg": 1000, "mg µg": 1000, "l ml": 1000,
}

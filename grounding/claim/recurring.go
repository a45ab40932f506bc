package claim

import (
	"fmt"
	"math"
	"strconv"

	lexis "vouchsafe/grounding/text"
)

// rate is how often something happens: so many times a day, or a year where months
// are counted.
type rate struct {
	times    float64
	yearly   bool
	from, to int // the tokens that say it
}

// same reports whether two rates are one: "twice a day" and "every 12 hours".
func (a rate) same(b rate) bool {
	const exact = 1e-6
	return a.yearly == b.yearly && math.Abs(a.times-b.times) <= exact*b.times
}

// comesRound tells how often a unit of time comes round.
var comesRound = map[string]rate{
	"min": {times: 24 * 60}, "h": {times: 24}, "d": {times: 1}, "wk": {times: 1.0 / 7}, "mo": {times: 12, yearly: true}, "yr": {times: 1, yearly: true},
}

// perWord is the same for words that say it by themselves.
var perWord = func() map[string]rate {
	out := map[string]rate{}
	for words, r := range map[string]rate{
		"hourly stündlich": {times: 24},
		"daily nightly täglich quotidiennement diariamente giornalmente dagelijks ежедневно": {times: 1},
		"weekly wöchentlich semanalmente settimanalmente wekelijks еженедельно":              {times: 1.0 / 7},
		"fortnightly": {times: 1.0 / 14},
		"monthly monatlich mensuellement mensualmente mensilmente mensalmente maandelijks ежемесячно": {times: 12, yearly: true},
		"quarterly vierteljährlich trimestriellement trimestralmente":                                 {times: 4, yearly: true},
		"yearly annually jährlich annuellement anualmente annualmente jaarlijks ежегодно":             {times: 1, yearly: true},
	} {
		for w := range set(words) {
			out[w] = r
		}
	}
	return out
}()

var (
	oncePer  = map[string]float64{"once": 1, "twice": 2, "thrice": 3, "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4}
	foldOf   = set("times time mal fois veces vez volte volta vezes keer раз раза")
	everyOne = set("every each alle jede jeden jedes chaque cada ogni elke iedere каждые каждый каждую")
	perOne   = set("a an per each every the in pro par por al alla am im jeden jede jedes chaque cada ogni elke iedere в")
	theOther = set("other second zweite zweiten zweites andere")
)

// recurring returns how often the words from token i on say that something happens.
func (w *window) recurring(i int, lang lexis.Language) (rate, bool) {
	if !w.tokens[i].has(recurTrait) && (i+1 == len(w.tokens) || !w.tokens[i+1].has(recurTrait)) {
		return rate{}, false
	}
	word := w.word(i)
	if r, ok := perWord[word]; ok {
		r.from, r.to = i, i+1
		return r, true
	}
	if everyOne[word] {
		return w.everySo(i, lang)
	}
	n, at := oncePer[word], i+1
	if value := w.number(i, lang); n == 0 && value != "" && at < len(w.tokens) && foldOf[w.word(at)] {
		n, _ = strconv.ParseFloat(value, 64)
		at++
	}
	if n == 0 || at >= len(w.tokens) {
		return rate{}, false
	}
	if perOne[w.word(at)] && at+1 < len(w.tokens) {
		at++
	}
	r, ok := perWord[w.word(at)]
	if !ok {
		r, ok = comesRound[unitName(w.word(at))]
	}
	return rate{n * r.times, r.yearly, i, at + 1}, ok
}

// everySo reads "every 12 hours", "every other day", "every Tuesday".
func (w *window) everySo(i int, lang lexis.Language) (rate, bool) {
	at, n := i+1, 1.0
	if at+1 < len(w.tokens) {
		if value := w.number(at, lang); value != "" {
			n, _ = strconv.ParseFloat(value, 64)
			at++
		} else if theOther[w.word(at)] {
			n, at = 2, at+1
		}
	}
	if at >= len(w.tokens) || n == 0 {
		return rate{}, false
	}
	r, ok := comesRound[unitName(w.word(at))]
	if w.tokens[at].role.Has(lexis.Weekday) {
		r, ok = comesRound["wk"], true
		if of := at + 3; of < len(w.tokens) && unitName(w.word(of)) == "mo" { // "every second Tuesday of the month"
			r, n, at = comesRound["mo"], 1, of
		}
	}
	return rate{r.times / n, r.yearly, i, at + 1}, ok
}

// recurrences are the words by which a rate is seen, but for the number of times.
var recurrences = func() map[string]bool {
	out := set("")
	for w := range perWord {
		out[w] = true
	}
	for w := range oncePer {
		out[w] = true
	}
	for _, list := range []map[string]bool{foldOf, everyOne} {
		for w := range list {
			out[w] = true
		}
	}
	return out
}()

// rates returns how often things happen by some words.
func (w *window) rates(lang lexis.Language, out []rate) []rate {
	if w.traits&recurTrait == 0 {
		return out
	}
	for i := 0; i < len(w.tokens) && len(out) < cap(out); i++ {
		if r, ok := w.recurring(i, lang); ok {
			out = append(out, r)
			i = r.to - 1
		}
	}
	return out
}

// ratedAlike reports whether the number of the claim in the bytes [from,to) is a part
// of a rate that the evidence gives in other words: "twice a day" for "every 12 hours".
func (r *reading) ratedAlike(n *lexis.Number, ev Evidence, in []area) bool {
	var room [2][4]rate
	for _, mine := range r.whole().rates(r.lang, room[0][:0]) {
		if int(r.tokens[mine.from].start) > n.Start || int(r.tokens[mine.to-1].end) < n.End {
			continue
		}
		for _, a := range in {
			src := ev.Sources[a.source]
			there := window{text: src.text, tokens: src.within(a.start, a.end)}
			there.summary = summaryOf(there.tokens)
			for _, theirs := range there.rates(r.lang, room[1][:0]) {
				if mine.same(theirs) {
					return true
				}
			}
		}
	}
	return false
}

// otherFrequency finds "every 2 hours" where the quoted words have "every 12 hours".
func (r *reading) otherFrequency(w *window) (code, detail string) {
	if w.closeness < 0.6 {
		return "", ""
	}
	var room [2][4]rate
	mine, theirs := r.whole().rates(r.lang, room[0][:0]), w.rates(r.lang, room[1][:0])
	if len(mine) != 1 || len(theirs) == 0 {
		return "", ""
	}
	for _, t := range theirs {
		if t.same(mine[0]) {
			return "", ""
		}
	}
	from, to := r.tokens[mine[0].from].start, r.tokens[mine[0].to-1].end
	return CodeNumber, fmt.Sprintf("the claim says %q, the quoted words another frequency", r.text[from:to])
}

// sameRate reports whether the claim's ith word is a part of a rate that the quoted
// words give in other words.
func (r *reading) sameRate(w *window, i int) bool {
	var room [2][4]rate
	for _, mine := range r.whole().rates(r.lang, room[0][:0]) {
		if i < mine.from || i >= mine.to {
			continue
		}
		for _, theirs := range w.rates(r.lang, room[1][:0]) {
			if mine.same(theirs) {
				return true
			}
		}
	}
	return false
}

package claim

import lexis "vouchsafe/grounding/text"

// duties lay something on somebody, liberties leave it open, advices recommend
// it. "Can" is left out: "employees can take a day" for what employers must grant.
var (
	duties    = set("must shall mandatory obligatory required obliged compulsory muss müssen doit doivent debe deben deve devono devem moet moeten обязан должен должна должны")
	liberties = set("may might optional optionally voluntary voluntarily consider considered considering possibly freiwillig facultatif facultative opcional facoltativo optioneel")
	advices   = set("recommended recommend recommends advisable advised preferably ideally suggested preferred empfohlen recommandé recomendado raccomandato consigliato aanbevolen")
)

// otherForce finds a duty where the quoted words only allow or advise, and the
// other way round. Where anything is denied or limited the two may be one: "may
// not" is "must not", "may only" is "must".
func (r *reading) otherForce(w *window) (code, detail string) {
	const force = strongTrait | weakTrait | adviceTrait
	mine := r.whole()
	a, b := mine.traits&force, w.traits&force
	if a == 0 || b == 0 || a&b != 0 || w.closeness < 0.7 || (a|b)&strongTrait == 0 {
		return "", ""
	}
	if (mine.manner|w.manner)&(deniesManner|limitManner|exceptManner) != 0 || anyNegated(r.tokens) || w.negated {
		return "", ""
	}
	const order = earlierTrait | laterTrait
	if one, other := mine.traits&order, w.traits&order; one != 0 && other != 0 && one != other {
		return "", "" // "b may start after a" for "a must be done before b starts"
	}
	return CodeNegation, "the claim says \"" + mine.firstWith(force) + "\", the quoted words \"" + w.firstWith(force) + "\""
}

// uncertain reports whether some words leave open whether it is so.
func (w *window) uncertain() bool {
	for i := range w.tokens {
		if w.tokens[i].role.Has(lexis.Modal) && !w.tokens[i].has(strongTrait|adviceTrait) || w.tokens[i].has(weakTrait) {
			return true
		}
	}
	return false
}

// firstWith returns the first of the window's words that stands in one of some
// lists.
func (w *window) firstWith(lists trait) string {
	for i := range w.tokens {
		if w.tokens[i].has(lists) {
			return w.word(i)
		}
	}
	return ""
}

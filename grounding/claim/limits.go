package claim

import (
	"fmt"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// Sides of a limit.
const (
	below = -1
	above = 1
)

// aboves and belows are the sides on which words set what they stand before; denied, they
// set it on the other.
var (
	aboves = set(`more over above exceeding exceeds exceed longer greater higher larger older mehr über länger älter höher größer plus supérieur supérieure
		más mayor superior superiores mayores más più oltre superiore mais acima meer boven hoger ouder langer powyżej ponad więcej больше более свыше старше أكثر`)
	belows = set(`less fewer under below shorter lower smaller younger weniger unter kürzer jünger niedriger moins inférieur inférieure menos menor inferior inferiores menores
		meno sotto inferiore menos abaixo minder onder lager jonger korter poniżej mniej меньше менее моложе أقل`)
)

// otherSide finds a figure below which the quoted words put what the claim puts above
// it, with all else the same: "CrCl above 30", quoted: "CrCl <30"; "for at least 30
// seconds", quoted: "for no longer than 30 seconds".
func (r *reading) otherSide(w *window) (code, detail string) {
	const bounds = aboveTrait | belowTrait | leastTrait | mostTrait
	if w.closeness < 0.75 || len(r.numbers) == 0 && !r.whole().counted() || r.whole().traits&bounds == 0 && !strings.ContainsAny(r.text, "<>≤≥") && r.whole().manner&relationManner == 0 || anyNegated(r.tokens) != w.negated && w.manner&deniesManner == r.whole().manner&deniesManner {
		return "", ""
	}
	mine := r.whole()
	for i := range r.tokens {
		value := mine.number(i, r.lang)
		if value == "" {
			continue
		}
		side := mine.limit(i)
		if side == 0 {
			continue
		}
		other := -1
		for k := range w.tokens {
			if w.number(k, r.lang) != value || apart(mine.measureAt(i), w.measureAt(k)) {
				continue
			}
			if w.limit(k) != -side {
				other = -1
				break
			}
			other = k
		}
		if other >= 0 && !r.turnsAround(w) {
			return CodeNegation, fmt.Sprintf("of the claim and the quoted words one is above %s, the other below", r.word(i))
		}
	}
	return "", ""
}

// limit tells on which side of the number at token i what it bounds lies; 0 where
// nothing tells.
func (w *window) limit(i int) int {
	const reach = 3
	if before := strings.TrimRight(w.textOf(i)[:w.tokens[i].start], " $€£"); before != "" {
		switch {
		case strings.HasSuffix(before, "<"), strings.HasSuffix(before, "≤"):
			return below
		case strings.HasSuffix(before, ">"), strings.HasSuffix(before, "≥"):
			return above
		}
	}
	for k := i - 1; k >= 0 && k >= i-reach && !w.tokens[k+1].is(parted|opener); k-- {
		word := w.word(k)
		if k < i-1 && w.tokens[k+1].content() && !w.tokens[k+1].has(thanTrait) && !w.tokens[k+1].role.Has(lexis.Comparative) {
			break
		}
		side := 0
		switch {
		case w.tokens[k].has(aboveTrait):
			side = above
		case w.tokens[k].has(belowTrait):
			side = below
		case w.tokens[k].has(leastTrait), word == "least":
			return above
		case w.tokens[k].has(mostTrait), word == "most":
			return below
		default:
			continue
		}
		if w.deniedBefore(k) {
			side = -side
		}
		return side
	}
	return 0
}

// limitsOneNumber reports whether the claim sets the same limit to a number as the
// window: "up to 8 kg" for "not more than 8 kg".
func (r *reading) limitsOneNumber(w *window) bool {
	mine := r.whole()
	for i := range r.tokens {
		value := mine.number(i, r.lang)
		if value == "" || mine.sideOf(i) == 0 {
			continue
		}
		for k := range w.tokens {
			if w.number(k, r.lang) == value && w.sideOf(k) == mine.sideOf(i) {
				return true
			}
		}
	}
	return false
}

// sideOf is limit, "up to" counted in: what lies above such a limit is often told in the
// same breath ("2 % up to 500 and 1 % above"), so that it contradicts nothing.
func (w *window) sideOf(i int) int {
	if i > 0 && w.boundAt(i-1) == "up to" {
		return below
	}
	return w.limit(i)
}

// deniedBefore reports whether a comparison at token i is denied: "not more than", and
// with the verb in between "must not weigh more than".
func (w *window) deniedBefore(i int) bool {
	const reach = 5
	for k := i - 1; k >= 0 && k >= i-reach && !w.tokens[k+1].is(parted|opener); k-- {
		if w.tokens[k].role.Has(lexis.Negator) {
			return k == i-1 || i+1 < len(w.tokens) && w.tokens[i+1].has(thanTrait)
		}
	}
	return false
}

// turnsAround reports whether the claim has the opposite of a word of the window, and
// so may tell the one limit from its other side: "must be kept above 30", quoted:
// "discard below 30".
func (r *reading) turnsAround(w *window) bool {
	missing := 0
	for k := range r.n {
		if t := &r.tokens[r.unique[k]]; !w.holds(t.stem) && !t.is(numeral) && !t.role.Has(lexis.Comparative) && !t.has(aboveTrait|belowTrait) {
			missing++
		}
	}
	return missing > 0
}

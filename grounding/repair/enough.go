package repair

import "unicode"

// What has to be left of an answer for it to be shown: at least one claim that
// its evidence carries, a third of its claims and a third of its letters and
// digits. Less would be another answer than the one that was asked for.
const (
	leastClaims  = 1.0 / 3
	leastLetters = 1.0 / 3
)

// enough reports whether enough is left.
func (p *plan) enough() bool {
	claims, left, carried := 0, 0, 0
	for i := range p.result.Claims {
		c := &p.result.Claims[i]
		at := p.firstUnit(p.starts[c.Segment] + c.Start)
		claims++
		if at == len(p.units) || p.gone[at] {
			continue
		}
		left++
		if c.Stands && !p.marked[at] {
			carried++
		}
	}
	if claims > 0 && (carried == 0 || float64(left) < leastClaims*float64(claims)) {
		return false
	}
	all, kept := 0, 0
	for i := range p.units {
		n := letters(p.body(i))
		all += n
		if !p.gone[i] {
			kept += n
		}
	}
	return kept > 0 && float64(kept) >= leastLetters*float64(all)
}

func letters(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

package claim

import "fmt"

var (
	// links tell that two things go together, and no more.
	links = set(`associated association associations linked link correlated correlation correlates related assoziiert zusammenhang
		associé association asociado asociada associato associata geassocieerd`)
	// causes tell that one thing brings about another.
	causes = set(`causes cause caused prevents prevent prevented reduces reduce reduced lowers lower lowered increases raises raise raised leads lead led
		protects protect protected cures cure triggers trigger triggered because reason
		verursacht verhindert senkt erhöht provoque empêche réduit causa previene reduce provoca riduce previne veroorzaakt voorkomt verlaagt`)
)

// caused finds a cause where the quoted sentence has found no more than that two
// things go together.
func (r *reading) caused(w *window) (code, detail string) {
	mine := r.whole()
	if w.closeness < 0.6 || w.traits&linkTrait == 0 || mine.traits&linkTrait != 0 || mine.traits&causeTrait == 0 || mine.uncertain() {
		return "", ""
	}
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.has(causeTrait) && !w.has(r, i) && i > 0 && !r.tokens[i-1].has(beforeNounTrait) {
			return CodeUnsupported, fmt.Sprintf("the claim says %q, the quoted words only %q", r.word(i), w.firstWith(linkTrait))
		}
	}
	return "", ""
}

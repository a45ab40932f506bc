package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestAFigureWasTakenFromItsNeighbour: each figure and each word stands in the source, the figure with other words.
func TestAFigureWasTakenFromItsNeighbour(t *testing.T) {
	const (
		dose  = "Adults take 50 mg per day, divided into 2 doses. Children from 6 to 12 years take 25 mg once a day."
		study = "Headache was reported by 18 patients on the drug and 11 on placebo."
		fee   = "Der Eintritt kostet 14 Euro für Erwachsene und 9 Euro für Schüler. Das Parken kostet 3 Euro."
		kept  = "Backups are kept for 21 days. Restores take four hours. Applicants must bring two documents."
		pool  = "La consulta cuesta 55 euros y la ecografía 80 euros. Trabajan 9 médicos y 16 enfermeros."
	)
	for _, c := range []struct {
		source, said string
		stands       bool
	}{
		{dose, "Children aged 6 to 12 take 25 mg once a day.", true},
		{dose, "Children aged 6 to 12 take 50 mg once a day.", false},
		{dose, "An adult's daily dose is 50 mg, given as 2 doses.", true},
		{study, "On placebo, 11 patients reported a headache.", true},
		{study, "On placebo, 18 patients reported a headache.", false},
		{study, "Headache was reported by 11 patients on placebo and 18 on the drug.", true},
		{study, "Headache was reported by 11 patients on the drug and 18 on placebo.", false},
		{fee, "Schüler zahlen 9 Euro Eintritt.", true},
		{fee, "Schüler zahlen 14 Euro Eintritt.", false},
		{kept, "Backups are kept for 2.", false}, // what is spelled in another sentence counts documents
		{kept, "Applicants must bring 2.", true},
		{kept, "Documents that applicants must bring: 2.", true},
		{pool, "En la clínica trabajan 16 enfermeros.", true},
		{pool, "En la clínica trabajan 9 enfermeros.", false},
		{"The tank holds 2 to 8 litres at 5 °C.", "It holds between 2 and 8 litres.", true},
		{"The margin fell from 15 % to 12 % while sales rose by 3 %.", "From 15 % the margin fell to 12 %.", true},
		{"From 1992 it went on as an oil company until Conoco bought it in 2002.", "Conoco bought it in 2002, when it was still an oil company.", true},
	} {
		a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: c.said, Citations: []int{0}}},
			Citations: []answer.Citation{{ChunkID: "c", Candidates: []string{"c"}}}}
		ev := given(evidence.Chunk{ID: "c", Text: c.source})
		if res := Check(CiteOwnWords(a, ev), ev, rules()); res.Segments[0].Stands != c.stands {
			t.Errorf("%q of %q stands: %t, %v", c.said, c.source, !c.stands, codes(res))
		}
	}
}

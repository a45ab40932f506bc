package verify

import (
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestAFigureIsNotOfWhatItsSourceGivesAnother: "Give 40 doses" was delivered of "Give 40 mg in 2 doses".
func TestAFigureIsNotOfWhatItsSourceGivesAnother(t *testing.T) {
	t.Parallel()
	for source, claims := range map[string]map[string]bool{
		"Give 40 mg in 2 doses.": {"40 mg, in two doses.": true, "Two doses of 40 milligrams in all.": true, "Give 40 doses.": false, "40 doses.": false, "Give 2 mg.": false},
		"The drug costs 20 EUR per 3 tablets.": {"3 tablets cost 20 EUR.": true, "Three tablets cost €20.": true, "20 tablets.": false, "The drug costs 3 EUR.": false,
			"The drug costs 3 EUR per 20 tablets.": false},
		"The dose for stage 4 is 30 mg.":                                   {"In stage 4 the dose is 30 mg.": true, "The dose is 4 mg.": false, "4 mg.": false, "The dose is 4.": false},
		"Das Mittel kostet 20 EUR für 3 Tabletten.":                        {"3 Tabletten kosten 20 EUR.": true, "20 Tabletten.": false, "Das Mittel kostet 3 EUR.": false},
		"Le tarif zone 3 est de 84 EUR.":                                   {"Le tarif est de 84 EUR.": true, "Le tarif est de 3 EUR.": false, "3 EUR.": false},
		"El medicamento cuesta 20 EUR por 3 tabletas.":                     {"Tres tabletas cuestan 20 EUR.": true, "20 tabletas.": false},
		"每盒含12片,每片500毫克,价格为45元。":                                           {"每盒12片。": true, "每盒含45片。": false, "每盒含500片。": false},
		"Acme was founded in 1994 and has 320 employees.":                  {"Acme, founded in 1994, has 320 employees.": true, "Acme has 1994 employees.": false},
		"The phase 3 trial had 812 participants.":                          {"812 participants took part in the phase 3 trial.": true, "The trial had 3 participants.": false},
		"Stage 4 patients numbered 61.":                                    {"There were 61 stage 4 patients.": true, "There were 4 patients.": false},
		"The kit holds 12 plasters and 3 bandages and costs 45 EUR.":       {"12 plasters and three bandages.": true, "The kit holds 12 bandages.": false, "The kit holds 45 plasters.": false},
		"Of 320 patients, 45 recovered within 14 days.":                    {"45 of 320 patients recovered.": true, "There were 320 patients.": true, "14 patients recovered.": false},
		"Adults pay 12 EUR, children 6, and a card of 10 rides is 90 EUR.": {"Children pay 6 EUR.": true, "A card is 10 EUR.": false},
		"The 24-member council met 11 times and adopted 37 motions.":       {"The council has 24 members.": true, "It adopted 11 motions.": false, "The council has 37 members.": false},
	} {
		for said, stands := range claims {
			a := answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: said, Citations: []int{0}}},
				Citations: []answer.Citation{{ChunkID: "a", Snippet: source, Quoted: true}}}
			if res := Check(a, given(evidence.Chunk{ID: "a", Text: source}), rules()); res.Segments[0].Stands != stands {
				t.Errorf("%s: %s: stands %t (%+v)", source, said, !stands, res.Findings)
			}
		}
	}
}

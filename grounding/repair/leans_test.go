package repair

import "testing"

// TestASentenceWithoutASubjectLeansOnTheOneBeforeIt: a judge was asked of it alone, and who leaves the vault was anybody.
func TestASentenceWithoutASubjectLeansOnTheOneBeforeIt(t *testing.T) {
	for sentence, want := range map[string]bool{
		"Salen de la bóveda del norte a los 21 días.":                   true,
		"Los reembolsos tardan 14 días tras la llegada del formulario.": false,
		"Lasciano il caveau del nord dopo 21 giorni di tempo.":          true,
		"Backups leave the northern vault after 21 days.":               false,
	} {
		if Leans(sentence) != want {
			t.Errorf("%q: %t", sentence, !want)
		}
	}
}

package claim

import "testing"

func TestALabelThatDeniesIsNoCopy(t *testing.T) {
	source := Prepare("Nightly backups start at 01:30 UTC. Nightly backups are kept for 21 days.")
	for _, label := range []string{"Wrong", "**Myth**", "No longer true", "Falsch"} {
		j := Judge(label+": nightly backups are kept for 21 days.", Evidence{Sources: []*Source{source}}, usual)
		if j.Outcome == Carried {
			t.Errorf("%q is carried", label)
		}
	}
}

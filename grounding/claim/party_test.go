package claim

import "testing"

// Another name of the evidence in a name's place is another party; a member of a list,
// a shorter form of the name or the same name elsewhere is not.
func TestAnotherPartyIsRefuted(t *testing.T) {
	const contract = "The council awarded the bridge contract to Halden Works for 8.4 million pounds. Briscoe Ltd had offered 7.9 million pounds."
	const study = "Professor Ines Faro led the study, and Dr Paul Reuter analysed the data."
	const reaction = "Councillor Amy Stroud opposed the plan. Engineer Tom Vale said that the old bridge could last another five years."
	const film = "Judy saves Nick by trapping Manchas, but when they arrive, Manchas has vanished. Chief Bogo closes the case."
	for _, c := range []struct {
		claim, source string
		want          bool // it is refuted
	}{
		{"The council awarded the contract to Briscoe Ltd.", contract, true},
		{"The council awarded the bridge contract to Briscoe Ltd.", contract, true},
		{"The council awarded the contract to Halden Works.", contract, false},
		{"The council awarded the bridge contract to Halden.", contract, false},
		{"Dr Paul Reuter led the study.", study, false}, // not told: the name is in the sentence
		{"Dr Paul Reuter analysed the data.", study, false},
		{"Professor Faro led the study.", study, false},
		{"Amy Stroud said that the old bridge could last another five years.", reaction, true},
		{"Tom Vale said that the old bridge could last another five years.", reaction, false},
		{"Judy saves Nick by trapping Manchas, but when they arrive, Bogo has vanished.", film, true},
		{"Judy saves Nick by trapping Manchas, but when they arrive, he has vanished.", film, false},
		{"The firm opened offices in Rome.", "The firm opened offices in Paris, Rome and Berlin.", false},
	} {
		ev := Evidence{Sources: []*Source{Prepare(c.source)}, Quotes: []Quote{{End: len(c.source)}}}
		got := Judge(c.claim, ev, Rules{MaxRisk: 1})
		if (got.Outcome == Refuted) != c.want {
			t.Errorf("%q: %s %v", c.claim, got.Outcome, got.Findings)
		}
	}
}

// TestAnotherWordInFrontOfAPhraseIsSuspect: under a policy that wants open claims near to their source.
func TestAnotherWordInFrontOfAPhraseIsSuspect(t *testing.T) {
	for claim, suspect := range map[string]bool{
		"The firm pays by the car in May.": true, "In May the firm pays for the car.": false, "The firm pays in May.": false,
	} {
		j := Judge(claim, Evidence{Sources: []*Source{Prepare("The firm pays for the car in May.")}}, Rules{MaxRisk: 1, Near: true})
		if j.Suspect != suspect {
			t.Errorf("%q is suspect: %v, want %v", claim, j.Suspect, suspect)
		}
	}
}

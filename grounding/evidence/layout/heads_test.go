package layout

import "testing"

// TestEveryFormOfAHeadReadsItsSample puts each sample of heads.yaml in brackets.
func TestEveryFormOfAHeadReadsItsSample(t *testing.T) {
	for _, f := range headForms {
		h, ok := parseHead(newPage("["+f.Sample+"]\nA text.", "system"), 0)
		if !ok || h.id != f.ID || f.strength == listed {
			t.Errorf("%s: %q is read as %+v, %v", f.Form, f.Sample, h, ok)
		}
	}
}

// TestTitlesStay holds titles that were lost, or were made of a bracket's end.
func TestTitlesStay(t *testing.T) {
	for name, tt := range map[string]struct{ text, first, second string }{
		"a bracket in a head": {"Context:\n[Passage 1 [relevance: 0.92]]\n" + coldStore + "\n\n[Passage 2 [relevance: 0.71]]\n" + licence, "", ""},
		"a title that names evidence": {"Answer from the articles below.\n\n# Articles\n\n### Cold store\n\n" + coldStore +
			"\n\n### Licence notes\n\n" + licence + "\n\n# Task\n\nAnswer the question.", "Cold store", "Licence notes"},
	} {
		found := Find(say("system", tt.text, "user", "How warm may it be?"), Defaults()).Chunks
		if len(found) != 2 || found[0].Title != tt.first || found[1].Title != tt.second || found[1].Ambient {
			t.Errorf("%s: %+v", name, found)
		}
	}
}

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

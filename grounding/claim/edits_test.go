package claim

import "testing"

// Honest small edits must be carried and changed ones must not. The sentences
// were written before the engine was tuned on them; the figures are a floor.
func TestSmallEdits(t *testing.T) {
	honest, carried, failed, altered, slipped, caught := 0, 0, 0, 0, 0, 0
	for _, p := range readPairs(t, "testdata/edits.txt") {
		for _, j := range p.judgements() {
			switch {
			case p.honest:
				honest++
				carried += count(j.Outcome == Carried)
				failed += count(len(j.Findings) > 0)
				if j.Outcome != Carried {
					t.Logf("%s: %s (%s): %s %v", j.Outcome, p.claim, p.kind, p.quote, j.Findings)
				}
			default:
				altered++
				slipped += count(j.Outcome == Carried)
				caught += count(j.Outcome == Refuted)
				if j.Outcome != Refuted {
					t.Logf("%s, but altered: %s (%s): %s", j.Outcome, p.claim, p.kind, p.quote)
				}
			}
		}
	}
	t.Logf("carried %d and failed %d of %d honest; carried %d and refuted %d of %d altered", carried, failed, honest, slipped, caught, altered)
	if 100*carried < 95*honest || 100*failed > honest || slipped > 0 {
		t.Error("too few honest edits are carried, or an altered one is")
	}
}

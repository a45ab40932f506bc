package ask

import (
	"strings"
	"testing"
)

func TestWhatStandsBehindASign(t *testing.T) {
	t.Parallel()
	for turn, want := range map[string]string{
		"Thought: a\nObservation: x\ny\nThought: b\nObservation: z": "x\ny|z",
		"Observation: x": "x", "Thought: Observation: x": "", "Observation:": "", "": "",
	} {
		if got := strings.Join(behind(turn, "Observation:"), "|"); got != want {
			t.Errorf("%q: %q, want %q", turn, got, want)
		}
	}
}

package layout

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/proxy/wire/prompt"
)

// TestASecondListInAMessageWasLost holds messages with several lists, each below a label of its own.
func TestASecondListInAMessageWasLost(t *testing.T) {
	a, b, c := plain[0].text, plain[1].text, plain[2].text
	ask := "How long does it take?"
	for name, tt := range map[string]struct{ system, user string }{
		"headings, one of material": {"You are the depot's assistant.\n\n## Manual\n[M1] " + a + "\n[M2] " + b + "\n\n## Tickets\n[T1] " + c, ask},
		"tags":                      {"Answer the question using only the context below.\n\n<manual>\n[M1] " + a + "\n[M2] " + b + "\n</manual>\n<tickets>\n[T1] " + c + "\n</tickets>", ask},
		"labels":                    {"Answer from the documents.", "Documents:\n[D1] " + a + "\n[D2] " + b + "\n\nWeb results:\n[W1] " + c + "\n\nQuestion: " + ask},
		"numbers that go on":        {"Answer from the material.\n\n### Policies\n[1] " + a + "\n\n### FAQ\n[2] " + b + "\n\n### Tickets\n[3] " + c, ask},
	} {
		found := Find(prompt.Prompt{Messages: []prompt.Message{msg("system", tt.system), msg("user", tt.user)}}, Defaults())
		var texts []string
		for _, c := range found.Chunks {
			texts = append(texts, c.Text)
		}
		if diff := cmp.Diff([]string{a, b, c}, texts); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

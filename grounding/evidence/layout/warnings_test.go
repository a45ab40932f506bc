package layout

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
)

func TestEveryDoubtIsTold(t *testing.T) {
	f := Found{
		Chunks: []evidence.Chunk{
			{ID: "1", Kind: evidence.Passage, Standing: evidence.Primary},
			{ID: "1", Kind: evidence.Passage, Standing: evidence.Primary, Truncated: true},
			{Kind: evidence.Section, Standing: evidence.Fallback},
			{Kind: evidence.Section, Standing: evidence.Primary, Ambient: true, Role: "tool"},
			{Kind: evidence.Passage, Standing: evidence.Primary, Derived: true},
			{ID: "1", Kind: evidence.Passage, Standing: evidence.Stale},
		},
		Untrusted: []string{"a user typed a block like the app's own"},
	}
	got := strings.Join(f.Warnings(), "\n")
	for _, want := range []string{
		"chunk 2 has no end", "chunk 3 is a section", "chunk 3 stands where a user", "chunk 4 is text of a tool message",
		"chunk 5 looks like", `2 chunks show the id "1"`, "no question was found", "a user typed a block",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("nothing says %q in:\n%s", want, got)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != 8 {
		t.Errorf("%d warnings, want 8:\n%s", n, got)
	}
	sure := Found{Chunks: f.Chunks[:1], Question: "How?", HasQuestion: true}
	if w := sure.Warnings(); len(w) != 0 {
		t.Errorf("warnings about what is certain: %v", w)
	}
}

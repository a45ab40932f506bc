package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
)

// TestAContextThatCannotBeReadIsTold: a prompt whose only context is an image
// passes like one without context, and the trace says why.
func TestAContextThatCannotBeReadIsTold(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "image", func(t *testing.T, stream bool) {
		r := newRig(t, up.Say("The lease runs for three years."))
		s := r.talk(`{"model":"m","messages":[{"role":"system","content":"Answer from the documents that the user attaches."},`+
			`{"role":"user","content":[{"type":"text","text":"How long does the lease in the document run?"},`+
			`{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]}]}`, stream)
		s.wellFormed(t)
		tr := r.trace(0)
		if tr.Verdict != report.Skipped || len(tr.Findings) != 1 || tr.Findings[0].Code != report.Unreadable {
			t.Errorf("%s %+v", tr.Verdict, tr.Findings)
		}
		if !strings.Contains(string(tr.Metadata), `"context_not_seen":"unreadable-context"`) {
			t.Errorf("metadata %s", tr.Metadata)
		}
	})
}

package proxy

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
)

// inChunk is a question about one chunk.
func inChunk(text, extra string) string {
	return `{"model":"m",` + extra + `"vouchsafe":{"chunks":[{"chunk_id":"b1","text":"` + text + `"}]},"messages":[{"role":"user","content":"` + howLong + `"}]}`
}

// TestVerifyingEndsWhenTheClientHasGone: to hold many sentences against many long
// chunks takes long, and nobody waits for it.
func TestVerifyingEndsWhenTheClientHasGone(t *testing.T) {
	t.Parallel()
	var chunks []string
	for i := range 50 {
		var text strings.Builder
		for k := range 800 {
			fmt.Fprintf(&text, "Record %d of store %d says that backups are kept for %d days. ", k, i, k+i)
		}
		chunks = append(chunks, fmt.Sprintf(`{"chunk_id":"b%d","text":"%s"}`, i, text.String()))
	}
	var said []passage
	for i := range 1000 {
		said = append(said, passage{fmt.Sprintf("Backups are kept for %d days in store %d.", i, i), fmt.Sprintf("b%d", i%50), fmt.Sprintf("backups are kept for %d days", i)})
	}
	body := `{"model":"m","vouchsafe":{"chunks":[` + strings.Join(chunks, ",") + `]},"messages":[{"role":"user","content":"` + howLong + `"}]}`
	replied := make(chan struct{})
	r := newRig(t, func(q *up.Request) up.Reply {
		defer close(replied)
		return says(segmented(said...))(q)
	}, func(a *App) { a.Policy.Repair.Attempts = 0 })
	c := r.dial()
	if _, err := io.WriteString(c, rawPost(body)); err != nil {
		t.Fatal(err)
	}
	<-replied
	time.Sleep(20 * time.Millisecond) // so that the reply has been read; to verify it takes far longer
	c.Close()
	r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
	if tr := r.trace(0); tr.Reason != "client-closed" {
		t.Errorf("%s, %s", tr.Verdict, tr.Reason)
	}
}

func TestEvidenceThatIsTooLargeIsTurnedAway(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(goodAnswer))
	g := r.post(chatPath, inChunk(strings.Repeat("1 ", mostEvidence/2+1), ""))
	if code, _ := errorOf(t, g.body); g.status != 413 || code != "context_too_large" || len(r.upstream.Requests()) != 0 {
		t.Errorf("%d %s", g.status, g.body)
	}
}

package proxy

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"vouchsafe/proxy/wire"
)

// TestWhatComesTogetherIsLookedAtTogether feeds a reply that comes in three
// pieces of several events each: it is looked at whenever nothing more is there,
// and then all that has come is seen.
func TestWhatComesTogetherIsLookedAtTogether(t *testing.T) {
	event := func(text string) string {
		return `data: {"choices":[{"index":0,"delta":{"content":"` + text + `"}}]}` + "\n\n"
	}
	pieces := []string{event("a") + event("b"), event("c") + event("d") + event("e")[:20], event("e")[20:] + ": a comment\n\n"}
	g := wire.NewGatherer(wire.Limits{Choices: 1})
	var seen []string
	body := &followed{&inPieces{pieces}, func() bool {
		seen = append(seen, g.Content())
		return len(seen) < 4
	}}
	if err := gather(g, wire.NewEventReader(body, 0)); err != errEnough {
		t.Errorf("who wants no more is told %v", err)
	}
	if got := strings.Join(seen, " "); got != " ab abcd abcde" {
		t.Errorf("saw %q", got)
	}
}

// inPieces gives a text piece by piece.
type inPieces struct{ left []string }

func (r *inPieces) Read(p []byte) (int, error) {
	if len(r.left) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.left[0])
	r.left = r.left[1:]
	return n, nil
}

// TestWhatIsReadyLeavesTogether reads a stream of which two sentences are ready:
// one read gives both, and the next the end.
func TestWhatIsReadyLeavesTogether(t *testing.T) {
	pieces := make(chan piece, waitingPieces)
	here, there := net.Pipe()
	defer here.Close()
	defer there.Close()
	x := &exchange{run: &run{gate: &Gateway{stalled: time.Hour}, call: &call{conn: here}}}
	h := &held{x: x, every: time.Hour, stream: wire.NewStream(wire.Reply{}, false), beat: time.NewTicker(time.Hour), pieces: pieces}
	defer h.beat.Stop()
	pieces <- piece{text: "One."}
	pieces <- piece{text: " Two."}
	p := make([]byte, 4096)
	n, err := h.Read(p)
	if got := string(p[:n]); err != nil || !strings.Contains(got, `"One."`) || !strings.Contains(got, `" Two."`) {
		t.Errorf("read %q, %v", got, err)
	}
}

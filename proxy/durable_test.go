package proxy

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/trace/ledger"
)

// arriving is a reply's body as a client has it so far.
type arriving struct {
	mu   sync.Mutex
	body bytes.Buffer
	over bool
}

// read reads a body to its end, and returns what ended it before that.
func (a *arriving) read(from io.Reader) error {
	buf := make([]byte, 4096)
	for {
		n, err := from.Read(buf)
		a.mu.Lock()
		a.body.Write(buf[:n])
		a.over = a.over || err != nil
		a.mu.Unlock()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (a *arriving) state() (string, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.body.String(), a.over
}

// before is an upstream that does not answer before the client has a text, so often.
func (a *arriving) before(text string, times int, next up.Script) up.Script {
	return func(q *up.Request) up.Reply {
		wait.Soon(func() bool {
			body, _ := a.state()
			return strings.Count(body, text) >= times
		})
		return next(q)
	}
}

// stream posts what is to be streamed, and reads the reply.
func (a *arriving) stream(r *rig, path, body string) got {
	r.t.Helper()
	resp, err := r.client.Post(r.url+path, "application/json", strings.NewReader(strings.Replace(body, "{", `{"stream":true,`, 1)))
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	broken := a.read(resp.Body)
	all, _ := a.state()
	return got{resp.StatusCode, resp.Header, all, broken}
}

// TestNoReplyEndsBeforeItsTraceIsDurable holds the trace up, and looks what the
// client has meanwhile.
func TestNoReplyEndsBeforeItsTraceIsDurable(t *testing.T) {
	t.Parallel()
	bare := `{"model":"m","messages":[{"role":"user","content":"Say hello."}]}`
	slow := func(script up.Script) up.Script {
		return func(q *up.Request) up.Reply {
			r := script(q)
			r.Pace = 20 * time.Millisecond
			return r
		}
	}
	for _, tc := range []struct {
		name, body, mode string
		script           up.Script
	}{
		{"enforced", ask(howLong, ""), "balanced", says(goodAnswer)},
		{"enforced, slowly", ask(howLong, ""), "balanced", slow(says(goodAnswer))},
		{"refused", ask(howLong, ""), "strict", says(badAnswer)},
		{"observed", ask(howLong, ""), "observe", slow(says("Nightly backups are kept for 21 days."))},
		{"skipped", bare, "balanced", says("Hello.")},
		{"failed", ask(howLong, ""), "balanced", up.Fails(500, "server_error", "No.", nil)},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			entered, release := make(chan struct{}, 1), make(chan struct{})
			r := plan{
				script: tc.script,
				app:    func(a *App) { a.Policy, _ = policy.Builtin(tc.mode) },
				setup:  func(s *Setup) { s.Durable = true },
				gate: func(g *Gateway) {
					g.patience = 10 * time.Millisecond
					g.record = func(*ledger.Trace, ledger.Content) { entered <- struct{}{}; <-release }
				},
			}.start(t)
			body := tc.body
			if stream {
				body = strings.Replace(body, "{", `{"stream":true,`, 1)
			}
			a := &arriving{}
			done := make(chan struct{})
			go func() {
				defer close(done)
				resp, err := r.client.Post(r.url+chatPath, "application/json", strings.NewReader(body))
				if err != nil {
					t.Error(err)
					return
				}
				defer resp.Body.Close()
				_ = a.read(resp.Body)
			}()
			<-entered
			time.Sleep(30 * time.Millisecond) // what has been sent has time to arrive
			if got, over := a.state(); over || strings.Contains(got, "[DONE]") || strings.Contains(got, "21 days") && tc.mode != "observe" {
				t.Errorf("before the trace is durable the client has %q, over: %t", got, over)
			}
			close(release)
			<-done
			if got, over := a.state(); !over || stream && tc.name != "failed" && !strings.Contains(got, "[DONE]") {
				t.Errorf("in the end the client has %q, over: %t", got, over)
			}
		})
	}
}

func TestTheEndOfAStreamIsSeenInPieces(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		pieces []string
		at     int // the piece that completes the reply; -1: none
	}{
		{[]string{"data: {}\n\n", "data: [DONE]\n\n"}, 1},
		{[]string{"data: {}\n\ndata: [DO", "NE]\n\n"}, 1},
		{[]string{"data: {}\n", "\nd", "ata:[DONE", "]"}, 3},
		{[]string{"data: [DONE]\n\n"}, 0},
		{[]string{"data: {\"content\":\"\\ndata: [DONE]\"}\n\n", "x"}, -1},
		{[]string{"", "", "a"}, -1},
	} {
		p, at := &passing{}, -1
		for i, piece := range tc.pieces {
			if p.ends([]byte(piece)) && at < 0 {
				at = i
			}
		}
		if at != tc.at {
			t.Errorf("%q: %d, want %d", tc.pieces, at, tc.at)
		}
	}
}

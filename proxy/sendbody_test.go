package proxy

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
)

// old sends a request of HTTP/1.0 and returns all that comes until the end.
func (r *rig) old(body string) (head, rest string) {
	r.t.Helper()
	c := r.dial()
	defer c.Close()
	_ = c.SetDeadline(wait.Deadline())
	if _, err := fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		r.t.Fatal(err)
	}
	all, err := io.ReadAll(c)
	if err != nil {
		r.t.Fatalf("%v after %s", err, all)
	}
	head, rest, _ = strings.Cut(string(all), "\r\n\r\n")
	return head, rest
}

func TestHTTP10ClientsGetNoChunks(t *testing.T) {
	t.Parallel()
	for _, mode := range []policy.Mode{policy.Enforce, policy.Observe, policy.Off} {
		plainAndStreamed(t, string(mode), func(t *testing.T, stream bool) {
			r := newRig(t, up.Extractive{Pace: time.Millisecond, Runes: 8}.Reply, func(a *App) { a.Policy.Mode = mode })
			body := ask(howLong, "")
			if stream {
				body = strings.Replace(body, "{", `{"stream":true,`, 1)
			}
			head, rest := r.old(body)
			if strings.Contains(strings.ToLower(head), "transfer-encoding") || !strings.Contains(head, " 200 ") {
				t.Errorf("%s", head)
			}
			if stream && (!strings.HasPrefix(rest, "data: ") || !strings.HasSuffix(rest, "data: [DONE]\n\n")) || !stream && !strings.HasPrefix(rest, "{") {
				t.Errorf("%s", rest)
			}
			if !strings.Contains(rest, "21") {
				t.Errorf("%s", rest)
			}
			r.trace(0)
			r.eventually("no exchange is under way", func() bool { return r.gate.Running() == 0 })
		})
	}
}

func TestAnHTTP10ClientThatLeavesEndsTheUpstreamCall(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Endless(-1, 5*time.Millisecond), func(a *App) { a.Policy.Mode = policy.Off })
	body := strings.Replace(ask(howLong, ""), "{", `{"stream":true,`, 1)
	c := r.dial()
	_, _ = fmt.Fprintf(c, "POST /v1/chat/completions HTTP/1.0\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	if _, err := io.ReadFull(c, make([]byte, 500)); err != nil {
		t.Fatal(err)
	}
	c.Close()
	<-r.asked(0).Gone()
	if tr := r.trace(0); tr.Reason != "client-closed" {
		t.Errorf("%s, %s", tr.Verdict, tr.Reason)
	}
}

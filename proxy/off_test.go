package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// TestOffSendsOnWhatItDoesNotAskAbout: under off nothing is verified, so that a
// body whose outermost object is sound goes upstream as it came, and its faults
// are the upstream's to tell. Where the model decides whether a call may pass
// at all, and where it has to be named otherwise, the body is gated as ever.
func TestOffSendsOnWhatItDoesNotAskAbout(t *testing.T) {
	t.Parallel()
	const faulty = `{"model":"m","messages":[{"role":"user","content":"\ud800","x":1,"x":2}],"seed":007,"user":"u-1"}`
	for name, tt := range map[string]struct {
		body   string
		change func(*App)
		status int
	}{
		"as it came":           {faulty, func(*App) {}, 200},
		"models are listed":    {faulty, func(a *App) { a.Models = []string{"m"} }, 400},
		"the model is twice":   {`{"model":"m","messages":[],"model":"other"}`, func(*App) {}, 400},
		"the model has a twin": {`{"model":"m","messages":[],"Model":"other"}`, func(*App) {}, 400},
		"cut off":              {`{"model":"m","messages":[{"role":"user"`, func(*App) {}, 400},
		"another one enforces": {faulty, func(a *App) { a.Policy.Mode = policy.Enforce }, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, up.Extractive{}.Reply, func(a *App) {
				a.Policy.Mode = policy.Off
				tt.change(a)
			})
			if got := r.post(chatPath, tt.body); got.status != tt.status {
				t.Fatalf("status %d, want %d: %s", got.status, tt.status, got.body)
			}
			if tr := r.trace(0); tt.status == 200 && (string(r.asked(0).Body) != tt.body || tr.Model != "m" || tr.User != "u-1") {
				t.Errorf("sent on %q, trace of %q by %q", r.asked(0).Body, tr.Model, tr.User)
			}
		})
	}
}

// TestOffTakesItsOwnMembersOut: what is for the gateway alone does not go
// upstream, though the body has only been glanced at.
func TestOffTakesItsOwnMembersOut(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Extractive{}.Reply, func(a *App) { a.Policy.Mode = policy.Off })
	r.post(chatPath, `{"model":"m","vouchsafe":{"context_id":"c-1"},"messages":[{"role":"user","content":"Hello"}]}`)
	if got, want := string(r.asked(0).Body), `{"model":"m","messages":[{"role":"user","content":"Hello"}]}`; got != want {
		t.Errorf("sent on %s, want %s", got, want)
	}
	if tr := r.trace(0); tr.Conversation != "c-1" {
		t.Errorf("conversation %q", tr.Conversation)
	}
}

// TestOffTellsWhatWasAsked: of calls that nobody verifies the record had the answer, and no question.
func TestOffTellsWhatWasAsked(t *testing.T) {
	t.Parallel()
	for path, body := range map[string]string{
		chatPath:        `{"model":"m","messages":[{"role":"user","content":"Before?"},{"role":"assistant","content":"No."},{"role":"user","content":[{"type":"text","text":"When does it open?"}]}]%s}`,
		"/v1/responses": `{"model":"m","input":[{"role":"user","content":[{"type":"input_text","text":"When does it open?"}]}]%s}`,
		"/v1/messages":  `{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"When does it open?"}]%s}`,
	} {
		plainAndStreamed(t, path, func(t *testing.T, stream bool) {
			for reason, upstream := range map[string]up.Script{
				"off": up.Extractive{}.Reply, "upstream-500": up.Fails(500, "x", "boom", nil),
			} {
				r := newRig(t, upstream, func(a *App) { a.Policy.Mode = policy.Off })
				r.post(path, strings.Replace(body, "%s", map[bool]string{true: `,"stream":true`}[stream], 1))
				if tr := r.trace(0); tr.Question != "When does it open?" || tr.Reason != reason {
					t.Errorf("%q, %s: %s, want %s", tr.Question, tr.Verdict, tr.Reason, reason)
				}
			}
		})
	}
}

package proxy

import (
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"vouchsafe/policy"
)

// deep is how many brackets end a process that recurses once for each of them, with
// the stack that these tests leave it from then on: a thirtieth of Go's own.
const (
	deep      = 1 << 20
	leftStack = 32 << 20
)

// nested are texts of nothing but opening brackets. Such a text, wherever it stood,
// has ended the whole process before: some readers of JSON recurse without a bound.
func nested(brackets int) map[string]string {
	debug.SetMaxStack(leftStack)
	open := strings.Repeat("[", brackets)
	return map[string]string{"lists": open, "a list within a record": `[{"text":` + encode(open) + `}]`}
}

func TestNestedTextsInRequestsEndNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, typed("application/json", `{"id":"x","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"No."}}]}`))
	for name, said := range nested(deep) {
		g := r.post(chatPath, fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":"How long?"},{"role":"tool","tool_call_id":"c","content":%s}]}`, encode(said)))
		if g.status != 200 {
			t.Errorf("%s: %d %.300s", name, g.status, g.body)
		}
		g = r.post("/v1/vouchsafe/verify", `{"chunks":[{"text":"Nightly backups are kept for 21 days."}],"answer":`+encode(said)+`}`)
		if g.status != 200 {
			t.Errorf("%s in an audit: %d %.300s", name, g.status, g.body)
		}
	}
}

func TestNestedTextsThatAreVerifiedWithEndNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, typed("application/json", `{"id":"x","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"No."}}]}`))
	for name, said := range nested(2 * deep) {
		g := r.post(chatPath, fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":"How long?"},{"role":"tool","tool_call_id":"c","content":%s}]}`, encode(said)))
		if g.status != 200 {
			t.Errorf("%s: %d %.300s", name, g.status, g.body)
		}
	}
}

func TestNestedTextsInRepliesEndNothing(t *testing.T) {
	t.Parallel()
	for name, said := range nested(deep) {
		reply := typed("application/json", `{"id":"x","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":`+encode(said)+`}}]}`)
		for _, mode := range []policy.Mode{policy.Enforce, policy.Observe} {
			for _, extra := range []string{"", doseFormat} {
				r := newRig(t, reply, func(a *App) { a.Policy.Mode, a.Policy.Repair.Attempts = mode, 0 })
				g := r.post(chatPath, ask(howLong, extra))
				if g.status != 200 {
					t.Errorf("%s, %s: %d %.300s", name, mode, g.status, g.body)
				}
			}
		}
	}
}

package proxy

import (
	"fmt"
	"testing"
)

// TestAnAnswerThatComesBackIsNoSource: what a query engine got from here and
// hands on as the result of a tool was written by a model.
func TestAnAnswerThatComesBackIsNoSource(t *testing.T) {
	t.Parallel()
	for name, wrap := range map[string]func(string) string{
		"as it is":       func(s string) string { return s },
		"with an echo":   func(s string) string { return `{"query":"q","result":{"text":` + encode(s) + `,"n":1}}` },
		"in a list":      func(s string) string { return `[` + encode(s) + `]` },
		"among others":   func(s string) string { return `[` + encode(s) + `,"Restores are tested on the first Monday."]` },
		"of another one": func(string) string { return "Nightly backups start at 01:30 UTC and are kept for 9 days." },
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, says(goodAnswer), func(a *App) { a.Policy.Citations.Marker = "none" })
			first := r.talk(ask(howLong, ""), false)
			r.talk(fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":%q},{"role":"tool","tool_call_id":"c","content":%s}]}`, howLong, encode(wrap(first.text()))), false)
			derived := false
			for _, c := range r.trace(1).Chunks {
				derived = derived || c.Derived
			}
			if want := name != "of another one" && name != "among others"; derived != want {
				t.Errorf("derived: %t, chunks %+v", derived, r.trace(1).Chunks)
			}
		})
	}
}

// TestNobodyMakesAnothersSourceAnAnswer: a client that has its model say a
// passage of somebody else does not take that passage away.
func TestNobodyMakesAnothersSourceAnAnswer(t *testing.T) {
	t.Parallel()
	passage := "Restores are tested on the first Monday of each month."
	r := newRig(t, says(passage))
	asks := fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":%q},{"role":"tool","tool_call_id":"c","content":%q}]}`, howLong, passage)
	for i, user := range []string{"mallory", "alice", "mallory"} {
		body := asks
		if i == 0 {
			body = ask(howLong, "")
		}
		r.postAs(user, body)
		derived := false
		for _, c := range r.trace(i).Chunks {
			derived = derived || c.Derived
		}
		if want := i == 2; derived != want {
			t.Errorf("%s: derived: %t", user, derived)
		}
	}
}

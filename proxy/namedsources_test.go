package proxy

import (
	"strings"
	"testing"

	"vouchsafe/policy"
)

// TestJSONNamesNoSourceOnWhichItDoesNotRest: a name of another passage, or of none, in a member that names
// sources becomes that of the true one, or goes; also under the strictest policy.
func TestJSONNamesNoSourceOnWhichItDoesNotRest(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{"answer":{"type":"string"},"sources":{"type":"array","items":{"type":"string"}},"source":{"type":"string"},"from":{"type":"string"},"source_id":{"type":"string"},"items":{"type":"array","items":{"type":"object","properties":{"fact":{"type":"string"},"source":{"type":"string"}},"required":["fact","source"],"additionalProperties":false}}},"additionalProperties":false}`
	const said = `"Nightly backups start at 01:30 UTC and are kept for 21 days."`
	const cites = `{"chunk_id":"d2","path":"PATH","snippet":"Nightly backups start at 01:30 UTC"}`
	for _, tc := range []struct{ name, answer, path, want string }{
		{"another passage", `{"answer":` + said + `,"sources":["d1"]}`, "/answer", `{"answer":` + said + `,"sources":["d2"]}`},
		{"another passage beside the true one", `{"answer":` + said + `,"sources":["d1","d2"]}`, "/answer", `{"answer":` + said + `,"sources":["d2"]}`},
		{"an invented file", `{"answer":` + said + `,"source":"ghost.pdf"}`, "/answer", `{"answer":` + said + `,"source":"d2"}`},
		{"an invented id", `{"answer":` + said + `,"source_id":"d-77"}`, "/answer", `{"answer":` + said + `,"source_id":"d2"}`},
		{"another passage of an item", `{"items":[{"fact":` + said + `,"source":"d1"}]}`, "/items/0/fact", `{"items":[{"fact":` + said + `,"source":"d2"}]}`},
		{"another passage beside a statement", `{"answer":` + said + `,"from":"d1"}`, "/answer", `{"answer":` + said + `,"from":"d2"}`},
		{"another passage that cites", `{"source":"d1"}`, "/source", `{"source":"d2"}`},
		{"the true one", `{"answer":` + said + `,"sources":["d2"]}`, "/answer", `{"answer":` + said + `,"sources":["d2"]}`},
	} {
		for _, with := range []func(*App){func(*App) {}, func(a *App) { a.Policy.Verify.Claims, a.Policy.Verify.Open = policy.AllClaims, policy.OpenNear }} {
			r := newRig(t, says(enveloped(tc.answer, strings.Replace(cites, "PATH", tc.path, 1))), with)
			s := r.talk(ask(howLong, formatOf(schema)), false)
			verdict := "healed"
			if tc.answer == tc.want {
				verdict = "grounded"
			}
			if got := s.choices[0].content; got != tc.want || s.verdict() != verdict {
				t.Errorf("%s: %s %q, want %s %q\n%s", tc.name, s.verdict(), got, verdict, tc.want, s.body)
			}
		}
	}
}

// TestManyNamesOfSourcesAreLookedUpOnce: each of 800 names was tried with each of 800 statements, a hundred seconds long.
func TestManyNamesOfSourcesAreLookedUpOnce(t *testing.T) {
	t.Parallel()
	const schema = `{"type":"object","properties":{"facts":{"type":"array","items":{"type":"string"}},"sources":{"type":"array","items":{"type":"string"}}},"additionalProperties":false}`
	const fact, many = `"Nightly backups start at 01:30 UTC and are kept for 21 days."`, 800
	list := func(item string) string { return "[" + strings.TrimSuffix(strings.Repeat(item+",", many), ",") + "]" }
	r := newRig(t, says(enveloped(`{"facts":`+list(fact)+`,"sources":`+list(`"d1"`)+`}`, `{"chunk_id":"d2","path":"/facts","snippet":"Nightly backups start at 01:30 UTC"}`)))
	s := r.talk(ask(howLong, formatOf(schema)), false)
	if want := `"sources":["d2"]}`; !strings.HasSuffix(s.choices[0].content, want) {
		t.Errorf("%s: %.300s", s.verdict(), s.body)
	}
}

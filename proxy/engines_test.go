package proxy

import (
	"encoding/json"
	"testing"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
)

// TestServersThatMakeGrammarsTakeOurSchemas: each dialect's schema at the first call.
func TestServersThatMakeGrammarsTakeOurSchemas(t *testing.T) {
	t.Parallel()
	for name, engine := range up.Engines(up.Extractive{}.Reply) {
		for _, d := range answer.Asked() {
			if answer.Schema(d) == "" {
				continue
			}
			r := newRig(t, engine, func(a *App) { a.Policy.Citations.Dialect = d })
			if s := r.talk(ask(howLong, ""), false); s.verdict() != "grounded" || len(r.upstream.Requests()) != 1 || r.asked(0).Format() != "json_schema" {
				t.Errorf("%s, %s: %s after %d calls", name, d, s.verdict(), len(r.upstream.Requests()))
			}
		}
	}
}

// TestAClientsSchemaThatAnEngineRefusesIsAskedForOtherwise: the answer comes in the
// client's form all the same, and the step down is remembered.
func TestAClientsSchemaThatAnEngineRefusesIsAskedForOtherwise(t *testing.T) {
	t.Parallel()
	form := func(extra string) string {
		return `"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object",` +
			`"properties":{"answer":{"type":"string"` + extra + `}},"required":["answer"],"additionalProperties":false}}},`
	}
	for name, tc := range map[string]struct { // with the citations around it, as it came, and without it
		form  string
		steps []string
	}{
		"vllm-xgrammar": {form(`,"pattern":".+","minLength":1`), []string{"json_schema", "json_schema", "json_object"}},
		"vllm-outlines": {form(`,"not":{"const":""}`), []string{"json_schema", "json_schema", "json_object", ""}},
		"ollama":        {form(``), []string{"json_schema"}},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Engines(up.Say(`{"answer":{"answer":"` + backups.text + `"},"citations":[{"chunk_id":"d2","path":"/answer","snippet":"` +
				backups.snippet + `"}],"mode":"answer","unanswered_aspects":[]}`))[name])
			s := r.talk(ask(howLong, tc.form), stream)
			var got struct{ Answer string }
			if err := json.Unmarshal([]byte(s.text()), &got); err != nil || got.Answer != backups.text {
				t.Fatalf("%q: %s", s.text(), s.body)
			}
			requests := r.upstream.Requests()
			if len(requests) != len(tc.steps) {
				t.Fatalf("%d calls: %s", len(requests), s.body)
			}
			for i, step := range tc.steps {
				if requests[i].Format() != step {
					t.Errorf("call %d asks for %q, not %q", i, requests[i].Format(), step)
				}
			}
			r.talk(ask(howLong, tc.form), stream)
			if n := len(r.upstream.Requests()) - len(requests); n != 1 {
				t.Errorf("the next exchange takes %d calls", n)
			}
		})
	}
}

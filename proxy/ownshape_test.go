package proxy

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/policy"
)

// ownShapes are the gateway's own shapes as apps ask for them, and what a model answers.
var ownShapes = map[answer.Dialect]struct{ sample, reply string }{
	answer.Segments: {`{"mode":"answer","segments":[{"citations":[{"chunk_id":"…","snippet":"…"}],"text":"…"}],"unanswered_aspects":[]}`,
		`{"mode":"answer","segments":[{"citations":[{"chunk_id":"f5f44de","snippet":"are kept for 21 days"}],"text":"Nightly backups are kept for 21 days."}],"unanswered_aspects":[]}`},
	answer.Snippet: {`{"answer":"… [1]","citations":[{"doc_id":"…","chunk_id":"…","quote":"…"}],"mode":"answer"}`,
		`{"answer":"Nightly backups are kept for 21 days [1].","citations":[{"doc_id":"d1","chunk_id":"f5f44de","quote":"are kept for 21 days"}],"mode":"answer"}`},
	answer.Claims: {`{"answer":"…","claims":[{"text":"…","citation_ids":["…"],"confidence":"high"}],"citations":[{"id":"…","title":"…","source":"…","relevant_quote":"…"}],"unanswered_aspects":["…"]}`,
		`{"answer":"Nightly backups are kept for 21 days [f5f44de].","claims":[{"text":"Nightly backups are kept for 21 days.","citation_ids":["f5f44de"],"confidence":"medium"}],"citations":[{"id":"f5f44de","title":"Plan","source":"a.pdf","relevant_quote":"are kept for 21 days"}],"unanswered_aspects":[]}`},
	answer.Dagger: {`{"answer":"… [†1]","citations":[{"source_filename":"…","chunk_id":"…","similarity":0.5}]}`,
		`{"answer":"Nightly backups are kept for 21 days [†1].","citations":[{"source_filename":"a.pdf","chunk_id":"f5f44de","similarity":0.9}]}`},
}

// membersOf lists the names of all members in a JSON text.
func membersOf(t *testing.T, raw string) (names []string) {
	t.Helper()
	if !json.Valid([]byte(raw)) {
		t.Fatalf("no JSON: %q", raw)
	}
	var walk func(v gjson.Result)
	walk = func(v gjson.Result) {
		v.ForEach(func(key, value gjson.Result) bool {
			if v.IsObject() && !slices.Contains(names, key.Str) {
				names = append(names, key.Str)
			}
			if value.IsObject() || value.IsArray() {
				walk(value)
			}
			return true
		})
	}
	walk(gjson.Parse(raw))
	slices.Sort(names)
	return names
}

// schemaOf is a JSON schema of a sample.
func schemaOf(v gjson.Result) map[string]any {
	switch {
	case v.IsObject():
		properties, required := map[string]any{}, []string{}
		v.ForEach(func(key, value gjson.Result) bool {
			properties[key.Str], required = schemaOf(value), append(required, key.Str)
			return true
		})
		return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	case v.IsArray():
		item := map[string]any{"type": "string"}
		if first := v.Get("0"); first.Exists() {
			item = schemaOf(first)
		}
		return map[string]any{"type": "array", "items": item}
	case v.Type == gjson.Number:
		return map[string]any{"type": "number"}
	}
	return map[string]any{"type": "string"}
}

// TestTheGatewaysOwnShapesComeBackAsAskedFor: an app that asks for such a shape, in its
// prompt or as a schema, gets it with one upstream call, and a refusal in it.
func TestTheGatewaysOwnShapesComeBackAsAskedFor(t *testing.T) {
	t.Parallel()
	for d, c := range ownShapes {
		for _, named := range []string{"balanced", "strict", "verbatim"} {
			for _, bySchema := range []bool{false, true} {
				system, format := "Answer with JSON like this: "+c.sample, ""
				if bySchema {
					schema, _ := json.Marshal(schemaOf(gjson.Parse(c.sample)))
					system, format = "Be brief.", `"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":`+string(schema)+`}},`
				}
				quoted, _ := json.Marshal(system)
				body := `{"model":"m",` + format + placed + `"messages":[{"role":"system","content":` + string(quoted) + `},{"role":"user","content":"How long are nightly backups kept?"}]}`
				adjust := func(a *App) { a.Policy, _ = policy.Builtin(named) }
				s := newRig(t, says(c.reply), adjust).talk(body, false)
				if diff := slices.Compare(membersOf(t, s.text()), membersOf(t, c.reply)); diff != 0 || s.verdict() != "grounded" || s.report.Get("attempts").Int() != 1 {
					t.Errorf("%s, %s, by schema %v: %s after %d calls, %s", d, named, bySchema, s.verdict(), s.report.Get("attempts").Int(), s.text())
				}
				if !strings.Contains(s.text(), "f5f44de") || d == answer.Claims && gjson.Get(s.text(), "claims.0.confidence").Str != "medium" {
					t.Errorf("%s, %s: something is lost: %s", d, named, s.text())
				}
				lie := newRig(t, says(falsified.Replace(c.reply)), adjust).talk(body, false)
				if n, of := gjson.Get(lie.text(), "claims.#").Int(), gjson.Get(lie.text(), "claims.#(confidence!=\"\")#|#").Int(); n != of {
					t.Errorf("%s, %s: a claim without a confidence: %s", d, named, lie.text())
				}
				if got := membersOf(t, lie.text()); strings.Contains(lie.text(), "22 days") || !slices.Contains(got, "citations") {
					t.Errorf("%s, %s: a lie comes back as %s", d, named, lie.text())
				}
			}
		}
	}
}

// TestMarkersOfDaggersCountCitations: the number is no part of an id.
func TestMarkersOfDaggersCountCitations(t *testing.T) {
	t.Parallel()
	chunks := `"vouchsafe":{"chunks":[{"chunk_id":"a_1","text":"Nightly backups are kept for 21 days."},{"chunk_id":"a_3","text":"Tapes are not used."}]},`
	raw := `{"answer":"Nightly backups are kept for 21 days [†1]. Tapes are not used [†2].","citations":[{"chunk_id":"a_1","similarity":0.9,"source_filename":""},{"chunk_id":"a_3","similarity":0.8,"source_filename":""}]}`
	r := newRig(t, says(raw), func(a *App) { a.Policy.Citations.Dialect = answer.Dagger })
	s := r.talk(`{"model":"m",`+chunks+`"messages":[{"role":"system","content":"Cite the sources as [†1] and [†2]."},{"role":"user","content":"How long are backups kept?"}]}`, false)
	if want := "Nightly backups are kept for 21 days. [†1] Tapes are not used. [†2]"; s.text() != want {
		t.Errorf("%q, want %q", s.text(), want)
	}
}

// TestAListOfSourcesThatThePromptOrdersIsATrueOne: the model's own goes, whatever it says.
func TestAListOfSourcesThatThePromptOrdersIsATrueOne(t *testing.T) {
	t.Parallel()
	said := "Nightly backups are kept for 21 days [1].\n\n## References\n[1] A thing that nobody sent, 1999"
	for _, d := range []answer.Dialect{answer.Client, answer.Numbered, answer.Segments} {
		r := newRig(t, says(said), func(a *App) { a.Policy.Citations.Dialect = d })
		s := r.talk(`{"model":"m",`+placed+`"messages":[{"role":"system","content":"Cite the sources as [1]. At the end add a section\n## References\nwith all of them."},{"role":"user","content":"How long are nightly backups kept?"}]}`, false)
		if want := "Nightly backups are kept for 21 days [1].\n\n## References\n\n- [1] Quill, C. (2021). [Plan](https://a.example/plan)."; s.text() != want {
			t.Errorf("%s: %q, want %q", d, s.text(), want)
		}
	}
}

package proxy

import (
	"strings"
	"testing"

	"vouchsafe/policy"
)

const factsSchema = `{"type":"object","properties":{"facts":{"type":"array","minItems":1,"items":{"type":"object","properties":{"fact":{"type":"string"}},"required":["fact"],"additionalProperties":false}},"title":{"type":"string"}},"required":["facts","title"],"additionalProperties":false}`

func formatOf(schema string) string {
	return `"response_format":{"type":"json_schema","json_schema":{"name":"facts","strict":true,"schema":` + schema + `}},`
}

// TestElementsThatFailAreDropped: in a form of the client's own only elements
// of arrays can go, and what is left meets the client's schema.
func TestElementsThatFailAreDropped(t *testing.T) {
	t.Parallel()
	const (
		kept  = `{"fact":"Backups are kept for 21 days."}`
		dose  = `{"fact":"Adults start on apixaban 5 mg twice daily."}`
		wrong = `{"fact":"Adults start on apixaban 50 mg twice daily."}`
		limit = `{"fact":"However, no backups are kept for 99 days."}`
	)
	cites := func(chunks ...string) []string {
		var out []string
		for i, chunk := range chunks {
			quote := "Nightly backups start at 01:30 UTC and are kept for 21 days."
			if chunk == "d1" {
				quote = "Adults with atrial fibrillation start on apixaban 5 mg twice daily."
			}
			out = append(out, `{"chunk_id":"`+chunk+`","path":"/facts/`+string('0'+rune(i))+`/fact","snippet":"`+quote+`"}`)
		}
		return out
	}
	strings1 := strings.NewReplacer(`{"fact":`, ``, `}`, ``)
	for _, tc := range []struct {
		name, schema, answer string
		chunks               []string
		want                 string
	}{
		{"the first", factsSchema, `{"facts":[` + wrong + `, ` + kept + `, ` + dose + `],"title":"x"}`, []string{"d1", "d2", "d1"}, `{"facts":[` + kept + `, ` + dose + `],"title":"x"}`},
		{"the last", factsSchema, `{"facts":[` + kept + `,` + wrong + `],"title":"x"}`, []string{"d2", "d1"}, `{"facts":[` + kept + `],"title":"x"}`},
		{"fewer than the schema takes", strings.Replace(factsSchema, `"minItems":1`, `"minItems":2`, 1), `{"facts":[` + kept + `,` + wrong + `],"title":"x"}`, []string{"d2", "d1"}, ""},
		{"a limit of its neighbour", factsSchema, `{"facts":[` + kept + `,` + limit + `],"title":"x"}`, []string{"d2", "d2"}, ""},
		{"all of them", factsSchema, `{"facts":[` + wrong + `],"title":"x"}`, []string{"d1"}, ""},
		{"a member beside", factsSchema, `{"facts":[` + kept + `],"title":"Adults start on apixaban 50 mg."}`, []string{"d2"}, ""},
		{"steps", strings.ReplaceAll(factsSchema, "facts", "steps"), `{"steps":[` + kept + `,` + wrong + `],"title":"x"}`, []string{"d2", "d1"}, ""},
		{"a tuple", `{"type":"object","properties":{"facts":{"type":"array","prefixItems":[{"type":"string"},{"type":"string"}]}},"required":["facts"]}`, `{"facts":[` + strings1.Replace(kept+`,`+wrong) + `]}`, []string{"d2", "d1"}, ""},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			citations := cites(tc.chunks...)
			for i := range citations {
				if strings.Contains(tc.answer, "steps") {
					citations[i] = strings.ReplaceAll(citations[i], "/facts/", "/steps/")
				}
				if tc.name == "a tuple" {
					citations[i] = strings.ReplaceAll(citations[i], "/fact\"", "\"")
				}
			}
			r := newRig(t, says(enveloped(tc.answer, citations...)), onFailure(policy.RedactAnswer))
			s := r.talk(ask(howLong, formatOf(tc.schema)), stream)
			s.wellFormed(t)
			c := s.choices[0]
			if c.content != tc.want || (tc.want == "") != (c.refusal == refused) || strings.Contains(s.body, "50 mg") {
				t.Fatalf("%s %q %q\n%s", s.verdict(), c.content, c.refusal, s.body)
			}
			if tc.want == "" {
				return
			}
			if err := validate(c.content, tc.schema); err != nil || s.verdict() != "redacted" {
				t.Errorf("%s: %v", s.verdict(), err)
			}
			for i, cl := range s.report.Get("choices.0.claims").Array() {
				if want := "/facts/" + string('0'+rune(i)) + "/fact"; cl.Get("path").Str != want || cl.Get("citations.#").Int() != 1 {
					t.Errorf("claim %d: %s", i, cl.Raw)
				}
			}
		})
	}
}

func TestNothingIsMarkedInOwnForms(t *testing.T) {
	t.Parallel()
	answer := `{"facts":[{"fact":"Backups are kept for 21 days."},{"fact":"The committee praised the friendly canteen staff."}],"title":"x"}`
	cited := `{"chunk_id":"d2","path":"/facts/0/fact","snippet":"Nightly backups start at 01:30 UTC and are kept for 21 days."}`
	s := newRig(t, says(enveloped(answer, cited)), onFailure(policy.MarkAnswer)).talk(ask(howLong, formatOf(factsSchema)), false)
	if s.choices[0].content != `{"facts":[{"fact":"Backups are kept for 21 days."}],"title":"x"}` || s.verdict() != "redacted" {
		t.Errorf("%s", s.body)
	}
}

func TestRefusalsInTheClientsForm(t *testing.T) {
	t.Parallel()
	template := `{"drug":"","dose_mg":0,"note":"not in the sources"}`
	for _, tc := range []struct{ name, template, format, content, refusal string }{
		{"fits", template, doseFormat, template, ""},
		{"does not fit", `{"found":false}`, doseFormat, "", refused},
		{"no form", template, "", refused, ""},
		{"any object", template, `"response_format":{"type":"json_object"},`, "", refused},
		{"said twice", `{"drug":"","drug":"x","dose_mg":0,"note":""}`, doseFormat, "", refused},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			said := enveloped(doseWrongAnswer, doseCitation)
			if tc.format == "" {
				said = badAnswer
			}
			r := newRig(t, says(said), onFailure(policy.RefuseAnswer), func(a *App) { a.Policy.Refusal.SchemaTemplate = tc.template })
			s := r.talk(ask("What dose of apixaban do adults start on?", tc.format), stream)
			s.wellFormed(t)
			if c := s.choices[0]; c.content != tc.content || c.refusal != tc.refusal || s.verdict() != "refused" {
				t.Errorf("%s", s.body)
			}
		})
	}
}

// TestRefusalsInElevenLanguages asks in each language that is told apart.
func TestRefusalsInElevenLanguages(t *testing.T) {
	t.Parallel()
	questions := map[string]string{
		"en": "What dose do adults start on, and how often is it given?",
		"de": "Welche Dosis bekommen die Erwachsenen am Anfang und wie oft?",
		"fr": "Quelle est la dose pour les adultes et quand faut-il la prendre ?",
		"es": "¿Cuál es la dosis para los adultos y con qué frecuencia se toma?",
		"it": "Qual è la dose per gli adulti e quando si deve prendere?",
		"pt": "Qual é a dose para os adultos e quando ela deve ser tomada?",
		"nl": "Wat is de dosis voor volwassenen en hoe vaak moet die worden ingenomen?",
		"ru": "Какая доза для взрослых и как часто её принимают?",
		"ar": "ما هي الجرعة للبالغين وكم مرة تؤخذ؟",
		"zh": "成人的起始剂量是多少？",
		"ja": "成人の開始用量はいくつですか？",
	}
	by := map[string]string{}
	for language := range questions {
		by[language] = "refused in " + language
	}
	delete(by, "pt")
	by["pt-BR"] = "refused in pt"
	for language, question := range questions {
		r := newRig(t, says(badAnswer), onFailure(policy.RefuseAnswer), func(a *App) { a.Policy.Refusal.ByLanguage = by })
		if s := r.talk(ask(question, ""), false); s.text() != "refused in "+language {
			t.Errorf("%s: %q", language, s.text())
		}
	}
}

func TestAStopSequenceCutsNoMarkOff(t *testing.T) {
	t.Parallel()
	said := segmented(backups, uncited, startsAt)
	for stop, want := range map[string]string{
		"[not":     "Backups are kept for 21 days. [1]",
		"canteen":  "Backups are kept for 21 days. [1]",
		"verified": "Backups are kept for 21 days. [1]",
		"Nightly":  "Backups are kept for 21 days. [1] The committee also praised the friendly canteen staff. [not verified]",
		"days":     "",
	} {
		r := newRig(t, says(said), onFailure(policy.MarkAnswer))
		if s := r.talk(ask(howLong, `"stop":["`+stop+`"],`), false); s.text() != want {
			t.Errorf("%s: %q", stop, s.text())
		}
	}
}

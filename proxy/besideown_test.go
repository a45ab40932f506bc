package proxy

import (
	"strings"
	"testing"
)

// TestWhatAnOwnFormSaysOutsideItsValuesIsVerified: an answer in the client's
// own form can state things in its members' names, in the place of ids, and by
// addresses.
func TestWhatAnOwnFormSaysOutsideItsValuesIsVerified(t *testing.T) {
	t.Parallel()
	citation := `{"chunk_id":"d2","path":"/a","snippet":"Nightly backups start at 01:30 UTC and are kept for 21 days."}`
	any, typed := `"response_format":{"type":"json_object"},`, `"response_format":{"type":"json_schema","json_schema":{"name":"x","schema":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","format":"uuid"}}}}},`
	for name, tc := range map[string]struct{ format, more string }{
		"a name, true":      {any, `"Adults take 7731 mg of apixaban daily":true`},
		"a name, null":      {any, `"Adults take 7731 mg of apixaban daily":null`},
		"a name, empty":     {any, `"Adults take 7731 mg of apixaban daily":{}`},
		"a name, nothing":   {any, `"Adults take 7731 mg of apixaban daily":[]`},
		"a name, a word":    {any, `"Adults take 7731 mg of apixaban daily":"yes"`},
		"a name that is up": {typed, `"Adults take 7731 mg of apixaban daily":"yes"`},
		"an id":             {any, `"id":"Adults take 7731 mg of apixaban daily"`},
		"a chunk's id":      {any, `"chunk_id":"Adults take 7731 mg of apixaban daily"`},
		"a format of ids":   {typed, `"b":"Adults take 7731 mg of apixaban daily"`},
		"an address":        {any, `"url":"https://evil.example/7731"`},
		"an address's text": {any, `"see":"The town hall stands at https://evil.example/7731."`},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, says(enveloped(`{"a":"Backups are kept for 21 days.",`+tc.more+`}`, citation)), func(a *App) { a.Policy.Repair.Attempts = 0 })
			s := r.talk(ask(howLong, tc.format), stream)
			s.wellFormed(t)
			if s.verdict() != "refused" || strings.Contains(s.withoutID(), "7731") {
				t.Errorf("%s: %s", s.verdict(), s.body)
			}
		})
	}
	for name, more := range map[string]string{
		"an id":           `"id":"a-12"`,
		"a chunk's id":    `"chunk_id":"d2"`,
		"a label":         `"maximum_daily_dose":null`,
		"a label of four": `"Who to call first":null`,
	} {
		r := newRig(t, says(enveloped(`{"a":"Backups are kept for 21 days.",`+more+`}`, citation)))
		if s := r.talk(ask(howLong, any), false); s.verdict() != "grounded" {
			t.Errorf("%s: %s: %s", name, s.verdict(), s.body)
		}
	}
}

func TestAnAddressOfASourceStandsInAnOwnForm(t *testing.T) {
	t.Parallel()
	for address, verdict := range map[string]string{
		"https://a.example/backups":          "grounded",
		"https://a.example/backups#page=3":   "grounded",
		"https://a.example/other":            "refused",
		"https://a.example/backups?q=secret": "refused",
	} {
		answer := enveloped(`{"a":"Backups are kept for 21 days.","url":"`+address+`"}`, `{"chunk_id":"k1","path":"/a","snippet":"Backups are kept for 21 days."}`)
		r := newRig(t, says(answer))
		s := r.talk(`{"model":"m","response_format":{"type":"json_object"},"vouchsafe":{"chunks":[{"chunk_id":"k1","text":"Backups are kept for 21 days.","url":"https://a.example/backups"}]},"messages":[{"role":"user","content":"How long?"}]}`, false)
		if s.verdict() != verdict {
			t.Errorf("%s: %s: %s", address, s.verdict(), s.body)
		}
	}
}

// TestAReportKeepsToWhatWasReleased: what a model writes where a word of a
// closed list belongs, and what of a form could not be read, is told to nobody.
func TestAReportKeepsToWhatWasReleased(t *testing.T) {
	t.Parallel()
	citations := `"citations":[{"id":"d2","title":"take 7731 mg","source":"take 7731 mg","relevant_quote":"` + backups.snippet + `"}]`
	claims := func(confidence string) string {
		return `{"answer":"Backups are kept for 21 days. [1]","claims":[{"text":"Backups are kept for 21 days.","citation_ids":["d2"],"confidence":"` + confidence + `"}],` + citations + `,"unanswered_aspects":["take 7731 mg"]}`
	}
	plainAndStreamed(t, "confidence", func(t *testing.T, stream bool) {
		r := newRig(t, says(claims("take 7731 mg")))
		if s := r.talk(ask(howLong, ""), stream); s.verdict() != "grounded" || strings.Contains(s.withoutID(), "7731") {
			t.Errorf("%s: %s", s.verdict(), s.body)
		}
		r = newRig(t, says(claims("high")))
		if s := r.talk(ask(howLong, ""), stream); s.report.Get("choices.0.claims.0.confidence").Str != "high" {
			t.Errorf("%s", s.body)
		}
	})
	plainAndStreamed(t, "against the schema", func(t *testing.T, stream bool) {
		r := newRig(t, says(enveloped(`{"drug":"apixaban","take 7731 mg":1}`, doseCitation)))
		if s := r.talk(ask(howLong, doseFormat), stream); s.verdict() != "refused" || strings.Contains(s.withoutID(), "7731") {
			t.Errorf("%s: %s", s.verdict(), s.body)
		}
	})
	plainAndStreamed(t, "an address", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(passage{text: "See https://evil.example/7731 for more."})))
		if s := r.talk(ask(howLong, ""), stream); s.verdict() != "refused" || strings.Contains(s.withoutID(), "7731") {
			t.Errorf("%s: %s", s.verdict(), s.body)
		}
	})
	plainAndStreamed(t, "usage", func(t *testing.T, stream bool) {
		event := strings.Replace(frame(goodAnswer, "stop"), `"id":"x",`, `"id":"x","usage":{"total_tokens":3,"note":"take 7731 mg"},`, 1)
		r := newRig(t, frames(event, "[DONE]"))
		s := r.talk(ask(howLong, ""), stream)
		if s.report.Get("usage_by_attempt.0").Raw != `{"total_tokens":3}` || strings.Contains(s.withoutID(), "7731") {
			t.Errorf("%s: %s", s.verdict(), s.body)
		}
	})
}

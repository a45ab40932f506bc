package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
)

// shelved are three documents with all that a citation can name them by.
const shelved = `"vouchsafe":{"chunks":[` +
	`{"text":"Adults with atrial fibrillation start on apixaban 5 mg twice daily.","source_filename":"a.pdf","title":"Dose","url":"https://a.example/","authors":["Quill, C."],"year":2021},` +
	`{"text":"Nightly backups start at 01:30 UTC and are kept for 21 days.","source_filename":"b.pdf","title":"Plan","url":"https://b.example/plan","authors":"Moss, A.; Hale, B.","year":2018},` +
	`{"text":"Runbook of the data centre. Nightly backups start at 01:30 UTC and are kept for 21 days. Tapes are not used.","source_filename":"c.pdf","title":"Runbook"}]},`

// askedIn is a question over the documents whose prompt asks for a form of
// citation.
func askedIn(prompt, question string) string {
	system, _ := json.Marshal(prompt)
	return `{"model":"m",` + shelved + `"messages":[{"role":"system","content":` + string(system) + `},{"role":"user","content":"` + question + `"}]}`
}

// inquiredIn is the same in the form of responses.
func inquiredIn(prompt, question string) string {
	instructions, _ := json.Marshal(prompt)
	return `{"model":"m",` + shelved + `"instructions":` + string(instructions) + `,"input":"` + question + `"}`
}

const (
	tail        = "with atrial fibrillation start on apixaban 5 mg twice daily"
	keptNightly = "Nightly backups start at 01:30 UTC and are kept for 21 days"
	startOn     = "Adults with atrial fibrillation start on apixaban 5 mg twice daily"
)

// TestAModelsOwnCitationsComeBackInTheAppsForm: nothing is asked of the model but
// what the app's own prompt asks; what it writes is verified, and its markers
// mean the same sources for the reader. So they do in the middle of a sentence,
// in pairs, lists and ranges.
func TestAModelsOwnCitationsComeBackInTheAppsForm(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ asked, said, want string }{
		{"Reference documents by number, for instance [doc2].", keptNightly + " [doc2].", keptNightly + " [doc2]."},
		{"Give the source as a superscript number, like this¹.", keptNightly + ".² " + startOn + ".¹", keptNightly + ".² " + startOn + ".¹"},
		{"Citations look like [†1] and [†2].", keptNightly + " [†2].", keptNightly + ". [†1]"},
		{"End each sentence with its citation (Source: f.pdf).", keptNightly + " (Source: b.pdf).", keptNightly + " (Source: b.pdf)."},
		{"Cite each source as a Markdown link, [title](url).", keptNightly + " ([Plan](https://b.example/plan)).", keptNightly + " ([Plan](https://b.example/plan))."},
		{"Cite sources in the text as [Author, Year].", keptNightly + " [Moss & Hale, 2018].", keptNightly + " [Moss & Hale, 2018]."},
		{"Mark every claim with a footnote that names its source, such as [^1].", keptNightly + ".[^2]", keptNightly + ".[^2]"},
		{"Cite the passage as 【1】 behind the sentence.", keptNightly + "【2】.", keptNightly + "【2】."},
		{"Reference documents by number, for instance [doc2].", startOn + " [doc1]. " + keptNightly + " [doc2].", startOn + " [doc1]. " + keptNightly + " [doc2]."},
		{"Citations look like [†1] and [†2].", "- " + startOn + " [†1]\n- " + keptNightly + " [†2]", "- " + startOn + " [†1]\n- " + keptNightly + " [†2]"},
		{"Reference documents by number, for instance [doc2].", keptNightly + " [doc2], and adults " + tail + " [doc1].", keptNightly + " [doc2], and adults " + tail + " [doc1]."},
		{"Reference documents by number, for instance [doc2].", keptNightly + " [doc2][doc3].", keptNightly + " [doc2][doc3]."},
		{"Citations look like [†1] and [†2].", keptNightly + " [†2, †3].", keptNightly + ". [†1][†2]"},
		{"Mark every claim with a footnote that names its source, such as [^1].", keptNightly + " [2-3].", keptNightly + ". [^2][^3]"},
		{"Cite the sources in the format `[S#]`.", keptNightly + " [S2]. " + startOn + " [S1].", keptNightly + " [S2]. " + startOn + " [S1]."},
		{"Add the source in the format 'Source: $SOURCE_HERE'.", startOn + ". Source: https://a.example/ " + keptNightly + ". Source: https://b.example/plan", startOn + ". Source: https://a.example/ " + keptNightly + ". Source: https://b.example/plan"},
		{"Add the source in the format 'Source: $SOURCE_HERE'.", keptNightly + ". Source: Runbook.", keptNightly + ". Source: Runbook."},
	} {
		plainAndStreamed(t, tc.asked, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.said), func(a *App) { a.Policy.Citations.Dialect = answer.Client })
			s := r.talk(askedIn(tc.asked, howLong), stream)
			s.wellFormed(t)
			if got, _, _ := strings.Cut(s.text(), "\n\nSources:"); got != tc.want {
				t.Errorf("%s: %q, want %q", s.verdict(), got, tc.want)
			}
			responded := newRig(t, says(tc.said), func(a *App) { a.Policy.Citations.Dialect = answer.Client })
			h := responded.inquire(inquiredIn(tc.asked, howLong), stream)
			h.wellFormed(t)
			if got, _, _ := strings.Cut(h.text(), "\n\nSources:"); got != tc.want {
				t.Errorf("responses, %s: %q, want %q", h.verdict(), got, tc.want)
			}
			for _, c := range s.report.Get("choices.0.citations").Array() {
				if !c.Get("verified").Bool() && c.Get("match").Str != "located" { // of two clauses with a source each, words prove neither whole
					t.Errorf("citation %s", c.Raw)
				}
			}
		})
	}
}

// TestAFalseSentenceInTheAppsOwnFormDoesNotPass: nor does one whose source is unknown.
func TestAFalseSentenceInTheAppsOwnFormDoesNotPass(t *testing.T) {
	t.Parallel()
	false21 := strings.Replace(keptNightly, "21", "12", 1)
	for _, tc := range []struct{ asked, said string }{
		{"Cite the sources in the format `[S#]`.", false21 + " [S2]."},
		{"Cite the sources in the format `[S#]`.", "Tapes are kept in the yard [S9]."},
		{"Add the source in the format 'Source: $SOURCE_HERE'.", false21 + ". Source: https://b.example/plan"},
		{"Add the source in the format 'Source: $SOURCE_HERE'.", "Tapes are kept in the yard. Source: https://c.example/"},
	} {
		plainAndStreamed(t, tc.asked+tc.said, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.said), func(a *App) { a.Policy.Citations.Dialect = answer.Client })
			if s := r.talk(askedIn(tc.asked, howLong), stream); s.verdict() != "quoted" || strings.Contains(s.text(), "12 days") || strings.Contains(s.text(), "yard") {
				t.Errorf("%s: %q", s.verdict(), s.text())
			}
		})
	}
}

const adviceFormat = `"response_format":{"type":"json_schema","json_schema":{"name":"advice","strict":true,"schema":{"type":"object","properties":` +
	`{"advice":{"type":"string"},"day":{"type":["string","null"],"format":"date"}},"required":["advice","day"],"additionalProperties":false}}},`

// TestAStringOfAnOwnFormIsQuoted: the source's words stand where the form takes
// any text, and the JSON stays valid; a date takes none, so the answer is refused.
func TestAStringOfAnOwnFormIsQuoted(t *testing.T) {
	t.Parallel()
	const cited = `{"chunk_id":"d1","path":"/advice","snippet":"start on apixaban 5 mg twice daily"}`
	for name, tc := range map[string]struct{ said, content, verdict string }{
		"a false text": {`{"advice":"Adults with atrial fibrillation start on apixaban 50 mg twice daily.","day":null}`,
			`{"advice":"The source says: “Adults with atrial fibrillation start on apixaban 5 mg twice daily.”","day":null}`, "quoted"},
		"a false date": {`{"advice":"Adults with atrial fibrillation start on apixaban 5 mg twice daily.","day":"2031-07-19"}`, "", "refused"},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, says(enveloped(tc.said, cited, strings.Replace(cited, "/advice", "/day", 1))))
			s := r.talk(ask("What dose of apixaban do adults start on?", adviceFormat), stream)
			s.wellFormed(t)
			if s.choices[0].content != tc.content || s.verdict() != tc.verdict {
				t.Errorf("%s: %q", s.verdict(), s.text())
			}
			h := newRig(t, says(enveloped(tc.said, cited, strings.Replace(cited, "/advice", "/day", 1)))).
				inquire(inputOf("What dose of apixaban do adults start on?", inText(adviceFormat)), stream)
			if h.verdict() != tc.verdict || tc.content != "" && h.text() != tc.content {
				t.Errorf("responses, %s: %q", h.verdict(), h.text())
			}
		})
	}
}

// inText is a response_format in the form of responses.
func inText(format string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(format, `"response_format":{"type":"json_schema","json_schema":`), "},")
	return `"text":{"format":` + strings.Replace(inner, "{", `{"type":"json_schema",`, 1) + `},`
}

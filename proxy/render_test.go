package proxy

import (
	"encoding/json"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

func TestAnAnswerRenderedAsJSONHasTheShapeOfItsDialect(t *testing.T) {
	t.Parallel()
	const quoted = "Nightly backups start at 01:30 UTC and are kept for 21 days."
	for dialect, want := range map[answer.Dialect]string{
		policy.AutoDialect: `{"mode":"answer","segments":[{"citations":[{"chunk_id":"d2","snippet":"` + quoted + `"}],"text":"` + quoted + `"}],"unanswered_aspects":[]}`,
		answer.Snippet:     `{"answer":"` + quoted + ` [1]","citations":[{"chunk_id":"d2","doc_id":"","snippet":"` + quoted + `"}],"mode":"answer"}`,
		answer.Claims: `{"answer":"` + quoted + ` [d2]","citations":[{"id":"d2","relevant_quote":"` + quoted + `","source":"","title":""}],` +
			`"claims":[{"citation_ids":["d2"],"confidence":"high","text":"` + quoted + `"}],"unanswered_aspects":[]}`,
	} {
		r := newRig(t, upstreamtest.Extractive{}.Reply, func(a *App) {
			a.Policy.Citations.Render, a.Policy.Citations.Dialect = policy.RenderJSON, dialect
		})
		if got := r.post("/v1/chat/completions", ask("How long are nightly backups kept?", "")).content(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", dialect, got, want)
		}
	}
}

func TestARefusalRenderedAsJSONHasTheShapeOfItsDialect(t *testing.T) {
	t.Parallel()
	message, _ := json.Marshal(refused)
	for dialect, want := range map[answer.Dialect]string{
		answer.Segments: `{"mode":"refuse","segments":[{"citations":[],"text":` + string(message) + `}],"unanswered_aspects":[]}`,
		answer.Snippet:  `{"answer":` + string(message) + `,"citations":[],"mode":"refuse"}`,
		answer.Claims:   `{"answer":` + string(message) + `,"citations":[],"claims":[],"unanswered_aspects":[]}`,
		answer.Dagger:   `{"answer":` + string(message) + `,"citations":[]}`,
	} {
		r := newRig(t, says("Nobody knows."), func(a *App) {
			a.Policy.Citations.Render, a.Policy.Citations.Dialect, a.Policy.Repair.Attempts = policy.RenderJSON, dialect, 0
		})
		if got := r.post("/v1/chat/completions", ask("How long are nightly backups kept?", "")).content(); got != want {
			t.Errorf("%s:\n got %s\nwant %s", dialect, got, want)
		}
	}
}

func TestMarkersAreThoseOfTheAppsOwnPrompt(t *testing.T) {
	t.Parallel()
	body := `{"model":"m","messages":[{"role":"system","content":"Cite with the source number in brackets, like [id].\n<context>\n` +
		`<source id=\"1\" name=\"a.pdf\">Adults with atrial fibrillation start on apixaban 5 mg twice daily.</source>\n` +
		`<source id=\"4\" name=\"b.pdf\">Nightly backups start at 01:30 UTC and are kept for 21 days.</source>\n</context>"},` +
		`{"role":"user","content":"How long are nightly backups kept?"}]}`
	r := newRig(t, upstreamtest.Extractive{}.Reply)
	if got, want := r.post("/v1/chat/completions", body).content(), "Nightly backups start at 01:30 UTC and are kept for 21 days. [4]"; got != want {
		t.Errorf("content %q, want %q: the app's interface knows the source as 4", got, want)
	}
}

// TestTheFormThatAPromptAsksForComesBack: the app's interface reads its own
// form, and finds the source by the number or name that it knows.
func TestTheFormThatAPromptAsksForComesBack(t *testing.T) {
	t.Parallel()
	const said = "Nightly backups start at 01:30 UTC and are kept for 21 days. "
	for asked, want := range map[string]string{
		"Reference documents by number, for instance [doc2].":                   "[doc2]",
		"Give the source as a superscript number, like this¹.":                  "²",
		"Mark every claim with a footnote that names its source, such as [^1].": "[^2]",
		"Cite the passage as 【1】 behind the sentence.":                          "【2】",
		"Citations look like [†1] and [†2].":                                    "[†1]",
		"End each sentence with its citation (Source: f.pdf).":                  "(Source: b.pdf)",
		"Cite each source as a Markdown link, [title](url).":                    "[Plan](https://b.example/plan)",
		"Cite sources in the text as [Author, Year].":                           "[Moss & Hale, 2018]",
	} {
		chunks := `"vouchsafe":{"chunks":[{"text":"Adults with atrial fibrillation start on apixaban 5 mg twice daily.","source_filename":"a.pdf","title":"Dose","url":"https://a.example/","authors":["Quill, C."],"year":2021},` +
			`{"text":"Nightly backups start at 01:30 UTC and are kept for 21 days.","source_filename":"b.pdf","title":"Plan","url":"https://b.example/plan","authors":"Moss, A.; Hale, B.","year":2018}]},`
		prompt, _ := json.Marshal(asked)
		r := newRig(t, upstreamtest.Extractive{}.Reply)
		got := r.post("/v1/chat/completions", `{"model":"m",`+chunks+`"messages":[{"role":"system","content":`+string(prompt)+`},{"role":"user","content":"How long are nightly backups kept?"}]}`).content()
		if got, _, _ = strings.Cut(got, "\n\n"); got != said+want && got != strings.TrimSpace(said)+want {
			t.Errorf("%s: %q, want %q", asked, got, said+want)
		}
	}
}

// A model may end a segment with the list of sources that the app's prompt asks for. The
// list is left out, and so are the markers in it.
func TestAListOfSourcesInASegmentHasNoMarkers(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(segmented(passage{"Backups are kept for 21 days.\n\n### References\n\n- [1] notes.txt", "d1", backups.snippet})))
	s := r.talk(ask("How long are backups kept?", ""), false)
	if s.text() != shown {
		t.Errorf("%q, %s", s.text(), r.trace(0).Verdict)
	}
}

// TestAListOfSourcesIsTheReaders: titles of chunks are listed where the prompt shows no marker,
// under a heading in the question's language.
func TestAListOfSourcesIsTheReaders(t *testing.T) {
	t.Parallel()
	const chunks = `"vouchsafe":{"chunks":[{"text":"Las copias se guardan durante 21 días.","title":"Plan"}]},`
	for references, want := range map[policy.References]string{
		policy.NeverReferences:  "Las copias se guardan durante 21 días. [1]",
		policy.AutoReferences:   "Las copias se guardan durante 21 días. [1]\n\nFuentes:\n\n- [1] Plan.",
		policy.AlwaysReferences: "Las copias se guardan durante 21 días. [1]\n\nFuentes:\n\n- [1] Plan.",
	} {
		r := newRig(t, says(segmented(passage{"Las copias se guardan durante 21 días.", "c1", "copias se guardan durante 21 días"})),
			func(a *App) { a.Policy.Citations.References = references })
		for _, stream := range []bool{false, true} {
			if s := r.talk(`{"model":"m",`+chunks+`"messages":[{"role":"user","content":"¿Cuánto tiempo se guardan las copias?"}]}`, stream); s.text() != want {
				t.Errorf("%s: %q, want %q", references, s.text(), want)
			}
		}
	}
}

// TestAWordThatIsOrderedGetsAMarker: who asks for one word got "lease [1]" and a list of sources below it, also in a stream.
func TestAWordThatIsOrderedGetsAMarker(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "value", func(t *testing.T, stream bool) {
		const body = `{"model":"m","messages":[{"role":"user","content":"Which kind of document is this: lease, invoice or letter? Answer with one word.\n\n<document id=\"d1\" title=\"Lease\">The tenant is Rosa Vidal. The lease ends on 31 May 2027.</document>\n<document id=\"d2\" title=\"Annex\">Pets need a written consent.</document>"}]}`
		if got := newRig(t, upstreamtest.Say("lease")).talk(body, stream).text(); got != "lease" {
			t.Errorf("%q", got)
		}
	})
}

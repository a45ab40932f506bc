package proxy

import (
	"encoding/json"
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

package proxy

import (
	"encoding/json"
	"testing"

	"vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

func TestAnAnswerRenderedAsJSONHasItsCitationsInIt(t *testing.T) {
	t.Parallel()
	r := newRig(t, upstreamtest.Extractive{}.Reply, func(a *App) { a.Policy.Citations.Render = policy.RenderJSON })
	g := r.post("/v1/chat/completions", ask("How long are nightly backups kept?", ""))
	var answer struct {
		Answer    string
		Mode      string
		Citations []struct {
			ChunkID string `json:"chunk_id"`
			Snippet string
		}
	}
	if err := json.Unmarshal([]byte(g.content()), &answer); err != nil {
		t.Fatalf("content %q: %v", g.content(), err)
	}
	if answer.Mode != "answer" || len(answer.Citations) != 1 || answer.Citations[0].ChunkID != "d2" ||
		answer.Citations[0].Snippet == "" || answer.Answer != "Nightly backups start at 01:30 UTC and are kept for 21 days. [1]" {
		t.Errorf("content %s", g.content())
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

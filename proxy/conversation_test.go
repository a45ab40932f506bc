package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

func conversational(a *App) { a.Policy.Context.Scope = policy.ConversationScope }

// refine is one call of a chain that shows the model one chunk at a time.
func refine(id, text string) string {
	return `{"model":"m","messages":[{"role":"system","content":"Use the document.\n<document id=\"` + id + `\">` + text +
		`</document>"},{"role":"user","content":"How long are nightly backups kept?"}]}`
}

func TestAChainThatShowsOneChunkAtATimeKeepsThemAll(t *testing.T) {
	r := newRig(t, upstreamtest.Extractive{}.Reply, conversational)
	r.post("/v1/chat/completions", refine("d1", "Nightly backups are kept for 21 days in the second vault."))
	r.post("/v1/chat/completions", refine("d2", "The restore target is four hours for the production set."))
	second := r.trace(1)
	if len(second.Chunks) != 2 {
		t.Fatalf("the second call has %d chunks, want its own and the first call's", len(second.Chunks))
	}
	if second.Chunks[1].Standing != evidence.Primary {
		t.Errorf("the first call's chunk is %s", second.Chunks[1].Standing)
	}
	if sent := string(r.upstream.Requests()[1].Body); !strings.Contains(sent, "kept for 21 days") {
		t.Error("the model does not see the first call's chunk, so it cannot cite it")
	}
}

func TestNobodyReachesTheEvidenceOfAnother(t *testing.T) {
	r := newRig(t, upstreamtest.Extractive{}.Reply, conversational)
	r.postAs("alice", refine("d1", "Nightly backups are kept for 21 days in the second vault."))
	r.postAs("bob", refine("d2", "The restore target is four hours for the production set."))
	if n := len(r.trace(1).Chunks); n != 1 {
		t.Errorf("another client's exchange has %d chunks, want its own one", n)
	}
}

func TestACredentialInAnyHeaderKeepsEvidenceApart(t *testing.T) {
	r := newRig(t, upstreamtest.Extractive{}.Reply, conversational)
	r.post("/v1/chat/completions", refine("d1", "Nightly backups are kept for 21 days in the second vault."), "x-api-key", "alice")
	r.post("/v1/chat/completions", refine("d2", "The restore target is four hours for the production set."), "x-api-key", "bob")
	if n := len(r.trace(1).Chunks); n != 1 {
		t.Errorf("another client's exchange has %d chunks, want its own one", n)
	}
}

func TestAContextIDRecallsEvidenceAsStale(t *testing.T) {
	r := newRig(t, upstreamtest.Extractive{}.Reply)
	with := func(body string) string {
		return strings.Replace(body, `{"model"`, `{"vouchsafe":{"context_id":"k1"},"model"`, 1)
	}
	r.post("/v1/chat/completions", with(refine("d1", "Nightly backups are kept for 21 days in the second vault.")))
	r.post("/v1/chat/completions", with(refine("d2", "The restore target is four hours for the production set.")))
	second := r.trace(1)
	if len(second.Chunks) != 2 || second.Chunks[1].Standing != evidence.Stale {
		t.Fatalf("chunks %+v: want the first call's as stale", second.Chunks)
	}
}

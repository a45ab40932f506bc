package proxy

import (
	"testing"

	"vouchsafe/internal/upstreamtest"
)

func TestSmoke(t *testing.T) {
	r := newRig(t, upstreamtest.Extractive{}.Reply)
	for _, q := range []string{"How long are nightly backups kept?", "What dose of apixaban do adults start on?"} {
		g := r.post("/v1/chat/completions", ask(q, ""))
		t.Log(g.status, g.header, g.body)
	}
	g := r.post("/v1/chat/completions", ask("How long are nightly backups kept?", `"stream":true,`))
	t.Log(g.status, g.header, g.body)
	for i, m := range []string{"number", "number-once", "wrong-chunk", "invent-all", "uncited", "typographic", "prose", "malformed", "negation", "decline"} {
		g := r.post("/v1/chat/completions", ask("How long are nightly backups kept?", `"model":"extractive:`+m+`",`)[0:0]+`{"model":"extractive:`+m+`",`+ask("How long are nightly backups kept?", "")[13:])
		tr := r.trace(3 + i)
		t.Log(m, g.status, tr.Verdict, tr.Reason, g.content(), tr.Findings, len(tr.Attempts))
	}
}

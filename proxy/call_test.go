package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	up "vouchsafe/internal/upstreamtest"
)

// FuzzHeadFault: a head without a fault has one reading only.
func FuzzHeadFault(f *testing.F) {
	for _, head := range []string{
		"Host: x\r\nContent-Length: 2\r\n\r\n", "Content-Length: 1\r\ncontent-length: 1\r\n", "A: b\r\n c: d\r\n", "A : b\r\n", ": x\n", "A: b\rC: d\r\n", "\x00: y\r\n", "",
	} {
		f.Add([]byte(head))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		if headFault(head) != "" {
			return
		}
		lengths := 0
		for _, line := range strings.Split(strings.ReplaceAll(string(head), "\r\n", "\n"), "\n") {
			if strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") || strings.ContainsAny(strings.TrimRight(line, "\r"), "\x00\r") {
				t.Errorf("%q passes", line)
			}
			name, _, _ := strings.Cut(strings.ToLower(line), ":")
			if name = strings.TrimSpace(name); name == "content-length" || name == "transfer-encoding" {
				lengths++
			}
		}
		if lengths > 1 {
			t.Errorf("%d lengths in %q", lengths, head)
		}
	})
}

// TestEvidenceBesideTheMessages counts as the app's own only from clients that
// are the app: with its key, or on this very machine.
func TestEvidenceBesideTheMessages(t *testing.T) {
	t.Parallel()
	body := `{"model":"m","vouchsafe":{"chunks":[{"chunk_id":"k1","text":"Nightly backups are kept for 21 days."}]},"messages":[{"role":"user","content":"How long are nightly backups kept?"}]}`
	for name, tc := range map[string]struct {
		header []string
		want   evidence.Standing
	}{
		"on this machine":          {nil, evidence.Primary},
		"behind a proxy on it":     {[]string{"X-Forwarded-For", "203.0.113.7"}, evidence.Fallback},
		"behind a standard proxy":  {[]string{"Forwarded", "for=203.0.113.7"}, evidence.Fallback},
		"behind one, with its key": {[]string{"X-Forwarded-For", "203.0.113.7", "X-Vouchsafe-Key", clinicKey}, evidence.Primary},
	} {
		t.Run(name, func(t *testing.T) {
			r := plan{script: up.Extractive{}.Reply, setup: func(s *Setup) { tenants(s); s.Apps[1].Models = nil }}.start(t)
			if g := r.post(chatPath, body, tc.header...); g.status != 200 {
				t.Fatalf("%d %s", g.status, g.body)
			}
			if tr := r.trace(0); len(tr.Chunks) == 0 && tc.want == evidence.Primary || len(tr.Chunks) > 0 && tr.Chunks[0].Standing != tc.want {
				t.Errorf("%+v", tr.Chunks)
			}
		})
	}
}

func TestAuditOverHTTP(t *testing.T) {
	t.Parallel()
	item := func(answer string) string {
		return `{"id":"a1","question":"How long?","chunks":[{"chunk_id":"c1","text":"Nightly backups are kept for 21 days."}],"answer":"` + answer + `"}`
	}
	r := newRig(t, up.Silent())
	for answer, want := range map[string]string{"Backups are kept for 21 days [1].": "grounded", "Backups are kept for 91 days [1].": "ungrounded"} {
		g := r.post("/v1/vouchsafe/verify", item(answer))
		if g.status != 200 || parse(g.body).Get("verdict").Str != want || parse(g.body).Get("id").Str != "a1" || g.header.Get("X-Vouchsafe-Trace-Id") == "" {
			t.Errorf("%d %s", g.status, g.body)
		}
	}
	for _, body := range []string{"", "[]", "{}", `{"answer":1}`, `{"answer":"x","answer":"y"}`, item("x")[:40], strings.Repeat("[", 1<<20)} {
		g := r.post("/v1/vouchsafe/verify", body)
		if g.status != 400 {
			t.Errorf("%.60q: %d %s", body, g.status, g.body)
		}
		errorOf(t, g.body)
	}
	if g := r.do("GET", "/v1/vouchsafe/verify", ""); g.status != 403 || !strings.Contains(g.body, "POST") {
		t.Errorf("%d %s", g.status, g.body)
	}
	r.eventually("all are over", func() bool { return r.gate.Running() == 0 })
	if len(r.upstream.Requests()) != 0 {
		t.Error("the upstream was asked")
	}
}

package proxy

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"

	"vouchsafe/auxiliary"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/ledger"
	"vouchsafe/policy"
	"vouchsafe/upstream"
)

// rig is a gateway on loopback between a test and a scripted upstream.
type rig struct {
	t        testing.TB
	url      string
	gate     *Gateway
	setup    *Setup
	upstream *upstreamtest.Server

	mu     sync.Mutex
	traces []*ledger.Trace
}

// newRig starts a gateway whose default app has the policy that adjust makes
// of balanced.
func newRig(t testing.TB, script upstreamtest.Script, adjust ...func(*App)) *rig {
	t.Helper()
	model, err := upstreamtest.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	client, err := upstream.New(upstream.Config{Name: "scripted", BaseURL: model.BaseURL(), Retries: 1,
		Timeouts: upstream.Timeouts{Connect: 2 * time.Second, FirstByte: 5 * time.Second, Idle: 5 * time.Second, Total: 30 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	p, _ := policy.Builtin("balanced")
	app := &App{Name: "default", Policy: p, PolicyName: "balanced", Exempt: auxiliary.Builtin(), Content: ledger.Full,
		Upstream: &Route{Upstream: client, Structured: "auto", ToolsWithSchema: true}}
	for _, f := range adjust {
		f(app)
	}
	app.PolicyHash = policy.Hash(app.Policy)
	r := &rig{t: t, upstream: model}
	r.setup = NewSetup(Setup{Apps: []*App{app}, Open: true, Limits: Limits{Request: 32 << 20, Response: 16 << 20}})
	r.gate = New(r.setup, r.keep, zap.NewNop())
	server := NewServer(r.gate.Handle, 32<<20, zap.NewNop())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	r.url = "http://" + l.Addr().String()
	t.Cleanup(func() { server.Shutdown(); model.Close(); client.Close() })
	return r
}

func (r *rig) keep(t *ledger.Trace, _ ledger.Content) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.traces = append(r.traces, t)
}

// trace waits for the nth trace.
func (r *rig) trace(n int) *ledger.Trace {
	r.t.Helper()
	for range 500 {
		r.mu.Lock()
		if len(r.traces) > n {
			t := r.traces[n]
			r.mu.Unlock()
			return t
		}
		r.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
	r.t.Fatalf("trace %d was never written", n)
	return nil
}

// got is a reply as a client sees it.
type got struct {
	status int
	header http.Header
	body   string
}

func (g got) content() string {
	var r struct {
		Choices []struct {
			Message struct{ Content, Refusal *string }
			Finish  string `json:"finish_reason"`
		}
	}
	if json.Unmarshal([]byte(g.body), &r) != nil || len(r.Choices) == 0 || r.Choices[0].Message.Content == nil {
		return ""
	}
	return *r.Choices[0].Message.Content
}

func (r *rig) post(path, body string) got {
	r.t.Helper()
	resp, err := http.Post(r.url+path, "application/json", strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return got{resp.StatusCode, resp.Header, string(b)}
}

const documents = `Answer from the documents.\n\n<documents>\n<document id=\"d1\">Adults with atrial fibrillation start on apixaban 5 mg twice daily.</document>\n<document id=\"d2\">Nightly backups start at 01:30 UTC and are kept for 21 days.</document>\n</documents>`

// ask is a chat completion about the two documents.
func ask(question, extra string) string {
	return `{"model":"m",` + extra + `"messages":[{"role":"system","content":"` + documents + `"},{"role":"user","content":"` + question + `"}]}`
}

// postAs sends a chat completion with a credential of one's own.
func (r *rig) postAs(user, body string) got {
	r.t.Helper()
	req, err := http.NewRequest("POST", r.url+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer sk-"+user)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	return got{resp.StatusCode, resp.Header, string(b)}
}

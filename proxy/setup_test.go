package proxy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"vouchsafe/grounding/answer"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"vouchsafe/grounding/claim"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/trace/ledger"
)

// rig is a gateway on loopback between a test and a scripted upstream.
type rig struct {
	t        testing.TB
	url      string
	addr     string
	gate     *Gateway
	setup    *Setup
	server   *fasthttp.Server
	upstream *upstreamtest.Server
	client   *http.Client
	log      *lockedBuffer

	mu     sync.Mutex
	traces []*ledger.Trace
}

// plan says how a rig differs from a gateway with the policy balanced and one
// upstream that takes everything. What is nil stays as it is.
type plan struct {
	script   upstreamtest.Script
	app      func(*App)
	upstream func(*upstream.Config)
	setup    func(*Setup)
	gate     func(*Gateway)
	server   func(*fasthttp.Server)
}

// newRig starts a gateway whose default app has the policy that adjust makes
// of balanced.
func newRig(t testing.TB, script upstreamtest.Script, adjust ...func(*App)) *rig {
	t.Helper()
	return plan{script: script, app: func(a *App) {
		for _, f := range adjust {
			f(a)
		}
	}}.start(t)
}

// start starts the gateway of a plan.
func (p plan) start(t testing.TB) *rig {
	t.Helper()
	claim.Load() // so that no test's first exchange takes longer than others
	model, err := upstreamtest.Start(p.script)
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{t: t, upstream: model, log: &lockedBuffer{}, client: newClient()}
	client := p.reach(t, model.BaseURL())
	app := newApp("default", client)
	askIn(app)
	change(p.app, app)
	app.PolicyHash = policy.Hash(app.Policy)
	s := Setup{Apps: []*App{app}, Open: true, Limits: Limits{Request: 32 << 20, Response: 16 << 20}}
	change(p.setup, &s)
	r.setup = NewSetup(s)
	log := zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), r.log, zap.DebugLevel))
	r.gate = New(r.setup, r.keep, log)
	change(p.gate, r.gate)
	r.server = r.gate.Server(r.setup.Limits.Request, log)
	change(p.server, r.server)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l = r.gate.Listener(l)
	served := make(chan struct{})
	go func() { defer close(served); _ = r.server.Serve(l) }()
	r.addr, r.url = l.Addr().String(), "http://"+l.Addr().String()
	t.Cleanup(func() {
		model.Close() // whatever still waits for it ends now
		r.client.CloseIdleConnections()
		_ = l.Close()
		<-served
		client.Close()
	})
	return r
}

// reach returns an upstream with timeouts for tests.
func (p plan) reach(t testing.TB, base string) *upstream.Upstream {
	t.Helper()
	cfg := upstream.Config{Name: "scripted", BaseURL: base, Retries: 1,
		Timeouts: upstream.Timeouts{Connect: wait.Patience, Total: wait.Patience}}
	change(p.upstream, &cfg)
	client, err := upstream.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// newClient is a client that takes every reply as it comes.
func newClient() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func newApp(name string, client *upstream.Upstream) *App {
	p, _ := policy.Builtin("balanced")
	return &App{Name: name, Policy: p, PolicyName: "balanced", Content: ledger.Full,
		Upstream: &Route{Upstream: client, Structured: "auto", ToolsWithSchema: true}}
}

// askIn has the suite run in another dialect than the default, where the environment
// names one: VOUCHSAFE_TEST_DIALECT=segments go test ./proxy. What is tested of a dialect
// itself names it.
func askIn(app *App) {
	if dialect := os.Getenv("VOUCHSAFE_TEST_DIALECT"); dialect != "" {
		app.Policy.Citations.Dialect = answer.Dialect(dialect)
	}
}

func change[T any](f func(*T), v *T) {
	if f != nil {
		f(v)
	}
}

func (r *rig) keep(t *ledger.Trace, _ ledger.Content) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.traces = append(r.traces, t)
}

// trace waits for the nth trace.
func (r *rig) trace(n int) *ledger.Trace {
	r.t.Helper()
	var found *ledger.Trace
	r.eventually("a trace is written", func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.traces) > n {
			found = r.traces[n]
		}
		return found != nil
	})
	return found
}

// eventually waits until something has become true.
func (r *rig) eventually(what string, true func() bool) {
	r.t.Helper()
	wait.Until(r.t, what, true)
}

// asked waits for the nth request that the upstream gets.
func (r *rig) asked(n int) *upstreamtest.Request {
	r.t.Helper()
	var found *upstreamtest.Request
	r.eventually("the upstream is asked", func() bool {
		if all := r.upstream.Requests(); len(all) > n {
			found = all[n]
		}
		return found != nil
	})
	return found
}

// got is a reply as a client sees it.
type got struct {
	status int
	header http.Header
	body   string
	broken error // the connection ended before the body did
}

func (g got) content() string {
	var r struct {
		Choices []struct {
			Message struct{ Content *string }
		}
	}
	if json.Unmarshal([]byte(g.body), &r) != nil || len(r.Choices) == 0 || r.Choices[0].Message.Content == nil {
		return ""
	}
	return *r.Choices[0].Message.Content
}

const chatPath = "/v1/chat/completions"

func (r *rig) post(path, body string, header ...string) got {
	r.t.Helper()
	return r.do("POST", path, body, header...)
}

// postAs sends a chat completion with a credential of one's own.
func (r *rig) postAs(user, body string) got {
	r.t.Helper()
	return r.post(chatPath, body, "Authorization", "Bearer sk-"+user)
}

// do sends a request; header holds names and values in turn.
func (r *rig) do(method, path, body string, header ...string) got {
	r.t.Helper()
	req, err := http.NewRequest(method, r.url+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Add(header[i], header[i+1])
	}
	resp, err := r.client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return got{resp.StatusCode, resp.Header, string(b), err}
}

// lockedBuffer is a log that many may write and one may read.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) Sync() error { return nil }

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// keyHash is how a setup names a key.
func keyHash(key string) string {
	sum := sha256.Sum256([]byte(key))
	return "sha256:" + hex.EncodeToString(sum[:])
}

const documents = `Answer from the documents.\n\n<documents>\n<document id=\"d1\">Adults with atrial fibrillation start on apixaban 5 mg twice daily.</document>\n<document id=\"d2\">Nightly backups start at 01:30 UTC and are kept for 21 days.</document>\n</documents>`

// ask is a chat completion about the two documents.
func ask(question, extra string) string {
	return `{"model":"m",` + extra + `"messages":[{"role":"system","content":"` + documents + `"},{"role":"user","content":"` + question + `"}]}`
}

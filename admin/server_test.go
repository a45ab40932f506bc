package admin

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/valyala/fasthttp"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"

	"vouchsafe/admin/metrics"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

const (
	operatorToken = "operators-own-token"
	clinicToken   = "vs-clinic-reads"
	labToken      = "vs-lab-reads"
)

func hashed(token string) string {
	sum := sha256.Sum256([]byte(token))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// start serves on a real listener and returns its address.
func start(t *testing.T, change ...func(*Options)) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Listen: ln.Addr().String(), Log: zap.NewNop(), Metrics: metrics.New("test"),
		Health:    func(ctx *fasthttp.RequestCtx) { ctx.SetBodyString("healthy") },
		Dashboard: func(ctx *fasthttp.RequestCtx) { ctx.SetBodyString("page " + string(ctx.Path())) },
	}
	for _, c := range change {
		c(&o)
	}
	if o.Keys == nil {
		o.Keys = func() (keys []Key) {
			if o.Token != "" {
				keys = []Key{{"app:clinic", hashed("unused"), Officer, "clinic"}, {"app:clinic", hashed(clinicToken), Officer, "clinic"},
					{"app:lab", hashed(labToken), Officer, "lab"}}
			}
			return keys
		}
	}
	srv := &fasthttp.Server{Handler: New(o).Handle, ReadBufferSize: 64 << 10, Logger: quiet{}}
	go srv.Serve(ln)
	t.Cleanup(func() { srv.Shutdown() })
	return ln.Addr().String()
}

// quiet says nothing of broken requests.
type quiet struct{}

func (quiet) Printf(string, ...any) {}

// withToken has the operator's token asked for.
func withToken(o *Options) { o.Token = operatorToken }

// reply is what came of a request.
type reply struct {
	status int
	header http.Header
	body   string
}

// code is the code of an error in the interface's own form.
func (r reply) code() string {
	var e struct {
		Error struct{ Message, Type, Code string }
	}
	if json.Unmarshal([]byte(r.body), &e) != nil || e.Error.Message == "" {
		return ""
	}
	return e.Error.Code
}

// call sends a request with some headers ("Name: value").
func call(t *testing.T, addr, method, target string, headers ...string) reply {
	t.Helper()
	return send(t, addr, method, target, "", headers...)
}

func send(t *testing.T, addr, method, target, body string, headers ...string) reply {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	head := method + " " + target + " HTTP/1.1\r\nConnection: close\r\n"
	if !strings.Contains(strings.Join(headers, "\n"), "Host:") {
		head += "Host: " + addr + "\r\n"
	}
	for _, h := range headers {
		head += h + "\r\n"
	}
	if body != "" {
		head += "Content-Length: " + strconv.Itoa(len(body)) + "\r\n"
	}
	if _, err := io.WriteString(conn, head+"\r\n"+body); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header, string(text)}
}

func as(token string) string { return "Authorization: Bearer " + token }

func TestWhoIsLetIn(t *testing.T) {
	open, closed := start(t), start(t, withToken)
	for _, tt := range []struct {
		name    string
		addr    string
		headers []string
		want    int
	}{
		{"a client on this machine, without a configured token", open, nil, 200},
		{"a proxy on this machine, without a configured token", open, []string{"X-Forwarded-For: 10.1.2.3"}, 401},
		{"a proxy that says Forwarded", open, []string{"Forwarded: for=10.1.2.3"}, 401},
		{"a token that is not known, without a configured one", open, []string{as("guess")}, 401},
		{"an empty token, without a configured one", open, []string{as("")}, 401},
		{"a client on this machine, with a configured token", closed, nil, 401},
		{"the operator", closed, []string{as(operatorToken)}, 200},
		{"the operator, spelt otherwise", closed, []string{"authorization: bearer   " + operatorToken}, 200},
		{"a wrong token", closed, []string{as(operatorToken + "x")}, 401},
		{"the beginning of the token", closed, []string{as(operatorToken[:5])}, 401},
		{"no token after Bearer", closed, []string{"Authorization: Bearer"}, 401},
		{"another scheme", closed, []string{"Authorization: Basic " + operatorToken}, 401},
		{"the token's hash", closed, []string{as(hashed(operatorToken))}, 401},
		{"the hash of a read token", closed, []string{as(hashed(clinicToken))}, 401},
		{"a read token, for what is the operator's", closed, []string{as(clinicToken)}, 403},
		{"the token in another header", closed, []string{"X-Token: " + operatorToken}, 401},
		{"a cookie", closed, []string{"Cookie: token=" + operatorToken}, 401},
	} {
		got := call(t, tt.addr, "GET", "/metrics", tt.headers...)
		if got.status != tt.want || (tt.want != 200) != (got.code() != "") {
			t.Errorf("%s: %d %s", tt.name, got.status, got.body)
		}
		if strings.Contains(got.body, operatorToken) {
			t.Errorf("%s: the reply tells the token", tt.name)
		}
	}
}

func TestTheTokenInTheQueryIsNoToken(t *testing.T) {
	addr := start(t, withToken)
	if got := call(t, addr, "GET", "/metrics?token="+operatorToken); got.status != 401 {
		t.Errorf("%d", got.status)
	}
}

func TestRequestsFromElsewhereAreTurnedAway(t *testing.T) {
	addr := start(t)
	for _, tt := range []struct {
		name, target string
		headers      []string
		want         string // code; "" for let in
	}{
		{"plain", "/metrics", nil, ""},
		{"rebinding", "/metrics", []string{"Host: evil.example"}, "host_not_allowed"},
		{"rebinding, of a page", "/", []string{"Host: evil.example"}, "host_not_allowed"},
		{"rebinding, with its own origin", "/metrics", []string{"Host: evil.example", "Origin: http://evil.example"}, "host_not_allowed"},
		{"an absolute form", "http://evil.example/metrics", []string{"Host: " + addr}, "not_found"},
		{"cross-site", "/metrics", []string{"Origin: http://evil.example"}, "origin_not_allowed"},
		{"a file's origin", "/metrics", []string{"Origin: null"}, "origin_not_allowed"},
		{"another port of this machine", "/metrics", []string{"Origin: http://127.0.0.1:1"}, "origin_not_allowed"},
		{"own origin", "/metrics", []string{"Origin: http://" + addr, "Sec-Fetch-Site: same-origin"}, ""},
		{"cross-site without an origin", "/metrics", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"}, "origin_not_allowed"},
		{"same-site", "/metrics", []string{"Sec-Fetch-Site: same-site"}, "origin_not_allowed"},
		{"a link to data", "/metrics", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"}, "origin_not_allowed"},
		{"a link to a page", "/traces/vt_1", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"}, ""},
		{"a page's part wanted by another site", "/assets/app.js", []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors"}, "origin_not_allowed"},
	} {
		got := call(t, addr, "GET", tt.target, tt.headers...)
		if got.code() != tt.want || (got.status == 200) != (tt.want == "") {
			t.Errorf("%s: %d %s", tt.name, got.status, got.body)
		}
		if got.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: other origins are told that they may read this", tt.name)
		}
	}
}

func TestTwoHostsAreNoRequest(t *testing.T) {
	addr := start(t)
	if got := call(t, addr, "GET", "/metrics", "Host: "+addr, "Host: evil.example"); got.status != 400 {
		t.Errorf("%d %s", got.status, got.body)
	}
}

func TestProbesAreOpen(t *testing.T) {
	addr := start(t, withToken)
	for _, path := range []string{"/livez", "/readyz", "/healthz", "/health", "/readyz?verbose"} {
		if got := call(t, addr, "GET", path, "Host: whatever.example"); got.status != 200 || got.body != "healthy" {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

func TestNoWayAroundTheToken(t *testing.T) {
	addr := start(t, withToken)
	for _, target := range []string{
		"/metrics/", "//metrics", "/METRICS", "/%6detrics", "/./metrics", "/livez/../metrics", "/livez/..%2fmetrics", "/x/%2e%2e/metrics",
		"/metrics%00", "/assets/../metrics", "/\\metrics", "/metrics;x", "/livez%2f..%2fmetrics", "/livez?/../metrics",
	} {
		if got := call(t, addr, "GET", target); strings.Contains(got.body, "vouchsafe_") {
			t.Errorf("%s shows the metrics: %d", target, got.status)
		}
	}
	for _, method := range []string{"POST", "OPTIONS", "TRACE", "DELETE", "FOO"} {
		if got := call(t, addr, method, "/metrics", as(operatorToken)); got.status != 405 || strings.Contains(got.body, "vouchsafe_") {
			t.Errorf("%s: %d", method, got.status)
		}
	}
}

func TestEveryResponseIsLockedDown(t *testing.T) {
	addr := start(t)
	for _, target := range []string{"/", "/metrics", "/livez", "/api/unknown", "/assets/app.js"} {
		h := call(t, addr, "GET", target).header
		if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") || !strings.Contains(csp, "trusted-types 'none'") {
			t.Errorf("%s: %q", target, csp)
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("X-Frame-Options") != "DENY" || h.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", target, h)
		}
	}
	if got := call(t, addr, "GET", "/metrics").header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("metrics may be cached: %q", got)
	}
}

func TestPagesAreTheDashboards(t *testing.T) {
	addr := start(t, withToken)
	for target, want := range map[string]string{"/": "page /", "/traces/vt_1": "page /traces/vt_1", "/assets/app.js": "page /assets/app.js"} {
		if got := call(t, addr, "GET", target); got.status != 200 || got.body != want {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
	}
	for _, target := range []string{"/../etc/passwd", "/assets/..%2f..%2fetc/passwd", "/%2e%2e/x", "/assets\\..\\x"} {
		if got := call(t, addr, "GET", target); got.status != 404 {
			t.Errorf("%s: %d %s", target, got.status, got.body)
		}
	}
	if got := call(t, addr, "POST", "/"); got.status != 404 {
		t.Errorf("POST: %d", got.status)
	}
	bare := start(t, func(o *Options) { o.Dashboard = nil })
	if got := call(t, bare, "GET", "/"); got.code() != "not_found" {
		t.Errorf("without a dashboard: %d %s", got.status, got.body)
	}
}

// TestAStoreThatIsBeingFilledSaysSo: figures and exports were short, a deletion reached too little, and nothing told it.
func TestAStoreThatIsBeingFilledSaysSo(t *testing.T) {
	var filling atomic.Bool
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: filepath.Join(t.TempDir(), "t.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	addr := start(t, withToken, func(o *Options) { o.Store, o.Ledger, o.Filling = db, writer(t, ledger.Options{}), filling.Load })
	filling.Store(true)
	time.AfterFunc(100*time.Millisecond, func() { filling.Store(false) })
	if got := call(t, addr, "GET", "/api/stats", as(operatorToken)); got.status != 200 {
		t.Errorf("a moment is not waited for: %d", got.status)
	}
	filling.Store(true)
	if got := call(t, addr, "DELETE", "/api/traces?app=clinic", as(operatorToken)); got.status != 503 || !strings.Contains(got.body, "store_filling") {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestATryAtAnotherAppsTraceIsInTheLog: it was answered as if there were none, and told to nobody.
func TestATryAtAnotherAppsTraceIsInTheLog(t *testing.T) {
	core, logged := observer.New(zap.WarnLevel)
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: filepath.Join(t.TempDir(), "t.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	keep(t, db, exchange(1, "clinic", report.Refused))
	addr := start(t, withToken, func(o *Options) { o.Store, o.Ledger, o.Log = db, writer(t, ledger.Options{}), zap.New(core) })
	got := call(t, addr, "GET", "/api/traces/vt_clinic_0001", as(labToken))
	if got.status != 404 || logged.FilterField(zap.String("who", "app:lab")).Len() != 1 {
		t.Errorf("%d %v", got.status, logged.All())
	}
}

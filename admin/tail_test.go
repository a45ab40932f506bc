package admin

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
	"github.com/valyala/fasthttp"
	"go.uber.org/zap"

	"vouchsafe/admin/metrics"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/store"
)

// follow opens a tail and returns its events.
func follow(t *testing.T, addr, target, token string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n\r\n", target, addr, token)
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != 200 {
		text, _ := io.ReadAll(resp.Body)
		t.Fatalf("%d %s", resp.StatusCode, text)
	}
	return conn, bufio.NewReader(resp.Body)
}

// next returns the data of the next event of a kind.
func next(t *testing.T, events *bufio.Reader, kind string) string {
	t.Helper()
	for found := false; ; {
		line, err := events.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		found = found || strings.TrimSpace(line) == "event: "+kind
		if data, ok := strings.CutPrefix(line, "data: "); ok && found {
			return strings.TrimSpace(data)
		}
	}
}

// live starts a server that is told of exchanges, and returns it too.
func live(t *testing.T) (string, *Server) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{
		Listen: ln.Addr().String(), Token: operatorToken, Log: zap.NewNop(), Metrics: metrics.New(""),
		Readers: func() Readers { return Readers{"clinic": {hashed(clinicToken)}} },
		Health:  func(*fasthttp.RequestCtx) {},
	})
	srv := &fasthttp.Server{Handler: s.Handle, Logger: quiet{}}
	go srv.Serve(ln)
	t.Cleanup(func() {
		s.Close()
		srv.Shutdown()
	})
	return ln.Addr().String(), s
}

func TestTail(t *testing.T) {
	addr, s := live(t)
	_, all := follow(t, addr, "/api/tail", as(operatorToken))
	_, clinic := follow(t, addr, "/api/tail", as(clinicToken))
	_, lab := follow(t, addr, "/api/tail?app=lab", as(operatorToken))
	s.Tell(store.Summary{ID: "vt_1", App: "lab", Question: "a\n\nevent: evil\ndata: {}", Verdict: "refused"})
	s.Tell(store.Summary{ID: "vt_2", App: "clinic", Verdict: "grounded"})
	for _, tt := range []struct {
		name   string
		events *bufio.Reader
		want   []string
	}{{"the operator", all, []string{"vt_1", "vt_2"}}, {"a read token", clinic, []string{"vt_2"}}, {"a filter", lab, []string{"vt_1"}}} {
		for _, want := range tt.want {
			got := next(t, tt.events, "trace")
			if gjson.Get(got, "query_id").Str != want || !gjson.Get(got, "findings").IsArray() {
				t.Errorf("%s: %s, want %s", tt.name, got, want)
			}
		}
	}
}

func TestASlowReaderMissesEventsAndHoldsNobodyUp(t *testing.T) {
	addr, s := live(t)
	_, slow := follow(t, addr, "/api/tail", as(operatorToken))
	question := strings.Repeat("x", 20_000)
	const told = 3000 // more than buffers of sockets hold
	for i := range told {
		s.Tell(store.Summary{ID: fmt.Sprintf("vt_%d", i), App: "a", Question: question})
	}
	var missed int64
	for got := 0; got+int(missed) < told; {
		line, err := slow.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		data, ok := strings.CutPrefix(line, "data: ")
		if n := gjson.Get(data, "missed").Int(); ok && n > 0 {
			missed += n
		} else if ok {
			got++
		}
	}
	if missed == 0 {
		t.Error("nothing was missed")
	}
}

func TestFollowersAreBoundedAndLeave(t *testing.T) {
	addr, s := live(t)
	var conns []net.Conn
	for range mostFollowers {
		conn, _ := follow(t, addr, "/api/tail", as(operatorToken))
		conns = append(conns, conn)
	}
	if got := call(t, addr, "GET", "/api/tail", as(operatorToken)); got.code() != "overloaded" || got.header.Get("Retry-After") == "" {
		t.Errorf("%d %s", got.status, got.body)
	}
	for _, c := range conns {
		c.Close()
	}
	wait.Until(t, "all have left", func() bool {
		s.Tell(store.Summary{ID: "vt_1"}) // a client that left is noticed when something is written to it
		return s.hub.count() == 0
	})
	follow(t, addr, "/api/tail", as(operatorToken))
}

func TestClosingEndsAllStreams(t *testing.T) {
	addr, s := live(t)
	_, events := follow(t, addr, "/api/tail", as(operatorToken))
	s.Close()
	if _, err := io.ReadAll(events); err != nil {
		t.Errorf("the stream did not end well: %v", err)
	}
	if got := call(t, addr, "GET", "/api/tail", as(operatorToken)); got.status != 503 {
		t.Errorf("%d", got.status)
	}
}

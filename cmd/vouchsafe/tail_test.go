package main

import (
	"bufio"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"vouchsafe/admin"
	"vouchsafe/grounding/report"
	"vouchsafe/proxy"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// TestWhoeverFollowsHearsOfWhatIsStored: in the words of the line that was
// stored, in which nothing is that was to be left out.
func TestWhoeverFollowsHearsOfWhatIsStored(t *testing.T) {
	db, err := store.Open(t.Context(), store.Options{Driver: store.SQLite, DSN: filepath.Join(t.TempDir(), "v.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := admin.New(admin.Options{Listen: "127.0.0.1:0", Store: db, Log: zap.NewNop(), Readers: func() admin.Readers { return nil }})
	stored := &tailed{store: db}
	stored.admin.Store(s)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := proxy.NewServer(s.Handle, adminBytes, zap.NewNop())
	go func() { _ = server.Serve(l) }()
	defer func() { s.Close(); _ = server.Shutdown() }()

	resp, err := http.Get("http://" + l.Addr().String() + "/api/tail")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	events := bufio.NewScanner(resp.Body)
	if !events.Scan() || resp.StatusCode != http.StatusOK {
		t.Fatalf("nobody can follow: %d", resp.StatusCode)
	}
	trace := &ledger.Trace{QueryID: "vt_1", Timestamp: time.Now(), App: "clinic", Question: "[redacted]", Verdict: report.Refused}
	if err := stored.appendLines(t.Context(), []ledger.Line{{JSON: ledger.LineOf(trace).JSON}}); err != nil {
		t.Fatal(err)
	}
	for events.Scan() {
		if data, ok := strings.CutPrefix(events.Text(), "data: "); ok {
			if !strings.Contains(data, `"query_id":"vt_1"`) || !strings.Contains(data, `"question":"[redacted]"`) {
				t.Errorf("told: %s", data)
			}
			break
		}
	}
	if _, err := db.Get(t.Context(), "vt_1"); err != nil {
		t.Errorf("it is told of and cannot be looked up: %v", err)
	}
}

package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vouchsafe/config"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// growing is an output that says when a line came.
type growing struct {
	bytes.Buffer
	lines chan string
}

func (g *growing) Write(p []byte) (int, error) {
	g.Buffer.Write(p)
	for {
		line, err := g.ReadString('\n')
		if err != nil {
			g.WriteString(line)
			return len(p), nil
		}
		g.lines <- line
	}
}

func TestTailFollowsTheStore(t *testing.T) {
	dsn := filepath.Join(t.TempDir(), "traces.db")
	s, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	add := func(id string) {
		t.Helper()
		line := fmt.Sprintf(`{"query_id":%q,"timestamp":%q,"app":"a","verdict":"grounded"}`+"\n", id, time.Now().UTC().Format(time.RFC3339Nano))
		if err := s.AppendLines(context.Background(), []ledger.Line{{JSON: []byte(line)}}); err != nil {
			t.Fatal(err)
		}
	}
	add("vt_first")
	a, err := openArchive(config.Ledger{Store: config.Store{Driver: config.SQLite, DSN: dsn}}, nil, true, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer a.close()
	ctx, stop := context.WithCancel(context.Background())
	out, done := &growing{lines: make(chan string, 10)}, make(chan error, 1)
	go func() { done <- tailTraces(ctx, a, store.Filter{Limit: 20}, true, out) }()
	for _, id := range []string{"vt_first", "vt_second", "vt_third"} {
		if line := <-out.lines; !strings.Contains(line, id) {
			t.Errorf("%s, not %s", line, id)
		}
		switch id {
		case "vt_first":
			add("vt_second")
		case "vt_second":
			add("vt_third")
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got, err := a.get(context.Background(), "vt_second"); err != nil || !strings.Contains(string(got), "vt_second") {
		t.Errorf("%s, %v", got, err)
	}
}

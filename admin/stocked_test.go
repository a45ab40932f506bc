package admin

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

const passage = "Adults start on 5 mg of apixaban twice daily, and on 2.5 mg if two of three conditions are met. Backups are kept for 21 days."

// exchange is a trace of the nth exchange of an app.
func exchange(n int, app string, verdict report.Verdict) *ledger.Trace {
	return &ledger.Trace{
		QueryID: fmt.Sprintf("vt_%s_%04d", app, n), Timestamp: time.Now().Add(-time.Hour).Add(time.Duration(n) * time.Second),
		App: app, User: "u-" + app, Policy: "balanced", Model: "gpt-4o", Verdict: verdict,
		Question: "What is the dose for " + app + "?", Answer: "5 mg [1].",
		Findings:  []report.Finding{{Code: report.SnippetAltered}},
		Citations: []report.Citation{{Number: 1, ChunkID: "c1", Snippet: "5 mg"}},
		Chunks:    []evidence.Chunk{{ID: "c1", DocID: "d1", Text: passage, Kind: evidence.Passage, Standing: evidence.Primary}},
		Attempts:  []ledger.Attempt{{Asked: "answer", Upstream: "up", Status: 200, Reply: "Adults start on 50 mg of apixaban twice daily [1]."}},
		Latency:   ledger.Latency{Total: time.Second},
	}
}

// stocked starts a server whose store holds traces of two apps, with the
// operator's token asked for.
func stocked(t *testing.T, change ...func(*Options)) (addr string, db *store.Store) {
	t.Helper()
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: filepath.Join(t.TempDir(), "t.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for n := range 5 {
		keep(t, db, exchange(n, "clinic", report.Refused), exchange(n, "lab", report.Grounded))
	}
	w := writer(t, ledger.Options{Key: func() ([]byte, error) { return []byte("key"), nil }})
	addr = start(t, append([]func(*Options){withToken, func(o *Options) { o.Store, o.Ledger = db, w }}, change...)...)
	return addr, db
}

func writer(t *testing.T, o ledger.Options) *ledger.Writer {
	t.Helper()
	w, err := ledger.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close(context.Background()) })
	return w
}

func keep(t *testing.T, db *store.Store, traces ...*ledger.Trace) {
	t.Helper()
	if err := db.Append(context.Background(), traces); err != nil {
		t.Fatal(err)
	}
}

// ids are those of a list, in its order.
func (r reply) ids() []string {
	var out []string
	for _, t := range gjson.Get(r.body, "traces.#.query_id").Array() {
		out = append(out, t.Str)
	}
	return out
}

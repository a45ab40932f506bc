package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
	"vouchsafe/trace/written"
)

// storeOf makes a store of some traces and a configuration that names it.
func storeOf(t *testing.T, traces ...*ledger.Trace) (configuration string) {
	t.Helper()
	dir := t.TempDir()
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: filepath.Join(dir, "traces.db")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, trace := range traces {
		if err := db.Append(context.Background(), []*ledger.Trace{trace}); err != nil {
			t.Fatal(err)
		}
	}
	configuration = filepath.Join(dir, "vouchsafe.yaml")
	text := "ledger: {store: {driver: sqlite, dsn: " + filepath.Join(dir, "traces.db") + "}}\n"
	if err := os.WriteFile(configuration, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return configuration
}

// TestStatsTellsWhatFailsMost: which app, on which document, why.
func TestStatsTellsWhatFailsMost(t *testing.T) {
	at := time.Now().Add(-time.Hour)
	doc := "guide-7"
	exchange := func(id, app string, verdict report.Verdict, verified bool) *ledger.Trace {
		trace := &ledger.Trace{
			QueryID: id, Timestamp: at, App: app, Model: "m", Verdict: verdict, Engine: written.Engine{Version: "v"},
			Chunks:    []evidence.Chunk{{ID: "c1", DocID: doc, Title: "Dosing guide", Text: strings.Repeat("Take 5 mg. ", 9)}},
			Citations: []report.Citation{{ChunkID: "c1", DocID: &doc, Verified: verified}},
			Attempts:  []ledger.Attempt{{Duration: 100 * time.Millisecond, Usage: []byte(`{"total_tokens":90}`)}, {Repair: true, Usage: []byte(`{"total_tokens":10}`)}},
			Latency:   ledger.Latency{Total: 180 * time.Millisecond},
		}
		if !verified {
			trace.Findings = []report.Finding{{Code: report.ClaimNumber}}
		}
		return trace
	}
	path := storeOf(t, exchange("vt_1", "clinic", report.Refused, false), exchange("vt_2", "clinic", report.Grounded, true),
		exchange("vt_3", "clinic", report.Grounded, true), exchange("vt_4", "legal", report.Grounded, true))

	code, out, stderr := vouchsafe(nil, "stats", "-c", path)
	if code != 0 {
		t.Fatal(stderr)
	}
	words := strings.Join(strings.Fields(out), " ")
	for _, want := range []string{
		"failure rate 25.0 %: 1 grounding failure of 4 verified answers, since 7d held: 3 exchanges refused: 1 exchange", "clinic 3 1 33.3 %", "legal 1 0 0.0 %",
		"guide-7 (Dosing guide) 4 1 25.0 %", "claim-number 1 1 100.0 %", "tokens: 400, of which 40 (10.0 %)",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if code, out, _ = vouchsafe(nil, "stats", "-c", path, "--by", "app"); code != 0 || strings.Contains(out, "guide-7") || !strings.Contains(out, "clinic") {
		t.Errorf("%d\n%s", code, out)
	}
	code, out, _ = vouchsafe(nil, "stats", "-c", path, "--json", "--app", "clinic", "--since", "1d")
	if code != 0 || gjson.Get(out, "total").Int() != 3 || gjson.Get(out, "by_document.0.title").Str != "Dosing guide" {
		t.Errorf("%d\n%s", code, out)
	}
	if code, _, stderr = vouchsafe(nil, "stats", "-c", path, "--by", "week"); code != exitUsage || !strings.Contains(stderr, `not "week"`) {
		t.Errorf("%d %s", code, stderr)
	}
}

// TestARowOfShadowsSaysThatNoTotalHasIt: the rows of the apps added up to more than the headline.
func TestARowOfShadowsSaysThatNoTotalHasIt(t *testing.T) {
	tables := failureTables(&store.Stats{VerifiedByApp: map[string]int64{"clinic": 2, "clinic:shadow": 3}, FailingByApp: map[string]int64{"clinic:shadow": 1}})
	for _, row := range tables[0].rows {
		if told := strings.Contains(row.Name, "in no total"); told != strings.HasPrefix(row.Name, "clinic:shadow") {
			t.Errorf("%q", row.Name)
		}
	}
}

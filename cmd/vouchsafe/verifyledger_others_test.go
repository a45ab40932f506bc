package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vouchsafe/internal/need"
	"vouchsafe/internal/pgtest"
	"vouchsafe/trace/ledger"
)

// TestWhatIsForgedInASharedStoreIsAnotherGateways: with the files of all gateways at hand nothing in their store is excused by others.
func TestWhatIsForgedInASharedStoreIsAnotherGateways(t *testing.T) {
	server := need.Start(t, pgtest.Start)
	defer server.Close()
	model, dsn := scripted(t), server.DSN("postgres")
	var traces, configs [2]string
	for i := range traces {
		dir := t.TempDir()
		traces[i], configs[i] = filepath.Join(dir, "traces.jsonl"), filepath.Join(dir, "vouchsafe.yaml")
		text := fmt.Sprintf("listen: 127.0.0.1:0\nadmin: {listen: ''}\nupstreams: {scripted: {base_url: %q}}\napps: {default: {policy: balanced}}\nledger: {jsonl: {path: %q}, store: {driver: postgres, dsn: %q}}\n",
			model.BaseURL(), traces[i], dsn)
		if err := os.WriteFile(configs[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		gateway := start(t, text)
		for range 3 {
			if _, err := gateway.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
				t.Fatal(err)
			}
		}
		a := ledger.Access{At: time.Now(), Who: "anna", Role: "officer", Action: "read", Target: "vt_1", Count: 1}
		if err := errors.Join(gateway.node.eraseOnce(context.Background(), traces[i]), gateway.node.store.Notes.LogAccess(context.Background(), a), gateway.node.ledger.Accessed(a),
			gateway.node.close(time.Second, nil)); err != nil {
			t.Fatal(err)
		}
	}
	look := func(what string, want int, says ...string) {
		t.Helper()
		for i := range traces {
			var out bytes.Buffer
			code := run([]string{"verify-ledger", "-c", configs[i], "--store", "--others", traces[1-i]}, streams{nil, &out, &out})
			for _, words := range says {
				if code != want || !strings.Contains(out.String(), words) {
					t.Errorf("%s, exit code %d: %q is not said\n%s", what, code, words, out.String())
				}
			}
		}
	}
	look("as they were left", 0, "the store has 3 traces of these as they stand in the files, and 3 traces of the other gateways")
	db, err := sql.Open("pgx", dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for what, c := range map[string][3]string{
		"a forged access": {"INSERT INTO accesses (at, who, action, target, n, role) SELECT max(at) + 1000, 'mallory', 'read', 'x', 1, 'officer' FROM accesses",
			"DELETE FROM accesses WHERE who = 'mallory'", "mallory"},
		"a policy of another name": {"UPDATE policies SET name = 'lenient'", "UPDATE policies SET name = 'balanced'", "is called \"lenient\""},
		"a forged opinion": {`UPDATE traces SET feedback = '{"label":"right","at":"2026-11-28T10:00:00Z"}' WHERE id = (SELECT min(id) FROM traces)`,
			"UPDATE traces SET feedback = NULL", "the feedback on trace"},
		"a head that is gone": {"CREATE TABLE kept AS SELECT * FROM heads; DELETE FROM heads WHERE place IN (SELECT min(place) FROM heads)",
			"DELETE FROM heads; INSERT INTO heads SELECT * FROM kept; DROP TABLE kept", "does not remember how far the chain"},
	} {
		if _, err := db.Exec(c[0]); err != nil {
			t.Fatal(err)
		}
		look(what, exitFailed, c[2])
		if _, err := db.Exec(c[1]); err != nil {
			t.Fatal(err)
		}
	}
	look("as they were again", 0, "nothing was changed")
}

package main

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/config"
	"vouchsafe/internal/need"
	"vouchsafe/internal/pgtest"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
	"vouchsafe/trace/written"
)

// twoRuns is a directory in which a gateway ran twice, and ended as it should; the store is as it was after the first time, and
// then as it is.
type twoRuns struct {
	dir, config, traces, db string
	run                     func(then ...func(*node))
	early, late             []byte
	ids                     []string
}

func runTwice(t *testing.T) *twoRuns {
	t.Helper()
	dir, model := t.TempDir(), scripted(t)
	r := &twoRuns{dir: dir, config: filepath.Join(dir, "vouchsafe.yaml"), traces: filepath.Join(dir, "traces.jsonl"), db: filepath.Join(dir, "store.db")}
	text := fmt.Sprintf("listen: 127.0.0.1:0\nadmin: {listen: ''}\nupstreams: {scripted: {base_url: %q}}\napps: {default: {policy: balanced}}\nledger: {jsonl: {path: %q}, store: {dsn: %q}}\n",
		model.BaseURL(), r.traces, r.db)
	if err := os.WriteFile(r.config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r.run = func(then ...func(*node)) {
		gateway := start(t, text)
		if err := gateway.node.eraseOnce(context.Background(), r.traces); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if _, err := gateway.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
				t.Fatal(err)
			}
		}
		for _, do := range then {
			do(gateway.node)
		}
		if err := gateway.node.close(time.Second, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, copied := range []*[]byte{&r.early, &r.late} {
		r.run()
		var err error
		if *copied, err = os.ReadFile(r.db); err != nil {
			t.Fatal(err)
		}
	}
	r.ids = idsOf(t, r.traces)
	return r
}

// TestTracesOnTheirWayToTheStoreAreNotMissedThere: a gateway that was asked at once called its own store an older copy, in the chain too.
func TestTracesOnTheirWayToTheStoreAreNotMissedThere(t *testing.T) {
	dir, model := t.TempDir(), scripted(t)
	traces := filepath.Join(dir, "traces.jsonl")
	gateway := start(t, fmt.Sprintf("listen: 127.0.0.1:0\nadmin: {listen: ''}\nupstreams: {scripted: {base_url: %q}}\napps: {default: {policy: balanced}}\nledger: {jsonl: {path: %q}, store: {dsn: %q}}\n",
		model.BaseURL(), traces, filepath.Join(dir, "store.db")))
	if _, err := gateway.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(gateway.node.noteStore(context.Background(), traces), gateway.node.close(time.Second, nil)); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(traces); err != nil || !bytes.Contains(text, []byte(`"record":"store"`)) || bytes.Contains(text, []byte(`"older"`)) {
		t.Errorf("%s, %v", text, err)
	}
}

// TestAStartThatEndsEarlyLeavesTheFillingToTheNext: it told the store how far the file had come, so that no later one filled it.
func TestAStartThatEndsEarlyLeavesTheFillingToTheNext(t *testing.T) {
	r := runTwice(t)
	r.put(t, r.early)
	text, err := os.ReadFile(r.config)
	if err != nil {
		t.Fatal(err)
	}
	if err := start(t, string(text)).node.close(time.Second, nil); err != nil {
		t.Fatal(err)
	}
	r.run()
	r.look(t, "filled", 0, "the store has 9 traces of these")
}

func idsOf(t *testing.T, path string) (ids []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if !chain.IsRecord(line) {
			ids = append(ids, gjson.GetBytes(line, "query_id").Str)
		}
	}
	return ids
}

// rotatedTraces are a configuration and the path of its traces, of which several files were written.
func rotatedTraces(t *testing.T) (config, traces string) {
	t.Helper()
	dir, model := t.TempDir(), scripted(t)
	traces, config = filepath.Join(dir, "traces.jsonl"), filepath.Join(dir, "vouchsafe.yaml")
	text := fmt.Sprintf("listen: 127.0.0.1:0\nadmin: {listen: ''}\nupstreams: {scripted: {base_url: %q}}\napps: {default: {policy: balanced}}\nledger: {durability: sync, jsonl: {path: %q, max_size: 8KiB, keep: 20}, store: {driver: none}}\n",
		model.BaseURL(), traces)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	gateway := start(t, text)
	for range 9 {
		if _, err := gateway.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
			t.Fatal(err)
		}
	}
	if err := gateway.node.close(time.Second, nil); err != nil {
		t.Fatal(err)
	}
	return config, traces
}

// TestARemovedNewestFileIsNamedByItsHead: with the command of the documentation, a glob, the head was looked for beside the newest file that was left.
func TestARemovedNewestFileIsNamedByItsHead(t *testing.T) {
	_, traces := rotatedTraces(t)
	for what, harm := range map[string]func(path string) error{
		"whole": func(string) error { return nil }, "removed": os.Remove, "emptied": func(path string) error { return os.Truncate(path, 0) },
		"all emptied": func(path string) error {
			all, _ := filepath.Glob(path + ".[0-9]*")
			err := os.Truncate(path, 0)
			for _, one := range all {
				err = errors.Join(err, os.Remove(one))
			}
			return err
		},
	} {
		copied := t.TempDir()
		if err := os.CopyFS(copied, os.DirFS(filepath.Dir(traces))); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(copied, filepath.Base(traces))
		if err := harm(path); err != nil {
			t.Fatal(err)
		}
		named, _ := filepath.Glob(path + "*")
		var out bytes.Buffer
		want := map[bool]int{true: 0, false: exitFailed}[what == "whole"]
		if code := run(append([]string{"verify-ledger", "--key", filepath.Join(copied, "vouchsafe.signing.pub")}, named...), streams{nil, &out, &out}); code != want {
			t.Errorf("%s: exit code %d\n%s", what, code, out.String())
		}
	}
}

// TestRotatedFilesUnderSwappedNamesPassForWhole: their lines are whole, and each stands in another file than it was written to.
func TestRotatedFilesUnderSwappedNamesPassForWhole(t *testing.T) {
	config, traces := rotatedTraces(t)
	for swap, want := range []int{0, exitFailed} {
		if swap == 1 {
			one, two := traces+".1", traces+".2"
			if err := errors.Join(os.Rename(one, one+"~"), os.Rename(two, one), os.Rename(one+"~", two)); err != nil {
				t.Fatal(err)
			}
		}
		var out bytes.Buffer
		if code := run([]string{"verify-ledger", "-c", config}, streams{nil, &out, &out}); code != want || swap != strings.Count(out.String(), "files were given other names") {
			t.Errorf("exit code %d\n%s", code, out.String())
		}
	}
}

// TestAReplayIsRecordedNowhere: whoever reads the traces with a command is told among those who did, in the store and the file alike.
func TestAReplayIsRecordedNowhere(t *testing.T) {
	r := runTwice(t)
	var out bytes.Buffer
	if code := run([]string{"replay", "-c", r.config, "--policy", "strict"}, streams{nil, &out, &out}); code != 0 {
		t.Fatal(out.String())
	}
	db := r.open(t)
	accesses, _, err := db.Notes.Accesses(context.Background(), store.Filter{})
	if err := errors.Join(err, db.Close()); err != nil || len(accesses) != 1 || accesses[0].Action != "replay" || accesses[0].Count != 6 || accesses[0].Who == "" {
		t.Errorf("%+v, %v", accesses, err)
	}
	r.look(t, "behind a replay", 0, "the store has 6 traces of these")
}

// put has the store be what it was.
func (r *twoRuns) put(t *testing.T, db []byte) {
	t.Helper()
	for _, more := range []string{"-wal", "-shm"} {
		_ = os.Remove(r.db + more)
	}
	if err := os.WriteFile(r.db, db, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (r *twoRuns) open(t *testing.T) *store.Store {
	t.Helper()
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: r.db})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// look verifies, and wants an exit code and some words.
func (r *twoRuns) look(t *testing.T, what string, want int, says ...string) {
	t.Helper()
	var out bytes.Buffer
	code := run([]string{"verify-ledger", "-c", r.config, "--store"}, streams{nil, &out, &out})
	for _, words := range says {
		if !strings.Contains(out.String(), words) {
			t.Errorf("%s: %q is not said\n%s", what, words, out.String())
		}
	}
	if code != want || want == exitFailed && strings.Contains(out.String(), "nothing was") {
		t.Errorf("%s: exit code %d, want %d\n%s", what, code, want, out.String())
	}
}

// without takes traces out of the store as if they had never been there.
func (r *twoRuns) without(t *testing.T, ids ...string) {
	t.Helper()
	db := r.open(t)
	defer db.Close()
	for _, id := range ids {
		if n, err := db.Delete(context.Background(), store.Selector{ID: id}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	r.sql(t, `DELETE FROM erased; UPDATE meta SET n = 0 WHERE name = 'erasure'`)
}

func TestATraceThatIsGoneFromTheStoreIsNamed(t *testing.T) {
	r := runTwice(t)
	r.look(t, "as it was written", 0, "the store has 6 traces", "\nnothing was changed, removed or added")
	missing := func(ids ...string) (all []string) {
		for _, id := range ids {
			all = append(all, fmt.Sprintf("trace %s is not in the store", id))
		}
		return all
	}
	r.put(t, r.early)
	r.look(t, "an older copy", exitFailed, missing(r.ids[3:]...)...)
	for what, ids := range map[string][]string{"the first": r.ids[:1], "one of them": r.ids[2:3], "the last": r.ids[5:], "all": r.ids} {
		r.put(t, r.late)
		r.without(t, ids...)
		r.look(t, what, exitFailed, missing(ids...)...)
	}
}

func TestATraceThatOnlyTheStoreHasIsNamed(t *testing.T) {
	r := runTwice(t)
	db := r.open(t)
	line := fmt.Appendf(nil, `{"query_id":"vt_01jd4qz3k8w2m5p7r9t1v3x5z7","timestamp":%q,"app":"default","verdict":"grounded","latency":{"total_ms":1}}`, time.Now().UTC().Format("2006-01-02T15:04:05.000Z"))
	if err := db.AppendLines(context.Background(), [][]byte{line}); err != nil {
		t.Fatal(err)
	}
	db.Close()
	r.look(t, "added", exitFailed, "trace vt_01jd4qz3k8w2m5p7r9t1v3x5z7 of ", "is in the store and not in the files")
}

// TestWhatTheStoreMayLackIsNoFaultAndNotPassedOver: it is said how many traces cannot be told of, and why.
func TestWhatTheStoreMayLackIsNoFaultAndNotPassedOver(t *testing.T) {
	r := runTwice(t)
	told := func(what, why string) {
		t.Helper()
		r.look(t, what, 0, " of these it cannot be told whether somebody removed or added them: "[1:]+why, "\nin the files, nothing was changed")
	}
	text, err := os.ReadFile(r.traces)
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]byte
	for line := range bytes.Lines(text) {
		if !chain.IsRecord(line) {
			lines = append(lines, line)
		}
	}
	r.without(t, r.ids[4])
	spill := r.db + ".spill"
	if err := os.MkdirAll(spill, 0o700); err != nil {
		t.Fatal(err)
	}
	l, _ := chain.Parse(lines[4])
	key, err := chain.OpenKey(filepath.Dir(r.traces))
	if err != nil {
		t.Fatal(err)
	}
	signed, _ := chain.Seal(nil, append(bytes.Clone(l.Object), '}'), chain.Link{}, key)
	spilled := filepath.Join(spill, "spill-1.jsonl")
	if err := os.WriteFile(spilled, signed, 0o600); err != nil {
		t.Fatal(err)
	}
	told("spilled", "1 trace of the files, in the spill")
	if err := os.WriteFile(spilled, bytes.Replace(signed, []byte(`"app":"`), []byte(`"app":"x`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	r.look(t, "changed in the spill", 1, spilled+":1: no known key has signed this line")
	if err := os.RemoveAll(spill); err != nil {
		t.Fatal(err)
	}

	r.put(t, r.late)
	r.run(func(n *node) { // a sweep of the store whose part in the file a crash has cut off
		if _, err := n.store.Sweep(context.Background(), store.Retention{Size: 1}); err != nil {
			t.Fatal(err)
		}
		if err := n.noteStore(context.Background(), r.traces); err != nil {
			t.Fatal(err)
		}
	})
	told("retention", "6 traces of the files, older than any in the store")

	if err := os.Remove(r.db); err != nil {
		t.Fatal(err)
	}
	r.run()
	r.look(t, "another store", 0, "a gateway found another store than the one before", "the store has 12 traces of these")
}

// TestWhatTheStoreSaysOfItselfExcusesNothing: a row that explains why traces are missing counts only if the files say so, too.
func TestWhatTheStoreSaysOfItselfExcusesNothing(t *testing.T) {
	r := runTwice(t)
	gone := fmt.Sprintf("trace %s is not in the store", r.ids[1])
	for statement, named := range map[string]string{
		`UPDATE meta SET n = n + 86400 WHERE name = 'begun'`:                                     "the store says that it was begun on ",
		`UPDATE meta SET n = n + 4000000000 WHERE name = 'exact'`:                                "the store says that traces may have been deleted",
		`UPDATE meta SET n = n + 1 WHERE name = 'erasure'`:                                       "the store knows of 1 deletion, and the files of 0",
		`UPDATE meta SET n = 1 WHERE name = 'identity'`:                                          "the store is not the one that the files know",
		fmt.Sprintf(`INSERT INTO erased (n, id, at) VALUES (1, '%s', 2000000000000)`, r.ids[1]):  gone,
		`INSERT INTO meta (name, n) VALUES ('why', 1)`:                                           gone,
		`UPDATE policies SET hash = 'x'`:                                                         "the text of policy x is another one",
		`UPDATE policies SET name = 'strict'`:                                                    `is called "strict" in the store`,
		`UPDATE traces SET seq = seq + 50; UPDATE bodies SET seq = seq + 50`:                     "the number of trace",
		fmt.Sprintf(`UPDATE traces SET feedback = '{"kind":"right"}' WHERE id = '%s'`, r.ids[2]): "the feedback on trace",
	} {
		r.put(t, r.late)
		r.without(t, r.ids[1])
		r.sql(t, statement)
		r.look(t, statement, exitFailed, gone, named)
	}
}

// TestAnOlderCopyOfTheStoreBringsNothingDeletedBack: it is named, and the next start deletes again what had been deleted.
func TestAnOlderCopyOfTheStoreBringsNothingDeletedBack(t *testing.T) {
	r := runTwice(t)
	r.run(func(n *node) {
		if _, err := n.ledger.Erase(context.Background(), ledger.Whose{ID: r.ids[4]}); err != nil {
			t.Fatal(err)
		}
		if k, err := n.store.Delete(context.Background(), store.Selector{ID: r.ids[4]}); k != 1 || err != nil {
			t.Fatal(k, err)
		}
		if err := n.eraseOnce(context.Background(), r.traces); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			a := ledger.Access{At: time.Now(), Who: "anna", Action: "read", Target: r.ids[0], Count: 1}
			if err := errors.Join(n.store.Notes.LogAccess(context.Background(), a), n.ledger.Accessed(a)); err != nil {
				t.Fatal(err)
			}
		}
	})
	r.look(t, "deleted", 0, "1 deleted trace", "\nnothing was changed, removed or added")
	r.put(t, r.late)
	r.look(t, "an older copy", exitFailed, "the store knows of 0 deletions, and the files of 1: it is an older copy",
		fmt.Sprintf("trace %s was deleted here, and is in the store", r.ids[4]))
	r.run()
	db := r.open(t)
	defer db.Close()
	if _, err := db.Get(context.Background(), r.ids[4]); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("it is there again: %v", err)
	}
	accesses, _, err := db.Notes.Accesses(context.Background(), store.Filter{Limit: 100})
	if err != nil || len(accesses) != 4 || accesses[3].Who != "anna" {
		t.Errorf("%+v, %v", accesses, err)
	}
	r.look(t, "the next start", 0, "a gateway found that the store lacked what the files hold", "the store has 11 traces of these")
}

// say has anna say something of the first trace by way of a gateway; nil takes back what was said.
func (r *twoRuns) say(t *testing.T, n *node, said []byte) {
	t.Helper()
	a := ledger.Access{Who: "anna", Role: "officer", Action: "feedback", Target: store.FeedbackTarget(r.ids[0], said), Count: 1}
	if said == nil {
		a.Action, a.Target = "feedback withdrawn", r.ids[0]
	}
	err := n.store.SetFeedback(context.Background(), r.ids[0], said, &a)
	if err := errors.Join(err, n.ledger.Accessed(a), n.ledger.Opined(ledger.Opinion{Trace: r.ids[0], Feedback: said})); err != nil {
		t.Fatal(err)
	}
}

// TestFeedbackThatWasChangedIsNamed: the files hold the hash of what was said.
func TestFeedbackThatWasChangedIsNamed(t *testing.T) {
	r := runTwice(t)
	said := []byte(`{"at":"2026-01-01T00:00:00Z","by":"anna","kind":"right"}`)
	r.run(func(n *node) {
		r.say(t, n, said)
	})
	r.look(t, "as it was said", 0)
	r.sql(t, `UPDATE traces SET feedback = replace(feedback, 'right', 'false_refusal')`)
	r.look(t, "changed", exitFailed, fmt.Sprintf("the feedback on trace %s is another one", r.ids[0]))
	r.sql(t, `UPDATE traces SET feedback = NULL`)
	r.look(t, "taken away", exitFailed, fmt.Sprintf("the feedback on trace %s is not in the store", r.ids[0]))
}

// TestFeedbackOfATimeToComeWasCertified: a gateway that runs excuses what it may not have come to tell.
func TestFeedbackOfATimeToComeWasCertified(t *testing.T) {
	r := runTwice(t)
	r.run(func(*node) {
		r.sql(t, `UPDATE traces SET feedback = '{"at":"2099-01-01T00:00:00Z","by":"anna","kind":"right"}'`)
		r.look(t, "while the gateway runs", exitFailed, fmt.Sprintf("the feedback on trace %s is in the store", r.ids[0]))
	})
}

// TestTwoGatewaysOfOneServerWereBlamedForEachOthersFeedback: what one was told of a trace and the other took back stood in the files of one
// alone. Words in an officer's name that nobody is noted to have said were certified there.
func TestTwoGatewaysOfOneServerWereBlamedForEachOthersFeedback(t *testing.T) {
	server := need.Start(t, pgtest.Start)
	defer server.Close()
	model, one, two := scripted(t), &twoRuns{dir: t.TempDir()}, &twoRuns{dir: t.TempDir()}
	var nodes []*node
	for _, r := range []*twoRuns{one, two} {
		r.config, r.traces = filepath.Join(r.dir, "vouchsafe.yaml"), filepath.Join(r.dir, "traces.jsonl")
		text := fmt.Sprintf("listen: 127.0.0.1:0\nadmin: {listen: ''}\nupstreams: {scripted: {base_url: %q}}\napps: {default: {policy: balanced}}\nledger: {jsonl: {path: %q}, store: {driver: postgres, dsn: %q}}\n",
			model.BaseURL(), r.traces, server.DSN("postgres"))
		if err := os.WriteFile(r.config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		gateway := start(t, text)
		for range 5 {
			if _, err := gateway.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
				t.Fatal(err)
			}
		}
		if err := gateway.node.ledger.StoreSettled(context.Background()); err != nil {
			t.Fatal(err)
		}
		nodes = append(nodes, gateway.node)
	}
	all := idsOf(t, one.traces)
	said := func(text string) []byte {
		return fmt.Appendf(nil, `{"at":"2026-01-01T00:00:00Z","by":"anna","comment":%q,"kind":"right"}`, text)
	}
	for i, by := range []string{"1+ 2+", "1+ 2-", "1+ 2- 1+", "2+ 1-"} {
		one.ids = all[i:]
		for n, step := range strings.Fields(by) {
			words := said(strconv.Itoa(n))
			if step[1] == '-' {
				words = nil
			}
			one.say(t, nodes[step[0]-'1'], words)
		}
	}
	for _, n := range nodes {
		if err := n.close(time.Second, nil); err != nil {
			t.Fatal(err)
		}
	}
	one.look(t, "the first", 0, "the store has 5 traces")
	two.look(t, "the second", 0, "the store has 5 traces")
	db, err := store.Open(context.Background(), store.Options{Driver: store.Postgres, DSN: server.DSN("postgres")})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for of, id := range map[string]string{"taken back": all[1], "never given": all[4]} {
		if err := db.SetFeedback(context.Background(), id, said("0"), nil); err != nil {
			t.Fatal(err)
		}
		one.look(t, of, exitFailed, "the feedback on trace "+id)
	}
}

// TestADeletionBesideAnotherOneWasCalledAFault: what the chain is told of the store for one of two came behind the entry that the other begins.
func TestADeletionBesideAnotherOneWasCalledAFault(t *testing.T) {
	r := runTwice(t)
	r.run(func(n *node) {
		ctx := context.Background()
		remove := func(id string) {
			_, err := n.ledger.Erase(ctx, ledger.Whose{ID: id})
			if _, failed := n.store.Delete(ctx, store.Selector{ID: id, Gone: []string{id}}); errors.Join(err, failed) != nil {
				t.Fatal(err, failed)
			}
		}
		for _, id := range r.ids[:2] {
			a := ledger.Access{At: time.Now(), Who: "anna", Role: "admin", Action: "delete", Target: "trace " + id}
			if err := errors.Join(n.store.Notes.LogAccess(ctx, a), n.ledger.Accessed(a)); err != nil {
				t.Fatal(err)
			}
		}
		remove(r.ids[0])
		time.Sleep(2 * time.Millisecond)
		if err := n.noteStore(ctx, r.traces); err != nil {
			t.Fatal(err)
		}
		remove(r.ids[1])
		r.look(t, "meanwhile", 0, "a gateway was at when it was killed, or is at")
	})
}

// TestALostStoreIsNamedAndComesBackWithItsFeedback: and so is a head that was taken away beside it.
func TestALostStoreIsNamedAndComesBackWithItsFeedback(t *testing.T) {
	r := runTwice(t)
	said := []byte(`{"at":"2026-01-01T00:00:00Z","by":"anna","kind":"right"}`)
	r.run(func(n *node) {
		r.say(t, n, said)
	})
	head, err := os.ReadFile(r.traces + ".head")
	if err = errors.Join(err, os.Remove(r.traces+".head")); err != nil {
		t.Fatal(err)
	}
	r.look(t, "without its head", exitFailed, ".head: it is gone, or older than what the store remembers")
	if err := errors.Join(os.WriteFile(r.traces+".head", head, 0o600), os.Remove(r.db)); err != nil {
		t.Fatal(err)
	}
	r.look(t, "without the store", exitFailed, "the store that this ledger names, begun on", "is gone")
	r.run()
	r.look(t, "filled", 0, "the store has 12 traces")
	db := r.open(t)
	defer db.Close()
	if line, err := db.Get(context.Background(), r.ids[0]); err != nil || gjson.GetBytes(line, "feedback").Raw != string(said) {
		t.Errorf("%s, %v", gjson.GetBytes(line, "feedback").Raw, err)
	}
	r.without(t, r.ids[0])
	r.look(t, "a trace from before the new store is gone from it", exitFailed, fmt.Sprintf("trace %s is not in the store", r.ids[0]))
}

// TestALostStoreTakesNoChangedOrForgedTrace: it was filled from the file as that stood, and reports called the two the same.
func TestALostStoreTakesNoChangedOrForgedTrace(t *testing.T) {
	r := runTwice(t)
	text, err := os.ReadFile(r.traces)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(bytes.Lines(text))
	at := slices.IndexFunc(lines, func(line []byte) bool { return bytes.Contains(line, []byte(r.ids[0])) })
	lines[at] = bytes.Replace(lines[at], []byte(`"app":"default"`), []byte(`"app":"another"`), 1)
	last, _ := chain.Parse(lines[len(lines)-1])
	forged := bytes.Replace(lines[at], []byte(r.ids[0]), []byte("vt_forged"), 1)
	object, _ := chain.Parse(forged)
	forged, _ = chain.Seal(nil, append(bytes.Clone(object.Object), '}'), chain.Link{N: last.N, Hash: chain.HashOf(lines[len(lines)-1])}, nil)
	if err := errors.Join(os.WriteFile(r.traces, bytes.Join(append(lines, forged), nil), 0o600), os.Remove(r.db)); err != nil {
		t.Fatal(err)
	}
	r.run(func(n *node) {
		// As a store holds it that was filled with it.
		if filed, err := n.ledger.Hold(context.Background(), "vt_forged", append(bytes.Clone(object.Object), '}'), nil); err != nil || filed != written.Unheld {
			t.Errorf("%s, %v", filed, err)
		}
	})
	r.leftOut(t, r.ids[0], "vt_forged")
}

// leftOut fails where the store holds other traces of the first six than it should, or where those that it lacks are not told of.
func (r *twoRuns) leftOut(t *testing.T, lacks ...string) {
	t.Helper()
	db := r.open(t)
	defer db.Close()
	there, err := db.Among(context.Background(), append(r.ids, lacks...))
	want := slices.DeleteFunc(slices.Clone(r.ids), func(id string) bool { return slices.Contains(lacks, id) })
	if slices.Sort(want); err != nil || !slices.Equal(there, want) {
		t.Errorf("the store has %v, %v, want %v", there, err, want)
	}
	told := ""
	err = db.Notes.EachAccess(context.Background(), func(a ledger.Access) {
		if a.Action == "left out of the store" {
			told += a.Target
		}
	})
	for _, id := range lacks {
		if err != nil || !strings.Contains(told, id) {
			t.Errorf("it is not told that %s was left out: %q, %v", id, told, err)
		}
	}
}

// TestWhatNoKeyVouchesForIsLeftOutAndComesBackWithIt: where the store and both files of keys were lost it was told nowhere.
func TestWhatNoKeyVouchesForIsLeftOutAndComesBackWithIt(t *testing.T) {
	r := runTwice(t)
	private, public := filepath.Join(r.dir, chain.KeyFile), filepath.Join(r.dir, chain.PublicFile)
	old, err := os.ReadFile(public)
	if err = errors.Join(err, os.Remove(private), os.Remove(public), os.Remove(r.db)); err != nil {
		t.Fatal(err)
	}
	r.run()
	r.leftOut(t, r.ids...)
	own, err := os.ReadFile(public)
	if err = errors.Join(err, os.WriteFile(public, append(old, own...), 0o600), os.Remove(r.db)); err != nil {
		t.Fatal(err)
	}
	r.run()
	r.leftOut(t)
	r.look(t, "with the keys put back", 0, "the store has 12 traces")
}

// TestLinesFromBeforeTheChainAreLeftOutAndTold: a store was filled without them, and nobody said so. Added ones pass for no older ones.
func TestLinesFromBeforeTheChainAreLeftOutAndTold(t *testing.T) {
	r := runTwice(t)
	before := func(id string) []byte {
		return fmt.Appendf(nil, `{"query_id":%q,"timestamp":"2026-11-01T08:00:00.000Z","app":"default","verdict":"grounded"}`+"\n", id)
	}
	chained, err := os.ReadFile(r.traces)
	if err = errors.Join(err, os.WriteFile(r.traces, append(before("vt_added"), chained...), 0o600), os.Remove(r.db)); err != nil {
		t.Fatal(err)
	}
	r.run(func(n *node) {
		if d := n.state.doubts; len(d) != 1 || d[0].Before || d[0].From != 1 || d[0].To != 1 {
			t.Errorf("a line added in front: %+v", d)
		}
	})
	r.leftOut(t, "vt_added")

	for _, name := range []string{r.db, r.traces + ".head"} {
		err = errors.Join(err, os.Remove(name))
	}
	if err = errors.Join(err, os.WriteFile(r.traces, slices.Concat(before("vt_older"), before("vt_last")), 0o600)); err != nil {
		t.Fatal(err)
	}
	r.run(func(n *node) {
		if d := n.state.doubts; len(d) != 1 || !d[0].Before || d[0].To != 2 {
			t.Errorf("lines from before the chain: %+v", d)
		}
	})
	r.ids = nil
	r.leftOut(t, "vt_older", "vt_last")
}

// TestWhatACrashTookFromTheStoreComesBack: the newest traces had not reached it. The next start brings them from the file.
func TestWhatACrashTookFromTheStoreComesBack(t *testing.T) {
	r := runTwice(t)
	text, err := os.ReadFile(r.traces)
	if err != nil {
		t.Fatal(err)
	}
	text = text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1] // without the record closed
	if err := os.WriteFile(r.traces, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{r.traces + ".head", r.db} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	r.put(t, r.late)
	r.sql(t, `DELETE FROM heads`)
	r.without(t, r.ids[5])
	r.run()
	r.look(t, "a crash", 0, "a gateway found that the store lacked what the files hold", "the store has 9 traces of these")
	r.without(t, r.ids[3])
	r.look(t, "a crash, and one more is gone", exitFailed, fmt.Sprintf("trace %s is not in the store", r.ids[3]))
}

// TestWhatWaitedForTheStoreInACrashIsLost: the store knew the newest head; the traces behind it were in the file alone. The next
// start brings them, but none that was deleted.
func TestWhatWaitedForTheStoreInACrashIsLost(t *testing.T) {
	r := runTwice(t)
	head, err := os.ReadFile(r.traces + ".head")
	if err != nil {
		t.Fatal(err)
	}
	var text []byte
	r.run(func(*node) {
		wait.Until(t, "the file holds the traces", func() bool { return len(idsOf(t, r.traces)) == 9 })
		if text, err = os.ReadFile(r.traces); err != nil {
			t.Fatal(err)
		}
	})
	r.put(t, r.late)
	if err := errors.Join(os.WriteFile(r.traces, text, 0o600), os.WriteFile(r.traces+".head", head, 0o600)); err != nil {
		t.Fatal(err)
	}
	gone := r.ids[5]
	db := r.open(t)
	if _, err := db.Delete(context.Background(), store.Selector{IDs: []string{gone}}); err != nil {
		t.Fatal(err)
	}
	_ = db.Close()
	r.run()
	db = r.open(t)
	defer db.Close()
	ids := idsOf(t, r.traces)
	if there, err := db.Among(context.Background(), append(ids, gone)); err != nil || len(there) != 11 || slices.Contains(there, gone) {
		t.Errorf("the store has %d of %d traces, %v", len(there), len(ids), err)
	}
}

func (r *twoRuns) sql(t *testing.T, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", r.db)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// TestAnOlderCopyInWhichNothingWasDeletedSinceIsFilled: the head that it remembers is older than the file's.
func TestAnOlderCopyInWhichNothingWasDeletedSinceIsFilled(t *testing.T) {
	r := runTwice(t)
	r.put(t, r.early)
	r.look(t, "an older copy", exitFailed, fmt.Sprintf("trace %s is not in the store", r.ids[5]))
	r.run()
	r.look(t, "the next start", 0, "a gateway found that the store lacked what the files hold", "the store has 9 traces of these")
}

// TestTheOldKeyTellsOfTamperingOnceAnOlderTraceIsDeleted: what stands for the trace is signed with the new key, in front of
// the record by which the old one names it. A key that no known one signs for vouches for nothing.
func TestTheOldKeyTellsOfTamperingOnceAnOlderTraceIsDeleted(t *testing.T) {
	r := runTwice(t)
	public := filepath.Join(r.dir, "old.pub")
	text, err := os.ReadFile(filepath.Join(r.dir, chain.PublicFile))
	if err == nil {
		err = os.WriteFile(public, text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	verify := func() (int, string) {
		var out bytes.Buffer
		return run([]string{"verify-ledger", "--key", public, r.traces}, streams{nil, &out, &out}), out.String()
	}
	var out bytes.Buffer
	if code := run([]string{"ledger-key", "-c", r.config, "--renew"}, streams{nil, &out, &out}); code != 0 {
		t.Fatal(out.String())
	}
	r.run(func(n *node) {
		if k, err := n.store.Delete(context.Background(), store.Selector{ID: r.ids[1]}); k != 1 || err != nil {
			t.Error(k, err)
		}
		if err := n.eraseOnce(context.Background(), r.traces); err != nil {
			t.Error(err)
		}
	})
	if code, said := verify(); code != 0 || !strings.Contains(said, "deleted") {
		t.Errorf("%d %s", code, said)
	}
	lines, err := os.ReadFile(r.traces)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.traces, bytes.Replace(lines, []byte(`"record":"key"`), []byte(`"record":"Key"`), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := verify(); code != exitFailed {
		t.Errorf("%d %s", code, said)
	}
}

// TestAnInventedAccessNearACrashIsNamed: it was believed without a word, as was one that is yet to come.
func TestAnInventedAccessNearACrashIsNamed(t *testing.T) {
	r := runTwice(t)
	text, err := os.ReadFile(r.traces)
	if err != nil {
		t.Fatal(err)
	}
	text = text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1] // without the record closed
	if err := errors.Join(os.WriteFile(r.traces, text, 0o600), os.Remove(r.traces+".head")); err != nil {
		t.Fatal(err)
	}
	r.sql(t, `DELETE FROM heads`)
	invent := func(at time.Time) {
		t.Helper()
		r.sql(t, fmt.Sprintf(`INSERT INTO accesses (at, who, action, target, n, role) VALUES (%d, 'key:anna', 'deleted', 'app=clinic', 500, 'officer')`, at.UnixMilli()))
	}
	invent(time.Now())
	named := []string{"deleted app=clinic by key:anna, is in the store and not in the files", "1 entry of the log of accesses", "\nin the files, nothing was changed"}
	r.look(t, "killed", 0, named...)
	r.run()
	r.look(t, "started again", 0, named...)
	invent(time.Now().Add(time.Hour))
	r.look(t, "to come", exitFailed, "by key:anna, is in the store and not in the files, and is yet to come")
}

// TestAnAccessFromBeforeTheChainIsToldWordForWord: it was counted only, and nobody saw what it said.
func TestAnAccessFromBeforeTheChainIsToldWordForWord(t *testing.T) {
	r := runTwice(t)
	r.sql(t, `INSERT INTO accesses (at, who, action, target, n, role) VALUES (1700000000000, 'key:anna', 'read', 'vt_forged', 1, 'officer')`)
	r.look(t, "forged", 0, "read vt_forged by key:anna, is in the store and not in the files", "1 entry of the log of accesses")
}

// TestAnAccessThatIsInTheStoreTwiceIsToldWithItsCause: older starts put it there, which looked like tampering, and nothing told what to do.
func TestAnAccessThatIsInTheStoreTwiceIsToldWithItsCause(t *testing.T) {
	r := runTwice(t)
	r.run(func(n *node) {
		if err := n.accessed(context.Background(), ledger.Access{Who: "key:anna", Action: "export", Target: "format=jsonl", Count: 6}); err != nil {
			t.Fatal(err)
		}
	})
	r.sql(t, `INSERT INTO accesses (at, who, action, target, n, role) SELECT at, who, action, target, n, role FROM accesses`)
	r.look(t, "twice", exitFailed, "by key:anna, is in the store more often than in the files: before 30 November 2026")
	if err := os.Rename(r.db, r.db+".aside"); err != nil {
		t.Fatal(err)
	}
	r.run()
	r.look(t, "filled from the files", 0, "\nnothing was changed")
}

// TestWhatIsInventedOnAServerIsToldWordForWord: an access, and an opinion, were counted as another gateway's, though there was none.
func TestWhatIsInventedOnAServerIsToldWordForWord(t *testing.T) {
	r := runTwice(t)
	r.sql(t, `INSERT INTO accesses (at, who, action, target, n, role) VALUES (1700000000000, 'key:anna', 'read', 'vt_forged', 1, 'officer')`)
	r.sql(t, `UPDATE traces SET feedback = '{"by":"key:anna","comment":"forged"}'`)
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: r.db})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for others, told := range map[bool]bool{false: true, true: false} {
		c, err := newComparison(db, config.Ledger{}, func(s chain.Said) { t.Error(s.What) }, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.shared, c.others = true, others
		err = errors.Join(c.told.compareAccesses(c), c.told.compareOpinions(c))
		if said := strings.Join(c.unsure, "\n"); err != nil || strings.Contains(said, `\"comment\":\"forged\"`) != told || strings.Contains(said, "read vt_forged by key:anna, is in the store and not in the files") != told {
			t.Errorf("others %t: %q, %v", others, said, err)
		}
	}
}

// TestWhatAStoreHasHadTimeToHoldIsNotExcused: signed heads, and the newest policy, were deleted in silence while a gateway wrote.
func TestWhatAStoreHasHadTimeToHoldIsNotExcused(t *testing.T) {
	began := time.Date(2026, 11, 29, 7, 0, 0, 0, time.UTC)
	for after, want := range map[time.Duration]int{time.Second: 0, 10 * time.Minute: 1} {
		var problems, notes int
		c := &comparison{problem: func(chain.Said) { problems++ }, note: func(chain.Said) { notes++ }, untold: untold{}, started: began.Add(time.Hour),
			headed: true, told: records{policies: map[string]policySays{}}, removed: map[string]chain.Place{}}
		c.record(chain.Place{}, chain.Record{Record: chain.Opened, Time: began})
		for _, at := range []time.Time{began, began.Add(after)} { // a start, and the next
			c.record(chain.Place{}, chain.Record{Record: chain.PolicyText, Time: at, Told: []byte(`{"name":"a","policy_hash":"b","policy":{}}`)})
		}
		for range 3 { // files after a rotation tell it again
			c.record(chain.Place{}, chain.Record{Record: chain.Stored, Time: began, Told: []byte(`{"store":"s","older":true}`)})
		}
		c.state = &ledger.StoreState{}
		c.tellState()
		if excused := c.excused(c.told.policies["b"].when); problems != want || excused == (want == 1) || notes != 1 || len(c.untold) != 1-want {
			t.Errorf("after %s: %d problems, %d notes, a policy is excused: %t, %s", after, problems, notes, excused, c.untold)
		}
	}
}

// TestDeletedFeedbackIsNoDeletedTrace: it goes with its trace, and left a line as well.
func TestDeletedFeedbackIsNoDeletedTrace(t *testing.T) {
	l := &lookAtLedger{deleted: map[string]bool{}}
	for line, id := range []string{"vt_1", "vt_1", "vt_2", "", ""} {
		l.record(chain.Place{File: "f", Line: line}, chain.Record{Record: chain.Removed, Trace: id})
	}
	if len(l.deleted) != 4 {
		t.Errorf("%d deleted traces", len(l.deleted))
	}
}

// TestFalsifiedStatisticsAreHeldAgainstTheFiles: no trace was touched, and a report believed them.
func TestFalsifiedStatisticsAreHeldAgainstTheFiles(t *testing.T) {
	r := runTwice(t)
	r.run(func(n *node) {
		hold := func(f store.Filter) *store.Held {
			t.Helper()
			held, err := store.Hold(context.Background(), n.store, f, n.ledger.EachFiled)
			if err != nil || held == nil {
				t.Fatal(held, err)
			}
			return held
		}
		wait.Until(t, "the store has them", func() bool { return hold(store.Filter{}).Stored.Exchanges == 9 })
		for _, f := range []store.Filter{{}, {Since: time.Now().Add(-time.Hour)}, {App: "default", Until: time.Now()}} {
			if held := hold(f); !held.Same || held.Figures.Exchanges != 9 || held.Stored.Failures != held.Figures.Failures {
				t.Errorf("%+v: %+v", f, held)
			}
		}
		if held := hold(store.Filter{Until: time.Now().Add(-time.Hour)}); !held.Same || held.Figures.Exchanges != 0 {
			t.Errorf("%+v", held)
		}
		r.sql(t, `UPDATE cells SET n = n + 1 WHERE kind = 'verdict'`)
		if held := hold(store.Filter{}); held.Same || held.Figures.Exchanges != 9 || held.Stored.Exchanges != 10 {
			t.Errorf("%+v", held)
		}
		r.sql(t, `UPDATE cells SET n = n - 1 WHERE kind = 'verdict'; UPDATE cells SET name = 'own-words' WHERE kind = 'proof' AND name = 'cited'; UPDATE cells SET name = 'x' WHERE kind = 'model'`)
		if held := hold(store.Filter{}); held.Same {
			t.Errorf("%+v", held)
		}
	})
}

// TestAnAccessThatIsGoneNearACrashComesBack: entries of the log of accesses were taken out without a fault where a crash followed, and
// for good.
func TestAnAccessThatIsGoneNearACrashComesBack(t *testing.T) {
	r := runTwice(t)
	r.run(func(n *node) {
		a := ledger.Access{At: time.Now(), Who: "key:anna", Role: "officer", Action: "export", Target: "format=jsonl", Count: 6}
		if err := errors.Join(n.store.Notes.LogAccess(context.Background(), a), n.ledger.Accessed(a)); err != nil {
			t.Fatal(err)
		}
	})
	text, err := os.ReadFile(r.traces)
	if err != nil {
		t.Fatal(err)
	}
	text = text[:bytes.LastIndexByte(text[:len(text)-1], '\n')+1] // without the record closed
	if err := errors.Join(os.WriteFile(r.traces, text, 0o600), os.Remove(r.traces+".head")); err != nil {
		t.Fatal(err)
	}
	r.sql(t, `DELETE FROM heads`)
	r.sql(t, `DELETE FROM accesses`)
	r.look(t, "killed", 0, "export format=jsonl by key:anna, is in the files (", "and not in the store", "\nin the files, nothing was changed")
	r.run(func(n *node) {
		all := map[string]int{}
		if err := n.store.Notes.EachAccess(context.Background(), func(a ledger.Access) { all[a.Action] += a.Count }); err != nil {
			t.Fatal(err)
		}
		if all["export"] != 6 || all["put back"] != 1 {
			t.Errorf("the log: %v", all)
		}
	})
	r.look(t, "started again", 0, "\nnothing was changed")
	r.sql(t, `DELETE FROM accesses WHERE action = 'export'`)
	r.look(t, "removed behind that", exitFailed, "the store does not hold the access of", "export format=jsonl by key:anna")
}

// TestAStoreOfAnOlderVersionIsTakenOver: it was put aside, where no deletion reached it, and what the files no longer held was in no
// figure.
func TestAStoreOfAnOlderVersionIsTakenOver(t *testing.T) {
	r := runTwice(t)
	r.sql(t, `UPDATE traces SET feedback = '{"kind":"right"}'`)
	r.sql(t, `UPDATE meta SET n = 11 WHERE name = 'schema'`)
	r.run(func(n *node) {
		said := 0
		if err := n.store.EachFeedback(context.Background(), func(string, json.RawMessage) { said++ }); err != nil || said != 6 || n.state.filling.Load() {
			t.Errorf("%d opinions, %v", said, err)
		}
	})
	r.sql(t, `UPDATE traces SET feedback = NULL`)
	r.look(t, "the next start", 0, "the store has 9 traces of these", "\nnothing was changed")
	if left, _ := filepath.Glob(r.db + ".older*"); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

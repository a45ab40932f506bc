package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/store"
)

func TestADirectoryThatTakesNoDatabaseIsSpared(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]config.Driver{
		filepath.Join(dir, "vouchsafe.db"):  config.SQLite,
		filepath.Join(file, "vouchsafe.db"): config.NoStore,
	} {
		l := config.Ledger{Store: config.Store{Driver: config.SQLite, DSN: path}}
		if dropUnwritableStore(&l, zap.NewNop()); l.Store.Driver != want {
			t.Errorf("%s: %s", path, l.Store.Driver)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left behind: %v", left, err)
	}
}

func TestTheSpillLiesBesideTheTraces(t *testing.T) {
	for want, l := range map[string]config.Ledger{
		"a/traces.db.spill":    {Store: config.Store{Driver: config.SQLite, DSN: "a/traces.db"}, JSONL: config.JSONL{Path: "logs/t.jsonl"}},
		"logs/vouchsafe.spill": {Store: config.Store{Driver: config.Postgres}, JSONL: config.JSONL{Path: "logs/t.jsonl"}},
		"vouchsafe.spill":      {Store: config.Store{Driver: config.Postgres}},
	} {
		if got := spillDir(l); got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestTheLedgerOfARunningGatewayIsVerified has a gateway answer, and looks at what it wrote: whole, with the store, with a
// copy of the public key alone, and with one word changed in file or store.
func TestTheLedgerOfARunningGatewayIsVerified(t *testing.T) {
	h := past(t, "balanced", "")
	var key bytes.Buffer
	if code := run([]string{"ledger-key", "-c", h.config}, streams{nil, &key, io.Discard}); code != 0 {
		t.Fatal(code)
	}
	public := filepath.Join(t.TempDir(), "public.pem")
	if err := os.WriteFile(public, key.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(h.traces)
	if err != nil {
		t.Fatal(err)
	}
	look := func(what string, want int, says string, args ...string) {
		t.Helper()
		var out, stderr bytes.Buffer
		if code := run(append([]string{"verify-ledger"}, args...), streams{nil, &out, &stderr}); code != want || !strings.Contains(out.String()+stderr.String(), says) {
			t.Errorf("%s: exit code %d, want %d and %q\n%s%s", what, code, want, says, out.String(), stderr.String())
		}
	}
	look("whole", 0, "nothing was changed", "-c", h.config)
	wait.Until(t, "the store has the traces", func() bool {
		var out bytes.Buffer
		run([]string{"verify-ledger", "-c", h.config, "--store"}, streams{nil, &out, io.Discard})
		return strings.Contains(out.String(), fmt.Sprintf("the store has %d traces", len(tricks)+1))
	})
	look("with the store", 0, fmt.Sprintf("the store has %d traces", len(tricks)+1), "-c", h.config, "--store")
	look("with the public key", 0, "nothing was changed", "--key", public, h.traces)
	behind := bytes.Count(text, []byte{'\n'})
	last := bytes.Split(text, []byte{'\n'})[behind-1]
	at, _ := chain.Parse(last)
	forged, _ := chain.Seal(bytes.Clone(text), []byte(`{"query_id":"vt_forged"}`), chain.Link{N: at.N, Hash: chain.HashOf(last)}, nil)
	if err := os.WriteFile(h.traces, forged, 0o600); err != nil {
		t.Fatal(err)
	}
	look("a line added behind the last one", 0, fmt.Sprintf("to %s:%d behind it, which no signature covers yet", h.traces, behind+1), "-c", h.config)
	if err := os.WriteFile(h.traces, bytes.Replace(text, []byte("ferry"), []byte("fairy"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	look("one word changed", exitFailed, "traces.jsonl:", "--key", public, h.traces)
	look("one word changed", exitFailed, "is another one in the store", "-c", h.config, "--store")
	look("no file", exitUsage, "no such file", "--key", public, h.traces+".gone")
	look("no key", exitUsage, "cannot read the public keys", "--key", public+".gone", h.traces)
}

// TestAConfigurationIsInTheChain: what was in force, and the text of each policy that traces name, without secrets.
func TestAConfigurationIsInTheChain(t *testing.T) {
	h := past(t, "balanced", "")
	text, err := os.ReadFile(h.traces)
	if err != nil {
		t.Fatal(err)
	}
	var hash string
	told := map[string]json.RawMessage{}
	for line := range bytes.Lines(text) {
		var one struct {
			Hash   string `json:"policy_hash"`
			Record string
			Told   struct {
				Hash          string `json:"policy_hash"`
				Policy        json.RawMessage
				Configuration string
			}
		}
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		switch one.Record {
		case chain.PolicyText:
			told[one.Told.Hash] = one.Told.Policy
		case chain.Configuration:
			if !strings.Contains(one.Told.Configuration, "policy: balanced") {
				t.Error(one.Told.Configuration)
			}
		case "":
			hash = one.Hash
		}
	}
	sum := sha256.Sum256(told[hash])
	if hex.EncodeToString(sum[:8]) != hash {
		t.Errorf("traces name the policy %s, told are %s", hash, told)
	}
	db, err := store.Open(context.Background(), store.Options{Driver: store.SQLite, DSN: h.traces + ".db"})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if name, text, err := db.Notes.Policy(context.Background(), hash); name != "balanced" || string(text) != string(told[hash]) || err != nil {
		t.Errorf("the store has %q, %s, %v", name, text, err)
	}
}

// TestADeletionReachesTheFilesOfOtherGateways: gateways share a store, and each has a file of its own.
func TestADeletionReachesTheFilesOfOtherGateways(t *testing.T) {
	ctx, model, dir := context.Background(), scripted(t), t.TempDir()
	gateway := func(name string) (*running, string) {
		path := filepath.Join(dir, name, "trace.jsonl")
		content := strings.Replace(shop(model.BaseURL(), "north"), `ledger: {jsonl: {path: ""}, store: {driver: none}}`,
			fmt.Sprintf("ledger: {durability: sync, jsonl: {path: %q}, store: {driver: sqlite, dsn: %q}}", path, filepath.Join(dir, "shared.db")), 1)
		r := start(t, content)
		for _, user := range []string{"dora", "otto"} {
			body := fmt.Sprintf(`{"model":"m","user":%q,"messages":[{"role":"user","content":"How long are backups kept?"}],"vouchsafe":{"chunks":[{"chunk_id":"c1","text":"Backups are kept for 21 days."}]}}`, user)
			if resp, err := http.Post(r.url+"/v1/chat/completions", "application/json", strings.NewReader(body)); err != nil || resp.StatusCode != 200 {
				t.Fatal(resp, err)
			}
		}
		return r, path
	}
	one, _ := gateway("one")
	_ = one.node.held.Close() // a server lets several in; a file stands for one here
	other, path := gateway("other")
	wait.Until(t, "the store has the traces", func() bool {
		s, err := one.node.store.Stats(ctx, store.Filter{})
		return err == nil && s.Total == 4
	})
	if n, err := one.node.store.Delete(ctx, store.Selector{User: "dora"}); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	for range 2 { // the second time there is nothing to do
		if err := other.node.eraseOnce(ctx, path); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || bytes.Contains(text, []byte("dora")) || bytes.Count(text, []byte(`"record":"removed"`)) != 1 || !bytes.Contains(text, []byte("otto")) {
		t.Errorf("%s, %v", text, err)
	}
	told, _, err := one.node.store.Notes.Accesses(ctx, store.Filter{Limit: 10})
	if err != nil || len(told) != 1 || told[0].Action != "erased" || told[0].Count != 1 {
		t.Errorf("%+v, %v", told, err)
	}
	var out bytes.Buffer
	if code := run([]string{"verify-ledger", "-c", other.path}, streams{nil, &out, &out}); code != 0 {
		t.Errorf("%s", out.String())
	}
}

// TestASecretKeyLiesOpenUnsaid: where everybody on the machine can read it, the log says so; the group of a volume may.
func TestASecretKeyLiesOpenUnsaid(t *testing.T) {
	for mode, want := range map[os.FileMode]int{0o600: 0, 0o660: 0, 0o644: 1} {
		path, seen := filepath.Join(t.TempDir(), chain.KeyFile), new(bytes.Buffer)
		log, err := newLogger(config.Log{Level: "info"}, seen)
		if err = errors.Join(err, os.WriteFile(path, nil, 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
		warnOfKeys(filepath.Dir(path), log)
		if got := strings.Count(seen.String(), "can read a secret key"); got != want {
			t.Errorf("%s: %d warnings: %s", mode, got, seen)
		}
	}
}

// TestALedgerThatIsGoneWithItsHeadIsMissed: the store knows how far it had come, where the key went with it, too.
func TestALedgerThatIsGoneWithItsHeadIsMissed(t *testing.T) {
	for _, gone := range []string{"traces.jsonl*", "*"} {
		t.Run(gone, func(t *testing.T) {
			dir := t.TempDir()
			logs, model := filepath.Join(dir, "logs"), scripted(t)
			text := fmt.Sprintf("listen: 127.0.0.1:0\nadmin: {listen: ''}\nupstreams: {scripted: {base_url: %q}}\napps: {default: {policy: balanced}}\nledger: {jsonl: {path: %q}, store: {dsn: %q}}\n",
				model.BaseURL(), filepath.Join(logs, "traces.jsonl"), filepath.Join(dir, "store.db"))
			run1 := func() {
				r := start(t, text)
				if _, err := r.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
					t.Fatal(err)
				}
				if err := errors.Join(r.node.noteStore(t.Context(), filepath.Join(logs, "traces.jsonl")), r.node.close(time.Second, nil)); err != nil {
					t.Fatal(err)
				}
			}
			run1()
			names, err := filepath.Glob(filepath.Join(logs, gone))
			if err != nil || len(names) < 2 {
				t.Fatal(names, err)
			}
			for _, name := range names {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
			path := filepath.Join(dir, "vouchsafe.yaml")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			look := func(says string, args ...string) {
				t.Helper()
				var out bytes.Buffer
				if code := run(append([]string{"verify-ledger", "-c", path}, args...), streams{nil, &out, &out}); code != exitFailed || !strings.Contains(out.String(), says) {
					t.Errorf("exit code %d: %s", code, out.String())
				}
			}
			look("the ledger is gone, number 1 to", "--store")
			run1()
			line, err := os.ReadFile(filepath.Join(logs, "traces.jsonl"))
			if first, _, _ := bytes.Cut(line, []byte{'\n'}); err != nil || !bytes.Contains(first, []byte(`"missing":[{"from":1,"to":`)) {
				t.Errorf("the first record is %s, %v", first, err)
			}
			look("were gone when a gateway looked")
		})
	}
}

// TestWhatIsChangedInTheStoreIsNamed: what lists are filtered by, what figures are made of, and policies.
func TestWhatIsChangedInTheStoreIsNamed(t *testing.T) {
	h := past(t, "balanced", "")
	wait.Until(t, "the store has the traces", func() bool {
		var out bytes.Buffer
		run([]string{"verify-ledger", "-c", h.config, "--store"}, streams{nil, &out, io.Discard})
		return strings.Contains(out.String(), fmt.Sprintf("the store has %d traces", len(tricks)+1))
	})
	db, err := sql.Open("sqlite", h.traces+".db")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, one := range []struct{ change, back, says string }{
		{`UPDATE traces SET counts_as = 'held' WHERE counts_as = 'refused'`, `UPDATE traces SET counts_as = 'refused' WHERE verdict = 'refused'`, "the counts_as of trace"},
		{`UPDATE cells SET n = n + 5 WHERE kind = 'verdict'`, `UPDATE cells SET n = n - 5 WHERE kind = 'verdict'`, "the statistics of verdict"},
		{`UPDATE policies SET body = replace(body, 'enforce', 'observe')`, `UPDATE policies SET body = replace(body, 'observe', 'enforce')`, "the text of policy"},
	} {
		if _, err := db.Exec(one.change); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if code := run([]string{"verify-ledger", "-c", h.config, "--store"}, streams{nil, &out, &out}); code != exitFailed || !strings.Contains(out.String(), one.says) {
			t.Errorf("%s: exit code %d: %s", one.change, code, out.String())
		}
		if _, err := db.Exec(one.back); err != nil {
			t.Fatal(err)
		}
	}
}

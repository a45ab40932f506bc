package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	if name, text, err := db.Policy(context.Background(), hash); name != "balanced" || string(text) != string(told[hash]) || err != nil {
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
	told, err := one.node.store.Accesses(ctx, 10)
	if err != nil || len(told) != 1 || told[0].Action != "erased" || told[0].Count != 1 {
		t.Errorf("%+v, %v", told, err)
	}
	var out bytes.Buffer
	if code := run([]string{"verify-ledger", "-c", other.path}, streams{nil, &out, &out}); code != 0 {
		t.Errorf("%s", out.String())
	}
}

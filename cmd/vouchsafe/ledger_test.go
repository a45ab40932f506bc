package main

import (
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/zap"

	"vouchsafe/config"
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

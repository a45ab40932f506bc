package store

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"testing"
)

// deflated is a text as the first version of the schema kept it.
func deflated(tb testing.TB, text []byte) []byte {
	tb.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestSpeed)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := w.Write(text); err != nil {
		tb.Fatal(err)
	}
	if err := w.Close(); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func texts() []string {
	return []string{"", "x", "\x00\x06", string(one(1).line()), strings.Repeat("Adults may take one gram. ", 400), strings.Repeat("\x06", 70_000)}
}

func TestUnpackUndoesPackOfEveryVersion(t *testing.T) {
	for _, text := range texts() {
		for name, stored := range map[string][]byte{"this": pack([]byte(text)), "the first": deflated(t, []byte(text))} {
			got, err := unpack(stored)
			if err != nil || string(got) != text {
				t.Errorf("%.20q of %s version: %.20q, %v", text, name, got, err)
			}
		}
	}
}

func TestWhatIsBrokenIsNotUnpacked(t *testing.T) {
	whole := pack(one(1).line())
	for _, stored := range [][]byte{nil, {packed}, {packed, 200, 200}, whole[:len(whole)/2], {1, 2, 3}} {
		if text, err := unpack(stored); !errors.Is(err, errPacked) {
			t.Errorf("%x gives %q, %v", stored, text, err)
		}
	}
}

// TestTheDictionaryIsTheOneThatWasReleased: what is stored cannot be read with
// another one.
func TestTheDictionaryIsTheOneThatWasReleased(t *testing.T) {
	sum := sha256.Sum256(dictionaryText)
	if got := hex.EncodeToString(sum[:8]); got != "4f5d2d1216f6cf86" {
		t.Errorf("pack.dict has changed (%s)", got)
	}
}

func FuzzUnpack(f *testing.F) {
	for _, text := range texts() {
		f.Add(pack([]byte(text)))
	}
	f.Fuzz(func(t *testing.T, stored []byte) {
		text, err := unpack(stored)
		if err != nil {
			return
		}
		if again, err := unpack(pack(text)); err != nil || !bytes.Equal(again, text) {
			t.Errorf("%q becomes %q, %v", text, again, err)
		}
	})
}

func TestAStoreOfTheFirstVersionIsReadOn(t *testing.T) {
	for _, driver := range []Driver{SQLite, Postgres} {
		t.Run(string(driver), func(t *testing.T) {
			o := options(t, driver)
			first := one(1)
			first.verified = false // its text is kept apart
			old, line := open(t, o), first.line()
			if err := old.AppendLines(ctx, linesOf(line)); err != nil {
				t.Fatal(err)
			}
			deflateAll(t, old)
			s := open(t, o)
			if said := faults(t, s); len(said) > 0 { // what that version did not count is no fault
				t.Error(said)
			}
			if got, err := s.Get(ctx, one(1).id); err != nil || string(got)+"\n" != string(line) {
				t.Errorf("%s, %v", got, err)
			}
			if err := s.AppendLines(ctx, linesOf(one(2).line())); err != nil { // with the same chunk
				t.Error(err)
			}
			if n, err := s.Delete(ctx, Selector{App: "clinic"}); n != 2 || err != nil {
				t.Errorf("%d traces deleted, %v", n, err)
			}
			var version int
			if err := s.db.read.QueryRow(`SELECT n FROM meta WHERE name = 'schema'`).Scan(&version); err != nil || version != len(migrations) {
				t.Errorf("the schema has version %d, %v", version, err)
			}
			if _, err := s.db.write.Exec(`DELETE FROM meta WHERE name = 'unproven'`); err != nil { // as the last version before this one had it
				t.Fatal(err)
			}
			if said := faults(t, open(t, o)); len(said) > 0 {
				t.Error(said)
			}
		})
	}
}

// deflateAll brings a store to the first version of the schema.
func deflateAll(t *testing.T, s *Store) {
	t.Helper()
	for _, undo := range []string{`DROP INDEX traces_verdict`, `DROP INDEX traces_app_verdict`, `CREATE INDEX traces_verdict ON traces (verdict, seq)`,
		`CREATE INDEX traces_app_verdict ON traces (app, verdict, seq)`, `CREATE INDEX traces_model ON traces (model, seq)`, `DROP TABLE policies`, `DROP TABLE terms`, `DROP TABLE erased`, `DROP TABLE erasers`, `DROP TABLE heads`, `DROP INDEX traces_unproven`, `ALTER TABLE traces RENAME COLUMN proof TO search`, `DELETE FROM meta WHERE name IN ('erasure', 'exact', 'unproven')`, `DROP INDEX traces_unindexed`, `ALTER TABLE traces DROP COLUMN indexed`, `DELETE FROM cells WHERE kind = 'verified'`, `DROP INDEX traces_failing`,
		`DROP INDEX traces_app_failing`, `DROP INDEX traces_conversation`, `ALTER TABLE traces DROP COLUMN counts_as`,
		`ALTER TABLE accesses DROP COLUMN role`, `UPDATE traces SET search = 'what that version searched', bytes = 100`} {
		if _, err := s.db.write.Exec(undo); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range []string{"bodies", "chunks"} {
		var stored []byte
		if err := s.db.write.QueryRow(`SELECT body FROM ` + table).Scan(&stored); err != nil {
			t.Fatal(err)
		}
		text, err := unpack(stored)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.db.write.Exec(s.db.d.sql(`UPDATE `+table+` SET body = ?`), deflated(t, text)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.db.write.Exec(`UPDATE meta SET n = 1 WHERE name = 'schema'`); err != nil {
		t.Fatal(err)
	}
}

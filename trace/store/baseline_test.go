package store

import (
	"compress/gzip"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/tidwall/gjson"
)

// baseline is a database as the gateway wrote it that knew two versions of the
// schema: testdata/baseline.db.gz is a file of SQLite, testdata/baseline.sql a
// dump of PostgreSQL.
func baseline(t *testing.T, driver Driver) Options {
	t.Helper()
	if driver == Postgres {
		o := options(t, driver)
		dump, err := os.ReadFile("testdata/baseline.sql")
		if err != nil {
			t.Fatal(err)
		}
		db, err := sql.Open("pgx", o.DSN)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if _, err := db.Exec(string(dump)); err != nil {
			t.Fatal(err)
		}
		return o
	}
	packed, err := os.Open("testdata/baseline.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	in, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	file, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Driver: driver, DSN: filepath.Join(t.TempDir(), "traces.db")}
	if err := os.WriteFile(o.DSN, file, 0o600); err != nil {
		t.Fatal(err)
	}
	return o
}

func TestADatabaseOfTheBaselineIsReadOn(t *testing.T) {
	for driver, want := range map[Driver]struct {
		traces, failing  int
		document, search string
		found            int
	}{
		SQLite:   {13, 6, "Anticoagulation guideline", "inspectors CONFIRMED", 4},
		Postgres: {3, 2, "Kiln handbook", "1241 degrees", 2},
	} {
		t.Run(string(driver), func(t *testing.T) {
			s := open(t, baseline(t, driver))
			page := list(t, s, Filter{})
			if len(page.Traces) != want.traces {
				t.Fatalf("%d traces", len(page.Traces))
			}
			line, err := s.Get(ctx, page.Traces[0].ID)
			if err != nil || !gjson.GetBytes(line, "chunks.0.text").Exists() || gjson.GetBytes(line, "chunks.0.text").Str == "" {
				t.Errorf("%s, %v", line, err)
			}
			stats, err := s.Stats(ctx, Filter{})
			if err != nil || int(stats.Total) != want.traces || int(stats.Failing) != want.failing || stats.Cost != (Cost{}) {
				t.Errorf("%+v, %v", stats, err)
			}
			search := Filter{Text: want.search}
			if n, err := s.Count(ctx, search); n != (Counted{AtLeast: true}) || err != nil {
				t.Errorf("before its traces have terms: %+v, %v", n, err)
			}
			for more := true; more; {
				if more, err = s.Index(ctx); err != nil {
					t.Fatal(err)
				}
			}
			if n, err := s.Count(ctx, search); n != (Counted{N: int64(want.found)}) || err != nil {
				t.Errorf("%+v, %v", n, err)
			}
			if got := list(t, s, Filter{Document: want.document}); len(got.Traces) == 0 {
				t.Errorf("no trace cites %s", want.document)
			}
			if got := list(t, s, search); len(got.Traces) != want.found {
				t.Errorf("%d traces say %q", len(got.Traces), want.search)
			}
			add(t, s, one(1))
			n, err := s.Delete(ctx, Selector{App: "default"})
			if err != nil || n != want.traces {
				t.Errorf("%d deleted, %v", n, err)
			}
			if stats, err = s.Stats(ctx, Filter{}); err != nil || stats.Total != 1 || len(stats.ByDocument) != 1 {
				t.Errorf("%+v is left, %v", stats, err)
			}
		})
	}
}

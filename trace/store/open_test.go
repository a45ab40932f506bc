package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"vouchsafe/internal/need"
	"vouchsafe/internal/pgtest"
)

// server is the PostgreSQL server of all tests of this package.
var server *pgtest.Server

// noServer is why there is none.
var noServer error

func TestMain(m *testing.M) {
	code := func() int {
		if server, noServer = pgtest.Start(); noServer == nil {
			defer server.Close()
		}
		return m.Run()
	}()
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

var databases atomic.Int64

// database makes an empty database on the server.
func newDatabase(tb testing.TB) string {
	tb.Helper()
	need.Check(tb, noServer)
	db, err := sql.Open("pgx", server.DSN("postgres"))
	if err != nil {
		tb.Fatal(err)
	}
	defer db.Close()
	name := "t" + strconv.FormatInt(databases.Add(1), 10)
	if _, err := db.Exec("CREATE DATABASE " + name); err != nil {
		tb.Fatal(err)
	}
	return server.DSN(name)
}

// noon is when the tests take place.
var noon = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

func at(t time.Time) func() time.Time { return func() time.Time { return t } }

// options are those of an empty store for each driver.
func options(tb testing.TB, driver Driver) Options {
	tb.Helper()
	o := Options{Driver: driver, DSN: filepath.Join(tb.TempDir(), "traces.db"), Now: at(noon)}
	if driver == Postgres {
		o.DSN = newDatabase(tb)
	}
	return o
}

func open(tb testing.TB, o Options) *Store {
	tb.Helper()
	s, err := Open(context.Background(), o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s
}

// everywhere runs a test against both databases.
func everywhere(t *testing.T, test func(*testing.T, *Store)) {
	for _, driver := range []Driver{SQLite, Postgres} {
		t.Run(string(driver), func(t *testing.T) { test(t, open(t, options(t, driver))) })
	}
}

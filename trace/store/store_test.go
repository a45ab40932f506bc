package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/trace/ledger"
)

var ctx = context.Background()

func add(tb testing.TB, s *Store, samples ...sample) {
	tb.Helper()
	var lines [][]byte
	for _, one := range samples {
		lines = append(lines, one.line())
	}
	if err := s.AppendLines(ctx, lines); err != nil {
		tb.Fatal(err)
	}
}

// linesOf are lines as they come back from somewhere.
func linesOf(text []byte) [][]byte { return slices.Collect(bytes.Lines(text)) }

func list(t *testing.T, s *Store, f Filter) Page {
	t.Helper()
	page, err := s.List(ctx, f)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// ids are the last digits of the ids on a page.

func ids(p Page) string {
	var out []string
	for _, t := range p.Traces {
		out = append(out, strings.TrimLeft(strings.TrimPrefix(t.ID, "vt_"), "0"))
	}
	return strings.Join(out, " ")
}

func count(t *testing.T, s *Store, table string) int {
	t.Helper()
	var n int
	if err := s.db.read.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestATraceComesBackAsItWas(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		one := one(1)
		one.question = "a\u0000b"
		one.chunks = append(one.chunks, strings.Repeat("Mit NUL \u0000 und \u2028 ", 9))
		add(t, s, one)
		got, err := s.Get(ctx, one.id)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.TrimSuffix(string(one.line()), "\n"), string(got)); diff != "" {
			t.Error(diff)
		}
		if _, err := s.Get(ctx, "vt_none"); !errors.Is(err, ErrNotFound) {
			t.Errorf("%v", err)
		}
	})
}

func TestASecondTimeChangesNothing(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		add(t, s, one(1), one(1), one(2))
		add(t, s, one(2), one(3))
		add(t, s, one(3))
		if got := ids(list(t, s, Filter{})); got != "1 2 3" {
			t.Errorf("%s", got)
		}
		stats, err := s.Stats(ctx, Filter{})
		if err != nil || stats.Total != 3 {
			t.Errorf("%+v, %v", stats, err)
		}
		if n := count(t, s, "chunks"); n != 1 {
			t.Errorf("%d chunk texts for one text", n)
		}
	})
}

func TestTracesOfOneMomentAreAllKept(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		a, b := one(1), one(1)
		b.id = "other"
		taken := (&row{seq: sequence(a.at.UnixMilli(), a.id), summary: Summary{ID: "squatter"}}).columns(nil)
		if _, err := s.db.write.Exec(s.db.d.sql(bulk{head: rowInsert, columns: columnCount}.statement(1)), taken...); err != nil {
			t.Fatal(err)
		}
		add(t, s, a, b)
		if n := count(t, s, "traces"); n != 3 {
			t.Errorf("%d traces", n)
		}
		if n := count(t, s, "bodies"); n != 2 {
			t.Errorf("%d bodies", n)
		}
	})
}

func TestFeedback(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		add(t, s, one(1), one(2))
		if err := s.SetFeedback(ctx, one(2).id, json.RawMessage(`{"kind": "false-refusal", "by": "ann"}`), nil); err != nil {
			t.Fatal(err)
		}
		got, err := s.Get(ctx, one(2).id)
		if err != nil || !strings.Contains(string(got), `"feedback":{"kind":"false-refusal","by":"ann"},"metadata"`) {
			t.Errorf("%s, %v", got, err)
		}
		if got := ids(list(t, s, Filter{Feedback: true})); got != "2" {
			t.Errorf("%q", got)
		}
		for _, said := range []json.RawMessage{[]byte(`{"kind":"right"}`), []byte(`{"kind":"false_refusal"}`), nil} {
			a, want := ledger.Access{Action: "feedback withdrawn", Target: one(2).id}, ""
			if said != nil {
				a = ledger.Access{Action: "feedback", Target: FeedbackTarget(one(2).id, said)}
				want = a.Target
			}
			bad := s.SetFeedback(ctx, one(2).id, said, &a)
			if last, err := s.Notes.LastSaid(ctx, one(2).id); errors.Join(bad, err) != nil || last != want {
				t.Errorf("%s: %q, %v, %v", said, last, bad, err)
			}
		}
		if err := s.SetFeedback(ctx, "vt_none", json.RawMessage(`{}`), nil); !errors.Is(err, ErrNotFound) {
			t.Errorf("%v", err)
		}
		for _, bad := range []string{``, `null`, `[]`, `"good"`, `{`} {
			if err := s.SetFeedback(ctx, one(1).id, json.RawMessage(bad), nil); !errors.Is(err, ErrFilter) {
				t.Errorf("%s: %v", bad, err)
			}
		}
	})
}

func TestAccesses(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		want := []ledger.Access{{At: noon, Who: "ann", Role: "admin", Action: "delete", Target: "app clinic", Count: 7}, {At: noon.Add(-time.Hour), Who: "bob", Action: "read", Target: "vt_1", Count: 1}}
		for _, a := range want {
			if err := s.Notes.LogAccess(ctx, a); err != nil {
				t.Fatal(err)
			}
		}
		got, _, err := s.Notes.Accesses(ctx, Filter{Limit: 10})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
}

// TestAccessesOfOneMomentAreLostBetweenPages: pages hold each access once, however many came at a time.
func TestAccessesOfOneMomentAreLostBetweenPages(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		for i := range 9 {
			if err := s.Notes.LogAccess(ctx, ledger.Access{At: noon.Add(time.Duration(i/7) * time.Second), Who: "ann", Action: "read", Target: strconv.Itoa(i)}); err != nil {
				t.Fatal(err)
			}
		}
		met := map[string]bool{}
		for f, pages := (Filter{Limit: 3}), 0; ; pages++ {
			page, next, err := s.Notes.Accesses(ctx, f)
			for _, a := range page {
				met[a.Target] = true
			}
			if f.Cursor = next; err != nil || next == "" {
				if err != nil || pages != 2 || len(met) != 9 {
					t.Errorf("%d further pages held %v, %v", pages, met, err)
				}
				break
			}
		}
		if n, err := s.Notes.CountAccesses(ctx); n != 9 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}

// inFiles reports whether a text stands in a database's files.

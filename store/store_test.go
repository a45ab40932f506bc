package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var ctx = context.Background()

func add(tb testing.TB, s *Store, samples ...sample) {
	tb.Helper()
	var traces []*Trace
	for _, one := range samples {
		traces = append(traces, one.trace(tb))
	}
	if err := s.Append(ctx, traces); err != nil {
		tb.Fatal(err)
	}
}

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
	if err := s.read.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
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
		a, b := one(1).trace(t), one(1).trace(t)
		b.summary.ID = "other"
		for b.sequence() != a.sequence() {
			b.summary.ID += "x" // until it meets the same number
			if len(b.summary.ID) > 3 {
				break
			}
		}
		taken := row{a.sequence(), a}
		if _, err := s.write.Exec(s.d.sql(`INSERT INTO traces (`+rowColumns+`) VALUES (`+questions(18)+`)`),
			b.sequence(), "squatter", 0, "", "", "", "", "", "", "", "", "", "", 0, 0, 0, 0, []byte{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Append(ctx, []*Trace{taken.trace, b}); err != nil {
			t.Fatal(err)
		}
		if n := count(t, s, "traces"); n != 3 {
			t.Errorf("%d traces", n)
		}
		if n := count(t, s, "bodies"); n != 2 {
			t.Errorf("%d bodies", n)
		}
	})
}

func TestListFilters(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := 1; i <= 9; i++ {
			one := one(i)
			if i%2 == 0 {
				one.app, one.user = "legal", ""
			}
			if i%3 == 0 {
				one.verdict, one.findings, one.model = "refused", []string{"snippet-altered", "claim-number"}, "small"
			}
			if i == 5 {
				one.question = "Wie viel Paracetamol, 100%_sicher?"
			}
			all = append(all, one)
		}
		add(t, s, all...)
		for _, c := range []struct {
			name string
			f    Filter
			want string
		}{
			{"all", Filter{}, "1 2 3 4 5 6 7 8 9"},
			{"app", Filter{App: "legal"}, "2 4 6 8"},
			{"verdict", Filter{Verdict: "refused"}, "3 6 9"},
			{"several verdicts", Filter{Verdict: "refused,healed,grounded"}, "1 2 3 4 5 6 7 8 9"},
			{"several verdicts that are rare", Filter{Verdict: "refused,failed"}, "3 6 9"},
			{"several verdicts and app", Filter{App: "legal", Verdict: "failed,refused"}, "6"},
			{"app and verdict", Filter{App: "legal", Verdict: "refused"}, "6"},
			{"finding", Filter{Finding: "claim-number"}, "3 6 9"},
			{"finding and app", Filter{Finding: "claim-number", App: "clinic"}, "3 9"},
			{"finding, app and model", Filter{Finding: "claim-number", App: "clinic", Model: "gpt-4o"}, ""},
			{"model", Filter{Model: "small"}, "3 6 9"},
			{"model and app", Filter{Model: "small", App: "legal"}, "6"},
			{"user", Filter{User: "u-17"}, "1 3 5 7 9"},
			{"user and verdict", Filter{User: "u-17", Verdict: "refused"}, "3 9"},
			{"text", Filter{Text: "pARACETAMOL"}, "5"},
			{"text with signs", Filter{Text: "100%_S"}, "5"},
			{"text of the answer", Filter{Text: "4 G in", App: "legal"}, "2 4 6 8"},
			{"since", Filter{Since: noon.Add(-3 * time.Minute)}, "1 2 3"},
			{"until", Filter{Until: noon.Add(-7 * time.Minute)}, "8 9"},
			{"since and app", Filter{Since: noon.Add(-4 * time.Minute), App: "legal"}, "2 4"},
			{"nothing", Filter{App: "nobody"}, ""},
			{"NUL", Filter{App: "\x00", Text: "\x00"}, ""},
		} {
			if got := ids(list(t, s, c.f)); got != c.want {
				t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			}
			var matched Page
			for _, one := range all {
				if tr := one.trace(t); c.f.Match(tr) {
					matched.Traces = append(matched.Traces, tr.summary)
				}
			}
			if got := ids(matched); got != c.want {
				t.Errorf("%s: %q match, want %q", c.name, got, c.want)
			}
		}
		if _, err := s.List(ctx, Filter{Cursor: "!"}); !errors.Is(err, ErrFilter) {
			t.Errorf("%v", err)
		}
	})
}

func TestPagesJoinUp(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := 1; i <= 9; i++ {
			all = append(all, one(i))
		}
		add(t, s, all...)
		for _, f := range []Filter{{Limit: 4}, {Limit: 4, App: "clinic", Model: "gpt-4o"}, {Limit: 3, Text: "adult"}} {
			var pages []string
			for {
				page := list(t, s, f)
				pages = append(pages, ids(page))
				if page.Next == "" {
					break
				}
				f.Cursor = page.Next
			}
			if got := strings.Join(pages, " "); got != "1 2 3 4 5 6 7 8 9" {
				t.Errorf("%+v: %q", f, pages)
			}
		}
	})
}

func TestSummary(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		one := one(1)
		one.verdict, one.findings = "refused", []string{"claim-number", "claim-number"}
		add(t, s, one)
		want := Summary{
			ID: one.id, Timestamp: "2026-11-20T11:59:00.000Z", App: "clinic", User: "u-17", Policy: "clinical", Model: "gpt-4o",
			Question: "How much may an adult take? (1)", Verdict: "refused", Failing: true, Findings: []string{"claim-number"},
			Citations: 1, Attempts: 1, TotalMS: 13.5,
		}
		if diff := cmp.Diff([]Summary{want}, list(t, s, Filter{}).Traces); diff != "" {
			t.Error(diff)
		}
	})
}

func TestStats(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		a, b, c := one(1), one(2), one(3)
		b.app, b.verdict, b.findings, b.verified = "legal", "refused", []string{"claim-number"}, false
		c.at = noon.Add(-50 * time.Hour)
		add(t, s, a, b, c)
		got, err := s.Stats(ctx, Filter{Since: noon.Add(-60 * time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		want := Stats{
			Total: 3, Failing: 1,
			ByVerdict: map[string]int64{"grounded": 2, "refused": 1}, ByApp: map[string]int64{"clinic": 2, "legal": 1},
			ByFinding: map[string]int64{"claim-number": 1}, ByModel: map[string]int64{"gpt-4o": 3},
			FailingByApp: map[string]int64{"legal": 1}, FailingByModel: map[string]int64{"gpt-4o": 1}, FailingByFinding: map[string]int64{"claim-number": 1},
			Series: []Point{
				{Start: time.Date(2026, 11, 18, 10, 0, 0, 0, time.UTC), Seconds: 3600, Total: 1, ByVerdict: map[string]int64{"grounded": 1}},
				{Start: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC), Seconds: 3600, Total: 2, ByVerdict: map[string]int64{"grounded": 1, "refused": 1}},
			},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		byDay, err := s.Stats(ctx, Filter{App: "clinic"})
		if err != nil || byDay.Total != 2 || len(byDay.Series) != 2 || byDay.Series[0].Seconds != 86400 {
			t.Errorf("%+v, %v", byDay, err)
		}
	})
}

func TestFailing(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := 1; i <= 6; i++ {
			one := one(i)
			one.verified = i > 2
			if i == 6 {
				one.chunks, one.verified = []string{strings.Repeat("Another passage. ", 9)}, false
			}
			all = append(all, one)
		}
		add(t, s, all...)
		got, err := s.Failing(ctx, Filter{App: "clinic"})
		if err != nil {
			t.Fatal(err)
		}
		for i := range got.Chunks {
			if len(got.Chunks[i].SHA256) != 32 {
				t.Errorf("%+v", got.Chunks[i])
			}
			got.Chunks[i].SHA256 = ""
		}
		want := Failures{
			Documents: []Failure{{Name: "d1", Cited: 6, Failed: 3}},
			Chunks: []Failure{
				{Document: "d1", Excerpt: clip(all[0].chunks[0], 160), Cited: 5, Failed: 2},
				{Document: "d1", Excerpt: all[5].chunks[0], Cited: 1, Failed: 1},
			},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestFeedback(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		add(t, s, one(1), one(2))
		if err := s.SetFeedback(ctx, one(2).id, json.RawMessage(`{"kind": "false-refusal", "by": "ann"}`)); err != nil {
			t.Fatal(err)
		}
		got, err := s.Get(ctx, one(2).id)
		if err != nil || !strings.Contains(string(got), `"feedback":{"by":"ann","kind":"false-refusal"},"metadata"`) {
			t.Errorf("%s, %v", got, err)
		}
		if got := ids(list(t, s, Filter{Feedback: true})); got != "2" {
			t.Errorf("%q", got)
		}
		if err := s.SetFeedback(ctx, "vt_none", json.RawMessage(`{}`)); !errors.Is(err, ErrNotFound) {
			t.Errorf("%v", err)
		}
		for _, bad := range []string{``, `null`, `[]`, `"good"`, `{`} {
			if err := s.SetFeedback(ctx, one(1).id, json.RawMessage(bad)); !errors.Is(err, ErrFilter) {
				t.Errorf("%s: %v", bad, err)
			}
		}
	})
}

func TestDelete(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		shared := one(1)
		private := one(2)
		private.user, private.findings = "eve", []string{"claim-number"}
		private.chunks = append(private.chunks, strings.Repeat("Only Eve has read this. ", 9))
		other := one(3)
		other.app, other.user = "legal", "eve"
		add(t, s, shared, private, other)
		if n, err := s.Delete(ctx, Selector{User: "eve", App: "clinic"}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if got := ids(list(t, s, Filter{})); got != "1 3" {
			t.Errorf("%q", got)
		}
		if n := count(t, s, "chunks"); n != 1 {
			t.Errorf("%d chunk texts are left", n)
		}
		stats, err := s.Stats(ctx, Filter{})
		if err != nil || stats.Total != 2 || len(stats.ByFinding) != 0 {
			t.Errorf("%+v, %v", stats, err)
		}
		// What was deleted is written again when it comes again.
		again := private
		again.id = "vt_again"
		add(t, s, again)
		if got, err := s.Get(ctx, "vt_again"); err != nil || !strings.Contains(string(got), "Only Eve") {
			t.Errorf("%s, %v", got, err)
		}
		for _, c := range []struct {
			sel  Selector
			want int
		}{{Selector{ID: shared.id}, 1}, {Selector{ID: "vt_none"}, 0}, {Selector{User: "eve"}, 2}, {Selector{App: "clinic"}, 0}} {
			if n, err := s.Delete(ctx, c.sel); n != c.want || err != nil {
				t.Errorf("%+v: %d, %v", c.sel, n, err)
			}
		}
		for _, table := range []string{"traces", "bodies", "findings", "chunks"} {
			if n := count(t, s, table); n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
		if _, err := s.Delete(ctx, Selector{}); !errors.Is(err, ErrFilter) {
			t.Errorf("an empty selector: %v", err)
		}
	})
}

func TestExport(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := 1; i <= 2*exportPage+5; i++ {
			all = append(all, one(i))
		}
		add(t, s, all...)
		n := 0
		err := s.Export(ctx, Filter{App: "clinic"}, func(line []byte) error {
			if want := strings.TrimSuffix(string(all[n].line()), "\n"); want != string(line) {
				t.Fatalf("%d: %s", n, line)
			}
			n++
			return nil
		})
		if err != nil || n != len(all) {
			t.Errorf("%d of %d, %v", n, len(all), err)
		}
		stop := errors.New("enough")
		if err := s.Export(ctx, Filter{}, func([]byte) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("%v", err)
		}
	})
}

func TestSweepByAge(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		young, old := one(1), one(2)
		old.at = noon.Add(-40 * 24 * time.Hour)
		old.chunks[0] = strings.Repeat("An old passage. ", 9)
		s.now = at(old.at)
		add(t, s, old)
		s.now = at(noon)
		add(t, s, young)
		if err := s.LogAccess(ctx, Access{At: old.at, Who: "ann", Action: "read"}); err != nil {
			t.Fatal(err)
		}
		got, err := s.Sweep(ctx, Retention{Age: 30 * 24 * time.Hour})
		if err != nil || got.Traces != 1 || got.Chunks != 1 {
			t.Errorf("%+v, %v", got, err)
		}
		stats, err := s.Stats(ctx, Filter{})
		if err != nil || stats.Total != 1 || ids(list(t, s, Filter{})) != "1" {
			t.Errorf("%+v, %v", stats, err)
		}
		if n := count(t, s, "accesses"); n != 0 {
			t.Errorf("%d accesses are left", n)
		}
		if got, err := s.Sweep(ctx, Retention{}); err != nil || got.Traces != 0 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestSweepBySize(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		for page := range 10 {
			var all []sample
			for i := range 1000 {
				all = append(all, one(page*1000+i))
			}
			add(t, s, all...)
		}
		before, err := s.Size(ctx)
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Sweep(ctx, Retention{Size: before / 2})
		if err != nil {
			t.Fatal(err)
		}
		after, err := s.Size(ctx)
		if err != nil || after > before/2 || after < before/5 {
			t.Errorf("%d bytes, then %d: %v", before, after, err)
		}
		if page := list(t, s, Filter{Limit: 1}); ids(page) != "" && page.Traces[0].ID != one(0).id {
			t.Errorf("the newest went first: %+v", page)
		}
		if left := count(t, s, "traces"); int64(left)+got.Traces != 10_000 || left != count(t, s, "bodies") {
			t.Errorf("%d left, %d deleted", left, got.Traces)
		}
	})
}

func TestAccesses(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		want := []Access{{At: noon, Who: "ann", Action: "delete", Target: "app clinic", Count: 7}, {At: noon.Add(-time.Hour), Who: "bob", Action: "read", Target: "vt_1", Count: 1}}
		for _, a := range want {
			if err := s.LogAccess(ctx, a); err != nil {
				t.Fatal(err)
			}
		}
		got, err := s.Accesses(ctx, 10)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(diff, err)
		}
	})
}

func TestInstancesStartTogether(t *testing.T) {
	for _, driver := range []Driver{SQLite, Postgres} {
		t.Run(string(driver), func(t *testing.T) {
			o := options(t, driver)
			var all sync.WaitGroup
			for i := range 6 {
				all.Go(func() {
					s, err := Open(ctx, o)
					if err != nil {
						t.Error(err)
						return
					}
					defer s.Close()
					for j := range 5 {
						if err := s.Append(ctx, []*Trace{one(i*100 + j).trace(t), one(j).trace(t)}); err != nil {
							t.Error(err)
						}
					}
				})
			}
			all.Wait()
			s := open(t, o)
			stats, err := s.Stats(ctx, Filter{})
			if err != nil || stats.Total != 30 || count(t, s, "traces") != 30 {
				t.Errorf("%+v, %v", stats, err)
			}
		})
	}
}

func TestWritersAndADeleterDoNotLoseTexts(t *testing.T) {
	for _, driver := range []Driver{SQLite, Postgres} {
		t.Run(string(driver), func(t *testing.T) {
			o := options(t, driver)
			var all sync.WaitGroup
			for i := range 2 {
				all.Go(func() {
					s := open(t, o)
					for j := range 20 {
						one := one(1000*i + j)
						one.app = fmt.Sprint("app", i)
						if err := s.Append(ctx, []*Trace{one.trace(t)}); err != nil {
							t.Error(err)
						}
						if i == 0 {
							if _, err := s.Delete(ctx, Selector{App: "app0"}); err != nil {
								t.Error(err)
							}
						}
					}
				})
			}
			all.Wait()
			s := open(t, o)
			err := s.Export(ctx, Filter{}, func(line []byte) error {
				if strings.Contains(string(line), `"text":null`) {
					t.Errorf("a text is gone: %s", line)
				}
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestANewerStoreIsLeftAlone(t *testing.T) {
	for _, driver := range []Driver{SQLite, Postgres} {
		t.Run(string(driver), func(t *testing.T) {
			o := options(t, driver)
			s := open(t, o)
			if _, err := s.write.Exec(`UPDATE meta SET n = 1000 WHERE name = 'schema'`); err != nil {
				t.Fatal(err)
			}
			if _, err := Open(ctx, o); !errors.Is(err, ErrNewer) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestOpenSaysWhatIsWrong(t *testing.T) {
	for _, o := range []Options{{Driver: "mysql"}, {Driver: SQLite, DSN: t.TempDir()}, {Driver: Postgres, DSN: "postgres://user:geheim@[/x"}} {
		_, err := Open(ctx, o)
		if err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestRefusedTellsTheDataFromTheDatabase(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		if err := s.AppendLines(ctx, []byte("{}\n")); !Refused(err) {
			t.Errorf("%v", err)
		}
		_, err := s.write.Exec(`INSERT INTO meta (name, n) VALUES ('schema', 1)`)
		if !Refused(err) {
			t.Errorf("%v", err)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.Append(gone, []*Trace{one(1).trace(t)}); err == nil || Refused(err) {
			t.Errorf("%v", err)
		}
	})
}

func TestWhatIsDeletedIsNotLeftInTheFile(t *testing.T) {
	o := options(t, SQLite)
	s := open(t, o)
	secret := one(1)
	secret.question = "What ails Mrs Featherstonehaugh?"
	add(t, s, secret, one(2))
	if !inFiles(t, o.DSN, "Featherstonehaugh") {
		t.Fatal("the question is nowhere: the test says nothing")
	}
	if _, err := s.Delete(ctx, Selector{ID: secret.id}); err != nil {
		t.Fatal(err)
	}
	if inFiles(t, o.DSN, "eatherstonehaugh") {
		t.Error("the question is still there")
	}
}

// inFiles reports whether a text stands in a database's files.
func inFiles(t *testing.T, path, text string) bool {
	t.Helper()
	for _, name := range []string{path, path + "-wal"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), text) {
			return true
		}
	}
	return false
}

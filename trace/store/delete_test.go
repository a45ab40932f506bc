package store

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"vouchsafe/trace/ledger"
)

func TestDelete(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		shared := one(1)
		private := one(2)
		private.user, private.findings = "eve", []string{"claim-number"}
		passage := strings.Repeat("Only Eve has read this. ", 9)
		private.chunks = append(private.chunks, passage, passage) // and so kept apart
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

func TestSweepByAge(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		young, old := one(1), one(2)
		old.at = noon.Add(-40 * 24 * time.Hour)
		old.chunks[0], old.verified = strings.Repeat("An old passage. ", 9), false // and so kept apart
		s.db.now = at(old.at)
		add(t, s, old)
		s.db.now = at(noon)
		add(t, s, young)
		if err := s.Notes.LogAccess(ctx, ledger.Access{At: old.at, Who: "ann", Action: "read"}); err != nil {
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

// TestASweepThatDeletesNothingLeavesNoWord: what a store says of itself is held against what the chain of the files knows.
func TestASweepThatDeletesNothingLeavesNoWord(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		add(t, s, one(1))
		before, err := s.Extent(ctx)
		if err != nil {
			t.Fatal(err)
		}
		s.db.now = at(noon.Add(time.Hour))
		got, err := s.Sweep(ctx, Retention{Age: 30 * 24 * time.Hour})
		after, failed := s.Extent(ctx)
		if err != nil || failed != nil || got.Traces != 0 || after != before {
			t.Errorf("%+v, %v: %+v, before %+v, %v", got, err, after, before, failed)
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

func TestWhatIsDeletedIsNotLeftInTheFile(t *testing.T) {
	for name, remove := range map[string]func(s *Store, id string) error{
		"deleted": func(s *Store, id string) error { _, err := s.Delete(ctx, Selector{ID: id}); return err },
		"expired": func(s *Store, _ string) error { _, err := s.Sweep(ctx, Retention{Age: 24 * time.Hour}); return err },
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, SQLite)
			s := open(t, o)
			s.db.now = at(noon)
			secret := one(1)
			secret.question, secret.at = "What ails Mrs Featherstonehaugh?", noon.Add(-30*24*time.Hour)
			add(t, s, secret, one(2))
			if !inFiles(t, o.DSN, "Featherstonehaugh") || !inFiles(t, o.DSN, "featherstonehaugh") {
				t.Fatal("the question is nowhere: the test says nothing")
			}
			if err := remove(s, secret.id); err != nil {
				t.Fatal(err)
			}
			if inFiles(t, o.DSN, "eatherstonehaugh") {
				t.Error("the question is still there")
			}
		})
	}
}

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

// TestTheSameQuestionHasOneAnswerAfterRetention: days counted what hours had lost.
func TestTheSameQuestionHasOneAnswerAfterRetention(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		s.db.now = at(noon)
		var all []sample
		for i := range 12 {
			one := one(i)
			one.at = noon.Add(-5*time.Hour + time.Duration(i)*time.Minute)
			if i >= 8 {
				one.at = one.at.Add(4 * time.Hour)
			}
			all = append(all, one)
		}
		add(t, s, all...)
		if _, err := s.db.write.Exec(s.db.d.sql(`UPDATE meta SET n = ? WHERE name = 'begun'`), noon.Add(-72*time.Hour).Unix()); err != nil {
			t.Fatal(err)
		}
		whole, oldest := Filter{Since: noon.Add(-5 * time.Hour)}, noon.Add(-5*time.Hour+5*time.Minute)
		if s, err := s.Stats(ctx, whole); err != nil || s.Total != 12 || s.KeptFrom != nil {
			t.Errorf("%d, %+v, %v", s.Total, s.KeptFrom, err)
		}
		if got, err := s.Sweep(ctx, Retention{Age: 5*time.Hour - 5*time.Minute}); err != nil || got.Traces != 5 {
			t.Fatal(got, err)
		}
		for want, filters := range map[int64][]Filter{
			7: {whole, {}, {Since: noon.Add(-24 * time.Hour)}, {Since: noon.Add(-7 * 24 * time.Hour)}, {Since: noon.Add(-5*time.Hour + 150*time.Second)}},
			3: {{Since: whole.Since, Until: noon.Add(-4 * time.Hour)}},
			0: {{Until: noon.Add(-5*time.Hour + 3*time.Minute)}},
			4: {{Since: noon.Add(-4 * time.Hour)}},
		} {
			for _, f := range filters {
				got, err := s.Stats(ctx, f)
				if err != nil || got.Total != want {
					t.Errorf("%+v: %d exchanges, %v", f, got.Total, err)
				}
				if k := got.KeptFrom; (k == nil) != (want == 4) || k != nil && !k.Equal(oldest) {
					t.Errorf("%+v: kept from %v", f, k)
				}
				if n, err := s.Count(ctx, f); err != nil || n.N != want {
					t.Errorf("%+v: %d exchanges are listed, %v", f, n.N, err)
				}
			}
		}
	})
}

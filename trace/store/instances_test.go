package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

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
						if err := s.AppendLines(ctx, [][]byte{one(i*100 + j).line(), one(j).line()}); err != nil {
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
						if err := s.AppendLines(ctx, [][]byte{one.line()}); err != nil {
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

func TestAStoreWithAnotherSchemaIsLeftAlone(t *testing.T) {
	for _, driver := range []Driver{SQLite, Postgres} {
		t.Run(string(driver), func(t *testing.T) {
			for another, want := range map[int]error{version - 1: ErrOlder, 1000: ErrNewer} {
				o := options(t, driver)
				s := open(t, o)
				if _, err := s.db.write.Exec(s.db.d.sql(`UPDATE meta SET n = ? WHERE name = 'schema'`), another); err != nil {
					t.Fatal(err)
				}
				if _, err := Open(ctx, o); !errors.Is(err, want) {
					t.Errorf("%v", err)
				}
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
		if err := s.AppendLines(ctx, linesOf([]byte("{}\n"))); !Refused(err) {
			t.Errorf("%v", err)
		}
		_, err := s.db.write.Exec(`INSERT INTO meta (name, n) VALUES ('schema', 1)`)
		if !Refused(err) {
			t.Errorf("%v", err)
		}
		gone, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.AppendLines(gone, [][]byte{one(1).line()}); err == nil || Refused(err) {
			t.Errorf("%v", err)
		}
	})
}

package store

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/report"
)

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
				one.question = "Wie viel Paracetamol, 100%_sicher?\n\"Höchstens\" <4 g>"
			}
			if i == 7 {
				one.reply = "The model said seven."
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
			{"text with signs", Filter{Text: "100%_SICHER"}, "5"},
			{"the beginning of a word", Filter{Text: "paracet"}, "5"},
			{"the middle of a word", Filter{Text: "acetamol"}, ""},
			{"a figure whole", Filter{Text: "10"}, ""},
			{"words in any order", Filter{Text: "sicher, wie"}, "5"},
			{"words of which one is nowhere", Filter{Text: "sicher unsicher"}, ""},
			{"a finding and a text", Filter{Text: "adult", Finding: "claim-number", App: "clinic"}, "3 9"},
			{"what counts as refused", Filter{CountsAs: []report.CountsAs{"refused"}, App: "clinic"}, "3 9"},
			{"what counts as held", Filter{CountsAs: []report.CountsAs{"held"}, User: "u-17"}, "1 5 7"},
			{"what counts as one of two", Filter{CountsAs: []report.CountsAs{"held", "refused"}, User: "u-17"}, "1 3 5 7 9"},
			{"a proof that older traces do not tell", Filter{Proof: []report.Proof{"unknown"}, App: "legal"}, "2 4 6 8"},
			{"a proof that none has", Filter{Proof: []report.Proof{"own-words", "cited"}}, ""},
			{"signs without a word", Filter{Text: "%"}, ""},
			{"text that JSON escapes", Filter{Text: "\n\"HÖCHSTENS\" <4"}, "5"},
			{"text over a line's members", Filter{Text: "question"}, ""},
			{"text of the answer", Filter{Text: "4 G in", App: "legal"}, "2 4 6 8"},
			{"text that the model wrote", Filter{Text: "the model said SEVEN", App: "clinic"}, "7"},
			{"document", Filter{Document: "d1", App: "legal"}, "2 4 6 8"},
			{"document that was not cited", Filter{Document: "d2"}, ""},
			{"chunk by id", Filter{Chunk: "c1", Verdict: "refused"}, "3 6 9"},
			{"chunk by hash", Filter{Chunk: hashed(all[6].chunks[0])}, "1 2 3 4 5 6 7 8 9"},
			{"unreviewed", Filter{Unreviewed: true, App: "legal"}, "2 4 6 8"},
			{"since", Filter{Since: noon.Add(-3 * time.Minute)}, "1 2 3"},
			{"until", Filter{Until: noon.Add(-7 * time.Minute)}, "8 9"},
			{"since and app", Filter{Since: noon.Add(-4 * time.Minute), App: "legal"}, "2 4"},
			{"nothing", Filter{App: "nobody"}, ""},
			{"NUL", Filter{App: "\x00", Text: "\x00"}, ""},
		} {
			if got := ids(list(t, s, c.f)); got != c.want {
				t.Errorf("%s: got %q, want %q", c.name, got, c.want)
			}
			if n, err := s.Count(ctx, c.f); n != (Counted{N: int64(len(strings.Fields(c.want)))}) || err != nil {
				t.Errorf("%s: counted %+v, %v, want %q", c.name, n, err, c.want)
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

// TestFailuresAreFoundBehindThousandsOfQuotedExchanges: a policy that quotes
// whatever words cannot prove fills page after page with what is no failure.
func TestFailuresAreFoundBehindThousandsOfQuotedExchanges(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		var all []sample
		for i := range 2300 {
			quoted := one(i)
			quoted.verdict, quoted.findings = "quoted", []string{"claim-unsupported"}
			if i < 3 {
				quoted.findings = []string{"claim-number"}
			}
			all = append(all, quoted)
		}
		add(t, s, all...)
		for _, f := range []Filter{{Failing: true}, {Failing: true, App: "clinic"}, {Failing: true, User: "u-17", Since: noon.Add(-1e4 * time.Hour)}} {
			page := list(t, s, f)
			n, err := s.Count(ctx, f)
			if len(page.Traces) != 3 || page.Next != "" || n != (Counted{N: 3}) || err != nil {
				t.Errorf("%+v: %d traces, next %q, %+v, %v", f, len(page.Traces), page.Next, n, err)
			}
		}
		if n, err := s.Count(ctx, Filter{Verdict: "quoted", Cursor: cursor(1)}); n != (Counted{N: 2300}) || err != nil {
			t.Errorf("%+v, %v", n, err)
		}
	})
}

func TestWhatFailsIsOneListHereAndThere(t *testing.T) {
	for _, c := range report.AllCounts() {
		if strings.Contains(failingOnly, "'"+string(c)+"'") != c.Fails() {
			t.Errorf("the store and the figures differ on %s", c)
		}
	}
}

func TestSummary(t *testing.T) {
	everywhere(t, func(t *testing.T, s *Store) {
		one := one(1)
		one.verdict, one.findings = "refused", []string{"claim-number", "claim-number"}
		add(t, s, one)
		want := Summary{
			ID: one.id, Timestamp: "2026-11-20T11:59:00.000Z", App: "clinic", User: "u-17", Policy: "clinical", Model: "gpt-4o",
			Question: "How much may an adult take? (1)", Verdict: "refused", CountsAs: "refused", Proof: "unknown", Failing: true, Findings: []string{"claim-number"}, Detail: "it differs",
			Citations: 1, Attempts: 1, TotalMS: 13.5,
		}
		if diff := cmp.Diff([]Summary{want}, list(t, s, Filter{}).Traces); diff != "" {
			t.Error(diff)
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

// hashed is how a chunk's text is named.
func hashed(text string) string {
	h := hashOf(text)
	return hex.EncodeToString(h[:])
}

package alerts

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/report"
)

var start = time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)

// phase is a time in which exchanges come at one pace, a share of which counts as something.
type phase struct {
	long, pace time.Duration
	share      float64
	as         report.CountsAs
}

// play returns the minutes in which alerts were raised.
func play(w *Watch, phases ...phase) (raised []int) {
	at := start
	for _, p := range phases {
		due := 0.0
		for end := at.Add(p.long); at.Before(end); at = at.Add(p.pace) {
			counts := report.AsHeld
			if due += p.share; due >= 1 {
				due, counts = due-1, p.as
			}
			if a := w.Observe("a", counts, at); a != nil {
				raised = append(raised, int(at.Sub(start).Minutes()))
			}
		}
	}
	return raised
}

func TestWhenAnAlertIsRaised(t *testing.T) {
	const h, s, m = time.Hour, time.Second, time.Minute
	for _, tt := range []struct {
		name   string
		phases []phase
		want   []int
	}{
		{"a quiet day", []phase{{24 * h, 20 * s, 0.05, report.AsRefused}}, nil},
		{"an app that always fails a lot is told of once", []phase{{24 * h, 20 * s, 0.4, report.AsChanged}}, []int{6}},
		{"repairs are failures that were saved", []phase{{h, 20 * s, 0, report.AsHeld}, {h, 20 * s, 0.6, report.AsSaved}}, []int{63}},
		{"it gets worse twice", []phase{{h, 20 * s, 0, report.AsHeld}, {20 * m, 20 * s, 0.6, report.AsRefused}, {4 * h, 20 * s, 0, report.AsHeld},
			{20 * m, 20 * s, 0.6, report.AsRefused}}, []int{63, 323}},
		{"what was not verified says nothing", []phase{{h, 20 * s, 1, report.AsSkipped}, {h, 20 * s, 1, report.AsFailed}}, nil},
		{"a policy that quotes means to", []phase{{h, 20 * s, 0.9, report.AsVerbatim}}, nil},
		{"too few to tell", []phase{{24 * h, 2 * m, 1, report.AsRefused}}, nil},
	} {
		if diff := cmp.Diff(tt.want, play(New(Rules{FailureRate: 0.2, Window: 10 * time.Minute}), tt.phases...)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestTimesOutOfOrderAndOddRulesRaiseNothing(t *testing.T) {
	for _, window := range []time.Duration{0, 1, time.Minute, 1000 * time.Hour} {
		w := New(Rules{FailureRate: 0.2, Window: window})
		for _, at := range []time.Time{start, start.Add(-48 * time.Hour), start.Add(time.Hour), {}, time.Unix(-5, 0), start.AddDate(200, 0, 0)} {
			if got := w.Observe("a", report.AsRefused, at); got != nil {
				t.Errorf("%s: %v raises %v", window, at, got)
			}
		}
	}
}

func TestOtherRules(t *testing.T) {
	w := New(Rules{FailureRate: 0.9, Window: 10 * time.Minute})
	if got := play(w, phase{time.Hour, 20 * time.Second, 0.5, report.AsRefused}); got != nil {
		t.Errorf("%v", got)
	}
	w.SetRules(Rules{FailureRate: 0.2, Window: 9 * time.Minute})
	if got := play(w, phase{time.Hour, 20 * time.Second, 0.5, report.AsRefused}); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestMessage(t *testing.T) {
	a := Alert{App: "clinic", At: start, Window: 10 * time.Minute}
	a.Figures.Add(report.AsHeld, 11)
	a.Figures.Add(report.AsChanged, 9)
	want := `{"text":"Vouchsafe, clinic: failure rate 45 %: 9 grounding failures of 20 verified answers in the last 10m. https://audit.example.org/failures?app=clinic",` +
		`"alert":"failure-rate","app":"clinic","at":"2026-11-20T08:00:00Z","window_seconds":600,"exchanges":20,"verified":20,"failures":9,"failure_rate":0.45,` +
		`"held":11,"verbatim":0,"saved":0,"changed":9,"refused":0,"ungrounded":0,"skipped":0,"failed":0,"url":"https://audit.example.org/failures?app=clinic"}`
	if diff := cmp.Diff(want, string(a.Message("https://audit.example.org/"))); diff != "" {
		t.Error(diff)
	}
	a.Window = time.Hour
	if got := string(a.Message("")); !strings.Contains(got, "in the last 1h.") || strings.Contains(got, `"url"`) {
		t.Error(got)
	}
}

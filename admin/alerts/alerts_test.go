package alerts

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/report"
)

func TestFailing(t *testing.T) {
	of := func(failing, verified int) counts { return counts{verified: verified, failing: failing} }
	for _, tt := range []struct {
		name      string
		now, past counts
		want      bool
	}{
		{"nothing at all", counts{}, counts{}, false},
		{"too few", of(19, 19), counts{}, false},
		{"enough, and nothing known of the past", of(12, 20), counts{}, true},
		{"a few more than the rate, and nothing known of the past", of(6, 20), counts{}, false},
		{"below the rate", of(3, 20), counts{}, false},
		{"too little known of the past", of(12, 20), of(10, 20), true},
		{"as it always was, below the rate", of(15, 100), of(150, 1000), false},
		{"somewhat worse, as chance has it", of(22, 100), of(180, 1000), false},
		{"as it always was, above the rate", of(30, 100), of(300, 1000), true},
		{"much worse", of(60, 100), of(300, 1000), true},
		{"from none to many", of(25, 100), of(0, 1000), true},
		{"better than ever, and still bad", of(30, 100), of(900, 1000), true},
		{"good again", of(3, 100), of(900, 1000), false},
		{"skipped exchanges are no answers", counts{skipped: 1000}, of(0, 100), false},
	} {
		if got := failing(tt.now, tt.past, 0.2); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
	if failing(of(0, 100), counts{}, 0) {
		t.Error("with a rate of 0, no failure is an alarm")
	}
}

func TestTail(t *testing.T) {
	for _, tt := range []struct {
		part, all int
		p, want   float64
	}{
		{0, 10, 0.5, 1}, {10, 10, 0.5, 1.0 / 1024}, {5, 10, 0.5, 0.623046875}, {1, 3, 0.1, 0.271}, {2, 2, 0, 0}, {1, 1, 1, 1},
		{500, 1000, 0.5, 0.5126125}, {20, 20, 0.001, 1e-60},
	} {
		if got := tail(tt.part, tt.all, tt.p); math.Abs(got-tt.want) > 1e-6*tt.want+1e-66 {
			t.Errorf("%d of %d at %g: %g, want %g", tt.part, tt.all, tt.p, got, tt.want)
		}
	}
}

func TestFading(t *testing.T) {
	of := func(skipped, all int) counts { return counts{verified: all - skipped, skipped: skipped} }
	for _, tt := range []struct {
		name      string
		now, past counts
		want      bool
	}{
		{"nothing at all", counts{}, counts{}, false},
		{"nothing known of the past", of(100, 100), counts{}, false},
		{"too few", of(19, 19), of(0, 1000), false},
		{"enforcement is off at once", of(20, 20), of(0, 1000), true},
		{"as it always was", of(50, 100), of(500, 1000), false},
		{"an app that never has context", of(100, 100), of(1000, 1000), false},
		{"a rise by less than the rate", of(15, 100), of(0, 1000), false},
		{"a rise by the rate", of(20, 100), of(0, 1000), true},
		{"the few that were verified are so no more", of(200, 200), of(900, 1000), true},
		{"of those, somewhat fewer", of(93, 100), of(900, 1000), false},
		{"a fall", of(0, 100), of(900, 1000), false},
	} {
		if got := fading(tt.now, tt.past, 0.2); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

var start = time.Date(2026, time.November, 20, 8, 0, 0, 0, time.UTC)

// phase is a stretch of time in which exchanges come evenly.
type phase struct {
	lasts time.Duration
	every time.Duration
	share float64 // of verdict, the rest is grounded
	of    report.Verdict
}

// play lets phases go by and returns the alarms, with the minute at which each
// was raised.
func play(w *Watch, phases ...phase) []string {
	var raised []string
	at := start
	random := rand.New(rand.NewPCG(1, 2))
	for _, p := range phases {
		for end := at.Add(p.lasts); at.Before(end); at = at.Add(p.every) {
			v := report.Grounded
			if random.Float64() < p.share {
				v = p.of
			}
			for _, a := range w.Observe("clinic", v, at) {
				raised = append(raised, fmt.Sprintf("%s at %.0f", a.Kind, at.Sub(start).Minutes()))
			}
		}
	}
	return raised
}

func TestOverTime(t *testing.T) {
	rules := Rules{FailureRate: 0.2, Window: 10 * time.Minute}
	const h, s, m = time.Hour, time.Second, time.Minute
	for _, tt := range []struct {
		name   string
		phases []phase
		want   []string
	}{
		{"a quiet day", []phase{{24 * h, 20 * s, 0.05, report.Refused}}, nil},
		{"an app that always fails a lot is told of once", []phase{{24 * h, 20 * s, 0.4, report.Refused}}, []string{"failures at 36"}},
		{"it gets worse", []phase{{3 * h, 20 * s, 0.05, report.Redacted}, {h, 20 * s, 0.6, report.Redacted}}, []string{"failures at 186"}},
		{"it gets worse twice", []phase{{3 * h, 20 * s, 0, report.Refused}, {20 * m, 20 * s, 0.6, report.Refused}, {4 * h, 20 * s, 0, report.Refused}, {20 * m, 20 * s, 0.6, report.Refused}},
			[]string{"failures at 183", "failures at 442"}},
		{"a prompt template changes", []phase{{3 * h, 20 * s, 0.02, report.Skipped}, {3 * h, 20 * s, 1, report.Skipped}}, []string{"skipped at 182"}},
		{"a template changes, and few exchanges come", []phase{{5 * h, 2 * m, 0, report.Skipped}, {3 * h, 2 * m, 1, report.Skipped}}, []string{"skipped at 310"}},
		{"an upstream is down", []phase{{3 * h, 20 * s, 0, report.Failed}, {h, 20 * s, 1, report.Failed}}, nil},
	} {
		if diff := cmp.Diff(tt.want, play(New(rules), tt.phases...)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

func TestAppsAreApart(t *testing.T) {
	w := New(Rules{FailureRate: 0.2, Window: time.Minute})
	for i := range 100 {
		at := start.Add(time.Duration(i) * time.Second)
		if got := w.Observe(fmt.Sprintf("app-%d", i%10), report.Refused, at); got != nil {
			t.Errorf("%v after %d exchanges of ten apps", got, i+1)
		}
	}
}

func TestTimesOutOfOrderAndOddRulesRaiseNothing(t *testing.T) {
	for _, window := range []time.Duration{0, 1, time.Minute, 1000 * time.Hour} {
		w := New(Rules{FailureRate: 0.2, Window: window})
		for _, at := range []time.Time{start, start.Add(-48 * time.Hour), start.Add(time.Hour), {}, time.Unix(-5, 0), start.AddDate(200, 0, 0)} {
			if got := w.Observe("a", report.Refused, at); got != nil {
				t.Errorf("%s: %v raises %v", window, at, got)
			}
		}
	}
}

func TestOtherRules(t *testing.T) {
	w := New(Rules{FailureRate: 1, Window: 10 * time.Minute})
	if got := play(w, phase{time.Hour, 20 * time.Second, 0.5, report.Refused}); got != nil {
		t.Errorf("%v", got)
	}
	w.SetRules(Rules{FailureRate: 0.2, Window: 5 * time.Minute})
	if got := play(w, phase{time.Hour, 20 * time.Second, 0.5, report.Refused}); len(got) != 1 {
		t.Errorf("%v", got)
	}
}

func TestMessage(t *testing.T) {
	before := 0.031
	a := Alert{Kind: Failures, App: "clinic", At: start, Span: 10 * time.Minute, Count: 9, Of: 20, Before: &before}
	want := `{"text":"Vouchsafe, clinic: 45 % of 20 verified answers did not hold in the last 10m; before that it was 3 %. https://audit.example.org/failures?app=clinic",` +
		`"alert":"failures","app":"clinic","at":"2026-11-20T08:00:00Z","window_seconds":600,"share":0.45,"before":0.031,"count":9,"of":20,"url":"https://audit.example.org/failures?app=clinic"}`
	if diff := cmp.Diff(want, string(a.Message("https://audit.example.org/"))); diff != "" {
		t.Error(diff)
	}
	a.Kind, a.Before, a.Span = Skips, nil, time.Hour
	if got := string(a.Message("")); !strings.Contains(got, "not verified in the last 1h, so enforcement may be off.") || strings.Contains(got, `"url"`) {
		t.Error(got)
	}
}

func BenchmarkObserve(b *testing.B) {
	w := New(Rules{FailureRate: 0.2, Window: 10 * time.Minute})
	b.ReportAllocs()
	at := start
	for b.Loop() {
		at = at.Add(time.Second)
		w.Observe("clinic", report.Grounded, at)
	}
}

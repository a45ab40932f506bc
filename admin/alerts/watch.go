package alerts

import (
	"sync"
	"time"

	"vouchsafe/grounding/report"
)

// Rules say when to raise an alarm.
type Rules struct {
	FailureRate float64       // share of verified answers; and of exchanges, by which the share that is skipped may rise
	Window      time.Duration // in which exchanges are counted
}

// Kind says what has happened.
type Kind string

const (
	Failures Kind = "failures" // answers fail too often
	Skips    Kind = "skipped"  // exchanges pass unverified
)

// Alert is an alarm about one app. It is raised once; again only when all was
// well for a window in between.
type Alert struct {
	Kind   Kind
	App    string
	At     time.Time
	Span   time.Duration // in which the exchanges were counted
	Count  int           // of failing answers, or of skipped exchanges
	Of     int           // of verified answers, or of all exchanges
	Before *float64      // the share before that; nil where too little is known
}

// Share is the share that gave the alarm.
func (a Alert) Share() float64 { return share(a.Count, a.Of) }

// Watch keeps the recent past of every app. It is safe for concurrent use.
type Watch struct {
	mu    sync.Mutex
	rules Rules
	apps  map[string]*app
}

// app is what is known of one app.
type app struct {
	history history
	raised  map[Kind]int64 // slot in which a condition held last, since an alarm was raised
}

// New returns a watch that knows of no past.
func New(r Rules) *Watch { return &Watch{rules: r, apps: map[string]*app{}} }

// SetRules puts other rules in force. Another window forgets the past.
func (w *Watch) SetRules(r Rules) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if r.Window != w.rules.Window {
		w.apps = map[string]*app{}
	}
	w.rules = r
}

// Observe notes how an exchange of an app came out, and returns the alarms
// that it raises.
func (w *Watch) Observe(name string, v report.Verdict, at time.Time) []Alert {
	c, told := countsOf(v)
	if name == "" || !told {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.apps[name]
	if a == nil {
		a = &app{history: history{}, raised: map[Kind]int64{}}
		w.apps[name] = a
	}
	number := slotOf(at, w.rules.Window)
	a.history.add(number, c)
	now, past, span := a.history.split(number, leastNow)
	alert := Alert{App: name, At: at, Span: time.Duration(span) * w.rules.Window / slotsPerWindow}
	var alerts []Alert
	rate := w.rules.FailureRate
	if a.raise(Failures, number, failing(now, past, rate), share(now.failing, now.verified) >= rate) {
		alert.Kind, alert.Count, alert.Of = Failures, now.failing, now.verified
		alert.Before = before(past.failing, past.verified)
		alerts = append(alerts, alert)
	}
	if a.raise(Skips, number, fading(now, past, rate), false) {
		alert.Kind, alert.Count, alert.Of = Skips, now.skipped, now.all()
		alert.Before = before(past.skipped, past.all())
		alerts = append(alerts, alert)
	}
	return alerts
}

// raise reports whether a condition that holds is news. It is none as long as
// it has held, or something that is still as bad, within a window.
func (a *app) raise(k Kind, number int64, holds, stillBad bool) bool {
	last, raised := a.raised[k]
	known := raised && number-last <= slotsPerWindow
	if holds || known && stillBad {
		a.raised[k] = number
	}
	return holds && !known
}

// before is the share of the past, nil where it is of too few.
func before(part, all int) *float64 {
	if all < leastPast {
		return nil
	}
	s := report.Round4(share(part, all))
	return &s
}

// countsOf is what a verdict counts as; false for an exchange that an upstream
// or a client has ended, which says nothing about answers.
func countsOf(v report.Verdict) (counts, bool) {
	switch {
	case v == report.Failed:
		return counts{}, false
	case v == report.Skipped:
		return counts{skipped: 1}, true
	case v.Fails():
		return counts{verified: 1, failing: 1}, true
	}
	return counts{verified: 1}, true
}

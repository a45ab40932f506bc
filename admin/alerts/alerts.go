// Package alerts notices when the failure rate of an app reaches what its
// operator allows, and words the alert.
//
// It counts as everything else does (report.Figures), over the last window, and
// tells once: again only when the rate was lower for a whole window in between.
// What takes a longer memory (a rate that rises, exchanges that begin to pass
// unverified) is left to the rules for Prometheus in deploy/prometheus.
//
// It reads no clock, keeps nothing on disk, and sends nothing.
package alerts

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"vouchsafe/grounding/report"
)

// Rules say when to tell.
type Rules struct {
	FailureRate float64       // grounding failures as a share of verified answers
	Window      time.Duration // in which exchanges are counted
}

// leastVerified is how many verified answers a rate is taken of: of fewer it
// says nothing.
const leastVerified = 20

// Alert says that the failure rate of an app is high.
type Alert struct {
	App     string
	At      time.Time
	Window  time.Duration
	Figures report.Figures // of the window
}

// Watch keeps the last window of every app. It is safe for concurrent use.
type Watch struct {
	mu    sync.Mutex
	rules Rules
	apps  map[string]*app
}

// app is what an app did in the last window, in tenths of it, by their number.
type app struct {
	slots [slots]struct {
		number int64
		report.Figures
	}
	bad int64 // number of the tenth in which the rate was last too high
	was bool  // it ever was
}

const slots = 10

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

// Observe notes what an exchange of an app counts as, and returns the alert that
// it raises, or nil.
func (w *Watch) Observe(name string, counts report.CountsAs, at time.Time) *Alert {
	if name == "" {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	a := w.apps[name]
	if a == nil {
		a = &app{}
		w.apps[name] = a
	}
	number := at.UnixNano() / int64(max(w.rules.Window/slots, 1))
	f := a.add(number, counts)
	if f.Verified < leastVerified || *f.FailureRate < w.rules.FailureRate {
		return nil
	}
	known := a.was && number-a.bad <= slots
	if a.bad, a.was = max(a.bad, number), true; known {
		return nil
	}
	return &Alert{name, at, w.rules.Window, f}
}

// add counts an exchange, and returns the figures of the window that ends with
// its tenth.
func (a *app) add(number int64, counts report.CountsAs) (sum report.Figures) {
	slot := &a.slots[uint64(number)%slots]
	if slot.number != number {
		slot.number, slot.Figures = number, report.Figures{}
	}
	slot.Add(counts, 1)
	for i := range a.slots {
		if s := &a.slots[i]; s.number > number-slots && s.number <= number {
			for _, c := range report.AllCounts() {
				if n := s.Of(c); n > 0 {
					sum.Add(c, n)
				}
			}
		}
	}
	return sum
}

// String is an alert in words.
func (a *Alert) String() string {
	return fmt.Sprintf("Vouchsafe, %s: failure rate %.0f %%: %d grounding failures of %d verified answers in the last %s.",
		a.App, 100**a.Figures.FailureRate, a.Figures.Failures, a.Figures.Verified, short(a.Window))
}

// Message is an alert as a webhook gets it, in JSON. Its text is what chat
// programs show. publicURL is where people reach the dashboard, "" for unknown.
func (a *Alert) Message(publicURL string) []byte {
	m := struct {
		Text          string  `json:"text"`
		Alert         string  `json:"alert"`
		App           string  `json:"app"`
		At            string  `json:"at"`
		WindowSeconds float64 `json:"window_seconds"`
		report.Figures
		URL string `json:"url,omitempty"`
	}{a.String(), "failure-rate", a.App, a.At.UTC().Format(time.RFC3339), a.Window.Seconds(), a.Figures, ""}
	if publicURL != "" {
		m.URL = strings.TrimSuffix(publicURL, "/") + "/failures?app=" + url.QueryEscape(a.App)
		m.Text += " " + m.URL
	}
	body, err := json.Marshal(m)
	if err != nil {
		return nil // a message holds nothing that cannot be written
	}
	return body
}

// short writes a duration without the units that are zero: 10m, 1h30m.
func short(d time.Duration) string {
	s := d.Round(time.Second).String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

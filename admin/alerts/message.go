package alerts

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"vouchsafe/grounding/report"
)

// message is an alert as a webhook gets it. Its text is what chat programs
// show of a message that they get at a webhook of theirs.
type message struct {
	Text          string   `json:"text"`
	Alert         Kind     `json:"alert"`
	App           string   `json:"app"`
	At            string   `json:"at"`
	WindowSeconds float64  `json:"window_seconds"`
	Share         float64  `json:"share"`
	Before        *float64 `json:"before"`
	Count         int      `json:"count"`
	Of            int      `json:"of"`
	URL           string   `json:"url,omitempty"`
}

// Message is an alert as JSON. publicURL is where people reach the dashboard,
// "" for unknown.
func (a Alert) Message(publicURL string) []byte {
	m := message{
		Text: a.String(), Alert: a.Kind, App: a.App, At: a.At.UTC().Format(time.RFC3339), WindowSeconds: a.Span.Seconds(),
		Share: report.Round4(a.Share()), Before: a.Before, Count: a.Count, Of: a.Of,
	}
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

// String is an alert in words.
func (a Alert) String() string {
	what := "%s: %s of %d verified answers did not hold in the last %s"
	if a.Kind == Skips {
		what = "%s: %s of %d exchanges were not verified in the last %s, so enforcement may be off"
	}
	text := fmt.Sprintf("Vouchsafe, "+what, a.App, percent(a.Share()), a.Of, short(a.Span))
	if a.Before != nil {
		return text + "; before that it was " + percent(*a.Before) + "."
	}
	return text + "."
}

func percent(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// short writes a duration without the units that are zero.
func short(d time.Duration) string {
	s := d.Round(time.Second).String()
	s = strings.TrimSuffix(s, "m0s")
	if s != d.Round(time.Second).String() {
		s += "m"
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

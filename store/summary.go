package store

import (
	"slices"

	"github.com/tidwall/gjson"
)

// Summary is what a list shows of a trace.
type Summary struct {
	ID           string   `json:"query_id"`
	Timestamp    string   `json:"timestamp"` // RFC 3339, UTC
	App          string   `json:"app"`
	User         string   `json:"user,omitempty"`
	Conversation string   `json:"conversation,omitempty"`
	Policy       string   `json:"policy"`
	Model        string   `json:"model"`
	Question     string   `json:"question"` // its first 240 characters
	Verdict      string   `json:"verdict"`
	Reason       string   `json:"reason,omitempty"`
	Failing      bool     `json:"failing"`  // see Failing
	Findings     []string `json:"findings"` // codes, each once
	Citations    int      `json:"citations"`
	Attempts     int      `json:"attempts"`
	TotalMS      float64  `json:"total_ms"`
	HasFeedback  bool     `json:"has_feedback"`
}

// Failing reports whether a verdict says that an answer, or a part of it, did
// not hold.
func Failing(verdict string) bool {
	return slices.Contains([]string{"refused", "redacted", "marked", "ungrounded"}, verdict)
}

// nameBytes bounds what clients call things: it stands in every index.
const nameBytes = 200

// set takes over a member of a trace.
func (s *Summary) set(name string, value gjson.Result) {
	text := plain(value.Str)
	if name != "question" {
		text = clip(text, nameBytes)
	}
	switch name {
	case "query_id":
		s.ID = text
	case "timestamp":
		s.Timestamp = text
	case "app":
		s.App = text
	case "user":
		s.User = text
	case "conversation":
		s.Conversation = text
	case "policy":
		s.Policy = text
	case "model":
		s.Model = text
	case "question":
		s.Question = clipRunes(text, questionRunes)
	case "verdict":
		s.Verdict = text
	case "reason":
		s.Reason = text
	case "findings":
		s.findings(value)
	case "attempts":
		s.attempts(value)
	case "latency":
		s.TotalMS = value.Get("total_ms").Float()
	case "feedback":
		s.HasFeedback = value.IsObject()
	}
}

func (s *Summary) findings(list gjson.Result) {
	list.ForEach(func(_, f gjson.Result) bool {
		if code := plain(f.Get("code").Str); code != "" && !slices.Contains(s.Findings, code) {
			s.Findings = append(s.Findings, code)
		}
		return true
	})
}

// attempts counts them, and notes what failed in those before the last one.
func (s *Summary) attempts(list gjson.Result) {
	list.ForEach(func(_, a gjson.Result) bool {
		s.Attempts++
		s.findings(a.Get("findings"))
		return true
	})
}

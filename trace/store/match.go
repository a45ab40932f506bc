package store

import (
	"slices"
	"strings"
	"time"
)

// Match reports whether a filter chooses a trace: the same as a query does,
// for traces that are in no store. Limit and Cursor are not heeded.
func (f Filter) Match(t *Trace) bool {
	m, at := &t.summary, time.UnixMilli(t.at)
	same := func(want, is string) bool { return want == "" || plain(want) == is }
	switch {
	case !same(f.App, m.App), !same(f.Model, m.Model), !same(f.User, m.User),
		f.Verdict != "" && !slices.Contains(strings.Split(f.Verdict, ","), m.Verdict),
		f.Finding != "" && !slices.Contains(m.Findings, f.Finding),
		f.Feedback && !m.HasFeedback,
		!f.Since.IsZero() && at.Before(f.Since), !f.Until.IsZero() && !at.Before(f.Until):
		return false
	}
	return strings.Contains(t.search, strings.ToLower(plain(f.Text)))
}

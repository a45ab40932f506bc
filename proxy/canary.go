package proxy

import (
	"github.com/zeebo/xxh3"

	"vouchsafe/policy"
)

// canary is the form of an app in which it serves an exchange: the app itself,
// or, for the share of exchanges that is to be spared, the app as one that
// only observes. Which it is follows from the trace id alone, which the
// gateway makes and no client chooses.
func (a *App) canary(id string) *App {
	if a.observed != nil && int(xxh3.HashString(id)%100) < a.Spared {
		return a.observed
	}
	return a
}

// sparedForm is the app as one that only observes; nil where none of its
// exchanges is to be spared.
func (a *App) sparedForm() *App {
	if a.Spared <= 0 || a.Policy.Mode != policy.Enforce {
		return nil
	}
	b := *a
	b.Policy.Mode = policy.Observe
	b.PolicyHash = policy.Hash(b.Policy)
	return &b
}

// weaker reports whether an answer may get through under a's rules that would
// not under b's.
func (a *App) weaker(b *App) bool {
	return policy.Weaker(a.Policy, b.Policy) || a.enforced() < b.enforced()
}

// Laxer lists the apps that anyone may choose by their path although their
// policy is weaker than that of the default app. An operator may want that, and
// should know.
func (s *Setup) Laxer() []string {
	var names []string
	for i, app := range s.Apps {
		if s.Open && i > 0 && app.Prefix != "" && len(app.Keys) == 0 && app.weaker(s.Apps[0]) {
			names = append(names, app.Name)
		}
	}
	return names
}

// enforced is the percentage of exchanges that an app enforces.
func (a *App) enforced() int {
	if a.Policy.Mode != policy.Enforce {
		return 0
	}
	return 100 - a.Spared
}

package policy

import (
	"slices"
	"time"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/verify"
)

// Rules are the policy in the words of the verification. now is the day from
// which the age of sources is counted.
func (p Policy) Rules(now time.Time) verify.Rules {
	return verify.Rules{
		Snippet: quote.Mode(p.Verify.Snippet), MinChars: p.Verify.MinChars, MaxChars: p.Verify.MaxChars,
		MinRetrieval: p.Verify.MinRetrievalSimilarity, Claims: claim.Level(p.Verify.Claims),
		MinSupport: p.Verify.Support, MaxRisk: p.Verify.MaxRisk,
		Snap: slices.Contains(p.Heal, Snap), Relink: slices.Contains(p.Heal, Relink), Renumber: slices.Contains(p.Heal, Renumber),
		Tiers: p.Trust.Tiers, MinTrust: p.Trust.MinScore, MaxAge: p.Trust.MaxAge, Now: now,
		Accounted: p.Verify.Accounted, Relevance: p.Verify.Relevance != RelevanceOff, Unchanged: p.Mode != Enforce,
	}
}

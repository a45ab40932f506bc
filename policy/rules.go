package policy

import (
	"slices"
	"time"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/verify"
)

// Rules are the policy in the words of the verification. now is the day from
// which the age of sources is counted. Where a judge decides about open
// claims, or their source takes their place, their risk and support hold
// nothing against them.
func (p Policy) Rules(now time.Time) verify.Rules {
	support, risk := p.Verify.Support, p.Verify.MaxRisk
	if p.Verify.Open != OpenRisk && p.Verify.Open != OpenNear {
		support, risk = 0, 1
	}
	return verify.Rules{
		Snippet: quote.Mode(p.Verify.Snippet), MinChars: p.Verify.MinChars, MaxChars: p.Verify.MaxChars,
		MinRetrieval: p.Verify.MinRetrievalSimilarity, Claims: claim.Level(p.Verify.Claims),
		MinSupport: support, MaxRisk: risk,
		HoldOpen:     p.Verify.Open == OpenFail,
		Near:         p.Verify.Open == OpenNear,
		HoldUnjudged: p.Verify.Unjudged == UnjudgedFail && p.Verify.Judge == "" || p.Verify.Open == OpenFail,
		Snap:         slices.Contains(p.Heal, Snap), Relink: slices.Contains(p.Heal, Relink), Renumber: slices.Contains(p.Heal, Renumber),
		Tiers: p.Trust.Tiers, MinTrust: p.Trust.MinScore, MaxAge: p.Trust.MaxAge, Now: now,
		Accounted: p.Verify.Accounted, Relevance: p.Verify.Relevance != RelevanceOff, Unchanged: p.Mode != Enforce, Leans: repair.Leans,
	}
}

package policy

import (
	"path"
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

// AutoAnswerTools reports whether a single tool that the request forces is
// taken for one whose arguments are an answer.
func (p Policy) AutoAnswerTools() bool { return slices.Contains(p.AnswerTools, Auto) }

// NamesAnswerTool reports whether the policy says by a name or a pattern that
// the arguments of this tool are an answer.
func (p Policy) NamesAnswerTool(tool string) bool {
	return slices.ContainsFunc(p.AnswerTools, func(pattern string) bool {
		matches, err := path.Match(pattern, tool)
		return err == nil && matches && pattern != Auto
	})
}

// Held says why a streamed answer is verified whole before its first word
// leaves; "" where the policy lets it leave sentence by sentence. What has
// left cannot be taken back, so a rule that looks at the whole answer, or a
// refusal in place of it, holds the stream.
func (p Policy) Held() string {
	switch {
	case p.Stream.Mode != Progressive:
		return "stream.mode is " + string(p.Stream.Mode)
	case p.OnFailure == RefuseAnswer:
		return "on_failure is refuse"
	case p.Verify.Coverage < 1:
		return "coverage is below 1"
	case p.Verify.Verifiable > 0:
		return "verifiable looks at the whole answer"
	case p.Trust.MinAnswer > 0:
		return "trust.min_answer looks at the whole answer"
	case p.Verify.Relevance == RelevanceFail:
		return "relevance looks at the whole answer"
	case p.Citations.Render == RenderJSON:
		return "the answer is rendered as JSON"
	case p.Reasoning == PassReasoning:
		return "reasoning is passed"
	}
	return ""
}

package policy

import (
	"maps"
	"slices"
)

// Weaker reports whether a is weaker than b in any respect: whether there may
// be an answer that a lets through and b does not. It errs on the side of
// yes, because it guards who may choose a policy: what cannot be ranked
// counts as weaker where it differs.
func Weaker(a, b Policy) bool {
	if a.Mode == Off || b.Mode == Off {
		return rank(a.Mode, modes) < rank(b.Mode, modes)
	}
	return slices.ContainsFunc(aspects, func(weaker func(a, b Policy) bool) bool { return weaker(a, b) })
}

// Orders of values, weakest first.
var (
	modes     = []Mode{Off, Observe, Enforce}
	noContext = []NoContext{PassNoContext, RefuseNoContext}
	snippets  = []Snippet{Fuzzy, Normalized, Exact}
	claims    = []Claims{NumericClaims, FactualClaims, AllClaims}
	tasks     = []Tasks{AutoTasks, ClosedTasks, NoTasks}
	failures  = []OnFailure{MarkAnswer, QuoteAnswer, RedactAnswer, RefuseAnswer}
	opens     = []Open{OpenRisk, OpenNear, OpenJudge, OpenQuote, OpenFail}
	unjudged  = []Unjudged{UnjudgedOpen, UnjudgedFail}
	relevance = []Relevance{RelevanceOff, RelevanceWarn, RelevanceFail}
	reasoning = []Reasoning{PassReasoning, DropReasoning}
)

// rank is a value's place in an order. An unknown value is the weakest.
func rank[T comparable](v T, order []T) int { return slices.Index(order, v) }

// aspects are the respects in which one policy can be weaker than another.
var aspects = []func(a, b Policy) bool{
	func(a, b Policy) bool { return rank(a.Mode, modes) < rank(b.Mode, modes) },
	func(a, b Policy) bool { return rank(a.WhenNoContext, noContext) < rank(b.WhenNoContext, noContext) },
	func(a, b Policy) bool { return rank(a.OnFailure, failures) < rank(b.OnFailure, failures) },
	func(a, b Policy) bool { return rank(a.Reasoning, reasoning) < rank(b.Reasoning, reasoning) },
	otherEvidence,
	// a lets calls pass as tasks that b does not.
	func(a, b Policy) bool {
		return rank(a.Tasks, tasks) < rank(b.Tasks, tasks) || !subset(a.Exempt.Rules, b.Exempt.Rules)
	},
	weakerSnippet,
	weakerClaim,
	weakerOpinion,
	weakerTrust,
	func(a, b Policy) bool { return !subset(a.Heal, b.Heal) },
	func(a, b Policy) bool { return !subset(b.AnswerTools, a.AnswerTools) },
}

// otherEvidence: what counts as evidence differs. More evidence lets more
// claims stand, and less may leave none, which is a way past every check
// where an exchange without context passes: neither is the stricter.
func otherEvidence(a, b Policy) bool {
	x, y := a.Context, b.Context
	return !sameSet(x.Layouts, y.Layouts) || !maps.Equal(x.Roles, y.Roles) ||
		x.Beside != y.Beside || x.Scope != y.Scope || x.WholeMessage != y.WholeMessage
}

func weakerSnippet(a, b Policy) bool {
	x, y := a.Verify, b.Verify
	return rank(x.Snippet, snippets) < rank(y.Snippet, snippets) ||
		x.MinChars < y.MinChars || x.MaxChars > y.MaxChars ||
		x.MinRetrievalSimilarity < y.MinRetrievalSimilarity
}

func weakerClaim(a, b Policy) bool {
	x, y := a.Verify, b.Verify
	return rank(x.Claims, claims) < rank(y.Claims, claims) || x.Coverage < y.Coverage ||
		x.Support < y.Support || x.MaxRisk > y.MaxRisk || x.Verifiable < y.Verifiable ||
		x.MinIdealOverlap < y.MinIdealOverlap || !subset(x.IgnorePaths, y.IgnorePaths)
}

// weakerOpinion: a lets more claims pass that words do not prove. Two judges
// cannot be ranked, nor can a judge and the risk of a claim.
func weakerOpinion(a, b Policy) bool {
	x, y := a.Verify, b.Verify
	if x.Open == OpenJudge && (y.Open == OpenRisk || y.Open == OpenNear) || x.Judge != y.Judge {
		return true
	}
	return rank(x.Open, opens) < rank(y.Open, opens) || rank(x.Unjudged, unjudged) < rank(y.Unjudged, unjudged) ||
		rank(x.Relevance, relevance) < rank(y.Relevance, relevance) || y.Accounted && !x.Accounted
}

// weakerTrust: a asks less of its sources, or ranks them by another table
// while b asks something of them.
func weakerTrust(a, b Policy) bool {
	x, y := a.Trust, b.Trust
	if x.MinScore < y.MinScore || x.MinAnswer < y.MinAnswer {
		return true
	}
	if y.MaxAge > 0 && (x.MaxAge == 0 || x.MaxAge > y.MaxAge) {
		return true
	}
	asks := y.MinScore > 0 || y.MinAnswer > 0
	return asks && Hash(Policy{Trust: Trust{Tiers: x.Tiers}}) != Hash(Policy{Trust: Trust{Tiers: y.Tiers}})
}

// subset reports whether every element of a is in b.
func subset[T comparable](a, b []T) bool {
	return !slices.ContainsFunc(a, func(v T) bool { return !slices.Contains(b, v) })
}

func sameSet[T comparable](a, b []T) bool { return subset(a, b) && subset(b, a) }

package policy

import (
	"maps"
	"slices"
	"time"
)

// Names of the built-in policies.
const (
	BuiltinObserve   = "observe"
	BuiltinLenient   = "lenient"
	BuiltinBalanced  = "balanced"
	BuiltinVerbatim  = "verbatim"
	BuiltinStrict    = "strict"
	BuiltinPynucleus = "pynucleus"
)

// strictMaxRisk is the point up to which, on labelled answers, no more than
// 15 % of the answers that people found good are refused. It follows from the
// risk model of package claim and changes with it.
const strictMaxRisk = 0.5

// Names lists the built-in policies, mildest first.
func Names() []string {
	return []string{BuiltinObserve, BuiltinLenient, BuiltinBalanced, BuiltinVerbatim, BuiltinStrict, BuiltinPynucleus}
}

// Builtin returns the built-in policy of that name. Each call returns a value
// of its own, which the caller may change.
func Builtin(name string) (Policy, bool) {
	switch name {
	case BuiltinObserve:
		return observe(), true
	case BuiltinLenient:
		return lenient(), true
	case BuiltinBalanced:
		return balanced(), true
	case BuiltinVerbatim:
		return verbatim(), true
	case BuiltinStrict:
		return strict(), true
	case BuiltinPynucleus:
		return pynucleus(), true
	}
	return Policy{}, false
}

// balanced is the default: what fails is repaired once, then the source's own
// words take its place.
func balanced() Policy {
	return Policy{
		Mode:          Enforce,
		WhenNoContext: PassNoContext,
		Context: Context{
			Layouts: []string{Auto},
			Roles:   map[string]Role{"tool": PrimaryRole, "system": PrimaryRole, "developer": PrimaryRole, "user": FallbackRole},
			Beside:  AutoBeside,
			Scope:   CurrentScope,
		},
		Exempt:    Exempt{Auto: true},
		Citations: Citations{Dialect: AutoDialect, Marker: Auto, References: AutoReferences, Render: RenderText},
		Verify: Verify{
			Snippet: Fuzzy, Similarity: 0.85, MinChars: 12, MaxChars: 600,
			Claims: FactualClaims, Coverage: 1, Support: 0.15, MaxRisk: 0.8,
			Open: OpenRisk, Unjudged: UnjudgedOpen, Relevance: RelevanceWarn, Accounted: true,
		},
		AnswerTools: []string{Auto},
		Heal:        []Heal{Snap, Relink, Renumber},
		Repair:      Repair{Attempts: 1, Budget: 45 * time.Second},
		OnFailure:   QuoteAnswer,
		Refusal: Refusal{
			Message: "I can't answer that from the provided sources.", FinishReason: ContentFilter, OwnSchema: OwnSchemaRefusal,
		},
		Stream:    Stream{Mode: Progressive, Heartbeat: 10 * time.Second},
		Reasoning: DropReasoning,
		Report:    FullReport,
	}
}

// observe changes nothing that reaches the model or the client.
func observe() Policy {
	p := balanced()
	p.Mode = Observe
	return p
}

// lenient asks for support where figures are at stake, and shows the rest
// with a mark.
func lenient() Policy {
	p := balanced()
	p.Verify.Claims = NumericClaims
	p.Verify.Coverage = 0.8
	p.Verify.Accounted = false
	p.OnFailure = MarkAnswer
	return p
}

// verbatim shows the source's own words wherever words do not prove a claim.
// No reader sees a paraphrase that nobody checked.
func verbatim() Policy {
	p := balanced()
	p.Verify.Claims = AllClaims
	p.Verify.Open = OpenQuote
	return p
}

// strict lets an answer through whole or not at all.
func strict() Policy {
	p := balanced()
	p.Verify.Claims = AllClaims
	p.Verify.MaxRisk = strictMaxRisk
	p.Verify.Unjudged = UnjudgedFail
	p.OnFailure = RefuseAnswer
	p.Stream.Mode = Buffered
	return p
}

// pynucleus carries the figures of that published standard as they stand. It
// knows no estimate of risk, so that limit is open.
func pynucleus() Policy {
	p := strict()
	p.Citations.Dialect = "dagger"
	p.Citations.Marker = "[†{n}]"
	p.Verify.Support = 0.85
	p.Verify.Verifiable = 0.9
	p.Verify.MinRetrievalSimilarity = 0.1
	p.Verify.MinIdealOverlap = 0.85
	p.Verify.MaxLatency = 5 * time.Second
	p.Verify.MaxRisk = 1
	p.Verify.Unjudged = UnjudgedOpen
	return p
}

// Clone returns a copy that shares no map and no slice with p.
func Clone(p Policy) Policy {
	p.Context.Layouts = slices.Clone(p.Context.Layouts)
	p.Context.Roles = maps.Clone(p.Context.Roles)
	p.Exempt.Rules = slices.Clone(p.Exempt.Rules)
	p.Verify.IgnorePaths = slices.Clone(p.Verify.IgnorePaths)
	p.AnswerTools = slices.Clone(p.AnswerTools)
	p.Heal = slices.Clone(p.Heal)
	p.Refusal.ByLanguage = maps.Clone(p.Refusal.ByLanguage)
	p.Trust.Tiers = maps.Clone(p.Trust.Tiers)
	for name, tier := range p.Trust.Tiers {
		tier.Match = slices.Clone(tier.Match)
		p.Trust.Tiers[name] = tier
	}
	return p
}

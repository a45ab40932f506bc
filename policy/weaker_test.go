package policy

import (
	"testing"
	"time"

	"vouchsafe/grounding/trust"
)

func TestNoPolicyIsWeakerThanItself(t *testing.T) {
	for _, name := range Names() {
		p, _ := Builtin(name)
		q, _ := Builtin(name)
		if Weaker(p, q) {
			t.Errorf("%s", name)
		}
	}
}

func TestBuiltinsInOrder(t *testing.T) {
	order := []string{BuiltinObserve, "lenient", BuiltinBalanced, "strict"}
	for i := range order {
		for j := range order {
			a, _ := Builtin(order[i])
			b, _ := Builtin(order[j])
			weaker := i < j
			if order[i] == BuiltinObserve || order[j] == BuiltinObserve {
				continue // observe checks by factual claims, lenient enforces fewer: see below
			}
			if Weaker(a, b) != weaker {
				t.Errorf("%s weaker than %s: %v", order[i], order[j], !weaker)
			}
		}
	}
	if !Weaker(builtinOf(BuiltinObserve), builtinOf("lenient")) || !Weaker(builtinOf("lenient"), builtinOf(BuiltinObserve)) {
		t.Error("observe acts on nothing and lenient looks at less: each is weaker in some respect")
	}
	off := builtinOf(BuiltinBalanced)
	off.Mode = Off
	if !Weaker(off, builtinOf(BuiltinObserve)) || Weaker(builtinOf(BuiltinObserve), off) {
		t.Error("off is weaker than everything, and nothing is weaker than off")
	}
}

func TestAnyRespectWillDo(t *testing.T) {
	base := func() Policy {
		p := builtinOf(BuiltinBalanced)
		p.Verify.Open, p.Verify.Unjudged, p.Verify.MinIdealOverlap = OpenQuote, UnjudgedFail, 0.5
		p.Verify.Judge, p.Verify.Verifiable, p.Verify.MinRetrievalSimilarity = "nli", 0.2, 0.1
		p.Trust = Trust{MinScore: 0.5, MinAnswer: 0.5, MaxAge: time.Hour}
		p.AnswerTools = []string{"answer"}
		p.WhenNoContext = RefuseNoContext
		p.OnFailure = RefuseAnswer
		p.Heal = []Heal{Snap}
		p.Exempt, p.Tasks = Exempt{}, NoTasks
		p.Verify.Snippet = Exact
		p.Verify.Claims = AllClaims
		return p
	}
	for name, weaken := range map[string]func(*Policy){
		"mode":            func(p *Policy) { p.Mode = Observe },
		"no context":      func(p *Policy) { p.WhenNoContext = PassNoContext },
		"layouts":         func(p *Policy) { p.Context.Layouts = []string{"dify"} },
		"roles":           func(p *Policy) { p.Context.Roles["user"] = PrimaryRole },
		"fewer roles":     func(p *Policy) { p.Context.Roles["tool"] = IgnoreRole },
		"beside":          func(p *Policy) { p.Context.Beside = IgnoreBeside },
		"scope":           func(p *Policy) { p.Context.Scope = ConversationScope },
		"whole message":   func(p *Policy) { p.Context.WholeMessage = true },
		"tasks":           func(p *Policy) { p.Tasks = AutoTasks },
		"closed tasks":    func(p *Policy) { p.Tasks = ClosedTasks },
		"exempt rule":     func(p *Policy) { p.Exempt.Rules = []ExemptRule{{Head: "Rank"}} },
		"snippet":         func(p *Policy) { p.Verify.Snippet = Normalized },
		"unknown snippet": func(p *Policy) { p.Verify.Snippet = "loose" },
		"min chars":       func(p *Policy) { p.Verify.MinChars = 1 },
		"max chars":       func(p *Policy) { p.Verify.MaxChars = 9000 },
		"retrieval":       func(p *Policy) { p.Verify.MinRetrievalSimilarity = 0 },
		"claims":          func(p *Policy) { p.Verify.Claims = FactualClaims },
		"coverage":        func(p *Policy) { p.Verify.Coverage = 0.9 },
		"support":         func(p *Policy) { p.Verify.Support = 0 },
		"risk":            func(p *Policy) { p.Verify.MaxRisk = 0.9 },
		"verifiable":      func(p *Policy) { p.Verify.Verifiable = 0 },
		"judge":           func(p *Policy) { p.Verify.Judge = "" },
		"other judge":     func(p *Policy) { p.Verify.Judge = "chat" },
		"open claims":     func(p *Policy) { p.Verify.Open = OpenRisk },
		"asked, not told": func(p *Policy) { p.Verify.Open = OpenJudge },
		"unjudged claims": func(p *Policy) { p.Verify.Unjudged = UnjudgedOpen },
		"relevance":       func(p *Policy) { p.Verify.Relevance = RelevanceOff },
		"accounted":       func(p *Policy) { p.Verify.Accounted = false },
		"ideal overlap":   func(p *Policy) { p.Verify.MinIdealOverlap = 0 },
		"ignored paths":   func(p *Policy) { p.Verify.IgnorePaths = []string{"/a"} },
		"answer tools":    func(p *Policy) { p.AnswerTools = nil },
		"tiers":           func(p *Policy) { p.Trust.Tiers = trust.Tiers{"a": {Score: 1, Match: []string{"evil.example"}}} },
		"min score":       func(p *Policy) { p.Trust.MinScore = 0 },
		"min answer":      func(p *Policy) { p.Trust.MinAnswer = 0 },
		"any age":         func(p *Policy) { p.Trust.MaxAge = 0 },
		"more age":        func(p *Policy) { p.Trust.MaxAge = 2 * time.Hour },
		"heal":            func(p *Policy) { p.Heal = []Heal{Snap, Relink} },
		"on failure":      func(p *Policy) { p.OnFailure = RedactAnswer },
		"quote":           func(p *Policy) { p.OnFailure = QuoteAnswer },
		"reasoning":       func(p *Policy) { p.Reasoning = PassReasoning },
	} {
		p := base()
		weaken(&p)
		if !Weaker(p, base()) {
			t.Errorf("%s: not found weaker", name)
		}
	}
}

func TestHowARefusalIsWordedIsNoWeakness(t *testing.T) {
	p := builtinOf(BuiltinBalanced)
	p.Refusal.Message = "No."
	p.Repair.Attempts = 3
	p.Report = NoReport
	p.Citations.Marker = "[†{n}]"
	if Weaker(p, builtinOf(BuiltinBalanced)) {
		t.Error("found weaker")
	}
}

func TestAThresholdThatDecidesNothingMadeAPolicyWeaker(t *testing.T) {
	p := builtinOf(BuiltinBalanced)
	p.Verify.Similarity = 0
	if Weaker(p, builtinOf(BuiltinBalanced)) {
		t.Error("found weaker")
	}
}

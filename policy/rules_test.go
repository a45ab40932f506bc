package policy

import "testing"

func TestAnswerToolsByNameAndPattern(t *testing.T) {
	p := builtinOf(BuiltinBalanced)
	if !p.AutoAnswerTools() || p.NamesAnswerTool(Auto) {
		t.Error("balanced takes the tool that a request forces, and names none")
	}
	p.AnswerTools = []string{"final_answer", "extract-*"}
	for tool, want := range map[string]bool{"final_answer": true, "extract-1": true, "extract": false, "search": false} {
		if p.NamesAnswerTool(tool) != want {
			t.Errorf("%s: %v, want %v", tool, !want, want)
		}
	}
	if p.AutoAnswerTools() {
		t.Error("a policy that names its tools takes no other one")
	}
}

func TestWhatLooksAtTheWholeAnswerHoldsItsStream(t *testing.T) {
	held := map[string]func(*Policy){
		"buffered":   func(p *Policy) { p.Stream.Mode = Buffered },
		"refuse":     func(p *Policy) { p.OnFailure = RefuseAnswer },
		"coverage":   func(p *Policy) { p.Verify.Coverage = 0.8 },
		"verifiable": func(p *Policy) { p.Verify.Verifiable = 0.5 },
		"min_answer": func(p *Policy) { p.Trust.MinAnswer = 0.6 },
		"relevance":  func(p *Policy) { p.Verify.Relevance, p.Verify.Judge = RelevanceFail, "other" },
		"json":       func(p *Policy) { p.Citations.Render = RenderJSON },
		"reasoning":  func(p *Policy) { p.Reasoning = PassReasoning },
	}
	p, _ := Builtin(BuiltinBalanced)
	if why := p.Held(); why != "" {
		t.Errorf("balanced is held: %s", why)
	}
	for name, change := range held {
		p, _ := Builtin(BuiltinBalanced)
		if change(&p); p.Held() == "" {
			t.Errorf("%s does not hold", name)
		}
	}
	if p, _ := Builtin("strict"); p.Held() == "" {
		t.Error("strict is not held")
	}
}

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

package policy

import (
	"testing"
	"time"

	"vouchsafe/grounding/trust"
)

func TestBuiltinsAreCopies(t *testing.T) {
	for _, name := range Names() {
		p, ok := Builtin(name)
		if !ok {
			t.Fatalf("%s is not built in", name)
		}
		before := Hash(p)
		p.Context.Roles["user"] = IgnoreRole
		p.Heal[0] = "none"
		again, _ := Builtin(name)
		if Hash(again) != before {
			t.Errorf("%s was changed through a copy", name)
		}
	}
	if _, ok := Builtin("clinical"); ok {
		t.Error("clinical is not built in")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	p := builtinOf(BuiltinBalanced)
	p.Trust.Tiers = trust.Tiers{"a": {Score: 1, Match: []string{"a.example"}}}
	before := Hash(p)
	q := Clone(p)
	q.Trust.Tiers["a"].Match[0] = "b.example"
	q.Trust.Tiers["b"] = trust.Tier{}
	q.Context.Layouts[0] = "dify"
	if Hash(p) != before {
		t.Error("a clone shares its tiers or layouts")
	}
}

func TestHash(t *testing.T) {
	seen := map[string]string{}
	for _, name := range Names() {
		p, _ := Builtin(name)
		h := Hash(p)
		if len(h) != 16 || seen[h] != "" {
			t.Errorf("%s: %s, as %s", name, h, seen[h])
		}
		seen[h] = name
	}
	p := builtinOf(BuiltinBalanced)
	p.Heal = []Heal{Renumber, Relink, Snap}
	p.AnswerTools = []string{Auto}
	if Hash(p) != Hash(builtinOf(BuiltinBalanced)) {
		t.Error("the order of heals changed the hash")
	}
	p.Repair.Budget = time.Minute
	if Hash(p) == Hash(builtinOf(BuiltinBalanced)) {
		t.Error("the budget is not in the hash")
	}
}

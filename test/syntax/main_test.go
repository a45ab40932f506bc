package main

import (
	"math"
	"testing"

	"vouchsafe/grounding/text/syntax"
)

func TestFormsOfVerbsAndNouns(t *testing.T) {
	forms := formsOf(&wordnet{
		counts: map[string]*uses{"stop": {verb: 10, noun: 2}, "carry": {verb: 5}, "leaf": {noun: 3}, "new": {adjective: 20}},
		forms:  map[byte]map[string][]string{'v': {"stop": {"stopped", "stopping"}}, 'n': {"leaf": {"leaves"}}},
	})
	for form, tag := range map[string]syntax.Tag{
		"stop": syntax.Base, "stops": syntax.PresentS, "stopped": syntax.Participle, "stopping": syntax.Ing,
		"carries": syntax.PresentS, "carried": syntax.Past, "leaves": syntax.Nouns, "newer": syntax.Adjective,
	} {
		if forms[form][tag] == 0 {
			t.Errorf("%s is no %s: %v", form, tag, forms[form])
		}
	}
	if forms["leafs"] != nil || forms["stoped"] != nil {
		t.Error("an irregular form has a regular one beside it")
	}
	if got, want := heading(map[syntax.Tag]float64{syntax.Noun: 8, syntax.Base: 2, syntax.Past: .01}), "Noun=64 Base=16"; got != want {
		t.Errorf("heading %q, want %q", got, want)
	}
}

// TestExpectationFindsTheLikelierTags estimates from sentences in which one word is sure
// and one is not.
func TestExpectationFindsTheLikelierTags(t *testing.T) {
	given := &counts{}
	given.add(syntax.Stop, syntax.Determiner, syntax.Noun, 10)
	given.add(syntax.Stop, syntax.Determiner, syntax.Base, 1)
	m, next := modelOf(given), counts{}
	likelihood := m.expect(words{{{Tag: syntax.Determiner, Share: 1}}, {{Tag: syntax.Noun, Share: .5}, {Tag: syntax.Base, Share: .5}}}, &next)
	if sum := next.two[syntax.Determiner][syntax.Noun] + next.two[syntax.Determiner][syntax.Base]; math.Abs(sum-1) > 1e-9 {
		t.Errorf("the second word counts %v times", sum)
	}
	if next.two[syntax.Determiner][syntax.Noun] < .5 || likelihood == 0 {
		t.Errorf("a noun behind an article: %v", next.two[syntax.Determiner])
	}
}

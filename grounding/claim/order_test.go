package claim

import (
	"strings"
	"testing"

	"vouchsafe/grounding/text/syntax"
)

// kindsByName and rolesByName are the notation of bracketed sentences: "[N.s The firm]"
// is a noun phrase that is the subject. A "!" marks an order, a "/N" a phrase that may
// belong to the noun before it.
var (
	kindsByName = map[string]syntax.Kind{
		"C": syntax.Clause, "S": syntax.Subordinate, "R": syntax.RelativeClause, "P": syntax.Participial, "I": syntax.Infinitive,
		"N": syntax.NounPhrase, "PP": syntax.Prepositional, "V": syntax.VerbGroup, "ADJ": syntax.AdjectivePhrase, "L": syntax.List, "ADV": syntax.AdverbPhrase,
	}
	rolesByName = map[string]syntax.Role{
		"": syntax.NoRole, "s": syntax.Subject, "o": syntax.Object, "v": syntax.Verb, "a": syntax.Adjunct, "m": syntax.Modifier,
		"x": syntax.Member, "r": syntax.Reported, "c": syntax.Complement,
	}
)

// bracketed reads a sentence whose phrases stand in brackets as a source's statement.
func bracketed(t *testing.T, sentence string) *statement {
	t.Helper()
	var plain []string
	var nodes []node
	var starts, ends []int // bytes
	var stack []int
	bytes := 0
	for _, field := range strings.Fields(sentence) {
		if name, found := strings.CutPrefix(field, "["); found {
			name, near, ambiguous := strings.Cut(name, "/")
			name, order := strings.CutSuffix(name, "!")
			kind, role, _ := strings.Cut(name, ".")
			n := node{kind: kindsByName[kind], role: rolesByName[role], near: syntax.Clause}
			if len(stack) > 0 {
				n.up = stack[len(stack)-1] + 1
				n.near = nodes[n.up-1].kind
			}
			if ambiguous {
				n.near = kindsByName[near]
			}
			if order {
				n.marks = syntax.Imperative
			}
			stack = append(stack, len(nodes))
			nodes, starts, ends = append(nodes, n), append(starts, bytes), append(ends, 0)
			continue
		}
		word := strings.TrimRight(field, "]")
		plain = append(plain, word)
		for range len(field) - len(word) {
			ends[stack[len(stack)-1]] = bytes + len(word)
			stack = stack[:len(stack)-1]
		}
		bytes += len(word) + 1
	}
	st := statementOf(strings.Join(plain, " "))
	tr := &tree{nodes: []node{{kind: syntax.Clause, to: len(st.atoms), up: none}}}
	for i, n := range nodes {
		n.from, n.to = st.atomAt(int32(starts[i])), st.atomAt(int32(ends[i]))
		tr.nodes = append(tr.nodes, n)
	}
	st.parsed.Store(tr)
	return st
}

// follows tells whether a bracketed source carries a claim.
func followsBracketed(t *testing.T, claim, source string) bool {
	t.Helper()
	p := &proof{words: vocabularies[1]}
	return p.carries(statementOf(claim), bracketed(t, source))
}

func TestOrdersThatSayTheSame(t *testing.T) {
	for _, c := range []struct{ source, honest, other string }{
		{"[C [N.s The firm] [V.v hired] [N.o ten people] [PP.a in [N.o May.]]]", "In May, the firm hired ten people.", "Ten people hired the firm in May."},
		{"[C! [V.v Mix] [N.o soda] [P.a/N using [N.o a spoon.]]]", "Using a spoon, mix soda.", "Mix a spoon using soda."},
		{"[C [N.s The firm] [V.v sued] [N.o the bank] [PP.a/N with [N.o 300 branches.]]]", "The firm sued the bank with 300 branches.", "With 300 branches, the firm sued the bank."},
		{"[C [N.s He] [V.v wants] [I to marry] [PP.a/I in [N.o Rome.]]]", "He wants to marry in Rome.", "In Rome, he wants to marry."},
		{"[C [S.a If it rains,] [N.s we] [V.v stay] [ADV in.]]", "We stay in if it rains.", "If we stay in, it rains."},
		{"[C [N.s Ann] [V.v sold] [N.o it] [PP.a in [N.o May,]]] and [C [N.s Bob] [V.v left.]]", "Ann sold it in May, and Bob left.", "In May, Ann sold it, and Bob left."},
		{"[C [N.s He] [V.v snacks] [PP.a on [L.o [N.x refined sugars] and [N.x processed foods.]]]]", "He snacks on processed foods and refined sugars.", "He snacks on refined foods and processed sugars."},
		{"[C [N.s [L [N.x Energy] and [N.x food prices]]] [V.v rose.]]", "Food and energy prices rose.", "Energy prices and food rose."},
		{"[C [N.s [L [N.x The centre] and [N.x the eastern parts [PP.m of [N.o the country]]]]] [V.v are] [ADJ.c flat.]]", "The eastern parts and the centre of the country are flat.", "The parts and the eastern centre of the country are flat."},
		{"[C [N.s The men [R who left]] [V.v were fined] [PP.a in May.]]", "In May, the men who left were fined.", "The men who left in May were fined."},
		{"[C [N.s The firm] [V.v said] [PP.a in May] [S.r that [N.s sales] [V.v fell.]]]", "In May, the firm said that sales fell.", "The firm said that sales fell in May."},
		{"[C [N.s Mr Lee] [V.v said] [S.r that [N.s people] [V.v have helped] [N.o us.]]]", "People have helped us, said Mr Lee.", "People said that Mr Lee have helped us."},
		{"[C [N.s He] [V.v did not come] [S.a because it rained.]]", "He did not come because it rained.", "Because it rained, he did not come."},
	} {
		if !followsBracketed(t, c.honest, c.source) {
			t.Errorf("%s does not carry %q", c.source, c.honest)
		}
		if followsBracketed(t, c.other, c.source) {
			t.Errorf("%s carries %q", c.source, c.other)
		}
	}
}

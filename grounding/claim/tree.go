package claim

import (
	"sort"
	"sync"

	"vouchsafe/grounding/text"
	"vouchsafe/grounding/text/syntax"
)

// tree is the phrases of a source's sentence, over its atoms. The first one is the
// sentence as a whole.
type tree struct{ nodes []node }

// node is a phrase of a tree: the atoms [from,to).
type node struct {
	kind     syntax.Kind
	role     syntax.Role
	marks    syntax.Marks
	from, to int
	up       int         // the phrase that it is a part of: of those that it may belong to, the nearest that it stands in
	near     syntax.Kind // of the nearest that it may belong to
}

// parsers lend the room in which sentences are parsed.
var parsers = sync.Pool{New: func() any { return new(syntax.Reader) }}

// none stands for no phrase and for no atom.
const none = -1

// phrasesOf returns the tree of a statement of a source. Where the language is not known
// there is but one phrase, in which nothing may move.
func (st *statement) phrasesOf() *tree {
	if t := st.parsed.Load(); t != nil {
		return t
	}
	t := &tree{nodes: []node{{kind: syntax.VerbGroup, to: len(st.atoms), up: none}}}
	if st.end > st.start && st.lang <= text.English {
		t.nodes[0].kind = syntax.Clause
		r := parsers.Get().(*syntax.Reader)
		t.read(st, r.Read(st.text[st.start:st.end]))
		parsers.Put(r)
		t.liftConditions(st)
	}
	st.parsed.Store(t)
	return t
}

// read takes over the phrases of a parse.
func (t *tree) read(st *statement, parse *syntax.Sentence) {
	numbers := make([]int, len(parse.Phrases)) // of the phrases here
	number := func(i int16) int {
		if i == syntax.None {
			return 0
		}
		return numbers[i]
	}
	for i := range parse.Phrases {
		p := &parse.Phrases[i]
		x := node{kind: p.Kind, role: p.Role, marks: p.Marks, up: number(p.Parent), near: t.nodes[number(p.Parent)].kind}
		x.from = st.atomAt(st.start + parse.Words[p.From].Start)
		x.to = st.atomAt(st.start + parse.Words[p.To-1].End)
		for outer := &t.nodes[x.up]; x.up > 0 && (x.from < outer.from || x.to > outer.to); outer = &t.nodes[x.up] {
			x.up = outer.up
		}
		numbers[i] = x.up
		if x.from < x.to && !(x.kind == syntax.Infinitive && st.onlyHelps(x.from)) {
			numbers[i] = len(t.nodes)
			t.nodes = append(t.nodes, x)
		}
	}
}

// onlyHelps tells whether what stands in front of an infinitive is no verb of its own, but
// tells that something must or can be so: "has to [win]", "is able to [win]".
func (st *statement) onlyHelps(at int) bool {
	return at > 0 && hasKey(st.atoms[at-1:at], mustKey, canKey, couldKey, willKey, tendsKey, seemKey)
}

// atomAt returns the first atom that begins at a byte or behind it.
func (st *statement) atomAt(at int32) int {
	return sort.Search(len(st.atoms), func(i int) bool { return st.atoms[i].start >= at })
}

// child returns the phrase that begins at an atom and is a part of another one, none for
// none.
func (t *tree) child(of, at int) int {
	for i := of + 1; i < len(t.nodes) && t.nodes[i].from <= at; i++ {
		if t.nodes[i].from == at && t.nodes[i].up == of {
			return i
		}
	}
	return none
}

// inner returns the shortest phrase that an atom stands in.
func (t *tree) inner(at int) (inner int) {
	for i := range t.nodes {
		if p := &t.nodes[i]; p.from <= at && at < p.to {
			inner = i
		}
	}
	return inner
}

// clauseKinds are the kinds of phrases with a verb of their own.
const clauseKinds kindsOfPhrase = 1<<syntax.Clause | 1<<syntax.Subordinate | 1<<syntax.RelativeClause |
	1<<syntax.Participial | 1<<syntax.Infinitive

func (n *node) isClause() bool { return n.isA(clauseKinds) }

// kindsOfPhrase is a set of kinds of phrases.
type kindsOfPhrase uint32

func (k kindsOfPhrase) has(kind syntax.Kind) bool { return k>>kind&1 != 0 }

// isA reports whether a phrase is of one of some kinds.
func (n *node) isA(kinds kindsOfPhrase) bool { return kinds.has(n.kind) }

// clauseAround returns the nearest clause that a phrase is or stands in.
func (t *tree) clauseAround(i int) int {
	for i > 0 && !t.nodes[i].isClause() {
		i = t.nodes[i].up
	}
	return i
}

// clauseEnding returns the phrase with a verb of its own, within some atoms or all of
// them, to which their last words belong: what is put behind them may belong to it as
// well. It is none if there is none.
func (t *tree) clauseEnding(from, to int) (last int) {
	last = none
	for i := range t.nodes {
		if n := &t.nodes[i]; n.to == to && n.from >= from && n.isA(clauseKinds|1<<syntax.Predicate) {
			last = i
		}
	}
	return last
}

// ordersSeveral tells whether a phrase is several things that somebody is to do.
func (t *tree) ordersSeveral(list int) bool {
	return list != none && t.nodes[list].kind == syntax.List && t.orders(list)
}

// orders tells whether a phrase is a part of what somebody is to do.
func (t *tree) orders(i int) bool { return t.nodes[t.clauseAround(i)].marks&syntax.Imperative != 0 }

// liftConditions makes conditions at the end of what somebody has to do a part of the
// clause around it: "consider [using a lid] if it boils".
func (t *tree) liftConditions(st *statement) {
	for i := range t.nodes {
		if n := &t.nodes[i]; n.kind == syntax.Subordinate && st.atoms[n.from].kind == conditional {
			for t.endsTask(n) {
				outer := &t.nodes[n.up]
				outer.to, n.up = n.from, outer.up
			}
		}
	}
}

// endsTask tells whether a phrase is the end of what somebody has to do.
func (t *tree) endsTask(n *node) bool {
	outer := &t.nodes[n.up]
	return outer.isA(1<<syntax.Infinitive|1<<syntax.Participial) && outer.to == n.to && outer.role != syntax.Modifier && outer.up > 0
}

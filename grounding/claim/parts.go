package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

// measureParts fills in how the claim is put together: its place in a list,
// its lead, what it says of passages, and the clause that is least found.
func (r *reading) measureParts(v *vector) {
	v[fOrdinal] = float32(ordinalOf(r.text))
	if inFront := strings.IndexByte(r.text, ':'); inFront >= 0 && inFront < longestLead && inFront < len(r.text)-1 {
		v[fLead] = 1
	}
	v[fWorstClause] = 1
	novel := r.all() &^ (r.found | r.meta)
	var c clauseWeight
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.has(referenceTrait) {
			v[fReferences]++
		}
		if i > 0 && (t.role.Has(lexis.Connective) || t.is(parted)) {
			c.enter(v)
			c = clauseWeight{}
		}
		if j := r.of[i]; t.content() && j >= 0 {
			c.add(t.weight, novel&(1<<j) != 0)
		}
	}
	c.enter(v)
}

// clauseWeight sums up the content words of one clause.
type clauseWeight struct {
	all, novel float32
	words      int
}

func (c *clauseWeight) add(weight float32, novel bool) {
	c.all += weight
	c.words++
	if novel {
		c.novel += weight
	}
}

// enter keeps the worst of the clauses; a single word is none.
func (c *clauseWeight) enter(v *vector) {
	if c.words < 2 || c.all == 0 {
		return
	}
	v[fWorstClause] = min(v[fWorstClause], 1-c.novel/c.all)
	v[fClauseNovel] = max(v[fClauseNovel], c.novel)
}

// longestLead is how many bytes of a claim may come before the colon of a lead.
const longestLead = 60

// ordinalOf returns the number of a list item, 0 for none: late steps of a list
// are invented more often than early ones.
func ordinalOf(text string) int {
	const most = 30 // answers have no longer lists; a greater number tells no more
	n := 0
	for _, c := range []byte(text[:listMarker(text)]) {
		if c >= '0' && c <= '9' {
			n = min(n*10+int(c-'0'), most)
		}
	}
	return n
}

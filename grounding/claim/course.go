package claim

// course sums up what the claims of an answer so far have that the evidence
// lacks. An answer that has begun to invent goes on with it: where people marked
// what they found invented, a sentence behind such ones is marked more often than
// its own words tell. It counts only where a whole answer cites nothing and is
// judged at one go; a claim that cites is judged by itself, so that a sentence is
// worth the same while it is streamed and when the answer is whole.
type course struct {
	claims      float32 // how many
	novel, harm float32 // sums over them: weight found in neither evidence nor question, learnt harm
	worst       float32 // greatest harm of one of them
}

// enter fills in what came before a claim.
func (c *course) enter(v *vector) {
	if c.claims == 0 {
		return
	}
	v[fBeforeNovel], v[fBeforeHarm] = c.novel/c.claims, c.harm/c.claims
	v[fBeforeWorst], v[fBeforeSum] = c.worst, c.novel
}

// add goes on behind a claim with the given figures.
func (c *course) add(v *vector) {
	c.claims++
	c.novel += v[fNovelNoEcho]
	c.harm += v[fTaint]
	c.worst = max(c.worst, v[fTaint])
}

package answer

import "fmt"

// maxSameID bounds how many citations of one id a claim is taken to mean, so
// that claims and citations do not multiply.
const maxSameID = 32

// readClaims reads the dialect claims.
func (r *reader) readClaims(n node) {
	r.citations(n, "id", "relevant_quote", "source", "title")
	for i := range r.answer.Citations {
		r.answer.Citations[i].Quoted = true
	}
	byID := map[string][]int{}
	for i, c := range r.answer.Citations {
		if len(byID[c.ChunkID]) < maxSameID {
			byID[c.ChunkID] = append(byID[c.ChunkID], i)
		}
	}
	for _, item := range r.list(n, "claims") {
		r.claim(item, byID)
	}
	r.answer.Unanswered = r.texts(n, "unanswered_aspects")
	r.readMarked(r.cutMode(r.text(n, "answer", -1)))
}

// claim reads one claim that the model listed.
func (r *reader) claim(n node, byID map[string][]int) {
	if n.kind != '{' {
		r.problem(malformed, -1, "a claim is "+kindName(n.kind))
		return
	}
	c := DeclaredClaim{Text: r.text(n, "text", -1), Confidence: r.text(n, "confidence", -1)}
	seen := map[string]bool{}
	for _, id := range r.texts(n, "citation_ids") {
		if byID[id] == nil {
			r.problem(unresolved, -1, fmt.Sprintf("a claim cites %q, which is no citation of the reply", id))
		}
		if !seen[id] {
			c.Citations = append(c.Citations, byID[id]...)
		}
		seen[id] = true
	}
	r.answer.Claims = append(r.answer.Claims, c)
}

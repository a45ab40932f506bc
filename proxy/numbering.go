package proxy

import (
	"vouchsafe/grounding/answer/render"
	"vouchsafe/grounding/verify"
)

// numbering gives the places that an answer cites their numbers, from 1 in
// order of first use; citations of the same words share one.
type numbering struct {
	seen    map[place]int
	sources []render.Source
}

// place is a stretch of a chunk.
type place struct{ chunk, start, end int }

// of returns the number of a citation, which may be new.
func (n *numbering) of(x *exchange, c *verify.Citation) int {
	at := place{c.Chunk, c.Match.Start, c.Match.End}
	if n.seen[at] == 0 {
		if n.seen == nil {
			n.seen = map[place]int{}
		}
		n.sources = append(n.sources, x.source(c.Chunk, len(n.sources)+1))
		n.seen[at] = len(n.sources)
	}
	return n.seen[at]
}

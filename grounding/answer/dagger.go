package answer

import "fmt"

// readDagger reads the dialect dagger.
func (r *reader) readDagger(n node) {
	r.citations(n, "chunk_id", "similarity", "source_filename")
	listed := len(r.answer.Citations)
	r.readMarked(r.cutMode(r.text(n, "answer", -1)))
	r.checkOrder(listed)
}

// checkOrder is the published rule of sequential markers: at first use they
// run 1, 2, 3 … in the order of the citations, and every citation has one. It
// reports the first place at which they do not.
func (r *reader) checkOrder(listed int) {
	next := 0
	for _, s := range r.answer.Segments {
		for _, at := range s.Citations {
			switch {
			case at < next || at >= listed:
			case at == next:
				next++
			default:
				r.problem(markerOrder, at, fmt.Sprintf("[†%d] comes where [†%d] is due", at+1, next+1))
				return
			}
		}
	}
	if next < listed {
		r.problem(markerOrder, next, fmt.Sprintf("there are %d citations and no [†%d]", listed, next+1))
	}
}

package answer

import "fmt"

const daggerShape = `{"answer":"The library opens at nine on weekdays [†1]. It is closed on 24 December [†2].","citations":[{"chunk_id":"x7","similarity":0.8731,"source_filename":"hours.pdf"},{"chunk_id":"x9","similarity":0.8012,"source_filename":""}]}`

const daggerRules = `- "answer": the whole answer. Put a marker after every sentence that states a fact: [†1] for the first entry of "citations", [†2] for the second. The first marker of the answer is [†1], the next new one [†2], and so on without gaps.
- "citations": one entry for each marker number, in the order of the numbers.
- "chunk_id": the id of the source, exactly as shown. "source_filename": its file name as shown, else "".
- "similarity": between 0 and 1 with four decimals, how well the source fits the sentence.
- Write no list of sources in "answer"; it is added later.
` + prefixRule

// readDagger reads the dialect dagger.
func (r *reader) readDagger(n *node) {
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

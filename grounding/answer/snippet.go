package answer

// readSnippet reads the dialect snippet.
func (r *reader) readSnippet(n node) {
	r.mode(n)
	r.citations(n, "chunk_id", "doc_id", "snippet")
	for i := range r.answer.Citations {
		r.answer.Citations[i].Quoted = true // it must quote, even if it does not
	}
	r.readMarked(r.text(n, "answer", -1))
}

// readMarked reads an answer whose markers number its citations from 1, or
// call them what they call their chunks. Where there are no markers at all,
// every citation is for the whole answer.
func (r *reader) readMarked(text string) {
	all := make([]int, len(r.answer.Citations))
	for i := range all {
		all[i] = i
	}
	byChunk := r.byChunk(all)
	unmarked := r.split(text, func(ref string) binding {
		if n, ok := plainNumber(ref); ok && n >= 1 && n <= len(all) {
			return binding{citation: n - 1, ok: true}
		}
		at, ok := byChunk[ref]
		return binding{citation: at, ok: ok}
	})
	if !unmarked {
		return
	}
	for i := range r.answer.Segments {
		r.answer.Segments[i].Citations = all
	}
}

package answer

const snippetShape = `{"answer":"The library opens at nine on weekdays [1]. It is closed on 24 December [2].","citations":[{"chunk_id":"x7","doc_id":"hours","snippet":"opens at nine on weekdays"},{"chunk_id":"x9","doc_id":"","snippet":"closed on 24 December"}],"mode":"answer"}`

const snippetRules = `- "answer": the whole answer. Put a marker after every sentence that states a fact: [1] for the first entry of "citations", [2] for the second, [1][3] for two of them.
- "citations": the quotes that prove the sentences, in the order of their markers, none without a marker.
- "chunk_id": the id of the source, exactly as shown. If you do not know it, write "".
- "doc_id": the id of the source's document, if one is shown, else "".
- "snippet": ` + snippetRule + `
- Write no list of sources in "answer"; it is added later.
` + modeRule

// readSnippet reads the dialect snippet.
func (r *reader) readSnippet(n *node) {
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

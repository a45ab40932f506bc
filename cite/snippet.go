package cite

const snippetShape = `{"answer":"The whole answer, with a marker [1] after each sentence.","citations":[{"chunk_id":"c2","doc_id":"d1","snippet":"the words copied from that source"}],"mode":"answer"}`

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

// readMarked reads an answer whose markers number its citations. Where there
// are no markers at all, every citation is for the whole answer.
func (r *reader) readMarked(text string) {
	if !r.split(text, r.bindListed) {
		return
	}
	all := make([]int, len(r.answer.Citations))
	for i := range all {
		all[i] = i
	}
	for i := range r.answer.Segments {
		r.answer.Segments[i].Citations = all
	}
}

// bindListed resolves a marker to a citation in the model's own list: by
// number from 1, else by what the citation calls its chunk.
func (r *reader) bindListed(ref string) binding {
	if n, ok := plainNumber(ref); ok && n >= 1 && n <= len(r.answer.Citations) {
		return binding{citation: n - 1, ok: true}
	}
	for i, c := range r.answer.Citations {
		if ref == c.ChunkID || ref == c.DocID || ref == c.Filename {
			return binding{citation: i, ok: true}
		}
	}
	return binding{}
}

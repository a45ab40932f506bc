package answer

import (
	"fmt"
	"slices"
	"strconv"

	"vouchsafe/grounding/answer/tree"
)

// Keys under which models and published formats name the same thing.
var (
	chunkKeys   = []string{"chunk_id", "id", "number"}
	snippetKeys = []string{"snippet", "quote", "relevant_quote", "cited_text"}
)

// Citations reads a JSON array of citations as users write them into audit
// input: `chunk_id`, `doc_id`, `id`, `number` or `source_filename` name the
// chunk; `snippet`, `quote`, `relevant_quote` or `cited_text` is what is
// quoted; `url` and `path` are optional. No key is required. A citation is
// Quoted where it has a member for its snippet, be it empty.
func Citations(array []byte) ([]Citation, []Problem) {
	r := newReader("", &directory{})
	n, err := tree.Parse(string(array))
	switch {
	case err != nil:
		r.answer.problem(malformed, -1, err.Error())
	case n.Kind != '[':
		r.answer.problem(malformed, -1, "citations are "+kindName(n.Kind))
	}
	for i := range items(&n) {
		r.citation(&n.Children[i])
	}
	return r.answer.Citations, r.answer.Problems
}

// citation reads one citation object into the answer and returns its index.
func (r *reader) citation(n *tree.Node, required ...string) int {
	c, problems := CitationOf(n, required...)
	at := r.cite(c)
	for _, p := range problems {
		r.answer.problem(p.Code, at, p.Detail)
	}
	return at
}

// CitationOf reads one citation object. Any key of a group that means the same
// satisfies a required one. The problems name no citation.
func CitationOf(n *tree.Node, required ...string) (Citation, []Problem) {
	r := reader{}
	if n.Kind != '{' {
		r.answer.problem(malformed, -1, "a citation is "+kindName(n.Kind))
		return Citation{}, r.answer.Problems
	}
	c := Citation{
		ChunkID:  r.name(n, chunkKeys...),
		DocID:    r.name(n, "doc_id"),
		Filename: r.name(n, "source_filename"),
		URL:      r.name(n, "url"),
		Path:     r.name(n, "path"),
	}
	if number := n.Member("number"); number.Kind != 0 {
		c.Number, _ = plainNumber(scalar(number))
	}
	if key := firstOf(n, snippetKeys); key != "" {
		r.answer.expect(n.Member(key), key, '"', -1)
		c.Snippet, c.Quoted = n.Member(key).Text(), true
	}
	r.answer.checkSimilarity(n.Member("similarity"))
	for _, key := range required {
		if !n.Has(key) && firstOf(n, groupOf(key)) == "" {
			r.answer.problem(missingField, -1, fmt.Sprintf("%q is missing", key))
		}
	}
	return c, r.answer.Problems
}

func groupOf(key string) []string {
	for _, group := range [][]string{chunkKeys, snippetKeys} {
		if slices.Contains(group, key) {
			return group
		}
	}
	return nil
}

// firstOf returns the first of some keys that an object has, or "".
func firstOf(n *tree.Node, keys []string) string {
	for _, key := range keys {
		if n.Has(key) {
			return key
		}
	}
	return ""
}

// scalar is a text's value, or a number as written.
func scalar(n *tree.Node) string {
	if n.Kind == '0' {
		return n.Raw
	}
	return n.Text()
}

// name reads the first of some optional members that is there. A whole number
// is as good a name as a string: a small model writes 3 for an id of "3", and
// nothing else can be meant.
func (r *reader) name(n *tree.Node, keys ...string) string {
	key := firstOf(n, keys)
	if key == "" {
		return ""
	}
	m := n.Member(key)
	if _, ok := plainNumber(m.Raw); ok || m.Kind == '"' {
		return scalar(m)
	}
	r.answer.problem(malformed, -1, fmt.Sprintf("%q is %s", key, kindName(m.Kind)))
	return ""
}

// checkSimilarity looks at the retrieval similarity that the dialect asks a
// model to copy. What it says is not used: the chunk's own is known.
func (a *Answer) checkSimilarity(m *tree.Node) {
	if m.Kind == 0 {
		return
	}
	if value, err := strconv.ParseFloat(m.Raw, 64); err != nil || max(value, -value) > 1 {
		a.problem(malformed, -1, `"similarity" is no number between -1 and 1`)
	}
}

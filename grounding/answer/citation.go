package answer

import (
	"fmt"
	"strconv"
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
	r := &reader{}
	n, length, err := parse(string(array))
	switch {
	case err != nil:
		r.problem(malformed, -1, err.Error())
	case n.kind != '[':
		r.problem(malformed, -1, "citations are "+kindName(n.kind))
	case !blank(string(array[length:])):
		r.problem(malformed, -1, "something follows the citations")
	}
	for _, item := range n.items() {
		r.citation(item)
	}
	return r.answer.Citations, r.answer.Problems
}

// citations reads the citations of a dialect whose answer carries markers,
// which number them from 1.
func (r *reader) citations(n node, required ...string) {
	for i, item := range r.list(n, "citations") {
		at := r.citation(item, required...)
		if c := &r.answer.Citations[at]; c.Number == 0 {
			c.Number = i + 1
		}
	}
}

// citation reads one citation object into the answer and returns its index.
// Any key of a group that means the same satisfies a required one.
func (r *reader) citation(n node, required ...string) int {
	at := r.cite(Citation{})
	if n.kind != '{' {
		r.problem(malformed, at, "a citation is "+kindName(n.kind))
		return at
	}
	c := Citation{
		ChunkID:  r.name(n, at, chunkKeys...),
		DocID:    r.name(n, at, "doc_id"),
		Filename: r.name(n, at, "source_filename"),
		URL:      r.name(n, at, "url"),
		Path:     r.name(n, at, "path"),
		Number:   number(n),
	}
	c.Snippet, c.Quoted = r.snippet(n, at)
	r.checkSimilarity(n, at)
	r.answer.Citations[at] = c
	r.require(n, at, required)
	return at
}

// require reports each required key that is absent under all of its names.
func (r *reader) require(n node, at int, required []string) {
	for _, key := range required {
		if !n.has(key) && firstOf(n, groupOf(key)) == "" {
			r.problem(missingField, at, fmt.Sprintf("%q is missing", key))
		}
	}
}

func groupOf(key string) []string {
	for _, group := range [][]string{chunkKeys, snippetKeys} {
		for _, k := range group {
			if k == key {
				return group
			}
		}
	}
	return nil
}

// firstOf returns the first of some keys that an object has, or "".
func firstOf(n node, keys []string) string {
	for _, key := range keys {
		if n.has(key) {
			return key
		}
	}
	return ""
}

// name reads the first of some optional members that is there. A whole number
// is as good a name as a string: a small model writes 3 for an id of "3", and
// nothing else can be meant.
func (r *reader) name(n node, at int, keys ...string) string {
	key := firstOf(n, keys)
	if key == "" {
		return ""
	}
	m := n.member(key)
	if _, ok := plainNumber(m.text); m.kind == '"' || m.kind == '0' && ok {
		return m.text
	}
	r.problem(malformed, at, fmt.Sprintf("%q is %s", key, kindName(m.kind)))
	return ""
}

// number reads the optional number of a citation.
func number(n node) int {
	value, _ := plainNumber(n.member("number").text)
	return value
}

// snippet reads what a citation quotes, and tells whether it quotes at all.
func (r *reader) snippet(n node, at int) (string, bool) {
	key := firstOf(n, snippetKeys)
	if key == "" {
		return "", false
	}
	return r.text(n, key, at), true
}

// checkSimilarity looks at the retrieval similarity that the dialect asks a
// model to copy. What it says is not used: the chunk's own is known.
func (r *reader) checkSimilarity(n node, at int) {
	m := n.member("similarity")
	if m.kind == 0 {
		return
	}
	if value, err := strconv.ParseFloat(m.text, 64); m.kind != '0' || err != nil || value < -1 || value > 1 {
		r.problem(malformed, at, `"similarity" is no number between -1 and 1`)
	}
}

package store

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// deep reports whether a filter asks for what no column holds, so that whole
// traces have to be read.
func (f Filter) deep() bool { return f.Text != "" || f.Document != "" || f.Chunk != "" }

// chooses reports whether a filter chooses a trace by what stands in its line.
func (f Filter) chooses(line []byte) (bool, error) {
	if f.Text != "" && !says(line, strings.ToLower(plain(f.Text))) {
		return false, nil
	}
	if f.Document == "" && f.Chunk == "" {
		return true, nil
	}
	t, err := Parse(line)
	return err == nil && (f.Document == "" || t.cites(kindDocument, plain(f.Document))) &&
		(f.Chunk == "" || t.cites(kindChunk, f.Chunk) || citesChunk(line, f.Chunk)), err
}

// cites reports whether an answer, or an attempt at one, cited a source.
func (t *Trace) cites(kind, name string) bool {
	return slices.ContainsFunc(t.cells, func(c cell) bool { return c.key.kind == kind && c.key.name == name })
}

// citesChunk reports whether a citation in a line names a chunk by its id. Texts
// of chunks are named by their hash, which is no id.
func citesChunk(line []byte, id string) bool {
	if _, err := hex.DecodeString(id); err == nil && len(id) == 2*len(hash{}) {
		return false
	}
	return anyOf(line, func(named string) bool { return named == id }, "citations.#.chunk_id", "attempts.#.citations.#.chunk_id")
}

// says reports whether the question, the answer, or what the model wrote in any
// attempt holds a text, whatever its case.
func says(line []byte, text string) bool {
	return mayHold(line, text) && anyOf(line, func(said string) bool { return strings.Contains(strings.ToLower(plain(said)), text) },
		"question", "answer", "attempts.#.reply")
}

// mayHold tells at little cost of most lines that no text in them holds another
// one: JSON has many ways to write a character only where it escapes some.
func mayHold(line []byte, text string) bool {
	escaped := func(r rune) bool { return r < ' ' || strings.ContainsRune(`"\/<>&`, r) }
	return strings.ContainsFunc(text, escaped) || bytes.Contains(line, []byte(`\u`)) || bytes.Contains(bytes.ToLower(line), []byte(text))
}

// anyOf reports whether a text at one of some paths of a line is as wanted.
func anyOf(line []byte, wanted func(string) bool, paths ...string) bool {
	for _, found := range gjson.GetManyBytes(line, paths...) {
		if anyIn(found, wanted) {
			return true
		}
	}
	return false
}

func anyIn(v gjson.Result, wanted func(string) bool) bool {
	if v.IsArray() {
		return slices.ContainsFunc(v.Array(), func(e gjson.Result) bool { return anyIn(e, wanted) })
	}
	return v.Type == gjson.String && wanted(v.Str)
}

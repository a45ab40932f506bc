package store

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
)

// Match reports whether a filter chooses a trace: the same as a query does, for
// traces that are in no store. Limit and Cursor are not heeded.
func (f Filter) Match(t *Trace, line []byte) bool {
	m, at := &t.summary, time.UnixMilli(t.at)
	same := func(want, is string) bool { return want == "" || plain(want) == is }
	switch {
	case !same(f.App, m.App), !same(f.Model, m.Model), !same(f.User, m.User),
		f.Verdict != "" && !slices.Contains(strings.Split(f.Verdict, ","), m.Verdict),
		f.Finding != "" && !slices.Contains(m.Findings, f.Finding),
		f.Feedback && !m.HasFeedback, f.Unreviewed && m.HasFeedback,
		!f.Since.IsZero() && at.Before(f.Since), !f.Until.IsZero() && !at.Before(f.Until):
		return false
	}
	return f.matchBody(t, line)
}

// UnknownWord names what of a filter no trace can have, the finding or a verdict, and
// the words that there are. A misspelt filter would find nothing, and say nothing.
func (f Filter) UnknownWord() (what, word string, known []string) {
	if codes := words(report.Codes()); f.Finding != "" && !slices.Contains(codes, f.Finding) {
		return "finding", f.Finding, codes
	}
	for word := range strings.SplitSeq(f.Verdict, ",") {
		if verdicts := words(report.Verdicts()); f.Verdict != "" && !slices.Contains(verdicts, word) {
			return "verdict", word, verdicts
		}
	}
	return "", "", nil
}

func words[S ~string](list []S) (out []string) {
	for _, w := range list {
		out = append(out, string(w))
	}
	return out
}

// deep reports whether a filter asks for what no column holds, so that whole
// traces have to be read.
func (f Filter) deep() bool { return f.Text != "" || f.Document != "" || f.Chunk != "" }

// matchLine is matchBody for a line that is not taken apart yet. What a text
// search is about stands in the line alone.
func (f Filter) matchLine(line []byte) (bool, error) {
	if f.Text != "" && !says(line, strings.ToLower(plain(f.Text))) {
		return false, nil
	}
	if f.Document == "" && f.Chunk == "" {
		return true, nil
	}
	t, err := Parse(line)
	return err == nil && f.matchBody(t, line), err
}

// matchBody reports whether a filter chooses a trace by what stands in its line.
func (f Filter) matchBody(t *Trace, line []byte) bool {
	return (f.Document == "" || t.cites(kindDocument, plain(f.Document))) &&
		(f.Chunk == "" || t.cites(kindChunk, f.Chunk) || citesChunk(line, f.Chunk)) &&
		(f.Text == "" || says(line, strings.ToLower(plain(f.Text))))
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

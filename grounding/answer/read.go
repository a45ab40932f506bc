package answer

import (
	"fmt"
	"unicode/utf8"
)

// Read reads a model's reply in the dialect that was asked for, or in the one
// that the model used instead: the JSON may be bare, in a code fence or have
// prose around it, and a reply without JSON is read as prose with markers.
// For Client, for the dialects that are prose, and for "" (a reply of unknown
// origin) JSON counts only where it is the entire reply.
//
// Read never fails and never panics: what is wrong with the reply's form is
// in Problems, with malformed-output where its meaning cannot be told; then
// there may be no segments at all. What is empty stays empty, for the
// verification to fail. All text in the answer comes from raw.
func Read(asked Dialect, raw string, known Known) Answer {
	r := &reader{asked: asked, known: directory{sources: known.Sources}}
	r.answer = Answer{Dialect: asked, Mode: ModeAnswer}
	if !utf8.ValidString(raw) {
		r.problem(malformed, -1, "the reply is not valid UTF-8")
		return r.answer
	}
	r.read(WithoutThinking(raw))
	return r.answer
}

// Codes of the problems that a reader can find; they are package report's.
const (
	malformed    = "malformed-output"
	missingField = "missing-field"
	unresolved   = "marker-unresolved"
	markerOrder  = "marker-order"
)

// reader is one reading: what is known, and the answer as it grows.
type reader struct {
	asked    Dialect
	known    directory
	answer   Answer
	listed   map[string][]int // the sources that the reply's own list gives numbers to
	overflow bool             // there were too many citations
}

func (r *reader) read(text string) {
	if text == "" {
		r.problem(malformed, -1, "the reply is empty")
		return
	}
	if schemas[r.asked] == "" {
		if n := wholeObject(text); n.kind != 0 {
			r.readShape(n)
			return
		}
		r.readProse(text)
		return
	}
	n, err := findObject(text)
	switch {
	case err != nil:
		r.problem(malformed, -1, err.Error())
	case n.kind == 0:
		r.readProse(text)
	default:
		r.readShape(n)
	}
}

// readShape reads an object in the dialect whose shape it has.
func (r *reader) readShape(n node) {
	shape := shapeOf(n)
	if shape == Snippet && (r.asked == Dagger || r.asked == Claims) {
		shape = r.asked // told apart by one key only, which is then missing
	}
	switch r.answer.Dialect = shape; shape {
	case Segments:
		r.readSegments(n)
	case Snippet:
		r.readSnippet(n)
	case Claims:
		r.readClaims(n)
	case Dagger:
		r.readDagger(n)
	default:
		r.answer.Dialect = r.asked
		r.problem(malformed, -1, "the reply's JSON has the shape of no dialect")
	}
}

// shapeOf tells by its keys which dialect an object is written in; "" for none.
func shapeOf(n node) Dialect {
	switch {
	case n.kind != '{':
		return ""
	case n.has("segments"):
		return Segments
	case !n.has("answer"):
		return ""
	case n.has("claims"):
		return Claims
	case rated(n.member("citations")):
		return Dagger
	case n.has("citations") || n.has("mode"):
		return Snippet
	}
	return ""
}

// rated reports whether the first of some citations has a similarity.
func rated(citations node) bool {
	items := citations.items()
	return len(items) > 0 && items[0].has("similarity")
}

func (r *reader) problem(code string, citation int, detail string) {
	r.answer.Problems = append(r.answer.Problems, Problem{Code: code, Citation: citation, Detail: detail})
}

// maxCitations bounds the citations of a reply and the markers of a text. A
// long answer has some dozens; thousands are an attempt to use up memory,
// which a marker such as [1-50] would otherwise multiply.
const maxCitations = 1 << 14

// cite adds a citation to the answer and returns its index. Beyond the bound
// the reply is malformed, and the last citation stands for all that follow.
func (r *reader) cite(c Citation) int {
	if len(r.answer.Citations) < maxCitations {
		r.answer.Citations = append(r.answer.Citations, c)
		return len(r.answer.Citations) - 1
	}
	r.tooMany()
	return maxCitations - 1
}

// tooMany reports, once, that a reply has more citations than any answer has.
func (r *reader) tooMany() {
	if !r.overflow {
		r.problem(malformed, -1, fmt.Sprintf("more than %d citations", maxCitations))
	}
	r.overflow = true
}

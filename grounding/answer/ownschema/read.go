package ownschema

import (
	"bytes"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vouchsafe/grounding/answer"
)

// Read takes a reply apart. The JSON text may stand in a code fence or in
// prose; its meaning is read strictly. A reply that is the client's answer
// alone is Bare. Where no JSON text can be read Answer is nil and the problem
// is malformed-output.
func Read(reply string) Own {
	src, root, ok := jsonText(reply)
	if !ok {
		return Own{Mode: answer.ModeAnswer, Problems: []answer.Problem{
			{Code: "malformed-output", Citation: -1, Detail: "the reply holds no JSON text"},
		}}
	}
	body, ok := enveloped(&root)
	switch {
	case ok && itself(&root, body):
		return readItself(src, &root)
	case !ok:
		return Own{
			Answer: src[root.start:root.end], Bare: true, Mode: answer.ModeAnswer,
			Problems: []answer.Problem{{Code: "missing-citations", Citation: -1, Detail: "the answer came without its citations"}},
		}
	}
	own := Own{Answer: src[body.start:body.end], Mode: answer.ModeAnswer}
	r := reading{src: src, answer: body, own: &own}
	r.citations(&root)
	r.mode(&root)
	r.unanswered(&root)
	return own
}

// itself reports whether what looks like an envelope is the client's answer: it
// asked for an object with the same members. An answer in the client's form is
// no plain text, and the citations of an envelope have paths.
func itself(root, body *node) bool {
	if body.kind != '"' {
		return false
	}
	list, ok := root.member("citations")
	if !ok {
		return false
	}
	for i := range list.children {
		if _, has := list.children[i].member("path"); has {
			return false
		}
	}
	return true
}

// readItself reads an answer that has its own list of citations: they are for
// the text of the answer.
func readItself(src []byte, root *node) Own {
	own := Own{Answer: src[root.start:root.end], Mode: answer.ModeAnswer}
	r := reading{src: src, answer: root, own: &own, place: "/answer"}
	r.citations(root)
	r.mode(root)
	return own
}

// jsonText finds the JSON text of a reply. In prose the first thing that looks
// like an object decides: were the search to go on inside a broken one, a part
// of it would be taken for the whole.
func jsonText(reply string) ([]byte, node, bool) {
	src := []byte(strings.TrimSpace(unfenced(reply)))
	if root, err := gate(src); err == nil {
		return src, root, true
	}
	start := objectStart(src)
	if start < 0 {
		return nil, node{}, false
	}
	value, err := jsontext.NewDecoder(bytes.NewBuffer(src[start:])).ReadValue()
	if err != nil {
		return nil, node{}, false
	}
	value = bytes.Clone(value)
	root, err := gate(value)
	return value, root, err == nil
}

// objectStart is the offset of the first "{" that a name follows, or -1.
func objectStart(src []byte) int {
	for at, b := range src {
		if b == '{' && bytes.HasPrefix(bytes.TrimLeft(src[at+1:min(len(src), at+200)], " \t\r\n"), []byte{'"'}) {
			return at
		}
	}
	return -1
}

// unfenced takes the code fence off a reply that is one fence as a whole.
func unfenced(reply string) string {
	text := strings.TrimSpace(reply)
	body, ok := strings.CutPrefix(text, "```")
	if !ok {
		return reply
	}
	body, ok = strings.CutSuffix(body, "```")
	_, body, found := strings.Cut(body, "\n")
	if !ok || !found {
		return reply
	}
	return body
}

// enveloped finds the answer in an envelope. A client's own schema may have
// "answer" and "citations" too, so an object counts as an envelope only if it
// has no other keys than the envelope's and either one that tells the mode or
// the aspects, or an answer that cannot be the client's plain text.
func enveloped(root *node) (*node, bool) {
	body, ok := root.member("answer")
	if !ok {
		return nil, false
	}
	marks := 0
	for _, child := range root.children {
		switch child.key {
		case "answer", "citations":
		case "mode", "unanswered_aspects":
			marks++
		default:
			return nil, false
		}
	}
	structured := body.kind == '{' || body.kind == '['
	return body, marks > 0 || structured
}

// reading fills an Own from an envelope.
type reading struct {
	src    []byte
	answer *node
	own    *Own
	place  string // what citations without a path are for; "" where each needs one
}

func (r *reading) problem(code string, citation int, detail string) {
	r.own.Problems = append(r.own.Problems, answer.Problem{Code: code, Citation: citation, Detail: detail})
}

func (r *reading) citations(root *node) {
	list, ok := root.member("citations")
	if !ok || list.kind != '[' {
		r.problem("missing-citations", -1, "the reply has no list of citations")
		return
	}
	for i := range list.children {
		r.citation(&list.children[i])
	}
	if len(r.own.Citations) == 0 {
		r.problem("missing-citations", -1, "the list of citations is empty")
	}
}

func (r *reading) citation(n *node) {
	at := len(r.own.Citations)
	if n.kind != '{' {
		r.own.Citations = append(r.own.Citations, answer.Citation{Quoted: true})
		r.problem("missing-field", at, "the citation is not an object")
		return
	}
	c := answer.Citation{
		ChunkID:  r.first(n, "chunk_id", "id", "number"),
		DocID:    r.first(n, "doc_id"),
		Filename: r.first(n, "source_filename"),
		Snippet:  r.first(n, "snippet", "quote", "relevant_quote", "cited_text"),
		URL:      r.first(n, "url"),
		Quoted:   true,
	}
	written := r.first(n, "path")
	if written == "" {
		written = r.place
	}
	path, resolved := settle(written, r.answer)
	c.Path = path
	r.own.Citations = append(r.own.Citations, c)
	if _, ok := n.member("path"); !ok && r.place == "" {
		r.problem("missing-field", at, "the citation has no path")
	} else if !resolved {
		r.problem("marker-unresolved", at, "the answer has no place "+path)
	}
	if c.Snippet == "" {
		r.problem("missing-field", at, "the citation has no snippet")
	}
}

// first is the text of the first of several members that has one.
func (r *reading) first(n *node, keys ...string) string {
	for _, key := range keys {
		member, ok := n.member(key)
		if !ok {
			continue
		}
		if text := strings.TrimSpace(member.text(r.src)); text != "" {
			return text
		}
		if member.kind == '0' {
			return string(r.src[member.start:member.end])
		}
	}
	return ""
}

func (r *reading) mode(root *node) {
	member, ok := root.member("mode")
	if !ok {
		return
	}
	switch mode := answer.Mode(member.text(r.src)); mode {
	case answer.ModeAnswer, answer.ModeClarify, answer.ModeRefuse:
		r.own.Mode = mode
	default:
		r.problem("malformed-output", -1, "the mode is not one of answer, clarify, refuse")
	}
}

func (r *reading) unanswered(root *node) {
	list, ok := root.member("unanswered_aspects")
	if !ok || list.kind != '[' {
		return
	}
	for i := range list.children {
		if text := list.children[i].text(r.src); text != "" {
			r.own.Unanswered = append(r.own.Unanswered, text)
		}
	}
}

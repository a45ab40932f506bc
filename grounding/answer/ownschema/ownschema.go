// Package ownschema serves clients that ask for an answer in a form of their
// own (response_format). The model is asked for that answer and for its
// citations together: Wrap puts the client's schema under "answer" in an
// envelope, Read takes the reply apart again, and Leaves lists what in the
// answer states something and so needs a citation, each with its JSON Pointer.
// The client then receives the bytes under "answer" as the model wrote them,
// after Validate has held them against the schema that the client sent.
//
// All of it works on bytes that came from outside, so every text passes one
// gate first (depth, duplicate names, UTF-8, a single value, tame numbers),
// schemas load nothing from anywhere, and the work is bounded for schemas
// that were built to be expensive. Whether a citation is true is not decided
// here; that is the verifier's business.
package ownschema

import (
	"encoding/json"
	"slices"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/tree"
)

// Own is a reply in the envelope, taken apart.
type Own struct {
	// Answer is the client's JSON text exactly as the model wrote it; nil where
	// none could be read.
	Answer json.RawMessage
	// Bare tells that the reply was the client's answer alone, without the
	// envelope: an upstream may ignore the schema that it was given.
	Bare bool
	// Mode is what the model says its answer is; ModeAnswer where it says nothing.
	Mode answer.Mode
	// Citations are as the model wrote them, with Path as a JSON Pointer into Answer.
	Citations []answer.Citation
	// Unanswered lists aspects of the question that the model left open.
	Unanswered []string
	// Problems are defects of form: malformed-output, missing-citations,
	// missing-field, marker-unresolved (a path that names no place in Answer).
	Problems []answer.Problem
	// Quotations are the paths of the texts that the gateway put into the
	// answer: source sentences in quotation marks.
	Quotations []string
}

// Unclaimed is an answer without a leaf, which needs no citations. One with an empty value says that
// the sources say nothing; another judges ({"score": 3}), or holds what its form fixes.
func (o Own) Unclaimed() Own {
	root, err := tree.Parse(string(o.Answer))
	if o.Mode == answer.ModeAnswer && err == nil && hasEmpty(&root) {
		o.Mode = answer.ModeRefuse
	}
	o.Citations = nil
	o.Problems = slices.DeleteFunc(slices.Clone(o.Problems), func(p answer.Problem) bool { return p.Code != "malformed-output" })
	return o
}

// hasEmpty reports whether null, an empty text, an empty list or an empty object stands in a value.
func hasEmpty(n *tree.Node) bool {
	for i := range n.Children {
		if hasEmpty(&n.Children[i]) {
			return true
		}
	}
	return n.Kind == 'n' || n.Kind == '"' && n.Text() == "" || (n.Kind == '{' || n.Kind == '[') && len(n.Children) == 0
}

// Leaf is a string or a number of an answer that states something.
type Leaf struct {
	// Path is the JSON Pointer (RFC 6901) of the leaf within the answer.
	Path string
	// Text is the string's value, or the number as it was written.
	Text string
	// Number tells that the leaf is a JSON number.
	Number bool
	// Quote tells that the key names a quotation ("quote", "snippet", …): the
	// text claims to be the source's own words.
	Quote bool
	// Key is the nearest member's name on the path, "" for none.
	Key string
	// Small tells that the leaf says something only together with its member's
	// name: a boolean, a label of a list in the schema, a text of a word or two.
	Small bool
	// Short tells a Small leaf that is a free text, and so a claim.
	Short bool
	// Others are the other values of a list in the schema of which this is one.
	Others []string
	// Free tells that the member's name is the model's own and states something.
	Free bool
	// Called tells that the leaf is a member's name, which the model chose.
	Called bool
	// Keyed tells that the schema leaves the names of such members open.
	Keyed bool
	// Refers tells that the member's name says that the value points at a source.
	Refers bool
	// Within is the path of the outermost member around it, or its own, whose name says that it names sources; "" for none.
	Within string
	// Name tells that the text stands where an identifier or an address does
	// ("id", "url", a format of that kind), or is one: it states nothing where
	// it is one, which the reader has to see by the evidence.
	Name bool
}

// MayName reports whether a leaf may be what a source is called: its member says so, or it is an identifier.
func (l *Leaf) MayName() bool { return l.Name || l.Refers || !l.Number && isCode(l.Text) }

// Says is what a leaf states to someone who sees nothing else of the answer.
func (l *Leaf) Says() string { return l.Key + ": " + l.Text }

// Package claim decides which sentences of an answer state something, and what
// words alone can say of each of them and its source sentences.
//
// Split cuts an answer into sentences and names the kind of each; IsClaim picks
// those that need support. Prepare reads a piece of evidence once. Judge holds a
// claim against it: Carried (it is the source's own words), Refuted (a near copy that
// differs in what turns it, or a figure or name that stands nowhere), Unjudged (two
// languages) or Open, with a risk that a small model estimates.
//
// Start reading at judge.go. own.go tells what is carried, around.go what takes a source
// sentence back, conclude.go and refute.go what is refuted: atoms (statement.go) are what claim
// and source share, align.go pairs them. measure.go and model.go are the risk.
// The words are data: grounding/text/lang for operators and opposites, words.yaml for
// the kinds of sentences.
//
// The package does not check that a quote exists (package quote does), and does
// not decide what becomes of an answer. docs/quality.md has its figures.
package claim

import "vouchsafe/grounding/text"

// Kind says what a sentence does.
type Kind string

const (
	Claim      Kind = "claim"      // states something that needs support
	Question   Kind = "question"   // asks, and states nothing by the way
	Greeting   Kind = "greeting"   // "Hello!", "Sure."
	Offer      Kind = "offer"      // offers help or closes: "I hope this helps."
	Hedge      Kind = "hedge"      // "It depends.", "I am not certain."
	Transition Kind = "transition" // leads in or over: "Here is what the documents say:"
	Heading    Kind = "heading"    // a title, a table's head
	Code       Kind = "code"       // a fenced block of code
	Empty      Kind = "empty"      // rules, lone marks: nothing to read
)

// Level says which sentences an app wants supported.
type Level string

const (
	Factual Level = "factual" // sentences that state something
	Numeric Level = "numeric" // only those of them that hold a number
	All     Level = "all"     // all but questions, greetings, headings and code
)

// Sentence is one sentence of a text: a span of bytes, end exclusive, without
// the white space around it. A list item, a table row and a fenced block are
// sentences of their own.
type Sentence struct {
	Start, End int
	Kind       Kind
	Block      text.Block
	Numeric    bool // holds a number that is not a list's ordinal or a citation marker; a claim, also one in words
}

// IsClaim reports whether the sentence needs support at the given level. An
// unknown level is read as Factual.
func (s Sentence) IsClaim(l Level) bool {
	switch {
	case l == Numeric:
		return s.Kind == Claim && s.Numeric
	case l == All:
		return !statesNothing[s.Kind]
	}
	return s.Kind == Claim
}

// statesNothing are the kinds that need no support at any level.
var statesNothing = map[Kind]bool{Question: true, Greeting: true, Heading: true, Code: true, Empty: true}

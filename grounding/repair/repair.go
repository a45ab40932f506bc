// Package repair writes what a model is told when its answer did not pass,
// and what a user is told when no answer could be grounded. It turns findings
// into text and nothing else: whether to ask again is decided elsewhere.
package repair

import (
	"fmt"
	"strings"

	"vouchsafe/grounding/report"
)

// maxFaults bounds how many defects a repair names: a model that got twenty
// things wrong mends none of them better for a longer list.
const maxFaults = 12

// Fault is one defect as the model is told of it.
type Fault struct {
	Code    report.Code
	Handle  string // the chunk that was cited, "" where none
	Snippet string // the words that were quoted, "" where none
	Claim   string // the sentence concerned, "" where the defect is not a sentence's
	Detail  string
}

// Request is the user turn of a repair: it names each failed citation and
// why (findings that are told only, such as a stale source, are not the
// model's to mend), and asks for the whole answer again in the same form. The app's own
// messages stand before it, and the model's answer as the assistant turn.
func Request(faults []Fault) string {
	var b strings.Builder
	b.WriteString("Your last answer could not be verified against the sources, so it was not shown. What is wrong with it:\n")
	list(&b, faults)
	b.WriteString("\nAnswer the same question again, whole, in exactly the same form as before. ")
	b.WriteString("Copy every snippet letter by letter from the chunk that you cite, with the numbers, units and negations that stand there. ")
	b.WriteString("State only what the quoted words say. Leave out whatever no source says; if nothing is left, use mode \"refuse\". ")
	b.WriteString("Do not mention this correction.")
	return b.String()
}

// line tells one defect in one line.
func (f Fault) line() string {
	var b strings.Builder
	b.WriteString(f.subject() + reasons[f.Code])
	if f.Detail != "" && detailed[f.Code] {
		b.WriteString(" (" + oneLine(f.Detail, 240) + ")")
	}
	b.WriteString(".")
	return b.String()
}

// subject names what is wrong: the quote, or the sentence, or the answer.
func (f Fault) subject() string {
	switch {
	case f.Snippet != "" && f.Handle != "":
		return fmt.Sprintf("the snippet %q cited from chunk %q ", oneLine(f.Snippet, 200), f.Handle)
	case f.Snippet != "":
		return fmt.Sprintf("the snippet %q ", oneLine(f.Snippet, 200))
	case f.Handle != "":
		return fmt.Sprintf("the citation of chunk %q ", f.Handle)
	case f.Claim != "":
		return fmt.Sprintf("the sentence %q ", oneLine(f.Claim, 240))
	}
	return "the answer "
}

// detailed marks the defects whose detail helps the model to mend them.
var detailed = map[report.Code]bool{
	report.SnippetAltered: true, report.ClaimNumber: true, report.ClaimEntity: true, report.ClaimNegation: true,
	report.MalformedOutput: true, report.MissingField: true, report.SnippetTooShort: true, report.SnippetTooLong: true,
	report.WrongChunk: true, report.UnknownChunk: true, report.MarkerOrder: true, report.MarkerUnresolved: true,
	report.JudgeRejected: true, report.TextUnaccounted: true,
}

var reasons = map[report.Code]string{
	report.MalformedOutput:  "is not in the form that was asked for",
	report.MissingCitations: "states something and cites no source",
	report.MissingField:     "lacks a required field",
	report.UnknownChunk:     "names a chunk that was not given to you",
	report.WrongChunk:       "names the wrong chunk or document",
	report.SnippetMissing:   "quotes no words",
	report.SnippetTooShort:  "is too short to prove anything",
	report.SnippetTooLong:   "is too long: quote only the words that carry the sentence",
	report.SnippetNotFound:  "does not stand in that chunk in those words",
	report.SnippetAltered:   "changes the source's words",
	report.MarkerUnresolved: "has a marker that stands for no source",
	report.MarkerOrder:      "does not number its markers in order from 1",
	report.ClaimUncited:     "has no citation",
	report.ClaimUnsupported: "says more than the words cited for it",
	report.ClaimNumber:      "has a number that the cited words do not have",
	report.ClaimEntity:      "has a name that the cited words do not have",
	report.ClaimNegation:    "says the opposite of the cited words",
	report.LowSimilarity:    "rests on a chunk that hardly fits the question",
	report.LowTrust:         "rests on a source that is not trusted enough",
	report.TruncatedOutput:  "broke off before its end: be briefer",
	report.JudgeRejected:    "is not carried by the cited words",
	report.TextUnaccounted:  "rests neither on the cited words nor on the question: leave it out, or state it with a citation",
}

// oneLine brings a text to one line of at most n code points.
func oneLine(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}

// Package repair says what becomes of an answer that did not pass: what the
// model is told so that it can mend it, what can be left of it, which source
// sentences stand in the place of what failed, and what a reader gets where
// nothing is left.
//
// The unit is the sentence of the whole text, however the model cut it into
// segments. A sentence that goes takes with it what leans on it or is limited
// by it, as far as words show that; lists that count, procedures, code and
// quotations go whole. Words and texts are data, a file for each language.
//
// The package does not verify. It takes a verify.Result and gives back an
// answer, which the caller verifies again as a whole before it leaves. Start
// with Redact, and with Own for an answer in a form of the client's own.
package repair

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

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
	Source  string // what the cited source says there, "" where nothing that stands is cited
	Detail  string
}

//go:embed faults.yaml
var faultsFile []byte

// wordings is what a model is told of each defect.
var wordings = func() map[report.Code]wording {
	var out map[report.Code]wording
	if err := yaml.UnmarshalWithOptions(faultsFile, &out, yaml.Strict()); err != nil {
		panic(fmt.Errorf("cannot read the words for defects: %w", err)) // the file is part of the program
	}
	return out
}()

type wording struct {
	Says   string `yaml:"says"`
	Detail bool   `yaml:"detail"`
}

const (
	keepClose = "Quote 4 to 12 words, copied exactly. State facts in the words of the source sentence; change only what grammar needs. "
	silence   = "Do not mention this correction."
)

// Request is the user turn of a repair: it names what failed and why, and asks
// for the whole answer again in the same form. The app's own messages stand
// before it, and the model's answer as the assistant turn.
func Request(faults []Fault) string {
	return "Your last answer could not be verified against the sources, so it was not shown. What is wrong with it:\n" + list(faults) +
		"\nAnswer the same question again, whole, in exactly the same form. " + keepClose +
		"Leave out what no source says; if nothing is left, use mode \"refuse\". " + silence
}

// Continuation is the user turn that asks a model to go on with an answer of
// which the reader has seen the beginning: the assistant's turn before it.
// What was to come next could not be verified, for the faults named.
func Continuation(faults []Fault) string {
	return goOn("segments", faults) + keepClose + "Leave out what no source says; if nothing is left to say, write no segments. " + silence
}

// ContinuationInProse is Continuation for an answer that is prose with markers.
func ContinuationInProse(faults []Fault) string {
	return goOn("sentences", faults) + "State facts in the words of the sources, with the marker of its source behind every sentence. " +
		"Leave out what no source says. " + silence
}

// goOn says what has been seen and what is to follow, in parts of a kind.
func goOn(parts string, faults []Fault) string {
	return "The " + parts + " above were verified, and the reader has seen them. " +
		"What you wrote next could not be verified, so it was not shown. What is wrong with it:\n" + list(faults) +
		"\nGo on with the answer from there, in exactly the same form. Write only the " + parts + " that follow. " +
		"Do not repeat, correct or contradict the " + parts + " above. "
}

// list names the faults that a model can mend, a line each.
func list(faults []Fault) string {
	var b strings.Builder
	named, more := 0, 0
	for _, f := range faults {
		switch {
		case wordings[f.Code].Says == "":
		case named == maxFaults:
			more++
		default:
			named++
			b.WriteString("- " + f.line() + "\n")
		}
	}
	if more > 0 {
		b.WriteString("- and " + strconv.Itoa(more) + " more of the same kinds\n")
	}
	return b.String()
}

// line tells one defect in one line.
func (f Fault) line() string {
	w := wordings[f.Code]
	line := f.subject() + w.Says
	if w.Detail && f.Detail != "" {
		line += " (" + oneLine(f.Detail, 240) + ")"
	}
	if f.Source != "" {
		line += fmt.Sprintf("; its source says %q", oneLine(f.Source, 300))
	}
	return line + "."
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

// oneLine brings a text to one line of at most n code points.
func oneLine(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if cut := byteAt(s, n); cut < len(s) {
		return s[:cut] + "…"
	}
	return s
}

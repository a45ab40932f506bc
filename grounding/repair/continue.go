package repair

import (
	"slices"
	"strconv"
	"strings"
)

// Continuation is the user turn that asks a model to go on with an answer of
// which the reader has seen the beginning: the assistant's turn before it.
// What was to come next could not be verified, for the faults named.
func Continuation(faults []Fault) string {
	var b strings.Builder
	goOn(&b, "segments", faults)
	b.WriteString("Copy every snippet letter by letter from the chunk that you cite, with the numbers, units and negations that stand there. ")
	b.WriteString("State only what the quoted words say. Leave out whatever no source says; if nothing is left to say, write no segments. ")
	b.WriteString("Do not mention this correction.")
	return b.String()
}

// ContinuationInProse is Continuation for an answer that is prose with markers.
func ContinuationInProse(faults []Fault) string {
	var b strings.Builder
	goOn(&b, "sentences", faults)
	b.WriteString("Keep close to the words of the sources, with the numbers, units and negations that stand there, and put the marker of its source behind every sentence. ")
	b.WriteString("Leave out whatever no source says. Do not mention this correction.")
	return b.String()
}

// goOn says what has been seen and what is to follow, in parts of a kind.
func goOn(b *strings.Builder, parts string, faults []Fault) {
	b.WriteString("The " + parts + " above were verified, and the reader has seen them. What you wrote next could not be verified, so it was not shown. What is wrong with it:\n")
	list(b, faults)
	b.WriteString("\nGo on with the answer from there, in exactly the same form as before. ")
	b.WriteString("Write only the " + parts + " that follow. Do not repeat, correct or contradict the " + parts + " above. ")
}

// list names the faults that a model can mend, a line each.
func list(b *strings.Builder, faults []Fault) {
	faults = slices.DeleteFunc(slices.Clone(faults), func(f Fault) bool { return reasons[f.Code] == "" })
	for i, f := range faults {
		if i == maxFaults {
			b.WriteString("- and " + strconv.Itoa(len(faults)-maxFaults) + " more of the same kinds\n")
			break
		}
		b.WriteString("- " + f.line() + "\n")
	}
}

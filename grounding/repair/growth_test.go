package repair

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/internal/growth"
)

// TestWhatIsDroppedWithWhatGrowsWithTheAnswer: lead-ins of one paragraph, steps of one list and
// sections of nothing were each looked through for every sentence before them.
func TestWhatIsDroppedWithWhatGrowsWithTheAnswer(t *testing.T) {
	for _, piece := range []string{
		"Title:\n", "Rules %d:\n", "1. Turn it by %d.\n", "- Unless it is %d, wait.\n", "# a\n", "**a**\n", "However, it is %d. ", "Only it is %d. ",
		"| %d | it |\n", "\"\"\"\n", "> it is %d\n", "- a\n1. b\n# c\n<d>\n[e]\n| g |\nh: i\n```\n\"\"\"\n> j\n---\nContext:\n",
	} {
		growth.Linear(t, piece, growth.Repeat(piece), func(said string) {
			r := &verify.Result{Mode: answer.ModeAnswer, Segments: []verify.Segment{{Text: said}}}
			for i, s := range claim.Split(said) {
				r.Claims = append(r.Claims, verify.Claim{Text: said[s.Start:s.End], Start: s.Start, End: s.End, Stands: i%2 == 1, Outcome: report.Carried})
			}
			Redact(r, Options{})
		})
	}
}

// TestQuotationsGrowWithTheAnswer: what each sentence is replaced with was looked for among all
// citations and all that the answer says already.
func TestQuotationsGrowWithTheAnswer(t *testing.T) {
	const text = "The lift takes eight people. It opens at nine on weekdays."
	ev := verify.Evidence{
		Set:      evidence.NewSet([]evidence.Chunk{{ID: "c", Text: text, Standing: evidence.Primary, Kind: evidence.Passage, Role: "system"}}),
		Passages: []*verify.Passage{verify.NewPassage(text, nil)},
	}
	growth.Linear(t, "a list of sources", growth.Repeat("[1] lift %d\n"), func(said string) {
		r := &verify.Result{Mode: answer.ModeAnswer}
		for line := range strings.Lines(said) {
			at := len(r.Segments)
			r.Segments = append(r.Segments, verify.Segment{Text: line, Attached: []int{at}})
			r.Citations = append(r.Citations, verify.Citation{Citation: answer.Citation{ChunkID: "c"}})
			r.Claims = append(r.Claims, verify.Claim{Text: strings.TrimSpace(line), Segment: at, End: len(line) - 1})
		}
		Redact(r, Options{Quote: true, Evidence: ev})
	})
	growth.Linear(t, "sayings", growth.Repeat("the lift %d takes eight people\n"), func(said string) {
		s := newSayings()
		for line := range strings.Lines(said) {
			s.add(line)
			s.have(fmt.Sprintf("%s no", line))
		}
	})
}

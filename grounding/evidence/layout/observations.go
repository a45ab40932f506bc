package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findObservations reads what tools returned to an agent that keeps its thoughts
// and calls in one text: `Observation: …`, up to its next thought.
func findObservations(p *page) []candidate {
	if !p.user() || !strings.Contains(p.text, "Observation:") {
		return nil
	}
	var c candidate
	for i := 0; i < len(p.lines); i++ {
		if !strings.HasPrefix(p.str(i), "Observation:") {
			continue
		}
		end := i + 1
		for end < len(p.lines) && !isStep(p.str(end)) {
			end++
		}
		from := p.lines[i].start + len("Observation:")
		if text := strings.TrimSpace(p.text[from:max(from, p.lines[end-1].end)]); end < len(p.lines) && heavier(text, minParagraph) {
			c.add("sections", found{Chunk: evidence.Chunk{Text: text, Kind: evidence.Section}, start: p.lines[i].start, inner: from, end: p.lines[end-1].end})
		}
		i = end - 1
	}
	c.rank = rankRecord
	return c.list()
}

// isStep tells whether a line opens a step of such an agent.
func isStep(s string) bool {
	name, _, ok := strings.Cut(s, ":")
	switch name {
	case "Observation", "Thought", "Action", "Action Input", "Final Answer", "Question":
		return ok
	}
	return false
}

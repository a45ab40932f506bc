package proxy

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// observedLayout is the layout of what a client writes into an assistant turn behind the
// sign at which it has the model stop.
const observedLayout = "observation"

// observations are what the client itself has written into assistant turns: the results
// of steps in a frame of plain text. A client that has the model stop at "Observation:"
// writes what stands behind it; of any other nobody knows who wrote it.
func (r *request) observations() (found []evidence.Chunk) {
	for _, stop := range r.chat.Stop {
		sign := strings.TrimSpace(stop)
		if len(sign) < 2 || !strings.HasSuffix(sign, ":") {
			continue
		}
		p := r.chat.Prompt()
		for i := range p.Messages {
			if m := &p.Messages[i]; m.Role == "assistant" {
				for _, text := range behind(strings.Join(m.Parts, "\n"), sign) {
					found = append(found, evidence.Chunk{
						Text: text, Role: m.Role, Message: i, Kind: evidence.Section, Standing: evidence.Primary, Layout: observedLayout,
					})
				}
			}
		}
	}
	return found
}

// behind lists what stands behind a sign at the head of a line: up to the label with which
// the turn begins, or to its end.
func behind(turn, sign string) (texts []string) {
	label, _, ok := strings.Cut(strings.TrimSpace(turn), ":")
	if !ok || len(label) > 40 || strings.Contains(label, "\n") {
		label = ""
	}
	for rest := "\n" + turn; ; {
		_, after, found := strings.Cut(rest, "\n"+sign)
		if !found {
			return texts
		}
		text, next, _ := strings.Cut(after, "\n"+sign)
		if next != "" {
			next = "\n" + sign + next
		}
		if at := strings.Index(text, "\n"+label+":"); label != "" && at >= 0 {
			text = text[:at]
		}
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
		rest = next
	}
}

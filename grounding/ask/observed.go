package ask

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// observedLayout is the layout of what a client writes into an assistant turn behind the
// sign of an observation.
const observedLayout = "observation"

// Observations are what the client itself has written into assistant turns: the results
// of steps in a frame of plain text, behind a sign at which it has the model stop, or
// which the app's frame has for them: of a model's reply it is cut off.
func Observations(p prompt.Prompt, stops []string, found *layout.Found) (all []evidence.Chunk) {
	said := slices.IndexFunc(p.Messages, func(m prompt.Message) bool { return m.Role == "assistant" })
	if said < 0 {
		return nil
	}
	frame := FrameOf(p, found)
	for _, s := range observingSigns(stops, frame) {
		for i := said; i < len(p.Messages); i++ {
			m := &p.Messages[i]
			if m.Role != "assistant" {
				if text, ok := observedBy(m, &p.Messages[max(0, i-1)], frame, s); ok {
					all = append(all, observed(text, i)...)
				}
				continue
			}
			for _, text := range s.observedIn(strings.Join(m.Parts, "\n")) {
				all = append(all, observed(text, i)...)
			}
		}
	}
	return all
}

// observedBy is what a program has written into a user's message: it stands behind the sign of
// an observation, and right behind a turn of the model that acts and answers nothing.
func observedBy(m, before *prompt.Message, frame *Frame, s sign) (text string, ok bool) {
	if m.Role != "user" || before.Role != "assistant" || frame == nil {
		return "", false
	}
	if step := frame.Read(strings.Join(before.Parts, "\n")); step == nil || !step.Step {
		return "", false
	}
	text, ok = strings.CutPrefix(strings.TrimSpace(strings.Join(m.Parts, "\n")), s.open)
	text = strings.TrimSpace(strings.TrimSuffix(text, s.close))
	return text, ok && text != ""
}

// observed reads one result like that of a tool.
func observed(text string, message int) []evidence.Chunk {
	found := layout.Find(prompt.Prompt{Messages: []prompt.Message{{Role: "tool", Parts: []string{text}}}}, layout.Defaults())
	if len(found.Chunks) == 0 {
		found.Chunks = []evidence.Chunk{{Text: text, Kind: evidence.Section}}
	}
	for i := range found.Chunks {
		c := &found.Chunks[i]
		c.Role, c.Message, c.Standing, c.Layout, c.Ambient = "assistant", message, evidence.Primary, observedLayout, false
	}
	return found.Chunks
}

// observingSigns are the signs behind which, or the tags in which, the client writes, each once.
func observingSigns(stops []string, frame *Frame) (signs []sign) {
	for _, stop := range stops {
		if open := strings.TrimSpace(stop); strings.HasSuffix(open, ":") && roleOfField(open[:len(open)-1]) == Observes {
			signs = append(signs, sign{open: open})
		}
	}
	if frame != nil {
		for _, s := range frame.signs {
			if s.role == Observes {
				signs = append(signs, sign{open: s.open, close: s.close})
			}
		}
	}
	slices.SortFunc(signs, func(a, b sign) int { return strings.Compare(a.open, b.open) })
	return slices.Compact(signs)
}

// observedIn lists what the client has written into a turn of the model's.
func (s *sign) observedIn(turn string) (texts []string) {
	if s.close == "" {
		return behind(turn, s.open)
	}
	for {
		_, after, opened := strings.Cut(turn, s.open)
		text, rest, closed := strings.Cut(after, s.close)
		if !opened || !closed {
			return texts
		}
		if turn = rest; strings.TrimSpace(text) != "" {
			texts = append(texts, strings.TrimSpace(text))
		}
	}
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

package ask

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// observedLayout is the layout of what a client writes into an assistant turn behind the
// sign of an observation.
const observedLayout = "observation"

// Observe adds to what was found what the client itself has written of the results of steps in a frame of plain
// text: into an assistant turn, behind a sign at which it has the model stop, or which the app's frame has for
// them; and into a turn of its own right behind one that acts.
func Observe(p prompt.Prompt, stops []string, found *layout.Found) {
	said := slices.IndexFunc(p.Messages, func(m prompt.Message) bool { return m.Role == "assistant" })
	if said < 0 {
		return
	}
	frame := FrameOf(p, found)
	signs, first := observingSigns(stops, frame), map[string]bool(nil)
	for i := said; i < len(p.Messages); i++ {
		turn := strings.Join(p.Messages[i].Parts, "\n")
		switch {
		case p.Messages[i].Role == "assistant":
			for _, s := range signs {
				for _, text := range s.observedIn(turn) {
					found.Chunks = append(found.Chunks, observed(text, i)...)
				}
			}
		case p.Messages[i-1].Role == "assistant" && acts(frame, strings.Join(p.Messages[i-1].Parts, "\n"), p.Messages):
			if text := behindSign(strings.TrimSpace(turn), frame, signs); text != "" {
				if first == nil {
					first = linesOf(p.Messages[:said])
				}
				found.Retell(i, observed(beforeForm(text, first), i))
			}
		}
	}
}

// acts reports whether a turn of the model's acts, and answers nothing: in the app's frame, in JSON, or behind a label of which
// the app's own messages speak.
func acts(frame *Frame, turn string, messages []prompt.Message) bool {
	if frame != nil {
		if read := frame.Read(turn); read != nil {
			return read.Step
		}
	}
	if step, ok := stepIn(turn); ok {
		return !endsRun(&step) && slices.ContainsFunc(step.Children, func(n tree.Node) bool { return n.Kind == '"' && is(strings.ToLower(n.Key), "acting_fields") })
	}
	m := labelled.FindStringSubmatch(strings.TrimSpace(turn))
	return m != nil && roleOfField(m[1]) == Acts && slices.ContainsFunc(messages, speaksOfObserving)
}

// speaksOfObserving tells an app's own message that speaks of what a step brings.
func speaksOfObserving(m prompt.Message) bool {
	said := strings.ToLower(strings.Join(m.Parts, "\n"))
	return isApps(m.Role) && slices.ContainsFunc(lists["observing_fields"]["en"], func(word string) bool { return strings.Contains(said, word) })
}

// behindSign is what a client's turn says behind the sign of an observation that it begins with: one of the loop's
// own, or a label or tag that names a step. It is "" where it begins with none.
func behindSign(turn string, frame *Frame, signs []sign) string {
	for _, form := range [...]*regexp.Regexp{labelled, tagFirst} {
		if m := form.FindStringSubmatch(turn); m != nil {
			if role := roleOfField(m[1]); role == Acts || role == Observes {
				signs = append(signs[:len(signs):len(signs)], sign{open: m[0], close: "</" + m[1] + ">"})
			}
		}
	}
	if frame != nil {
		signs = append(signs[:len(signs):len(signs)], frame.signs...)
	}
	for _, s := range signs {
		if text, ok := strings.CutPrefix(turn, s.open); ok && s.open != "" {
			return strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(text, "-= \r\n"), s.close))
		}
	}
	return ""
}

// beforeForm is an observation up to a line of the app's own form, which stands in a turn before the model's first, too.
func beforeForm(text string, first map[string]bool) string {
	at := 0
	for line := range strings.Lines(text) {
		if said := strings.TrimSpace(line); first[said] && strings.ContainsFunc(said, unicode.IsLetter) {
			return strings.TrimSpace(text[:at])
		}
		at += len(line)
	}
	return text
}

// linesOf are the lines of some messages.
func linesOf(messages []prompt.Message) map[string]bool {
	lines := map[string]bool{}
	for _, m := range messages {
		for line := range strings.Lines(strings.Join(m.Parts, "\n")) {
			lines[strings.TrimSuffix(line, "\n")] = true
		}
	}
	return lines
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

// observingSigns are the signs behind which, or the tags in which, the client writes, each once: those at which it has the
// model stop, and those of its frame.
func observingSigns(stops []string, frame *Frame) (signs []sign) {
	for _, stop := range stops {
		open := strings.TrimSpace(stop)
		for _, form := range [...]*regexp.Regexp{labelled, tagFirst} {
			m := form.FindStringSubmatch(open)
			if m == nil || m[0] != open || is(strings.ToLower(m[1]), "typed_labels") {
				continue
			}
			s := sign{open: open}
			if form == tagFirst {
				s.close = "</" + m[1] + ">"
			}
			if role := roleOfField(m[1]); role != Acts || s.close != "" {
				signs = append(signs, s)
			}
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

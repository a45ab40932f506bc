package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// ambient records what the app's own system text states outside of its
// passages (the date, opening hours, the user's plan), as a section: an answer
// may say so too. Instructions state nothing. It is done only where the request
// has other evidence, so that a plain chat stays one without context.
func (f *finder) ambient() {
	if len(f.out.Chunks) == 0 {
		return
	}
	for i := range f.p.Messages {
		role := f.p.Messages[i].Role
		standing := f.standing(role)
		if role != "system" && role != "developer" || standing == "" || f.turns[i] != f.lastTurn() || f.allowed != nil {
			continue
		}
		before, after := f.texts[i], ""
		if len(f.spans[i]) > 0 {
			before, after = outside(f.texts[i], f.spans[i])
		}
		text := strings.TrimSpace(statements(before) + "\n" + statements(after))
		if text == "" {
			continue
		}
		f.add(evidence.Chunk{Text: text, Kind: evidence.Section, Ambient: true, Role: role, Message: i, Layout: "system-text", Standing: standing}, f.turns[i])
	}
}

// statements keeps the lines that state a figure and tell nobody what to do.
func statements(text string) string {
	var kept []string
	for s := range strings.SplitSeq(text, "\n") {
		s = strings.TrimSpace(s)
		stated := strings.TrimLeft(s, "0123456789.)-*• ") // the number of a list item states nothing
		if len(s) < 20 || len(s) > 600 || endsInColon(s) || !strings.ContainsAny(stated, "0123456789") || strings.ContainsAny(s, "[]<>{}【】?") ||
			s[0] == '#' || isTailCue(s) || isLead(s) || demands.in(s) || strings.Contains(s, "conversation") {
			continue
		}
		kept = append(kept, s)
	}
	return strings.Join(kept, "\n")
}

// demands are words of instructions.
var demands = phrasesOf(words("demands")...)

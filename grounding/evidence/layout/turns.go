package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// turns numbers the turn that each message belongs to. A turn ends with an
// assistant's answer. The system messages at the head of a conversation are
// sent anew each time and so belong to the last turn.
func turns(messages []prompt.Message) []int {
	of := make([]int, len(messages))
	turn := 0
	for i := range messages {
		of[i] = turn
		m := &messages[i]
		if m.Role == "assistant" && !m.ToolCalls && i+1 < len(messages) && strings.TrimSpace(strings.Join(m.Parts, "")) != "" {
			turn++
		}
	}
	for i := range messages {
		if r := messages[i].Role; r != "system" && r != "developer" {
			break
		}
		of[i] = turn
	}
	return of
}

func (f *finder) lastTurn() int {
	if len(f.turns) == 0 {
		return 0
	}
	return f.turns[len(f.turns)-1]
}

// settleTurns makes the chunks of earlier turns stale. The newest turn that
// has chunks is the current one; what a user's message holds does not make
// the app's own chunks of an earlier turn stale.
func (f *finder) settleTurns() {
	if f.o.Conversation {
		return
	}
	own, all := -1, -1
	for i := range f.out.Chunks {
		if f.out.Chunks[i].Ambient {
			continue
		}
		all = max(all, f.born[i])
		if f.out.Chunks[i].Standing == evidence.Primary {
			own = max(own, f.born[i])
		}
	}
	for i := range f.out.Chunks {
		c := &f.out.Chunks[i]
		if c.Standing == evidence.Primary && f.born[i] < own || c.Standing == evidence.Fallback && f.born[i] < all {
			c.Standing = evidence.Stale
		}
	}
}

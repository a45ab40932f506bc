package ask

import (
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// Words are the app's own words of a request: what its messages say with material and
// questions taken out.
type Words struct {
	Turns  []Turn
	Format prompt.Format // the client's own response_format
	Schema string        // of it, raw JSON; "" for none
	Called bool          // a tool is forced, or a tool has answered
	Beside bool          // material stands beside the messages
}

// Turn is one message of them.
type Turn struct {
	Role  string
	Text  string // with a Hole for each stretch of material
	Whole string // as it came
	Lost  bool   // it holds material that was not found in it: nobody knows whose words are whose
}

// Own takes the material out of a prompt. chunks and question are what the reader of
// evidence found in it.
func Own(p prompt.Prompt, chunks []evidence.Chunk) Words {
	w := Words{Format: p.Format, Beside: len(p.Beside) > 0}
	for i, m := range p.Messages {
		w.Called = w.Called || m.Role == "tool" || m.Role == "function" || m.ToolCalls
		whole := joined(m.Parts)
		turn := Turn{Role: m.Role, Text: whole, Whole: whole}
		if m.Role != "assistant" {
			turn.Text, turn.Lost = withHoles(whole, chunks, i)
		}
		w.Turns = append(w.Turns, turn)
	}
	return w
}

// withHoles cuts the chunks of a message out of its text, in their order.
func withHoles(text string, chunks []evidence.Chunk, message int) (own string, lost bool) {
	var b strings.Builder
	missed := 0
	for i := range chunks {
		c := &chunks[i]
		if c.Message != message || c.Text == "" {
			continue
		}
		at, end := placeOf(text, c.Text)
		if at < 0 {
			lost, missed = true, missed+1
			if missed == maxMissed {
				break // each has been looked for in all of the text
			}
			continue
		}
		b.WriteString(text[:at])
		b.WriteString(holeText)
		text = text[end:]
	}
	if b.Len() == 0 {
		return text, lost
	}
	b.WriteString(text)
	return b.String(), lost
}

// maxMissed is how many chunks of a message are looked for in vain.
const maxMissed = 8

// placeOf is where a chunk stands in a text. A reader may have taken signs out of its
// lines: then its first and its last line tell.
func placeOf(text, chunk string) (start, end int) {
	if at := strings.Index(text, chunk); at >= 0 {
		return at, at + len(chunk)
	}
	first, _, _ := strings.Cut(strings.TrimSpace(chunk), "\n")
	last := strings.TrimSpace(chunk[strings.LastIndexByte(strings.TrimSpace(chunk), '\n')+1:])
	first = strings.TrimSpace(first)
	at := strings.Index(text, first)
	if at < 0 || first == "" || last == "" {
		return -1, -1
	}
	behind := strings.Index(text[at:], last)
	if behind < 0 {
		return -1, -1
	}
	return at, at + behind + len(last)
}

// joined is the text of a message. Most have one part.
func joined(parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts, "\n")
}

package ask

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// Words are the app's own words of a request: what its messages say with the material
// taken out.
type Words struct {
	Turns    []Turn
	Format   prompt.Format // the client's own response_format, or of the tool that it forces
	Schema   string        // of it, raw JSON; "" for none
	Called   bool          // a tool has answered
	Beside   bool          // material stands beside the messages
	Passages int           // that were found
}

// Turn is one message of them.
type Turn struct {
	Role string
	Text string // with a Hole for each stretch of material, and without samples
	Form string // Text with the samples: forms are often shown by one
	// Whole is the message as it came: a reader may have taken a form for material.
	Whole string
	// Template is Form without what the user typed, "" where the reader does not know that.
	Template string
}

// Own takes the material out of a prompt. parts are what the reader of evidence takes its
// stretches for, in order.
func Own(p prompt.Prompt, parts []layout.Part) Words {
	w := Words{Format: p.Format, Beside: len(p.Beside) > 0}
	for i := range p.Messages {
		m := &p.Messages[i]
		w.Called = w.Called || m.Role == "tool" || m.Role == "function" || m.ToolCalls
		whole := layout.TextOf(m)
		end := slices.IndexFunc(parts, func(part layout.Part) bool { return part.Message > i })
		if end < 0 {
			end = len(parts)
		}
		turn := Turn{Role: m.Role, Text: whole, Form: whole, Whole: whole}
		if mine := parts[:end]; m.Role != "assistant" && slices.ContainsFunc(mine, taken) {
			turn.Text, turn.Form = without(whole, mine, isMaterial)
		}
		if slices.ContainsFunc(parts[:end], isQuestion) {
			_, turn.Template = without(whole, parts[:end], isPutIn)
		}
		parts = parts[end:]
		w.Turns = append(w.Turns, turn)
	}
	return w
}

func taken(part layout.Part) bool { return part.Kind == layout.Material || part.Kind == layout.Sample }

func isMaterial(part layout.Part) bool { return part.Kind == layout.Material }

func isQuestion(part layout.Part) bool { return part.Kind == layout.Question }

func isPutIn(part layout.Part) bool { return isMaterial(part) || isQuestion(part) }

// without takes some parts out of a text, such as the material, and gives it without its
// samples and with them.
func without(whole string, parts []layout.Part, out func(layout.Part) bool) (text, form string) {
	var own, all strings.Builder
	at := 0
	for _, part := range parts {
		if !out(part) && part.Kind != layout.Sample {
			continue
		}
		own.WriteString(whole[at:part.Start])
		all.WriteString(whole[at:part.Start])
		if at = part.End; out(part) {
			own.WriteString(holeText)
			all.WriteString(holeText)
			continue
		}
		sample := whole[part.Start:part.End]
		all.WriteString(sample)
		if first, _, long := strings.Cut(sample, "\n"); long {
			// An order may stand on the line that announces a sample, or of a short one.
			if sample = "\n"; strings.HasSuffix(strings.TrimRight(first, " \t\r"), ":") {
				sample = first + "\n"
			}
		}
		own.WriteString(sample)
	}
	own.WriteString(whole[at:])
	all.WriteString(whole[at:])
	return own.String(), all.String()
}

// FormWords are the app's own words in which a form of the answer may be shown: its messages and
// the template of the user's, without material and without what somebody typed.
func FormWords(p prompt.Prompt, found *layout.Found) string {
	w := Own(p, found.Parts(p))
	var own []string
	for _, t := range w.Turns {
		switch {
		case isApps(t.Role):
			own = append(own, t.Form)
		case t.Role != "user":
		case t.Template != "":
			own = append(own, t.Template)
		case t.Form != t.Whole:
			template := userTemplate(Turn{Text: t.Form, Whole: t.Whole})
			own = append(own, template.words())
		}
	}
	return strings.Join(own, "\n")
}

package ask

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire/prompt"
)

// A client may write the beginning of the answer as the last turn of its request, and the model
// goes on with it: both are one answer, and are judged as one. The client gets what it has not.

// Begun is what the client has begun of the answer. Behind what a step has brought, which the
// client writes into the model's turn, the model begins anew, also where the sign of a field is put for it.
func Begun(p prompt.Prompt, found *layout.Found) string {
	from := len(p.Messages)
	for from > 0 && p.Messages[from-1].Role == "assistant" && !p.Messages[from-1].ToolCalls {
		from--
	}
	var turns []string
	for i := from; i < len(p.Messages); i++ {
		turns = append(turns, strings.Join(p.Messages[i].Parts, ""))
	}
	begun := strings.Join(turns, "\n\n")
	for i := range found.Chunks {
		if c := &found.Chunks[i]; c.Layout == observedLayout && c.Message >= from {
			_, begun, _ = strings.Cut(begun, c.Text)
		}
	}
	said := strings.TrimSpace(begun)
	if said == "" {
		return ""
	}
	frame := FrameOf(p, found)
	if frame != nil && (frame.begun.open == said || slices.ContainsFunc(frame.signs, func(s sign) bool { return s.role == Observes && s.close == said })) {
		return ""
	}
	return begun
}

// GoOn puts the answer's beginning in front of what a model went on with, and tells how the whole begins with what
// the client has. A whole object of a form that the client has ordered goes on with nothing, and neither does a
// text that gives the beginning back, unless the client is to get the rest of that, too.
func GoOn(begun, said string, ordered, rest bool) (whole, had string) {
	if begun == "" || said == "" || ordered && gjson.Valid(said) && gjson.Parse(said).IsObject() {
		return said, ""
	}
	whole = answer.Spoken(begun + said)
	if begun = answer.Spoken(begun); begun == "" { // only a thought was begun
		return whole, ""
	}
	spoken := answer.Spoken(said)
	first, _ := utf8.DecodeRuneInString(spoken)
	switch last, _ := utf8.DecodeLastRuneInString(begun); {
	case strings.HasPrefix(strings.TrimSpace(spoken), strings.TrimSpace(begun)) && !gjson.Valid(begun+spoken):
		if !rest {
			return said, ""
		}
		begun = strings.TrimSpace(begun)
		return spoken, spoken[:strings.Index(spoken, begun)+len(begun)]
	case text.EndsSentence(last) && unicode.IsUpper(first):
		begun += " "
	}
	return begun + spoken, begun
}

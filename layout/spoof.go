package layout

import (
	"strconv"
	"strings"

	"vouchsafe/chunk"
)

// orders are phrases by which a document speaks to the model instead of to
// its reader, lower case.
var orders = []string{
	"ignore all previous", "ignore previous instructions", "ignore the above", "ignore any previous", "ignore your instructions", "ignore all prior",
	"disregard previous", "disregard the above", "disregard all", "disregard your", "forget your instructions", "forget all previous",
	"you are now", "new instructions:", "system prompt", "do not tell the user", "don't tell the user", "as an ai", "override your",
	"ignoriere alle", "ignoriere die", "vergiss alle", "ignorez les instructions", "ignora las instrucciones", "ignora le istruzioni",
	"忽略之前", "忽略以上", "无视以上", "これまでの指示を無視", "игнорируй предыдущие", "تجاهل التعليمات",
}

// suspect notes what speaks against the context: blocks in a user's message
// beside the app's own, and passages that give orders to the model.
func (f *finder) suspect() {
	own, typed := false, false
	for i := range f.out.Chunks {
		c := &f.out.Chunks[i]
		own = own || c.Standing == chunk.Primary && !c.Ambient
		typed = typed || c.Standing == chunk.Fallback && c.Kind == chunk.Passage
		if word := order(c.Text); word != "" {
			f.out.Untrusted = append(f.out.Untrusted, "chunk "+strconv.Itoa(i+1)+" gives orders to the model: “"+word+"”")
		}
	}
	if own && typed {
		f.out.Untrusted = append(f.out.Untrusted, "a user message holds a block that looks like evidence beside the app's own")
	}
}

// order finds an order to the model in a text.
func order(text string) string {
	low := strings.ToLower(text)
	for _, o := range orders {
		if strings.Contains(low, o) {
			return o
		}
	}
	return ""
}

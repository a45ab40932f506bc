package contact

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/internal/golden"
	"vouchsafe/proxy/wire"
)

// TestChatsOfAStranger tells in which chats evidence is seen: nobody handed over a document in any of them.
func TestChatsOfAStranger(t *testing.T) {
	type chat struct {
		ID       string
		Messages json.RawMessage
	}
	for _, set := range [...]string{"chats", "chats2"} {
		var told strings.Builder
		for _, c := range readRows[chat](t, set+".jsonl") {
			parsed, fault := wire.Completions.Parse(fmt.Appendf(nil, `{"model":"m","messages":%s}`, c.Messages))
			if fault != nil {
				t.Fatal(fault)
			}
			for _, found := range layout.Find(parsed.Prompt(), layout.Defaults()).Chunks {
				fmt.Fprintf(&told, "%s %s %q\n", c.ID, found.Standing, found.Text)
			}
		}
		golden.Hold(t, "testdata/"+set+".golden", told.String())
	}
}

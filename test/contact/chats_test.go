package contact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/internal/golden"
	"vouchsafe/proxy/wire"
)

// TestChatsOfAStranger tells in which chats evidence is seen: nobody handed over a document in any of them.
func TestChatsOfAStranger(t *testing.T) {
	data, err := os.ReadFile("chats.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for line := range bytes.Lines(data) {
		var c struct {
			ID       string
			Messages json.RawMessage
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		chat, fault := wire.Completions.Parse(fmt.Appendf(nil, `{"model":"m","messages":%s}`, c.Messages))
		if fault != nil {
			t.Fatal(fault)
		}
		found := layout.Find(chat.Prompt(), layout.Defaults())
		for i := range found.Chunks {
			fmt.Fprintf(&told, "%s %s %q\n", c.ID, found.Chunks[i].Standing, found.Chunks[i].Text)
		}
	}
	golden.Hold(t, "testdata/chats.golden", told.String())
}

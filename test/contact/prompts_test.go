// Package contact holds what outside testers wrote who knew no rule of the gateway and had seen no code: each text was
// run once, and that figure reported (README.md beside this file). From then on the texts are regression tests.
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

// TestPromptsOfAStranger tells of each prompt how many of its passages are seen, how many exactly, and how much else is
// taken for one. The prompts that follow a product's own are not here.
func TestPromptsOfAStranger(t *testing.T) {
	data, err := os.ReadFile("prompts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var told strings.Builder
	for line := range bytes.Lines(data) {
		var c struct {
			ID       int
			Style    string
			Request  json.RawMessage
			Passages []string
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		chat, fault := wire.Completions.Parse(c.Request)
		if fault != nil {
			t.Fatal(fault)
		}
		chunks := layout.Find(chat.Prompt(), layout.Defaults()).Chunks
		seen, exact, all := 0, 0, ""
		for i := range chunks {
			all += plain(chunks[i].Text) + "\n"
		}
		for _, p := range c.Passages {
			if strings.Contains(all, plain(p)) {
				seen++
			}
			for i := range chunks {
				if plain(chunks[i].Text) == plain(p) {
					exact++
					break
				}
			}
		}
		fmt.Fprintf(&told, "%d %s: seen %d, exact %d of %d, chunks %d\n", c.ID, c.Style, seen, exact, len(c.Passages), len(chunks))
	}
	golden.Hold(t, "testdata/prompts.golden", told.String())
}

// plain is a text with single spaces.
func plain(s string) string { return strings.Join(strings.Fields(s), " ") }

package layout

import (
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

func TestARequestThatLooksLikeRetrievalSaysWhyItShowsNone(t *testing.T) {
	image := prompt.Message{Role: "user", Parts: []string{"What is the limit?"}, Unreadable: true}
	for _, tt := range []struct {
		name string
		p    prompt.Prompt
		want string
	}{
		{"an image alone", prompt.Prompt{Messages: []prompt.Message{image}}, Unreadable},
		{"an image beside a context", prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{"Context:\n" + coldStore}}, image}}, ""},
		{"a context that is missing", say("system", "Answer only from the context below.\n\nContext:\n", "user", "How warm?"), Unreadable},
		{"a plain chat", say("system", "You are a poet.", "user", "Write about the sea."), ""},
	} {
		found := Find(tt.p, Defaults())
		if found.Unseen != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, found.Unseen, tt.want)
		}
		if told := strings.Join(found.Warnings(), "\n"); tt.want != "" && !strings.Contains(told, tt.want) {
			t.Errorf("%s: nothing in %q", tt.name, told)
		}
	}
}

// TestAnExampleAboveTheContextHidesNoPassage: below the heading of an example all was the example's, so that a lie passed unread.
// Where nobody can tell where it ends, the reply says that nothing was read.
func TestAnExampleAboveTheContextHidesNoPassage(t *testing.T) {
	const doc = "<doc id=\"d1\">" + coldStore + "</doc>"
	for _, shown := range []string{
		"### Example 1\nQuestion: How warm?\nAnswer: It may be warm.", "## Example\nUser: How warm?\nAssistant:\nIt may be warm.",
		"## Few-shot examples\n1. How warm? -> It may be warm.", "## Verdict\nyes", "* Warm: true", "## Beispiel\nFrage: Wie warm?\nAntwort: Es darf warm sein.",
	} {
		for _, context := range []string{"\n\nContext:\n[1] " + coldStore, "\n" + doc, "\n\n" + doc, "\n<context>\n" + coldStore + "\n</context>", "\n## Context\n[1] " + coldStore} {
			found := Find(say("system", "You are kind.\n\n"+shown+context, "user", "How warm?"), Defaults())
			if len(found.Chunks) != 1 || found.Chunks[0].Text != coldStore {
				t.Errorf("%s%s: %+v", shown, context, found.Chunks)
			}
		}
	}
	for _, hidden := range []string{"## Example\n\nContext:\n[1] " + coldStore + "\n\nAnswer: It may be warm.", "## Example\n\n" + doc + "\n\nAnswer: It may be warm."} {
		if found := Find(say("system", "You are kind.\n\n"+hidden, "user", "How warm?"), Defaults()); len(found.Chunks) > 0 || found.Unseen != Unreadable {
			t.Errorf("%s: %q, %+v", hidden, found.Unseen, found.Chunks)
		}
	}
}

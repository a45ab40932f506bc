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

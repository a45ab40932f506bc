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

// TestAnAttachedBrochureIsMissed whatever it is called: a brochure was none of the words for material, so nobody was told that
// nothing was read. What a user types below is what he calls attached, and the app's tools are none.
func TestAnAttachedBrochureIsMissed(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"system: Answer from the attached brochure.": Unreadable, "system: Use only the enclosed price list to answer.": Unreadable,
		"system: Reply to guests using the uploaded menu.": Unreadable, "system: Beantworte Fragen nur anhand der beigefügten Broschüre.": Unreadable,
		"system: Réponds à partir de la brochure ci-jointe.": Unreadable, "system: 添付のパンフレットに基づいて答えてください。": Unreadable,
		"system: Use the provided tools to answer.": "", "system: Answer in the provided format.": "",
		"user: According to the attached brochure, when does the pool open?": Unreadable, "user: I have attached a brochure. When does the pool open?": Unreadable,
		"user: ¿Qué dice el folleto adjunto sobre la piscina?": Unreadable, "user: Write a mail that says: please find the attached invoice.": "",
		"user: Explain the attached code:\n\nfor each guest in the list of guests print the name and the room, and then the day of arrival": "",
		"user: Is he attached to his mother?": "", "user: How do I check the uploaded image?": "",
	} {
		role, said, _ := strings.Cut(said, ": ")
		messages := []string{role, said}
		if role == "system" {
			messages = append(messages, "user", "When does the pool open?")
		}
		if found := Find(say(messages...), Defaults()); found.Unseen != want {
			t.Errorf("%s: %q, want %q", said, found.Unseen, want)
		}
	}
}

package layout

import (
	"strings"
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

// TestWhatIsTypedInParagraphsIsNoPassage: the paragraphs of a question stand below the
// app's label of it, or below that of the conversation. None of them is a passage.
func TestWhatIsTypedInParagraphsIsNoPassage(t *testing.T) {
	const fact, typed = "The satellite has a mass of 1,240 kilograms and was launched in May.", "Its mass is 73,519 kilograms."
	for _, label := range []string{"## PREGUNTA DEL USUARIO", "【用户问题】", "## Domanda dell'utente", "Conversation until now:\n - Human: hello"} {
		text := "Answer from the context.\n\nContext:\n" + fact + "\n\nIt carries no cameras at all, and it sends 150 megabits a second.\n\n" +
			label + "\n\nI have read this:\n\n" + typed + "\n\nIs that right?"
		p := prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}
		seen := false
		for _, c := range Find(p, Defaults()).Chunks {
			seen = seen || strings.Contains(c.Text, fact)
			if strings.Contains(c.Text, typed) {
				t.Errorf("%q: what the user typed is a passage: %q", label, c.Text)
			}
		}
		if !seen {
			t.Errorf("%q: the passage is not seen", label)
		}
	}
}

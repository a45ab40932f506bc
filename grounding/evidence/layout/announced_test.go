package layout

import (
	"strings"
	"testing"
)

// TestWhatAnAppAnnouncedWasNoEvidence: lead-ins of a tester's, without a word for material.
func TestWhatAnAppAnnouncedWasNoEvidence(t *testing.T) {
	for _, lead := range []string{
		"You are the chat widget of a shop. Here's what our website says:",
		"You are a helpful assistant. You know the following:",
		"Tu es l'assistant du magasin. Voici ce que dit notre site :",
		"Du bist der Chat des Lagers. Auf unserer Website steht:",
	} {
		said := strings.Join(textsOf(say("system", lead+"\n\n"+coldStore+"\n\n"+licence, "user", "What do I need?")), "\n")
		if !strings.Contains(said, coldStore) || !strings.Contains(said, licence) {
			t.Errorf("%q: %q", lead, said)
		}
	}
}

// TestInstructionsThatSpeakOfUsersWereEvidence: of 380 published system prompts without material 158 were read so.
func TestInstructionsThatSpeakOfUsersWereEvidence(t *testing.T) {
	const told = "You are a coach. If searching the documents yields no answer, say that.\n\n" +
		"The coach talks to users in a friendly voice. It never hurries them.\n\nReplies follow the user's mood. Jokes are welcome where the user's mood allows it."
	if said := textsOf(say("system", told, "user", "How do I sort a list in Python?")); len(said) > 0 {
		t.Errorf("%q", said)
	}
}

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
		"You are a helpful assistant for the depot.\n\nAbout us:",
		"You are a support agent. Our policy:",
	} {
		said := strings.Join(textsOf(say("system", lead+"\n\n"+coldStore+"\n\n"+licence, "user", "What do I need?")), "\n")
		if !strings.Contains(said, coldStore) || !strings.Contains(said, licence) {
			t.Errorf("%q: %q", lead, said)
		}
	}
}

// TestAnAppsWordsAboutItselfWereEvidence: of 380 published system prompts without material 158 were read so. The texts are cut from some.
func TestAnAppsWordsAboutItselfWereEvidence(t *testing.T) {
	for _, told := range []string{
		"You are a coach. If searching the documents yields no answer, say that.\n\n" +
			"The coach talks to users in a friendly voice. It never hurries them.\n\nReplies follow the user's mood. Jokes are welcome where the user's mood allows it.",
		"Search for the most current bibliographical references to support your answers.\n\n" +
			"Tone: Adopt an empathetic, nurturing, and kind educational tone, consistent with the approach to learning.\n\n" +
			"Content Focus: Focus on topics related to early childhood education, child psychology, and the prepared environment.\n\n" +
			"Avoid: Avoid modern technologies that were not available, except for moderated activities.",
		"Fight Night Buddy is an expert at predicting fights.\n\nKey features include:\n\n" +
			"1. Access to detailed data on fighters and past fights.\n2. Analysis of each fighter's strengths and weaknesses.\n3. Reliance on data and available research, maintaining an unbiased stance.\n\n" +
			"Tone:\nCalm and clear. The answers are short.",
		"# Helper functions\n# Find the most common color in the image for the background\ncolors = image.getcolors(maxcolors=image.size[0] * image.size[1])\nmost_common_color = max(colors, key=lambda item: item[0])[1]",
	} {
		if said := textsOf(say("system", told, "user", "How do I sort a list in Python?")); len(said) > 0 {
			t.Errorf("%q", said)
		}
	}
}

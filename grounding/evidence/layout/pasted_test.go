package layout

import (
	"strings"
	"testing"
)

// TestATextThatAUserHandedOverWithAQuestionWasUnseen: of 60 texts that strangers wrote into their messages, in 37 nothing was
// seen, and a false answer left as skipped (2026-11-30).
func TestATextThatAUserHandedOverWithAQuestionWasUnseen(t *testing.T) {
	for _, message := range []string{
		"Which pump has the largest flow?\n\nmodel;flow;price\nAlder;42;310\nBirch;65;420\nCedar;38;290",
		"[2026-03-02 08:10] pump 3 started\n[2026-03-02 08:14] I see pressure at 9 bar in pump 3\n[2026-03-02 08:20] pump 3 stopped by Ines\n\nWho stopped pump 3?",
		"According to the text below, who built the weir?\n\nThe weir was built by two brothers in 1804. Floods have broken it twice since.",
		"Answer from the text below.\n\n###\nThe weir holds nine metres of water. Never open the gate before the mill has stopped.\n###\n\nQuestion: How much water does the weir hold?",
		"Estas son las reglas del club:\n\nLos socios pueden usar la piscina hasta las diez. Las visitas pagan cuatro euros.\n\n¿Cuánto pagan las visitas?",
		"Beantwoord de vraag met de tekst hieronder: wie betaalt de schade?\n\nTekst: De huurder betaalt de schade aan de deur. De eigenaar betaalt het dak.",
		"根据下面的通知，图书馆几点关门？\n\n本周图书馆晚上九点关门。星期日全天休息。",
	} {
		if len(textsOf(say("user", message))) == 0 {
			t.Errorf("nothing was seen in %q", message)
		}
	}
}

// TestWhatAUserWritesOfHimselfIsNotHandedOver: his code, his affairs, his wishes, a talk, and what he wants changed.
func TestWhatAUserWritesOfHimselfIsNotHandedOver(t *testing.T) {
	for _, message := range []string{
		"Why does find return nothing? Here is the code:\n\ndef find(rows):\n    best = None\n    for row in rows:\n        best = row.name()\n    return best",
		"Here are my steps, is the order of the boards right?\n\nI sanded the boards and took the dust away. I oiled them twice.",
		"Please note the following:\n\nAnswer in French. Keep the answer short. Use no lists.\n\nWhat is a short word for river?",
		"Translate this note:\n\nThe weir is closed on Monday. The mill opens again on Friday.\n\nWhat would the French word for weir be?",
		"Human: Who built the weir?\nAI: Two brothers built it.\n\nWhen was the weir built?",
		"The weir was built in 1804.\n\nIs the weir old?",
		"Write searches for the question in the following format:\n- search\n\nQuestion: Which river is wide?\nSearches: none\n\nQuestion: Who built the river mill?\nSearches:",
		"Here is a student's essay about weirs. What grade would you give?\n\nWeirs are old. The weir at the mill was built in 1804 by two brothers.",
		"I got these results of the water. Should I worry?\n\nlead: 11.2\nzinc: 8\niron: 14",
		"I like rivers.\n\nWhich river is the longest?",
	} {
		if said := textsOf(say("user", message)); len(said) > 0 {
			t.Errorf("%q was read in %q", strings.Join(said, "\n"), message)
		}
	}
}

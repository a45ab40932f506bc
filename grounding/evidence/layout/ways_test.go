package layout

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
)

const (
	ferry  = "The Harlow ferry leaves the north pier at 06:40 on weekdays. It carries up to 24 cars and 180 passengers, and the crossing takes 35 minutes."
	fares  = "A return ticket costs 18 euros for adults and 9 euros for children under 14. Bicycles travel free of charge, but dogs need a ticket of 3 euros."
	wanted = "How much is a return ticket for a child?"
)

// TestOrdinaryWaysToShowTwoPassagesAreSeen holds that both passages are evidence and the
// question is not, however a prompt puts them.
func TestOrdinaryWaysToShowTwoPassagesAreSeen(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a label on one line":       "Context: " + ferry + " " + fares + "\n\nQuestion: " + wanted,
		"all on one line":           "Use the context to answer the question. Context: " + ferry + " " + fares + " Question: " + wanted + " Answer:",
		"one paragraph":             "Here is some information: " + ferry + " " + fares + " Based on this information, answer: " + wanted,
		"a document given":          "Given the following document: " + ferry + " " + fares + "\n" + wanted,
		"triple quotes on the line": "Use the text below to answer.\n\n\"\"\"" + ferry + "\n" + fares + "\"\"\"\n\nQ: " + wanted,
		"dashes":                    "Answer based on this:\n---\n" + ferry + "\n---\n" + fares + "\n---\n" + wanted,
		"signs named below":         "====\n" + ferry + "\n====\n" + fares + "\n====\n\nUsing the documents between the equal signs, answer: " + wanted,
		"a fence":                   "Given the following document:\n```\n" + ferry + "\n\n" + fares + "\n```\n" + wanted,
		"the text above":            ferry + "\n\n" + fares + "\n\nBased on the text above, answer: " + wanted,
		"no word but the question":  ferry + "\n\n" + fares + "\n\nQuestion: " + wanted,
		"an unknown tag":            "<retrieved>\n" + ferry + "\n\n" + fares + "\n</retrieved>\n\n" + wanted,
		"an unknown tag for each":   "<info>" + ferry + "</info>\n<info>" + fares + "</info>\n" + wanted,
		"words before the tag":      "Context: <doc id=\"1\">" + ferry + "</doc>\n<doc id=\"2\">" + fares + "</doc>\n\nQuestion: " + wanted,
		"words before the number":   "Additional context: [1] " + ferry + "\n\n[2] " + fares + "\n\nQuestion: " + wanted,
		"within instructions":       "<instructions><task>Answer <question>" + wanted + "</question> from the <context><document id=\"1\">\n" + ferry + "\n</document>\n<document id=\"2\">\n" + fares + "\n</document></context></task>\n<rules>\n1. Only use the given context to answer.\n2. Be concise in answering the question.\n</rules></instructions>",
	} {
		said := evidenceIn("user", text)
		if !strings.Contains(said, "06:40") || !strings.Contains(said, "9 euros") {
			t.Errorf("%s: %q", name, said)
		}
		if strings.Contains(said, wanted) {
			t.Errorf("%s: the question is evidence: %q", name, said)
		}
	}
}

// TestWhatIsTypedBehindAQuestionIsNoEvidence: a figure that the user states proves nothing,
// in a paragraph of its own either.
func TestWhatIsTypedBehindAQuestionIsNoEvidence(t *testing.T) {
	t.Parallel()
	const typed = "\n\nThe crossing costs 9,999 euros. It was in the paper of last week."
	for name, text := range map[string]string{
		"a label":                "Context:\n" + ferry + "\n\n" + fares + "\n\nQuestion: " + wanted + typed,
		"a heading":              "## Document No: 1\n" + ferry + "\n## Document No: 2\n" + fares + "\n## Question:\n" + wanted + typed + "\n\n## Answer:",
		"no label":               "Use these documents:\n\n[1] " + ferry + "\n\n[2] " + fares + "\n\n" + wanted + typed,
		"a line below a passage": "Given the following document: " + ferry + " " + fares + "\n" + wanted + typed,
		"orders behind it":       "Excerpt 1 (a.md, p. 5):\n" + ferry + "\n\nExcerpt 2 (b.md, p. 6):\n" + fares + "\n\n" + wanted + " Answer in one sentence and name the excerpt." + typed,
		"below a FAQ":            "Knowledge:\n\n--- ferry.txt ---\n" + ferry + "\n\nQuestion: Is there a bar?\nAnswer: Yes, on the upper deck.\n\n--- fares.txt ---\n" + fares + "\n\nTicket: " + wanted + typed,
		"a turn":                 "### System:\nAnswer from the context.\n\n### Context:\n" + ferry + "\n\n" + fares + "\n\n### User:\n" + wanted + typed + "\n\n### Response:",
		"quoted above":           "Based on the following documents, answer the question: \"" + wanted + typed + "\"\n\nDocuments:\n[1] " + ferry + "\n\n[2] " + fares,
		"above the context":      "Use the following context to answer the question.\nQuestion: " + wanted + typed + "\nContext: " + ferry + "\n\n" + fares + "\nAnswer:",
	} {
		said := evidenceIn("user", text)
		if strings.Contains(said, "9,999") || !strings.Contains(said, "06:40") {
			t.Errorf("%s: %q", name, said)
		}
	}
}

// TestInstructionsDisplaceNoPassages holds that lists of rules, samples and schemas in an
// app's message leave the passages of the user's message usable, and are none themselves.
func TestInstructionsDisplaceNoPassages(t *testing.T) {
	t.Parallel()
	for _, system := range []string{
		"You answer questions.\n\n## Guidelines for citing sources:\n1. Cite each source by its number in brackets.\n2. Do not answer from memory when the sources are silent.\n3. Keep each answer below 80 words.",
		"How to cite sources:\n- Put the number of the source behind the sentence, as in [1].\n- Never cite a source that you did not use for the answer.",
		"# Examples\n\n## Example 1: prices\n<context>\n[1] The museum costs 12 euros and closes at five in the afternoon.\n</context>\nUSER: How much is it?\nASSISTANT: It costs 12 euros [1].\n\n# Rules\nAnswer in the user's language.",
		"Your fields are:\n1. `context` (list[str]): the passages to answer from, {context}\n2. `question` (str): what the user asks, {question}",
		"Note: more about the assistant can be found at https://example.com.\nToday is Tuesday.",
	} {
		p := say("system", system, "user", "Answer from these documents.\n\n[1] "+ferry+"\n\n[2] "+fares+"\n\nQuestion: "+wanted)
		set := evidence.NewSet(Find(p, Defaults()).Chunks)
		usable := map[string]bool{}
		for _, i := range set.Usable() {
			usable[set.At(i).Text] = true
		}
		if !usable[ferry] || !usable[fares] || len(usable) != 2 {
			t.Errorf("%q:\n%v", system, fmt.Sprint(usable))
		}
	}
}

// TestReportsInAFrameBelowInstructionsAreSeen: the reports were not found, because a sentence
// of the instructions above them speaks of reports below, and a reading of instructions is no
// material. What a model stated passed as if there were nothing to answer from.
func TestReportsInAFrameBelowInstructionsAreSeen(t *testing.T) {
	t.Parallel()
	const head = "=== Role ===\nYou answer questions by merging what several inspectors wrote.\n\n=== Goal ===\nRespond to the user's question from the reports below.\n\nThe final response should leave out what is irrelevant in the reports.\n\nAdd sections to the response where they help.\n\n"
	const tail = "\n\n=== Goal ===\nRespond to the user's question from the reports.\n\nThe response should be short.\n\nDo not answer from memory."
	for _, part := range []string{"=== Inspection reports ===", "--- Field notes ---"} {
		said := evidenceIn("system", head+part+"\n\n"+ferry+"\n\n"+fares+tail)
		if !strings.Contains(said, "06:40") || !strings.Contains(said, "9 euros") || strings.Contains(said, "irrelevant") || strings.Contains(said, "from memory") {
			t.Errorf("%s: %q", part, said)
		}
	}
}

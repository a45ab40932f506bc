package layout

import "testing"

// TestTheQuestionIsFound reads what the user asks beside the evidence.
func TestTheQuestionIsFound(t *testing.T) {
	const q = "How warm may it be?"
	context := "Context:\n" + coldStore + "\n\n" + licence
	for name, text := range map[string]string{
		"by its label":              context + "\n\nQuestion: " + q + "\nAnswer:",
		"below its label":           context + "\n\nQUESTION:\n" + q + "\n\nHelpful Answer:",
		"in front of the evidence":  "Question: " + q + "\n\n" + context,
		"in a tag":                  "<context>\n" + coldStore + "\n</context>\n<user_query>\n" + q + "\n</user_query>",
		"in quotation marks":        "Answer the query: '" + q + "'\n\n" + context + "\n\nAnswer:",
		"in a fence":                context + "\n\nQUERY:\n```\n" + q + "\n```",
		"behind an instruction":     context + "\n\nUsing the context above, answer the question: " + q,
		"with the answer's label":   context + "\n\nQuestion: " + q + "; Answer: ",
		"with a mark between turns": context + "\n\nQuestion: " + q + "</s>\n<|assistant|>",
		"last in a conversation": context + "\n\nConversation:\nUSER: hello\nAI: How can I help?\nUSER: " + q +
			"\n\n## Answering\nAnswer the question in the last message.\n\nYour answer:",
		"without a label, behind":       context + "\n\n" + q,
		"in front of a lead-in":         "Question: " + q + "\nPassages:\n[1] " + coldStore + "\n[2] " + licence,
		"in Spanish, with its answer":   "Contexto:\n" + coldStore + "\n\nPregunta: " + q + "\nRespuesta útil:",
		"on the line of the inline cue": "Answer the following question briefly: " + q + " Using the following information when useful: " + coldStore,
	} {
		f := Find(onePrompt("user", text), Defaults())
		if f.Question != q {
			t.Errorf("%s: question %q, want %q", name, f.Question, q)
		}
		if len(f.Chunks) == 0 {
			t.Errorf("%s: no evidence", name)
		}
	}
}

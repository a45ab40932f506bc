package layout

import "testing"

// TestLabelsAreRead reads the label of a line, and what stands behind it.
func TestLabelsAreRead(t *testing.T) {
	for line, want := range map[string][2]string{
		"Question: How warm?":                          {"question", "How warm?"},
		"**Answer (with citations):** x":               {"answer", "x"},
		"## 用户问题":                                      {"用户问题", ""},
		"【问题】多少":                                       {"问题", "多少"},
		"=== CONTEXT ===":                              {"context", ""},
		"Kontext：unten":                                {"kontext", "unten"},
		"The lift takes eight people.":                 {"", ""},
		"A label of far more than forty characters: x": {"", ""},
	} {
		if name, value := label(line); name != want[0] || value != want[1] {
			t.Errorf("%q: %q, %q, want %q", line, name, value, want)
		}
	}
}

// TestLeadIns tells lines that introduce evidence from lines that do not.
func TestLeadIns(t *testing.T) {
	for line, want := range map[string]bool{
		"Here are the relevant documents:":               true,
		"Use the following pieces of context below.":     true,
		"# Retrieved passages":                           true,
		"Beantworte die Frage mit folgenden Dokumenten:": true,
		"以下是检索到的资料：":                                     true,
		"Translate the following document:":              false, // the user's own text
		"If the context has no answer, say:":             false, // behind it stands what to say
		"Answer in one sentence.":                        false,
		"The documents were signed in May.":              false,
	} {
		if got := isLead(line); got != want {
			t.Errorf("%q introduces evidence: %v, want %v", line, got, want)
		}
	}
}

// TestClosingWords tells what an app writes behind its evidence from what passages say.
func TestClosingWords(t *testing.T) {
	for line, want := range map[string]bool{
		"Question: How warm?":                                 true,
		"Answer the question from the context above.":         true,
		"Given the background knowledge, answer the question": true,
		"Please provide a summary of these results.":          true,
		"IMPORTANT:":               true,
		"Respuesta útil:":          true,
		"<|assistant|>":            true,
		"[/INST]":                  true,
		"请根据以上资料回答。":               true,
		"Use gloves in hall 3.":    false,
		"Given names come first.":  false,
		"Based on a true story.":   false,
		"The guard writes it down": false,
		"":                         false,
	} {
		if got := isTailCue(line); got != want {
			t.Errorf("%q closes evidence: %v, want %v", line, got, want)
		}
	}
}

// TestLabelsOfQuestions tells what a label asks for.
func TestLabelsOfQuestions(t *testing.T) {
	for name, want := range map[string]bool{
		"question": true, "my question": true, "user query": true, "for the given query": true, "the original question is": true, "pregunta": true,
		"answering the question": false, "question and context": false, "context": false, "fees": false, "the first and the second question": false,
	} {
		if got := asks(name); got != want {
			t.Errorf("%q asks: %v, want %v", name, got, want)
		}
	}
}

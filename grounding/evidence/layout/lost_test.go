package layout

import (
	"strings"
	"testing"
)

// TestPassagesThatWereLost names the ways in which a text that an app sent was no
// evidence, or evidence under something else's name: answers that rest on it
// were refused, or passed unverified.
func TestPassagesThatWereLost(t *testing.T) {
	for name, tt := range map[string]struct {
		role, text string
		want       []string // texts of chunks
	}{
		"a document in mid-line":             {"system", "Answer from <document>" + coldStore + "</document> only.", []string{coldStore}},
		"a text above a mention of its tags": {"system", "<context>\n" + coldStore + "\n</context>\n\nOnly use what is inside the <context></context> tags.", []string{coldStore}},
		"the context behind memories":        {"system", "<memories>\n- The user works in hall 2 and likes short answers\n</memories>\n\n<retrieved_context>\n" + coldStore + "\n</retrieved_context>", []string{coldStore}},
		"the text below an item's title":     {"system", "SEARCH RESULTS:\n\n- Cold store\n  " + coldStore + "\n\n- Licences\n  " + licence, []string{coldStore, licence}},
		"a head behind the text before it":   {"tool", "Retrieved documents:\n===== Document 0 =====\n" + coldStore + "===== Document 1 =====\n" + licence, []string{coldStore, licence}},
		"a text inside a tool's JSON":        {"tool", `{"success": true, "results": "[1] ` + coldStore + `\n\n[2] ` + licence + `", "count": 2}`, []string{coldStore, licence}},
		"texts by their ids":                 {"system", "Sources by id:\n{\n  \"kb-1\": \"" + coldStore + "\",\n  \"kb-2\": \"" + licence + "\"\n}", []string{coldStore, licence}},
		"headings below a heading":           {"system", "# Context\n\n## Cold store\n\n" + coldStore + "\n\n## Licences\n\n" + licence + "\n\n# Rules\n- Be brief.", []string{coldStore, licence}},
		"what tools returned to an agent":    {"user", "Question: How warm?\nThought: I look it up.\nObservation: " + coldStore + "\nThought:", []string{coldStore}},
		"a table of one row":                 {"system", "-----Sources-----\nid|text\n4|" + coldStore + "\n\n\n---Goal---\nAnswer.", []string{coldStore}},
		"addresses in front of texts":        {"user", "Summarize the sources.\n\nSnippet from https://a.example/1: " + coldStore + "\n\nSnippet from https://a.example/2: " + licence, []string{coldStore, licence}},
		"a text above the instruction":       {"user", "<|start_header_id|>system<|end_header_id|>\n\n    " + coldStore + "\n\n    " + licence + "\n\nGiven the following information, answer the question.\nDon't give an answer unless it is supported by the context above.\n\nHow warm?", []string{coldStore, licence}},
		"titles in frames":                   {"system", "## Retrieved chunks\n[Cold store]\n" + coldStore + "\n\n[Licences]\n" + licence, []string{coldStore, licence}},
		"a map of the example is no passage": {"system", "Example input:\n{\"documents\": [{\"id\": \"1\", \"text\": \"" + rumour + rumour + "\"}]}\n\nDocuments:\n{\"id\": \"a\", \"text\": \"" + coldStore + "\"}", []string{coldStore}},
	} {
		f := Find(onePrompt(tt.role, tt.text), Defaults())
		for _, want := range tt.want {
			found := false
			for i := range f.Chunks {
				found = found || f.Chunks[i].Text == want
			}
			if !found {
				t.Errorf("%s: no %q in %v", name, want, f.Chunks)
			}
		}
		for i := range f.Chunks {
			if strings.Contains(f.Chunks[i].Text, rumour) {
				t.Errorf("%s: %q", name, f.Chunks[i].Text)
			}
		}
	}
}

package layout

import (
	"strings"
	"testing"
)

// TestPublishedTemplates holds forms of published prompts that were misread: their
// instructions were evidence, or passages were lost or run together.
func TestPublishedTemplates(t *testing.T) {
	const rules = "Answer from the provided context.\nHere are some guidelines to follow:\n\n1. Refrain from naming the context in your reply.\n" +
		"2. The context should silently guide your answers.\n\nContext information:\n----------------------\n"
	for name, tt := range map[string]struct{ text, kept, not string }{
		"numbered rules above the context": {rules + coldStore + "\n----------------------\n\nQuery: How warm?\nAnswer:", coldStore, "Refrain"},
		"records that begin with the text": {"QUESTION: How warm?\n=========\nContent: " + licence + "\nSource: a.pdf\nContent: " + coldStore +
			"\nSource: b.pdf\n=========\nFINAL ANSWER:", coldStore, "Content:"},
		"heads right behind the text":      {"Context:\n\nExtracted documents:\nDocument 0:::\n" + licence + "Document 1:::\n" + coldStore + "\n---\nQuestion: How warm?", coldStore, ":::"},
		"a list with an order in it":       {"Facts:\n* " + licence + "\n* Question the driver about the last audit, twice.\n* " + coldStore + "\n\nHow warm?", coldStore, "* "},
		"a head behind the cue":            {"【已知信息】出处 [1] in [a.txt]\n\n" + licence + "\n\n出处 [2] in [b.txt]\n\n" + coldStore + "\n\n【问题】How warm?", coldStore, "出处"},
		"codes in front of the texts":      {"Relevant statutes:\n\nBGB-573: " + licence + "\n\nBGB-574: " + coldStore, coldStore, "BGB"},
		"a lead-in in traditional Chinese": {"請以以下內容為基礎，回答問題。\n\n" + licence + "\n\n" + coldStore + "\n\n問題： How warm?\n答案：", coldStore, "問題"},
		"documents behind a form of them": {"Respond with the numbers of the documents.\nExample format: \nDocument 1:\n<summary of document 1>\n\nDocument 2:\n<summary of document 2>\n\n" +
			"Question: <question>\nAnswer:\nDoc: 9, Relevance: 7\n\nLet's try this now: \n\nDocument 1:\n" + licence + "\n\nDocument 2:\n" + coldStore + "\nQuestion: How warm?\nAnswer:\n", coldStore, "<summary"},
		"titles in frames":                {"Company knowledge base entries follow.\n\n=== Licences (l.md) ===\n" + licence + "\n\n=== Store (s.md) ===\n" + coldStore + "\n\nAnswer only from the entries.", coldStore, "==="},
		"a question right below the text": {"Kontext: " + licence + "\n\n" + coldStore + "\nFrage: How warm?\n\nGeben Sie nur die Antwort zurück.\nHilfreiche Antwort in deutsch:\n", coldStore, "How warm"},
		"a user's turn below the text":    {"CONTEXT:\n" + licence + "\n\n" + coldStore + "\nUSER: How warm?\n\nINSTRUCTIONS:\n1. Use only the context above.", coldStore, "How warm"},
	} {
		f := Find(onePrompt("user", tt.text), Defaults())
		kept := false
		for i := range f.Chunks {
			kept = kept || f.Chunks[i].Text == tt.kept
		}
		if got := evidenceIn("user", tt.text); !kept || len(f.Chunks) == 0 || strings.Contains(got, tt.not) {
			t.Errorf("%s: %q", name, got)
		}
	}
}

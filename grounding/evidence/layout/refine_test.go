package layout

import (
	"testing"

	"vouchsafe/proxy/wire/prompt"
)

func TestAnEarlierAnswerIsNoEvidenceInARefineChain(t *testing.T) {
	text := "The original query is as follows: How hot does the kiln get?\nWe have provided an existing answer: It reaches 1,240 degrees. [1]\n\nSources:\n\n- [1] kiln.md, p. 1.\n" +
		"We have the opportunity to refine the existing answer\n(only if needed) with some more context below.\n------------\nfile_name: glazes.md\npage_label: 2\n\n" +
		"Celadon glazes need a reducing fire and craze if cooled too fast.\n------------\nGiven the new context, refine the original answer to better answer the query.\nRefined Answer:"
	f := Find(prompt.Prompt{Messages: []prompt.Message{{Role: "user", Parts: []string{text}}}}, Defaults())
	if f.Question != "How hot does the kiln get?" {
		t.Errorf("question %q", f.Question)
	}
	if len(f.Chunks) != 1 || f.Chunks[0].Text != "Celadon glazes need a reducing fire and craze if cooled too fast." || f.Chunks[0].Filename != "glazes.md" {
		t.Errorf("chunks %+v, want the new one alone", f.Chunks)
	}
}

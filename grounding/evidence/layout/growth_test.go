package layout

import (
	"strings"
	"testing"

	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/growth"
	"vouchsafe/proxy/wire/prompt"
)

// FuzzGrowth holds the reading of prompts to linear work: records of every form, which
// share one id or number each other, and pieces of any text.
func FuzzGrowth(f *testing.F) {
	for _, record := range []string{
		`{"id": "a", "title": "T", "text": "The lift takes eight people."}` + "\n",
		`<doc id="a" title="T">The lift takes at most eight people.</doc>` + "\n",
		`<doc id="%d">The lift takes at most eight people.</doc>` + "\n",
		"[%d] The lift takes at most eight people.\n\n",
		"[doc-a] The lift takes at most eight people.\n\n",
		"Source: a.pdf\nContent: The lift takes at most eight people.\n\n",
		"- id: a\n  text: The lift takes at most eight people.\n",
		"```a.md\nThe lift takes at most eight people.\n```\n\n",
		"The lift takes at most eight people at a time.\n\n",
		"The lift takes at most eight people at a time.\n\n---\n\n",
		"Example:\n{\"text\": \"The lift takes eight people.\"}\n\n",
		"Context:\nQuestion: a\nAnswer: b\n\n",
		`id": `, "answer the following question: ", // colons on one line, each of which may lead in to text
		"{\"id\": \"a\",\n", "[\n", "{\"a\": \"b\", {\n", // values that never close
	} {
		f.Add(record)
	}
	growth.Fuzz(f, func(s string) {
		evidence.NewSet(Find(onePrompt("system", "Context:\n"+s), Defaults()).Chunks)
	})
}

// A record of a megabyte of texts took 44 s in tags and 22 s in YAML: each was held against all of the others.
func TestARecordOfManyTextsIsReadOnce(t *testing.T) {
	for name, form := range map[string][3]string{
		"tags": {"<documents><document>", "<text>a%d bcd</text>", "</document></documents>"},
		"yaml": {"Context:\n- title: x\n", "  text: a%d bcd\n", ""},
		"keys": {"Context:\n[1]\n", "text: a%d bcd\n", ""},
		"json": {`Context: [{"text":"one"`, `,"k%d":"The pump stops."`, "}]"},
	} {
		growth.Linear(t, name, func(bytes int) string { return numbered(form[0], form[1], form[2], bytes) },
			func(s string) { Find(onePrompt("user", s+"\n\nQuestion: what?"), Defaults()) })
	}
}

// TestWorkedExamplesAreReadOnce: each example looked through all below it for the line that says that
// they end.
func TestWorkedExamplesAreReadOnce(t *testing.T) {
	for _, example := range [...]string{"Example %d:\nInput: a\nOutput: b\n\n", "## Examples\n- Yes, it spans %d metres.\n## Rules\n1. Be kind and cite.\n",
		"## Example %d\nQuestion: a\nAnswer: b\n<doc>The lift takes at most eight people.</doc>\n\n"} {
		growth.Linear(t, example, growth.Repeat(example), func(s string) {
			Find(onePrompt("system", "Answer from the context below.\n\nContext:\n"+s), Defaults())
		})
	}
}

// TestSignsOfATemplateAreReadOnce types the signs of a template again and again.
func TestSignsOfATemplateAreReadOnce(t *testing.T) {
	const ask, tell = "Question: how far %d?\n\n", "Context: <doc>The bridge spans %d metres, and nobody may climb it.</doc>\n\n"
	for _, piece := range [...]string{ask, tell, ask + tell, tell + ask, "<question>%d</question>\n<context>The bridge spans 12 metres.</context>\n", "[%d] " + ask} {
		growth.Linear(t, piece, growth.Repeat(piece), func(s string) { Find(onePrompt("user", s), Defaults()) })
	}
}

// TestOrdersInManyMessagesAreReadOnce: each message of the app's read the orders in all others; a megabyte of them took 39 s.
func TestOrdersInManyMessagesAreReadOnce(t *testing.T) {
	piece := "The lift in hall %d takes eight people.\n"
	growth.Linear(t, piece, growth.Repeat(piece), func(s string) {
		p := onePrompt("user", "When does hall 5 open?")
		for l := range strings.Lines(s) {
			p.Messages = append(p.Messages, prompt.Message{Role: "system", Parts: []string{l}})
		}
		Find(p, Defaults())
	})
}

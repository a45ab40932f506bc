package layout

import (
	"strings"
	"testing"
	"vouchsafe/proxy/wire/prompt"
)

// TestAnOrderIsFoundWhereverItStands puts each order in front of, behind and between words.
func TestAnOrderIsFoundWhereverItStands(t *testing.T) {
	for _, o := range words("orders") {
		for _, text := range [...]string{o, "Now. " + capital(o) + " and so on", "。" + o + "的"} {
			if got := order(text); got != o {
				t.Errorf("order %q in %q", got, text)
			}
		}
		if got := order("x" + o); o[0] < 0x80 && got != "" {
			t.Errorf("%q begins inside a word", got)
		}
	}
	for _, text := range [...]string{"", "as", "as an a", "The systems prompt users.", "You are not now here; ignore the rest."} {
		if got := order(text); got != "" {
			t.Errorf("order %q in %q", got, text)
		}
	}
}

// capital is a text with a first capital of ASCII.
func capital(s string) string {
	if isLower(s[0]) {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// What an agent's framework writes into the system message about its fields, its tools and
// its examples is no evidence, in whatever shape it is written.
func TestDeclarationsAndExamplesOfAgentsAreNoMaterial(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"a list of fields":      "The inputs are:\n1. `context` (str): \n2. `question` (str):\nThe outputs are:\n1. `answer` (str):\nEvery message has this structure, with the values filled in.",
		"the schema of a tool":  "You have these tools:\n\nTool Name: search\nTool Arguments: {\n  \"properties\": {\n    \"query\": {\n      \"title\": \"Query\",\n      \"type\": \"string\"\n    }\n  },\n  \"title\": \"Search\",\n  \"type\": \"object\"\n}\nTool Description: Searches the handbook of the studio for 14 hours.",
		"examples up to a line": "Here are some examples:\n---\nTask: \"How many live there?\"\n\nObservation:\nPopulation: ['The town has 15 thousand inhabitants as of 2021.']\n\n---\nAbove examples use tools that you may not have.",
		"calls in the examples": "Here are some examples:\n---\nAction:\n{\n  \"name\": \"ask\",\n  \"arguments\": {\"document\": \"a.pdf\"}\n}\nObservation: 'The oldest person is 55 years old.'\n\nAction:\n{\n  \"name\": \"draw\",\n  \"arguments\": {\"what\": \"a portrait\"}\n}\n\nAbove examples use tools that you may not have.",
	} {
		found := Find(prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{text}}, {Role: "user", Parts: []string{"How long?"}}}}, Defaults())
		if len(found.Chunks) > 0 {
			t.Errorf("%s: %q", name, found.Chunks[0].Text)
		}
	}
}

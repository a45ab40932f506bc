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

// Rules about how to cite stood in front of the passages as if they were them, in languages whose orders are not read.
func TestRulesOfCitingDisplacedThePassages(t *testing.T) {
	t.Parallel()
	const rules = "Beim Zitieren der Quellen gilt:\n%Jede Aussage ist am Satzende mit der Nummer der Quelle zu belegen, also [1] oder [2].\n%Aussagen ohne Beleg in den Quellen sind zu unterlassen."
	const sources = "Quellen:\n[1] Die Kündigungsfrist beträgt zwei Wochen während der Probezeit.\n\n[2] Der Urlaubsanspruch beträgt 30 Arbeitstage pro Kalenderjahr."
	const question = "\n\nFrage: Wie lang ist die Kündigungsfrist?\n\n"
	for _, mark := range [...]string{"1. ", "- "} {
		rules := strings.ReplaceAll(rules, "%", mark)
		for _, messages := range [...][]prompt.Message{
			{{Role: "user", Parts: []string{rules + question + sources}}},
			{{Role: "system", Parts: []string{rules}}, {Role: "user", Parts: []string{sources + question}}},
		} {
			found := Find(prompt.Prompt{Messages: messages}, Defaults())
			if len(found.Chunks) != 2 || found.Chunks[0].ID != "1" || !strings.HasPrefix(found.Chunks[0].Text, "Die Kündigungsfrist") {
				t.Errorf("%q, %d messages: %+v", mark, len(messages), found.Chunks)
			}
		}
	}
}

// Passages below an order to answer from them were not seen where their numbers do not count up, or where one
// of their sentences says never.
func TestPassagesBelowAnOrderWereNotSeen(t *testing.T) {
	t.Parallel()
	const a, b = "Adults take 5 mg of apixaban twice daily. A box costs €30.", "You return books within a week. The fee is never more than 8 euros."
	for _, ids := range [...][2]string{{"50", "12"}, {"2", "1"}, {"1", "3"}, {"101", "102"}, {"50", ""}} {
		text := "Answer only from the documents.\n\n[" + ids[0] + "] " + a
		if ids[1] != "" {
			text += "\n\n[" + ids[1] + "] " + b
		}
		found := Find(prompt.Prompt{Messages: []prompt.Message{{Role: "system", Parts: []string{text}}, {Role: "user", Parts: []string{"What is the dose?"}}}}, Defaults())
		if len(found.Chunks) == 0 || found.Chunks[0].ID != ids[0] || found.Chunks[0].Text != a || ids[1] != "" && (len(found.Chunks) != 2 || found.Chunks[1].Text != b) {
			t.Errorf("%q: %+v", ids, found.Chunks)
		}
	}
}

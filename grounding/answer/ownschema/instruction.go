package ownschema

import (
	_ "embed"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer"
)

// The texts that ask for an answer in the client's form and its citations; %s
// stands for the names of tools.
var (
	//go:embed ask/answer.txt
	askAnswer string
	//go:embed ask/tool.txt
	askTool string
	//go:embed ask/citations.txt
	askCitations string
	//go:embed ask/numbers.txt
	askNumbers string
	//go:embed ask/rest.txt
	askRest string
	//go:embed ask/collect.txt
	askCollect string
	//go:embed ask/faithful.txt
	askFaithful string
)

// Instruction tells the model how to give a client's answer and its citations
// together. It is the same text for every request, so that it can stand in
// the cached beginning of a conversation.
func Instruction(numbers *answer.Numbers) string {
	return askAnswer + citing(numbers) + strings.TrimSpace(askFaithful)
}

// citing asks for the citations: with quotes, or by the numbers of sentences.
func citing(numbers *answer.Numbers) string {
	if numbers == nil {
		return askCitations + askRest
	}
	return numbers.Told(askNumbers) + askRest
}

// ToolInstruction tells the model how to give an answer and its citations
// together where the answer is the arguments of a tool.
func ToolInstruction(tools []string, numbers *answer.Numbers) string {
	names := make([]string, len(tools))
	for i, name := range tools {
		names[i] = strconv.Quote(name)
	}
	return strings.Replace(askTool, "%s", strings.Join(names, " or "), 1) + citing(numbers) + strings.TrimSpace(askFaithful)
}

// CollectInstruction tells the model what the second call is for.
func CollectInstruction(numbers *answer.Numbers) string {
	return askCollect + strings.TrimSpace(citing(numbers))
}

// BareInstruction is for an answer in the client's own form whose citations are
// asked for afterwards.
func BareInstruction() string { return strings.TrimSpace(askFaithful) }

// Shape is what to add to Instruction where the form cannot be enforced by
// the upstream: the schema that the reply has to meet. schema is the
// envelope's, from a wrapped response_format, or nil for json_object.
func Shape(schema []byte) string {
	if len(schema) == 0 {
		return `Write "answer" as the JSON object that was asked for.`
	}
	return "The reply must be valid against this JSON Schema:\n" + string(schema)
}

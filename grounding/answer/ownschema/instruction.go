package ownschema

import (
	"strconv"
	"strings"
)

// Instruction tells the model how to give a client's answer and its citations
// together. It is the same text for every request, so that it can stand in
// the cached beginning of a conversation.
func Instruction() string { return instruction }

const instruction = `Reply with one JSON object with these members, in this order:
- "answer": the answer, in exactly the form that was asked of you, without citations, markers or source names that the form does not ask for.
` + citationsInstruction + faithful

const faithful = `
State facts in the words of the sources; change only what grammar needs. Where the sources say nothing, use null, an empty list or an empty text if the form allows it; never guess.`

const citationsInstruction = `- "citations": for each text and each number in the answer that states something, its proof: "chunk_id", the source's id as shown; "path", the JSON Pointer of its place in the answer ("/items/0/dose"; "" is the whole answer); "snippet", 4 to 12 words of the source's sentence that says it, copied exactly.
- "mode": "answer", "refuse" if the sources do not answer, or "clarify" if the question is unclear.
- "unanswered_aspects": short phrases for what the sources leave open.`

// ToolInstruction tells the model how to give an answer and its citations
// together where the answer is the arguments of a tool.
func ToolInstruction(tools []string) string {
	names := make([]string, len(tools))
	for i, name := range tools {
		names[i] = strconv.Quote(name)
	}
	return "The arguments of the tool " + strings.Join(names, " or ") + ` are an answer: one JSON object with these members, in this order:
- "answer": the arguments, in exactly the form that the tool asks for, without citations, markers or source names that the tool does not ask for.
` + citationsInstruction + faithful
}

// BareInstruction is for an answer in the client's own form whose citations are
// asked for afterwards.
func BareInstruction() string { return strings.TrimSpace(faithful) }

// Shape is what to add to Instruction where the form cannot be enforced by
// the upstream: the schema that the reply has to meet. schema is the
// envelope's, from a wrapped response_format, or nil for json_object.
func Shape(schema []byte) string {
	if len(schema) == 0 {
		return `Write "answer" as the JSON object that was asked for.`
	}
	return "The reply must be valid against this JSON Schema:\n" + string(schema)
}

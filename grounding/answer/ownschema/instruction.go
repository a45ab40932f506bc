package ownschema

import (
	"strconv"
	"strings"
)

// Instruction tells the model how to give a client's answer and its citations
// together. It is the same text for every request, so that it can stand in
// the cached beginning of a conversation.
func Instruction() string { return instruction }

const instruction = `Reply with one JSON object and nothing else. Its members, in this order:
- "answer": the answer itself, in exactly the form that was asked of you. Put no citation, marker or source name into it that the form does not ask for.
` + citationsInstruction + faithful

const faithful = `
State only what the passages say, with their numbers, units and negations. Where they say nothing, use null, an empty list or an empty text if the form allows it, and never a guess.`

const citationsInstruction = `- "citations": a list. Each entry supports one place of the answer: "chunk_id" is the id of the passage as shown, "path" is the JSON Pointer of that place within the answer (for example "/items/0/dose"; "" is the whole answer), and "snippet" is copied from the passage word for word, at most 25 words, no more than is needed. Every text and every number in the answer that states something needs an entry of its own.
- "mode": "answer"; or "clarify" if the question must be made clear first; or "refuse" if the passages do not answer it.
- "unanswered_aspects": a list of the parts of the question that the passages leave open, or [].`

// ToolInstruction tells the model how to give an answer and its citations
// together where the answer is the arguments of a tool.
func ToolInstruction(tools []string) string {
	names := make([]string, len(tools))
	for i, name := range tools {
		names[i] = strconv.Quote(name)
	}
	return "The arguments of the tool " + strings.Join(names, " or ") + ` are an answer. They are one JSON object with these members, in this order:
- "answer": the arguments themselves, in exactly the form that the tool asks for. Put no citation, marker or source name into them that the tool does not ask for.
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

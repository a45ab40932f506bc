package answer

import (
	"embed"
	"strings"
)

// How says in what way an upstream is held to a dialect's shape. The values
// are those of the configuration's `structured_output`.
type How string

const (
	ByJSONSchema How = "json_schema" // the upstream enforces the schema
	ByJSONObject How = "json_object" // the upstream enforces that it is JSON
	ByPrompt     How = "prompt"      // nothing but the instruction does
)

// Instruction returns what a model is told so that it cites in a dialect; ""
// for Client, where the app's own prompt says it. It is constant for a dialect
// and a way, so that upstreams can cache the prompt. It states the shape in
// every mode, with an example, since a schema alone teaches no meaning; it is
// written for small models: short sentences, one rule a line. Every token of
// it is paid for with every call.
func Instruction(d Dialect, how How) string { return instructions[manner{d, how}] }

// manner is a dialect and a way.
type manner struct {
	dialect Dialect
	how     How
}

// asks holds the texts of the instructions: what is common to all dialects,
// and for each dialect an example on the first line and its rules behind it.
//
//go:embed ask/*.txt
var asks embed.FS

// inquiring are the dialects that ask for something.
var inquiring = [...]Dialect{Segments, Snippet, Claims, Numbered, Dagger, AuthorYear}

// instructions are made once: every call that is enforced sends one of them.
var instructions = func() map[manner]string {
	made, common := map[manner]string{}, textOf("common")
	for _, d := range inquiring {
		for _, how := range [...]How{ByJSONSchema, ByJSONObject, ByPrompt} {
			made[manner{d, how}] = common + opening(d, how) + textOf(d)
		}
	}
	return made
}()

// opening leads to the example.
func opening(d Dialect, how How) string {
	switch {
	case schemas[d] == "":
		return "Answer like this example:\n"
	case how == ByPrompt:
		return "Reply only with JSON, no code fence, like this example:\n"
	}
	return "Reply with JSON like this example:\n"
}

// example is what a model is shown as a reply in a dialect.
func example(d Dialect) string {
	line, _, _ := strings.Cut(textOf(d), "\n")
	return line
}

func textOf(name Dialect) string {
	text, err := asks.ReadFile("ask/" + string(name) + ".txt")
	if err != nil {
		panic(err) // the files are part of the program
	}
	return string(text)
}

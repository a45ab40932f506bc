package ownschema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/text"
)

// Tool is a tool as a request offers it. Parameters is its JSON Schema, "" for none.
type Tool struct{ Name, Description, Parameters string }

// AnswerTools tells which of a request's tools end an agent's run: what a model passes to
// them goes to a person as its answer. A tool says so by its name, its description or its
// parameters. The one that the request forces is it, but for one that looks up or acts by its name and only takes what
// one asks with: a name such as save_facts tells nothing of who reads what is saved. Where the model has to
// call some tool and none says so, the last one is it, if it can be: a framework puts the form
// of the answer behind the tools that find things.
func AnswerTools(tools []Tool, required bool, forced string) []bool {
	out := make([]bool, len(tools))
	for i := range tools {
		if t := &tools[i]; forced == "" {
			out[i] = t.saysItAnswers()
		} else {
			out[i] = t.Name == forced && !(t.onlyAsks() && (t.opensWith(words.Acts) || t.opensWith(words.Seeks)))
		}
	}
	if !required || forced != "" || slices.Contains(out, true) {
		return out
	}
	for i := len(tools) - 1; i >= 0 && tools[i].mayAnswer(); i-- {
		if r, _ := utf8.DecodeRuneInString(tools[i].Name); i < len(tools)-1 && !unicode.IsUpper(r) {
			break // another form of the answer is named like a type, too
		}
		out[i] = true
	}
	return out
}

// saysItAnswers reports whether a tool says that its arguments are an answer.
func (t *Tool) saysItAnswers() bool {
	name, said := wordsOf(t.Name), strings.Join(wordsOf(t.Description), " ")
	joined := " " + strings.Join(name, " ") + " "
	switch {
	case len(name) == 0:
		return false
	case slices.ContainsFunc(words.Endings, func(s string) bool { return strings.Contains(joined, " "+s+" ") }):
		return true
	case t.opensWith(words.Acts), t.opensWith(words.Seeks):
		return false
	case slices.ContainsFunc(words.Purposes, func(s string) bool { return strings.Contains(said, s) }):
		return true
	}
	return (slices.ContainsFunc(t.parameters(), isAnswer) || t.namesAnswer(name)) && t.mayAnswer()
}

func isAnswer(s string) bool { return slices.Contains(words.Answers, s) }

// namesAnswer reports whether a tool is called an answer, or by a verb of giving one with nothing
// behind it that it is done to: respond and submit_answer, and not submit_form. A verb alone
// (return_policy) is believed where no description says what it does.
func (t *Tool) namesAnswer(name []string) bool {
	gives, at := slices.Contains(words.Returns, name[0]), 0
	if !gives {
		at = slices.IndexFunc(name, isAnswer)
	}
	return gives && t.Description == "" || at >= 0 && !slices.ContainsFunc(name[at+1:], func(s string) bool {
		return !isAnswer(s) && !slices.Contains(words.Objects, s) && !text.English.Class(s).Has(text.Stop)
	})
}

func (t *Tool) opensWith(verbs []string) bool {
	name := wordsOf(t.Name)
	return len(name) > 0 && slices.Contains(verbs, name[0])
}

// mayAnswer reports whether a tool is none that looks up or does something: its name
// begins with no such verb, and it does not only take what one asks with.
func (t *Tool) mayAnswer() bool {
	return len(wordsOf(t.Name)) > 0 && !t.opensWith(words.Acts) && !t.opensWith(words.Seeks) && !t.onlyAsks()
}

// onlyAsks reports whether all that a tool takes is what one asks or acts with: a query, a
// place, the id of a thing.
func (t *Tool) onlyAsks() bool {
	names := t.parameters()
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool {
		parts := strings.Fields(name)
		return len(parts) > 0 && !slices.Contains(words.Inputs, parts[len(parts)-1])
	})
}

// parameters are the names of a tool's parameters, as words in lower case.
func (t *Tool) parameters() (out []string) {
	gjson.Get(t.Parameters, "properties").ForEach(func(name, _ gjson.Result) bool {
		out = append(out, strings.Join(wordsOf(name.Str), " "))
		return true
	})
	return out
}

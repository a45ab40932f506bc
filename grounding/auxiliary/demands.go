package auxiliary

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/proxy/wire/prompt"
)

// Output forms that a prompt may demand in words.
const (
	DemandsJSON = "json"
	DemandsCode = "code"
)

// maxDemandBytes bounds how long a sentence of instruction is.
const maxDemandBytes = 400

// DemandsForm tells what form an app's own prompt demands where the request
// has no response_format: "json", "code" (SQL and program text), or "". It
// goes by plain orders at the beginning of a sentence, in system and developer
// messages and in a user message that is all there is, so that neither a
// document that speaks of JSON nor a question about SQL counts. It is a hint:
// a reply that has not the form is read as prose.
func DemandsForm(p prompt.Prompt) string {
	if p.Format != prompt.FormatText {
		return ""
	}
	for _, message := range p.Messages {
		own := message.Role == "system" || message.Role == "developer"
		if !own && !(message.Role == "user" && len(p.Messages) == 1) {
			continue
		}
		for _, part := range message.Parts {
			if kind := demanded(part); kind != "" {
				return kind
			}
		}
	}
	return ""
}

func demanded(text string) string {
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		for more := true; more; {
			var sentence string
			sentence, line, more = strings.Cut(line, ". ")
			if !mayOrder(sentence) {
				continue
			}
			sentence = strings.TrimSpace(sentence)
			if len(sentence) > maxDemandBytes {
				continue
			}
			if kind := orders(sentence); kind != "" {
				return kind
			}
		}
		text = rest
	}
	return ""
}

// mayOrder reports whether a sentence could begin as an order does: the first
// letter of it begins an opening. It spares most sentences of a long prompt the
// reading.
func mayOrder(sentence string) bool {
	for i := range len(sentence) {
		switch c := sentence[i] | 0x20; {
		case c >= utf8.RuneSelf:
			return true // told by those who know more signs
		case 'a' <= c && c <= 'z':
			return slices.ContainsFunc(openings[c&31], func(opening string) bool { return mayBegin(sentence[i:], opening) })
		}
	}
	return false
}

// mayBegin tells whether a text begins with an opening, capitals and small
// letters alike, and some signs taken for others.
func mayBegin(text, opening string) bool {
	if len(text) < len(opening) {
		return false
	}
	for i := range len(opening) {
		if text[i]|0x20 != opening[i] {
			return false
		}
	}
	return true
}

// orders reads one sentence. Most are no orders, so the case is folded only
// where one is.
func orders(sentence string) string {
	sentence = strings.TrimLeft(sentence, " -*#•0123456789.)")
	if sentence == "" || !begins(sentence, openings[sentence[0]&31]) {
		return ""
	}
	sentence = strings.ToLower(sentence)
	if strings.HasPrefix(sentence, given) {
		_, order, _ := strings.Cut(sentence, ", ")
		return orders(order)
	}
	switch {
	case contains(sentence, exceptions()):
		return ""
	case hasWord(sentence, "json"):
		return DemandsJSON
	case contains(sentence, codeWords()):
		return DemandsCode
	}
	return ""
}

// given begins what stands in front of an order: "Given a text, return JSON".
const given = "given "

// openings are how an order begins, by the number of its first letter in the
// alphabet.
var openings = [32][]string{
	'a' & 31: {"answer ", "always respond", "always return", "always reply", "always answer", "always output"},
	'f' & 31: {"format your "},
	'g' & 31: {"generate ", given},
	'i' & 31: {"important: "},
	'o' & 31: {"output ", "only respond", "only return", "only reply", "only output"},
	'p' & 31: {"produce ", "provide your ", "please respond", "please return"},
	'r' & 31: {"respond ", "reply ", "return "},
	's' & 31: {"strictly return", "strictly output"},
	't' & 31: {"the response must", "the output must", "the output should", "the answer must"},
	'w' & 31: {"write only"},
	'y' & 31: {
		"you must respond", "you must return", "you must reply", "you must answer", "you must output", "you must always", "your response must",
		"you will respond", "you will return", "you will reply", "you will answer", "you will output",
		"your response should", "your entire response", "your answer must", "your output must", "your reply must",
	},
}

// exceptions are words with which an order forbids the form or speaks of
// something other than the reply.
func exceptions() []string {
	return []string{
		"not json", "no json", "without json", "instead of json", "not return json", "not output json", "not sql", "no sql",
		"not use", "never ", "endpoint", "the server", "the api", "if the user", "if asked", "unless",
	}
}

func codeWords() []string {
	return []string{
		"only the sql", "only sql", "only a sql", "only the code", "only code", "only the query", "sql query only", "sql only", "code only",
		"a syntactically correct", "a valid sql", "just the sql", "just the code", "only valid python", "only python code",
	}
}

// begins tells whether a text begins with one of some openings, in any case.
func begins(text string, openings []string) bool {
	for _, opening := range openings {
		if len(text) >= len(opening) && strings.EqualFold(text[:len(opening)], opening) {
			return true
		}
	}
	return false
}

func contains(text string, phrases []string) bool {
	for _, phrase := range phrases {
		if strings.Contains(text, phrase) {
			return true
		}
	}
	return false
}

func hasWord(text, word string) bool {
	for _, field := range strings.FieldsFunc(text, notWord) {
		if field == word {
			return true
		}
	}
	return false
}

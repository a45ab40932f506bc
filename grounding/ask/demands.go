package ask

import (
	"slices"
	"strings"

	"vouchsafe/proxy/wire/prompt"
)

// DemandsJSON is the form that DemandsForm knows.
const DemandsJSON = "json"

// maxDemandBytes bounds how long a sentence of instruction is.
const maxDemandBytes = 400

// DemandsForm tells what form an app's own prompt demands where the request
// has no response_format: "json" or "". It
// goes by plain orders at the beginning of a sentence, in system and developer
// messages and in a user message that is all there is, so that neither a
// document that speaks of JSON nor a question about SQL counts. It is a hint:
// a reply that has not the form is read as prose.
func DemandsForm(p prompt.Prompt) string {
	if p.Format != prompt.FormatText {
		return ""
	}
	for _, message := range p.Messages {
		if !isApps(message.Role) && (message.Role != "user" || len(p.Messages) > 1) {
			continue
		}
		for _, part := range message.Parts {
			if namesJSON(part) && demandsJSON(part) {
				return DemandsJSON
			}
		}
	}
	return ""
}

// namesJSON tells whether the name of JSON may stand in a text, in any case. In most
// texts it does not, and no sentence has to be read.
func namesJSON(text string) bool {
	for _, letter := range []string{"j", "J"} {
		for behind := range strings.SplitSeq(text, letter) {
			if begins(behind, "son") {
				return true
			}
		}
	}
	return false
}

func demandsJSON(text string) bool {
	for line := range strings.Lines(text) {
		for sentence := range strings.SplitSeq(line, ". ") {
			if ordersJSON(strings.TrimSpace(sentence)) {
				return true
			}
		}
	}
	return false
}

// ordersJSON reads one sentence, and of "Given a text, return JSON" its order. Most are
// no orders, so the case is folded only where one is.
func ordersJSON(sentence string) bool {
	const given = "given "
	if sentence = strings.TrimLeft(sentence, " -*#•0123456789.)"); len(sentence) > maxDemandBytes {
		return false
	}
	if begins(sentence, given) {
		_, order, _ := strings.Cut(sentence, ", ")
		return ordersJSON(order)
	}
	if !slices.ContainsFunc(lexicon["order_openings"], func(opening string) bool { return begins(sentence, opening) }) {
		return false
	}
	sentence = strings.ToLower(sentence)
	return slices.Contains(strings.FieldsFunc(sentence, notWord), "json") && !holds(sentence, "order_exceptions")
}

// begins tells whether a text begins with an opening, in any case.
func begins(text, opening string) bool {
	return len(text) >= len(opening) && text[0]|0x20 == opening[0] && strings.EqualFold(text[:len(opening)], opening)
}

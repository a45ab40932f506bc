package auxiliary

import (
	"slices"
	"strings"

	"vouchsafe/proxy/wire/prompt"
)

// Output forms that a prompt may demand in words.
const (
	DemandsJSON = "json"
	DemandsCode = "code"
)

// maxDemandBytes bounds how long a sentence of instruction is.
const maxDemandBytes = 400

var (
	orderOpenings   = words("order_openings")
	orderExceptions = words("order_exceptions")
	codeOrders      = words("code_orders")
)

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
		if !isApps(message.Role) && (message.Role != "user" || len(p.Messages) > 1) {
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
	for line := range strings.Lines(text) {
		for sentence := range strings.SplitSeq(line, ". ") {
			if sentence = strings.TrimSpace(sentence); len(sentence) > maxDemandBytes {
				continue
			}
			if kind := ordered(sentence); kind != "" {
				return kind
			}
		}
	}
	return ""
}

// given begins what stands in front of an order: "Given a text, return JSON".
const given = "given "

// ordered reads one sentence. Most are no orders, so the case is folded only
// where one is.
func ordered(sentence string) string {
	sentence = strings.TrimLeft(sentence, " -*#•0123456789.)")
	if begins(sentence, given) {
		_, order, _ := strings.Cut(sentence, ", ")
		return ordered(order)
	}
	if !slices.ContainsFunc(orderOpenings, func(opening string) bool { return begins(sentence, opening) }) {
		return ""
	}
	sentence = strings.ToLower(sentence)
	switch {
	case contains(sentence, orderExceptions):
		return ""
	case slices.Contains(strings.FieldsFunc(sentence, notWord), "json"):
		return DemandsJSON
	case contains(sentence, codeOrders):
		return DemandsCode
	}
	return ""
}

// begins tells whether a text begins with an opening, in any case.
func begins(text, opening string) bool {
	return len(text) >= len(opening) && text[0]|0x20 == opening[0] && strings.EqualFold(text[:len(opening)], opening)
}

func contains(text string, phrases []string) bool {
	return slices.ContainsFunc(phrases, func(phrase string) bool { return strings.Contains(text, phrase) })
}

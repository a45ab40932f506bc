package ask

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/proxy/wire/prompt"
)

// maxDemandBytes bounds how long a sentence of instruction is.
const maxDemandBytes = 600

// DemandsJSON tells that an app's own words order JSON where the request has no
// response_format. It goes by orders in system and developer messages, and in a user
// message that is all there is, so that neither a document that speaks of JSON nor a
// question about it counts. It is a hint: a reply that is no JSON is read as prose.
func DemandsJSON(p prompt.Prompt, found *layout.Found) bool {
	if p.Format != prompt.FormatText || !slices.ContainsFunc(p.Messages, mayOrderJSON) {
		return false
	}
	w := Own(p, found.Parts(p))
	for i := range w.Turns {
		t := &w.Turns[i]
		if (isApps(t.Role) || t.Role == "user" && len(w.Turns) == 1) && namesJSON(t.Text) && demandsJSON(t.Text) {
			return true
		}
	}
	return false
}

// SpeaksOfJSON tells that a prompt names JSON anywhere but in its material.
func SpeaksOfJSON(p prompt.Prompt, found *layout.Found) bool {
	return slices.ContainsFunc(p.Messages, mayOrderJSON) && slices.ContainsFunc(Own(p, found.Parts(p)).Turns, func(t Turn) bool {
		return t.Role != "assistant" && namesJSON(t.Form)
	})
}

func mayOrderJSON(m prompt.Message) bool {
	return m.Role != "assistant" && slices.ContainsFunc(m.Parts, namesJSON)
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
		if !namesJSON(line) {
			continue
		}
		for sentence := range strings.SplitSeq(line, ". ") {
			if ordersJSON(strings.TrimSpace(sentence)) {
				return true
			}
		}
	}
	return false
}

// ordersJSON reads one sentence: an opening that orders a form, or a verb of making before
// the name of JSON.
func ordersJSON(sentence string) bool {
	if sentence = unlisted(sentence); len(sentence) > maxDemandBytes || !namesJSON(sentence) {
		return false
	}
	lower := strings.ToLower(sentence)
	words := strings.FieldsFunc(lower, notWord)
	at := slices.IndexFunc(words, func(word string) bool { return word == "json" })
	if !isEnglish(words) && ordersJSONInTongue(sentence) {
		return true
	}
	if at < 0 || holds(lower, "order_exceptions") || is(words[0], "order_none") || strings.HasSuffix(lower, "?") {
		return false
	}
	if slices.ContainsFunc(lexicon["order_openings"], func(opening string) bool { return strings.HasPrefix(lower, opening) }) {
		return true
	}
	return slices.ContainsFunc(words[:at], func(word string) bool {
		class := kindOf(word, plain)
		return class == makes || class == tells && word != "help" || class == works && asForm(words[:at])
	})
}

// asForm tells whether "as" stands before the name of a form: "as JSON", "as a valid JSON object".
// Behind work on a text the name alone may be the text's: "check the values in the JSON".
func asForm(before []string) bool {
	n := len(before)
	return n > 0 && slices.Contains(before[max(0, n-3):], "as")
}

// begins tells whether a text begins with an opening, in any case.
func begins(text, opening string) bool {
	return len(text) >= len(opening) && text[0]|0x20 == opening[0] && strings.EqualFold(text[:len(opening)], opening)
}

package layout

import (
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire/prompt"
)

// isReceipt tells whether a tool's text only confirms what was done: the tool acts, and the
// text says nothing beyond the call that it answers, that all went well, and an id. Whatever
// tells more, a failure above all, is evidence.
func isReceipt(call *prompt.Call, text string) bool {
	const longest = 300 // bytes
	if call == nil || len(text) > longest || !acts(call.Name) {
		return false
	}
	known := set(append(nameWords(call.Name), nameWords(call.Arguments)...)...)
	if !gjson.Valid(text) {
		return confirms(text, known)
	}
	return confirmsAll(gjson.Parse(text), known)
}

// acts tells whether the first verb of a tool's name is one of changing something, not of
// bringing something.
func acts(name string) bool {
	for _, w := range nameWords(name) {
		if actingVerbs[w] || readingVerbs[w] {
			return actingVerbs[w]
		}
	}
	return false
}

var (
	actingVerbs  = set(words("acting_verbs")...)
	readingVerbs = set(words("reading_verbs")...)
	successWords = set(words("success")...)
)

// nameWords are the words of a text, in lower case. Signs part them, and so does a capital behind a
// small letter: "createEvent".
func nameWords(s string) (list []string) {
	start := -1
	var before rune
	for i, r := range s {
		inside := unicode.IsLetter(r) || unicode.IsDigit(r)
		if start >= 0 && (!inside || unicode.IsUpper(r) && unicode.IsLower(before)) {
			list = append(list, strings.ToLower(s[start:i]))
			start = -1
		}
		if inside && start < 0 {
			start = i
		}
		before = r
	}
	if start >= 0 {
		list = append(list, strings.ToLower(s[start:]))
	}
	return list
}

// confirmsAll tells whether each value of a JSON text confirms. An id may be any word.
func confirmsAll(v gjson.Result, known map[string]bool) bool {
	all := true
	switch v.Type {
	case gjson.JSON:
		v.ForEach(func(key, value gjson.Result) bool {
			name := nameWords(key.Str)
			isID := len(name) > 0 && name[len(name)-1] == "id" && !value.IsObject() && !value.IsArray() && !strings.Contains(value.String(), " ")
			all = isID || confirmsAll(value, known)
			return all
		})
	case gjson.False:
		all = false
	case gjson.Number, gjson.String:
		all = confirms(v.String(), known)
	}
	return all
}

// confirms tells whether a text has no word but those of the call and of success.
func confirms(text string, known map[string]bool) bool {
	for _, w := range nameWords(text) {
		if !known[w] && !successWords[w] {
			return false
		}
	}
	return true
}

package auxiliary

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is a closed form of output.
type Kind string

const (
	YesNo    Kind = "yes-no"   // one word: yes or no
	Integers Kind = "integers" // "2, 5, 1", with or without brackets or "ANSWER:"
	Score    Kind = "score"    // one number: "7", "Score: 0.8", "8/10"
	Ranking  Kind = "ranking"  // lines "Doc: 3, Relevance: 7", or "[2] > [1]"
	Label    Kind = "label"    // one of Labels; without any, one token
	Title    Kind = "title"    // one line of at most 12 words that states nothing
	Query    Kind = "query"    // one question or search phrase of at most 60 words
	Queries  Kind = "queries"  // at most 20 of them, one a line or as a JSON list
	Keywords Kind = "keywords" // at most 40 terms of at most 6 words
	Emoji    Kind = "emoji"    // at most 8 characters, none a letter or digit
	Object   Kind = "object"   // a JSON object of Keys and Prose
)

// Bounds of the forms. They are generous for the tasks and too tight for an
// answer with its reasons.
const (
	maxReplyBytes = 32 << 10
	maxLineBytes  = 800
	maxTitleWords = 12
	maxQueryWords = 60
	maxPhrase     = 30 // words of a search phrase that is no question
	maxQueries    = 20
	maxKeywords   = 40
	maxTermWords  = 6
	maxIntegers   = 100
	maxProseWords = 60
)

// Form is what a reply must look like to pass as it is.
type Form struct {
	Kind Kind
	// Labels is the closed list of a Label form.
	Labels []string
	// Keys are the members that an Object may have; their texts must be short
	// phrases or questions.
	Keys []string
	// Prose are members of an Object whose texts may be sentences of at most 60
	// words: the reasons and statements of evaluators.
	Prose []string
}

// fits has the check of each kind but Label and Object, which need more than the text.
var fits = map[Kind]func(text string) bool{
	YesNo:    func(text string) bool { return isOneOf(bareWord(text), []string{"yes", "no"}) },
	Integers: func(text string) bool { return isIntegers(unlabelled(text)) },
	Score:    func(text string) bool { return scorePattern.MatchString(unlabelled(text)) },
	Ranking:  isRanking,
	Title:    isTitle,
	Query:    isQuery,
	Queries:  isQueries,
	Keywords: isKeywords,
	Emoji:    isEmoji,
}

// ParseForm reads a form as it is written in a configuration: a kind's name;
// "label: a | b | c"; "object: key, key".
func ParseForm(text string) (Form, error) {
	name, list, _ := strings.Cut(text, ":")
	form := Form{Kind: Kind(strings.TrimSpace(name))}
	switch form.Kind {
	case Label:
		form.Labels = splitList(list, "|")
	case Object:
		if form.Keys = splitList(list, ","); len(form.Keys) == 0 {
			return Form{}, fmt.Errorf("cannot use the form %q: an object needs its keys", text)
		}
	default:
		if fits[form.Kind] == nil {
			return Form{}, fmt.Errorf("cannot use the form %q: it is none of %s", text, strings.Join(FormNames(), ", "))
		}
	}
	return form, nil
}

// FormNames lists the kinds of forms, for messages and documentation.
func FormNames() []string {
	return []string{"yes-no", "integers", "score", "ranking", "label", "title", "query", "queries", "keywords", "emoji", "object"}
}

func splitList(text, separator string) []string {
	var out []string
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// Fits tells whether a reply has the form and holds nothing beside it. A code
// fence, a tag or a label such as "Query:" around it is accepted; so is a JSON
// object whose few values have the form, for clients that ask for JSON.
func (f Form) Fits(reply string) bool {
	if len(reply) > maxReplyBytes {
		return false
	}
	text := untagged(unfenced(strings.TrimSpace(reply)))
	switch {
	case text == "":
		return false
	case f.Kind == Object:
		return f.fitsObject(text)
	case text[0] == '{':
		return f.fitsMembers(text)
	}
	return f.fitsText(text)
}

func (f Form) fitsText(text string) bool {
	if f.Kind == Label {
		return f.isLabel(bareWord(text))
	}
	check := fits[f.Kind]
	return check != nil && check(text)
}

func (f Form) isLabel(word string) bool {
	if len(f.Labels) > 0 {
		return isOneOf(word, f.Labels)
	}
	return tokenPattern.MatchString(word)
}

// bareWord takes a label off a single word, and quotes, emphasis or an end mark.
func bareWord(text string) string {
	return strings.Trim(unlabelled(text), " \t\r\n\"'`*.!")
}

func isOneOf(text string, list []string) bool {
	return slices.ContainsFunc(list, func(want string) bool { return strings.EqualFold(text, want) })
}

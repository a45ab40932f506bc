package ask

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Shape is a closed form of output.
type Shape string

const (
	YesNo    Shape = "yes-no"   // one word: yes or no
	Integers Shape = "integers" // "2, 5, 1", with or without brackets or "ANSWER:"
	Score    Shape = "score"    // one number: "7", "Score: 0.8", "8/10"
	Ranking  Shape = "ranking"  // lines "Doc: 3, Relevance: 7", or "[2] > [1]"
	Label    Shape = "label"    // one of Labels; without any, one token
	Title    Shape = "title"    // one line of at most 12 words that states nothing
	Query    Shape = "query"    // one question or search phrase of at most 60 words
	Queries  Shape = "queries"  // at most 20 of them, one a line or as a JSON list
	Keywords Shape = "keywords" // at most 40 terms of at most 6 words
	Emoji    Shape = "emoji"    // at most 8 characters, none a letter or digit
	Object   Shape = "object"   // a JSON object of Keys
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
	maxStopped    = 3 // words of a term that ends like a sentence
	maxIntegers   = 100
)

// Form is what a reply must look like to pass as it is.
type Form struct {
	Kind Shape
	// Labels is the closed list of a Label form.
	Labels []string
	// Keys are the members that an Object may have; their texts must be short
	// phrases or questions.
	Keys []string
}

// patterns of the forms that are no words. A reply's label has been taken off.
var patterns = map[Shape]*regexp.Regexp{
	YesNo:    regexp.MustCompile(`(?i)^["'*.!` + "`" + `]*(?:yes|no)["'*.!` + "`" + `]*$`),
	Integers: regexp.MustCompile(`^[\s\[(]*\d{1,5}(?:[\s,;\[\]()]+\d{1,5}){0,99}[\s\])]*\.?$`),
	Score:    regexp.MustCompile(`^\d{1,3}(?:\.\d{1,6})?(?:\s*/\s*\d{1,3}(?:\.\d{1,6})?)?\.?$`),
	Ranking: regexp.MustCompile(`(?i)^(?:\[\d{1,5}\](?:\s*>\s*\[\d{1,5}\]){0,99}|` +
		`(?:doc(?:ument)?\s*:\s*\d{1,3}\s*,\s*relevance\s*:\s*\d{1,3}(?:\.\d{1,6})?\s*(?:\n\s*|$)){1,100})$`),
	Emoji: regexp.MustCompile(`^[^\pL\pN\x00-\x7f]{1,8}$`),
}

// phrases check the forms that are words.
var phrases = map[Shape]func(text string) bool{Title: isTitle, Query: isQuery, Queries: isQueries, Keywords: isKeywords}

// FormNames lists the kinds of forms, for messages and documentation.
func FormNames() []string {
	return []string{"yes-no", "integers", "score", "ranking", "label", "title", "query", "queries", "keywords", "emoji", "object"}
}

// ParseForm reads a form as it is written in a configuration: a kind's name;
// "label: a | b | c"; "object: key, key".
func ParseForm(text string) (Form, error) {
	name, list, _ := strings.Cut(text, ":")
	form := Form{Kind: Shape(strings.TrimSpace(name))}
	if !slices.Contains(FormNames(), string(form.Kind)) {
		return Form{}, fmt.Errorf("cannot use the form %q: it is none of %s", text, strings.Join(FormNames(), ", "))
	}
	switch form.Kind {
	case Label:
		form.Labels = splitList(list, "|")
	case Object:
		if form.Keys = splitList(list, ","); len(form.Keys) == 0 {
			return Form{}, fmt.Errorf("cannot use the form %q: an object needs its keys", text)
		}
	}
	return form, nil
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
	text := unwrapped(reply)
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
	text = unlabelled(text)
	if f.Kind == Label {
		return f.isLabel(strings.Trim(text, " \t\r\n\"'`*.!"))
	}
	if pattern := patterns[f.Kind]; pattern != nil {
		return pattern.MatchString(text)
	}
	check := phrases[f.Kind]
	return check != nil && check(text)
}

var token = regexp.MustCompile(`^[\pL\pN_-]{0,40}$`)

func (f Form) isLabel(word string) bool {
	if len(f.Labels) == 0 {
		return token.MatchString(word)
	}
	return slices.ContainsFunc(f.Labels, func(label string) bool { return strings.EqualFold(word, label) })
}

var (
	fence     = regexp.MustCompile("(?s)^(?:```[^\n]{0,12}\n)?(.*?)\\s*(?:```)?$")
	links     = regexp.MustCompile(`<links>(?:\s*https?://\S+)*\s*</links>$`)
	tagged    = regexp.MustCompile(`(?s)^<(\w+)>(.*)</(\w+)>$`)
	quoted    = regexp.MustCompile("(?s)^(?:\"(.*)\"|'(.*)'|“(.*)”|「(.*)」|`(.*)`)$")
	numbering = regexp.MustCompile(`^(?:[-*•] |\d{1,3}[.)] )\s*`)
)

// unwrapped takes off a code fence, or only the closing one, for a prompt may have
// opened it; the signs of a frame, such as "[[ ## label ## ]]"; a list of links behind the text;
// and a tag.
func unwrapped(text string) string {
	text = fence.FindStringSubmatch(strings.TrimSpace(text))[1]
	text = strings.TrimSpace(bracketed.ReplaceAllString(text, ""))
	text = strings.TrimSpace(links.ReplaceAllString(text, ""))
	if m := tagged.FindStringSubmatch(text); m != nil && m[1] == m[3] && is(m[1], "output_tags") {
		return strings.TrimSpace(m[2])
	}
	return text
}

// unlabelled takes a label such as "Query:" off.
func unlabelled(text string) string { return text[len(outputLabel.FindString(text)):] }

// unquoted takes one pair of quotation marks off.
func unquoted(text string) string {
	if m := quoted.FindStringSubmatch(text); m != nil {
		return strings.Join(m[1:], "")
	}
	return text
}

// unnumbered takes a bullet or a number off a line: "1. ", "- ", "2) ".
func unnumbered(line string) string { return line[len(numbering.FindString(line)):] }

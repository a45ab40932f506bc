package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// rule makes one edit of a sentence, "" where it does not apply.
type rule struct {
	name   string
	honest bool
	edit   func(string) string
}

func (r rule) String() string {
	if r.honest {
		return "honest " + r.name
	}
	return "false " + r.name
}

var rules = []rule{
	{"list in another order", true, reordered},
	{"pair in another order", true, swapped},
	{"bracket left out", true, replacing(`^([^(]+\w) \([^()]+\)([^()]*\.)$`, "$1$2")},
	{"adverb left out", true, replacing(`^(.* (?:was|were|had|has|have)) (?:quickly|carefully|formally|officially|successfully|originally|also|recently|eventually|finally) (.*)$`, "$1 $2")},
	{"phrase from the front", true, fronted(`In|On|At|During|After|Before|Since|By`)},
	{"condition from the front", true, fronted(`If|When|Once|Unless|Because|Although`)},
	{"condition to the front", true, toFront},
	{"relative clause left out", true, replacing(`^([^,]+), (?:which|who) [^,]+\.$`, "$1.")},
	{"clause left out", true, replacing(`^([^,]+), (?:and|but) (?:the|he|she|it|they|we|a|an|this) [^,]+\.$`, "$1.")},
	{"second predicate left out", true, replacing(`^([^,]+ \w+) and (?:is|was|are|were|has|had|can|will) [^,]+\.$`, "$1.")},
	{"first predicate left out", true, replacing(`^((?:The|A|An|He|She|It|They|\p{Lu}\w+) (?:\w+ )?)(?:is|was|are|were|has|had|can|will) [^,]+ and ((?:is|was|are|were|has|had|can|will) [^,]+\.)$`, "$1$2")},
	{"participle left out", true, replacing(`^([^,]+), \w+ing [^,]+\.$`, "$1.")},
	{"short form", true, replacing(`^(.*\b(?:is|are|was|were|do|does|did|has|have)) not\b(.*)$`, "${1}n't$2")},
	{"condition left out", false, upperAfter(regexp.MustCompile(`^(?:If|When|Unless|Until|Once|In (?:the|a)|For|Without) [^,]+, ([^,]+\.)$`))},
	{"negation lost", false, replacing(`^(.*) (?:not|never) (.*)$`, "$1 $2")},
	{"member of or alone", false, replacing(`^(.* \w+),? or [^,]+\.$`, "$1.")},
	{"only left out", false, replacing(`^(.*) only (.*)$`, "$1 $2")},
	{"figures swapped", false, figures},
	{"condition behind left out", false, replacing(`^([^,]+ \w+),? (?:if|when|unless|until|except|only|without|before|after) [^,]+\.$`, "$1.")},
	{"names swapped", false, names},
}

func replacing(pattern, by string) func(string) string {
	re := regexp.MustCompile(pattern)
	return func(s string) string {
		if !re.MatchString(s) {
			return ""
		}
		return re.ReplaceAllString(s, by)
	}
}

var listOfThree = regexp.MustCompile(`^(.*\b(?:of|for|with|include|includes|including|contains|are|as) )(\w+(?: \w+)?), (\w+(?: \w+)?),? (and|or) (\w+(?: \w+)?)\.$`)

func reordered(s string) string { return listOfThree.ReplaceAllString(s, "$1$5, $2 $4 $3.") }

var pair = regexp.MustCompile(`^(.*\b(?:of|for|with|include|includes|including|contains|in) )(\w+) (and|or) (\w+)\.$`)

func swapped(s string) string { return pair.ReplaceAllString(s, "$1$4 $3 $2.") }

// fronted moves a phrase from the front to the end.
func fronted(openings string) func(string) string {
	re := regexp.MustCompile(`^((?:` + openings + `) [^,]+), ([^,]+)\.$`)
	return func(s string) string {
		m := re.FindStringSubmatch(s)
		if m == nil {
			return ""
		}
		return upper(m[2]) + " " + lower(m[1]) + "."
	}
}

var conditionBehind = regexp.MustCompile(`^([^,]+\w) ((?:if|when|unless|once) [^,]+)\.$`)

func toFront(s string) string {
	m := conditionBehind.FindStringSubmatch(s)
	if m == nil {
		return ""
	}
	return upper(m[2]) + ", " + lower(m[1]) + "."
}

func upperAfter(re *regexp.Regexp) func(string) string {
	return func(s string) string {
		if m := re.FindStringSubmatch(s); m != nil {
			return upper(m[1])
		}
		return ""
	}
}

// figures changes the places of the first two different figures.
func figures(s string) string { return swapTwo(s, regexp.MustCompile(`\b\d[\d.,]*\d\b|\b\d\b`)) }

// names changes the places of two names.
func names(s string) string { return swapTwo(s, regexp.MustCompile(`\b[A-Z][a-z]{3,}\b`)) }

func swapTwo(s string, re *regexp.Regexp) string {
	all := re.FindAllStringIndex(s, -1)
	all = slices.DeleteFunc(all, func(at []int) bool { return at[0] == 0 })
	if len(all) < 2 {
		return ""
	}
	a, b := all[0], all[len(all)-1]
	if between := s[a[1]:b[0]]; s[a[0]:a[1]] == s[b[0]:b[1]] || strings.Contains(between, " and ") || strings.Contains(between, " or ") || len(between) < 6 {
		return ""
	}
	return s[:a[0]] + s[b[0]:b[1]] + s[a[1]:b[0]] + s[a[0]:a[1]] + s[b[1]:]
}

func upper(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// lower takes the capital from a first word that is no name and no "I".
func lower(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if first == "I" || !slices.Contains(strings.Fields("The A An In On At During After Before Since By If When Once Unless Because Although He She It They We You This These There Your His Her Their Our Some Many All"), first) {
		return s
	}
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToLower(r)) + s[n:]
}

package ownschema

import (
	_ "embed"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/text"
)

//go:embed words.yaml
var wordsFile []byte

// words are what names and formats tell of values.
var words = func() (read struct {
	IDs        []string `yaml:"ids"`
	Sources    []string `yaml:"sources"`
	References []string `yaml:"references"`
	Metadata   []string `yaml:"metadata"`
	Gradings   []string `yaml:"gradings"`
	Quotes     []string `yaml:"quotes"`
	Constants  []string `yaml:"constants"`
	Formats    []string `yaml:"formats"`
	Endings    []string `yaml:"endings"`
	Returns    []string `yaml:"returns"`
	Objects    []string `yaml:"objects"`
	Answers    []string `yaml:"answers"`
	Purposes   []string `yaml:"purposes"`
	Seeks      []string `yaml:"seeks"`
	Acts       []string `yaml:"acts"`
	Inputs     []string `yaml:"inputs"`
}) {
	if err := yaml.UnmarshalWithOptions(wordsFile, &read, yaml.Strict()); err != nil {
		panic(fmt.Errorf("cannot read the words of own schemas: %w", err)) // the file is part of the program
	}
	read.References = append(read.References, read.Sources...)
	return read
}()

// minContentWords is from how many content words a text states something.
const minContentWords = 3

// turning are the roles of function words that change what a text says.
const turning = text.Critical &^ (text.Auxiliary | text.Connective)

// states tells whether a text is long enough to state something: three
// content words, or a number.
func states(s string) bool {
	content := 0
	for _, word := range strings.FieldsFunc(s, text.NotOfWord) {
		if strings.ContainsFunc(word, unicode.IsDigit) {
			return true
		}
		if class := text.Unknown.Class(text.Fold(word)); !class.Has(text.Stop) || class.Has(turning) {
			content++
		}
	}
	return content >= minContentWords || unspaced(s) >= 2*minContentWords
}

// unspaced counts the characters of scripts without spaces, about two of which
// make a word.
func unspaced(s string) (n int) {
	for _, r := range s {
		if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			n++
		}
	}
	return n
}

// keyword is what the name of a member tells of its value.
type keyword struct {
	id        bool // the value is an identifier or an address
	reference bool // a number here points at a passage
	sources   bool // what stands here names passages
	metadata  bool // it may be a passage's own
	grades    bool // a number here grades the answer
	quote     bool // a text here claims to be the source's own words
	constant  bool // a constant here is the form's own
	sentence  bool // the name is as long as a sentence
}

// Words from which a name is as long as a sentence; one with a number in it
// says more with fewer.
const (
	sentenceWords        = 6
	numericSentenceWords = 4
)

func keywordOf(key string) keyword {
	parts := wordsOf(key)
	if len(parts) == 0 {
		return keyword{}
	}
	name := strings.Join(parts, " ")
	enough := sentenceWords
	if strings.ContainsFunc(name, unicode.IsDigit) {
		enough = numericSentenceWords
	}
	return keyword{
		id:        slices.Contains(words.IDs, parts[len(parts)-1]),
		reference: slices.Contains(words.References, name) || of(words.References, parts),
		sources:   namesSources(parts),
		metadata:  slices.Contains(words.Metadata, name) || of(words.References, parts[:len(parts)-1]) && slices.Contains(words.Metadata, parts[len(parts)-1]),
		grades:    slices.Contains(words.Gradings, name),
		quote:     slices.Contains(words.Quotes, name),
		constant:  slices.Contains(words.Constants, parts[len(parts)-1]),
		sentence:  len(parts) >= enough || unspaced(name) >= 2*sentenceWords,
	}
}

// namesSources reports whether a member with these words in its name holds names of passages: no page,
// and nothing beside a word for a passage but one for an id.
func namesSources(parts []string) bool {
	refers := func(p string) bool { return slices.Contains(words.References, p) && !strings.HasPrefix(p, "page") }
	other := func(p string) bool { return !refers(p) && !slices.Contains(words.IDs, p) }
	return slices.ContainsFunc(parts, refers) && !slices.ContainsFunc(parts, other)
}

// of tells whether a name has only words of a list.
func of(list, parts []string) bool {
	return !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(list, p) })
}

// Grades tells that a member has the name of a judgement, as "relevance_score" has: a number
// there is the model's own, and no figure of a source.
func Grades(member string) bool { return keywordOf(member).grades }

// Refers tells that a number under a member's name points at something, as "entity_id" does.
func Refers(member string) bool { return keywordOf(member).id || keywordOf(member).reference }

// NamesSource tells that a member holds names of passages.
func NamesSource(member string) bool { return keywordOf(member).sources }

// SaysSource tells that a member's name has a word for a source itself: anything there names one.
func SaysSource(member string) bool {
	return slices.ContainsFunc(wordsOf(member), func(p string) bool { return slices.Contains(words.Sources, p) })
}

// Spaced writes the words of a member's name apart: "maxDailyDose", "max_daily_dose".
func Spaced(key string) string {
	var out strings.Builder
	last := ' '
	for _, r := range key {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			out.WriteByte(' ')
		}
		if last = r; !text.OfWord(r) {
			r = ' '
		}
		out.WriteRune(r)
	}
	return out.String()
}

// wordsOf reads a key as words.
func wordsOf(key string) []string { return strings.Fields(strings.ToLower(Spaced(key))) }

// asserts tells whether a name that the model made up states something: it has a verb
// behind its subject, denies, or begins with an article as a sentence does.
func asserts(key string) bool {
	parts := wordsOf(key)
	content, verb := verbIn(parts)
	subject := len(parts) > 0 && (parts[0] == "the" || parts[0] == "a" || parts[0] == "an")
	return verb && content > 1 || subject && content > 2
}

// isSentence tells whether a text is a sentence: it has a verb behind its subject, or ends
// like one.
func isSentence(s string) bool {
	content, verb := verbIn(wordsOf(s))
	return verb && content > 1 || content > 1 && strings.ContainsAny(s[len(s)-1:], ".!") || unspaced(s) > 0 && strings.HasSuffix(s, "。")
}

// verbIn counts the content words, and tells whether a verb or a denial stands behind the first.
func verbIn(parts []string) (content int, verb bool) {
	for i, part := range parts {
		class := text.English.Class(part)
		switch {
		case class.Has(text.Auxiliary|text.Modal|text.Negator) && !(verb && class.Has(text.Modal)):
			verb = verb || i > 0
		case !class.Has(text.Stop):
			content++
		}
	}
	return content, verb
}

// Tells reports whether an identifier is made of words that tell something: three of them, or
// one with a figure beside it that is no code ("take-40-tablets").
func Tells(id string) bool {
	if isAddress(id) {
		return false
	}
	if content, verb := verbIn(wordsOf(id)); verb && content > 1 {
		return true
	}
	content, figures := 0, 0
	for _, part := range wordsOf(id) {
		switch {
		case strings.ContainsFunc(part, unicode.IsDigit):
			figures++
		case len(part) > 2 && !text.English.Class(part).Has(text.Stop) && text.Listed(part):
			content++
		}
	}
	return content > 2 || content > 1 && figures > 0
}

// IsName tells whether a text can be an identifier or an address: one word,
// whatever signs are in it.
func IsName(s string) bool {
	return !strings.ContainsFunc(s, unicode.IsSpace) && unspaced(s) < 2*sentenceWords
}

// isCode tells whether a text is an identifier that is no word: "c3", "guide.pdf".
func isCode(s string) bool {
	return IsName(s) && strings.ContainsFunc(s, unicode.IsLetter) && strings.ContainsAny(strings.TrimRight(s, "."), "._/#0123456789")
}

// isAddress tells whether a text is nothing but an address on the web.
func isAddress(s string) bool {
	parsed, err := url.Parse(s)
	return err == nil && parsed.Host != "" && (parsed.Scheme == "http" || parsed.Scheme == "https") && !strings.ContainsAny(s, " \t\r\n")
}

package quotes

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Passage is a text with the changes that falsify it.
type Passage struct {
	Language, Domain, Text string
	Changes                []Change
}

// Change replaces the first occurrence of some words.
type Change struct{ Kind, From, To string }

// Quote is a snippet to be looked for in a chunk.
type Quote struct {
	Faithful       bool
	Mutation       string
	Language       string
	Chunk, Snippet string
}

// Parse reads passages: "== language domain", the text, and lines of changes
// ("kind: words -> other words"). Lines with # are comments.
func Parse(data string) ([]Passage, error) {
	var out []Passage
	for number, line := range strings.Split(data, "\n") {
		head, isHead := strings.CutPrefix(line, "== ")
		switch {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case isHead:
			language, domain, _ := strings.Cut(head, " ")
			out = append(out, Passage{Language: language, Domain: domain})
		case len(out) == 0:
			return nil, fmt.Errorf("cannot read line %d: text before a head", number+1)
		case out[len(out)-1].Text == "":
			out[len(out)-1].Text = line
		default:
			change, err := parseChange(line, out[len(out)-1].Text)
			if err != nil {
				return nil, fmt.Errorf("cannot read line %d: %w", number+1, err)
			}
			out[len(out)-1].Changes = append(out[len(out)-1].Changes, change)
		}
	}
	return out, nil
}

func parseChange(line, text string) (Change, error) {
	kind, rest, _ := strings.Cut(line, ": ")
	from, to, ok := strings.Cut(rest, " -> ")
	if !ok {
		return Change{}, fmt.Errorf("no arrow in %q", line)
	}
	if !strings.Contains(text, from) {
		return Change{}, fmt.Errorf("%q is not in the passage", from)
	}
	return Change{kind, from, to}, nil
}

// sentences cuts a text behind full stops that a space or nothing follows, and
// behind ideographic ones.
func sentences(text string) []string {
	var out []string
	start := 0
	for i, r := range text {
		end := i + utf8.RuneLen(r)
		stop := r == '。' || (r == '.' || r == '?' || r == '!') && (end == len(text) || text[end] == ' ') && !digitBefore(text, i)
		if stop {
			out = append(out, strings.TrimSpace(text[start:end]))
			start = end
		}
	}
	if rest := strings.TrimSpace(text[start:]); rest != "" {
		out = append(out, rest)
	}
	return out
}

// digitBefore reports whether the point at i ends a number that more text
// follows, as in "1. März".
func digitBefore(text string, i int) bool {
	return i > 0 && text[i-1] >= '0' && text[i-1] <= '9' && i+1 < len(text)
}

// unspaced reports whether a language is written without spaces.
func unspaced(language string) bool { return language == "zh" || language == "ja" }

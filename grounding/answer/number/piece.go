package number

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/text"
)

// piece is a stretch of a chunk that may have a number of its own: a sentence, or in one
// that holds several, an item, a row or an entry. What is cited by it is judged against the
// whole sentence all the same.
type piece struct {
	text.Sentence
	entry bool // a row or an entry, however many signs stand in it
}

// pieces cuts a sentence at the items and rows of HTML, at lines that are rows or
// entries, and in JSON at its objects. out is room for them.
func pieces(out []piece, said string, s text.Sentence, objects []int) []piece {
	var starts []int
	words := said[s.Start:s.End]
	switch {
	case s.Block == text.CodeBlock:
	case objects != nil:
		from, _ := slices.BinarySearch(objects, s.Start)
		to, _ := slices.BinarySearch(objects, s.End)
		for _, at := range objects[from:to] {
			starts = append(starts, at-s.Start)
		}
	case strings.IndexByte(words, '<') >= 0:
		for _, at := range blockTags.FindAllStringIndex(words, -1) {
			starts = append(starts, at[0])
		}
	case areEntries(words):
		for at := range len(words) {
			if words[at] == '\n' {
				starts = append(starts, at+1)
			}
		}
	}
	if len(starts) == 0 {
		return append(out, piece{Sentence: s})
	}
	from := s.Start
	for _, at := range append(starts, len(words)) {
		if end := s.Start + at; end > from {
			stretch := trimmed(said, from, end)
			if objects != nil {
				stretch.End = stretch.Start + len(strings.TrimRight(said[stretch.Start:stretch.End], ",[ \t\r\n"))
			}
			out = append(out, piece{text.Sentence{Span: stretch, Block: s.Block}, true})
			from = end
		}
	}
	return out
}

// trimmed is a stretch without the blanks around it and the closing tags behind it.
func trimmed(said string, from, end int) text.Span {
	end = from + len(strings.TrimRightFunc(said[from:end], unicode.IsSpace))
	end -= len(closingTags.FindString(said[from:end]))
	return text.Span{Start: end - len(strings.TrimLeftFunc(said[from:end], unicode.IsSpace)), End: end}
}

var (
	blockTags   = regexp.MustCompile(`(?i)<(?:li|tr|dt|dd|p|h[1-6]|br|div|th|caption)\b`)
	closingTags = regexp.MustCompile(`(?i)(?:\s*</(?:li|ul|ol|tr|td|th|thead|tbody|table|p|div|d[tdl]|h[1-6])>)+$`)
	openingTags = regexp.MustCompile(`^(?:\s*</?[a-zA-Z][^<>]*>)+\s*`)
	anyTag      = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|<!--`)
	cellTag     = regexp.MustCompile(`(?i)<td\b`)
	headTags    = regexp.MustCompile(`(?i)<(?:th|h[1-6])\b`)
)

// areEntries tells lines of which each has the same sign between its parts, as often as
// the others, or names its entry: rows of a table, or of YAML.
func areEntries(words string) bool {
	if strings.IndexByte(words, '\n') < 0 {
		return false
	}
	lines := strings.Split(words, "\n")
	for _, sign := range [...]string{"\t", ";", ",", ": "} {
		count := func(l string) int { return strings.Count(strings.TrimRight(l, " \r")+" ", sign) }
		most := count(lines[0])
		same := !slices.ContainsFunc(lines, func(l string) bool { return count(l) != most })
		if least := map[string]int{",": 2}[sign]; most > 0 && most >= least && same && !strings.HasSuffix(strings.TrimSpace(lines[0]), sign) {
			return true
		}
	}
	return false
}

// objectsOf are the offsets of the objects of a text that is JSON as a whole; nil for any other.
func objectsOf(said string) (starts []int) {
	if !isData(said) {
		return nil
	}
	starts = []int{}
	quoted := false
	for at := 0; at < len(said); at++ {
		switch c := said[at]; {
		case c == '\\' && quoted:
			at++
		case c == '"':
			quoted = !quoted
		case c == '{' && !quoted:
			starts = append(starts, at)
		}
	}
	return starts
}

// value is the offset of the first text that is no key in a stretch of JSON, -1 for none.
func value(words string) int {
	for at := 0; ; {
		open := strings.IndexByte(words[at:], '"')
		if open < 0 {
			return -1
		}
		open += at + 1
		end := open
		for end < len(words) && words[end] != '"' {
			if words[end] == '\\' {
				end++
			}
			end++
		}
		if behind := strings.TrimLeft(words[min(end+1, len(words)):], " \t\r\n"); !strings.HasPrefix(behind, ":") && end > open {
			return open
		}
		at = min(end+1, len(words))
	}
}

// closed are the stretches of a chunk in which no number may stand: code in a line, and tags.
func closed(said string) (out []answer.Region) {
	for _, c := range answer.Code(said) {
		out = append(out, c.Region)
	}
	if strings.IndexByte(said, '<') >= 0 {
		for _, at := range anyTag.FindAllStringIndex(said, -1) {
			out = append(out, answer.Region{Start: at[0], End: at[1]})
		}
		slices.SortFunc(out, func(a, b answer.Region) int { return a.Start - b.Start })
	}
	return out
}

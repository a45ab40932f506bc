package answer

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// IndexEntry tells a model which passage bears a handle.
type IndexEntry struct {
	Handle string
	Start  string // the passage's first words; more of them than needed is fine
}

// How many of a passage's first words an index shows: so few that they cost
// little, and more only where passages begin alike.
const (
	fewestWords = 3
	mostWords   = 12
)

// Index returns the list that names the chunks of a prompt that shows no ids,
// to be added in the user role behind the last message; "" for no entries. It
// is text from documents, so it is quoted: on one line each, without control
// characters, angle brackets or quotation marks of its own.
func Index(entries []IndexEntry) string {
	if len(entries) == 0 {
		return ""
	}
	starts := distinctStarts(entries)
	var b strings.Builder
	if len(entries) > 1 {
		b.WriteString(indexHeading)
	}
	for i, e := range entries {
		b.WriteString(shown(e.Handle) + ` begins "` + starts[i] + "\"\n")
	}
	return b.String()
}

// distinctStarts returns as many first words of each passage as tell it from
// the others, within bounds.
func distinctStarts(entries []IndexEntry) []string {
	out := make([]string, len(entries))
	alike := make([]int, len(entries)) // the entries that still begin like another one
	for i := range alike {
		alike[i] = i
	}
	for n := fewestWords; n <= mostWords && len(alike) > 0; n++ {
		count := map[string]int{}
		for _, i := range alike {
			out[i] = firstWords(entries[i].Start, n)
			count[out[i]]++
		}
		left := alike[:0]
		for _, i := range alike {
			if count[out[i]] > 1 {
				left = append(left, i)
			}
		}
		alike = left
	}
	return out
}

// firstWords returns the first n words of a text, fit for a quoted place. In a
// script that parts no words three characters count as one.
func firstWords(text string, n int) string {
	const most = 24 // code points of a word
	words, length := 0, 0
	for i, r := range text {
		length++
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
			words, length = words+length/3, length%3
		case unicode.IsSpace(r) && length > 1, length > most:
			words, length = words+1, 0
		case unicode.IsSpace(r):
			length = 0
		}
		if words == n {
			return shown(text[:i] + string(r))
		}
	}
	return shown(text)
}

// Block is a chunk to be put into a prompt.
type Block struct {
	Handle  string
	Title   string
	Authors []string
	Year    int // 0: unknown
	Text    string
}

// Chunks returns chunks that were given beside the messages as blocks for the
// prompt; "" for none. No text can close its block or open another: the angle
// bracket before such a tag's name is written as an entity, which the matching
// of quotes undoes. Everything else stays as it is, for the model to quote.
func Chunks(blocks []Block) string {
	var b strings.Builder
	for _, block := range blocks {
		b.WriteString("<chunk")
		attribute(&b, "id", block.Handle)
		attribute(&b, "title", block.Title)
		attribute(&b, "authors", strings.Join(block.Authors, "; "))
		if block.Year != 0 {
			attribute(&b, "year", strconv.Itoa(block.Year))
		}
		b.WriteString(">\n" + fenceTags(block.Text) + "\n</chunk>\n")
	}
	return b.String()
}

func attribute(b *strings.Builder, name, value string) {
	if value = shown(value); value != "" {
		b.WriteString(" " + name + `="` + value + `"`)
	}
}

var chunkTags = regexp.MustCompile(`(?i)<([\s/]*chunk)`)

// fenceTags disarms what could be read as a chunk's own tag.
func fenceTags(text string) string { return chunkTags.ReplaceAllString(text, "&lt;$1") }

// maxShown bounds, in code points, what stands in a quoted place.
const maxShown = 80

// shown makes a text fit for a quoted place on one line, and short.
func shown(s string) string {
	return OneLine(s, maxShown, func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '<', r == '>':
			return -1
		case r == '"':
			return '\''
		}
		return r
	})
}

// OneLine makes a text from a document fit for one line: white space as single
// spaces, each other character as keep has it (-1 drops it), at most so many
// code points and a sign that there were more.
func OneLine(s string, most int, keep func(rune) rune) string {
	var b strings.Builder
	count, space := 0, false
	for _, r := range s {
		if unicode.IsSpace(r) {
			space = b.Len() > 0
			continue
		}
		if r = keep(r); r < 0 {
			continue
		}
		if space {
			count++
		}
		if count >= most {
			b.WriteString("…")
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
		count++
	}
	return b.String()
}

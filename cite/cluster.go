package cite

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// cluster is a run of markers with nothing but separators between them, and
// the stretch of text that goes when they go: with the parentheses around
// them and the white space before.
type cluster struct {
	start, end int
	marks      []mark
	inside     bool // its words stay in the sentence: a link
}

// clusters groups markers, in order.
func clusters(text string, marks []mark) []cluster {
	var out []cluster
	for _, m := range marks {
		alone := m.kept != Region{}
		if n := len(out); n > 0 && !alone && !out[n-1].inside && isSeparator(text[out[n-1].end:m.start]) {
			out[n-1].end = m.end
			out[n-1].marks = append(out[n-1].marks, m)
			continue
		}
		out = append(out, cluster{start: m.start, end: m.end, marks: []mark{m}, inside: alone})
	}
	floor := 0
	for i := range out {
		if !out[i].inside {
			out[i].widen(text, floor)
		}
		floor = out[i].end
	}
	return out
}

func isSeparator(s string) bool {
	return len(s) <= 5 && (strings.Trim(s, " ,;") == "" || strings.TrimSpace(s) == "and")
}

// widen takes in what surrounds a cluster, back to an offset at most.
func (c *cluster) widen(text string, floor int) {
	if open := announcement(text[floor:c.start]); open > 0 && strings.HasPrefix(text[c.end:], ")") {
		c.start, c.end = c.start-open, c.end+1
	}
	before := strings.TrimRight(text[floor:c.start], " \t")
	ownLine := c.end == len(text) || text[c.end] == '\n'
	if strings.HasSuffix(before, "\n") || before == "" && floor == 0 {
		if !ownLine { // it begins a line: the space behind it goes with it
			c.end += len(text[c.end:]) - len(strings.TrimLeft(text[c.end:], " \t"))
			return
		}
		before = strings.TrimRight(before, " \t\r\n")
	}
	c.start = floor + len(before)
}

// announcement returns the length of a parenthesis that ends a text and of the
// words in it that announce a marker: `(`, `(see `, `(Source: `.
func announcement(text string) int {
	at := strings.LastIndexByte(text[max(0, len(text)-maxAnnouncement):], '(')
	if at < 0 {
		return 0
	}
	at += max(0, len(text)-maxAnnouncement)
	word := strings.ToLower(strings.Trim(text[at+1:], " :："))
	if word == "" || word == "see" || isSourceWord(word) {
		return len(text) - at
	}
	return 0
}

// maxAnnouncement bounds, in bytes, a parenthesis before a marker.
const maxAnnouncement = 24

// cuts returns what goes from the text with a cluster.
func (c *cluster) cuts() []Region {
	if !c.inside {
		return []Region{{c.start, c.end}}
	}
	kept := c.marks[0].kept
	return []Region{{c.start, kept.Start}, {kept.End, c.end}}
}

// without returns a text without its markers.
func without(text string, marks []mark) string {
	var cuts []Region
	for _, c := range clusters(text, marks) {
		cuts = append(cuts, c.cuts()...)
	}
	return cutOut(text, Region{0, len(text)}, cuts)
}

// cutOut returns a stretch of a text without some regions inside it.
func cutOut(text string, of Region, cuts []Region) string {
	if len(cuts) == 0 {
		return text[of.Start:of.End]
	}
	var b strings.Builder
	at := of.Start
	for _, c := range cuts {
		b.WriteString(text[at:c.Start])
		at = c.End
	}
	b.WriteString(text[at:of.End])
	return b.String()
}

// isWordless tells a text that no marker can be meant for.
func isWordless(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) < 0
}

// closing returns the length of the punctuation that begins a text, and
// whether it ends a sentence there.
func closing(text string) (length int, final bool) {
	for length < len(text) {
		r, size := utf8.DecodeRuneInString(text[length:])
		if !isStop(r) && !(length > 0 && strings.ContainsRune(`"'”’»)`, r)) {
			break
		}
		length += size
	}
	if length == 0 || length == len(text) {
		return length, length > 0
	}
	next, _ := utf8.DecodeRuneInString(text[length:])
	return length, unicode.IsSpace(next) || text[length-1] >= utf8.RuneSelf
}

func isStop(r rune) bool {
	switch r {
	case '.', '!', '?', '。', '！', '？', '…':
		return true
	}
	return false
}

// nextBoundary returns the offset of the first end of a sentence or line
// behind an offset, or the end of the text. It errs on the side of none.
func nextBoundary(text string, from int) int {
	for i := from; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\n' && i > from {
			return i
		}
		if isStop(r) {
			length, final := closing(text[i:])
			if final && isSentenceEnd(text, i, i+length) {
				return i + length
			}
			size = length
		}
		i += size
	}
	return len(text)
}

// lastBoundary returns the offset of the last boundary inside a text, 0 for
// none; the end of its last sentence is not inside it.
func lastBoundary(text string) int {
	text = strings.TrimRightFunc(text, unicode.IsSpace)
	last := 0
	for {
		next := nextBoundary(text, last)
		if next == len(text) {
			return last
		}
		last = next
	}
}

// abbreviations are words whose full stop seldom ends a sentence.
var abbreviations = setOf("dr", "mr", "mrs", "ms", "prof", "st", "no", "nos", "nr", "vs", "cf", "al", "fig", "figs", "eq", "ca",
	"approx", "vol", "ed", "eds", "jr", "sr", "pp", "sec", "dept", "abb", "bzw", "vgl", "inc", "ltd", "co")

// isSentenceEnd tells a full stop from the dot of an abbreviation or initial:
// what follows is no lower-case letter, what precedes no such word.
func isSentenceEnd(text string, dot, end int) bool {
	if text[dot] != '.' {
		return true
	}
	word := 0
	for word < dot && isWord(text[dot-1-word]) && word < 8 {
		word++
	}
	if next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[end:], " \t")); unicode.IsLower(next) {
		return false
	}
	last := text[dot-word : dot]
	isInitial := word == 1 && (last[0] < '0' || last[0] > '9')
	return !isInitial && !abbreviations[strings.ToLower(last)]
}

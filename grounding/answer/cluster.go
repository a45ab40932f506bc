package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// cluster is a run of markers with nothing but separators between them, and
// the stretch of text that goes when they go: with the parentheses around
// them and the white space before.
type cluster struct {
	start, end int
	marks      []mark
	inside     bool // its words stay in the sentence: a link
	alone      bool // it stands alone on its line, below the block that cites it
}

// clusters groups markers, in order, that stand behind an offset.
func clusters(text string, floor int, marks []mark) []cluster {
	var out []cluster
	for _, m := range marks {
		alone := m.frame || m.kept != Region{}
		if n := len(out); n > 0 && !alone && !out[n-1].inside && separator.MatchString(text[out[n-1].end:m.start]) {
			out[n-1].end = m.end
			out[n-1].marks = append(out[n-1].marks, m)
			continue
		}
		out = append(out, cluster{start: m.start, end: m.end, marks: []mark{m}, inside: alone})
	}
	stand := out[:0]
	for _, c := range out {
		if n := len(stand) - 1; n >= 0 && c.start < floor { // in the target of the link that the one before it is
			stand[n].marks = append(stand[n].marks, c.marks...)
			continue
		}
		if !c.inside {
			c.widen(text, floor)
		}
		stand, floor = append(stand, c), c.end
	}
	return stand
}

var separator = regexp.MustCompile(`^(?:[ ,;]{0,5}|\s{0,2}and\s{0,2})$`)

// widen takes in what surrounds a cluster, back to an offset at most.
func (c *cluster) widen(text string, floor int) {
	if open, closes := announced(text[floor:c.start]); open > 0 && strings.HasPrefix(text[c.end:], closes) {
		c.start, c.end = c.start-open, c.end+len(closes)
	}
	if at := headBefore(text[floor:c.start]); at > 0 {
		c.start = floor + at
		c.end += len(stopAfter.FindString(text[c.end:]))
	}
	if strings.HasSuffix(text[:c.end], "]") {
		c.end += len(targetBehind.FindString(text[c.end:]))
	}
	before := strings.TrimRight(text[floor:c.start], " \t")
	if _, final := closing(text[c.end:]); final || strings.HasPrefix(text[c.end:], ",") {
		before = strings.TrimRight(before, " \t,;&") // what joined it to its sentence
	}
	if strings.HasSuffix(before, "\n") || before == "" && floor == 0 {
		if ownLine := c.end == len(text) || text[c.end] == '\n'; !ownLine { // the space behind it goes with it
			c.end += len(stopBehind.FindString(text[c.end:]))
			return
		}
		before = strings.TrimRight(before, " \t\r\n")
		c.alone = before != ""
	}
	c.start = floor + len(before)
}

var (
	targetBehind = regexp.MustCompile(`^\([^()\s]*\)`) // of what was written as a link
	stopBehind   = regexp.MustCompile(`^(?:[.:][ \t])?[ \t]*`)
)

// headBefore is where a sentence begins, behind another one, of which a word that announces sources is all that stands
// before a marker: "… weekdays. Source: [1]."; 0 where there is none.
func headBefore(text string) int {
	from := max(0, len(text)-maxAnnouncement)
	head := lastHead.FindStringSubmatchIndex(text[from:])
	if head == nil {
		return 0
	}
	if !announces(text[from:][head[2]:head[3]]) {
		return 0
	}
	return from + head[0] + 1
}

var (
	lastHead  = regexp.MustCompile(`[.!?][ *_]+(\pL+)[*_]*[:：][ *_]*$`)
	stopAfter = regexp.MustCompile(`^[.。]`)
)

// maxAnnouncement bounds, in bytes, a parenthesis before a marker.
const maxAnnouncement = 24

// announcing are the brackets that may stand around a marker.
var announcing = append(slices.Clone(pairs), [2]string{"<!--", "-->"}, [2]string{"<", ">"}, [2]string{"$", "$"})

// announced returns the length of a bracket that ends a text and of the words in it
// that announce a marker, and what closes it: `(`, `(see `, `[Source: `.
func announced(text string) (length int, closes string) {
	text = text[max(0, len(text)-maxAnnouncement):]
	for _, p := range announcing {
		at := strings.LastIndex(text, p[0])
		if at < 0 {
			continue
		}
		word := strings.ToLower(strings.Trim(text[at+len(p[0]):], " :：^"))
		if word == "" || word == "see" || isSourceWord(word) {
			return len(text) - at, p[1]
		}
	}
	return 0, ""
}

// cuts returns what goes from the text with a cluster.
func (c *cluster) cuts() []Region {
	if !c.inside {
		return []Region{{c.start, c.end}}
	}
	kept := c.marks[0].kept
	return []Region{{c.start, kept.Start}, {kept.End, c.end}}
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

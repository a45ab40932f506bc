package layout

import (
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/proxy/wire/prompt"
)

// line is one line of a page, in bytes, without its line end and without the
// white space around it: what is read is never the indentation.
type line struct{ start, end int }

// index is where in a text its lines, paragraphs and fences stand. It is made once.
type index struct {
	text   string
	lines  []line
	fenced []bool      // by line: inside a closed code fence, fence lines included
	blocks []paragraph // by line: see paragraphs
}

// page is one text to be searched, a message or one part of it, and what is known of what
// its lines say: each thing is read when somebody first asks for it.
type page struct {
	index
	marks []mark // by line
	role  string
	led   bool // the section of a template: the lead-in is above it

	uncovers bool // see uncover
	region   bool // one of several lists: see regions
	slotted  bool // what the user typed was blanked out: see untyped
	template bool // it has a place for the question: see slot

	lists     []candidate // those read so far
	shown     []line      // samples, in which no list of passages begins
	blanked   []line      // samples that were blanked out
	taken     line        // where the longest list in clear marks stands
	from, to  int         // its lines, none where they are equal
	marked    bool        // it holds evidence in clear marks: see clearlyMarked
	zoned     []class     // by line: see classes
	orders    []int       // by line: see nextOrders
	asked     []int       // by line: see nextAsked
	lastReply int         // the last line with a reply, -1 for none: see repliesTo
	back      *int        // see lastBack
	askFrame  *bool       // whether the label of the question stands in a frame, once that was asked
	tagged    bool        // the tags have been read
	tags      []tag
	messages  []prompt.Message // those around it, none for a part of one
	read      []string         // their texts, as far as they were read
	told      *toldOrders      // those of the app's messages
	sources   []string         // see isSource
	labels    int              // labels for which it was asked
	could     map[line]bool    // by lines: see couldState
	ends      map[int]int      // where values in brackets end, by where they begin: see jsonEnd
}

// has tells whether a byte stands anywhere in the text. Most detectors look for
// something that most texts lack.
func (x *index) has(b byte) bool { return strings.IndexByte(x.text, b) >= 0 }

// newPage splits a text into lines once, for all detectors.
func newPage(text, role string) *page {
	p := &page{index: index{text: text, lines: make([]line, 0, 1+min(strings.Count(text, "\n"), maxLines))}, role: role}
	for at := 0; at <= len(text); {
		next := len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 && len(p.lines) < maxLines {
			next = at + i
		}
		l := trimmed(text, at, next)
		if n := ledHead(text[l.start:l.end]); n > 0 {
			p.lines = append(p.lines, trimmed(text, l.start, l.start+n))
			l.start += n
		}
		if n := gluedHead(text[l.start:l.end]); n > 0 {
			p.lines = append(p.lines, trimmed(text, l.start, l.start+n))
			l.start += n
		}
		p.lines = append(p.lines, l)
		at = next + 1
	}
	p.fenced, p.marks = fences(p), make([]mark, len(p.lines))
	for i := range p.lines {
		if isPlain(p.str(i)) {
			p.marks[i] = plainText
		}
	}
	return p
}

// ledHead is where in a line the first record begins that the words in front of it
// lead in to: `Additional context: [1] …`, `Context: {"id": …`. It is 0 for nearly every line.
func ledHead(s string) int {
	const most = 400 // bytes of such words
	for at, end := 0, min(len(s), most); ; {
		i := strings.IndexByte(s[at:end], ':')
		if i < 0 {
			return 0
		}
		if at += i + 1; opensRecord(strings.TrimLeft(s[at:], " ")) {
			name, _ := label(s[:at])
			if evidenceNouns.in(s[:at]) && !isAppLabel(name) {
				return len(s) - len(strings.TrimLeft(s[at:], " "))
			}
		}
	}
}

// opensRecord tells whether a text begins like the first of several records.
func opensRecord(s string) bool {
	if len(s) < 12 {
		return false
	}
	return opensWith(s, "[1] ", "[0] ", "1. ", "1) ", "[{", `["`, "['", `{"`, "- ", "* ", "• ", "Document 1", "Source 1", "Passage 1", "Chunk 1")
}

// gluedHead is where in a line a head begins that an app put right behind the
// text of the passage before: `… in a row.===== Document 1 =====`, `… a row.Document 1:::`.
// It is 0 for nearly every line.
func gluedHead(s string) int {
	if !endsWith(s, "=====", ":::") || s[0] == '=' {
		return 0
	}
	const longest = 96 // bytes of such a head, which ends the line
	from := max(0, len(s)-longest)
	if loc := headBehind.FindStringIndex(s[from:]); loc != nil {
		return from + loc[0]
	}
	return 0
}

var headBehind = regexp.MustCompile(`={5} *[^= ][^=]{0,39}={5}$|[A-Z][a-z]+ \d+:::$`)

// trimmed narrows a span to what stands between white space.
func trimmed(text string, start, end int) line {
	for start < end && isBlank(text[start]) {
		start++
	}
	for end > start && isBlank(text[end-1]) {
		end--
	}
	return line{start, end}
}

func isBlank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// str is the text of line i, white space around it taken off.
func (x *index) str(i int) string { return x.text[x.lines[i].start:x.lines[i].end] }

func (x *index) blank(i int) bool { return x.lines[i].start >= x.lines[i].end }

// user tells whether the text is typed by, or mixed with what is typed by, a user.
func (p *page) user() bool { return p.role == "user" }

// lineAt is the index of the line that holds a byte offset.
func (x *index) lineAt(at int) int {
	below := sort.Search(len(x.lines), func(i int) bool { return x.lines[i].start > at })
	return max(below-1, 0)
}

// before is the last line above i that is not blank, or -1.
func (x *index) before(i int) int {
	for i--; i >= 0 && x.blank(i); i-- {
	}
	return i
}

// after is the first line below i that is not blank, or len(p.lines).
func (x *index) after(i int) int {
	for i++; i < len(x.lines) && x.blank(i); i++ {
	}
	return i
}

// fences marks the lines of closed code fences. An unclosed one marks none:
// a chunk that was cut inside a fence must not hide those behind it.
func fences(p *page) []bool {
	var marks []bool
	open := -1
	for i := range p.lines {
		s := p.str(i)
		if !strings.HasPrefix(s, "```") {
			continue
		}
		if open < 0 || strings.Trim(s, "`") != "" {
			open = i
			continue
		}
		if marks == nil {
			marks = make([]bool, len(p.lines))
		}
		for j := open; j <= i; j++ {
			marks[j] = true
		}
		open = -1
	}
	return marks
}

// inFence tells whether line i is inside a closed code fence.
func (x *index) inFence(i int) bool { return x.fenced != nil && x.fenced[i] }

// isRule tells whether a line is a rule: three or more of one of -=_*~#+.
func isRule(s string) bool {
	if len(s) < 3 {
		return s == "--"
	}
	if r, size := utf8.DecodeRuneInString(s); size > 1 {
		return strings.ContainsRune("━─═—–＝－•·", r) && len(s) >= 3*size && strings.Count(s, s[:size])*size == len(s)
	}
	if strings.IndexByte("-=_*~#+", s[0]) < 0 {
		return false
	}
	return strings.Count(s, s[:1]) == len(s)
}

// weight measures text in code points, of which a CJK character counts for
// three: it says about as much as three letters.
func weight(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x2E80 {
			n += 2
		}
	}
	return n
}

// heavier tells whether a text weighs at least n, without reading all of it.
func heavier(s string, n int) bool {
	if len(s) > 4*n {
		return strings.TrimSpace(s[:min(len(s), 8*n)]) != "" || weight(s) >= n
	}
	return weight(strings.TrimSpace(s)) >= n
}

// isFile tells whether a text is a file name or path with a known extension,
// a fragment or query behind it allowed.
func isFile(s string) bool {
	const longest = 300 // bytes of a path, what follows it apart
	if i := strings.IndexAny(s[:min(len(s), longest+1)], "#?"); i > 0 {
		s = s[:i]
	}
	if len(s) > longest {
		return false
	}
	dot := strings.LastIndexByte(s, '.')
	if dot < 1 || len(s)-dot < 2 || len(s)-dot > 9 || strings.ContainsAny(s, "\n\t|<>") || strings.Contains(s, " [") {
		return false
	}
	return extensions[strings.ToLower(s[dot+1:])]
}

// extensions of files that end up in a knowledge base.
var extensions = set(words("extensions")...)

// set makes a lookup table.
func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// opensWith tells whether a text begins with one of some marks.
func opensWith(s string, marks ...string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasPrefix(s, mark) })
}

// endsWith tells whether a text ends in one of some marks.
func endsWith(s string, marks ...string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.HasSuffix(s, mark) })
}

// isURL tells whether a text is a web address.
func isURL(s string) bool {
	return (strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")) &&
		strings.IndexFunc(s, unicode.IsSpace) < 0
}

// role of the message, as the standing rules know it.
func roleOf(m *prompt.Message) string {
	if m.Role == "function" {
		return "tool"
	}
	return m.Role
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// digits are those that a text begins with.
func digits(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))] }

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }

func isLower(b byte) bool { return b >= 'a' && b <= 'z' }

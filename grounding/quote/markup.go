package quote

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// blockTags end a line of text, inlineTags do not; anything else in angle
// brackets is text.
const (
	blockTags = " p div br li ul ol tr td th table thead tbody h1 h2 h3 h4 " +
		"h5 h6 hr section article blockquote pre dl dt dd figure figcaption header footer main nav "
	inlineTags = " a b i u em strong span sup sub code small mark s strike del ins q cite abbr font tt kbd var img label "
)

// strikes are the marks that strike words out.
var strikes = []string{"~~", "<del", "<s>", "<strike"}

// hidden reports what folding hides of a place and a snippet that are not the
// same to the letter: words struck out only in one of them, or a link of the
// snippet to an address that the source has not.
func (s *search) hidden(hit span, sn *Text) finding {
	if s.struck(hit, sn) {
		return finding{changed, "words are struck out in the source or the snippet"}
	}
	if !s.attributed(sn) {
		return finding{changed, "the snippet has a tag with words that the source has not"}
	}
	if !s.linked(sn) {
		return finding{changed, "the snippet links to an address that the source has not"}
	}
	if from, to := s.text.bytes(hit); strings.Contains(sn.original, override) && !strings.Contains(s.text.original[from:to], override) {
		return finding{drifted, "the snippet turns the direction of its letters"}
	}
	return finding{}
}

// maxTags bounds the tags of a snippet that are looked up.
const maxTags = 32

// attributed reports whether the tags of a snippet that say more than their
// name, which folding leaves out, are in the source.
func (s *search) attributed(sn *Text) bool {
	rest := sn.original
	for range maxTags {
		open := strings.IndexByte(rest, '<')
		if open < 0 {
			return true
		}
		rest = rest[open:]
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			return true
		}
		if tag := rest[:end+1]; strings.ContainsAny(tag, "='\"") && strings.ContainsRune(tag, ' ') &&
			!strings.Contains(s.text.original, tag) {
			return false
		}
		rest = rest[1:]
	}
	return false
}

// override is the control character that shows the letters behind it from right
// to left, so that 17 reads as 71.
const override = "\u202e"

// struck reports whether words are struck out only in the snippet or only in
// its place. Marks around the place may or may not be the snippet's.
func (s *search) struck(hit span, sn *Text) bool {
	if !sn.strikes && !s.text.strikes {
		return false
	}
	from, to := s.text.bytes(hit)
	count := func(text string) (n int) {
		text = strings.ReplaceAll(text, "~~~", "") // a fence around code
		for _, mark := range strikes {
			n += strings.Count(text, mark)
		}
		return n
	}
	own, inner := count(sn.original), count(s.text.original[from:to])
	if own == inner {
		return false
	}
	if hit.first > 0 {
		from = int(s.text.tokens[hit.first-1].end)
	} else {
		from = 0
	}
	to = len(s.text.original)
	if hit.end < len(s.text.tokens) {
		to = int(s.text.tokens[hit.end].start)
	}
	return own != count(s.text.original[from:to])
}

// inStrike reports whether a place lies wholly inside what its source strikes out,
// where the snippet shows no mark of that: the words were taken back.
func (s *search) inStrike(hit span) bool {
	if !s.text.strikes || s.snippet.strikes {
		return false
	}
	from, to := s.text.bytes(hit)
	before, inside := s.text.original[max(0, from-maxStruck):from], s.text.original[from:to]
	line := strings.ReplaceAll(before[strings.LastIndexByte(before, '\n')+1:], "~~~", "")
	if strings.Count(line, "~~")%2 == 1 && !strings.Contains(inside, "~~") {
		return true
	}
	for _, tag := range []string{"del", "s", "strike"} {
		open := max(strings.LastIndex(before, "<"+tag+">"), strings.LastIndex(before, "<"+tag+" "))
		if open > strings.LastIndex(before, "</"+tag) && !strings.Contains(inside, "</"+tag) {
			return true
		}
	}
	return false
}

// maxStruck bounds how far in front of a place the mark that strikes it out is
// looked for, in bytes.
const maxStruck = 2000

// angle folds "<" and ">": a tag is left out, a quote mark at the start of a
// line too, the rest are comparison signs.
func (f *folder) angle(c byte) {
	if c == '<' {
		if digits, length := f.raisedTag(); length > 0 {
			f.embed(digits, length)
			return
		}
		if length, kind := f.tag(); length > 0 {
			if kind != 0 {
				f.close()
				f.gap |= kind
			}
			f.skipAll(length)
			return
		}
		if f.after(1) == '=' {
			f.sign("≤", 1)
			f.take(1)
			return
		}
		f.sign("<", 1)
		return
	}
	if f.line && !f.digitAt(1) && f.after(1) != '=' {
		f.separate(gapSpace, 1)
		return
	}
	if f.after(1) == '=' {
		f.sign("≥", 1)
		f.take(1)
		return
	}
	f.sign(">", 1)
}

// maxRaised bounds a number between sup tags, in bytes.
const maxRaised = 6

// raisedTag returns what stands between sup tags here as raised digits, and the
// length of all of it; 0 if it is no number.
func (f *folder) raisedTag() (digits string, length int) {
	rest, found := strings.CutPrefix(f.src[f.pos:min(len(f.src), f.pos+32)], "<sup>")
	inside, _, closed := strings.Cut(rest, "</sup>")
	if !found || !closed || inside == "" || len(inside) > maxRaised {
		return "", 0
	}
	var out strings.Builder
	for _, r := range strings.Replace(inside, "−", "-", 1) {
		up := raise(r)
		if up == 0 {
			return "", 0
		}
		out.WriteRune(up)
	}
	return out.String(), len("<sup></sup>") + len(inside)
}

// take adds n more bytes of ASCII to the token that was closed last.
func (f *folder) take(n int) {
	for range n {
		f.step(1)
	}
}

// maxTag bounds how far the end of a tag is looked for.
const maxTag = 300

// tag returns the length of an HTML tag here, 0 if there is none, and what
// kind of separator it is.
func (f *folder) tag() (length int, kind gap) {
	rest := f.src[f.pos:min(len(f.src), f.pos+maxTag)]
	name := strings.TrimPrefix(rest[1:], "/")
	end := 0
	for end < len(name) && (ascii[name[end]&0x7f] == isLower || ascii[name[end]&0x7f] == isUpper ||
		isDigitByte(name[end])) && name[end] < utf8.RuneSelf {
		end++
	}
	closing := strings.IndexByte(rest, '>')
	if end == 0 || end > 10 || closing < 0 || strings.IndexByte(rest[1:closing], '<') >= 0 {
		return 0, 0
	}
	if next := name[end:]; next == "" || strings.IndexByte(" \t\n/>", next[0]) < 0 {
		return 0, 0
	}
	key := " " + strings.ToLower(name[:end]) + " "
	switch {
	case strings.Contains(blockTags, key):
		return closing + 1, gapSpace | gapCell
	case strings.Contains(inlineTags, key):
		f.strikes = f.strikes || key == " del " || key == " s " || key == " strike "
		return closing + 1, 0
	}
	return 0, 0
}

// maxEntity bounds the length of a character reference (&CounterClockwise…).
const maxEntity = 34

// entity folds what an HTML character reference stands for.
func (f *folder) entity() {
	rest := f.src[f.pos:min(len(f.src), f.pos+maxEntity)]
	end := strings.IndexByte(rest, ';')
	if end < 2 || strings.ContainsAny(rest[:end], " \n") {
		f.separate(gapOther, 1)
		return
	}
	text := html.UnescapeString(rest[:end+1])
	if text == rest[:end+1] || strings.Contains(text, "&") && text != "&" {
		f.separate(gapOther, 1)
		return
	}
	if (text == ">" || text == "<") && f.after(end+1) == '=' {
		text, end = text+"=", end+1
	}
	f.embed(text, end+1)
}

// embed folds a short text in the place of n bytes of the source.
func (f *folder) embed(text string, n int) {
	if text == "&" {
		f.separate(gapOther, 1)
		f.skipAll(n - 1)
		return
	}
	// The decoded text is folded by a folder of its own that sees what is
	// around it, so that &minus;5 and 5&nbsp;mg mean what they look like.
	before := f.src[max(0, f.pos-8):f.pos]
	for before != "" && !utf8.RuneStart(before[0]) {
		before = before[1:]
	}
	after := html.UnescapeString(f.src[f.pos+n : min(len(f.src), f.pos+n+24)])
	sub := folder{src: before + text + after, pos: len(before), out: f.out, tokens: f.tokens, open: f.open,
		gap: f.gap, line: f.line, embedded: true}
	known, folded := len(f.tokens), len(f.out)
	for sub.pos < len(before)+len(text) {
		sub.one()
	}
	f.out, f.tokens, f.open, f.gap, f.line = sub.out, sub.tokens, sub.open, sub.gap, sub.line
	end := len(f.out) // of what the last token known before has now
	if len(f.tokens) > known {
		end = int(f.tokens[known].at)
	}
	if known > 0 && len(f.tokens) >= known && end > folded {
		f.tokens[known-1].end = uint32(f.pos + n)
	}
	for i := known; i < len(f.tokens); i++ {
		f.tokens[i].start, f.tokens[i].end, f.tokens[i].char = uint32(f.pos), uint32(f.pos+n), uint32(f.chars)
	}
	f.skipAll(n)
}

// markup leaves out emphasis and code marks. Inside a word they join its
// parts, so that **un**lawful is one word; between digits they separate.
func (f *folder) markup(c byte) {
	if f.open && c != '`' && !f.endsInDigit() {
		n := 1
		for f.after(n) == c && n < 3 {
			n++
		}
		if f.letterAt(n) && c == '*' {
			f.skipAll(n)
			return
		}
		if f.letterAt(n) || f.digitAt(n) {
			f.separate(gapHyphen, 1)
			return
		}
	}
	if c == '*' && f.endsInDigit() && f.gap&^gapSpace == 0 && f.multiplied() {
		f.sign("*", 1)
		return
	}
	f.separate(gapOther, 1)
}

// multiplied reports whether a digit follows the asterisks here.
func (f *folder) multiplied() bool {
	n := 1
	for f.after(n) == '*' || f.after(n) == ' ' && n < 6 {
		n++
	}
	return f.digitAt(n)
}

// looksLikeJSON reports whether a text begins like a JSON object or array of
// objects or strings.
func looksLikeJSON(s string) bool {
	s = strings.TrimLeft(s, " \n\t")
	for _, start := range []string{"{\"", "[{", "[\""} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return strings.HasPrefix(s, "{") && strings.HasPrefix(strings.TrimLeft(s[1:], " \n\t"), "\"")
}

// escape folds what a JSON escape stands for; elsewhere a backslash only
// separates.
func (f *folder) escape() {
	switch next := f.after(1); {
	case !f.json:
		f.separate(gapOther, 1)
	case next == 'n' || next == 'r' || next == 't':
		f.separate(gapSpace|gapBreak, 1)
		f.skip(1)
	case next == 'u':
		f.unicodeEscape()
	default:
		f.separate(gapOther, 1)
	}
}

// unicodeEscape folds \u00e9. Halves of surrogate pairs, which are emoji and
// rare letters, separate.
func (f *folder) unicodeEscape() {
	end := f.pos + 6
	if end > len(f.src) {
		f.separate(gapOther, 1)
		return
	}
	code, err := strconv.ParseUint(f.src[f.pos+2:end], 16, 16)
	if err != nil {
		f.separate(gapOther, 1)
		return
	}
	if r := rune(code); utf8.ValidRune(r) {
		f.embed(string(r), 6)
		return
	}
	f.separate(gapOther, 1)
	f.skipAll(5)
}

package answer

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// settling finds, in a text that grows, the places at which its reading is
// settled: the first letters of words on its last line, outside of brackets and
// code. Such a letter ends every run of markers, punctuation and white space
// before it, so that nothing behind it reaches back.
type settling struct {
	at    int // the last such place
	clear int // a settled place before all that is still to be read
	lines int // where the first line begins that has not been seen whole
	spent int // bytes looked at

	unnumbered int // bytes before all of which no sign of a number stands; -1 once there is one
}

// hasNumber reports whether a text that grows holds the sign of a sentence's number. A reply that
// holds none may be in the app's own form, and only the whole reply tells the labels and lists of that form.
func (s *settling) hasNumber(text, sign string) bool {
	if s.unnumbered >= 0 {
		from := max(0, s.unnumbered-len(sign))
		if s.unnumbered = len(text); strings.Contains(text[from:], sign) {
			s.unnumbered = -1
		}
	}
	return s.unnumbered < 0
}

// What a search may look at, in bytes: so many for each byte of the text, and
// so many besides. It bounds the work on a text that never settles.
const (
	effortEach = 16
	effortMore = 4 << 20
)

// readProse gives the sentences that are settled. What is not settled is read
// again when more of it has come. A marker in no brackets may begin with any word.
func (l *Live) readProse() {
	text, s := l.text[l.start:], &l.settled
	s.spent += len(text) - s.clear
	l.read.to.known.build()
	odd := l.read.to.known.open || !utf8.ValidString(text[l.at:]) || l.read.to.known.numbered.echoed(l.read.to.asked, text[l.at:])
	if l.lost = odd || s.spent > effortEach*len(text)+effortMore; l.lost {
		return
	}
	if n := l.read.to.known.numbered; n != nil && l.read.to.asked == Sentences && !s.hasNumber(text, n.Sign) {
		return
	}
	code := codeFrom(text, s.clear)
	place, list := s.next(text, code, l.read.to.known)
	if l.lost = list; l.lost || place <= s.at {
		return
	}
	before := s.at
	s.at = place
	look := newReader(l.read.to.asked, l.read.to.known)
	look.answer.Dialect, look.grows = l.read.to.answer.Dialect, true
	sofar := text[:place+wordLength(text[place:])]
	starts := look.segments(sofar, l.at, look.proseMarks(sofar, l.at, code, look.bindSource))
	look.answer.clean(look.known.numbered)
	// Whether names are true, and what a sign behind no words is of, the whole reply tells.
	lists := func(s Segment) bool {
		return len(s.Names) > 0 || isWordless(s.Text) && len(s.Signs) > 0
	}
	if l.lost = slices.ContainsFunc(look.answer.Segments, lists) || look.overflow || len(l.read.to.answer.Citations)+len(look.answer.Citations) > maxCitations; l.lost {
		return
	}
	if l.read.to.known.heading != "" && len(l.read.to.answer.Citations)+len(look.answer.Citations) == 0 {
		return // the list behind it may be all that it cites
	}
	if to := l.giveSentences(look, len(starts)-1, text[starts[len(starts)-1]:]); to > 0 {
		if l.at = starts[to]; before <= l.at {
			s.clear = before
		}
	}
}

// giveSentences gives those of the segments up to an index that make whole
// sentences, and returns how many it gave. behind is the text behind them.
func (l *Live) giveSentences(look *reader, to int, behind string) (given int) {
	whole := look.answer.Between(0, to)
	for given < to {
		end := whole.SentenceEnd(given)
		for end < to && look.answer.goesOn(end) {
			end = whole.SentenceEnd(end)
		}
		if end == to && (!endsSentence(whole.Segments[end-1].Text, behind) || whole.holdsList(given, end) || look.answer.goesOn(end)) {
			break
		}
		l.read.to.answer.Extend(whole.Between(given, end))
		l.waiting = append(l.waiting, l.give(len(l.read.to.answer.Segments)))
		given = end
	}
	return given
}

// mostBack is how many stretches are looked at: between them stand the brackets of a marker or two.
const mostBack = 8

// next returns the last settled place in a text, 0 for none, and whether a line
// before it may be one of a list of sources, or end a block of reasoning: only
// the whole reply tells how that reads.
func (s *settling) next(text string, code []CodeRegion, known *directory) (place int, list bool) {
	last := strings.LastIndexByte(text, '\n') + 1
	for s.lines < last {
		end := lineEnd(text, s.lines)
		if line := text[s.lines:end]; mayBeList(known, line) || endsThinking(line) {
			return 0, true
		}
		s.lines = end
	}
	if line := text[last:]; mayBecomeList(known, line) || line[0] == '<' {
		return 0, false
	}
	end := min(openBracket(text, last), openCode(text, s.clear, code))
	for range mostBack { // stretches without a bracket, from the last one back: a piece may end with a marker
		if end <= max(last, s.at) {
			break
		}
		from := last + strings.LastIndexAny(text[last:end], "[](){}<>【】`~") + 1
		outside := openBracket(text[:from], last) == from
		for cut, tries := end, 0; outside && cut > from && tries < 2; tries++ { // the last word may not be whole
			cut = from + strings.LastIndexAny(text[from:cut], " \t")
			at := cut + 1
			if (cut >= from || from == last) && isSettledWord(text, at, code) && !known.numbered.mayLead(text[last:at]) {
				return at, false
			}
		}
		end = from - 1
	}
	return 0, false
}

// isSettledWord tells a place at which a whole word begins that no marker and no
// code touches.
func isSettledWord(text string, at int, code []CodeRegion) bool {
	length := wordLength(text[at:])
	if length == 0 || at+length == len(text) || joinsNumbers(text[at:at+length]) || announces(text[at:at+length]) { // "[1] and [2]" is one run
		return false
	}
	before := text[max(0, at-maxAnnouncement):at]
	if strings.LastIndexByte(before, '(') > strings.LastIndexByte(before, ')') {
		return false
	}
	for _, c := range code {
		if c.Start <= at && at < c.End {
			return false
		}
	}
	return true
}

// wordLength is the length of the letters that begin a text.
func wordLength(s string) int {
	if end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		return end
	}
	return len(s)
}

// pairs are the brackets inside of which markers, links and tags are told.
var pairs = [][2]string{{"[", "]"}, {"(", ")"}, {"【", "】"}}

// openBracket returns where the first bracket of a line stands that is open at
// its end; no tag is taken to be closed. It is the end where all are closed.
func openBracket(text string, line int) int {
	end := len(text)
	if at := strings.IndexByte(text[line:], '<'); at >= 0 {
		end = line + at
	}
	for again := true; again; {
		again = false
		for _, p := range pairs {
			closed := line + strings.LastIndex(text[line:end], p[1]) + 1
			if at := strings.Index(text[closed:end], p[0]); at >= 0 {
				end, again = closed+at, true
			}
		}
	}
	return end
}

// codeFrom returns the code behind a place that is outside of code.
func codeFrom(text string, from int) []CodeRegion {
	code := Code(text[from:])
	for i := range code {
		code[i].Start, code[i].End = code[i].Start+from, code[i].End+from
	}
	return code
}

// openCode returns where code begins that may be going on at a text's end, or
// the text's end. A backtick without a partner may find one in its paragraph.
func openCode(text string, from int, code []CodeRegion) int {
	at := from + strings.LastIndex(text[from:], "\n\n") + 1
	for _, c := range code {
		if tick := strings.IndexByte(text[at:max(at, c.Start)], '`'); tick >= 0 {
			return at + tick
		}
		if c.Open {
			return c.Start
		}
		at = max(at, c.End)
	}
	if tick := strings.IndexByte(text[at:], '`'); tick >= 0 {
		return at + tick
	}
	return len(text)
}

// mayBeList tells a text that has a line which could head a list of sources,
// or be a note of one: only the whole reply shows whether it does.
func mayBeList(d *directory, text string) bool {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if sure, doubtful, _ := d.listHeading(line); line != "" && (sure || doubtful || isNote(line)) {
			return true
		}
	}
	return false
}

// maxHeading is longer, in bytes, than any heading of a list with its signs.
const maxHeading = 96

// mayBecomeList tells a line that has not come whole and may yet be the head
// of a list of sources, or a note of one.
func mayBecomeList(d *directory, line string) bool {
	line = strings.TrimSpace(line[:min(len(line), maxHeading)])
	if line == "" || mayBeList(d, line) {
		return true
	}
	if line[0] == '[' {
		rest := strings.TrimLeft(line[1:], "0123456789")
		return rest == "" || rest[0] == '^' || rest == "]"
	}
	if len(line) >= maxHeading || strings.ContainsAny(line, ":：") {
		return false
	}
	heading, _ := splitHeading(line)
	for _, list := range [][]string{words.ListHeadings, words.DoubtfulHeadings, {d.heading}} {
		for _, h := range list {
			if strings.HasPrefix(h, heading) {
				return true
			}
		}
	}
	return false
}

// endsThinking tells a line that ends a block of reasoning.
func endsThinking(line string) bool {
	for _, tag := range thinkingTags {
		if strings.TrimRight(line, "\n") == tag[1] {
			return true
		}
	}
	return false
}

package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer/tree"
	"vouchsafe/grounding/text"
)

// Live reads a reply while it is being written, in the dialect segments or in one
// that is prose, and gives each sentence as soon as nothing that can still come
// changes how it reads. It is strict where Read is forgiving: what it cannot
// follow with certainty (prose around the JSON, another dialect, a list of
// sources) it leaves to Read, which is given the whole reply at its end. What is
// given early is read as Read reads it.
//
// One thing it cannot know: whether a closing tag of reasoning is still to
// come, of which the reply has no opening one. Fits tells at the end.
type Live struct {
	read    segmentReader
	prose   bool
	text    string // the reply as far as it has come
	start   int    // where what is to be read begins; -1 while that is not known
	at      int    // everything before has been read; in prose from the start
	sought  int    // up to where the end of a block of reasoning was looked for
	open    open   // the segment that is being written
	settled settling
	waiting []Answer
	taken   int  // segments given so far
	faults  int  // problems of the answer that were given with them, or belong to them
	lost    bool // the rest is for Read
}

// open is how far a segment has been followed that is being written.
type open struct {
	comma    bool         // the one before it has come
	whole    tree.Growing // all of it
	cited    int          // behind its citations that Open has told of, from its beginning; 0 before their list is known
	citation tree.Growing // the next one
}

// Follow returns a Live for a reply in a dialect. before are the citations of an
// answer that this reply continues: an empty snippet may refer to what they quote.
func Follow(asked Dialect, known Known, before []Citation) *Live {
	l := &Live{prose: asked != Segments, start: -1}
	l.read = segmentReader{to: newReader(asked, directoryOf(known)), quoted: map[string]string{}}
	l.lost = l.prose && (known.Style != "" && isLetter(known.Style[0]) || l.read.to.known.own.thinking()) // a word may be a marker
	for i := range before {
		if c := &before[i]; !blank(c.Snippet) {
			l.read.quoted[c.ChunkID] = c.Snippet
		}
	}
	return l
}

// Whole reads the sentences of a reply that were whole before it broke off.
func Whole(asked Dialect, reply string, known Known) Answer {
	l := Follow(asked, known, nil)
	l.Feed(reply)
	switch said := WholeSentences(reply); {
	case l.lost || said == "":
	case l.prose:
		return Read(asked, said, known)
	case l.start >= 0 && said == strings.TrimSpace(reply) && citationsFirst.MatchString(l.openSegment()):
		for _, end := range [...]string{"}", `"}`} { // behind the text of a segment
			closed := Follow(asked, known, nil)
			if closed.Feed(reply + end); closed.taken > l.taken {
				l = closed
			}
		}
	}
	return l.read.to.answer.Between(0, l.taken)
}

// WholeSentences is a text up to the end of its last sentence behind which another could begin. A figure at its end
// may have gone on.
func WholeSentences(said string) string {
	said = strings.TrimRight(wholeRunes(said), " \t\r\n")
	if bare := strings.TrimSuffix(said, "."); bare != said && bare != "" && bare[len(bare)-1] >= '0' && bare[len(bare)-1] <= '9' {
		said = bare
	}
	all := text.Sentences(said + " The next one")
	last := all[len(all)-1].Start
	if last > len(said) {
		return said
	}
	return said[:last+len(marksAhead.FindString(said[last:]))]
}

// marksAhead matches marks in front of a sentence, which belong to the one before.
var marksAhead = regexp.MustCompile(`^(?:\s*(?:\[[^\[\]\n]{1,80}\]|§[0-9§ ,-]*[0-9]))+`)

// Feed takes the reply as far as it has come; each call's text begins with the
// last one's.
func (l *Live) Feed(text string) {
	if l.lost {
		return
	}
	l.text = wholeRunes(text)
	switch {
	case l.start < 0 && !l.begins():
	case l.prose:
		l.readProse()
	default:
		for l.readSegment() {
			continue
		}
	}
}

// Next returns the next sentence that is whole as an answer of its own: its
// segments, their citations and problems. False where none is waiting.
func (l *Live) Next() (Answer, bool) {
	if len(l.waiting) == 0 {
		return Answer{}, false
	}
	a := l.waiting[0]
	l.waiting = l.waiting[1:]
	return a, true
}

// Taken returns how many segments Next has given or will give at once.
func (l *Live) Taken() int { return l.taken }

// Fits reports whether what was given is how the whole reply begins.
func (l *Live) Fits(whole *Answer) bool {
	for i := range l.taken {
		if i >= len(whole.Segments) || l.read.to.answer.Segments[i].Text != whole.Segments[i].Text {
			return false
		}
	}
	return true
}

// give makes ready the segments up to an index.
func (l *Live) give(to int) Answer {
	a := l.read.to.answer.Between(l.taken, to)
	l.taken = to
	return a
}

// maxLead is the most, in bytes, that stands before a reply, blocks of reasoning
// aside.
const maxLead = 256

// begins finds where what is to be read begins, and tells whether it did.
func (l *Live) begins() bool {
	if l.thinks() {
		return false
	}
	body := l.text[l.at:]
	if mayBegin(body, thinkingTags[0][0], thinkingTags[1][0], thinkingTags[2][0]) {
		return false
	}
	if l.prose && l.read.to.asked == Sentences && (strings.HasPrefix(body, "{") || strings.HasPrefix(body, "```")) {
		l.prose, l.read.to.answer.Dialect = false, Segments // what a model may write instead
	}
	if l.prose {
		other := []string{"{", "```", "REFUSE:", "CLARIFY:", "**REFUSE:", "**CLARIFY:"}
		if mayBegin(body, other...) {
			return false
		}
		l.start, l.at = l.at, 0
		l.lost = slices.ContainsFunc(other, func(sign string) bool { return strings.HasPrefix(body, sign) })
		return !l.lost
	}
	return l.beginsSegments(body)
}

// thinks steps over white space and leading blocks of reasoning, and tells whether one
// has begun and not ended.
func (l *Live) thinks() bool {
	for {
		rest := strings.TrimLeft(l.text[l.at:], " \t\r\n\ufeff")
		l.at = len(l.text) - len(rest)
		block := slices.IndexFunc(thinkingTags[:], func(tags [2]string) bool { return strings.HasPrefix(rest, tags[0]) })
		if block < 0 {
			return false
		}
		opened, end := len(thinkingTags[block][0]), thinkingTags[block][1]
		from := max(l.at+opened, l.sought-len(end)+1)
		n := strings.Index(l.text[from:], end)
		if l.sought = len(l.text); n < 0 {
			return true
		}
		l.at, l.sought = from+n+len(end), 0
	}
}

// mayBegin tells a text that may turn out to begin with one of some signs.
func mayBegin(text string, signs ...string) bool {
	for _, sign := range signs {
		if len(text) < len(sign) && strings.HasPrefix(sign, text) {
			return true
		}
	}
	return false
}

// listOfSegments matches a reply up to its list of segments: in an object that is
// there at once, or behind an opening fence.
var listOfSegments = regexp.MustCompile("^(?:```\\w*\\s*\n)?\\s*\\{\\s*(?:\"mode\"\\s*:\\s*\"\\w*\"\\s*,\\s*)?\"segments\"\\s*:\\s*\\[")

// beginsSegments finds the list of segments.
func (l *Live) beginsSegments(body string) bool {
	head := listOfSegments.FindString(body[:min(len(body), maxLead)])
	if head == "" {
		l.lost = len(body) >= maxLead
		return false
	}
	l.start = l.at + len(head)
	l.at = l.start
	return true
}

// readSegment reads the next segment, and tells whether it was whole.
func (l *Live) readSegment() bool {
	raw := l.openSegment()
	if raw == "" || raw[0] == ']' {
		return false
	}
	length := l.open.whole.End(raw)
	if length < 0 {
		return false
	}
	n, err := tree.Parse(raw[:length])
	if l.lost = err != nil || l.read.to.known.numbered.in(raw[:length]) || mayBeList(l.read.to.known, n.Member("text").Text()) || isBlankText(n.Member("text").Text()); l.lost {
		return false
	}
	all := &l.read.to.answer
	known := len(all.Segments)
	l.read.add(&n)
	if l.lost = len(all.Segments) == known || l.read.to.overflow; l.lost {
		return false
	}
	l.at, l.open = len(l.text)-len(raw)+length, open{}
	l.giveSegments()
	return !l.lost
}

// mostParts is how many segments may wait for the end of their sentence: more are left to
// Read, so that nothing is looked at again and again.
const mostParts = 256

// giveSegments gives the segments that make whole sentences. What follows a segment
// without a full stop may go on with its sentence, or its figure.
func (l *Live) giveSegments() {
	all := &l.read.to.answer
	for l.taken < len(all.Segments) {
		end := all.SentenceEnd(l.taken)
		if end == len(all.Segments) && !endsSentence(all.Segments[end-1].Text, "") {
			l.lost = end-l.taken > mostParts
			return
		}
		given := l.give(end)
		for _, p := range all.Problems[l.faults:] {
			if p.Citation < 0 {
				given.Problems = append(given.Problems, p)
			}
		}
		l.faults = len(all.Problems)
		l.waiting = append(l.waiting, given)
	}
}

// openSegment is the text from the segment on that has not been read, behind the comma
// before it.
func (l *Live) openSegment() string {
	l.skipSpace()
	if !l.open.comma && strings.HasPrefix(l.text[l.at:], ",") {
		l.at, l.open.comma = l.at+1, true
		l.skipSpace()
	}
	return l.text[l.at:]
}

func (l *Live) skipSpace() {
	l.at = len(l.text) - len(strings.TrimLeft(l.text[l.at:], " \t\r\n"))
}

// Open returns the citations of the segment that is being written which have
// become whole since the last call. Their snippets are as they will be read. Prose has
// no citation that is whole before its marker.
func (l *Live) Open() (whole []Citation) {
	if l.lost || l.prose || l.start < 0 {
		return nil
	}
	segment, o := l.openSegment(), &l.open
	if o.cited == 0 {
		o.cited = len(citationsFirst.FindString(segment[:min(len(segment), maxLead)]))
	}
	for o.cited > 0 {
		list := strings.TrimLeft(segment[o.cited:], " \t\r\n,")
		if o.cited = len(segment) - len(list); list == "" || list[0] != '{' {
			break
		}
		end := o.citation.End(list)
		if end < 0 {
			break
		}
		c, ok := l.peek(list[:end])
		if l.lost = isBlankText(c.Snippet) || l.read.to.known.numbered.in(list[:end]); l.lost {
			return nil
		}
		if ok {
			whole = append(whole, c)
		}
		o.cited, o.citation = o.cited+end, tree.Growing{}
	}
	return whole
}

// citationsFirst matches the beginning of a segment up to its citations.
var citationsFirst = regexp.MustCompile(`^\{\s*"citations"\s*:\s*\[`)

// peek reads a citation without adding it to the answer.
func (l *Live) peek(raw string) (Citation, bool) {
	n, err := tree.Parse(raw)
	if err != nil {
		return Citation{}, false
	}
	look := segmentReader{to: newReader(Segments, l.read.to.known), quoted: l.read.quoted}
	c := look.to.answer.Citations[look.cited(&n)]
	return c, len(look.to.answer.Problems) == 0 || blank(c.Snippet)
}

// wholeRunes cuts off a character that has not come whole.
func wholeRunes(text string) string {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if tail := text[len(text)-back:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRuneInString(tail) {
				return text[:len(text)-back]
			}
			break
		}
	}
	return text
}

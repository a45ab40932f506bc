package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer/tree"
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
	at      int    // everything before has been read
	looked  int    // how much of the text has been looked at
	told    int    // citations of the open segment that Open has told of
	settled settling
	waiting []Answer
	taken   int  // segments given so far
	faults  int  // problems of the answer that were given with them, or belong to them
	lost    bool // the rest is for Read
}

// Follow returns a Live for a reply in a dialect. before are the citations of an
// answer that this reply continues: an empty snippet may refer to what they quote.
func Follow(asked Dialect, known Known, before []Citation) *Live {
	l := &Live{prose: asked != Segments, start: -1}
	l.read = segmentReader{to: newReader(asked, directoryOf(known)), quoted: map[string]string{}}
	l.lost = l.prose && known.Style != "" && isLetter(known.Style[0]) // a word may be a marker
	for i := range before {
		if c := &before[i]; !blank(c.Snippet) {
			l.read.quoted[c.ChunkID] = c.Snippet
		}
	}
	return l
}

// Feed takes the reply as far as it has come; each call's text begins with the
// last one's.
func (l *Live) Feed(text string) {
	if l.lost {
		return
	}
	news := text[min(l.looked, len(text)):]
	l.text, l.looked = wholeRunes(text), len(text)
	switch {
	case l.start < 0 && !l.begins(news):
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
func (l *Live) begins(news string) bool {
	if len(l.text) > maxLead && !strings.ContainsAny(news, ">{") {
		return false // reasoning, which a tag will end
	}
	body, open := skipThinking(l.text)
	if open || mayBegin(body, thinkingTags[0][0], thinkingTags[1][0], thinkingTags[2][0]) {
		return false
	}
	if l.prose {
		other := []string{"{", "```", refusePrefix, clarifyPrefix}
		if mayBegin(body, other...) {
			return false
		}
		l.start = len(l.text) - len(body)
		l.lost = slices.ContainsFunc(other, func(sign string) bool { return strings.HasPrefix(body, sign) })
		return !l.lost
	}
	return l.beginsSegments(body)
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
	l.start = len(l.text) - len(body) + len(head)
	l.at = l.start
	return true
}

// maxOpen bounds, in bytes, a segment that is being written: a longer one is left
// to Read, so that nothing is looked at again and again.
const maxOpen = 64 << 10

// readSegment reads the next segment, and tells whether it was whole.
func (l *Live) readSegment() bool {
	raw := l.openSegment()
	if raw == "" || raw[0] == ']' {
		return false
	}
	length := tree.End(raw)
	if length < 0 {
		l.lost = len(raw) > maxOpen
		return false
	}
	n, err := tree.Parse(raw[:length])
	if l.lost = err != nil || mayBeList(n.Member("text").Text()) || isBlankText(n.Member("text").Text()); l.lost {
		return false
	}
	all := &l.read.to.answer
	known := len(all.Segments)
	l.read.add(&n)
	if l.lost = len(all.Segments) == known || l.read.to.overflow; l.lost {
		return false
	}
	l.at, l.told = len(l.text)-len(raw)+length, 0
	l.giveSegments()
	return true
}

// giveSegments gives the segments that make whole sentences. What follows a segment
// without a full stop may go on with its sentence, or its figure.
func (l *Live) giveSegments() {
	all := &l.read.to.answer
	for l.taken < len(all.Segments) {
		end := all.SentenceEnd(l.taken)
		if end == len(all.Segments) && !endsSentence(all.Segments[end-1].Text, "") {
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

// openSegment is the text from the segment on that has not been read.
func (l *Live) openSegment() string {
	rest := strings.TrimLeft(l.text[l.at:], " \t\r\n")
	return strings.TrimLeft(strings.TrimPrefix(rest, ","), " \t\r\n")
}

// Open returns the citations of the segment that is being written which have
// become whole since the last call. Their snippets are as they will be read. Prose has
// no citation that is whole before its marker.
func (l *Live) Open() (whole []Citation) {
	if l.lost || l.prose || l.start < 0 {
		return nil
	}
	written := openCitations(l.openSegment())
	for ; l.told < len(written); l.told++ {
		c, ok := l.peek(written[l.told])
		if l.lost = isBlankText(c.Snippet); l.lost {
			return nil
		}
		if ok {
			whole = append(whole, c)
		}
	}
	return whole
}

// citationsFirst matches the beginning of a segment up to its citations.
var citationsFirst = regexp.MustCompile(`^\{\s*"citations"\s*:\s*\[`)

// openCitations returns which citations of a segment are whole. It looks for them at
// the segment's beginning.
func openCitations(segment string) (written []string) {
	head := citationsFirst.FindString(segment)
	if head == "" {
		return nil
	}
	for list := segment[len(head):]; ; {
		list = strings.TrimLeft(list, " \t\r\n,")
		if list == "" || list[0] != '{' {
			return written
		}
		end := tree.End(list)
		if end < 0 {
			return written
		}
		written, list = append(written, list[:end]), list[end:]
	}
}

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

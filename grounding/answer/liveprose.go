package answer

import (
	"strings"
	"unicode/utf8"
)

// LiveProse reads a reply that is prose with markers while it is being
// written, and gives each sentence as soon as nothing that can still come
// changes how it reads: which markers belong to it, whether it is code, or
// part of a list of sources. What it cannot tell it leaves to Read, which is
// given the whole reply at its end. It is for the dialects whose citations
// stand in the text: Numbered, AuthorYear and Client.
//
// One thing it cannot know: whether a closing tag of reasoning is still to
// come, of which the reply has no opening one. Fits tells at the end.
type LiveProse struct {
	read    reader
	split   splitter
	settled settling
	opened  bool // it is known where the text begins
	start   int  // and this is where
	looked  int  // how much has been searched for that

	markers int // seen so far
	floor   int // where the last cluster of them ends
	given
	abandoned bool // the rest is for Read
}

// FollowProse returns a LiveProse for a reply in a dialect that is prose.
func FollowProse(asked Dialect, known Known) *LiveProse {
	l := &LiveProse{read: reader{asked: asked, known: directory{sources: known.Sources}}}
	l.read.answer = Answer{Dialect: asked, Mode: ModeAnswer}
	l.split.reader = &l.read
	return l
}

// Feed takes the reply as far as it has come; each call's text begins with the
// last one's.
func (l *LiveProse) Feed(text string) {
	text = wholeRunes(text)
	if l.abandoned {
		return
	}
	if !l.opened {
		news := text[min(l.looked, len(text)):]
		l.looked = len(text)
		if len(text) > maxLead && !strings.Contains(news, ">") {
			return // reasoning, which a tag will end
		}
		start, sure := proseStart(text)
		if l.abandoned = sure && start < 0; start < 0 {
			return
		}
		l.opened, l.start = true, start
	}
	l.advance(text[l.start:])
}

// advance reads up to the next place at which the text is settled.
func (l *LiveProse) advance(text string) {
	before := l.settled.at
	at, code := l.settled.next(text)
	l.abandoned = l.settled.over
	if at <= before {
		return
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	l.take(text[:at+size], before, code)
	if l.abandoned = l.abandoned || l.read.overflow || l.markers >= maxCitations; !l.abandoned {
		l.give(text)
	}
}

// take reads a text that ends with the first letter behind a settled place,
// from the settled place before that on.
func (l *LiveProse) take(text string, from int, code []CodeRegion) {
	s := &l.split
	if len(s.pending.list) > 0 && s.limit == len(s.text) { // no end was in sight
		s.limit = nextBoundary(text, from)
	}
	s.text = text
	marks := l.read.marksFrom(text, from, code, l.read.bindSource)
	l.markers += len(marks)
	for _, c := range clustersFrom(text, l.floor, marks) {
		s.add(c)
		l.floor = c.end
	}
	if len(s.pending.list) > 0 && s.limit < len(text) {
		s.emit(s.limit)
	}
}

// give makes ready what ends with a sentence of all that has been read.
func (l *LiveProse) give(text string) {
	all := &l.read.answer
	behind := text[l.split.pos:]
	for l.taken < len(all.Segments) {
		end := all.SentenceEnd(l.taken)
		if end == len(all.Segments) && !endsSentence(all.Segments[end-1].Text, behind) {
			return
		}
		l.waiting = append(l.waiting, all.Between(l.taken, end))
		l.taken = end
	}
}

// Open returns nothing: prose has no citation that is whole before its marker.
func (l *LiveProse) Open(int) (whole []Citation, partial *Citation) { return nil, nil }

// Fits reports whether what was given is how the whole reply begins.
func (l *LiveProse) Fits(whole *Answer) bool {
	if l.taken > len(whole.Segments) {
		return false
	}
	for i := range l.taken {
		if l.read.answer.Segments[i].Text != whole.Segments[i].Text {
			return false
		}
	}
	return true
}

// maxLead is the most, in bytes, that stands before a text, blocks of reasoning
// aside.
const maxLead = 256

// proseStart finds where the text of a reply begins, behind white space and
// blocks of reasoning. sure says that more text would change nothing: it
// begins at the offset, or is not to be followed (-1), because it may be JSON
// or says with its first word that it is no answer.
func proseStart(text string) (at int, sure bool) {
	body := strings.TrimLeft(text, " \t\r\n\ufeff")
	for {
		rest, waiting := skipThinking(body)
		if waiting || body == "" {
			return -1, false
		}
		if len(rest) == len(body) {
			break
		}
		body = strings.TrimLeft(rest, " \t\r\n")
	}
	for _, prefix := range []string{"{", "```", refusePrefix, clarifyPrefix} {
		switch {
		case strings.HasPrefix(body, prefix):
			return -1, true
		case strings.HasPrefix(prefix, body):
			return -1, false
		}
	}
	return len(text) - len(body), true
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

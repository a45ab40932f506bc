package claim

import "vouchsafe/lexis"

// Hearing judges the claims of one answer, one after the other: they share the
// question, which is read once, and the room that a reading takes. The zero
// value is ready. It is not for concurrent use.
type Hearing struct {
	reading reading
	room    room
	asked   asked
}

// room is what a reading of usual size takes, in one piece.
type room struct {
	tokens  [48]token
	of      [48]int8
	run     [48]uint8
	masks   [48]uint64
	areas   [4]area
	cut     lexis.Cut
	numbers []lexis.Number
	names   []lexis.Name
	mine    []spelled // words of the claim that its closest sentence has not
	theirs  []spelled // and the other way round
	quoted  window
}

// asked is the words of the question, read as of one language.
type asked struct {
	question string
	lang     lexis.Language
	stems    []uint32 // of the words with content
}

// stemsOf returns what the words with content of the question are, which has
// not changed since the last claim as a rule.
func (a *asked) stemsOf(question string, lang lexis.Language) []uint32 {
	if a.question == question && a.lang == lang {
		return a.stems
	}
	a.question, a.lang, a.stems = question, lang, a.stems[:0]
	z := newTokenizer(question, lang)
	for t, ok := z.next(); ok; t, ok = z.next() {
		if t.content() {
			a.stems = append(a.stems, t.stem)
		}
	}
	return a.stems
}

// read reads a claim and holds it against its evidence. The reading holds until
// the next one.
func (h *Hearing) read(text string, ev Evidence, harm *Harm) *reading {
	r := &h.reading
	*r = reading{text: text, harm: harm, lang: lexis.English, room: &h.room, sources: ev.Sources}
	r.closest.source = -1
	h.room.cut.Anew(text)
	if len(ev.Sources) > 0 {
		r.lang = ev.Sources[0].lang
	}
	r.read()
	r.detect(ev)
	for i, src := range ev.Sources {
		r.against(src, i)
	}
	for _, t := range ev.Titles {
		r.meta |= r.match(t)
	}
	for _, stem := range h.asked.stemsOf(ev.Question, r.lang) {
		r.echo |= r.placed(stem)
	}
	var buf [8]clause
	cs := clauses(text, buf[:0])
	r.refuses = firstRefusal(cs) < len(cs)
	r.kind = kindOf(text, cs, numberIn(text))
	r.areas = areas(ev, h.room.areas[:0])
	r.figures(ev)
	return r
}

// figures finds the numbers and names of the claim and holds them against the
// evidence.
func (r *reading) figures(ev Evidence) {
	if r.hasNumbers() {
		r.room.numbers = r.room.cut.Numbers(r.room.numbers[:0])
		r.numbers = statedOf(mended(r.room.numbers, r.text), r.text)
	}
	if r.nameable() && !r.refuses {
		r.room.names = r.room.cut.Names(r.room.names[:0])
		r.names = r.claimNames(r.room.names)
	}
	r.wrongNumbers = r.numberFindings(ev, r.areas)
	r.wrongNames = r.entityFindings(ev)
}

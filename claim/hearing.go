package claim

import (
	"slices"

	"vouchsafe/lexis"
)

// Hearing judges the claims of one answer, one after the other: they share the
// question, which is read once, and the room that a reading takes. The zero
// value is ready. It is not for concurrent use.
type Hearing struct {
	reading   reading
	room      room
	asked     asked
	sentences []Sentence
	known     known
}

// Split is the function of that name. The sentences hold until the next call.
func (h *Hearing) Split(text string) []Sentence {
	h.known.texts, h.known.natures, h.known.at = h.known.texts[:0], h.known.natures[:0], 0
	s := splitter{text: text, out: h.sentences[:0], known: &h.known}
	h.sentences = s.split()
	return h.sentences
}

// known is what sentences of the text that was split last are by their words:
// most of them are judged next, in their order.
type known struct {
	texts   []string
	natures []nature
	at      int // behind the one that was judged last
}

// keep notes what a sentence is; on nil it does nothing.
func (k *known) keep(text string, n nature) {
	if k != nil {
		k.texts, k.natures = append(k.texts, text), append(k.natures, n)
	}
}

// of tells what a sentence is.
func (k *known) of(text string) nature {
	const ahead = 16 // sentences that need no judging may stand between
	next := k.texts[k.at:min(len(k.texts), k.at+ahead)]
	if i := slices.Index(next, text); i >= 0 {
		k.at += i + 1
		return k.natures[k.at-1]
	}
	return natureOf(text)
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
	is := h.known.of(text)
	r.kind, r.refuses = is.kind, is.refuses
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

package claim

import "vouchsafe/lexis"

// Hearing judges the claims of one answer, one after the other: they share the
// question, which is read once, and the room that a reading takes. The zero
// value is ready. It is not for concurrent use.
type Hearing struct {
	reading   reading
	room      room
	asked     asked
	sentences []Sentence
	known     known
	course    course
}

// Split is the function of that name. The sentences hold until the next call.
func (h *Hearing) Split(text string) []Sentence {
	if h.sentences == nil {
		h.sentences, h.known.sentences = make([]Sentence, 0, 8), make([]knownSentence, 0, 8)
	}
	h.known.sentences, h.known.at = h.known.sentences[:0], 0
	s := splitter{text: text, out: h.sentences[:0], known: &h.known}
	h.sentences = s.split()
	return h.sentences
}

// known is what sentences of the text that was split last are by their words:
// most of them are judged next, in their order.
type known struct {
	sentences []knownSentence
	at        int // behind the one that was judged last
}

type knownSentence struct {
	text string
	nature
}

// keep notes what a sentence is; on nil it does nothing.
func (k *known) keep(text string, n nature) {
	if k != nil {
		k.sentences = append(k.sentences, knownSentence{text, n})
	}
}

// of tells what a sentence is.
func (k *known) of(text string) nature {
	const ahead = 16 // sentences that need no judging may stand between
	for i := k.at; i < min(len(k.sentences), k.at+ahead); i++ {
		if k.sentences[i].text == text {
			k.at = i + 1
			return k.sentences[i].nature
		}
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
	mine    [8]spelled // words of the claim that its closest sentence has not
	theirs  [8]spelled // and the other way round
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

package claim

import (
	"slices"

	lexis "vouchsafe/grounding/text"
)

// Hearing judges the claims of one answer, one after the other: they share the
// question and the titles, which are read once, and the room that a reading takes. The zero
// value is ready. It is not for concurrent use.
type Hearing struct {
	reading       reading
	room          room
	titles        heard
	asked         heard
	sentences     []Sentence
	known         known
	course        course
	verdicts      []bool // that judgements point to
	proof         proof
	claim         statement
	source        statement
	sourceNumbers []lexis.Number
	reader        statementReader
	leadTokens    []token // of a list's lead and an item
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

// roomFor is how many words of a claim, and how many sentences of a source, have
// room without more being made.
const roomFor = 44

// room is what a reading of usual size takes, in one piece.
type room struct {
	tokens  [roomFor]token
	of      [roomFor]int8
	run     [roomFor]uint8
	masks   [roomFor]uint64
	areas   [4]area
	cut     lexis.Cut
	numbers []lexis.Number
	names   []lexis.Name
}

// heard is some short texts, read once as of one language for all claims.
type heard struct {
	texts []string
	lang  lexis.Language
	stems []uint32 // of their words with content, sorted
}

// holds returns the unique words of a claim that the texts hold too. As a rule
// these are those of the claim before.
func (h *heard) holds(r *reading, texts ...string) (set uint64) {
	if h.lang != r.lang || !slices.Equal(h.texts, texts) {
		h.hear(texts, r.lang)
	}
	for j := range r.n {
		if _, found := slices.BinarySearch(h.stems, r.tokens[r.unique[j]].stem); found {
			set |= 1 << j
		}
	}
	return set
}

// hear reads other texts.
func (h *heard) hear(texts []string, lang lexis.Language) {
	h.texts, h.lang, h.stems = append(h.texts[:0], texts...), lang, h.stems[:0]
	for _, text := range texts {
		z := newTokenizer(text, lang)
		for t, ok := z.next(); ok; t, ok = z.next() {
			if t.content() {
				h.stems = append(h.stems, t.stem)
			}
		}
	}
	slices.Sort(h.stems)
}

// makeRoom makes what proving takes, once for all claims of an answer.
func (h *Hearing) makeRoom() {
	if h.claim.atoms != nil {
		return
	}
	const usual, numbers = 48, 4
	const few = usual / 4
	atoms := make([]atom, 3*usual+2*few)
	h.claim.atoms, h.source.atoms, h.proof.other.atoms = atoms[:0:usual], atoms[usual:usual:2*usual], atoms[2*usual:2*usual:3*usual]
	rest := atoms[3*usual:]
	h.proof.telling = [2][]atom{rest[:0:few], rest[few:few]}
	all := make([]lexis.Number, 3*numbers)
	h.claim.numbers, h.source.numbers, h.sourceNumbers = all[:0:numbers], all[numbers:numbers:2*numbers], all[2*numbers:2*numbers]
	places := make([]int16, 2*usual)
	h.proof.to, h.proof.from = places[:0:usual], places[usual:usual]
	h.reader.units = make([]unit, 0, usual)
	table := make([]int16, usual*usual)
	h.proof.best, h.proof.joined = table[:0:usual*usual/2], table[usual*usual/2:usual*usual/2]
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
	r.meta = h.titles.holds(r, ev.Titles...)
	r.echo = h.asked.holds(r, ev.Question)
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
		r.numbers = statedOf(r.room.numbers, r.text)
	}
	if r.nameable() && !r.refuses {
		r.room.names = r.room.cut.Names(r.room.names[:0])
		r.names = r.claimNames(r.room.names)
	}
	r.wrongNumbers = r.numberFindings(ev)
	r.wrongNames = r.entityFindings(ev)
}

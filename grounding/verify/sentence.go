package verify

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// SourceSentence is what a claim is judged against: the whole sentences of a
// chunk that a located snippet stands in, with what governs them.
type SourceSentence struct {
	Chunk int // index in the evidence
	report.Sentence
	span text.Span // its bytes
}

// said is what the sentences say: those of a table's row, each cell under its head.
func (s *SourceSentence) said() string {
	if s.Lead == nil {
		return s.Text
	}
	heads, row := cells(s.Lead.Text), cells(s.Text)
	if len(heads) == 0 || len(heads) != len(row) {
		return s.Text
	}
	out := ""
	for k := range row {
		out += heads[k] + ": " + row[k] + "; "
	}
	return out
}

// saying is what a sentence of a passage says, read when that is first asked for.
type saying struct {
	once      sync.Once
	statement *statement

	readOnce sync.Once
	read     *text.Text // nil for what is not shown
	lead     string     // what leads it in

	figuredOnce sync.Once
	figured     *groundSentence // empty for what is not shown

	boundOnce sync.Once
	bound     []boundFigure // its figures
}

// Sentences are those of the passage, in order.
func (p *Passage) Sentences() []text.Sentence {
	p.sentenceOnce.Do(func() {
		p.sentences = text.Sentences(p.original)
		p.said, p.turning = make([]atomic.Pointer[saying], len(p.sentences)), make([]atomic.Int32, len(p.sentences))
		p.grow(len(p.sentences) * 8 * 8)
	})
	return p.sentences
}

// lowered is the passage in lower case, as long as it stands.
func (p *Passage) lowered() string {
	p.lowerOnce.Do(func() {
		if p.lower = text.Lower(p.original); len(p.lower) != len(p.original) {
			p.lower = p.original // places must stay; the case of rare letters does not matter here
		}
		p.grow(len(p.lower))
	})
	return p.lower
}

// longestSaid is how many bytes of a sentence are read for what it says: nobody wrote a longer one.
const longestSaid = 1 << 15

// statement is what the ith sentence of the passage says.
func (p *Passage) statement(i int) *statement {
	said := sayingOf(p, i)
	said.once.Do(func() {
		s := p.sentences[i]
		said.statement = readBut(readSaid(p, p.original[s.Start:s.End], s.Span), idle().affirming)
		p.grow((s.End - s.Start) * 8)
	})
	return said.statement
}

// sayingOf is what has been read of the ith sentence of a passage: of most, nothing ever is.
func sayingOf(p *Passage, i int) *saying {
	if kept := p.said[i].Load(); kept != nil {
		return kept
	}
	p.said[i].CompareAndSwap(nil, new(saying))
	return p.said[i].Load()
}

// language is that of the passage as a whole.
func (p *Passage) language() text.Language {
	p.languageOnce.Do(func() { p.lang = claim.LanguageOf(p.Source(), p.original) })
	return p.lang
}

// mayTurn reports whether some sentence of the passage may deny something. Most that do not are
// told by their words, without being cut.
func (p *Passage) mayTurn() bool {
	p.turnsOnce.Do(func() { p.mayDeny = text.MayDenySomewhere(p.original) })
	return p.mayDeny
}

// turns reports whether the ith sentence of the passage may have a negation, or asks what the next
// one answers with one.
func (p *Passage) turns(i int) bool {
	const no, yes = 1, 2
	kept := &p.turning[i]
	if kept.Load() == 0 {
		s, found := p.sentences[i], int32(no)
		asks := text.Asks(p.original[s.Start:s.End])
		if asks && p.answersNo(i+1) || !asks && text.MayDenySomewhere(p.original[s.Start:s.End]) && text.MayDeny(p.lowered()[s.Start:s.End]) {
			found = yes
		}
		kept.Store(found)
	}
	return kept.Load() == yes
}

// statements are what the sentences of the passage say.
func (p *Passage) statements() []*statement {
	out := make([]*statement, len(p.Sentences()))
	for i := range out {
		out[i] = p.statement(i)
	}
	return out
}

// Sentence returns the whole sentences that a stretch of the passage stands in, and
// what governs them. start and end count code points.
func (p *Passage) Sentence(start, end int) SourceSentence {
	from := text.ByteOf(p.original, start)
	return p.around(from, from+text.ByteOf(p.original[from:], end-start))
}

// mostNearest is how many places a judge is shown where an answer cites none.
const mostNearest = 3

// Nearest returns the places of the evidence that hold most of what a statement says, the best
// first: what a claim that cites nothing may rest on.
func (e *Evidence) Nearest(statement string) (out []SourceSentence) {
	places := (&Finder{Evidence: e}).places(statement)
	for _, p := range places {
		if len(out) < mostNearest && p.score >= places[0].score/2 {
			out = append(out, p.SourceSentence)
		}
	}
	return out
}

// Finder finds the places of the evidence that statements of one answer may rest on, up to a bound
// of work for all of them.
type Finder struct {
	Evidence *Evidence
	hearing  claim.Hearing
	looked   int // sentences that were looked through
}

// mostLooked bounds the sentences that are looked through for all statements of a finder.
const mostLooked = 10_000_000

// Located is the place of the evidence that holds most of what a statement says, if that is
// enough for its source.
func (f *Finder) Located(statement string) (SourceSentence, bool) {
	places := f.places(statement)
	if len(places) == 0 || places[0].score < claim.LeastLocated {
		return SourceSentence{}, false
	}
	return places[0].SourceSentence, true
}

// scored is a place of the evidence, and how much of a statement it holds.
type scored struct {
	SourceSentence
	score float64
}

// places are the best place of each passage for a statement, the best first.
func (f *Finder) places(statement string) (places []scored) {
	type found struct {
		chunk, start, end int
		score             float64
	}
	var all []found
	for _, i := range f.Evidence.Set.Usable() {
		source := f.Evidence.Passages[i].Source()
		if f.looked += ofPassage + source.Sentences(); f.looked > mostLooked {
			return nil
		}
		if start, end, score := f.hearing.Span(statement, source); score > 0 {
			all = append(all, found{i, start, end, score})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	for _, at := range all[:min(len(all), mostNearest)] {
		p := f.Evidence.Passages[at.chunk]
		s := p.Sentence(p.shown.ToOriginal(at.start), p.shown.ToOriginal(at.end))
		s.Chunk = at.chunk
		places = append(places, scored{s, at.score})
	}
	return places
}

// Quotable gives source sentences as they may be shown in the place of a claim, with those beside them that limit
// them; it reports false where their passage takes them back.
func (e *Evidence) Quotable(s SourceSentence) (SourceSentence, bool) {
	p := e.Passages[s.Chunk]
	start, end := p.shown.ToPlain(s.Start), p.shown.ToPlain(s.End)
	from, to, stands := p.Source().Whole(start, end)
	if stands && (from < start || end < to) {
		chunk := s.Chunk
		s = p.Sentence(p.shown.ToOriginal(from), p.shown.ToOriginal(to))
		s.Chunk = chunk
	}
	return s, stands
}

// around is Sentence for a stretch in bytes.
func (p *Passage) around(start, end int) SourceSentence {
	around := text.SentencesAround(p.original, p.Sentences(), start, end)
	whole := p.told(around.Span)
	out := SourceSentence{Sentence: report.Sentence{Start: whole.Start, End: whole.End, Text: whole.Text}, span: around.Span}
	if around.Lead.End > around.Lead.Start {
		lead := p.told(around.Lead)
		out.Lead = &lead
	}
	return out
}

// lead is what stands above a sentence of the passage and governs it, "" for nothing.
func (p *Passage) lead(s text.Sentence) string {
	lead := text.SentencesAround(p.original, p.Sentences(), s.Start, s.End).Lead
	return p.original[lead.Start:lead.End]
}

// answersNo reports whether sentence k, behind its label, begins with a "no": "A: No."
func (p *Passage) answersNo(k int) bool {
	if k >= len(p.Sentences()) {
		return false
	}
	s := p.Sentences()[k]
	words := strings.FieldsFunc(p.original[s.Start:s.End], func(r rune) bool { return unicode.IsSpace(r) || r == '*' || r == '_' })
	if len(words) > 1 && strings.HasSuffix(words[0], ":") {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	bare := strings.TrimRight(words[0], ".,!;:–—")
	return (len(words) == 1 || bare != words[0]) && text.Unknown.IsNegator(text.Fold(bare))
}

// told gives a span of the passage in code points.
func (p *Passage) told(s text.Span) report.Stretch {
	start, said := utf8.RuneCountInString(p.original[:s.Start]), p.original[s.Start:s.End]
	return report.Stretch{Start: start, End: start + utf8.RuneCountInString(said), Text: said}
}

// words returns a stretch of the passage, given in code points.
func (p *Passage) words(start, end int) string {
	from := text.ByteOf(p.original, start)
	return p.original[from : from+text.ByteOf(p.original[from:], end-start)]
}

// reading is what the source sentences of a citation say, one after the other.
func (e *Evidence) reading(cit *Citation) *statement {
	p, out := e.Passages[cit.Sentence.Chunk], &statement{}
	for i, s := range p.Sentences() {
		if s.Start < cit.Sentence.span.End && cit.Sentence.span.Start < s.End {
			out = out.with(p.statement(i))
		}
	}
	return out
}

// with is a statement that says what another says, too.
func (p *statement) with(other *statement) *statement {
	if len(p.words)+len(p.figures()) == 0 {
		return other
	}
	return &statement{
		words: slices.Concat(p.words, other.words), numbers: slices.Concat(p.figures(), other.figures()), turned: p.turned || other.turned,
	}
}

// sentence finds the source sentences of a citation, once it has a place.
func (e *Evidence) sentence(cit *Citation) {
	if cit.Chunk >= 0 && cit.Stands && cit.Match.Start >= 0 && cit.Match.End > cit.Match.Start {
		cit.Sentence = e.Passages[cit.Chunk].Sentence(cit.Match.Start, cit.Match.End)
		cit.Sentence.Chunk = cit.Chunk
	}
}

// statementsOf are the sentences of some chunks, and their metadata.
func (e *Evidence) statementsOf(chunks []int) []*statement {
	var out []*statement
	for _, at := range chunks {
		out = append(out, e.Passages[at].statements()...)
		for _, title := range e.titles(nil, at) {
			out = append(out, readStatement(title))
		}
	}
	return out
}

// quote adds one citation's place to a claim's evidence.
func (e *Evidence) quote(ev *claim.Evidence, cit *Citation) {
	passage := e.Passages[cit.Chunk]
	src := passage.Source()
	at := slices.Index(ev.Sources, src)
	if at < 0 {
		at = len(ev.Sources)
		ev.Sources = append(ev.Sources, src)
		ev.Titles = e.titles(ev.Titles, cit.Chunk)
	}
	if cit.Match.Start < 0 || cit.Match.End <= cit.Match.Start {
		return
	}
	place := claim.Quote{Source: at, Start: passage.shown.ToPlain(cit.Match.Start), End: passage.shown.ToPlain(cit.Match.End)}
	if cit.Quoted {
		ev.Quotes = append(ev.Quotes, place)
	} else {
		ev.Places = append(ev.Places, place)
	}
}

// titles appends the words of the chunk's metadata that a claim may use.
func (e *Evidence) titles(out []string, i int) []string {
	ch := e.Set.At(i)
	for _, s := range [...]string{ch.Title, ch.Source, ch.Filename, ch.Date, ch.Page, ch.ID} {
		if s != "" {
			out = append(out, s)
		}
	}
	if ch.Year != 0 {
		out = append(out, strconv.Itoa(ch.Year))
	}
	return append(out, ch.Authors...)
}

package verify

import (
	"slices"
	"sync"
	"sync/atomic"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/trust"
)

// material is what an answer is verified by: the evidence and the rules, with what has been
// read for all passes since one first asked for it.
type material struct {
	ev      Evidence
	rules   Rules
	hearing *claim.Hearing

	question  *statement
	letters   []byte         // of the question
	language  *text.Language // of the question
	words     vocabulary     // of question and evidence
	blocks    *blocks
	records   []recordName       // by chunk
	addresses *addressList       // those of the evidence
	scores    []trust.Assessment // by chunk; of no tier as long as nobody asked
	all       *claim.Evidence    // of every claim that cites nothing
	called    map[string][]int   // by a word: the chunks that are called so
}

// asked is the question, read.
func (m *material) asked() *statement {
	if m.question == nil {
		m.question = readSpoken(m.ev.Question)
	}
	return m.question
}

// everything is the evidence of an audit: all chunks, nothing quoted.
func (m *material) everything() claim.Evidence {
	if m.all == nil {
		m.all = &claim.Evidence{Question: m.ev.Question}
		for _, i := range m.ev.Set.Usable() {
			m.all.Sources = append(m.all.Sources, m.ev.Passages[i].Source())
			m.all.Titles = m.ev.titles(m.all.Titles, i)
		}
	}
	return *m.all
}

// Falsified reports whether some evidence speaks against a sentence: whether,
// held against all of it at once, the sentence has a number or a name that
// none of it has, or denies what it states. A sentence that cites nothing has
// been held against nothing yet; before it is shown with a mark it has to be.
func Falsified(text string, ev Evidence, r Rules) bool {
	m := material{ev: ev}
	j := claim.Judge(text, m.everything(), claim.Rules{MinSupport: r.MinSupport, MaxRisk: r.MaxRisk})
	return slices.ContainsFunc(j.Findings, func(f claim.Finding) bool { return f.Code != claim.CodeUnsupported })
}

// Passage is a recorded chunk's text, made ready for each kind of look-up when
// that is first asked for: most chunks of a prompt are never cited, and making
// one ready costs more than finding it. It may be used from any number of
// goroutines.
type Passage struct {
	original string
	grown    func(bytes int)

	textOnce     sync.Once
	text         *quote.Text
	sourceOnce   sync.Once
	source       *claim.Source
	shown        text.Shown
	sentenceOnce sync.Once
	sentences    []text.Sentence
	said         []atomic.Pointer[saying] // of each sentence; made with them
	turning      []atomic.Int32           // what turns returns of each; 0 as long as nobody asked
	linesOnce    sync.Once
	cut          []*sourceLine // its lines
	keysOnce     sync.Once
	keys         map[uint64]bool // of its sentences' words
	lowerOnce    sync.Once
	lower        string
	languageOnce sync.Once
	lang         text.Language
	sectionOnce  sync.Once
	sections     []section
	turnsOnce    sync.Once
	mayDeny      bool // some sentence may deny something
}

// NewPassage takes a text. It calls grown, where not nil, each time that it has
// come to hold more than the text itself, with the number of bytes: whoever
// keeps passages can so keep count of what they take up.
func NewPassage(text string, grown func(bytes int)) *Passage {
	return &Passage{original: text, grown: grown}
}

// Text is the passage for finding quotes in.
func (p *Passage) Text() *quote.Text {
	p.textOnce.Do(func() {
		p.text = quote.Prepare(p.original)
		p.grow(p.text.Size())
	})
	return p.text
}

// Source is the passage for holding claims against: the page as people see it, without
// its markup, which would stand between the words. Its places are told by ToPlain and
// ToOriginal of shown.
func (p *Passage) Source() *claim.Source {
	p.sourceOnce.Do(func() {
		p.shown, _ = text.ShowPage(p.original)
		sentences := p.Sentences()
		if p.shown.Text != p.original {
			sentences = text.Sentences(p.shown.Text)
		}
		p.source = claim.PrepareCut(p.shown.Text, sentences)
		p.grow(p.source.Size())
	})
	return p.source
}

func (p *Passage) grow(bytes int) {
	if p.grown != nil {
		p.grown(bytes)
	}
}

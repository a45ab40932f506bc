package verify

import (
	"crypto/sha256"
	"sync"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
	lexis "vouchsafe/grounding/text"
)

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
	shown        lexis.Shown
	sentenceOnce sync.Once
	sentences    []lexis.Sentence
	piecesOnce   sync.Once
	said         []*piece
	readingsMu   sync.Mutex
	readings     map[stretch]*piece
	sumOnce      sync.Once
	sum          [sha256.Size]byte
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

// Source is the passage for holding claims against, as it reads. Its places are told
// by ToPlain and ToOriginal of shown.
func (p *Passage) Source() *claim.Source {
	p.sourceOnce.Do(func() {
		p.shown = lexis.Show(p.original)
		p.source = claim.Prepare(p.shown.Text)
		p.grow(p.source.Size())
	})
	return p.source
}

// pieces are the passage's sentences by what they say.
func (p *Passage) pieces() []*piece {
	p.piecesOnce.Do(func() {
		for _, s := range claim.Split(p.original) {
			p.said = append(p.said, readPiece(p.original[s.Start:s.End]))
		}
		p.grow(len(p.original) * 4)
	})
	return p.said
}

// reading is what some sentences of the passage say. The first that are asked for
// are kept: a page that is cited tends to be cited for the same again.
func (p *Passage) reading(s report.Sentence) *piece {
	const kept = 64
	p.readingsMu.Lock()
	defer p.readingsMu.Unlock()
	at := stretch{s.Start, s.End}
	if known := p.readings[at]; known != nil {
		return known
	}
	read := readPiece(s.Text)
	if p.readings == nil {
		p.readings = map[stretch]*piece{}
	}
	if len(p.readings) < kept {
		p.readings[at] = read
		p.grow(len(s.Text) * 8)
	}
	return read
}

// Sum is the SHA-256 of the text as JSON says it: a byte that is no UTF-8 is
// U+FFFD there.
func (p *Passage) Sum() [sha256.Size]byte {
	p.sumOnce.Do(func() {
		text := p.original
		if !utf8.ValidString(text) {
			text = string([]rune(text))
		}
		p.sum = sha256.Sum256([]byte(text))
	})
	return p.sum
}

func (p *Passage) grow(bytes int) {
	if p.grown != nil {
		p.grown(bytes)
	}
}

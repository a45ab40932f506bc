package verify

import (
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// related tells of two things that no claim shows by itself: sources that
// contradict each other on a point that is cited, and an answer that shares no
// word with its question. Both are told, and fail nothing.
func (v *verification) related() {
	v.conflicts()
	if v.material.rules.Relevance && v.offQuestion() {
		v.res.find(report.OffQuestion, -1, -1, "the answer and its source sentences share no word with the question")
	}
}

// conflicts compares the source sentences that the answer cites with each other.
func (v *verification) conflicts() {
	for i := range v.res.Citations[:min(len(v.res.Citations), maxQuotes)] {
		var words keywords
		for k := range i {
			a, b := &v.res.Citations[k], &v.res.Citations[i]
			switch {
			case !a.Stands, !b.Stands, a.Chunk == b.Chunk, a.Sentence.Text == b.Sentence.Text:
				continue
			case words == nil:
				words = keywordsOf(b.Sentence.Text)
			}
			if !words.in(a.Sentence.Text, len(words)/most) || !mayConflict(a.Sentence.Text, b.Sentence.Text) {
				continue
			}
			if x, y := v.material.ev.reading(a), v.material.ev.reading(b); x.opposes(y) || x.differs(y) {
				v.res.find(report.SourceConflict, i, -1, fmt.Sprintf("chunk %s says %.150q, chunk %s %.150q",
					v.material.ev.Set.Handle(a.Chunk), a.Sentence.Text, v.material.ev.Set.Handle(b.Chunk), b.Sentence.Text))
			}
		}
	}
}

// mayConflict reports whether one of two sentences may deny something, or each may have one figure.
func mayConflict(a, b string) bool {
	denies := func(s string) bool { return text.MayDenySomewhere(s) && text.MayDeny(text.Lower(s)) }
	return !severalFigures(a) && !severalFigures(b) || denies(a) || denies(b)
}

// severalFigures reports whether digits in a text stand so far apart that they are of two figures.
func severalFigures(s string) bool {
	const farthest = 32 // bytes between the digits of one
	last := len(s)
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' {
			if i > last+farthest {
				return true
			}
			last = i
		}
	}
	return false
}

// keywords are the longer words of a text that say something, without the marks around
// them and without their last two bytes, which may be an ending. The longest come first:
// they are missing most often, so that a look for all of them ends soon.
type keywords []string

func keywordsOf(s string) keywords {
	const longer, ending = 4, 2 // bytes
	out := make(keywords, 0, len(s)/longer)
	for w := range strings.FieldsSeq(s) {
		w = strings.Trim(w, "*_`|#.,;:!?()[]\"")
		if len(w) >= longer && !text.English.Class(w).Has(empty) {
			out = append(out, w[:max(longer, len(w)-ending)])
		}
	}
	slices.SortFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out
}

// most and half are the parts of the keywords that may be missing in a text that is worth
// a reading: one of five, and one of two.
const most, half = 5, 2

// in reports whether no more words than a few are missing in a text, and not all. It is
// cheap, and decides only whether the text is worth a reading.
func (k keywords) in(text string, few int) bool {
	missing := 0
	for _, w := range k {
		if strings.Contains(text, w) {
			continue
		}
		if missing++; missing > few {
			return false
		}
	}
	return len(k) > missing
}

// offQuestion reports whether neither a claim nor a source sentence nor its
// chunk's metadata has a word of the question, in the same language.
func (v *verification) offQuestion() bool {
	const fewest = 2 // words, below which a question may well be answered in others
	if len(v.res.Claims) == 0 || len(v.material.asked().words) < fewest {
		return false
	}
	asks := func(said string) bool { return v.material.asked().in(readSpoken(said), nil).found > 0 }
	for i := range v.res.Claims {
		said := readBut(v.material.hearing.Text(v.res.Claims[i].Text), idle().idle)
		if v.material.asked().in(said, nil).found > 0 {
			return false
		}
	}
	for i := range v.res.Citations {
		cit := &v.res.Citations[i]
		if asks(cit.Sentence.Text) || cit.Chunk >= 0 && asks(strings.Join(v.material.ev.titles(nil, cit.Chunk), " ")) {
			return false
		}
	}
	return text.LanguageOf(v.res.Claims[0].Text) == text.LanguageOf(v.material.ev.Question)
}

// Statements are sentences that are held against one another, by their text: each is read
// once.
type Statements map[string]*statement

// Contradict reports whether two sentences say the same thing of the same
// things, one of them with a denial that the other has not. It is sure of what
// it reports and misses what is said in other words.
func (s Statements) Contradict(a, b string) bool { return s.read(a).opposes(s.read(b)) }

func (s Statements) read(sentence string) *statement {
	read := s[sentence]
	if read == nil {
		read = readStatement(sentence)
		s[sentence] = read
	}
	return read
}

package verify

import (
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// vouching holds what is no claim against the sentences that may vouch for it: those of the
// chunks that the answer cites, and their metadata; of all chunks where it cites none.
type vouching struct {
	m      *material
	res    *Result
	said   []*statement    // the sentences
	by     []int           // the cited chunks that they are of
	passed map[string]bool // texts that may be shown; nil where an answer is checked once
}

// sentences are those that vouch.
func (v *vouching) sentences() []*statement {
	cited := v.res.used()
	if v.said == nil || !slices.Equal(cited, v.by) {
		v.by, v.said = cited, v.m.ev.statementsOf(cited)
		if len(v.said) == 0 {
			v.said = v.m.ev.statementsOf(v.m.ev.Set.Usable())
		}
	}
	return v.said
}

// cites reports whether the answer has a citation that stands.
func (v *vouching) cites() bool {
	return v.m.rules.AgainstAll || slices.ContainsFunc(v.res.Citations, func(cit Citation) bool { return cit.Stands })
}

// accounted reports whether a text that is no claim says only what the question
// or a cited source says, if anything.
func (v *vouching) accounted(said string, s claim.Sentence) bool {
	if v.passed[said] {
		return true // of what has been shown nothing is taken back
	}
	ok := s.Kind != claim.Code || v.figures(codeFigures(said), s.Kind)
	for _, piece := range pieces(said, s.Kind) {
		ok = ok && v.piece(piece, s)
	}
	if ok && v.passed != nil {
		v.passed[said] = true
	}
	return ok
}

// piece accounts for one stretch of text.
func (v *vouching) piece(said string, s claim.Sentence) bool {
	p := readSpoken(said)
	asks := asking[s.Kind]
	switch {
	case s.Numeric && !v.figures(p.figures(), s.Kind):
		return false
	case len(p.words) == 0:
		return !p.turned || asks // "Wrong:" undoes what follows
	case asks && v.stanceOf(said) != statesOf:
		return true
	case asks && s.Kind != claim.Offer:
		return false
	case s.Kind == claim.Heading && !v.cites():
		return false // nothing vouches for a title above nothing
	}
	best := apart
	for _, source := range v.sentences() {
		best = max(best, p.against(source, v.m.asked()))
	}
	switch {
	case best == aligned:
		return true
	case best == turned && !asks:
		return false
	}
	return p.against(nil, v.m.asked()) == aligned
}

// figures reports whether every figure of a text stands in the cited evidence;
// a question may echo those of the user's.
func (v *vouching) figures(numbers []text.Number, kind claim.Kind) bool {
	for _, n := range numbers {
		stands := kind == claim.Question && v.m.asked().has(n)
		for _, source := range v.sentences() {
			stands = stands || source.has(n)
		}
		if !stands {
			return false
		}
	}
	return true
}

// turnedQuestion holds a yes or no against the evidence: what it states is the question,
// turned by it.
func (v *vouching) turnedQuestion(said string) agreement {
	says := truthIn(said)
	if says == apart {
		return apart
	}
	return v.says(v.m.asked(), says)
}

// says holds a statement (for aligned), or its denial (for turned), against the
// sentences that vouch.
func (v *vouching) says(p *statement, so agreement) agreement {
	best := apart
	for _, source := range v.sentences() {
		best = max(best, p.holds(source, so))
	}
	return best
}

// told reports whether a sentence that speaks of what was asked has a value.
func (v *vouching) told(value string) bool {
	used := v.res.used()
	if len(used) == 0 {
		used = v.m.ev.Set.Usable()
	}
	for _, at := range used {
		p := v.m.ev.Passages[at]
		for i, s := range p.Sentences() {
			if v.m.asked().in(p.statement(i), nil).found > 0 && slices.Contains(v.m.values(p.original[s.Start:s.End]), value) {
				return true
			}
		}
	}
	return false
}

package verify

import (
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// What a member's name states, with its value, or what was asked, is so or is not: a sentence
// that has all its words says which, by how often it denies them. Where the sentence binds
// them by what the statement does not have, or joins them to something else, it says neither.

// meeting is how the words of a statement stand in a sentence that has all of them.
type meeting struct {
	differs bool // a word is denied in one of the two only
	closely bool // and the negation stands right in front of it
	both    bool // a word is denied in both
	odd     bool // one of the two denies once more
	denials int  // how many more the sentence has
	bound   bool // it says that of other words, or only of some, or perhaps
}

// holds tells whether a source's sentence says that a statement is so (for aligned) or not so (for
// turned).
func (p *statement) holds(source *statement, says agreement) agreement {
	if len(p.words) == 0 || source.but && !p.but || slices.ContainsFunc(p.figures(), source.lacks) || text.Asks(source.shown) {
		return apart
	}
	m, whole := p.meets(source)
	denied := m.odd && m.closely
	switch {
	case !whole:
		return apart
	case says == aligned && m.odd && m.differs:
		return turned
	case !denied && (m.denials != 0 || m.differs && !m.both):
		return apart
	case denied != (says == turned):
		return turned
	case m.bound:
		return apart
	}
	return aligned
}

// meets looks a statement's words up in a sentence, and tells whether all of them stand there, or
// their opposites as what is said of something: "is closed".
func (p *statement) meets(source *statement) (m meeting, whole bool) {
	at := make([]int, len(p.words))
	m.denials = -len(p.denials)
	for i := range p.words {
		w := &p.words[i]
		opposite := func(o term) bool { return o.told && claim.Opposed(w.fold, o.fold, text.Unknown) }
		turns := false
		if at[i] = source.find(w); at[i] < 0 {
			if at[i], turns = slices.IndexFunc(source.words, opposite), true; at[i] < 0 {
				return m, false
			}
			if m.denials++; source.words[at[i]].denied {
				m.denials -= 2 // "not allowed" is forbidden
			}
		}
		have := &source.words[at[i]]
		if w.denied != have.denied != turns {
			m.differs, m.closely = true, m.closely || turns || w.first || have.first
		}
		m.both = m.both || w.denied && have.denied
		m.bound = m.bound || have.counted != w.counted
	}
	for _, d := range source.denials {
		if slices.ContainsFunc(at, func(k int) bool { return source.words[k].clause == d.clause }) {
			m.denials++
		}
	}
	m.odd = m.denials%2 != 0
	m.bound = m.bound || source.bound && !p.bound || source.modal && !p.modal || parted(source.words, at)
	return m, true
}

// parted reports whether some words of a sentence, in the order in which a statement has them, are
// parted by one that joins clauses, unless that joins one of them to another of its kind:
// "breakfast and parking are included".
func parted(words []term, at []int) bool {
	for k := slices.Min(at) + 1; k <= slices.Max(at); k++ {
		if words[k].joined && (!slices.Contains(at, k-1) || !slices.IsSorted(at)) {
			return true
		}
	}
	return false
}

// among holds a statement (for aligned), or its denial (for turned), against some sentences. Where
// they do not agree, they say neither.
func (p *statement) among(sentences []*statement, so agreement) agreement {
	said := map[agreement]bool{}
	for _, source := range sentences {
		said[p.holds(source, so)] = true
	}
	switch {
	case said[aligned] && said[turned]:
		return apart
	case said[aligned]:
		return aligned
	case said[turned]:
		return turned
	}
	return apart
}

package claim

import (
	"fmt"
	"strings"

	"vouchsafe/grounding/text"
)

// A claim is refuted by a statement of its source where both speak of the same
// thing and differ in one place: a number, an operator, a word of a closed
// class, a name. The words around the place must be the same.

// difference is a place where claim and source say different things.
type difference struct {
	code, detail string
}

// differs returns the difference that refutes the claim, if there is one.
func (p *proof) differs(claim, source *statement) (d difference, found bool) {
	if len(claim.atoms) > mostAtoms || len(source.atoms) > mostAtoms {
		return d, false
	}
	p.align(claim, source)
	p.markNamed()
	shared, all := p.sharedContent()
	if shared == 0 || all > 2 && (shared < 2 || shared*10 < all*6) {
		return d, false
	}
	left := p.unaligned()
	p.gaps(func(g gap) bool {
		d, found = p.differsAt(p.withoutNamed(g), left)
		return !found
	})
	return d, found
}

// named is what an atom of the claim is aligned with that stands in a sentence
// before the source's: "Pump P-3 must be painted", where the source says "It
// must not be painted".
const named = -2

// markNamed marks the claim's atoms that only name what sentences before the
// source's spoke of, and a subject for which the source has a pronoun.
func (p *proof) markNamed() {
	pronoun := len(p.source.atoms) > 0 && p.source.atoms[0].has(pronounUse) && p.from[0] < 0
	for i := range p.to {
		a := &p.claim.atoms[i]
		if p.to[i] != -1 || a.limits() || a.kind == tense {
			pronoun = false
			continue
		}
		if pronoun || p.near != nil && p.near.saysBefore(p.at, p.claim, a) {
			p.to[i] = named
		}
	}
}

// withoutNamed narrows a gap to what is left of it without atoms that only name.
func (p *proof) withoutNamed(g gap) gap {
	for g.claimFrom < g.claimTo && (p.to[g.claimFrom] == named || p.claim.atoms[g.claimFrom].has(freeUse)) {
		g.claimFrom++
	}
	if g.sourceFrom < g.sourceTo && p.source.atoms[g.sourceFrom].has(pronounUse) {
		g.sourceFrom++
	}
	return g
}

// leftOver counts the atoms that have no counterpart.
type leftOver struct {
	content  int // words of the claim
	own      int // operators of the claim
	denials  int // negations of the source
	limiting int // conditions, exceptions and the like of the source
}

func (p *proof) unaligned() (l leftOver) {
	for i := range p.claim.atoms {
		if a := &p.claim.atoms[i]; p.to[i] == -1 {
			l.own += count(a.limits())
			l.content += count(a.content())
		}
	}
	for j := range p.source.atoms {
		if a := &p.source.atoms[j]; p.from[j] < 0 {
			l.denials += count(a.kind == negated)
			l.limiting += count(a.makesUp())
		}
	}
	return l
}

// makesUp tells whether an operator of the source could make up for a
// difference: "not … unless", "only if".
func (a *atom) makesUp() bool {
	return a.kind == implied || a.kind == conditional || a.kind == excepted
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// Most atoms on either side of a gap in which two atoms stand in one place.
const mostInPlace = 2

// differsAt compares the two sides of a gap. What is unaligned elsewhere is
// given: a second difference makes it unclear what the first one means.
func (p *proof) differsAt(g gap, left leftOver) (difference, bool) {
	c, s := p.claim.atoms[g.claimFrom:g.claimTo], p.source.atoms[g.sourceFrom:g.sourceTo]
	if d, ok := p.droppedNegation(c, s, left); ok {
		return d, true
	}
	if d, ok := p.addedNegation(c, s, left); ok {
		return d, true
	}
	if d, ok := p.oppositeScript(c, s); ok {
		return d, true
	}
	if len(c) > mostInPlace || len(s) > mostInPlace {
		return difference{}, false
	}
	for i := range c {
		for j := range s {
			a, b := &c[i], &s[j]
			switch {
			case a.number >= 0 && b.number >= 0 && p.otherValue(a, b):
				return difference{CodeNumber, fmt.Sprintf("source %s, answer %s", p.source.word(b), p.claim.word(a))}, true
			case p.exclude(a, b, left):
				return difference{CodeNegation, fmt.Sprintf("source %q, answer %q", p.source.word(b), p.claim.word(a))}, true
			}
		}
	}
	return difference{}, false
}

// oppositeScript compares what stands in one place in a script without spaces,
// where an atom is a character and a word is several.
func (p *proof) oppositeScript(c, s []atom) (difference, bool) {
	if len(c) == 0 || len(s) == 0 || !c[0].is(wideMark) || !s[0].is(wideMark) || p.words == nil {
		return difference{}, false
	}
	mine, theirs := p.claim.text[c[0].start:c[len(c)-1].end], p.source.text[s[0].start:s[len(s)-1].end]
	if !p.claim.lang.Opposed(mine, theirs) && !p.words.excludes(stemKey(mine), stemKey(theirs)) {
		return difference{}, false
	}
	return difference{CodeNegation, fmt.Sprintf("source %q, answer %q", theirs, mine)}, true
}

// exclude tells whether two atoms in one place exclude each other, and nothing
// else differs that could make up for it.
func (p *proof) exclude(a, b *atom, left leftOver) bool {
	if p.words == nil || !p.words.excludes(a.key, b.key) && !p.opposite(a, b) {
		return false
	}
	if b.kind == compared && p.source.contains(thanKey) && !p.claim.contains(thanKey) {
		return false // "more in A than in B" is "less in B"
	}
	return left.content-count(a.content()) <= mostOther+1 && left.own == count(a.limits()) &&
		left.denials == count(b.kind == negated) && left.limiting == count(b.makesUp())
}

// opposite tells whether two words are opposites, by a list or by a beginning
// such as "un-".
func (p *proof) opposite(a, b *atom) bool {
	if a.kind != noOperator || b.kind != noOperator || a.number >= 0 || b.number >= 0 || a.is(nameMark) || b.is(nameMark) {
		return false
	}
	x, y := text.Fold(p.claim.word(a)), text.Fold(p.source.word(b))
	return p.claim.lang.Opposed(x, y) || p.words.denies(x, y) || p.words.denies(y, x)
}

// denies tells whether a word is another one behind a beginning that denies.
func (v *vocabulary) denies(word, other string) bool {
	for _, start := range v.denying {
		if rest, ok := strings.CutPrefix(word, start); ok && len(rest) >= 4 && rest == other {
			return true
		}
	}
	return false
}

// addedNegation tells whether the claim denies what the source says, and has no
// other word of its own: an added "not" refutes nothing where words differ too.
func (p *proof) addedNegation(c, s []atom, left leftOver) (difference, bool) {
	at := -1
	for i := range c {
		if c[i].kind == negated {
			at = i
		}
	}
	if at < 0 || len(s) > 0 || left.content > mostOther || left.own != 1 || left.denials+left.limiting > 0 {
		return difference{}, false
	}
	return difference{CodeNegation, fmt.Sprintf("answer %q, which the source does not say", p.claim.word(&c[at]))}, true
}

// mostOther is how many words of its own a claim may have that is refuted all
// the same.
const mostOther = 1

// otherValue tells whether two numbers of one kind have different values.
func (p *proof) otherValue(a, b *atom) bool {
	x, y := &p.claim.numbers[a.number], &p.source.numbers[b.number]
	return x.Kind == y.Kind && text.UnitName(x.Unit) == text.UnitName(y.Unit) && x.High == "" && y.High == "" && !carries(y, x) && !carries(x, y)
}

// droppedNegation tells whether the source denies at a gap what the claim says:
// "are not permitted", "are permitted".
func (p *proof) droppedNegation(c, s []atom, left leftOver) (difference, bool) {
	at, own := -1, 0
	for j := range s {
		switch a := &s[j]; {
		case a.kind == negated:
			at = j
		case a.limits() || a.content():
			return difference{}, false
		}
	}
	for i := range c {
		own += count(c[i].kind == modal)
	}
	if at < 0 || left.content > mostOther && !s[at].is(wideMark) || left.own != own || left.limiting > 0 || left.denials > p.negatorsOfOne() {
		return difference{}, false
	}
	if len(c) > mostInPlace || !s[at].is(wideMark) && !statesPlainly(c, &s[at]) {
		return difference{}, false
	}
	return difference{CodeNegation, fmt.Sprintf("source %q, which the answer leaves out", p.source.word(&s[at]))}, true
}

// thanKey stands between the two sides of a comparison.
var thanKey = stemKey("than")

// notRequired is the denial of a duty, which leaves a permission standing.
var notRequired, mustKey = hashString("is not required to"), stemKey("must")

// statesPlainly tells whether atoms in the place of a denial say that it is so: none,
// or a verb such as "is", "can" or "must".
func statesPlainly(c []atom, denial *atom) bool {
	for i := range c {
		a := &c[i]
		if a.kind != modal && a.kind != tense && !a.has(freeUse) || denial.key == notRequired && a.kind == modal && a.key != mustKey {
			return false
		}
	}
	return true
}

// negatorsOfOne is how many words a single denial may take: "ne … pas".
func (p *proof) negatorsOfOne() int {
	if p.claim.lang == text.French {
		return 2
	}
	return 1
}

package claim

import (
	"fmt"
	"slices"
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

// spot is what claim and source have where they differ.
type spot struct{ claim, source []atom }

// differs returns the difference that refutes the claim, if there is one.
func (p *proof) differs(claim, source *statement) (d difference, found bool) {
	p.places = p.places[:0]
	if len(claim.atoms) > mostAtoms || len(source.atoms) > mostAtoms {
		return d, false
	}
	p.align(claim, source)
	if d, found = p.changedPlaces(); found {
		return d, true
	}
	p.markNamed()
	if !p.sameMatter() {
		return d, false
	}
	left := p.unaligned()
	p.gaps(func(g gap) bool {
		harmless := len(p.places) > 1 || p.harmless(g) // only a lone place is looked at
		g = p.withoutNamed(g)
		at := spot{claim.atoms[g.claimFrom:g.claimTo], source.atoms[g.sourceFrom:g.sourceTo]}
		if !harmless {
			p.places = append(p.places, at)
		}
		d, found = p.differsAt(at, left)
		return !found
	})
	if !found && len(p.places) == 1 {
		d, found = p.otherOperator(p.places[0])
	}
	if !found {
		return p.otherParty()
	}
	return d, found
}

// sameMatter reports whether claim and source share enough words to speak of the
// same thing.
func (p *proof) sameMatter() bool {
	const few, least = 2, 0.6 // words that may all differ but one; share of more words
	shared, all := p.sharedContent()
	if all <= few {
		return shared > 0
	}
	return shared >= 2 && float64(shared) >= least*float64(all)
}

// named is what an atom of the claim is aligned with that stands in a sentence
// before the source's: "Pump P-3 must be painted", where the source says "It
// must not be painted".
const named = -2

// markNamed marks the claim's atoms that only name what sentences before the source's
// spoke of, and a subject for which the source has a pronoun. Where the source has a
// word of its own in their place, they name something else.
func (p *proof) markNamed() {
	p.gaps(func(g gap) bool {
		theirs := p.source.atoms[g.sourceFrom:g.sourceTo]
		if slices.ContainsFunc(theirs, func(a atom) bool { return a.content() }) {
			return true
		}
		pronoun := g.sourceFrom == 0 && len(theirs) > 0 && theirs[0].has(pronounUse)
		for i := g.claimFrom; i < g.claimTo; i++ {
			a := &p.claim.atoms[i]
			if a.limits() || a.kind == tense {
				pronoun = false
			} else if pronoun || p.near != nil && p.near.saysBefore(p.at, p.claim, a) {
				p.to[i] = named
			}
		}
		return true
	})
}

// withoutNamed narrows a gap to what is left of it without atoms that only name.
func (p *proof) withoutNamed(g gap) gap {
	for g.claimFrom < g.claimTo && p.to[g.claimFrom] == named {
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
	denied   int // negations among them
	denials  int // negations of the source
	limiting int // conditions, exceptions and the like of the source
}

func (p *proof) unaligned() (l leftOver) {
	for i := range p.claim.atoms {
		if a := &p.claim.atoms[i]; p.to[i] == -1 {
			l.own += count(a.limits())
			l.denied += count(a.kind == negated)
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

// without is what is left beside two atoms that stand in one place.
func (l leftOver) without(a, b *atom) leftOver {
	l.own -= count(a.limits())
	l.content -= count(a.content())
	l.denials -= count(b.kind == negated)
	l.limiting -= count(b.makesUp())
	return l
}

// unclear reports whether an operator that differs elsewhere could make up for a
// difference.
func (l leftOver) unclear() bool { return l.own != 0 || l.denials != 0 || l.limiting != 0 }

// makesUp reports whether an operator of the source could make up for a
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

// differsAt compares the two sides of a place. What is unaligned elsewhere is
// given: a second difference makes it unclear what the first one means.
func (p *proof) differsAt(at spot, left leftOver) (difference, bool) {
	for _, rule := range [...]func(spot, leftOver) (difference, bool){p.droppedNegation, p.addedNegation, p.oppositeScript, p.replaced} {
		if d, ok := rule(at, left); ok {
			return d, true
		}
	}
	return difference{}, false
}

// replaced compares the atoms of a place one by one.
func (p *proof) replaced(at spot, left leftOver) (difference, bool) {
	const most = 2 // atoms on either side that stand in one place
	if len(at.claim) > most || len(at.source) > most {
		return difference{}, false
	}
	for i := range at.claim {
		for j := range at.source {
			a, b := &at.claim[i], &at.source[j]
			switch {
			case p.otherValue(a, b, left.without(a, b)):
				return difference{CodeNumber, fmt.Sprintf("source %s, answer %s", p.source.word(b), p.claim.word(a))}, true
			case p.exclude(a, b, left.without(a, b)):
				return p.against(CodeNegation, b, a), true
			}
		}
	}
	return difference{}, false
}

// against words the finding of two atoms that stand in each other's place.
func (p *proof) against(code string, source, claim *atom) difference {
	return difference{code, fmt.Sprintf("source %q, answer %q", p.source.word(source), p.claim.word(claim))}
}

// oppositeScript compares what stands in one place in a script without spaces,
// where an atom is a character and a word is several.
func (p *proof) oppositeScript(at spot, _ leftOver) (difference, bool) {
	c, s := at.claim, at.source
	if len(c) == 0 || len(s) == 0 || !c[0].is(wideMark) || !s[0].is(wideMark) {
		return difference{}, false
	}
	mine, theirs := p.claim.text[c[0].start:c[len(c)-1].end], p.source.text[s[0].start:s[len(s)-1].end]
	if !p.words.excludes(stemKey(mine), stemKey(theirs)) {
		return difference{}, false
	}
	return difference{CodeNegation, fmt.Sprintf("source %q, answer %q", theirs, mine)}, true
}

// mostOther is how many words of its own a claim may have that is refuted all
// the same.
const mostOther = 1

// exclude reports whether two atoms in one place exclude each other, and nothing
// else differs that could make up for it.
func (p *proof) exclude(a, b *atom, other leftOver) bool {
	if !p.words.excludes(a.key, b.key) && !p.opposite(a, b) {
		return false
	}
	if b.kind == compared && p.source.contains(thanKey) && !p.claim.contains(thanKey) {
		return false // "more in A than in B" is "less in B"
	}
	return other.content <= mostOther+1 && !other.unclear()
}

// opposite reports whether two words are opposites, by a list or by a beginning
// such as "un-".
func (p *proof) opposite(a, b *atom) bool {
	if !a.plainWord() || !b.plainWord() {
		return false
	}
	x, y := text.Fold(p.claim.word(a)), text.Fold(p.source.word(b))
	return p.words.denies(x, y) || p.words.denies(y, x)
}

// plainWord reports whether an atom is a word and no more, or one that compares: no
// other operator, no number or name.
func (a *atom) plainWord() bool {
	return (a.kind == noOperator || a.kind == compared) && a.number < 0 && !a.is(nameMark)
}

// denies reports whether a word is another one behind a beginning that denies, or the
// two begin with opposites: "unlawful" and "lawful", "overweight" and "underweight".
func (v *vocabulary) denies(word, other string) bool {
	const shortest = 4 // bytes of what both end in
	if v == nil {
		return false
	}
	for _, start := range v.denying {
		denied, stated, _ := strings.Cut(start, "/")
		rest, ok := strings.CutPrefix(word, denied)
		if same, also := strings.CutPrefix(other, stated); ok && also && rest == same && len(rest) >= shortest {
			return true
		}
	}
	return false
}

// otherValue reports whether two numbers of one kind have different values. In another
// unit a figure may be worked out, so then nothing else may differ.
func (p *proof) otherValue(a, b *atom, other leftOver) bool {
	if a.number < 0 || b.number < 0 {
		return false
	}
	x, y := &p.claim.numbers[a.number], &p.source.numbers[b.number]
	if x.Kind != y.Kind {
		return false
	}
	if text.UnitName(x.Unit) != text.UnitName(y.Unit) {
		return other.content <= 0 && !other.unclear() && otherMeasure(x, y)
	}
	if x.High != "" && y.High != "" { // a range with one other end is another range
		return (x.Value == y.Value) != (x.High == y.High)
	}
	return other.denied == 0 && x.High+y.High == "" && !carries(y, x) && !carries(x, y) // "is not 80 m high", of 90 m
}

// otherMeasure reports whether two quantities in different units are surely not the
// same: 3 g and 3 kg.
func otherMeasure(x, y *text.Number) bool {
	a, ok := x.Measure()
	b, also := y.Measure()
	return ok && also && x.High+y.High == "" && a.Kind != "" && b.Kind != "" && !a.MayBe(b) && !carries(y, x) && !restates(y, x)
}

// addedNegation reports whether the claim denies what the source says, and has no
// other word of its own: an added "not" refutes nothing where words differ too.
func (p *proof) addedNegation(at spot, left leftOver) (difference, bool) {
	for i := range at.claim {
		a := &at.claim[i]
		if a.kind != negated || len(at.source) > 0 {
			continue
		}
		other := left
		if other.own--; other.content <= mostOther+1 && !other.unclear() {
			return difference{CodeNegation, fmt.Sprintf("answer %q, which the source does not say", p.claim.word(a))}, true
		}
	}
	return difference{}, false
}

// droppedNegation reports whether the source denies at a place what the claim
// says: "are not permitted", "are permitted".
func (p *proof) droppedNegation(at spot, left leftOver) (difference, bool) {
	denial := onlyDenial(at.source)
	if denial == nil || left.limiting > 0 || left.denials > p.negatorsOfOne() {
		return difference{}, false
	}
	own := 0
	for i := range at.claim {
		own += count(at.claim[i].kind == modal)
	}
	const most = 2 // atoms
	if left.own != own || len(at.claim) > most {
		return difference{}, false
	}
	if !denial.is(wideMark) && (left.content > mostOther || !statesPlainly(at.claim, denial)) {
		return difference{}, false
	}
	return difference{CodeNegation, fmt.Sprintf("source %q, which the answer leaves out", p.source.word(denial))}, true
}

// onlyDenial returns the negation among some atoms that say nothing else, nil
// for none.
func onlyDenial(atoms []atom) (denial *atom) {
	for j := range atoms {
		switch a := &atoms[j]; {
		case a.kind == negated:
			denial = a
		case a.limits() || a.content():
			return nil
		}
	}
	return denial
}

var (
	thanKey     = stemKey("than")                  // stands between the two sides of a comparison
	notRequired = hashString("is not required to") // the denial of a duty leaves a permission standing
	mustKey     = stemKey("must")
)

// statesPlainly reports whether atoms in the place of a denial say that it is so:
// none, or a verb such as "is", "can" or "must".
func statesPlainly(c []atom, denial *atom) bool {
	for i := range c {
		a := &c[i]
		plain := a.kind == modal || a.kind == tense
		if !plain || denial.key == notRequired && a.kind == modal && a.key != mustKey {
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

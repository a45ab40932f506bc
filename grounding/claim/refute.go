package claim

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// A claim is refuted by a statement of its source where both speak of the same thing and
// differ in what turns it. The two are aligned, and each place where they differ is asked
// what stands there, by the table of differences.

// difference is what refutes a claim.
type difference struct {
	code, detail string
}

// place is what claim and source have where they differ.
type spot struct{ claim, source []atom }

// comparison holds the room that comparing takes.
type comparison struct {
	alignment
	words  *vocabulary
	cited  binding
	places []spot // where the two differ
	left   leftOver
}

// differences are the kinds of difference that refute. testdata/differences.txt has examples of
// each.
var differences = [...]struct {
	name    string
	near    bool // only in a near copy: all words of the source in their order but for this place
	differs func(*comparison, spot) (difference, bool)
}{
	{"negation lost", false, (*comparison).lostNegation},
	{"negation added", false, (*comparison).addedNegation},
	{"number, unit", false, (*comparison).otherNumber},
	{"opposite", false, (*comparison).opposite},
	{"opposite of characters", false, (*comparison).oppositeCharacters},
	{"operator", true, (*comparison).otherOperator},
	{"name", false, (*comparison).otherName},
	{"modality", true, (*comparison).otherModality},
	{"limit lost", true, (*comparison).lostLimit},
}

// differs returns the difference that refutes the claim, if there is one.
func (c *comparison) differs(claim, source *statement) (d difference, found bool) {
	if len(claim.atoms) > mostAtoms || len(source.atoms) > mostAtoms {
		return d, false
	}
	if d, found = c.changedPlaces(claim, source); found {
		return d, true
	}
	c.align(claim, source)
	c.markNamed()
	if !c.sameMatter() {
		return d, false
	}
	c.left = c.unaligned()
	if d, found = c.exchangedParts(); found && c.cited > unbound && !c.left.unclear() {
		return d, true
	}
	c.findPlaces()
	for _, at := range c.places {
		for i := range differences {
			kind := &differences[i]
			if kind.near && len(c.places) > 1 {
				continue
			}
			if d, found = kind.differs(c, at); found {
				return d, true
			}
		}
	}
	return d, false
}

// sameMatter reports whether claim and source share enough words to speak of the
// same thing.
func (c *comparison) sameMatter() bool {
	const few, least = 2, 0.6 // words that may all differ but one; share of more words
	shared, all := c.sharedContent()
	if all <= few {
		return shared > 0
	}
	return shared >= 2 && float64(shared) >= least*float64(all)
}

// markNamed marks the claim's subject where the source has a pronoun for it, or none: "Pump P-3
// must be painted", "It must not be painted"; and words in front of a comma that only lead in.
func (c *comparison) markNamed() {
	first := slices.IndexFunc(c.from, func(to int16) bool { return to >= 0 })
	if first < 0 || first == 0 && !c.claim.atoms[c.from[0]].is(partedMark) || slices.ContainsFunc(c.source.atoms[:first], func(a atom) bool { return a.content() }) {
		return
	}
	for i := 0; i < int(c.from[first]) && (!c.claim.atoms[i].limits() || first == 0 && c.claim.atoms[i].kind == said) && c.claim.atoms[i].kind != tense; i++ {
		c.to[i] = named
	}
}

// findPlaces lists where the two differ, without atoms that only name and linkers in front.
func (c *comparison) findPlaces() {
	c.places = c.places[:0]
	c.gaps(func(g gap) bool {
		for g.claimFrom < g.claimTo && (c.to[g.claimFrom] == named || g.claimFrom == 0 && c.claim.atoms[0].has(linkerUse) || c.movedVerb(g.claimFrom)) {
			g.claimFrom++
		}
		if g.sourceFrom < g.sourceTo && c.source.atoms[g.sourceFrom].has(pronounUse) {
			g.sourceFrom++
		}
		if g.claimFrom < g.claimTo || g.sourceFrom < g.sourceTo {
			c.places = append(c.places, spot{c.claim.atoms[g.claimFrom:g.claimTo], c.source.atoms[g.sourceFrom:g.sourceTo]})
		}
		return true
	})
}

// movedVerb reports whether an atom of the claim carries the tense, and its source has it in another place.
func (c *comparison) movedVerb(i int) bool {
	a := &c.claim.atoms[i]
	if a.kind != tense && a.kind != modal {
		return false
	}
	for j := range c.from {
		if c.from[j] < 0 && c.source.atoms[j].key == a.key {
			return true
		}
	}
	return false
}

// leftOver counts the atoms that have no counterpart.
type leftOver struct {
	content  int // words of the claim
	own      int // operators of the claim
	denied   int // negations among them
	denials  int // negations of the source
	limiting int // what of the source could make up for a difference: "not … unless", "only if"
}

func (c *comparison) unaligned() (l leftOver) {
	for i := range c.claim.atoms {
		if a := &c.claim.atoms[i]; c.to[i] == none {
			l.own += count(a.limits())
			l.denied += count(a.kind == negated)
			l.content += count(a.content())
		}
	}
	for j := range c.source.atoms {
		if a := &c.source.atoms[j]; c.from[j] < 0 {
			l.denials += count(a.kind == negated)
			l.limiting += count(a.makesUp())
		}
	}
	return l
}

// makesUp reports whether an operator of the source could make up for a difference.
func (a *atom) makesUp() bool {
	return a.kind == implied || conditions.has(1<<a.kind)
}

// beside is what is left beside two atoms that stand in one place.
func (l leftOver) beside(a, b *atom) leftOver {
	l.own -= count(a.limits())
	l.content -= count(a.content())
	l.denials -= count(b.kind == negated)
	l.limiting -= count(b.makesUp())
	return l
}

// unclear reports whether an operator that differs elsewhere could make up for a
// difference.
func (l leftOver) unclear() bool { return l.own != 0 || l.denials != 0 || l.limiting != 0 }

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// mostOther is how many words of its own a claim may have that is refuted all the same by an
// operator.
const mostOther = 2

// against words the finding of two atoms that stand in each other's place.
func (c *comparison) against(code string, source, claim *atom) difference {
	return difference{code, fmt.Sprintf("source %q, answer %q", c.source.word(source), c.claim.word(claim))}
}

// lostNegation reports whether the source denies at a place what the claim
// says: "are not permitted", "are permitted".
func (c *comparison) lostNegation(at spot) (d difference, found bool) {
	denial := onlyDenial(at.source)
	sides := 1 // words of a denial: "ne … pas" has two
	if c.claim.lang == text.French {
		sides = 2
	}
	if denial == nil || c.left.limiting > 0 || c.left.denials > sides || len(at.claim) > 2 || !denial.is(wideMark) && c.left.content >= mostOther {
		return d, false
	}
	own := 0
	for i := range at.claim { // "is", "can", "must" in its place say that it is so
		a := &at.claim[i]
		plain := a.kind == modal && (denial.key != notRequired || a.key == mustKey) || a.kind == tense
		if own += count(a.kind == modal); !plain && !denial.is(wideMark) {
			return d, false
		}
	}
	if c.left.own != own {
		return d, false
	}
	return difference{CodeNegation, fmt.Sprintf("source %q, which the answer leaves out", c.source.word(denial))}, true
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

// addedNegation reports whether the claim denies what the source says, and has hardly a
// word of its own: an added "not" refutes nothing where words differ too.
func (c *comparison) addedNegation(at spot) (d difference, found bool) {
	i := slices.IndexFunc(at.claim, func(a atom) bool { return a.kind == negated })
	other := c.left
	other.own--
	for j := range at.source { // "without", "only after"
		b := &at.source[j]
		other.limiting -= count(b.kind == conditional)
		if b.content() || b.kind == negated || b.kind == implied || b.kind == excepted || other.denied > 1 || other.content > 0 {
			return d, false
		}
	}
	if i < 0 || other.content > mostOther || other.unclear() {
		return d, false
	}
	return difference{CodeNegation, fmt.Sprintf("answer %q, which the source does not say", c.claim.word(&at.claim[i]))}, true
}

// pairs yields the atoms of a place that may stand for each other.
func (at spot) pairs(yield func(a, b *atom) bool) {
	const most = 2 // atoms on either side that stand in one place
	if len(at.claim) > most || len(at.source) > most {
		return
	}
	for i := range at.claim {
		for j := range at.source {
			if !yield(&at.claim[i], &at.source[j]) {
				return
			}
		}
	}
}

// otherNumber reports whether two numbers in one place have different values, or are in units
// of which one is surely not the other. In another unit a figure may be worked out, so then
// nothing else may differ.
func (c *comparison) otherNumber(at spot) (d difference, found bool) {
	for a, b := range at.pairs {
		if a.number < 0 || b.number < 0 {
			continue
		}
		x, y := &c.claim.numbers[a.number], &c.source.numbers[b.number]
		other := c.left.beside(a, b)
		switch {
		case x.Kind != y.Kind:
		case x.High != "" && y.High != "": // a range with one other end is another range
			found = (x.Value == y.Value) != (x.High == y.High) || x.Value != y.Value && x.Value == y.High && x.High == y.Value
		case carries(y, x, c.source.lang):
		case text.UnitName(x.Unit) != text.UnitName(y.Unit):
			found = other.content <= 0 && !other.unclear() && x.High+y.High == "" && x.Unit != "" && y.Unit != ""
		default:
			found = other.denied == 0 && x.High+y.High == "" // "is not 80 m high", of 90 m
		}
		if found {
			return c.against(CodeNumber, b, a), true
		}
	}
	return d, false
}

// opposite reports whether two atoms in one place exclude each other, by a list or by a
// beginning such as "un-", and nothing else differs that could make up for it.
func (c *comparison) opposite(at spot) (d difference, found bool) {
	for a, b := range at.pairs {
		excludes := c.words.excludes(a.key, b.key)
		if !excludes && a.plainWord() && b.plainWord() {
			x, y := c.claim.fold(a), c.source.fold(b)
			excludes = c.words.denies(x, y) || c.words.denies(y, x)
		}
		compares := b.kind == compared && c.source.contains(thanKey) && !c.claim.contains(thanKey)            // "more in A than in B" is "less in B"
		opens := a.kind == noOperator && a.has(prepositionUse) && (c.left.content > 0 || !c.behindSame(a, b)) // "separate from" and "unrelated to"
		if other := c.left.beside(a, b); excludes && !compares && !opens && other.content <= mostOther && !other.unclear() {
			return c.against(CodeNegation, b, a), true
		}
	}
	return d, false
}

// behindSame reports whether the words in front of an atom of the claim and one of the source are the same.
func (c *comparison) behindSame(a, b *atom) bool {
	i := slices.IndexFunc(c.claim.atoms, func(x atom) bool { return x.start == a.start })
	j := slices.IndexFunc(c.source.atoms, func(x atom) bool { return x.start == b.start })
	return i > 0 && j > 0 && int(c.to[i-1]) == j-1
}

// plainWord reports whether an atom is a word and no more, or one that compares: no
// other operator, no number or name.
func (a *atom) plainWord() bool {
	return (a.kind == noOperator || a.kind == compared) && a.number < 0 && !a.is(nameMark)
}

// oppositeCharacters compares what stands in one place in a script without spaces,
// where an atom is a character and a word is several.
func (c *comparison) oppositeCharacters(at spot) (d difference, found bool) {
	if len(at.claim) == 0 || len(at.source) == 0 || !at.claim[0].is(wideMark) || !at.source[0].is(wideMark) {
		return d, false
	}
	mine := c.claim.text[at.claim[0].start:at.claim[len(at.claim)-1].end]
	theirs := c.source.text[at.source[0].start:at.source[len(at.source)-1].end]
	if !c.words.excludes(stemKey(mine), stemKey(theirs)) {
		return d, false
	}
	return difference{CodeNegation, fmt.Sprintf("source %q, answer %q", theirs, mine)}, true
}

// otherOperator reports whether both sides of the only place are one operator each
// and these say different things: "most" for "all", "and" for "except".
func (c *comparison) otherOperator(at spot) (d difference, found bool) {
	if len(at.claim) != 1 || len(at.source) != 1 || c.claim.lang > text.English {
		return d, false // the language lists no groups that say the same
	}
	a, b := &at.claim[0], &at.source[0]
	if a.key == notRequired || b.key == notRequired || !neverSame(a.kind, b.kind) {
		return d, false
	}
	return c.against(CodeNegation, b, a), true
}

// neverSame reports whether two operators of these kinds never say the same in one
// place. One of them denies, counts or excepts. What denies by its meaning may say
// the same as a "not" ("lacks"), and so may two negators or two exceptions.
func neverSame(a, b operatorKind) bool {
	strong := func(k operatorKind) bool { return k == negated || k == quantified || k == excepted }
	weak := func(k operatorKind) bool { return k == noOperator || k == implied || k == tense || k == said }
	if weak(a) || weak(b) || a == b && a != quantified {
		return false
	}
	return (strong(a) || strong(b)) && (min(a, b) != negated || max(a, b) != timed) // "not", "yet"
}

// lostLimit reports whether the claim leaves out a condition or an exception of its source, from
// the word that opens it up to its end, and nothing else.
func (c *comparison) lostLimit(at spot) (d difference, found bool) {
	if len(at.claim) > 0 || len(at.source) == 0 || c.cited == unbound {
		return d, false
	}
	first, last := &at.source[0], &at.source[len(at.source)-1]
	switch {
	case first.is(wideMark):
		found = limitsIn(c.source.text[first.start:last.end])
	case conditions.has(1 << first.kind):
		found = first.key != whetherKey && first.key != whereKey && last.kind != joined
	}
	return difference{CodeNegation, fmt.Sprintf("source %q, which the answer leaves out", c.source.phrase(at.source))}, found
}

// limitsIn reports whether a text of a script without spaces has a word that limits.
func limitsIn(s string) bool {
	return slices.ContainsFunc(unspacedLimits, func(word string) bool { return strings.Contains(s, word) })
}

var unspacedLimits = slices.DeleteFunc(slices.Concat(slices.Collect(maps.Keys(text.WordSet("conditions"))), slices.Collect(maps.Keys(text.WordSet("exceptions")))),
	func(word string) bool { return !text.ScriptOf(word).Unspaced() })

// otherModality reports whether both sides of the only place are one modal each, of which one
// says more than the other: "may", "will".
func (c *comparison) otherModality(at spot) (d difference, found bool) {
	if len(at.claim) != 1 || len(at.source) != 1 {
		return d, false
	}
	a, b := &at.claim[0], &at.source[0]
	allow := func(a *atom) bool { return a.key == mayKey || a.key == canKey || a.key == couldKey }
	if a.kind != modal || b.kind != modal || allow(a) && allow(b) {
		return d, false
	}
	return c.against(CodeNegation, b, a), true
}

// otherName reports whether both sides are names, none of which is the other, and the claim
// puts in nothing else.
func (c *comparison) otherName(at spot) (d difference, found bool) {
	if len(at.claim) == 0 || len(at.source) == 0 || c.left.own > 0 || c.cited < quoted {
		return d, false
	}
	own := 0
	for i := range at.claim {
		a := &at.claim[i]
		if own += count(a.content()); !a.is(nameMark) && i+1 == len(at.claim) || hasKey(at.source, a.key) {
			return d, false
		}
	}
	last := &at.source[0] // it stands behind a word that both have
	if last == &c.source.atoms[0] {
		last = &at.source[len(at.source)-1] // or in front of one
	}
	if !last.is(nameMark) || own != c.left.content {
		return d, false
	}
	return c.against(CodeEntity, last, &at.claim[len(at.claim)-1]), true
}

package claim

import (
	"slices"

	"vouchsafe/grounding/text"
	"vouchsafe/grounding/text/syntax"
)

// span is what a claim leaves out of its source: the atoms [from,to), at least one.
type span struct {
	*tree
	*statement // of the source
	from, to   int
}

func (s span) left() []atom   { return s.atoms[s.from:s.to] }
func (s span) before() []atom { return s.atoms[:s.from] }
func (s span) first() *atom   { return &s.atoms[s.from] }
func (s span) last() *atom    { return &s.atoms[s.to-1] }
func (s span) opens() bool    { return s.from == 0 }
func (s span) ends() bool     { return s.to == len(s.atoms) }

// isTail reports whether the span runs to the end, with a comma or the like before it.
func (s span) isTail() bool { return s.ends() && s.first().boundary() }

// setOff reports whether a comma or the like stands before the span, and closed whether
// one stands behind it.
func (s span) setOff() bool { return s.opens() || s.first().boundary() }
func (s span) closed() bool { return s.ends() || s.atoms[s.to].boundary() }

// dropLicences are the kinds of spans that a claim may leave out, each with the
// licence that tells where.
var dropLicences = [...]struct {
	kind   string
	allows func(span) bool
}{
	{"bracket", span.isBracket},
	{"long name", span.isLongName},
	{"lead-over", span.leadsOver},
	{"adverb", span.isAdverb},
	{"that", span.isThat},
	{"addition", span.isAddition},
	{"relative clause", span.isRelative},
	{"place of a name", span.isPlaceOfName},
	{"sentence in front", span.isSentenceInFront},
	{"sentence behind", span.isSentenceBehind},
	{"conjunct", span.isConjunct},
	{"main clause", span.isMainClause},
}

// mayGo reports whether the claim may leave the span out: at once, or piece by piece.
func (s span) mayGo() bool {
	for s.from < s.to {
		piece := s
		for piece.licence() == "" {
			if piece.to--; piece.from == piece.to {
				return false
			}
		}
		s.from = piece.to
	}
	return true
}

// licence names the kind of the span that lets it go, "" for none. What doubts what is kept
// may not go.
func (s span) licence() string {
	if doubts(s.left()) {
		return ""
	}
	for _, l := range dropLicences {
		if l.allows(s) {
			return l.kind
		}
	}
	return ""
}

// isBracket reports whether the span is all that stands in a pair of brackets, and
// limits nothing.
func (s span) isBracket() bool {
	for i := s.from; i < s.to; i++ {
		if !s.atoms[i].is(bracketMark) {
			return false
		}
	}
	closed := s.ends() || !s.atoms[s.to].is(bracketMark)
	opened := s.opens() || !s.atoms[s.from-1].is(bracketMark)
	limit := s.first().has(prepositionUse) && s.first().key != aboutKey
	return opened && closed && !limit && kindsButAbout(s.left()) == 0 && s.tellsMore() && !s.rivals()
}

// tellsMore reports whether what stands in brackets tells more of what is known without it:
// a name behind a name, a measure behind a measure or in a report of the past. Else it may
// tell which one is meant: "women (pregnant)", "5 million (forecast)".
func (s span) tellsMore() bool {
	if s.opens() {
		return false
	}
	first, before := s.first(), &s.atoms[s.from-1]
	if first.number >= 0 || first.key == aboutKey {
		return before.number >= 0 || hasMark(s.before(), pastMark)
	}
	return before.is(nameMark) && allNames(s.left())
}

// rivals reports whether the span has another figure in the unit of one that is kept: "5 mg
// (10 mg in adults)".
func (s span) rivals() bool {
	for i := range s.left() {
		for j := range s.atoms {
			if kept := j < s.from || j >= s.to; kept && s.otherFigures(&s.left()[i], &s.atoms[j]) {
				return true
			}
		}
	}
	return false
}

func (s span) otherFigures(a, b *atom) bool {
	return a.number >= 0 && b.number >= 0 && otherFigure(&s.numbers[a.number], &s.numbers[b.number])
}

// isLongName reports whether the span is a name of which the short form stands behind it
// in brackets: "[left upper quadrant] (LUQ)".
func (s span) isLongName() bool {
	if s.ends() || !s.atoms[s.to].is(bracketMark) || s.first().is(bracketMark) || !s.atoms[s.to].is(nameMark) {
		return false
	}
	return s.from == s.nodes[s.inner(s.from)].from && s.initials(s.to)
}

// initials tells whether an atom is the first letters of the span's.
func (s span) initials(short int) bool {
	letters := text.Fold(s.text[s.atoms[short].start:s.atoms[short].end])
	for i := range s.left() {
		first := text.Fold(s.text[s.left()[i].start:s.left()[i].end])
		if letters == "" || first[0] != letters[0] {
			return false
		}
		letters = letters[1:]
	}
	return letters == ""
}

// kindsButAbout returns the kinds of operators among some atoms but for those that
// only make a figure a round one.
func kindsButAbout(atoms []atom) (set kinds) {
	for i := range atoms {
		if atoms[i].key != aboutKey {
			set |= kindsOf(atoms[i : i+1])
		}
	}
	return set
}

// leadsOver reports whether the span only leads over to the sentence, in front of it or
// set off within it: "However, rye needs less", "Rye, however, needs less".
func (s span) leadsOver() bool {
	const most = 2 // atoms
	for i := s.from; i < s.to; i++ {
		if a := &s.atoms[i]; !a.has(linkerUse) || a.is(articleBefore) {
			return false
		}
	}
	return s.to-s.from <= most && (s.opens() || s.setOff() && s.closed() || s.concludes())
}

// concludes reports whether the span is a "therefore" behind an auxiliary verb: "has
// therefore decided".
func (s span) concludes() bool {
	return s.to == s.from+1 && s.first().key == thereforeKey && s.affirmed() && s.atoms[s.from-1].helps()
}

// isAdverb reports whether the span is a listed adverb that limits nothing, in a plain
// report: in a rule, a denial or a condition even "carefully" may limit what is said. "Also"
// never does. Of other adverbs it is not known: "legally blind", "relatively safe".
func (s span) isAdverb() bool {
	a := s.first()
	return s.to == s.from+1 && a.freeAdverb() && (a.has(linkerUse) || a.has(adverbUse) && s.affirmed())
}

// isThat reports whether the span is the "that" of what is said or thought.
func (s span) isThat() bool {
	if s.to != s.from+1 || s.first().key != thatKey {
		return false
	}
	for i := range s.nodes {
		if n := &s.nodes[i]; n.from == s.from && n.kind == syntax.Subordinate {
			return true
		}
	}
	return false
}

// isAddition reports whether the span is a phrase, set off from what it tells more of,
// that limits nothing: "which …", "made in Italy", "although …", "the mayor of Rome",
// "including …".
func (s span) isAddition() bool {
	if !s.setOff() || !s.closed() || s.first().is(bracketMark) {
		return false
	}
	first, limits := s.first(), kindsOf(s.left())
	switch s.additionKind() {
	case syntax.RelativeClause:
		return first.key == whoKey || limits.within(measuring) && !hasKey(s.left(), laterKey, untilKey)
	case syntax.Subordinate:
		return first.has(veridicalUse) && limits.within(measuring|1<<modal|1<<joined) && !s.limitsMain() || s.tellsOfPlace()
	case syntax.Participial: // in front it may be a condition, "diluted with water, …", and of what is not over, too
		return limits.within(measuring) && s.isTail() && !s.setsTerms()
	case syntax.Apposition:
		return limits == 0 && !s.ends() && !s.atoms[s.to].is(stopBefore) && !hasMark(s.left(), stopBefore)
	case syntax.Prepositional:
		return first.oneOf(includeKey, likeKey) && s.affirmed() && limits == 0
	}
	return false
}

// limitsMain reports whether a clause with "although" or the like speaks of what the main
// clause says as a whole, or sets another figure against it.
func (s span) limitsMain() bool {
	return hasKey(s.left(), onlyKey) || s.rivals() || s.to > s.from+1 && s.atoms[s.from+1].pointsBack()
}

// setsTerms reports whether a participle behind what is not over may tell on what terms it
// holds: "100 m high, counting the mast", "can walk, using a stick", "closed, beginning in May".
func (s span) setsTerms() bool {
	if hasMark(s.before(), pastMark) && !hasKey(s.before(), isKey, beKey) {
		return false
	}
	words := vocabularies[s.lang]
	dated := slices.ContainsFunc(s.left(), func(a atom) bool { return a.number >= 0 || words != nil && words.closed[a.key] > 0 })
	return dated || hasFigure(s.before()) || kindsOf(s.before()).has(1<<modal)
}

// additionKind returns the kind of phrase that the span is, NounPhrase for none that adds
// to another. At the end its first word tells.
func (s span) additionKind() syntax.Kind {
	const additions = 1<<syntax.RelativeClause | 1<<syntax.Participial | 1<<syntax.Subordinate |
		1<<syntax.Apposition | 1<<syntax.Prepositional
	switch n := s.node(additions); {
	case s.first().oneOf(includeKey, likeKey):
		return syntax.Prepositional
	case s.isTail() && s.first().relative():
		return syntax.RelativeClause
	case s.isTail() && s.first().is(ingMark):
		return syntax.Participial
	case n != nil:
		return n.kind
	}
	return syntax.NounPhrase
}

// node returns the phrase of one of some kinds that the span is, nil for none. At the end
// it is enough that the phrase begins the span: what follows tells more of it.
func (s span) node(kinds kindsOfPhrase) *node {
	for i := range s.nodes {
		if n := &s.nodes[i]; n.from == s.from && (n.to == s.to || s.isTail()) && n.isA(kinds) {
			return n
		}
	}
	return nil
}

// tellsOfPlace reports whether the span is a clause with "where" that tells of a place
// or thing that is known without it: behind a name, or with a subject. Else "where" is a
// condition: "where necessary".
func (s span) tellsOfPlace() bool {
	const shortest = 3 // atoms
	if s.opens() || s.first().key != whereKey || s.to-s.from < shortest || !kindsOf(s.left()[1:]).within(measuring) {
		return false
	}
	return s.atoms[s.from-1].is(nameMark) || s.atoms[s.from+1].is(articleBefore)
}

// isRelative reports whether the span is a relative clause at the end that tells more
// of one thing out of many ("a bucket that refills"): there is such a thing without
// that, too. Of all things ("foods that contain nuts") it would not hold.
func (s span) isRelative() bool {
	if !s.ends() || s.opens() || s.node(1<<syntax.RelativeClause|1<<syntax.Participial) == nil || s.first().boundary() {
		return false
	}
	const most = 8 // atoms of the thing
	for i := s.from - 1; i >= max(0, s.from-most); i-- {
		a := &s.atoms[i]
		if !a.content() && a.key != ofKey {
			return false
		}
		if a.is(oneBefore) {
			return s.affirmed() && kindsOf(s.before()).within(1<<quantified|1<<timed) && kindsOf(s.left()).within(1<<quantified|1<<compared)
		}
	}
	return false
}

// isPlaceOfName reports whether the span tells where the one thing with a name before it is,
// which is known without it: "Ames High School [in Iowa]".
func (s span) isPlaceOfName() bool {
	if !s.ends() || s.opens() || s.first().key != inKey || s.to == s.from+1 || !allNames(s.left()[1:]) {
		return false
	}
	const harmless = 1<<said | measuring
	last := &s.atoms[s.from-1]
	named := last.is(nameMark) && !last.is(verbMark) && !hasKey(s.before(), onlyKey)
	return named && kindsOf(s.before()).within(harmless)
}

// isSentenceInFront reports whether the span is a sentence of its own, of which what follows
// does not speak. A heading or a label may limit what follows.
func (s span) isSentenceInFront() bool {
	if !s.opens() || s.ends() || !s.states() {
		return false
	}
	next := &s.atoms[s.to]
	return next.is(stopBefore) && !next.has(pronounUse) && kindsOf(s.left()).within(1<<negated|measuring|1<<modal)
}

// isSentenceBehind reports whether the span is a sentence of its own behind a
// semicolon or the like, which does not take back what stands before it.
func (s span) isSentenceBehind() bool {
	if !s.ends() || !s.first().is(stopBefore) || s.first().has(prepositionUse) || !s.states() {
		return false
	}
	limits := s.takesBack(s.from, 1<<modal) || s.rivals() || hasKey(s.before(), allKey, anyKey)
	return kindsOf(s.left()).within(measuring|1<<modal) && !limits
}

// states reports whether the span is a main clause that says something of a subject.
func (s span) states() bool {
	n := s.node(1 << syntax.Clause)
	if n == nil || n.marks&syntax.Imperative != 0 {
		return false
	}
	return slices.ContainsFunc(s.nodes, func(x node) bool { return x.role == syntax.Verb && x.from >= s.from && x.to <= s.to })
}

// isMainClause reports whether the span is a main clause with the word that opens a second
// one, which has a subject and is said as true of itself: "[the salt is dry, while] the acid
// melts". Without a comma "while" tells when.
func (s span) isMainClause() bool {
	if !s.opens() || s.ends() || !s.last().has(veridicalUse) || s.last().key == whileKey && !s.last().boundary() {
		return false
	}
	second := s.child(s.up(s.to-1), s.to-1)
	if second == none || s.nodes[second].kind != syntax.Subordinate || s.nodes[second].to != len(s.atoms) {
		return false
	}
	subject := s.child(second, s.to)
	hasSubject := s.atoms[s.to].is(articleBefore) || subject != none && s.nodes[subject].role == syntax.Subject
	return hasSubject && kindsOf(s.atoms[:s.to-1]).within(measuring|1<<modal) && !s.first().has(prepositionUse)
}

// up returns the phrase of which the subordinate clause that begins at an atom is a part.
func (s span) up(at int) int {
	for i := range s.nodes {
		if n := &s.nodes[i]; n.from == at && n.kind == syntax.Subordinate {
			return n.up
		}
	}
	return 0
}

// takesBack reports whether a clause that begins at an atom speaks of what stands before
// it, and limits that: "but this is not proven".
func (s span) takesBack(at int, limits kinds) bool {
	const near = 3 // atoms
	return s.atoms[at].has(pronounUse) && kindsOf(s.atoms[at:min(at+near, s.to)]).has(limits)
}

// affirmed reports whether what governs the span says of each of its parts what it says
// of the whole: it denies nothing, sets no condition and excludes nobody. What stands
// before it in another clause does not govern it.
func (s span) affirmed() bool { return s.affirmedFrom(s.from) }

// affirmedFrom is affirmed for what stands before an atom.
func (s span) affirmedFrom(to int) bool {
	at := s.clauseOf(s.from)
	for i := range s.atoms[:to] {
		a := &s.atoms[i]
		limits := a.oneOf(onlyKey, fewKey) || turning.has(1<<a.kind) && !a.speaks()
		if limits && s.holds(s.clauseOf(i), at) {
			return false
		}
	}
	return true
}

// clauseOf returns the nearest clause in which an atom stands.
func (t *tree) clauseOf(atom int) int { return t.clauseAround(t.inner(atom)) }

// holds tells whether a phrase is another one or holds it.
func (t *tree) holds(outer, inner int) bool {
	for inner > outer {
		inner = t.nodes[inner].up
	}
	return inner == outer
}

package claim

// span is what a claim leaves out of its source: the atoms [from,to), at least one.
type span struct {
	atoms    []atom // of the source
	from, to int
}

func (s span) left() []atom   { return s.atoms[s.from:s.to] }
func (s span) before() []atom { return s.atoms[:s.from] }
func (s span) behind() []atom { return s.atoms[s.to:] }
func (s span) first() *atom   { return &s.atoms[s.from] }
func (s span) last() *atom    { return &s.atoms[s.to-1] }
func (s span) opens() bool    { return s.from == 0 }
func (s span) ends() bool     { return s.to == len(s.atoms) }

// dropLicences are the kinds of spans that a claim may leave out, each with the
// licence that tells where.
var dropLicences = [...]struct {
	kind   string
	allows func(span) bool
}{
	{"bracket", span.isBracket},
	{"lead-over", span.leadsOver},
	{"adverb", span.isAdverb},
	{"clause in front", span.isClauseInFront},
	{"sentence behind", span.isSentenceBehind},
	{"tail", span.isTail},
	{"relative clause", span.isRelative},
	{"place of a name", span.isPlaceOfName},
	{"aside", span.isAside},
	{"first conjunct", span.isFirstConjunct},
	{"second conjunct", span.isSecondConjunct},
}

// mayGo reports whether the claim may leave the span out.
func (s span) mayGo() bool { return s.licence() != "" }

// licence names the kind of the span that lets it go, "" for none.
func (s span) licence() string {
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
	return opened && closed && !limit && kindsButAbout(s.left()) == 0
}

// leadsOver reports whether the span only leads over to the sentence.
func (s span) leadsOver() bool {
	const most = 2 // atoms
	for i := s.from; i < s.to; i++ {
		if a := &s.atoms[i]; !a.has(linkerUse) || a.is(articleBefore) {
			return false
		}
	}
	return s.opens() && s.to <= most
}

// isAdverb reports whether the span is adverbs that tell how, in a plain report: in a
// rule, a denial or a condition even "carefully" may limit what is said. "Also" never does.
func (s span) isAdverb() bool {
	adds := true
	for i := s.from; i < s.to; i++ {
		a := &s.atoms[i]
		if !a.is(adverbMark) || a.limits() && !a.has(adverbUse) {
			return false
		}
		adds = adds && a.has(linkerUse)
	}
	return adds || s.distributed() && !kindsOf(s.behind()).has(conditions)
}

// isClauseInFront reports whether the span is a clause in front of another one that
// does not depend on it.
func (s span) isClauseInFront() bool {
	if !s.opens() || s.ends() {
		return false
	}
	clause, next := s.left(), &s.atoms[s.to]
	switch last := s.last(); {
	case next.is(stopBefore):
	case last.kind == joined && !last.has(veridicalUse) && s.joinsClauses():
		if clause = clause[:len(clause)-1]; !standsAlone(clause) {
			return false
		}
	case next.is(commaBefore) && (clause[0].has(veridicalUse) || s.opensPast()):
		if !standsAlone(clause) {
			return false
		}
	case last.has(veridicalUse) && last.kind == timed && next.is(articleBefore):
		if clause = clause[:len(clause)-1]; !standsAlone(clause) {
			return false
		}
	default:
		return false
	}
	const said = denying&^(1<<implied) | measuring | 1<<modal
	return kindsOf(clause).within(said) && (!next.has(pronounUse) || next.kind != noOperator || s.opensPast())
}

// joinsClauses reports whether the span is a clause and a word that joins another one to
// it, not a noun and such a word.
func (s span) joinsClauses() bool {
	if s.to < 3 || hasKey(s.left()[s.to-1:], orKey, likeKey, includeKey) || !hasMark(s.atoms[1:s.to-1], verbMark) {
		return false
	}
	return s.last().boundary() || opensClause(s.behind(), false)
}

// opensPast reports whether the span is a participle in front of what a person did:
// "[Raised in Canada,] he moved to London."
func (s span) opensPast() bool {
	next, verbs := &s.atoms[s.to], s.behind()[1:]
	person := next.has(pronounUse) && next.key != itKey && !next.relative() && len(verbs) > 0 && verbs[0].is(pastMark)
	return person && hasMark(s.left(), pastMark) && !hasUse(s.atoms[s.from:s.from+1], pronounUse)
}

// standsAlone reports whether atoms at the start of a sentence are one clause that
// governs nothing behind it: no comma parts them, so that no "in children," stands in
// front of all that follows, and nothing in them denies, limits in time or ascribes.
func standsAlone(clause []atom) bool {
	if len(clause) == 0 || !kindsOf(clause).within(1<<modal|1<<compared) {
		return false
	}
	first, rest := &clause[0], clause[1:]
	if hasKey(rest, thatKey) || hasMark(rest, commaBefore|stopBefore) {
		return false
	}
	return first.has(veridicalUse) || first.kind != modal && !first.has(prepositionUse|adverbUse)
}

// isSentenceBehind reports whether the span is a sentence of its own behind a
// semicolon or the like, which does not take back what stands before it.
func (s span) isSentenceBehind() bool {
	if !s.ends() || !s.first().is(stopBefore) || s.first().has(prepositionUse) {
		return false
	}
	const said = 1<<negated | measuring | 1<<modal
	k := kindsOf(s.left())
	return k.within(said) && !(s.first().has(pronounUse) && k.has(1<<negated|1<<modal|1<<quantified|1<<compared))
}

// isTail reports whether the span runs to the end, set off by a comma or by a word
// that opens a consequence, and limits nothing of what stands before it.
func (s span) isTail() bool {
	first := s.first()
	switch {
	case !s.ends() || first.is(stopBefore):
		return false
	case first.has(resultUse):
		return !kindsOf(s.left()).has(conditions)
	case s.tellsOfPlace():
		return kindsOf(s.left()[1:]).within(measuring)
	case first.boundary() && (first.key == includeKey || first.key == likeKey):
		return s.affirmed()
	case first.has(veridicalUse) && (first.kind == joined || first.boundary()):
	case !first.boundary() || first.kind == joined || first.has(prepositionUse):
		return false
	}
	allowed := measuring
	switch {
	case first.key == whoKey:
		return true
	case first.relative():
		allowed |= 1<<modal | 1<<said
	case first.has(veridicalUse), first.is(ingMark), s.tellsOfPart():
	case hasKey(s.left(), orKey) || limitsByMeasure(s.left()):
		return false // "…, up to 400 euros" is no clause, but a limit
	}
	return kindsOf(s.left()).within(allowed) && !s.tellsOfSaying()
}

// tellsOfSaying reports whether a relative clause may be about all that stands before
// it: "…, which is said to be false".
func (s span) tellsOfSaying() bool {
	const near = 4 // atoms
	return s.first().relative() && kindsOf(s.atoms[s.from:min(s.to, s.from+near)]).has(1<<said)
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

// tellsOfPlace reports whether the span is a clause with "where" that tells of a place
// or thing that is known without it: behind a name, or with a subject behind a comma.
// Else "where" is a condition: "where necessary".
func (s span) tellsOfPlace() bool {
	if s.opens() || s.first().key != whereKey || s.to-s.from < 3 {
		return false
	}
	return s.atoms[s.from-1].is(nameMark) || s.first().boundary() && s.atoms[s.from+1].is(articleBefore)
}

// tellsOfPart reports whether the span tells more of what was named: "…, one of them
// from abroad", "…, most of which".
func (s span) tellsOfPart() bool {
	const near = 3 // atoms
	return s.first().kind != compared && hasUse(s.atoms[s.from:min(s.to, s.from+near)], pronounUse)
}

// limitsByMeasure reports whether atoms count, compare or tell when. The "by" of a
// passive does not.
func limitsByMeasure(atoms []atom) bool {
	for i := range atoms {
		agent := i+1 < len(atoms) && atoms[i].key == byKey && atoms[i+1].number < 0
		if measuring.has(1<<atoms[i].kind) && !agent {
			return true
		}
	}
	return false
}

// isRelative reports whether the span is a relative clause at the end that tells more
// of one thing out of many ("a bucket that refills"): there is such a thing without
// that, too. Of all things ("foods that contain nuts") it would not hold.
func (s span) isRelative() bool {
	if !s.ends() || s.opens() || !s.first().relative() || s.first().boundary() {
		return false
	}
	const most = 8 // atoms of the thing
	for i := s.from - 1; i >= max(0, s.from-most); i-- {
		a := &s.atoms[i]
		if !a.content() && a.key != ofKey {
			return false
		}
		if a.is(oneBefore) {
			return s.affirmed() && kindsOf(s.before()).within(1<<quantified|1<<timed)
		}
	}
	return false
}

// isPlaceOfName reports whether the span is a phrase with a name behind the name of one
// thing, which is known without it: "Ames High School [in Iowa]".
func (s span) isPlaceOfName() bool {
	if !s.ends() || s.opens() || !s.first().has(prepositionUse) || !hasMark(s.left(), nameMark) {
		return false
	}
	const harmless = 1<<said | measuring
	last := &s.atoms[s.from-1]
	named := last.is(nameMark) && !last.is(verbMark) && !hasKey(s.before(), onlyKey)
	return named && kindsOf(s.left()) == 0 && kindsOf(s.before()).within(harmless)
}

// affirmed reports whether what stands before the span says of each of its parts what
// it says of the whole: it denies nothing, sets no condition and excludes nobody.
func (s span) affirmed() bool {
	return !kindsOf(s.before()).has(turning) && !hasKey(s.before(), onlyKey, fewKey)
}

// isAside reports whether the span is set off by commas on both sides, and limits
// nothing.
func (s span) isAside() bool {
	if s.ends() || s.opens() || !s.first().is(commaBefore) {
		return false
	}
	next := &s.atoms[s.to]
	if !next.is(commaBefore) || next.is(stopBefore) || next.kind == joined || s.first().has(prepositionUse) {
		return false
	}
	if kindsOf(s.left()) != 0 || hasMark(s.left(), stopBefore) {
		return false // "Dose: 9 mg; limit: 40 mg"
	}
	tells := s.first().relative() || s.first().is(articleBefore|pastMark|ingMark) && !hasMark(s.left()[1:], commaBefore)
	return tells && (s.first().relative() || !s.listed())
}

// listed reports whether the span is a member of a list: a joining word follows before
// any verb.
func (s span) listed() bool {
	for i := s.to; i < len(s.atoms) && !s.atoms[i].finite(); i++ {
		if k := s.atoms[i].key; k == andKey || k == orKey {
			return true
		}
	}
	return false
}

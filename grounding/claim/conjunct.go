package claim

// What is said of two things or twice of one thing is said of each, unless they do it
// together ("A and B differ") or something governs both ("do not heat and shake").

// isSecondConjunct reports whether the span is "and" with the second of two things
// that are said: "It lasts ten hours [and weighs two kilograms]".
func (s span) isSecondConjunct() bool {
	first := s.first()
	if s.opens() || s.to-s.from < 2 || first.key != andKey && first.key != butKey || !s.closed() {
		return false
	}
	rest := s.left()[1:]
	clause := opensClause(rest, first.boundary())
	switch {
	case conditionsBoth(rest, clause && first.boundary()) || hasKey(rest[:1], onlyKey):
		return false
	case clause:
		const near = 3 // atoms
		takesBack := rest[0].has(pronounUse) && kindsOf(rest[:min(near, len(rest))]).has(denying)
		return !kindsOf(s.governors()).has(conditions) && !takesBack
	case !s.distributed():
		return false
	case rest[0].finite() || rest[0].key == mustNotKey:
		return true
	}
	if rest[0].is(nameMark) || hasUse(s.atoms, collectiveUse) || s.governedByMeasure() {
		return false // "it links Rome [and Ostia]"
	}
	return kindsOf(rest).within(1<<quantified|1<<compared) && s.onlyOwnPhrases()
}

// conditionsBoth reports whether a condition in the second conjunct may be that of the
// first one, too: not if the second is a clause set off by a comma, and the condition
// is not.
func conditionsBoth(conjunct []atom, parted bool) bool {
	for i := range conjunct {
		if conditions.has(1<<conjunct[i].kind) && (!parted || i == 0 || conjunct[i].boundary()) {
			return true
		}
	}
	return false
}

// closed reports whether nothing follows that the second conjunct may have part in: a
// modifier of both, or another member.
func (s span) closed() bool {
	if s.ends() || s.atoms[s.to].is(stopBefore) {
		return true
	}
	return s.atoms[s.from+1].has(prepositionUse) && s.atoms[s.to].boundary() && s.atoms[s.to].kind != joined
}

// distributed reports whether nothing before the span is said of both conjuncts only.
// Words that somebody says may be told in part.
func (s span) distributed() bool {
	governors := s.governors()
	for i := range governors {
		if a := &governors[i]; a.kind == said && a.key != saysKey || a.key == onlyKey || a.key == fewKey {
			return false
		}
	}
	return !kindsOf(governors).has(denying | conditions)
}

// governors is what stands before the span and may govern it: not a phrase or a
// condition in front of the sentence, which the claim keeps and which governs all.
func (s span) governors() []atom {
	before := s.before()
	if len(before) == 0 || !before[0].has(prepositionUse) && !before[0].opensAdjunct() {
		return before
	}
	for i := 1; i < len(before); i++ {
		if before[i].boundary() {
			return before[i:]
		}
	}
	return before
}

// opensClause reports whether a clause with a subject and a verb of its own begins
// here. parted tells that a comma stands before it.
func opensClause(atoms []atom, parted bool) bool {
	const longest, longestWithArticle = 7, 4 // atoms of the subject
	for i := 1; i < min(len(atoms), longestWithArticle); i++ {
		if atoms[i].is(verbMark) && (atoms[0].has(pronounUse) || parted && atoms[0].is(articleBefore)) {
			return true
		}
	}
	for i := range atoms[:min(len(atoms), longest)] {
		a := &atoms[i]
		switch {
		case a.helps(), i > 0 && parted && a.finite():
			return i > 0 && (atoms[i-1].content() || atoms[i-1].has(pronounUse))
		case a.kind == joined && a.key != andKey, a.kind == negated, a.kind == said, a.boundary() && i > 0, i > 0 && a.has(pronounUse):
			return false
		}
	}
	return false
}

// governedByMeasure reports whether a comparison or a time in the phrase before the
// span is that of both: "more than A and B", "after A and B".
func (s span) governedByMeasure() bool {
	for i := s.from - 1; i >= 0; i-- {
		a := &s.atoms[i]
		if a.finite() || a.boundary() && i > 0 {
			return false
		}
		if a.kind == timed || a.kind == compared && a.key != aboutKey {
			return true
		}
	}
	return false
}

// onlyOwnPhrases reports whether no phrase in the span may belong to what stands before
// it as well, "milk [and eggs in summer]". A phrase like one before it does not: "milk
// in May [and eggs in June]".
func (s span) onlyOwnPhrases() bool {
	for i := s.from + 2; i < s.to; i++ {
		a := &s.atoms[i]
		if a.relative() || a.has(prepositionUse) && a.key != ofKey && !hasKey(s.before(), a.key) {
			return false
		}
	}
	return true
}

// isFirstConjunct reports whether the span is the first of two things that are said of
// one subject, with the "and" behind it: "The bank [raised its rates and] cut its
// forecast".
func (s span) isFirstConjunct() bool {
	last := s.last()
	if s.opens() || s.ends() || s.to-s.from < 2 || last.key != andKey && last.key != butKey || !s.plainSubject() {
		return false
	}
	first, next := s.first(), &s.atoms[s.to]
	inner := kindsOf(s.left()[:s.to-s.from-1])
	ownVerb := next.helps() || next.key == mustNotKey
	switch {
	case ownVerb:
		return first.helps() && !inner.has(conditions|1<<said) && !hasKey(s.left(), onlyKey)
	case first.helps() || !inner.within(measuring):
		return false
	case first.is(verbMark) && next.is(verbMark):
		return first.is(pastMark) == next.is(pastMark)
	}
	return s.opensWithVerb() && !next.is(pastMark) && next.content()
}

// opensWithVerb reports whether a word in front of a thing with an article can only be
// a verb: "staff [need a permit and] …".
func (s span) opensWithVerb() bool {
	object := &s.atoms[s.from+1]
	return s.first().content() && s.to-s.from > 2 && (object.is(articleBefore) || object.has(pronounUse))
}

// plainSubject reports whether what stands before the span is a subject, with nothing
// in front of it.
func (s span) plainSubject() bool {
	before := s.before()
	end := &before[len(before)-1]
	if before[0].has(prepositionUse) || before[0].kind == joined || hasMark(before[1:], commaBefore|stopBefore) || s.first().boundary() {
		return false
	}
	for i := range before {
		if a := &before[i]; a.relative() || a.is(pastMark) && !a.is(nameMark) || a.is(adverbMark) {
			return false
		}
	}
	return (end.content() || end.has(pronounUse)) && s.affirmed() && kindsOf(before).within(1<<quantified)
}

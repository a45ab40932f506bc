package claim

// "The council approved the plan" and "The plan was approved by the council"
// say the same. The passive one is rewritten as the active one and compared.

// turnedVoice tells whether the claim is carried once it or its source is
// turned from passive to active.
func (p *proof) turnedVoice(claim, source *statement) bool {
	return p.turned(claim, func(active *statement) bool { return beginAlike(active, source) && p.follows(active, source) }) ||
		p.turned(source, func(active *statement) bool { return beginAlike(active, claim) && p.follows(claim, active) })
}

// beginAlike tells whether two statements have the same first word: if not,
// their subjects differ.
func beginAlike(a, b *statement) bool {
	return len(a.atoms) > 0 && len(b.atoms) > 0 && a.atoms[0].key == b.atoms[0].key
}

// turned calls try for the readings of a passive statement as an active one,
// until one of them holds.
func (p *proof) turned(st *statement, try func(*statement) bool) bool {
	for by := range st.atoms {
		if st.atoms[by].key != byKey || st.atoms[by].number >= 0 {
			continue
		}
		from, verb := passiveVerb(st.atoms[:by])
		if verb < 0 {
			continue
		}
		const longestAgent = 12 // atoms
		for end := by + 2; end <= min(len(st.atoms), by+1+longestAgent); end++ {
			both := end < len(st.atoms) && st.atoms[end].kind == joined
			if both || end == by+2 && st.atoms[by+1].number >= 0 {
				continue // "raised by 5 percent"
			}
			p.rewrite(st, from, verb, by, end)
			if try(&p.active) {
				return true
			}
		}
	}
	return false
}

// passiveVerb returns where the verb of a passive begins and where its
// participle stands; -1 where there is none.
func passiveVerb(atoms []atom) (from, verb int) {
	for i := len(atoms) - 1; i > 1; i-- {
		a := &atoms[i]
		if !a.is(pastMark) || a.kind != noOperator && a.kind != implied {
			continue
		}
		at := i - 1
		for at > 0 && (atoms[at].is(adverbMark) || atoms[at].kind == negated && atoms[at].key == notKey) {
			at--
		}
		switch atoms[at].key {
		case isKey, wasKey, beKey, beenKey:
		default:
			return 0, -1
		}
		for from = at; from > 1 && (atoms[from-1].kind == tense || atoms[from-1].kind == modal || atoms[from-1].kind == negated); from-- {
		}
		return from, i
	}
	return 0, -1
}

// rewrite writes the active reading of a passive: the agent [by+1,end), the verb
// [from,verb] without its form of "be", the subject [0,from), the rest.
func (p *proof) rewrite(st *statement, from, verb, by, end int) {
	p.active.text, p.active.lang, p.active.numbers = st.text, st.lang, st.numbers
	p.active.parsed.Store(nil)
	out := append(p.active.atoms[:0], st.atoms[by+1:end]...)
	for i := from; i < verb; i++ {
		switch a := st.atoms[i]; a.key {
		case isKey, beKey, beenKey, beingKey:
		case wasKey:
			if i+1 < verb && st.atoms[i+1].kind == negated {
				a.key = didKey
				out = append(out, a)
			}
		default:
			out = append(out, a)
		}
	}
	out = append(out, st.atoms[verb])
	out = append(out, st.atoms[:from]...)
	out = append(out, st.atoms[verb+1:by]...)
	p.active.atoms = append(out, st.atoms[end:]...)
}

package claim

import "slices"

// The members of a list may change places, unless they are steps or something else
// stands to them one by one.

const (
	mostWidened = 12 // atoms that stand alike on both sides and may still belong to a member
	mostMembers = 12 // of a list
	mostNames   = 4  // of a list of names
)

// permuted writes the source with the members of one list in the claim's order, if
// the list begins to differ in the gap.
func (p *proof) permuted(g gap, out *statement) bool {
	c, s := p.claim.atoms, p.source.atoms
	if g.claimFrom == g.claimTo && g.sourceFrom == g.sourceTo {
		return false
	}
	for before := 0; before <= min(g.claimFrom, g.sourceFrom, mostWidened); before++ {
		from, start := g.claimFrom-before, g.sourceFrom-before
		if before > 0 && c[from].key != s[start].key {
			return false
		}
		width := before
		for more := sameAtoms(c[from+width:], s[start+width:]); more > 0; more = sameAtoms(c[from+width:], s[start+width:]) {
			width += more
			end, stop := from+width, start+width
			if mayPermute(s, start, stop) && p.lastStays(end-1, stop) && sameMembers(c[from:end], s[start:stop]) {
				p.writeAs(c[from:end], start, stop, out)
				return true
			}
		}
	}
	return false
}

// lastStays reports whether the list that ends before an atom of the source ends alike
// in the claim, where a phrase behind it may belong to its last member only.
func (p *proof) lastStays(last, to int) bool {
	s := p.source.atoms
	behind := to < len(s) && s[to].has(prepositionUse) && s[to].kind == noOperator && !s[to].boundary()
	return !behind || p.claim.atoms[last].key == s[to-1].key
}

// sameAtoms returns how many atoms at the start of two stretches are the same, in
// whatever order; 0 for none.
func sameAtoms(c, s []atom) int {
	for n := 1; n <= min(len(c), len(s)); n++ {
		if sameKeys(c[:n], s[:n]) {
			return n
		}
	}
	return 0
}

func sameKeys(a, b []atom) bool {
	for i := range a {
		if countKey(a, a[i].key) != countKey(b, a[i].key) {
			return false
		}
	}
	return true
}

func countKey(atoms []atom, key uint32) (n int) {
	for i := range atoms {
		n += count(atoms[i].key == key)
	}
	return n
}

// writeAs writes the source with its atoms [from,to) in the order of other ones, which
// are the same.
func (p *proof) writeAs(order []atom, from, to int, out *statement) {
	out.text, out.lang, out.numbers = p.source.text, p.source.lang, p.source.numbers
	out.atoms = append(out.atoms[:0], p.source.atoms...)
	left := slices.Clone(p.source.atoms[from:to])
	for i := range order {
		k := slices.IndexFunc(left, func(a atom) bool { return a.key == order[i].key })
		a := left[k]
		left = slices.Delete(left, k, k+1)
		const borders = commaBefore | stopBefore
		a.mark = a.mark&^borders | order[i].mark&borders
		out.atoms[from+i] = a
	}
}

// mayPermute reports whether the members of a list [from,to) of a source may change
// places: nothing around them can belong to one of them, be a step, or stand to them
// one by one. What is behind the list begins a clause, is the verb of its subjects, or
// the word that single words stand in front of.
func mayPermute(s []atom, from, to int) bool {
	if from == 0 && to == len(s) || from > 0 && s[from].boundary() || from > 0 && s[from-1].key == fromKey {
		return false // steps: "Wash, dry and cut."
	}
	if hasKey(s, respectively, thenKey, orderKey, afterKey) || parallel(s, from, to) {
		return false
	}
	if to == len(s) || s[to].boundary() || s[to].opensAdjunct() {
		return true
	}
	next := &s[to]
	object := to+1 < len(s) && s[to+1].is(articleBefore)
	single := to-from == 3 || !next.is(nameMark) && allNames(s[from:to]) // two words and what joins them, or names
	switch {
	case next.has(prepositionUse):
		return from > 0 && next.key != ofKey && !hasKey(s[:from], next.key)
	case from == 0:
		return next.finite() || object || single && next.content()
	}
	atEnd := to+1 == len(s) || s[to+1].boundary()
	if s[from-1].kind == negated && next.is(verbMark) {
		return true // "no rust or paint remains"
	}
	return single && next.content() && (!next.is(verbMark) || atEnd) && !object
}

// allNames reports whether some atoms are names and what joins them.
func allNames(atoms []atom) bool {
	for i := range atoms {
		if a := &atoms[i]; a.kind != joined && !a.is(nameMark) {
			return false
		}
	}
	return true
}

// parallel reports whether another list of the sentence may stand to the list [from,to)
// member by member: "Ann and Bob won gold and silver".
func parallel(s []atom, from, to int) bool {
	const subject = 3 // atoms before an "and" that joins subjects
	for i := range s {
		if i >= from && i < to || s[i].key != andKey && s[i].key != orKey {
			continue
		}
		if opensPredicate(s[i+1:]) || hasUse(s[i+1:min(len(s), i+2)], prepositionUse) {
			continue
		}
		listed := i > 0 && hasMark(s[max(0, i-subject):i+1], commaBefore)
		if i <= subject || from <= 1 || listed || isNamed(s[i-1]) || i+1 < len(s) && isNamed(s[i+1]) {
			return true
		}
	}
	return false
}

// isNamed reports whether an atom is a name or a figure.
func isNamed(a atom) bool { return a.is(nameMark) || a.number >= 0 }

// isFigure tells a member of a list that is nothing but a number.
func isFigure(member []atom) bool { return len(member) == 1 && member[0].number >= 0 }

// sameMembers tells whether two stretches are the same members, joined by the
// same word.
func sameMembers(c, s []atom) bool {
	var room [2][mostMembers][]atom
	a, joinA := members(c, room[0][:0])
	b, joinB := members(s, room[1][:0])
	if len(a) < 2 || len(a) != len(b) || joinA == 0 || joinA != joinB {
		return false
	}
	if mayTellOfOther(a) {
		return false
	}
	for _, m := range a {
		if isFigure(m) != isFigure(a[0]) {
			return false // "Ann, 35, and Bob, 39": a figure belongs to the name before it
		}
		k := slices.IndexFunc(b, func(n []atom) bool { return equalAtoms(m, n) })
		if k < 0 {
			return false
		}
		b = slices.Delete(b, k, k+1)
	}
	return true
}

// mayTellOfOther reports whether a member of a list may tell of the one before it: "Ann,
// the cook, and Bob", "Rome, Italy, Paris, France and Oslo". A name that opens a
// sentence is not known as one.
func mayTellOfOther(list [][]atom) bool {
	names, articles := 0, 0
	for _, m := range list {
		names += count(m[0].is(nameMark))
		articles += count(m[0].is(articleBefore) && !m[0].is(nameMark))
	}
	return names > 0 && (articles > 0 || names < len(list)-1 || len(list) > mostNames)
}

func equalAtoms(a, b []atom) bool {
	return slices.EqualFunc(a, b, func(x, y atom) bool { return x.key == y.key })
}

// members cuts a stretch into the members of a list, and returns the key of the
// word that joins the last two; 0 for a stretch that is no list.
func members(s []atom, out [][]atom) (list [][]atom, join uint32) {
	from, phrases := 0, s[0].has(prepositionUse)
	for i := range s {
		a := &s[i]
		joins := a.key == andKey || a.key == orKey
		if !a.inMember(phrases) || a.is(stopBefore) && i > 0 {
			return nil, 0
		}
		if !joins && (i == 0 || !a.is(commaBefore) || a.is(bracketMark)) {
			continue
		}
		if phrases && i+1 < len(s) && s[i+count(joins)].key != s[0].key {
			return nil, 0
		}
		if join != 0 || len(out) == mostMembers {
			return nil, 0 // a list has one joining word, before its last member
		}
		if i > from {
			out = append(out, s[from:i])
		}
		if from = i; joins {
			join, from = a.key, i+1
		}
	}
	if from == len(s) {
		return nil, 0
	}
	return append(out, s[from:]), join
}

// inMember reports whether a member of a list may have the atom: it is no verb, and
// limits nothing. A stroke joins two words; "other" and "even" tell of the members. Where each
// member is a phrase with a preposition of its own, what limits belongs to the member.
func (a *atom) inMember(phrases bool) bool {
	switch {
	case a.key == slashKey, a.key == otherKey, a.key == evenKey, phrases && measuring.has(1<<a.kind):
		return true
	case a.limits(), a.kind == tense, a.relative(), a.kind == joined && a.key != andKey && a.key != orKey:
		return false
	case phrases:
		return true
	}
	opens := a.is(pastMark|ingMark) || a.has(prepositionUse) && a.key != ofKey
	return !opens || a.is(nameMark|adverbMark)
}

var (
	slashKey = hashString("/")
	otherKey = stemKey("other")
	evenKey  = stemKey("even")
)

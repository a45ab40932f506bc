package claim

import "slices"

// reordered tells whether the claim has exactly the atoms of its source, with
// the members of one list in another order, or with a phrase of place or time
// at the other end.
func (p *proof) reordered(claim, source *statement) bool {
	c, s := telling(claim, p.telling[0][:0]), telling(source, p.telling[1][:0])
	p.telling = [2][]atom{c, s}
	if len(c) != len(s) || len(c) < 3 || hasAny(c, said) {
		return false
	}
	first := 0
	for first < len(c) && c[first].key == s[first].key {
		first++
	}
	last := len(c)
	for last > first && c[last-1].key == s[last-1].key {
		last--
	}
	return sameList(c, s, first, last) || movedPhrase(c, s) || movedPhrase(s, c)
}

// telling is the atoms of a statement without those that may be left out anywhere.
func telling(st *statement, out []atom) []atom {
	out = slices.Grow(out, len(st.atoms))
	mark := atomMark(0)
	for i := range st.atoms {
		a := st.atoms[i]
		if a.has(freeUse) {
			mark |= a.mark & (commaBefore | stopBefore)
			continue
		}
		a.mark |= mark
		mark = 0
		out = append(out, a)
	}
	return out
}

// movedPhrase tells whether b is a with the phrase that ends a set in front.
func movedPhrase(a, b []atom) bool {
	for k := 1; k < len(a); k++ {
		phrase, rest := a[len(a)-k:], a[:len(a)-k]
		if !phrase[0].mayMove() || !sameAtoms(b[:k], phrase) || !sameAtoms(b[k:], rest) {
			continue
		}
		return b[k].is(commaBefore) && !severalClauses(rest)
	}
	return false
}

// mayMove reports whether an atom opens a phrase, or a clause of condition or time,
// that may stand first or last.
func (a *atom) mayMove() bool {
	return a.has(prepositionUse) || a.opensAdjunct()
}

// severalClauses tells whether some atoms are more than one clause: then it is
// not clear which of them a phrase at the end belongs to.
func severalClauses(atoms []atom) bool {
	for i := 1; i < len(atoms); i++ {
		if a := &atoms[i]; a.is(stopBefore) || a.kind == conditional || a.kind == joined && a.is(commaBefore) {
			return true
		}
	}
	return false
}

func sameAtoms(a, b []atom) bool {
	return slices.EqualFunc(a, b, func(x, y atom) bool { return x.key == y.key })
}

// mostWidened is how many atoms that stand alike on both sides may still belong
// to the members of a list.
const mostWidened = 12

// sameList tells whether c[first:last] and s[first:last] hold one list in
// different orders.
func sameList(c, s []atom, first, last int) bool {
	if first >= last {
		return false
	}
	for before := 0; before <= min(first, mostWidened); before++ {
		for behind := 0; behind <= min(len(c)-last, mostWidened); behind++ {
			from, to := first-before, last+behind
			if sameMembers(c[from:to], s[from:to]) && stays(s, from, to) {
				return true
			}
		}
	}
	return false
}

// stays reports whether the members of a list [from,to) of a source may change
// places: nothing around them can belong to one of them, be a step, or stand to them
// one by one. What is behind the list begins a clause, or is the verb of its subjects.
func stays(s []atom, from, to int) bool {
	if from == 0 && to == len(s) || from > 0 && s[from].boundary() {
		return false // steps: "Wash, dry and cut."
	}
	if from > 0 && (s[from-1].key == betweenKey || s[from-1].key == fromKey) {
		return false
	}
	if to < len(s) && !s[to].boundary() && !s[to].opensAdjunct() && (from > 0 || !s[to].finite()) {
		return false
	}
	for i := range s {
		a := &s[i]
		outside := i < from || i >= to
		if a.key == respectively || a.key == thenKey || outside && (a.key == andKey || a.key == orKey) {
			return false
		}
	}
	return true
}

// opensAdjunct reports whether a clause of condition or time begins at an atom.
func (a *atom) opensAdjunct() bool { return a.kind == conditional || a.kind == timed }

// finite reports whether an atom is surely a verb.
func (a *atom) finite() bool { return a.is(pastMark) || a.kind == tense || a.kind == modal }

var (
	respectively = stemKey("respectively")
	thenKey      = stemKey("then")
	betweenKey   = stemKey("between")
	fromKey      = stemKey("from")
	andKey       = stemKey("and")
	orKey        = stemKey("or")
	thatKey      = stemKey("that")
)

// isFigure tells a member of a list that is nothing but a number.
func isFigure(member []atom) bool { return len(member) == 1 && member[0].number >= 0 }

// mostMembers bounds a list.
const mostMembers = 12

// sameMembers tells whether two stretches are the same members, joined by the
// same word.
func sameMembers(c, s []atom) bool {
	var room [2][mostMembers][]atom
	a, joinA := members(c, room[0][:0])
	b, joinB := members(s, room[1][:0])
	if len(a) < 2 || len(a) != len(b) || joinA == 0 || joinA != joinB {
		return false
	}
	for _, m := range a {
		if isFigure(m) != isFigure(a[0]) {
			return false // "Ann, 35, and Bob, 39": a figure belongs to the name before it
		}
		k := slices.IndexFunc(b, func(n []atom) bool { return sameAtoms(m, n) })
		if k < 0 {
			return false
		}
		b = slices.Delete(b, k, k+1)
	}
	return true
}

// members cuts a stretch into the members of a list, and returns the key of the
// word that joins the last two; 0 for a stretch that is no list.
func members(s []atom, out [][]atom) (list [][]atom, join uint32) {
	from := 0
	for i := range s {
		a := &s[i]
		joins := a.key == andKey || a.key == orKey
		if a.limits() || a.kind == tense || a.is(bracketMark) || a.is(stopBefore) && i > 0 || a.is(pastMark) && !a.is(nameMark) && !a.is(adverbMark) {
			return nil, 0
		}
		if !joins && (i == 0 || !a.is(commaBefore)) {
			continue
		}
		if joins && join != 0 && join != a.key || len(out) == mostMembers {
			return nil, 0
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

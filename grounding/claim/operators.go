package claim

import "slices"

// kinds is a set of kinds of operators.
type kinds uint16

// Sets of kinds. What turns a sentence makes it say less of its parts: what holds of
// the whole need not hold without them.
const (
	denying    kinds = 1<<negated | 1<<implied
	conditions kinds = 1<<conditional | 1<<excepted
	turning    kinds = denying | conditions | 1<<said
	measuring  kinds = 1<<quantified | 1<<compared | 1<<timed
	carrying   kinds = 1<<noOperator | 1<<joined | 1<<tense // limit nothing
)

// kindsOf returns the kinds of operators among some atoms.
func kindsOf(atoms []atom) (set kinds) {
	for i := range atoms {
		set |= 1 << atoms[i].kind
	}
	return set &^ carrying
}

// has reports whether the sets share a kind.
func (k kinds) has(other kinds) bool { return k&other != 0 }

// within reports whether no kind is outside of another set.
func (k kinds) within(other kinds) bool { return k&^other == 0 }

// hasUse reports whether a word among some atoms has a use.
func hasUse(atoms []atom, use wordUse) bool {
	for i := range atoms {
		if atoms[i].has(use) {
			return true
		}
	}
	return false
}

// hasMark reports whether an atom among some has a mark.
func hasMark(atoms []atom, mark atomMark) bool {
	for i := range atoms {
		if atoms[i].is(mark) {
			return true
		}
	}
	return false
}

// hasKey reports whether one of some keys is among some atoms.
func hasKey(atoms []atom, keys ...uint32) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return a.oneOf(keys...) })
}

// oneOf reports whether the atom has one of some keys.
func (a *atom) oneOf(keys ...uint32) bool { return slices.Contains(keys, a.key) }

// Keys of words that grammar turns on.
var (
	andKey       = stemKey("and")
	orKey        = stemKey("or")
	butKey       = stemKey("but")
	thenKey      = stemKey("then")
	thatKey      = stemKey("that")
	thisKey      = stemKey("this")
	exemptKey    = stemKey("exempt")
	whichKey     = stemKey("which")
	whoKey       = stemKey("who")
	ofKey        = stemKey("of")
	forKey       = stemKey("for")
	byKey        = stemKey("by")
	onlyKey      = stemKey("only")
	allKey       = stemKey("all")
	anyKey       = stemKey("any")
	inKey        = stemKey("in")
	mayKey       = stemKey("may")
	eitherKey    = stemKey("either")
	bothKey      = stemKey("both")
	fewKey       = stemKey("few")
	saysKey      = stemKey("says")
	accordingKey = hashString("according to")
	respectively = stemKey("respectively")
	fromKey      = stemKey("from")
	toKey        = stemKey("to")
	littleKey    = stemKey("little")
	laterKey     = stemKey("later")
	untilKey     = stemKey("until")
	orderKey     = stemKey("order")
	afterKey     = stemKey("after")
	withKey      = stemKey("with")
	asKey        = stemKey("as")
	plansKey     = hashString("plans to")
	isKey        = stemKey("is")
	haveKey      = stemKey("has")
	wasKey       = stemKey("was")
	beKey        = stemKey("be")
	beenKey      = stemKey("been")
	notKey       = stemKey("not")
	thereforeKey = stemKey("therefore")
)

// relative reports whether the atom may open a relative clause.
func (a *atom) relative() bool { return a.key == thatKey || a.key == whichKey || a.key == whoKey }

// finite reports whether an atom is surely a verb of its own.
func (a *atom) finite() bool {
	return a.kind == tense || a.kind == modal || a.is(pastMark) && !a.is(nameMark)
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

// helps reports whether the atom is a verb that helps another one.
func (a *atom) helps() bool { return a.kind == tense || a.kind == modal }

var (
	whileKey   = stemKey("while")
	whereKey   = stemKey("where")
	includeKey = stemKey("including")
	likeKey    = stemKey("like")
	canKey     = stemKey("can")
	couldKey   = stemKey("could")
	willKey    = stemKey("will")
	tendsKey   = hashString("tends to")
	seemKey    = stemKey("seems")
	unlikeKey  = stemKey("unlike")
	ratioKey   = stemKey("ratio")
	aboutKey   = stemKey("about")
	onceKey    = stemKey("once")
	twiceKey   = stemKey("twice")
)

// hasFigure reports whether a figure is among some atoms.
func hasFigure(atoms []atom) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { return a.number >= 0 })
}

var slashKey = hashString("/")

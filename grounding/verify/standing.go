package verify

import (
	"slices"
	"strconv"

	"vouchsafe/grounding/text"
)

// seat is where a value, or another one of its kind, stands.
type seat struct {
	clause
	first  int // its words
	last   int
	number text.Number // zero for words
	of     owned
	beside bool // it is a value beside the member's
}

// score is what a seat has of a name's words, and of the values beside it: two for each in its clause, one
// for each in the sentence where no other seat is nearer.
type score struct{ names, beside, found int }

// table is where a value and its rivals stand.
type table struct {
	*ground
	m     *member
	taken map[clause]bool // clauses of seats
}

func (t *table) scoreOf(p seat) (s score) {
	for _, word := range t.m.names {
		n := t.around(word, p)
		s.names += n
		s.found += min(n, 1)
	}
	if t.m.limit != 0 && !p.number.Kind.In(text.Date, text.Time) {
		bounds := words["most"]
		if t.m.limit < 0 {
			bounds = words["least"]
		}
		most := 0
		for word := range bounds {
			most = max(most, t.around(word, p))
		}
		s.names += most
	}
	for _, word := range t.m.beside {
		if !p.beside {
			s.beside += t.around(word, p)
		}
	}
	return s
}

func (t *table) around(word string, p seat) (near int) {
	const behind, inClause, inSentence = 4, 2, 1
	for _, at := range t.spotsOf(word) {
		switch {
		case at.clause == p.clause && p.first <= at.word && at.word <= p.last && p.number.Text != "":
		case at.clause == p.clause && p.of.only:
			if at.word == p.of.word {
				return behind
			}
		case at.clause == p.clause && !p.of.name && at.word == p.last+1 && t.sentences[at.sentence].counts(p):
			return behind
		case at.clause == p.clause:
			near = inClause
		case at.sentence == p.sentence && !t.taken[at.clause]:
			near = max(near, inSentence)
		}
	}
	return near
}

// negatesBehind are the languages in which a negation may stand behind what it denies.
var negatesBehind = []text.Language{text.German, text.Dutch, text.Japanese, text.Unknown}

// reach is up to which word of its sentence a negation governs a seat: of a figure up to the last word of its name.
func (t *table) reach(p seat) int {
	if len(t.m.words) > 0 || slices.Contains(negatesBehind, t.sentences[p.sentence].Language()) {
		return len(t.sentences[p.sentence].Words)
	}
	last := p.last
	for _, word := range t.m.names {
		for _, at := range t.spotsOf(word) {
			if at.clause == p.clause {
				last = max(last, at.word)
			}
		}
	}
	return last
}

// most is the greater of two scores.
func (s score) most(o score) score {
	if o.names > s.names || o.names == s.names && o.beside > s.beside {
		return o
	}
	return s
}

// outdoes reports whether a score is more than another's by a word in its clause at least.
func (s score) outdoes(o score, ofWords bool) bool {
	return s.names > o.names+1 || s.names == o.names && !ofWords && s.beside > o.beside+1
}

// standing is what the evidence makes of a value.
type standing int

const (
	absent  standing = iota // no cited sentence has it
	another                 // it is there what another member is
	doubted                 // it may be
	sure                    // the words speak for this member, and for no other
)

// hold looks a value up: in cited sentences, and its rivals in the passages of these.
func (g *ground) hold(m *member, cited func(*groundSentence) bool) standing {
	chunks, here := map[int]bool{}, []seat(nil)
	for i := range g.sentences {
		if s := &g.sentences[i]; cited(s) {
			chunks[s.chunk] = true
			here = append(here, m.seats(g, i)...)
		}
	}
	if len(here) == 0 {
		return absent
	}
	t := table{ground: g, m: m}
	var all, rivals []seat
	kinds := kindsOf(here)
	for i := range g.sentences {
		if s := &g.sentences[i]; chunks[s.chunk] {
			own := m.seats(g, i)
			others := m.others(s, i, kinds, own)
			if len(own) > 0 { // another value of the same array is no rival
				for k := range m.fellows {
					fellow := m.fellows[k].seats(g, i)
					others = slices.DeleteFunc(others, func(p seat) bool {
						return slices.ContainsFunc(fellow, func(f seat) bool { return f.clause == p.clause && f.first == p.first })
					})
				}
			}
			if m.limit != 0 && m.broken(own) {
				return another
			}
			all, rivals = append(all, own...), append(rivals, others...)
		}
	}
	if t.taken = g.figured; len(m.words) > 0 { // a word beside another figure, of whatever kind, is of that
		t.taken = map[clause]bool{}
		for _, p := range slices.Concat(all, rivals) {
			t.taken[p.clause] = true
		}
	}
	own, rival, negated, turned, refused := score{}, score{}, true, true, true // turned: with a word of its name
	for _, p := range all {
		own = own.most(t.scoreOf(p))
		in := &g.sentences[p.sentence]
		denied := in.denies(p, t.reach(p)) != m.denied
		refused = refused && (in.refuses(p) || !denied && m.exceeds(p.number.Comparison))
		negated, turned = negated && denied, turned && denied && t.scoreOf(p).found > 0
	}
	for _, p := range rivals {
		rival = rival.most(t.scoreOf(p))
	}
	switch {
	case turned, refused, rival.outdoes(own, len(m.words) > 0):
		return another
	case negated || !slices.ContainsFunc(all, t.bears):
		return doubted
	case len(m.names) == 0 && len(m.figures) > 0 && m.alone(here, rivals) && m.measured(here[0]): // its name is its unit
		return sure
	case len(rivals) == 0 && (own.found > 0 || len(m.names) == 0 || m.measured(here[0])),
		own.names > rival.names && 2*own.found >= len(m.names),
		own.names == rival.names && own.beside > rival.beside:
		return sure
	}
	return doubted
}

// bears reports whether the words of the member's name stand in the clause of a seat, or govern its sentence. One that no
// source has only says of what kind the value is ("city"), where none binds it to another: "safe in pregnancy".
func (t *table) bears(p seat) bool {
	return !slices.ContainsFunc(t.m.names, func(word string) bool {
		spots := t.spotsOf(word)
		stands := func(at spot) bool { return at.clause == p.clause || at.sentence == p.sentence && at.n < 0 }
		return (len(spots) > 0 || t.m.binds) && !slices.ContainsFunc(spots, stands)
	})
}

// kindsOf are seats of which no two have a figure of one kind and unit.
func kindsOf(all []seat) (out []seat) {
	for _, p := range all {
		if !slices.ContainsFunc(out, func(o seat) bool { return alikeFigures(&p.number, &o.number) }) {
			out = append(out, p)
		}
	}
	return out
}

// alone reports whether a value stands in some cited sentence without a rival.
func (m *member) alone(here, rivals []seat) bool {
	return slices.ContainsFunc(here, func(p seat) bool {
		return !slices.ContainsFunc(rivals, func(r seat) bool { return r.sentence == p.sentence })
	})
}

// measured reports whether a value is of a kind that its seat has: words, or a figure with a unit.
func (m *member) measured(p seat) bool {
	return len(m.words) > 0 || p.number.Unit != "" || p.number.Kind != text.Plain
}

// broken reports whether a value of which its name says that it is the least, or the most, is the other end of a
// range.
func (m *member) broken(own []seat) bool {
	return slices.ContainsFunc(own, func(p seat) bool { return m.breaks(p.number) })
}

func anySentence(*groundSentence) bool { return true }

// denies reports whether a negation governs a seat or what it is of: in its clause, or in the one whose verb it goes
// on with ("not covered are fire, storm …"), up to a place; and no limit does: "not more than 5".
func (s *groundSentence) denies(p seat, last int) bool {
	of := p.n
	denied, told := false, false
	for k := min(last, len(s.Words)-1); k >= 0; k-- {
		w := s.Words[k]
		if s.clauses[k] > of || told && s.clauses[k] < of {
			continue
		}
		of = s.clauses[k]
		class := s.Class(w)
		if class.Has(text.Comparative) || words["most"][w.Fold] {
			return false
		}
		denied = denied || class.Has(text.Negator) || text.IsRefuting(w.Fold)
		told = told || class.Has(text.Negator|text.Auxiliary|text.Modal) || class.Has(text.Connective) && !words["and"][w.Fold] && !alternatives[w.Fold]
	}
	return denied
}

// exceeds reports whether a sign in front of a figure makes it the other end than its name says: "at least 8" is no
// most; "under 16" may be the least age, where something is denied to those.
func (m *member) exceeds(sign string) bool {
	return m.limit > 0 && sign == "≥" || m.limit < 0 && sign == "≤"
}

// refuses reports whether a negation stands right in front of a figure: "not 25 but 40".
func (s *groundSentence) refuses(p seat) bool {
	if p.number.Text == "" {
		return false
	}
	for k := p.first - 1; k >= 0 && s.clauses[k] == p.n; k-- {
		switch class := s.Class(s.Words[k]); {
		case class.Has(text.Negator):
			return true
		case !class.Has(empty) || class.Has(text.Comparative|text.Auxiliary|text.Modal):
			return false
		}
	}
	return false
}

// breaks reports whether another figure lies beyond the limit that a value is.
func (m *member) breaks(n text.Number) bool {
	if len(m.figures) != 1 {
		return false
	}
	value, ok := m.figures[0][0].Float()
	for _, end := range [...]string{n.Value, n.High} {
		other, err := strconv.ParseFloat(end, 64)
		if ok && err == nil && (m.limit < 0 && other < value || m.limit > 0 && other > value) {
			return true
		}
	}
	return false
}

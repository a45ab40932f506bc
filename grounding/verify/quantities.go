package verify

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// A figure belongs to its unit, to what it counts ("2 doses"), or to the name that it ends ("stage 4").

// content reports whether a word of a clause says something that a figure may be of.
func (s *groundSentence) content(word, clause int) bool {
	return word >= 0 && s.clauses[word] == clause && !s.Class(s.Words[word]).Has(empty|uncounted) && !s.Words[word].Flags.Has(text.Digits)
}

// counted is the run of words behind a figure that it counts, as far as nothing parts them.
func (s *groundSentence) counted(p seat) (from, to int) {
	const most, characters = 4, 2
	if p.first < 0 {
		return 0, 0
	}
	goesOn := func(k int) bool {
		w := s.Words[k]
		return s.clauses[k] == p.n && strings.Trim(s.gap(k), " -‐‑") == "" && !s.Class(w).Has(empty|text.NumberWord) &&
			!w.Flags.Has(text.Digits) && (!w.Script.Unspaced() || k-p.last <= characters)
	}
	from = p.last + 1
	for to = from; to < len(s.Words) && to-from < most && goesOn(to); {
		to++
	}
	return from, to
}

// has reports whether some words of the sentence have one of a list, in any form.
func (s *groundSentence) has(from, to int, list []string) bool {
	return slices.ContainsFunc(s.Words[from:to], func(w text.Word) bool { return isOneOf(w.Fold, list) })
}

func isOneOf(word string, list []string) bool {
	return slices.ContainsFunc(list, func(w string) bool { return kindred(w, word) })
}

// name is the word in front of a figure that may be the number of a name: "stage 4". sure tells that it is, since it
// opens a subject or a label, or is told to be something: "stage 4 is 30 mg".
func (s *groundSentence) name(p seat) (word string, sure bool) {
	at := p.first - 1
	if n := p.number; !n.Bare() || n.Spelled || n.Comparison != "" || strings.Contains(n.Value, "/") || isYear(n) || !s.content(at, p.n) || strings.Trim(s.gap(p.first), " -‐‑") != "" {
		return "", false
	}
	opens, next, told := true, p.last+1, false
	for k := at - 1; k >= 0 && s.clauses[k] == p.n; k-- {
		opens = opens && s.Class(s.Words[k]).Has(empty)
	}
	for ; next < len(s.Words) && s.clauses[next] == p.n && s.Class(s.Words[next]).Has(empty); next++ {
		told = told || s.Class(s.Words[next]).Has(text.Auxiliary)
	}
	told = told && next < len(s.Words) && s.Words[next].Flags.Has(text.Digits)
	return s.Words[at].Fold, p.of.only || p.of.name && opens || told
}

// given reports whether a figure of a sentence, which bears a member's, may be that: said are the words of the member's
// name and of the values beside it.
func (m *member) given(s *groundSentence, p seat, said []string) bool {
	from, to := s.counted(p)
	name, sure := s.name(p)
	if sure {
		to = from
	}
	strange := name != "" && !isOneOf(name, said)
	if unit := m.figures[0][0].Unit; unit != "" {
		names := func(have string) bool { return text.UnitName(have) == text.UnitName(unit) }
		measured := func(o seat) bool { return o.number.Unit != "" && names(o.number.Unit) }
		next := slices.IndexFunc(s.figures, func(o seat) bool { return o.number.Start >= p.number.End })
		switch {
		case p.number.Unit != "", p.number.Kind != text.Plain, words["dates"][text.Fold(unit)],
			next >= 0 && measured(s.figures[next]) && s.joins(p, s.figures[next]): // "2 or 3 mg"
			return true
		case slices.ContainsFunc(s.figures, measured):
			return !strange && (from == to || s.has(from, to, said))
		}
		spelled := func(w text.Word) bool { return names(s.Text.Text[w.Start:w.End]) }
		return slices.ContainsFunc(s.Words, spelled) || isOneOf(text.Fold(unit), folds(s.lead))
	}
	switch {
	case s.has(from, to, m.names):
		return true
	case sure && strange:
		return !s.has(0, len(s.Words), m.names[:min(1, len(m.names))])
	}
	return !slices.ContainsFunc(s.figures, func(o seat) bool { return o.first != p.first && m.counted(s, o, p) })
}

// counted reports whether another figure of a sentence counts what a member's name says, and no part of that: "9 of 40".
func (m *member) counted(s *groundSentence, other, p seat) bool {
	if _, sure := s.name(other); sure || other.number.Unit != "" || isYear(other.number) || other.number.SameValue(p.number) || p.number.Unit == "" && s.joins(p, other) {
		return false
	}
	from, to := s.counted(other)
	not := func(word string) bool { return !s.has(from, to, []string{word}) }
	return len(m.names) > 0 && !slices.ContainsFunc(m.names, not)
}

// alikeFigures reports whether two figures are of one kind and unit.
func alikeFigures(a, b *text.Number) bool {
	return a.Kind == b.Kind && text.UnitName(a.Unit) == text.UnitName(b.Unit) && isYear(*a) == isYear(*b)
}

package verify

import (
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// A figure belongs to its unit, to what it counts ("2 doses"), or to the name that it ends ("stage 4"). A claim, or a member of
// the client's form, fails where the source gives its figure for something else.

// quantity is a figure with what an answer says it is of.
type quantity struct {
	number text.Number
	counts []string // the words that the figure counts; for a member of the client's form the words of its name
	member bool     // the figure is the value of such a member
	front  string   // the word in front of the figure

	of       *groundSentence // the claim, and which figure of it; nil for a member
	k        int
	question string
	near     []string // words of the figure's clause that stand beside no other figure
	said     []string // all words of the claim but those that stand beside other figures only
}

// quantity is the kth figure of a claim, under a question.
func (s *groundSentence) quantity(k int, question string) quantity {
	p := s.figures[k]
	q := quantity{number: p.number, of: s, k: k, question: question}
	from, to := s.counted(p)
	for _, w := range s.Words[from:to] {
		q.counts = append(q.counts, w.Fold)
	}
	if p.first > 0 {
		q.front = s.Words[p.first-1].Fold
	}
	return q
}

// words reads near and said when they are first asked for.
func (q *quantity) words() (near, said []string) {
	s, k := q.of, q.k
	if s == nil {
		return q.near, q.said
	}
	q.of = nil
	mine, theirs := s.beside(k), []string(nil)
	for o := range s.figures {
		if o != k {
			theirs = append(theirs, s.beside(o)...)
		}
	}
	from, _ := s.counted(s.figures[k])
	for i, w := range s.Words {
		in, shared := slices.Contains(mine, w.Fold), slices.Contains(theirs, w.Fold)
		if !s.content(i, s.clauses[i]) || from-1 >= i && s.figures[k].first <= i || shared && !in {
			continue
		}
		if q.said = append(q.said, w.Fold); !shared && in {
			q.near = append(q.near, w.Fold)
		}
	}
	if q.number.Unit == "" {
		q.said = append(q.said, folds(q.question)...)
	}
	return q.near, q.said
}

// beside are the content words of the kth figure's clause that no other figure parts from it.
func (s *groundSentence) beside(k int) (out []string) {
	p := s.figures[k]
	for i := range s.Words {
		parts := func(o seat) bool {
			return o.first <= i && i <= o.last || i < o.first && o.last < p.first || p.last < o.first && o.last < i
		}
		if p.first >= 0 && s.content(i, p.n) && !slices.ContainsFunc(s.figures, parts) {
			out = append(out, s.Words[i].Fold)
		}
	}
	return out
}

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

// lacks reports whether no word of the sentence is a form of one.
func (s *groundSentence) lacks(word string) bool { return !s.has(0, len(s.Words), []string{word}) }

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

// gives reports whether a figure of a sentence may be one of an answer, which it bears.
func (s *groundSentence) gives(p seat, q *quantity) bool {
	from, to := s.counted(p)
	name, sure := s.name(p)
	if sure {
		to = from
	}
	named := name != "" && !kindred(name, q.front)
	said := func() []string { _, said := q.words(); return said }
	strange := named && !isOneOf(name, said())
	if unit := q.number.Unit; unit != "" {
		names := func(have string) bool { return text.UnitName(have) == text.UnitName(unit) }
		measured := func(o seat) bool { return o.number.Unit != "" && names(o.number.Unit) }
		next := slices.IndexFunc(s.figures, func(o seat) bool { return o.number.Start >= p.number.End })
		switch {
		case sure && strange && !q.member:
			return false
		case p.number.Unit != "", q.member && (p.number.Kind != text.Plain || words["dates"][text.Fold(unit)]),
			next >= 0 && measured(s.figures[next]) && s.joins(p, s.figures[next]): // "2 or 3 mg"
			return true
		case slices.ContainsFunc(s.figures, measured):
			return !strange && (from == to || s.has(from, to, said()))
		}
		spelled := func(w text.Word) bool { return names(s.Text.Text[w.Start:w.End]) }
		return !q.member || slices.ContainsFunc(s.Words, spelled) || isOneOf(text.Fold(unit), folds(s.lead))
	}
	rival := slices.ContainsFunc(s.figures, func(o seat) bool { return o.first != p.first && s.rivals(o, p, q) })
	stands := s.has(0, len(s.Words), q.counts[:min(1, len(q.counts))])
	switch {
	case s.has(from, to, q.counts):
		return p.number.Unit == "" || q.member
	case sure && strange:
		return q.member && !stands
	case q.member:
		return !rival
	case p.number.Unit != "":
		return !stands
	case rival && (named || from == to):
		return !named && !isYear(p.number)
	}
	return !rival || s.has(from, to, said())
}

// rivals reports whether another figure of a sentence counts what an answer's does, and no part of that: "9 of 40".
func (s *groundSentence) rivals(other, p seat, q *quantity) bool {
	if _, sure := s.name(other); sure || other.number.Unit != "" || isYear(other.number) || other.number.SameValue(p.number) || p.number.Unit == "" && s.joins(p, other) {
		return false
	}
	from, to := s.counted(other)
	not := func(word string) bool { return !s.has(from, to, []string{word}) }
	if q.member {
		return len(q.counts) > 0 && !slices.ContainsFunc(q.counts, not)
	}
	return s.has(from, to, q.counts)
}

// sides reports whether what tells the kth figure of a sentence from another of its kind speaks for that one, in an answer.
func (s *groundSentence) sides(k int, q *quantity) bool {
	for o, p := range s.figures {
		if p.number.SameValue(s.figures[k].number) || !alikeFigures(&p.number, &s.figures[k].number) {
			continue
		}
		near, said := q.words()
		if len(near) == 0 || slices.ContainsFunc(near, s.lacks) {
			return false
		}
		mine, theirs := s.beside(k), s.beside(o)
		own := slices.DeleteFunc(slices.Clone(mine), func(w string) bool { return isOneOf(w, theirs) })
		others := slices.DeleteFunc(theirs, func(w string) bool { return isOneOf(w, mine) })
		isSaid := func(w string) bool { return isOneOf(w, said) }
		if len(own) > 0 && !slices.ContainsFunc(own, isSaid) && slices.ContainsFunc(others, func(w string) bool { return isOneOf(w, near) }) {
			return true
		}
	}
	return false
}

// alikeFigures reports whether two figures are of one kind and unit.
func alikeFigures(a, b *text.Number) bool {
	return a.Kind == b.Kind && text.UnitName(a.Unit) == text.UnitName(b.Unit) && isYear(*a) == isYear(*b)
}

const mostFigures = 64 // of a sentence whose words are told apart

// tells reports whether a sentence gives an answer's figure, by the words beside it where it is cited, and whether it has it.
func (s *groundSentence) tells(q *quantity, cited bool, bears func(have *text.Number) bool) (gives, has bool) {
	for k := range s.figures {
		if bears(&s.figures[k].number) {
			gives, has = gives || len(s.figures) > mostFigures || s.gives(s.figures[k], q) && !(cited && s.sides(k, q)), true
		}
	}
	return gives, has
}

// givesAll reports whether a sentence gives all figures of another that it has.
func (s *groundSentence) givesAll(said *groundSentence) bool {
	for k := range said.figures {
		q := said.quantity(k, "")
		if gives, has := s.tells(&q, true, func(have *text.Number) bool { return have.SameValue(q.number) }); has && !gives {
			return false
		}
	}
	return true
}

// mismatched returns a figure of a claim that the cited sentences have for something else only.
func (j *judging) mismatched(cl *Claim) *claim.Finding {
	read := j.m.hearing.Text(cl.Text)
	if n := len(read.Numbers()); n == 0 || n > mostFigures {
		return nil
	}
	if row := strings.Trim(read.Text, "| "); strings.Count(row, "|") == 1 {
		read = text.Read(strings.Replace(row, " |", ":", 1))
	}
	said, cited := sentenceOf(read), len(cl.Citations) > 0 && !j.m.rules.AgainstAll
	for k := range said.figures {
		q := said.quantity(k, j.m.ev.Question)
		if q.number.High != "" || q.number.Start < text.ListMarker(read.Text) || text.ReferenceWords[q.front] { // "passage 2"
			continue
		}
		var giver *groundSentence
		stands, labelled := "", false
		near := func() []string { near, _ := q.words(); return near }
		for chunk, k := range j.backing.citedSentences(cl) {
			s := j.m.ev.Passages[chunk].figured(k)
			gives, has := s.tells(&q, cited, func(have *text.Number) bool { return claim.Bears(have, &q.number, s.Language()) })
			if gives {
				giver = s
			}
			if has {
				stands = s.Text.Text
			} else if cited && slices.ContainsFunc(s.figures, func(o seat) bool { return alikeFigures(&o.number, &q.number) }) && !claim.States(read.Text) {
				labelled = labelled || len(near()) > 0 && !slices.ContainsFunc(near(), s.lacks)
			}
		}
		if stands != "" && (giver == nil || labelled && slices.ContainsFunc(near(), giver.lacks)) {
			return &claim.Finding{Code: string(report.ClaimNumber), Detail: fmt.Sprintf("the source gives %s for something else: %.150q", q.number.Text, stands)}
		}
	}
	return nil
}

package verify

import (
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// A claim that leaves out words of its source may leave out what binds, limits or disputes the others: "Patients under 12
// take two tablets" of a sentence that gives two to those over 12. So it has to have all of each part of the sentence from
// which it takes a word that stands in no other part. A fragment, as "Warfarin", says nothing by itself: it has to have
// that together with the words to which it answers.

// sentencePart is what a stretch of a sentence says between two signs or words that part clauses.
type sentencePart struct {
	words   []wordForm
	roles   []text.Class // of the words
	figures []text.Number
}

// partsOf reads the parts of a sentence; those without content are left out.
func partsOf(t *text.Text) (parts []sentencePart) {
	var part sentencePart
	end := func() {
		if len(part.words)+len(part.figures) > 0 {
			parts = append(parts, part)
		}
		part = sentencePart{}
	}
	numbers, last := t.Numbers(), 0
	for k, w := range t.Words {
		class := t.Class(w)
		if k > 0 && endsClause(t.Text[t.Words[k-1].End:w.Start]) || class.Has(text.Connective) {
			end()
		}
		for len(numbers) > 0 && numbers[0].Start < w.End {
			part.figures, last = append(part.figures, numbers[0]), numbers[0].End
			numbers = numbers[1:]
		}
		if w.Start >= last && hasContent(class) && len(w.Fold) > 1 {
			part.words, part.roles = append(part.words, wordForm{w.Fold, claim.Lemma(w.Fold, t.Language())}), append(part.roles, class)
		}
	}
	end()
	return parts
}

// hasContent reports whether a word of some roles tells what a sentence is about.
func hasContent(class text.Class) bool {
	return !class.Has(empty|operators) || class.Has(text.Comparative) || names(class) && !class.Has(operators&^text.Modal)
}

func (p *sentencePart) has(w wordForm) bool { return slices.ContainsFunc(p.words, w.is) }

func (p *sentencePart) counts(n text.Number) bool {
	return slices.ContainsFunc(p.figures, func(o text.Number) bool { return n.SameValue(o) && n.Comparison == o.Comparison })
}

// within reports whether all of a part stands in some others but for a few words that are no function words.
func (p *sentencePart) within(others []sentencePart, spared int) bool {
	missing := 0
	for i, w := range p.words {
		if !hasWord(others, w) {
			if missing++; p.roles[i] != 0 {
				return false
			}
		}
	}
	return missing <= spared && !slices.ContainsFunc(p.figures, func(n text.Number) bool { return !hasFigure(others, n) })
}

func hasWord(parts []sentencePart, w wordForm) bool {
	return slices.ContainsFunc(parts, func(p sentencePart) bool { return p.has(w) })
}

func hasFigure(parts []sentencePart, n text.Number) bool {
	return slices.ContainsFunc(parts, func(p sentencePart) bool { return p.counts(n) })
}

// wholeIn reports whether some words have all of each part of a sentence from which they take what no other part has, or all of
// one part where they take nothing of the kind. A sentence by itself may have another verb for a figure: "it amounts to 5 euros".
func wholeIn(source, taken, heard []sentencePart, fragment bool) bool {
	takes, one := false, false
	for i := range source {
		others := slices.Concat(source[:i], source[i+1:])
		own := slices.ContainsFunc(source[i].words, func(w wordForm) bool { return hasWord(taken, w) && !hasWord(others, w) }) ||
			slices.ContainsFunc(source[i].figures, func(n text.Number) bool { return hasFigure(taken, n) && !hasFigure(others, n) })
		spared := 0
		if !fragment && len(source[i].figures) > 0 && len(source[i].words) > 1 {
			spared = 1
		}
		whole := source[i].within(heard, spared)
		if own && !whole {
			return false
		}
		takes, one = takes || own, one || whole
	}
	return takes || one
}

// whole reports whether a claim leaves out nothing of what it takes from a sentence, by itself or as the answer to words that
// deny nothing else and with which its words stand in the order of the sentence.
func whole(said, source, asked *text.Text) bool {
	parts, own := partsOf(source), partsOf(said)
	if wholeIn(parts, own, own, false) {
		return true
	}
	heard := partsOf(asked)
	if !wholeIn(parts, own, slices.Concat(own, heard), true) {
		return false
	}
	for word := range rolesOf(asked, text.Negator|text.Exception) {
		if !rolesOf(source, operators)[word] {
			return false
		}
	}
	figures := slices.ContainsFunc(own, func(p sentencePart) bool { return len(p.figures) > 0 })
	return figures || inSourceOrder(parts, own, heard) || inSourceOrder(parts, heard, own)
}

// inSourceOrder reports whether the words of a sentence stand in its own order in some parts and those behind them.
func inSourceOrder(source, first, then []sentencePart) bool {
	var words []wordForm
	for _, p := range source {
		words = append(words, p.words...)
	}
	at := 0
	for _, p := range slices.Concat(first, then) {
		for _, w := range p.words {
			if k := slices.IndexFunc(words, w.is); k >= 0 && k < at {
				return false
			} else if k >= 0 {
				at = k
			}
		}
	}
	return true
}

// answered is what a claim answers to: the question, and what stands above the claim.
func (m *material) answered(cl *Claim) *text.Text {
	said := m.ev.Question
	for _, g := range cl.under {
		said += "\n" + g.said
	}
	return text.Read(said)
}

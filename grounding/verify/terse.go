package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// An answer of no words of its own says something all the same: "Of course.", "7.",
// a tick. Its reader takes it together with the question, and so it is judged.

// terseness are the kinds of sentences that state nothing beside a claim.
var terseness = map[claim.Kind]bool{claim.Empty: true, claim.Transition: true, claim.Greeting: true}

// isTruth reports whether a sentence says no more than yes or no. One that ends in a
// colon leads in: its citations are those of what follows.
func (r *remark) isTruth() bool {
	return truthIn(r.said) != apart && !strings.HasSuffix(strings.TrimRight(r.said, " *_\n"), ":")
}

// isIdle reports whether a sentence answers nothing: signs that mark lists, titles and
// rules, a greeting, or a lead-in of an answer that asks, offers or declines.
func (r *remark) isIdle(talks bool) bool {
	if r.Kind == claim.Empty {
		return strings.Trim(r.said, " \t\r\n-–—*_#|>=~+•·:.") == ""
	}
	return (talks || r.Kind == claim.Greeting) && truthIn(r.said) == apart
}

// asks reports whether there is a question that evidence may answer. Thanks ask
// nothing.
func (m *material) asks() bool {
	thanks := slices.ContainsFunc(folds(m.ev.Question), func(fold string) bool { return words["thanks"][fold] })
	return len(m.asked().words) > 0 && len(m.ev.Set.Usable()) > 0 && (!thanks || strings.Contains(m.ev.Question, "?"))
}

// dangling reports whether a sentence that nothing stands behind is a number or a letter, as a
// mark of a list.
func (m *material) dangling(said string) bool {
	alone := folds(said)
	if len(alone) > 1 {
		return false
	}
	single := len(alone) == 1 && utf8.RuneCountInString(alone[0]) == 1 && strings.IndexFunc(alone[0], unicode.IsLetter) == 0
	return single || len(m.values(said)) > 0
}

const otherWay = "the evidence answers the question the other way"

// values are the values of a text's figures, and of its number words in the language
// of the question: one word alone has none of its own.
func (m *material) values(s string) (out []string) {
	for _, n := range text.Numbers(s) {
		out = append(out, n.Value)
	}
	language := text.Read(m.ev.Question).Language()
	for _, fold := range folds(s) {
		if value, ok := language.NumberValue(fold); ok {
			out = append(out, value)
		}
	}
	return out
}

// truthWords is how many words a text may have that says no more than yes or no.
const truthWords = 7

// truthIn tells whether a text says no more than yes (aligned) or no (turned).
func truthIn(said string) agreement {
	if strings.Count(said, " ") >= truthWords || !mayBeTruth(said) {
		return apart
	}
	p, parts := readSpoken(said), append(folds(said), strings.Split(said, "")...) // signs are no words
	own := func(w term) bool { return !claim.IsYes(w.fold) && !claim.IsNo(w.fold) }
	switch {
	case len(p.figures()) > 0 || slices.ContainsFunc(p.words, own):
		return apart
	case p.turned || slices.ContainsFunc(parts, claim.IsNo):
		return turned
	case slices.ContainsFunc(parts, claim.IsYes):
		return aligned
	}
	return apart
}

// mayBeTruth reports whether a text may say yes or no: by a word, or in other letters than
// ASCII.
func mayBeTruth(said string) bool {
	for word := range strings.FieldsSeq(said) {
		fold := strings.ToLower(strings.TrimFunc(word, text.NotOfWord))
		if strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) || claim.IsYes(fold) || claim.IsNo(fold) || text.Unknown.IsNegator(fold) || text.IsRefuting(fold) {
			return true
		}
	}
	return false
}

// holds tells whether a source's sentence says that a statement is so (for aligned)
// or not so (for turned). Where an exception binds it, it says neither.
func (p *statement) holds(source *statement, says agreement) agreement {
	switch denied := source.deniesAny(p) != p.deniesAny(p); {
	case len(p.words) == 0, p.in(source, nil).missing > 0, source.but && !p.but, slices.ContainsFunc(p.figures(), source.lacks):
		return apart
	case denied == (says == turned):
		return aligned
	}
	return turned
}

// deniesAny reports whether a negation governs a word here that another statement has.
func (p *statement) deniesAny(other *statement) bool {
	return slices.ContainsFunc(p.words, func(w term) bool { return w.denied && other.find(&w) >= 0 })
}

package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// An answer of no words of its own says something all the same: "Of course.", "7.",
// a tick. Its reader takes it together with the question, and so it is judged.

// terse is a sentence that is no claim and has no words of its own.
type terse struct {
	segment    int
	start, end int
	said       string
	kind       claim.Kind
}

// terseness are the kinds of sentences that state nothing beside a claim.
var terseness = map[claim.Kind]bool{claim.Empty: true, claim.Transition: true, claim.Greeting: true}

// note keeps a sentence without words of its own until it is known what stands
// beside it. It reports whether the sentence is one.
func (c *checker) note(t terse) bool {
	if c.res.Mode != answer.ModeAnswer {
		return false
	}
	if !terseness[t.kind] {
		c.talks = true
		return false
	}
	c.terse = append(c.terse, t)
	return true
}

// settleTerse judges the sentences without words of their own that are all that is
// said: a yes or no that cites and stands beside no claim; in an answer without any
// claim, where there are evidence and a question, all but what leads in or marks a list.
func (c *checker) settleTerse() {
	stated := make([]bool, len(c.res.Segments))
	for i := range c.res.Claims {
		stated[c.res.Claims[i].Segment] = stated[c.res.Claims[i].Segment] || !c.res.Claims[i].Unaccounted
	}
	whole := len(c.terse) > 0 && !slices.Contains(stated, true) && c.asks()
	for _, t := range c.terse {
		segment := &c.res.Segments[t.segment]
		alone := !stated[t.segment] && len(segment.Attached) > 0 && t.isTruth()
		switch {
		case !alone && (!whole || t.isIdle(c.talks)):
		case !c.answers(t):
			segment.Stands = false
		case !c.citing():
			segment.Stands = false
			c.fail(t.claim(), report.ClaimUncited, "no citation")
		}
	}
}

func (t *terse) claim() Claim {
	return Claim{Text: t.said, Segment: t.segment, Start: t.start, End: t.end}
}

// isTruth reports whether a sentence says no more than yes or no. One that ends in a
// colon leads in: its citations are those of what follows.
func (t *terse) isTruth() bool {
	return truthIn(t.said) != apart && !strings.HasSuffix(strings.TrimRight(t.said, " *_\n"), ":")
}

// isIdle reports whether a sentence answers nothing: signs that mark lists, titles and
// rules, a greeting, or a lead-in of an answer that asks, offers or declines.
func (t *terse) isIdle(talks bool) bool {
	if t.kind == claim.Empty {
		return strings.Trim(t.said, " \t\r\n-–—*_#|>=~+•·:.") == ""
	}
	return (talks || t.kind == claim.Greeting) && truthIn(t.said) == apart
}

// asks reports whether there is a question that evidence may answer. Thanks ask
// nothing.
func (c *checker) asks() bool {
	thanks := slices.ContainsFunc(folds(c.ev.Question), func(fold string) bool { return words["thanks"][fold] })
	return len(c.asked().words) > 0 && len(c.ev.Set.Usable()) > 0 && (!thanks || strings.Contains(c.ev.Question, "?"))
}

// dangling reports whether a sentence is a mark of a list, a number or a letter
// without anything behind it that it could be the mark of.
func (c *checker) dangling(said, behind string) bool {
	alone := folds(said)
	if strings.TrimSpace(behind) != "" || len(alone) > 1 {
		return false
	}
	single := len(alone) == 1 && utf8.RuneCountInString(alone[0]) == 1 && strings.IndexFunc(alone[0], unicode.IsLetter) == 0
	return single || len(c.values(said)) > 0
}

// answers judges a sentence without words as the question's answer: a figure has to
// stand in a sentence that speaks of what was asked, a yes or no has to agree with
// one. It reports whether the sentence may be shown.
func (c *checker) answers(t terse) bool {
	cl := t.claim()
	known := func(o Claim) bool { return o.Segment == t.segment && o.Start == t.start && o.Unaccounted }
	if slices.ContainsFunc(c.res.Claims, known) {
		return false
	}
	values, truth := c.values(t.said), c.turnedQuestion(t.said)
	switch {
	case len(values) > 0 && !slices.ContainsFunc(values, func(value string) bool { return !c.told(value) }):
		return true
	case len(values) == 0 && truth == aligned:
		return true
	case truth == turned:
		c.fail(cl, report.ClaimNegation, otherWay)
	default:
		c.fail(cl, report.TextUnaccounted, unaccounted)
	}
	return false
}

const otherWay = "the evidence answers the question the other way"

// told reports whether a sentence that speaks of what was asked has a value.
func (c *checker) told(value string) bool {
	used := c.used()
	if len(used) == 0 {
		used = c.ev.Set.Usable()
	}
	for _, at := range used {
		p := c.ev.Passages[at]
		for i, s := range p.cut() {
			if c.asked().in(p.statement(i), nil).found > 0 && slices.Contains(c.values(p.original[s.Start:s.End]), value) {
				return true
			}
		}
	}
	return false
}

// values are the values of a text's figures, and of its number words in the language
// of the question: one word alone has none of its own.
func (c *checker) values(s string) (out []string) {
	for _, n := range text.Numbers(s) {
		out = append(out, n.Value)
	}
	language := text.Read(c.ev.Question).Language()
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

// turnedQuestion holds a yes or no against the evidence: what it states is the question,
// turned by it.
func (c *checker) turnedQuestion(said string) agreement {
	says := truthIn(said)
	if says == apart {
		return apart
	}
	return c.says(c.asked(), says)
}

// says holds a statement (for aligned), or its denial (for turned), against the
// sentences that vouch.
func (c *checker) says(p *statement, so agreement) agreement {
	best := apart
	for _, source := range c.vouching() {
		best = max(best, p.holds(source, so))
	}
	return best
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

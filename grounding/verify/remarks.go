package verify

import (
	"slices"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// remarks accounts for the sentences of an answer that are no claims.
type remarks struct {
	m        *material
	res      *Result
	vouching *vouching
	terse    []remark // that state nothing by their words
	titled   []remark // headings above the first claim
	stances  [3]bool  // what sentences do that state nothing
	talks    bool     // a sentence asks, refuses, hedges, or is code or a title
}

// remark is a sentence that is no claim.
type remark struct {
	segment int
	said    string
	claim.Sentence
}

func (r *remark) claim() Claim {
	return Claim{Text: r.said, Segment: r.segment, Start: r.Start, End: r.End}
}

// onlyTalks reports whether a sentence only declines or asks back, and notes which.
func (a *remarks) onlyTalks(said string) bool {
	does := a.vouching.stanceOf(said)
	if does != statesOf {
		a.stances[does], a.talks = true, true
	}
	return does != statesOf
}

// account accounts for a sentence that is no claim, which may be the answer's last. It reports
// whether that may be shown.
func (a *remarks) account(r remark, last bool) bool {
	if !a.m.rules.accounts() || r.Kind == claim.Claim {
		return true
	}
	if a.note(r) && last && a.m.dangling(r.said) {
		return a.answers(r)
	}
	if r.Kind == claim.Heading && !a.vouching.cites() { // what is below it is yet to be judged
		a.titled = append(a.titled, r)
		return true
	}
	return r.Kind == claim.Empty || a.accounted(r)
}

// accounted fails a remark that says what nothing vouches for.
func (a *remarks) accounted(r remark) bool {
	if a.vouching.accounted(r.said, r.Sentence) {
		return true
	}
	a.res.fail(r.claim(), report.TextUnaccounted, unaccounted)
	return false
}

// settleTitles accounts for the headings above the first claim, when that is judged.
func (a *remarks) settleTitles() {
	for _, r := range a.titled {
		if !a.accounted(r) {
			a.res.Segments[r.segment].Stands = false
		}
	}
}

// note keeps a sentence without words of its own until it is known what stands
// beside it. It reports whether the sentence is one.
func (a *remarks) note(r remark) bool {
	if a.res.Mode != answer.ModeAnswer {
		return false
	}
	if !terseness[r.Kind] {
		a.talks = true
		return false
	}
	a.terse = append(a.terse, r)
	return true
}

// settle judges what the sentences of the whole answer tell of each other.
func (a *remarks) settle(of answer.Answer) {
	a.settleTitles()
	a.settleTerse()
	a.settleStance(of)
}

// settleTerse judges the sentences without words of their own that are all that is
// said: a yes or no that cites and stands beside no claim; in an answer without any
// claim, where there are evidence and a question, all but what leads in or marks a list.
func (a *remarks) settleTerse() {
	stated := make([]bool, len(a.res.Segments))
	for i := range a.res.Claims {
		stated[a.res.Claims[i].Segment] = stated[a.res.Claims[i].Segment] || !a.res.Claims[i].Unaccounted
	}
	whole := len(a.terse) > 0 && !slices.Contains(stated, true) && a.m.asks()
	for _, r := range a.terse {
		segment := &a.res.Segments[r.segment]
		alone := !stated[r.segment] && len(segment.Attached) > 0 && r.isTruth()
		switch {
		case !alone && (!whole || r.isIdle(a.talks)):
		case !a.answers(r):
			segment.Stands = false
		case !a.vouching.cites():
			segment.Stands = false
			a.res.fail(r.claim(), report.ClaimUncited, "no citation")
		}
	}
}

// answers judges a sentence without words as the question's answer: a figure has to
// stand in a sentence that speaks of what was asked, a yes or no has to agree with
// one. It reports whether the sentence may be shown.
func (a *remarks) answers(r remark) bool {
	cl := r.claim()
	known := func(o Claim) bool { return o.Segment == r.segment && o.Start == r.Start && o.Unaccounted }
	if slices.ContainsFunc(a.res.Claims, known) {
		return false
	}
	values, truth := a.m.values(r.said), a.vouching.turnedQuestion(r.said)
	switch {
	case len(values) > 0 && !slices.ContainsFunc(values, func(value string) bool { return !a.vouching.told(value) }):
		return true
	case len(values) == 0 && truth == aligned:
		return true
	case truth == turned:
		a.res.fail(cl, report.ClaimNegation, otherWay)
	default:
		a.res.fail(cl, report.TextUnaccounted, unaccounted)
	}
	return false
}

// settleStance gives an answer that states and cites nothing the mode of what it does.
func (a *remarks) settleStance(of answer.Answer) {
	if a.res.Mode != answer.ModeAnswer || len(a.res.Claims)+len(of.Citations) > 0 {
		return
	}
	switch {
	case a.stances[declines]:
		a.res.Mode = answer.ModeRefuse
	case a.stances[asksBack]:
		a.res.Mode = answer.ModeClarify
	}
}

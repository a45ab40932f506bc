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

// remarks accounts for the sentences of an answer that are no claims.
type remarks struct {
	m        *material
	res      *Result
	vouching *vouching
	terse    []remark           // that state nothing by their words
	leads    []remark           // titles and lead-ins
	yesNo    []remark           // a yes or no of which the evidence tells nothing, in front of a claim
	failed   map[stretchAt]bool // remarks that failed, by their segment and start
	declined []remark           // that only decline
	stances  [4]bool            // what sentences do that state nothing
	beside   bool               // a claim stands above
	talks    bool               // a sentence asks, refuses, hedges, or is code or a title
}

// remark is a sentence that is no claim.
type remark struct {
	segment int
	said    string
	claims  int  // of the answer before it
	heads   bool // it is a line that governs those below it
	claim.Sentence
}

func (r *remark) claim() Claim {
	return Claim{Text: r.said, Segment: r.segment, Start: r.Start, End: r.End}
}

// onlyTalks reports whether a sentence only declines, asks back or, behind one that does, sends the
// user elsewhere, and notes which.
func (a *remarks) onlyTalks(r remark) bool {
	does := a.vouching.stanceOf(r.said)
	behind := a.stances[declines] || a.stances[asksBack]
	if does == advises && !behind || does != advises && r.Kind == claim.Offer {
		return false
	}
	if does != statesOf {
		a.stances[does], a.talks = true, true
	}
	if does == declines {
		a.declined = append(a.declined, r)
	}
	return does != statesOf
}

// account accounts for a sentence that is no claim, which may be the answer's last. It reports
// whether that may be shown.
func (a *remarks) account(r remark, last bool) bool {
	switch {
	case r.Kind == claim.Claim && !statesNothing(r.said):
		return a.unvouched(r, report.TextUnaccounted, unaccounted)
	case r.Kind == claim.Claim, a.m.rules.AgainstAll:
		return true
	case (terseness[r.Kind] || r.Kind == claim.Heading) && saysYes(r.said) && a.vouching.turnedQuestion(aligned) == turned:
		return a.unvouched(r, report.ClaimNegation, otherWay)
	case (saysYes(r.said) || a.m.rules.strict() && r.mayAssent()) && a.m.asks() && a.m.mayAskWhether() &&
		a.vouching.turnedQuestion(aligned) != aligned:
		return a.unvouched(r, report.TextUnaccounted, unaccounted)
	}
	if a.note(r) && last && a.m.dangling(r.said) {
		return a.answers(r, last)
	}
	return r.Kind == claim.Empty || claim.Thanks(r.said) || a.accounted(r)
}

// accounted fails a remark that says what nothing vouches for.
func (a *remarks) accounted(r remark) bool {
	if a.mayLead(r) { // what is below it is yet to be judged
		a.leads = append(a.leads, r)
		return true
	}
	return a.vouching.accounted(r.said, r.Sentence) || a.unvouched(r, report.TextUnaccounted, unaccounted)
}

// unvouched fails a remark, or leaves it where the rules do not have it accounted for. It
// reports whether it may be shown.
func (a *remarks) unvouched(r remark, code report.Code, why string) bool {
	switch {
	case a.m.rules.Accounted:
	case a.onlyDenies(r.said):
		code = report.ClaimNegation // which no policy forgives
	default:
		leave(r.claim(), a.res)
		return true
	}
	a.res.fail(r.claim(), code, why)
	if a.failed == nil {
		a.failed = map[stretchAt]bool{}
	}
	a.failed[stretchAt{segment: r.segment, start: r.Start}] = true
	return false
}

// onlyDenies reports whether a short text denies, and no word of it is one of the question or the evidence: it takes back what
// stands beside it. "False.", "That is not true."
func (a *remarks) onlyDenies(said string) bool {
	return strings.Count(said, " ") < truthWords && text.MayDenySomewhere(said) && tells(said, text.Negator) &&
		!slices.ContainsFunc(readSpoken(said).words, func(w term) bool { return a.m.knows(w.fold) })
}

// settleYesNo judges each yes or no by the claim behind it, which tells what it answers: that has to
// stand, and to deny where it says no.
func (a *remarks) settleYesNo() {
	for _, r := range a.yesNo {
		behind := slices.IndexFunc(a.res.Claims, func(cl Claim) bool {
			return cl.Segment == r.segment && cl.Start >= r.End || cl.Segment == r.segment+1
		})
		if behind < 0 || !a.res.Claims[behind].Stands || answersOtherwise(truthIn(r.said), a.res.Claims[behind].Text) {
			a.res.Segments[r.segment].Stands = a.unvouched(r, report.TextUnaccounted, unaccounted) && a.res.Segments[r.segment].Stands
			continue
		}
		cl := r.claim()
		cl.Citations = a.res.Claims[behind].Citations
		leave(cl, a.res)
	}
}

// answersOtherwise reports whether a claim cannot be what a yes or no answers: one that plainly denies is no
// answer for a yes, one that denies nothing is none for a no.
func answersOtherwise(says agreement, claim string) bool {
	denials := readSpoken(claim).denials
	if says == turned {
		return len(denials) == 0
	}
	return slices.ContainsFunc(denials, func(d denial) bool { return d.plain })
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
	a.settleYesNo()
	a.settleTerse()
	a.settleDeclined()
	a.settleStance(of)
}

// settleDeclined fails what declines beside an answer and denies what the sources tell.
func (a *remarks) settleDeclined() {
	states := func(cl Claim) bool { return !cl.Unaccounted }
	beside := a.beside || slices.ContainsFunc(a.res.Claims, states)
	for _, r := range a.declined {
		if (beside || len(a.res.Segments[r.segment].Attached) > 0) && !a.m.rules.AgainstAll && a.vouching.denials.untrue(r.said) {
			a.res.fail(r.claim(), report.ClaimNegation, "the sources speak of what it says they do not tell")
			a.res.Segments[r.segment].Stands = false
		}
	}
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
		case !a.answers(r, true):
			segment.Stands = false
		case !a.vouching.cites():
			segment.Stands = a.unvouched(r, report.ClaimUncited, "no citation") && segment.Stands
		}
	}
}

// answers judges a sentence without words as the question's answer: a figure has to
// stand in a sentence that speaks of what was asked, a yes or no has to agree with
// one. It reports whether the sentence may be shown.
func (a *remarks) answers(r remark, last bool) bool {
	if a.failed[stretchAt{segment: r.segment, start: r.Start}] {
		return false
	}
	values, truth := a.m.values(r.said), a.vouching.turnedQuestion(truthIn(r.said))
	switch {
	case len(values) > 0 && !slices.ContainsFunc(values, func(value string) bool { return !a.vouching.told(value) }):
		return true
	case len(values) == 0 && truth == aligned:
		return true
	case truth == turned:
		return a.unvouched(r, report.ClaimNegation, otherWay)
	case !last && !a.m.rules.strict() && len(values) == 0 && truthIn(r.said) != apart:
		a.yesNo = append(a.yesNo, r)
		return true
	}
	return a.unvouched(r, report.TextUnaccounted, unaccounted)
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

// mayAssent reports whether a sentence that states nothing, without a word for yes, may be taken for one: a courtesy, a sign. Thanks,
// and whom a letter is for, may not.
func (r *remark) mayAssent() bool {
	switch r.Kind {
	case claim.Greeting:
		return endsWhole(r.said) && !claim.Thanks(r.said)
	case claim.Empty:
		return !r.isIdle(false)
	}
	return r.Kind == claim.Claim
}

// mayAskWhether reports whether a sentence of the question does not open with a word that asks for a thing: "Is it safe?"
func (m *material) mayAskWhether() bool {
	const opening = 2 // words: "And when …"
	return slices.ContainsFunc(text.Sentences(m.ev.Question), func(s text.Sentence) bool {
		words, _ := readWords(text.Read(m.ev.Question[s.Start:s.End]))
		return !slices.ContainsFunc(words[:min(len(words), opening)], func(w readWord) bool { return w.of&(asker|whether) == asker })
	})
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
	for _, fold := range folds(s) {
		if value, ok := m.questionLanguage().NumberValue(fold); ok {
			out = append(out, value)
		}
	}
	return out
}

// questionLanguage is the language of the question.
func (m *material) questionLanguage() text.Language {
	if m.language == nil {
		m.language = new(text.Read(m.ev.Question).Language())
	}
	return *m.language
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

// saysYes reports whether a short text has a word that says yes, or a courtesy that does in front of an answer: "Yes, certainly.", "Of course."
func saysYes(said string) bool {
	if strings.Count(said, " ") >= truthWords || truthIn(said) == turned {
		return false
	}
	yes := func(s string) bool { return claim.IsYes(s) || words["assents"][s] }
	return slices.ContainsFunc(append(folds(said), strings.Split(said, "")...), yes)
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

package verify

import (
	"encoding/binary"
	"fmt"
	"slices"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
)

// judging holds claims against the evidence that their citations give them.
type judging struct {
	m         *material
	res       *Result
	vouching  *vouching
	gathering gathering
	backing   backing
	passages  map[int]*vocabulary        // of the chunks that claims below titles cite
	settled   map[string]claim.Judgement // of the answer's parts, by what judged returns; nil where it is checked once
}

// littleSupport is up to where a policy asks for support only to turn away what
// has none. Where nothing is cited, closing words and remarks on the sources have
// none either, and the risk tells them from inventions: asked of the sentences
// of an audit, so little turned away one clean answer in ten by itself. A policy
// that asks for more means it of every sentence.
const littleSupport = 0.2

// doubt is the risk from which on a sentence of an audit is turned away all the
// same if nothing of it stands in any passage or the question: it speaks of
// something else altogether. Package test/risk counts it in.
const doubt = 0.6

// leastByHead is the support of a claim that cites by a sign of no known form: more than half of it is its
// source's, all of it where the sign is only a part of what heads that.
var leastByHead = [...]float64{0, 0.5001, 1}

// weigh says what words make of a claim, and whether it stands by them.
func (j *judging) weigh(index int, attached []int) {
	cl := &j.res.Claims[index]
	ev := j.gathering.gather(cl, attached)
	rules := claim.Rules{MinSupport: j.m.rules.MinSupport, MaxRisk: j.m.rules.MaxRisk, Near: j.m.rules.Near}
	rules.MinSupport = max(rules.MinSupport, leastByHead[j.res.byHead(attached)])
	if j.m.rules.AgainstAll && len(ev.Sources) == 0 {
		ev = j.m.everything()
		if rules.MinSupport > 0 && rules.MinSupport <= littleSupport && rules.MaxRisk < 1 {
			rules.MinSupport, rules.Doubt = 0, doubt
		}
	}
	if !j.gathering.mayCompare(ev.Sources...) {
		cl.Judgement = claim.Judgement{Outcome: claim.Unjudged, Risk: 1}
		j.res.find(report.ClaimUnsupported, -1, index, "the answer is too long to be judged")
		return
	}
	if len(ev.Sources) == 0 {
		cl.Judgement = claim.Judgement{Outcome: claim.Unjudged, Risk: 1}
		if len(attached) == 0 {
			j.res.find(report.ClaimUncited, -1, index, "no citation")
		}
		j.refuteByChunks(cl, index, attached, rules)
		return
	}
	found := j.judgement(cl, ev, rules)
	if found.Outcome == claim.Refuted || len(found.Findings) > 0 {
		j.clear(cl, attached, &found)
	}
	j.res.take(index, found)
	cl.Stands = len(cl.Judgement.Findings) == 0
}

// refuteByChunks holds a claim that no span of its inline citations' chunks carries
// against these chunks as a whole, so that people read what differs: "source 21 days,
// answer 22 days". Where they are none, a source's own words are still told from what no source says.
func (j *judging) refuteByChunks(cl *Claim, index int, attached []int, rules claim.Rules) {
	ev, named := claim.Evidence{Question: j.m.ev.Question}, len(attached) == 0
	for _, i := range attached {
		cit := &j.res.Citations[i]
		if named = named || cit.Quoted || cit.Chunk >= 0; !cit.Quoted && cit.Chunk >= 0 && len(ev.Sources) < maxQuotes {
			j.m.ev.quote(&ev, cit)
		}
	}
	found := claim.Judgement{Outcome: claim.Refuted}
	switch {
	case len(ev.Sources) > 0:
		found = j.judgement(cl, ev, rules)
	case named:
		return
	}
	if j.clear(cl, attached, &found) || found.Outcome == claim.Refuted && len(ev.Sources) > 0 {
		j.res.take(index, found)
	}
}

// clear tells whether a claim that what it cites does not carry is word for word in another passage, and
// says so in place of what was found: no source contradicts its own words.
func (j *judging) clear(cl *Claim, attached []int, found *claim.Judgement) bool {
	if len(attached) == 0 || found.Outcome == claim.Carried {
		return false
	}
	at := j.m.ev.ownWords(cl.Text, nil)
	if at < 0 || slices.ContainsFunc(attached, func(i int) bool { return j.res.Citations[i].Chunk == at }) {
		return false
	}
	detail := fmt.Sprintf("what it cites does not say it; %s does, word for word", j.m.ev.Set.Handle(at))
	found.Outcome, found.Findings = claim.Open, []claim.Finding{{Code: string(report.WrongChunk), Detail: detail}}
	return true
}

// judgement holds a claim against what it cites.
func (j *judging) judgement(cl *Claim, ev claim.Evidence, rules claim.Rules) claim.Judgement {
	if j.settled == nil {
		return j.hear(cl, ev, rules)
	}
	var room [256]byte
	key := j.res.judged(room[:0], cl)
	known, ok := j.settled[string(key)]
	if !ok {
		known = j.hear(cl, ev, rules)
		j.settled[string(key)] = known
	}
	return known
}

// judged appends all that decides how a claim fares, beside the evidence and the
// rules that all claims of the answer share: the places that it cites, in their
// order, and its words.
func (r *Result) judged(key []byte, cl *Claim) []byte {
	key = append(key, byte(len(cl.Citations)), r.byHead(cl.Citations))
	for _, i := range cl.Citations {
		cit := &r.Citations[i]
		key = binary.AppendVarint(key, int64(cit.Chunk))
		if cit.Quoted {
			key = binary.AppendVarint(key, int64(cit.Match.Start))
			key = binary.AppendVarint(key, int64(cit.Match.End))
			continue
		}
		key = binary.AppendVarint(key, -1)
	}
	return append(key, cl.Text...)
}

// hear holds a claim against what it cites. What words leave open is looked at
// once more: for a negation on one side only, and for a spliced clause.
func (j *judging) hear(cl *Claim, ev claim.Evidence, rules claim.Rules) claim.Judgement {
	found := j.m.hearing.Judge(cl.Text, ev, rules)
	if len(found.Findings) == 0 && (found.Outcome == claim.Open || found.Outcome == claim.Unjudged) {
		if why := j.backing.gibberish(cl, found.Outcome); why != "" && truthIn(cl.Text) == apart {
			found.Findings = []claim.Finding{{Code: claim.CodeUnsupported, Detail: why}}
		} else if letter := j.backing.strange(cl); letter != "" && len(cl.Citations) > 0 {
			found.Findings = []claim.Finding{{Code: claim.CodeEntity, Detail: fmt.Sprintf("%q is not in the evidence", letter)}}
		} else if j.onlyAsked(cl.Text) {
			found.Findings = []claim.Finding{{Code: claim.CodeUnsupported, Detail: "only the question says so, and no source"}}
		}
	}
	if found.Outcome != claim.Open || len(found.Findings) > 0 {
		return found
	}
	if formula := j.backing.changedFormula(cl); formula != "" && len(cl.Citations) > 0 {
		found.Findings = []claim.Finding{{Code: claim.CodeNumber, Detail: fmt.Sprintf("%q is not in the evidence", formula)}}
		return found
	}
	if name := j.misattributed(cl); name != "" {
		found.Outcome, found.Findings = claim.Refuted, []claim.Finding{{Code: claim.CodeEntity, Detail: fmt.Sprintf("%q is another source than what it cites", name)}}
		return found
	}
	if code, why := j.m.lines().inProse(cl.Text); why != "" {
		found.Outcome, found.Findings = claim.Refuted, []claim.Finding{{Code: string(code), Detail: why}}
		return found
	}
	if truthIn(cl.Text) != apart {
		switch says := j.vouching.turnedQuestion(truthIn(cl.Text)); {
		case says == turned:
			found.Outcome = claim.Refuted
			found.Findings = []claim.Finding{{Code: claim.CodeNegation, Detail: otherWay}}
		case says == apart && j.m.rules.accounts(): // it has no words of its own that could be weighed
			found.Findings = []claim.Finding{{Code: claim.CodeUnsupported, Detail: notAsked}}
		}
	} else if s := j.backing.opposite(cl); s != "" {
		found.Outcome = claim.Refuted
		found.Findings = []claim.Finding{{Code: claim.CodeNegation, Detail: fmt.Sprintf("the source says %.150q", s)}}
	} else if clause := j.backing.spliced(cl); j.m.rules.accounts() && clause != "" {
		detail := fmt.Sprintf("no source speaks of %.100q, which follows a copied sentence", clause)
		found.Findings = []claim.Finding{{Code: claim.CodeUnsupported, Detail: detail}}
	} else if differs := j.backing.oneSided(cl); differs != nil {
		found.Findings = []claim.Finding{*differs}
	} else if differs := j.misplaced(cl); differs != nil {
		found.Outcome, found.Findings = claim.Refuted, []claim.Finding{*differs}
	}
	return found
}

const notAsked = "no source sentence says what was asked in the question's words"

// settle applies the rules for what words do not prove, and writes down what came of a claim:
// what words made of it, whether it is supported, who decided, and by which source sentences.
func (j *judging) settle(index int) {
	cl := &j.res.Claims[index]
	cl.Outcome, cl.By = report.Outcome(cl.Judgement.Outcome), report.ByWords
	j.hold(index)
	proven := cl.Stands && cl.Outcome == report.Carried
	if !cl.failedByWords() && (cl.Outcome == report.Open || cl.Outcome == report.Unjudged && cl.Stands) {
		cl.By = report.ByRisk
	}
	if cl.Supported = nil; proven || !cl.Stands {
		cl.Supported = new(proven)
	}
	cl.Sources = j.res.sources(cl)
}

// hold lets a claim fail that words do not prove, where the rules want that.
func (j *judging) hold(index int) {
	cl, why := &j.res.Claims[index], ""
	switch {
	case !cl.Stands:
	case cl.Outcome == report.Open && j.m.rules.HoldOpen:
		why = "words alone do not prove it"
	case cl.Outcome == report.Open && j.m.rules.Near && !j.near(cl):
		why = "it is told in other words than its source's"
	case cl.Outcome == report.Unjudged && j.m.rules.HoldUnjudged:
		why = "words alone cannot judge it"
	}
	if why != "" {
		cl.Stands = false
		j.res.find(report.ClaimUnsupported, -1, index, why)
	}
}

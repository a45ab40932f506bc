package policy

import (
	"slices"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
)

// Facts is all that a decision rests on: what a verification found in one
// choice, and what is left to spend on it.
type Facts struct {
	NoContext bool        // the exchange has no evidence
	Audit     bool        // nothing is held against the answer for being uncited
	Mode      answer.Mode // what the model says its answer is

	Citations  int // citations that the answer carries
	Standing   int // of these, verified, made good by a heal, or beside words that their source carries
	Unverified int // of these, quoting, and neither verified nor made good by a heal
	Healed     int // of these, made good by a heal

	Claims      int // claims that the policy looks at
	Cited       int // of these, with at least one citation that stands
	Unsupported int // cited claims that their evidence does not carry

	Coverage   float64  // share of claims with a citation that stands
	Risk       float64  // greatest over the cited claims
	Verifiable float64  // share of the answer's words found in the cited evidence
	Ideal      *float64 // overlap with the ideal answer, nil where there is none
	LeastTrust float64  // of the cited sources; 1 where none is known
	Oldest     *int     // age in days of the oldest cited source, nil where unknown
	Trust      *report.AnswerTrust
	Findings   []report.Code // those that are held against the answer, each at least once

	Attempt      int           // this attempt, from 1
	AttemptsLeft int           // repairs that may still be made
	BudgetLeft   time.Duration // of the repair budget
}

// has reports whether one of some defects was found.
func (f Facts) has(codes ...report.Code) bool {
	return slices.ContainsFunc(f.Findings, func(found report.Code) bool { return slices.Contains(codes, found) })
}

// FactsOf reads the facts out of a report. The caller adds what a report does
// not know: Audit, NoContext, the attempt and what is left.
func FactsOf(r report.Report) Facts {
	f := Facts{
		Mode: answer.Mode(r.Mode), Citations: len(r.Citations), Claims: len(r.Claims),
		Coverage: r.Coverage, Verifiable: r.Verifiable, Ideal: r.IdealOverlap, Trust: r.Trust, LeastTrust: 1,
	}
	standing := map[int]bool{} // by citation number
	healed := map[int]bool{}   // by the numbers of those that a heal made good
	for _, c := range r.Citations {
		if c.Heal != nil && (c.Verified || mends(c.Heal)) {
			healed[c.Number] = true
		}
		standing[c.Number] = f.addCitation(c)
	}
	loose := notClaims(r.Findings)
	f.Claims -= len(loose)
	for i, c := range r.Claims {
		switch {
		case c.By == report.ByNobody:
			f.Claims--
		case !loose[i]:
			f.addClaim(c, standing)
		}
	}
	for _, finding := range r.Findings {
		if at := finding.Citation; at != nil && healed[*at] && !beyondHealing(finding.Code) || tells(finding, r.Claims) {
			continue
		}
		f.Findings = append(f.Findings, finding.Code)
	}
	return f
}

// addCitation counts a citation and reports whether it stands. One that
// quotes nothing has words to verify only through the claims that it stands
// beside: where it carries none of them a finding says so, and where there
// are none ("Hello [1].") it says nothing false.
func (f *Facts) addCitation(c report.Citation) bool {
	if c.Trust != nil {
		f.LeastTrust = min(f.LeastTrust, c.Trust.Score)
		if age := c.Trust.AgeDays; age != nil && (f.Oldest == nil || *age > *f.Oldest) {
			f.Oldest = age
		}
	}
	if c.Heal != nil {
		f.Healed++
	}
	stands := c.Verified || c.Match == report.Located || mends(c.Heal)
	switch {
	case stands:
		f.Standing++
	case c.Quoted:
		f.Unverified++
	}
	return stands
}

// addClaim counts a claim. Support is asked of cited claims only: for one
// without a citation coverage is the rule. An audit, which holds uncited
// claims against all evidence, tells by a finding what it does not carry.
func (f *Facts) addClaim(c report.Claim, standing map[int]bool) {
	cited := false
	for _, number := range c.Citations {
		cited = cited || standing[number]
	}
	if cited {
		f.Cited++
	}
	if !cited || c.Supported == nil && c.Judgement != report.Open || c.By == report.ByJudge && !failed(c) {
		return // what a judge lets pass is no question of risk
	}
	if c.Judgement != report.Carried { // what words prove is no question of risk
		f.Risk = max(f.Risk, c.Risk)
	}
	if failed(c) {
		f.Unsupported++
	}
}

// failed reports whether the evidence of a claim does not carry it.
func failed(c report.Claim) bool { return c.Supported != nil && !*c.Supported }

// mends reports whether a heal makes an unverified citation good. A new
// number does not: the words are still not the chunk's.
func mends(h *report.Heal) bool {
	return h != nil && (Heal(h.Kind) == Snap || Heal(h.Kind) == Relink)
}

// beyondHealing reports whether a defect stays one although the citation it
// belongs to was healed.
func beyondHealing(code report.Code) bool {
	switch code {
	case report.ClaimNumber, report.ClaimNegation, report.ClaimEntity, report.ClaimUnsupported,
		report.JudgeRejected, report.LowTrust, report.LowSimilarity, report.StaleSource:
		return true
	}
	return false
}

// tells reports whether a finding only tells that words could not judge a claim,
// and the claim passes.
func tells(f report.Finding, claims []report.Claim) bool {
	if f.Code != report.TextUnaccounted || f.Claim == nil {
		return false
	}
	supported := claims[*f.Claim].Supported
	return supported == nil || *supported
}

// notClaims lists the claims of a report that are only text which could not be
// accounted for, by their index.
func notClaims(findings []report.Finding) map[int]bool {
	out := map[int]bool{}
	for _, f := range findings {
		if f.Code == report.TextUnaccounted && f.Claim != nil {
			out[*f.Claim] = true
		}
	}
	return out
}

package verify

import (
	"slices"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/trust"
)

// totals sums the answer up.
func (v *verification) totals(a answer.Answer) {
	r := &v.res
	v.related()
	r.Coverage, r.Support, r.Risk = v.claims()
	used := v.res.used(make([]int, 0, len(v.res.Citations)))
	r.Verifiable = v.verifiable(a, used)
	r.Trust = v.answerTrust(used)
}

// claims returns the share of claims that carry a citation that stands, their
// mean support and their greatest risk; 1, 1 and 0 where there is no claim.
func (v *verification) claims() (coverage, support, risk float64) {
	n := 0.0
	for i := range v.res.Claims {
		cl := &v.res.Claims[i]
		if cl.Unaccounted {
			continue
		}
		n++
		if cl.Cited {
			coverage++
		}
		support += cl.Judgement.Support
		risk = max(risk, cl.Judgement.Risk)
	}
	if n == 0 {
		return 1, 1, 0
	}
	return coverage / n, support / n, risk
}

// used lists the chunks that citations which stand rest on, each once, in some room.
func (r *Result) used(room []int) []int {
	out, seen := room, map[int]bool(nil)
	for i := range r.Citations {
		if cit := &r.Citations[i]; cit.Stands && !slices.Contains(out[:min(len(out), few)], cit.Chunk) && !seen[cit.Chunk] {
			if out = append(out, cit.Chunk); len(out) > few {
				seen = remember(seen, cit.Chunk)
			}
		}
	}
	return out
}

func (v *verification) verifiable(a answer.Answer, used []int) float64 {
	if v.material.rules.AgainstAll && len(used) == 0 {
		used = v.material.ev.Set.Usable()
	}
	sources := make([]*claim.Source, len(used))
	for i, u := range used {
		sources[i] = v.material.ev.Passages[u].Source()
	}
	copied, rest := v.copied(a)
	return claim.Verifiable(copied, rest, sources)
}

// copied are the claims of an answer that are in their source's words, and the rest of its text.
func (v *verification) copied(a answer.Answer) (copied []string, rest string) {
	var others strings.Builder
	claims := v.res.Claims
	for i := range a.Segments {
		said, from := a.Segments[i].Text, 0
		for ; len(claims) > 0 && claims[0].Segment <= i; claims = claims[1:] {
			cl := &claims[0]
			if carried := cl.Outcome == report.Carried || cl.Outcome == report.QuotedOutcome; carried && cl.Segment == i && cl.Start >= from && said == v.res.Segments[i].Text {
				others.WriteString(said[from:cl.Start] + "\n")
				copied, from = append(copied, cl.Text), cl.End
			}
		}
		others.WriteString(said[from:])
	}
	return copied, others.String()
}

func (v *verification) answerTrust(used []int) *report.AnswerTrust {
	if len(used) == 0 {
		return nil
	}
	scores := make([]trust.Assessment, len(used))
	for i, u := range used {
		scores[i] = *v.material.score(u)
	}
	t := trust.Answer(scores)
	return &report.AnswerTrust{Score: t.Score, Level: t.Level, BestTier: t.BestTier, NSources: t.Sources, Explanation: t.Explanation}
}

package written

import (
	"slices"

	"vouchsafe/grounding/report"
)

// Choice is one of several choices of a reply, and how much of the lists is told of it. An attempt tells no verdict and no answer.
type Choice struct {
	Index     int            `json:"index"`
	Citations int            `json:"citations"`
	Claims    int            `json:"claims"`
	Findings  int            `json:"findings"`
	Verdict   report.Verdict `json:"verdict"`
	Answer    string         `json:"answer"`
	Start     int            `json:"start"` // of that in the whole answer, in code points
}

// Apart is an exchange's trace for each of its choices, as if the reply had no other; none where the reply has one, or where the
// trace does not tell whose is what. What was found of the request stands with each.
func (t *Trace) Apart() (out []Trace) {
	all := lists{citations: t.Citations, claims: t.Claims, findings: t.Findings}
	for _, c := range t.Choices {
		own := all.take(c, c.Start)
		one := *t
		one.Choices, one.Answer, one.Verdict, one.CountsAs = nil, c.Answer, c.Verdict, ""
		one.Citations, one.Claims, one.Findings = own.citations, own.claims, own.findings
		one.Proof = report.ProofOf(c.Verdict, one.Claims)
		one.Attempts = nil
		for _, call := range t.Attempts {
			one.Attempts = append(one.Attempts, call.of(c.Index))
		}
		out = append(out, one)
	}
	for i := range out {
		out[i].Findings = append(out[i].Findings, all.findings...)
	}
	return out
}

// of is an attempt as it is told of one choice.
func (c Call) of(index int) Call {
	all, own := lists{citations: c.Citations, claims: c.Claims, findings: c.Findings}, lists{}
	for _, part := range c.Choices {
		if taken := all.take(part, 0); part.Index == index {
			own = taken
		}
	}
	c.Choices, c.Citations, c.Claims, c.Findings = nil, own.citations, own.claims, own.findings
	return c
}

// lists are what is told of some choices, one behind the other.
type lists struct {
	citations []report.Citation
	claims    []report.Claim
	findings  []report.Finding
	number    int // of citations before
	before    int // claims before
}

// take takes what is told of the next choice off, with numbers and places of its own.
func (l *lists) take(c Choice, start int) (own lists) {
	own.citations, l.citations = cut(l.citations, c.Citations)
	own.claims, l.claims = cut(l.claims, c.Claims)
	own.findings, l.findings = cut(l.findings, c.Findings)
	for i := range own.claims {
		one := &own.claims[i]
		one.Start, one.End, one.Citations = back(one.Start, start), back(one.End, start), slices.Clone(one.Citations)
		for k := range one.Citations {
			one.Citations[k] -= l.number
		}
	}
	for i := range own.findings {
		f := &own.findings[i]
		f.Citation, f.Claim = back(f.Citation, l.number), back(f.Claim, l.before)
	}
	most := l.number
	for i := range own.citations {
		most = max(most, own.citations[i].Number)
		own.citations[i].Number -= l.number
	}
	l.number, l.before = most, l.before+len(own.claims)
	return own
}

// cut takes the first n of some values off.
func cut[T any](all []T, n int) (own, rest []T) {
	n = min(max(n, 0), len(all))
	return slices.Clone(all[:n]), all[n:]
}

// back is a place without what stands before it.
func back(place *int, by int) *int {
	if place == nil {
		return nil
	}
	at := *place - by
	return &at
}

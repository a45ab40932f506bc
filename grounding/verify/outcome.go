package verify

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/trust"
)

// same reports whether another source sentence stands in the same place.
func (s *SourceSentence) same(o SourceSentence) bool {
	return s.Chunk == o.Chunk && s.Start == o.Start && s.End == o.End
}

// Statement is what a claim says to someone who sees nothing else of the answer.
func (c *Claim) Statement() string {
	return cmp.Or(c.Said, c.Text)
}

// failedByWords reports whether words say that a claim is wrong, or that it has a figure or
// name that nothing vouches for.
func (c *Claim) failedByWords() bool {
	wrong := func(f claim.Finding) bool { return f.Code != claim.CodeUnsupported }
	return c.Outcome == report.Refuted || slices.ContainsFunc(c.Judgement.Findings, wrong)
}

// Unproven reports whether a claim passed although words alone do not prove it.
func (c *Claim) Unproven() bool {
	return c.Stands && c.Supported == nil && !c.together && (c.Outcome == report.Open || c.Outcome == report.Unjudged)
}

// RejectUnproven holds it against the claims that words alone do not prove.
func (r *Result) RejectUnproven(detail string) {
	for i := range r.Claims {
		if r.Claims[i].Unproven() {
			r.Reject(i, report.ClaimUnsupported, detail)
		}
	}
}

// Opine takes over a judge's opinion of a claim. A judge may carry an open or
// unjudged claim, and fail any; it cannot carry what words refute, nor a figure or
// name that nothing vouches for.
func (r *Result) Opine(index int, o report.Opinion, carries bool, detail string) {
	cl := &r.Claims[index]
	cl.Judge = &o
	if carries && cl.failedByWords() {
		return
	}
	cl.By = report.ByJudge
	if !carries {
		r.Reject(index, report.JudgeRejected, detail)
		return
	}
	cl.Supported, cl.Stands = new(true), true
}

// Reject holds something against a claim that stood: an opinion from outside.
func (r *Result) Reject(claim int, code report.Code, detail string) {
	c := &r.Claims[claim]
	c.Stands, c.Supported = false, new(false)
	if c.Segment >= 0 {
		r.Segments[c.Segment].Stands = false
	}
	r.Findings = append(r.Findings, Finding{Code: code, Citation: -1, Claim: claim, Detail: detail})
}

// fail fails a text that is no claim.
func (r *Result) fail(cl Claim, code report.Code, detail string) {
	outcome := claim.Refuted
	if code == report.TextUnaccounted {
		outcome = claim.Unjudged
	}
	cl.Unaccounted, cl.Supported = true, new(false)
	cl.Judgement = claim.Judgement{Outcome: outcome, Risk: 1}
	cl.Outcome, cl.By = report.Outcome(outcome), report.ByWords
	r.Claims = append(r.Claims, cl)
	r.find(code, -1, len(r.Claims)-1, detail)
}

// stretchAt is where a text of the answer begins.
type stretchAt struct {
	path           string
	segment, start int
}

// leave leaves a text in the answer that nobody checked.
func leave(cl Claim, r *Result) {
	cl.Stands, cl.Outcome, cl.By = true, report.Unjudged, report.ByNobody
	at := stretchAt{cl.Path, cl.Segment, cl.Start}
	if !r.left[at] {
		if r.left == nil {
			r.left = map[stretchAt]bool{}
		}
		r.left[at] = true
		r.Unchecked = append(r.Unchecked, cl)
	}
}

// Told are the claims, and behind them what nobody checked.
func Told(r *Result) []Claim { return append(slices.Clip(r.Claims), r.Unchecked...) }

// keepQuotation keeps a claim that is a quotation. It stands where a citation of it does.
func (r *Result) keepQuotation(cl Claim, citations []int) bool {
	cl.Citations = slices.Clone(r.standing(citations))
	stands := len(cl.Citations) > 0
	cl.Cited, cl.Stands, cl.Supported = stands, stands, &stands
	cl.Outcome, cl.By = report.QuotedOutcome, report.ByWords
	cl.Judgement = claim.Judgement{Supported: &stands, Support: 1}
	cl.Sources = r.sources(&cl)
	r.Claims = append(r.Claims, cl)
	if !stands {
		r.find(report.ClaimUncited, -1, len(r.Claims)-1, "none of its quotations stands in a source")
	}
	return stands
}

// sources lists the source sentences of a claim's citations, each once.
func (r *Result) sources(cl *Claim) (out []SourceSentence) {
	for _, i := range cl.Citations {
		s := &r.Citations[i].Sentence
		if s.End > 0 && !slices.ContainsFunc(out, s.same) {
			out = append(out, *s)
		}
	}
	return out
}

// Sources lists the source sentences of all claims that stand, each once.
func (r *Result) Sources() (out []SourceSentence) {
	seen := map[[3]int]bool{}
	for i := range r.Claims {
		for _, s := range r.Claims[i].Sources {
			place := [...]int{s.Chunk, s.Start, s.End}
			if r.Claims[i].Stands && !seen[place] {
				seen[place], out = true, append(out, s)
			}
		}
	}
	return out
}

// standing returns those of a segment's citations that stand, each once.
func (r *Result) standing(citations []int) []int {
	var out []int
	var seen map[int]bool
	for _, i := range citations {
		if r.Citations[i].Stands && !slices.Contains(out[:min(len(out), few)], i) && !seen[i] {
			if out = append(out, i); len(out) > few {
				seen = remember(seen, i)
			}
		}
	}
	return out
}

// few numbers are looked through; more are remembered.
const few = 16

func remember(seen map[int]bool, number int) map[int]bool {
	if seen == nil {
		seen = map[int]bool{}
	}
	seen[number] = true
	return seen
}

func (r *Result) anyStands(citations []int) bool {
	return slices.ContainsFunc(citations, func(i int) bool { return r.Citations[i].Stands })
}

// take takes over what came of holding a claim against its evidence.
func (r *Result) take(index int, j claim.Judgement) {
	r.Claims[index].Judgement = j
	for _, f := range j.Findings {
		r.find(report.Code(f.Code), -1, index, f.Detail)
	}
}

// Text is what an answer says: without markers, and without the form in which it came.
func (r *Result) Text() string {
	var b strings.Builder
	ended := true
	for i := range r.Segments {
		said := r.Segments[i].Text
		if said == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(said)
		last, _ := utf8.DecodeLastRuneInString(said)
		if !ended && !unicode.IsSpace(first) {
			b.WriteByte(' ')
		}
		b.WriteString(said)
		ended = unicode.IsSpace(last)
	}
	return strings.TrimSpace(b.String())
}

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

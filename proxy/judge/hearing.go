package judge

import (
	"context"
	"fmt"
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
)

// Hearing has a judge heard about the answers of one exchange, as its policy
// wants it. What is verified again, or as a part of more, is not asked again
// and gets no other opinion. It belongs to one goroutine at a time.
type Hearing struct {
	Judge    *Judge // nil: nobody is asked
	Policy   *policy.Policy
	Question string
	Server   func() Server // of the exchange, for a judge without one; may be nil

	Cost      Counts // of all that was asked; what an earlier answer was asked about counts once
	claims    map[Question]Opinion
	relevance map[string]Opinion // by the answer
}

// Hear takes the judge's opinion of the claims of a result and, where the whole
// answer is given, of whether it answers the question. It reports whether there
// was anything to ask.
func (h *Hearing) Hear(ctx context.Context, r *verify.Result, whole string) bool {
	if h.Judge == nil {
		return false
	}
	questions := h.questions(r)
	relevance := h.asksRelevance(whole, len(questions) > 0)
	if len(questions) == 0 && !relevance {
		return false
	}
	h.ask(ctx, questions, whole, relevance)
	for i := range r.Claims {
		if q, asked := questions[i]; asked {
			h.settle(r, i, h.claims[q])
		}
	}
	if relevance {
		h.settleRelevance(r, h.relevance[whole])
	}
	return true
}

// questions are those about claims that the policy wants an opinion on.
func (h *Hearing) questions(r *verify.Result) map[int]Question {
	questions := map[int]Question{}
	for i := range r.Claims {
		cl := &r.Claims[i]
		if !cl.Stands || cl.Judge != nil || !h.Policy.Asks(cl.Outcome, h.Judge.config.AskAll) {
			continue
		}
		if evidence := sourceText(cl.Sources); evidence != "" {
			questions[i] = Question{Claim: cl.Statement(), Evidence: evidence}
		}
	}
	return questions
}

// sourceText is the text of source sentences, each behind what governs it.
func sourceText(sources []verify.SourceSentence) string {
	var texts []string
	for _, s := range sources {
		text := s.Text
		if s.Lead != nil {
			text = s.Lead.Text + "\n" + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "\n\n")
}

// asksRelevance reports whether the judge is to say whether an answer answers
// the question. A warning is no reason for a call of its own.
func (h *Hearing) asksRelevance(whole string, calls bool) bool {
	if whole == "" || h.Question == "" || !h.Judge.protocol.relevance {
		return false
	}
	wanted := h.Policy.Verify.Relevance
	return wanted == policy.RelevanceFail || wanted == policy.RelevanceWarn && calls
}

// ask asks what is not known yet, and keeps what is said.
func (h *Hearing) ask(ctx context.Context, questions map[int]Question, whole string, relevance bool) {
	if h.claims == nil {
		h.claims, h.relevance = map[Question]Opinion{}, map[string]Opinion{}
	}
	var b Batch
	for _, q := range questions {
		if _, known := h.claims[q]; !known {
			b.Questions = append(b.Questions, q)
		}
	}
	if _, known := h.relevance[whole]; relevance && !known {
		b.Question, b.Answer = h.Question, whole
	}
	if len(b.Questions) == 0 && b.Answer == "" {
		return
	}
	if h.Server != nil {
		b.Server = h.Server()
	}
	said := h.Judge.Ask(ctx, b)
	h.Cost.add(said.Cost)
	for i, q := range b.Questions {
		h.claims[q] = said.Claims[i]
	}
	if said.Relevance != nil {
		h.relevance[whole] = *said.Relevance
	}
}

// settle writes down what the judge says of a claim.
func (h *Hearing) settle(r *verify.Result, claim int, o Opinion) {
	if o.Err == nil {
		given := report.Opinion{Name: h.Judge.config.Name, Score: report.Round4(o.Score)}
		r.Opine(claim, given, o.Carries, fmt.Sprintf("the judge %s gives it %.2f", given.Name, o.Score))
		return
	}
	cl := &r.Claims[claim]
	if cl.Outcome == report.Carried {
		return // words have carried it
	}
	switch h.onError(cl.Outcome) {
	case Pass:
		cl.By, cl.Supported = report.ByJudge, nil
	case Fail:
		r.Reject(claim, report.JudgeRejected, "no opinion could be had: "+o.Err.Error())
	default:
		if risk := cl.Judgement.Risk; cl.Outcome == report.Open && risk > h.Policy.Verify.MaxRisk {
			r.Reject(claim, report.ClaimUnsupported, fmt.Sprintf("no opinion could be had, and its risk is %.2f", risk))
		}
	}
}

// onError is what becomes of a claim without an opinion. A policy that lets no
// unjudged claim pass lets none pass that a judge should have carried, unless
// the judge's own rule says otherwise.
func (h *Hearing) onError(outcome report.Outcome) OnError {
	said, strict := h.Judge.config.OnError, h.Policy.Verify.Unjudged == policy.UnjudgedFail
	switch {
	case said == "" && strict, said == LeaveOpen && strict && outcome == report.Unjudged:
		return Fail
	case said == "":
		return LeaveOpen
	}
	return said
}

// settleRelevance notes an answer that the judge takes for one to another
// question. Where a policy fails such answers, one without an opinion fails as
// a claim without one does.
func (h *Hearing) settleRelevance(r *verify.Result, o Opinion) {
	detail := fmt.Sprintf("the judge %s gives it %.2f", h.Judge.config.Name, o.Score)
	switch {
	case o.Err != nil && h.onError(report.Open) == Fail:
		detail = "no opinion could be had: " + o.Err.Error()
	case o.Err != nil, o.Carries:
		return
	}
	r.Findings = append(r.Findings, verify.Finding{Code: report.OffQuestion, Citation: -1, Claim: -1, Detail: detail})
}

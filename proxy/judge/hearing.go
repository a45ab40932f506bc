package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/repair"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
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
	// Nearest are the places of the evidence that a claim may rest on where it cites nothing; may
	// be nil.
	Nearest func(claim string) []verify.SourceSentence

	Cost     Counts // of all that was asked; what an earlier answer was asked about counts once
	Trouble  error  // why an opinion could not be had, the first time; nil where all could
	prepared bool   // all was asked in one go
	late     bool   // the judge has not answered in time: nobody waits for it again
	said     map[Question]Opinion
	nearest  map[string][]verify.SourceSentence // evidence of claims that cite nothing
}

// Hear takes the judge's opinion of the claims of a result and, where that is the whole
// answer, of whether it answers the question. It reports whether there
// was anything to ask.
func (h *Hearing) Hear(ctx context.Context, r *verify.Result, isWhole bool) bool {
	if h.Judge == nil {
		return false
	}
	questions, changed := h.questions(r)
	if isWhole && h.asksRelevance(questions) && r.Text() != "" {
		questions = append(questions, aboutClaim{Question: Question{text.Rendered(r.Text()), h.Question, true}})
	}
	if len(questions) == 0 {
		return changed
	}
	h.ask(ctx, questions)
	for _, q := range questions {
		if q.Relevance {
			h.settleRelevance(r, h.said[q.Question])
		} else {
			h.settle(r, q.claim, h.said[q.Question])
		}
	}
	return true
}

// aboutClaim is a question about a claim of an answer.
type aboutClaim struct {
	Question
	claim int // its number
}

// Prepare asks about the claims of several results in one go, so that Hear knows what is said of
// each.
func (h *Hearing) Prepare(ctx context.Context, results ...*verify.Result) {
	if h.Judge == nil {
		return
	}
	var all []aboutClaim
	for _, r := range results {
		questions, _ := h.asks(r)
		all = append(all, questions...)
	}
	if len(all) > 0 {
		h.prepared = true
		h.ask(ctx, all)
	}
}

// questions are those about claims that the policy wants an opinion on. Where nothing is
// shown as evidence of one, there is no opinion on it; it reports whether any fails by that.
func (h *Hearing) questions(r *verify.Result) (questions []aboutClaim, failed bool) {
	questions, mute := h.asks(r)
	for _, i := range mute {
		if h.onError(r.Claims[i].Outcome) == Fail {
			r.Reject(i, report.JudgeRejected, "no opinion could be had: there is no evidence to ask about")
			failed = true
		}
	}
	return questions, failed
}

// asks are the questions about a result's claims, and the claims for which there is no evidence.
func (h *Hearing) asks(r *verify.Result) (questions []aboutClaim, mute []int) {
	around := "" // what the answer rests on, where that is asked for
	for i := range r.Claims {
		cl := &r.Claims[i]
		if !cl.Stands || cl.Judge != nil || !h.Policy.Asks(cl.Outcome, h.Judge.config.AskAll) {
			continue
		}
		evidence := h.evidenceOf(cl)
		if evidence == "" && cl.Unaccounted { // it rests on nothing by itself
			if around == "" {
				around = sourceText(r.Sources())
			}
			evidence = around
		}
		if evidence != "" {
			questions = append(questions, aboutClaim{Question{Claim: cl.Told(repair.Leans), Evidence: evidence}, i})
		} else {
			mute = append(mute, i)
		}
	}
	return questions, mute
}

// evidenceOf is what a judge is shown as the evidence of a claim, behind that of what the claim leans on.
func (h *Hearing) evidenceOf(cl *verify.Claim) string {
	sources := cl.Sources
	if len(sources) == 0 && h.Nearest != nil {
		found, known := h.nearest[cl.Statement()]
		if !known {
			if h.nearest == nil {
				h.nearest = map[string][]verify.SourceSentence{}
			}
			found = h.Nearest(cl.Statement())
			h.nearest[cl.Statement()] = found
		}
		sources = found
	}
	if len(sources) == 0 {
		return ""
	}
	return sourceText(slices.Concat(cl.Leant(repair.Leans), sources))
}

// sourceText is what source sentences say, each behind what governs it.
func sourceText(sources []verify.SourceSentence) string {
	var texts []string
	for _, s := range sources {
		if told := s.Told(); !slices.Contains(texts, told) {
			texts = append(texts, told)
		}
	}
	return strings.Join(texts, "\n\n")
}

// asksRelevance reports whether the judge is to say whether an answer answers
// the question. A warning is no reason for a call of its own.
func (h *Hearing) asksRelevance(questions []aboutClaim) bool {
	if h.Question == "" || !h.Judge.protocol.relevance {
		return false
	}
	wanted := h.Policy.Verify.Relevance
	return wanted == policy.RelevanceFail || wanted == policy.RelevanceWarn && !h.prepared && h.asksAny(questions)
}

// ask asks what is not known yet, and keeps what is said.
func (h *Hearing) ask(ctx context.Context, questions []aboutClaim) {
	if h.said == nil {
		h.said = map[Question]Opinion{}
	}
	var open []Question
	for _, q := range questions {
		if !h.knows(q.Question) {
			open = append(open, q.Question)
		}
	}
	if len(open) == 0 {
		return
	}
	said, cost := h.askInTime(ctx, open)
	h.Cost.add(cost)
	for i, q := range open {
		h.said[q] = said[i]
		if h.Trouble == nil && !q.Relevance {
			h.Trouble = said[i].Err
		}
	}
}

// server is that of the exchange.
func (h *Hearing) server() Server {
	if h.Server == nil {
		return Server{}
	}
	return h.Server()
}

func (h *Hearing) knows(q Question) bool {
	_, known := h.said[q]
	return known
}

// asksAny reports whether the judge has to be called for one of some questions, or was
// called in this exchange: at the end of a stream all is known.
func (h *Hearing) asksAny(questions []aboutClaim) bool {
	if h.Cost.Calls > 0 {
		return len(questions) > 0
	}
	server := h.Judge.server(h.server())
	for _, q := range questions {
		if _, settled := h.Judge.recall(server, q.Question); !settled && !h.knows(q.Question) {
			return true
		}
	}
	return false
}

// askInTime asks, unless the judge has let this exchange wait in vain before: a stream
// waits for it sentence by sentence, and is not to wait out its timeout at each.
func (h *Hearing) askInTime(ctx context.Context, questions []Question) (said []Opinion, cost Counts) {
	if h.late {
		for _, q := range questions {
			if said = append(said, Opinion{Err: errLate}); !q.Relevance {
				cost.Claims, cost.Errors = cost.Claims+1, cost.Errors+1
			}
		}
		return said, cost
	}
	said, cost = h.Judge.Ask(ctx, h.server(), questions)
	h.late = ctx.Err() == nil && slices.ContainsFunc(said, func(o Opinion) bool { return errors.Is(o.Err, context.DeadlineExceeded) })
	return said, cost
}

var errLate = errors.New("the judge did not answer in time before")

// settle writes down what the judge says of a claim.
func (h *Hearing) settle(r *verify.Result, claim int, o Opinion) {
	if o.Err == nil {
		given := report.Opinion{Name: h.Judge.config.Name, Score: report.Round4(o.Score)}
		r.Opine(claim, given, o.Carries, fmt.Sprintf("the judge %s gives it %.2f", given.Name, o.Score))
		return
	}
	cl := &r.Claims[claim]
	switch h.onError(cl.Outcome) {
	case Pass:
		if cl.Outcome != report.Carried { // what words have carried needs nobody else
			cl.By, cl.Supported = report.ByJudge, nil
		}
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

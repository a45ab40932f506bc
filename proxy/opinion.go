package proxy

import (
	"context"
	"fmt"
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
)

// secondOpinion asks the app's judge about the claims of a choice that passes
// otherwise. A judge can only hold something against a claim: what has failed
// already is not asked about, and an answer that is to be asked for again
// costs no opinions.
func (x *exchange) secondOpinion(ctx context.Context, c *choice) {
	if x.app.Judge == nil || len(policy.Failures(x.app.Policy, policy.FactsOf(c.full))) > 0 {
		return
	}
	var questions []judge.Question
	var asked []int
	for i := range c.result.Claims {
		if evidence := x.citedText(c, i); evidence != "" {
			questions = append(questions, judge.Question{Claim: c.result.Claims[i].Text, Evidence: evidence})
			asked = append(asked, i)
		}
	}
	for k, v := range x.app.Judge.Ask(ctx, questions) {
		if v.Rejected {
			c.result.Reject(asked[k], report.JudgeRejected, opinion(v))
		}
	}
	c.full = c.tell(x.evidence)
}

// opinion says in words why a judge rejects a claim.
func opinion(v judge.Verdict) string {
	if v.Err != nil {
		return "no opinion could be had"
	}
	return fmt.Sprintf("the judge gives it %.2f", v.Score)
}

// citedText is the text of the chunks that a claim cites.
func (x *exchange) citedText(c *choice, claim int) string {
	var texts []string
	for _, i := range c.result.Claims[claim].Citations {
		text := x.evidence.Set.At(c.result.Citations[i].Chunk).Text
		if len(texts) == 0 || texts[len(texts)-1] != text {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "\n\n")
}

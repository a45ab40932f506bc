package htmlreport

import (
	"fmt"

	"vouchsafe/grounding/report"
)

// judged tells how a claim came out: its class, a sign that stands for the
// class, and words.
func judged(c *report.Claim) (class, sign, words literal) {
	failed := c.Supported != nil && !*c.Supported
	switch {
	case c.Judgement == report.QuotedOutcome:
		return "ok", "❝", "The source’s own words"
	case c.Judgement == report.Carried && !failed:
		return "ok", "✓", "Proven: the source’s words carry it"
	case c.Judgement == report.Refuted:
		return "bad", "✕", "Refuted by the source’s words"
	case (c.Judgement == report.Open || c.Judgement == report.Unjudged) && failed:
		return "bad", "✕", "Not proven by words, and failed"
	case c.By == report.ByJudge && c.Supported != nil:
		return "ok", "✓", "Carried, says the judge; not proven by words"
	case c.Judgement == report.Open || c.Judgement == report.Unjudged, c.Supported == nil:
		return "open", "?", "Not proven by words"
	case failed:
		return "bad", "✕", "Not carried by the sources"
	}
	return "ok", "✓", "Carried by the sources"
}

// because tells why a claim passed, or did not, that words could not decide.
func because(c *report.Claim) string {
	switch {
	case c.Judgement != report.Open && c.Judgement != report.Unjudged:
		return ""
	case c.Judge != nil:
		return fmt.Sprintf(" The judge %s gave it %.2f.", c.Judge.Name, c.Judge.Score)
	case c.Supported != nil && !*c.Supported:
		return ""
	}
	return fmt.Sprintf(" It passed because its estimated risk, %s, is within what the policy allows.", share(c.Risk))
}

package htmlreport

import (
	"fmt"

	"vouchsafe/grounding/report"
)

// judgement is how a claim came out: its class, which is a style of underline as
// well as a colour, a sign that stands for the class, and words.
type judgement struct{ class, sign, words string }

func judged(c *report.Claim) judgement {
	failed := c.Supported != nil && !*c.Supported
	switch {
	case c.Judgement == report.QuotedOutcome:
		return judgement{"ok", "❝", "The source’s own words"}
	case c.Judgement == report.Carried && !failed:
		return judgement{"ok", "✓", "Told in the source’s own words"}
	case c.Judgement == report.Refuted:
		return judgement{"bad", "✕", "Refuted by the source’s words"}
	case (c.Judgement == report.Open || c.Judgement == report.Unjudged) && failed:
		return judgement{"bad", "✕", "Not proven by words, and failed"}
	case c.By == report.ByJudge && c.Supported != nil:
		return judgement{"ok", "✓", "Follows from the source, says the judge"}
	case c.Judgement == report.Open || c.Judgement == report.Unjudged, c.Supported == nil:
		return judgement{"open", "?", "Not proven by words"}
	case failed:
		return judgement{"bad", "✕", "Not carried by the sources"}
	}
	return judgement{"ok", "✓", "Carried by the sources"}
}

// because tells why a claim passed, or did not, that words could not decide, and
// whose the words of a quotation are not.
func because(c *report.Claim) string {
	switch {
	case c.Judgement == report.QuotedOutcome:
		return " They stand in the place of what the model wrote."
	case c.Judgement != report.Open && c.Judgement != report.Unjudged:
		return ""
	case c.Judge != nil:
		return fmt.Sprintf(" The judge %s gave it %.2f.", c.Judge.Name, c.Judge.Score)
	case c.Supported != nil && !*c.Supported:
		return ""
	}
	return fmt.Sprintf(" It passed because its estimated risk, %s, is within what the policy allows.", share(c.Risk))
}

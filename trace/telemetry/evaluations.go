package telemetry

import (
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// evaluations are what the gateway found of an answer, as the conventions tell
// the results of evaluations: its verdict, the share of its claims that are
// proven, and whether it answers the question, where that was found wanting.
func evaluations(t *ledger.Trace, at nanos) []event {
	score, decided := scores[t.Verdict]
	if !decided {
		return nil
	}
	var codes []string
	for _, code := range report.CodesOf(t.Findings) {
		codes = append(codes, string(code))
	}
	found := strings.Join(codes, " ")
	events := []event{evaluate(at, "verdict", score, string(t.Verdict), found)}
	if proven, ok := provenShare(t.Claims); ok {
		events = append(events, evaluate(at, "grounding", proven, "", found))
	}
	for _, f := range t.Findings {
		if f.Code == report.OffQuestion {
			return append(events, evaluate(at, "relevance", 0, "not_relevant", ""))
		}
	}
	return events
}

// scores are those of the verdicts: 1 where the client got what the model said,
// proven as the policy wants it, 0.5 where it got a part of it, 0 where nothing.
var scores = map[report.Verdict]float64{
	report.Grounded: 1, report.Healed: 1, report.Repaired: 1, report.Declined: 1,
	report.Quoted: 0.5, report.Marked: 0.5, report.Redacted: 0.5,
	report.Refused: 0, report.Ungrounded: 0,
}

func evaluate(at nanos, name string, score float64, label, explanation string) event {
	var a attributes
	a.add("gen_ai.evaluation.name", name)
	a.add("gen_ai.evaluation.score.value", score)
	a.add("gen_ai.evaluation.score.label", label)
	a.add("gen_ai.evaluation.explanation", explanation)
	return event{at, "gen_ai.evaluation.result", a}
}

// provenShare is the share of claims whose evidence is known to carry them.
func provenShare(claims []report.Claim) (float64, bool) {
	proven := 0
	for i := range claims {
		if s := claims[i].Supported; s != nil && *s {
			proven++
		}
	}
	if len(claims) == 0 {
		return 0, false
	}
	return report.Round4(float64(proven) / float64(len(claims))), true
}

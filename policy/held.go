package policy

// Held says why a streamed answer is verified whole before its first word
// leaves; "" where the policy lets it leave sentence by sentence. What has
// left cannot be taken back, so a rule that looks at the whole answer, or a
// refusal in place of it, holds the stream.
func (p Policy) Held() string {
	switch {
	case p.Stream.Mode != Progressive:
		return "stream.mode is " + string(p.Stream.Mode)
	case p.OnFailure == RefuseAnswer:
		return "on_failure is refuse"
	case p.Verify.Coverage < 1:
		return "coverage is below 1"
	case p.Verify.Verifiable > 0:
		return "verifiable looks at the whole answer"
	case p.Trust.MinAnswer > 0:
		return "trust.min_answer looks at the whole answer"
	case p.Verify.Relevance == RelevanceFail:
		return "relevance looks at the whole answer"
	case p.Citations.Render == RenderJSON:
		return "the answer is rendered as JSON"
	case p.Reasoning == PassReasoning:
		return "reasoning is passed"
	}
	return ""
}

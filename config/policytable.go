package config

import (
	"time"

	"vouchsafe/grounding/trust"
	"vouchsafe/policy"
)

// policyTable is the table of one policy, without extends.
func policyTable(p *policy.Policy) object {
	return object{
		{"mode", oneOf(&p.Mode, policy.Off, policy.Observe, policy.Enforce), "whether the policy acts"},
		{"when_no_context", oneOf(&p.WhenNoContext, policy.PassNoContext, policy.RefuseNoContext), "what becomes of an exchange without evidence"},
		{"context", contextTable(&p.Context), "what counts as evidence"},
		{"exempt", exemptList{&p.Exempt}, "calls that want no grounded prose: auto, or rules"},
		{"citations", citationsTable(&p.Citations), "how the model cites and how citations are shown"},
		{"verify", verifyTable(&p.Verify), "what an answer has to show"},
		{"answer_tools", autoOrList{list[string]{&p.AnswerTools, func(s *string) node { return text(s, isGlob) }}}, "names or patterns of tools whose arguments are an answer; auto: a single tool that the request forces"},
		{"trust", trustTable(&p.Trust), "how far sources have to be relied on"},
		{"heal", list[policy.Heal]{&p.Heal, func(h *policy.Heal) node {
			return oneOf(h, policy.Snap, policy.Relink, policy.Renumber)
		}}, "corrections without a model call"},
		{"repair", object{
			{"attempts", whole(&p.Repair.Attempts, 0, 10), "how often a failed answer is asked for again"},
			{"budget", span(&p.Repair.Budget, 0, hour), "time for all repairs of an exchange"},
			{"max_tokens", whole(&p.Repair.MaxTokens, 0, 1_000_000), "limit of a repaired answer; 0 for the client's own"},
		}, "asking the model again"},
		{"on_failure", oneOf(&p.OnFailure, policy.RefuseAnswer, policy.RedactAnswer, policy.QuoteAnswer, policy.MarkAnswer), "what becomes of an answer that no repair could mend"},
		{"refusal", refusalTable(&p.Refusal), "what the client gets instead"},
		{"stream", object{
			{"mode", oneOf(&p.Stream.Mode, policy.Progressive, policy.Buffered), "when streamed text leaves"},
			{"heartbeat", span(&p.Stream.Heartbeat, time.Second, time.Minute), "time between two signs of life"},
		}, "streamed answers"},
		{"reasoning", oneOf(&p.Reasoning, policy.DropReasoning, policy.PassReasoning), "what becomes of a model's reasoning, which is never verified"},
		{"report", oneOf(&p.Report, policy.FullReport, policy.SummaryReport, policy.NoReport), "how much of the report the reply carries"},
		{"cache", truth(&p.Cache), "whether verified answers may be used again"},
	}
}

func contextTable(c *policy.Context) object {
	return object{
		{"layouts", list[string]{&c.Layouts, func(s *string) node { return text(s, notEmpty) }}, "auto, or names of layouts"},
		{"roles", dict[policy.Role]{&c.Roles, nil, func(r *policy.Role) node {
			return oneOf(r, policy.PrimaryRole, policy.FallbackRole, policy.IgnoreRole)
		}, isRole}, "how passages in a message of that role count"},
		{"beside", oneOf(&c.Beside, policy.AutoBeside, policy.PrimaryBeside, policy.IgnoreBeside), "how chunks beside the messages count; auto: primary for a keyed app or a loopback client"},
		{"scope", oneOf(&c.Scope, policy.CurrentScope, policy.ConversationScope), "how far back evidence reaches"},
		{"whole_message", truth(&c.WholeMessage), "the user's whole message is the evidence"},
	}
}

func citationsTable(c *policy.Citations) object {
	return object{
		{"dialect", oneOf(&c.Dialect, policy.AutoDialect, "segments", "snippet", "claims", "numbered", "dagger", "author_year", "client"), "how the model is asked to cite"},
		{"marker", text(&c.Marker, isMarker), "how a citation looks in the answer"},
		{"references", oneOf(&c.References, policy.AutoReferences, policy.AlwaysReferences, policy.NeverReferences), "whether a list of sources ends the answer"},
		{"render", oneOf(&c.Render, policy.RenderText, policy.RenderJSON), "form of the answer"},
	}
}

func verifyTable(v *policy.Verify) object {
	return object{
		{"snippet", oneOf(&v.Snippet, policy.Exact, policy.Normalized, policy.Fuzzy), "how far a snippet may differ from the chunk"},
		{"similarity", share(&v.Similarity), "from where on a near miss is told as such; never by itself a proof"},
		{"min_chars", whole(&v.MinChars, 0, 10_000), "least weight of a snippet, code points after folding"},
		{"max_chars", whole(&v.MaxChars, 1, 100_000), "greatest length of a snippet, code points"},
		{"min_retrieval_similarity", share(&v.MinRetrievalSimilarity), "least retrieval similarity of a cited chunk"},
		{"claims", oneOf(&v.Claims, policy.NumericClaims, policy.FactualClaims, policy.AllClaims), "which sentences need support"},
		{"coverage", share(&v.Coverage), "share of claims that must carry a verified citation"},
		{"support", share(&v.Support), "least share of a claim's content words in its cited evidence"},
		{"max_risk", share(&v.MaxRisk), "greatest estimated chance that a claim is not carried"},
		{"verifiable", share(&v.Verifiable), "least share of the answer's words in the cited evidence"},
		{"min_ideal_overlap", share(&v.MinIdealOverlap), "least overlap with the ideal answer, where verify is given one"},
		{"open", oneOf(&v.Open, policy.OpenRisk, policy.OpenJudge, policy.OpenQuote, policy.OpenFail), "what becomes of a claim that words alone neither carry nor refute"},
		{"unjudged", oneOf(&v.Unjudged, policy.UnjudgedOpen, policy.UnjudgedFail), "a claim about which words say nothing: like an open one, or it fails unless a judge carries it"},
		{"judge", text(&v.Judge, nil), "name of a judge; empty for no model call"},
		{"relevance", oneOf(&v.Relevance, policy.RelevanceOff, policy.RelevanceWarn, policy.RelevanceFail), "what becomes of an answer to another question; fail needs a judge"},
		{"max_latency", span(&v.MaxLatency, 0, hour), "time after which an exchange is not repaired and told as budget-exhausted; 0s for any"},
		{"accounted", truth(&v.Accounted), "headings, questions, code, tables, links and courtesies must be carried too, or say nothing"},
		{"ignore_paths", list[string]{&v.IgnorePaths, func(s *string) node { return text(s, isPointer) }}, "JSON Pointers of an own-schema answer that state nothing"},
	}
}

func trustTable(t *policy.Trust) object {
	return object{
		{"tiers", dict[trust.Tier]{(*map[string]trust.Tier)(&t.Tiers), nil, func(tier *trust.Tier) node {
			return object{
				{"score", share(&tier.Score), "trust of its sources"},
				{"match", list[string]{&tier.Match, func(s *string) node { return text(s, notEmpty) }}, "host names, and names of sources"},
			}
		}, CheckName}, "own tiers, looked up before the built-in table"},
		{"min_score", share(&t.MinScore), "least trust of each cited source"},
		{"min_answer", share(&t.MinAnswer), "least trust of the sources together"},
		{"max_age", span(&t.MaxAge, 0, 36500*day), "greatest age of a cited source; 0s for any"},
	}
}

func refusalTable(f *policy.Refusal) object {
	return object{
		{"message", text(&f.Message, notEmpty), "what the client reads"},
		{"by_language", dict[string]{&f.ByLanguage, nil, func(s *string) node { return text(s, notEmpty) }, isLanguage}, "language of the question: message"},
		{"finish_reason", oneOf(&f.FinishReason, policy.ContentFilter, policy.Stop), "finish_reason of a refusal in plain text"},
		{"schema_template", jsonText(&f.SchemaTemplate), "a refusal in the client's own json_schema, as JSON text; used where it meets that schema"},
		{"own_schema", oneOf(&f.OwnSchema, policy.OwnSchemaRefusal, policy.OwnSchemaTemplate), "in the client's own json_schema: the message in refusal, or an instance that states nothing"},
	}
}

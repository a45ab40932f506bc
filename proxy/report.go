package proxy

import (
	"bytes"
	"encoding/json"

	"vouchsafe/policy"
	"vouchsafe/render"
	"vouchsafe/report"
	"vouchsafe/wire"
)

// account is the report as it stands in a reply.
type account struct {
	TraceID        string            `json:"trace_id"`
	App            string            `json:"app"`
	Policy         string            `json:"policy"`
	Verdict        report.Verdict    `json:"verdict"`
	Reason         *string           `json:"reason"`
	Attempts       int               `json:"attempts"`
	UsageByAttempt []json.RawMessage `json:"usage_by_attempt,omitempty"`
	UsageEstimated bool              `json:"usage_estimated"`
	Choices        []report.Report   `json:"choices,omitempty"`
}

// reportJSON is the reply's report, "" where there is none to send: the policy
// wants none, or the reply is tool calls and nothing was looked at.
func (x *exchange) reportJSON() string {
	detail := x.app.Policy.Report
	if detail == policy.NoReport || x.ending.reason == report.ReasonToolCall {
		return ""
	}
	a := account{
		TraceID: x.id, App: x.app.Name, Policy: x.app.PolicyName,
		Verdict: x.ending.verdict, Reason: optional(x.ending.reason), Attempts: len(x.attempts),
	}
	if detail == policy.FullReport {
		for i := range x.attempts {
			a.UsageByAttempt = append(a.UsageByAttempt, json.RawMessage(orNull(x.attempts[i].usage)))
		}
		for _, c := range x.choices {
			a.Choices = append(a.Choices, c.report)
		}
	}
	return encode(a)
}

// annotations are the markers' links as the interface wants them, those only
// that stand within the first n code points.
func annotations(as []render.Annotation, n int) string {
	type citation struct {
		StartIndex int    `json:"start_index"`
		EndIndex   int    `json:"end_index"`
		URL        string `json:"url"`
		Title      string `json:"title"`
	}
	type annotation struct {
		Type        string   `json:"type"`
		URLCitation citation `json:"url_citation"`
	}
	var out []annotation
	for _, a := range as {
		if a.End <= n {
			out = append(out, annotation{"url_citation", citation{a.Start, a.End, a.URL, a.Title}})
		}
	}
	if out == nil {
		return ""
	}
	return encode(out)
}

// encode is JSON with angle brackets and ampersands as they are: it is not
// put into pages.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return ""
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

// usage is what the client is charged: the sum over all attempts.
func (x *exchange) usage() string {
	raws := make([]string, 0, len(x.attempts))
	for i := range x.attempts {
		raws = append(raws, x.attempts[i].usage)
	}
	return wire.SumUsage(raws...)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func orNull(s string) string { return orElse(s, "null") }

// orElse returns s, or other where s is empty.
func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

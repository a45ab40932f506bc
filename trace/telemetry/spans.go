// Package telemetry tells of exchanges as OpenTelemetry spans, in the JSON
// form of OTLP: one for the exchange and one for each upstream call in it, with
// the attributes and events of the conventions for generative AI.
//
// A span holds no text of an exchange unless the caller says so. The package
// makes the bytes; package outbox sends them. The SDK of OpenTelemetry is not
// used: it doubles the size of the program, and this is all that is needed.
package telemetry

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/traceparent"
)

// Spans are those of an exchange as JSON, with commas between them; nil where
// the client does not want it recorded. With content they hold the question
// and the answer of t. It does not keep t.
func Spans(t *ledger.Trace, content bool) []byte {
	within := traceparent.Of(t.Parent, t.QueryID)
	if !within.Sampled {
		return nil
	}
	out := encode(exchangeSpan(t, within, content))
	for i := range t.Attempts {
		out = append(append(out, ','), encode(attemptSpan(t, i, within))...)
	}
	return out
}

// exchangeSpan is the span of the client's call. It is no call of a model, and
// names neither operation, model nor tokens as one: its upstream calls do, and
// whoever adds up would count them twice.
func exchangeSpan(t *ledger.Trace, within traceparent.Context, content bool) span {
	s := span{
		Trace: within.Trace.String(), ID: traceparent.Span(t.QueryID, 0).String(), Name: "vouchsafe " + name(t), Kind: kindServer,
		Start: nanos(t.Timestamp), End: nanos(t.Timestamp.Add(t.Latency.Total)),
	}
	if within.Parent != (traceparent.SpanID{}) {
		s.Parent = within.Parent.String()
	}
	var a attributes
	a.text(conversationID, t.Conversation)
	a.text(ownModel, t.Model)
	a.text(ownTrace, t.QueryID)
	a.text(ownApp, t.App)
	a.text(ownPolicy, t.Policy)
	a.text(ownVerdict, string(t.Verdict))
	a.text(ownReason, t.Reason)
	a.texts(ownFindings, codes(t.Findings))
	a.whole(ownChunks, int64(len(t.Chunks)))
	a.whole(ownAttempts, int64(len(t.Attempts)))
	a.number(ownVerifyMS, float64(t.Latency.Verify)/float64(time.Millisecond))
	if t.Latency.Judge > 0 {
		a.number(ownJudgeMS, float64(t.Latency.Judge)/float64(time.Millisecond))
	}
	if content {
		a.text(inputMessages, messages("user", t.Question))
		a.text(outputMessages, messages("assistant", t.Answer))
	}
	if t.Verdict == report.Failed {
		s.Status = status{t.Reason, codeError}
		a.text(errorType, t.Reason)
	}
	s.Attributes, s.Events = a, evaluations(t, s.End)
	return s
}

// attemptSpan is the span of an upstream call.
func attemptSpan(t *ledger.Trace, i int, within traceparent.Context) span {
	call := &t.Attempts[i]
	began := t.Timestamp.Add(call.Start)
	s := span{
		Trace: within.Trace.String(), ID: traceparent.Span(t.QueryID, i+1).String(), Parent: traceparent.Span(t.QueryID, 0).String(),
		Name: name(t), Kind: kindClient, Start: nanos(began), End: nanos(began.Add(call.Duration)),
	}
	var a attributes
	a.text(operationName, chat)
	a.text(providerName, call.Upstream)
	a.text(requestModel, t.Model)
	a.truth(ownRepair, call.IsRepair())
	a.texts(ownFindings, codes(call.Findings))
	a.tokens(call.Usage)
	if call.Status > 0 {
		a.whole(httpStatus, int64(call.Status))
	}
	if call.Status < 200 || call.Status > 299 {
		s.Status.Code = codeError
		a.text(errorType, class(call))
	}
	s.Attributes = a
	return s
}

// class is the type of an error: its cause where there was no answer, else the
// status.
func class(call *ledger.Attempt) string {
	switch {
	case call.Status > 0:
		return strconv.Itoa(call.Status)
	case call.Cause != "":
		return call.Cause
	}
	return "no_answer"
}

func name(t *ledger.Trace) string {
	if t.Model == "" {
		return chat
	}
	return chat + " " + t.Model
}

// codes are those of findings, each once.
func codes(findings []report.Finding) []string {
	var out []string
	for _, f := range findings {
		if !slices.Contains(out, string(f.Code)) {
			out = append(out, string(f.Code))
		}
	}
	return out
}

func (a *attributes) tokens(usage json.RawMessage) {
	for _, t := range [][2]string{{inputTokens, "prompt_tokens"}, {outputTokens, "completion_tokens"}} {
		if n := gjson.GetBytes(usage, t[1]); n.Type == gjson.Number {
			a.whole(t[0], n.Int())
		}
	}
}

// messages is a text as the conventions have messages: JSON in a text.
func messages(role, text string) string {
	if text == "" {
		return ""
	}
	parts := []any{map[string]string{"type": "text", "content": text}}
	return string(encode([]any{map[string]any{"role": role, "parts": parts}}))
}

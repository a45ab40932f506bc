// Package telemetry tells of exchanges as OpenTelemetry spans, in the JSON
// form of OTLP: one for the exchange and one for each upstream call in it, with
// the attributes of the conventions for generative AI.
//
// A span holds no text of an exchange unless the caller says so. The package
// makes the bytes; package outbox sends them. The SDK of OpenTelemetry is not
// used: it doubles the size of the program, and this is all that is needed.
package telemetry

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/traceparent"
)

// Names of attributes are those of OpenTelemetry's conventions for generative AI
// (https://opentelemetry.io/docs/specs/semconv/gen-ai/), which are in development
// and change; they stand in this file only.

// chat is the operation of every call that is verified.
const chat = "chat"

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
	a.add("gen_ai.conversation.id", t.Conversation)
	a.add("vouchsafe.model", t.Model)
	a.add("vouchsafe.trace_id", t.QueryID)
	a.add("vouchsafe.app", t.App)
	a.add("vouchsafe.policy", t.Policy)
	a.add("vouchsafe.verdict", string(t.Verdict))
	a.add("vouchsafe.proof", string(t.Proof))
	a.add("vouchsafe.reason", t.Reason)
	a.add("vouchsafe.findings", report.CodesOf(t.Findings))
	a.add("vouchsafe.chunks", len(t.Chunks))
	a.add("vouchsafe.attempts", len(t.Attempts))
	a.add("vouchsafe.verify_ms", float64(t.Latency.Verify)/float64(time.Millisecond))
	if t.Latency.Judge > 0 {
		a.add("vouchsafe.judge_ms", float64(t.Latency.Judge)/float64(time.Millisecond))
	}
	if content {
		a.add("gen_ai.input.messages", messages("user", t.Question))
		a.add("gen_ai.output.messages", messages("assistant", t.Answer))
	}
	if t.Verdict == report.Failed {
		s.Status = status{t.Reason, codeError}
		a.add("error.type", t.Reason)
	}
	s.Attributes = a
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
	a.add("gen_ai.operation.name", chat)
	a.add("gen_ai.provider.name", call.Upstream)
	a.add("gen_ai.request.model", t.Model)
	a.add("vouchsafe.repair", call.Repair)
	a.add("vouchsafe.findings", report.CodesOf(call.Findings))
	for _, t := range [][2]string{{"gen_ai.usage.input_tokens", "prompt_tokens"}, {"gen_ai.usage.output_tokens", "completion_tokens"}} {
		if n := gjson.GetBytes(call.Usage, t[1]); n.Type == gjson.Number {
			a.add(t[0], int(n.Int()))
		}
	}
	if call.Status > 0 {
		a.add("http.response.status_code", call.Status)
	}
	if call.Status < 200 || call.Status > 299 {
		s.Status.Code = codeError
		a.add("error.type", class(call))
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

// messages is a text as the conventions have messages: JSON in a text.
func messages(role, text string) string {
	if text == "" {
		return ""
	}
	parts := []any{map[string]string{"type": "text", "content": text}}
	return string(encode([]any{map[string]any{"role": role, "parts": parts}}))
}

// The parts of OTLP's JSON encoding that are used:
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Ids are in
// hex digits, 64-bit numbers are texts.

type span struct {
	Trace      string     `json:"traceId"`
	ID         string     `json:"spanId"`
	Parent     string     `json:"parentSpanId,omitempty"`
	Name       string     `json:"name"`
	Kind       int        `json:"kind"`
	Start      nanos      `json:"startTimeUnixNano"`
	End        nanos      `json:"endTimeUnixNano"`
	Attributes attributes `json:"attributes"`
	Status     status     `json:"status"`
}

// status is empty where all is well.
type status struct {
	Message string `json:"message,omitempty"`
	Code    int    `json:"code,omitempty"`
}

// Kinds of spans, and the code of a failed one.
const (
	kindServer = 2
	kindClient = 3
	codeError  = 2
)

// nanos is a time as OTLP has it.
type nanos time.Time

func (n nanos) MarshalText() ([]byte, error) {
	return strconv.AppendInt(nil, max(time.Time(n).UnixNano(), 0), 10), nil
}

// attributes are told only where they say something.
type attributes []attribute

type attribute struct {
	Key   string         `json:"key"`
	Value map[string]any `json:"value"`
}

// add adds an attribute, unless it is a text or a list that is empty.
func (a *attributes) add(key string, value any) {
	var told map[string]any
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
		told = map[string]any{"stringValue": v}
	case int:
		told = map[string]any{"intValue": strconv.Itoa(v)}
	case float64:
		told = map[string]any{"doubleValue": v}
	case bool:
		told = map[string]any{"boolValue": v}
	case []report.Code:
		if len(v) == 0 {
			return
		}
		values := make([]map[string]string, len(v))
		for i, s := range v {
			values[i] = map[string]string{"stringValue": string(s)}
		}
		told = map[string]any{"arrayValue": map[string]any{"values": values}}
	}
	*a = append(*a, attribute{key, told})
}

// Joiner returns what puts the spans of several exchanges, each as Spans
// returned them, into one request to a collector.
func Joiner(version string) func(messages [][]byte) []byte {
	var service attributes
	service.add("service.name", "vouchsafe")
	service.add("service.version", version)
	resource := encode(map[string]any{"attributes": service})
	scope := encode(map[string]any{"name": "vouchsafe", "version": version})
	return func(messages [][]byte) []byte {
		head := `{"resourceSpans":[{"resource":` + string(resource) + `,"scopeSpans":[{"scope":` + string(scope) + `,"spans":[`
		return append(append([]byte(head), bytes.Join(messages, []byte(","))...), "]}]}]}"...)
	}
}

// encode writes values that hold nothing which cannot be written: a number is
// never infinite here.
func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

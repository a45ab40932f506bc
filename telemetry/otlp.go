package telemetry

import (
	"encoding/json"
	"strconv"
)

// The parts of OTLP's JSON encoding that are used:
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Ids are in
// hex digits, 64-bit numbers are texts.

type span struct {
	TraceID      string      `json:"traceId"`
	SpanID       string      `json:"spanId"`
	ParentSpanID string      `json:"parentSpanId,omitempty"`
	Name         string      `json:"name"`
	Kind         int         `json:"kind"`
	Start        string      `json:"startTimeUnixNano"`
	End          string      `json:"endTimeUnixNano"`
	Attributes   []attribute `json:"attributes"`
	Status       status      `json:"status"`
}

// Kinds of spans.
const (
	kindServer = 2
	kindClient = 3
)

type status struct {
	Message string `json:"message,omitempty"`
	Code    int    `json:"code,omitempty"`
}

const codeError = 2

type attribute struct {
	Key   string `json:"key"`
	Value value  `json:"value"`
}

type value struct {
	String *string  `json:"stringValue,omitempty"`
	Int    *string  `json:"intValue,omitempty"`
	Double *float64 `json:"doubleValue,omitempty"`
	Bool   *bool    `json:"boolValue,omitempty"`
	Array  *list    `json:"arrayValue,omitempty"`
}

type list struct {
	Values []value `json:"values"`
}

// attributes gathers those that say something.
type attributes []attribute

func (a *attributes) text(key, s string) {
	if s != "" {
		*a = append(*a, attribute{key, value{String: &s}})
	}
}

func (a *attributes) whole(key string, n int64) {
	s := strconv.FormatInt(n, 10)
	*a = append(*a, attribute{key, value{Int: &s}})
}

func (a *attributes) number(key string, x float64) {
	*a = append(*a, attribute{key, value{Double: &x}})
}

func (a *attributes) truth(key string, b bool) {
	*a = append(*a, attribute{key, value{Bool: &b}})
}

func (a *attributes) texts(key string, all []string) {
	if len(all) == 0 {
		return
	}
	l := list{}
	for i := range all {
		l.Values = append(l.Values, value{String: &all[i]})
	}
	*a = append(*a, attribute{key, value{Array: &l}})
}

// Joiner returns what puts the spans of several exchanges, each as Spans
// returned them, into one request to a collector.
func Joiner(version string) func(messages [][]byte) []byte {
	var service attributes
	service.text("service.name", "vouchsafe")
	service.text("service.version", version)
	head, err := json.Marshal(service)
	if err != nil {
		head = []byte("[]")
	}
	name, err := json.Marshal(map[string]string{"name": "vouchsafe", "version": version})
	if err != nil {
		name = []byte("{}")
	}
	return func(messages [][]byte) []byte {
		body := []byte(`{"resourceSpans":[{"resource":{"attributes":` + string(head) + `},"scopeSpans":[{"scope":` + string(name) + `,"spans":[`)
		for i, m := range messages {
			if i > 0 {
				body = append(body, ',')
			}
			body = append(body, m...)
		}
		return append(body, "]}]}]}"...)
	}
}

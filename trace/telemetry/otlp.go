package telemetry

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"
)

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
	Events     []event    `json:"events,omitempty"`
	Status     status     `json:"status"`
}

// status is empty where all is well.
type status struct {
	Message string `json:"message,omitempty"`
	Code    int    `json:"code,omitempty"`
}

// event is something that is told of a span, at its end.
type event struct {
	Time       nanos      `json:"timeUnixNano"`
	Name       string     `json:"name"`
	Attributes attributes `json:"attributes"`
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

func (a *attributes) add(key, kind string, value any) {
	*a = append(*a, attribute{key, map[string]any{kind: value}})
}

func (a *attributes) text(key, s string) {
	if s != "" {
		a.add(key, "stringValue", s)
	}
}

func (a *attributes) whole(key string, n int64)    { a.add(key, "intValue", strconv.FormatInt(n, 10)) }
func (a *attributes) number(key string, x float64) { a.add(key, "doubleValue", x) }
func (a *attributes) truth(key string, b bool)     { a.add(key, "boolValue", b) }
func (a *attributes) texts(key string, all []string) {
	if len(all) == 0 {
		return
	}
	var values []any
	for _, s := range all {
		values = append(values, map[string]any{"stringValue": s})
	}
	a.add(key, "arrayValue", map[string]any{"values": values})
}

// Joiner returns what puts the spans of several exchanges, each as Spans
// returned them, into one request to a collector.
func Joiner(version string) func(messages [][]byte) []byte {
	var service attributes
	service.text("service.name", "vouchsafe")
	service.text("service.version", version)
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

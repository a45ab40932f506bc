package telemetry

import (
	"bytes"
	"encoding/json"
	"strconv"
	"time"

	"vouchsafe/grounding/report"
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

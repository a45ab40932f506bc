package telemetry

import (
	"strconv"
	"time"

	"vouchsafe/grounding/report"
)

// The parts of OTLP's JSON encoding that are used:
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Ids are in
// hex digits, 64-bit numbers are texts.

// span is one span. Its attributes are JSON already.
type span struct {
	trace, id, parent, name string
	kind                    int
	start, end              time.Time
	attributes              attributes
	events                  []event
	failed                  bool
	message                 string // of a failed one; may be empty
}

// Kinds of spans.
const (
	kindServer = 2
	kindClient = 3
)

const codeError = 2

// append writes the span behind dst. It is written by hand, because every
// exchange pays for it.
func (s *span) append(dst []byte) []byte {
	j := report.JSON(dst)
	j.Open('{')
	j.Text("traceId", s.trace)
	j.Text("spanId", s.id)
	if s.parent != "" {
		j.Text("parentSpanId", s.parent)
	}
	j.Text("name", s.name)
	j.Integer("kind", s.kind)
	j.Text("startTimeUnixNano", nanos(s.start))
	j.Text("endTimeUnixNano", nanos(s.end))
	j.Key("attributes")
	j.Open('[')
	j = append(j, s.attributes...)
	j.Close(']')
	s.appendEvents(&j)
	j.Key("status")
	j.Open('{')
	if s.message != "" {
		j.Text("message", s.message)
	}
	if s.failed {
		j.Integer("code", codeError)
	}
	j.Close('}')
	j.Close('}')
	return j
}

// event is something that is told of a span, at its end.
type event struct {
	name       string
	attributes attributes
}

func (s *span) appendEvents(j *report.JSON) {
	if len(s.events) == 0 {
		return
	}
	j.Key("events")
	j.Open('[')
	for _, e := range s.events {
		j.Comma()
		j.Open('{')
		j.Text("timeUnixNano", nanos(s.end))
		j.Text("name", e.name)
		j.Key("attributes")
		j.Open('[')
		*j = append(*j, e.attributes...)
		j.Close(']')
		j.Close('}')
	}
	j.Close(']')
}

// nanos is a time as OTLP has it.
func nanos(t time.Time) string { return strconv.FormatInt(max(t.UnixNano(), 0), 10) }

// attributes are written one behind the other. Each is written only where it
// says something.
type attributes []byte

// add writes an attribute whose value is written by write.
func (a *attributes) add(key string, write func(*report.JSON)) {
	j := report.JSON(*a)
	j.Comma()
	j.Open('{')
	j.Text("key", key)
	j.Key("value")
	j.Open('{')
	write(&j)
	j.Close('}')
	j.Close('}')
	*a = attributes(j)
}

func (a *attributes) text(key, s string) {
	if s != "" {
		a.add(key, func(j *report.JSON) { j.Text("stringValue", s) })
	}
}

func (a *attributes) whole(key string, n int64) {
	a.add(key, func(j *report.JSON) { j.Text("intValue", strconv.FormatInt(n, 10)) })
}

func (a *attributes) number(key string, x float64) {
	a.add(key, func(j *report.JSON) { j.Number("doubleValue", x) })
}

func (a *attributes) truth(key string, b bool) {
	a.add(key, func(j *report.JSON) { j.Truth("boolValue", b) })
}

func (a *attributes) texts(key string, all []string) {
	if len(all) == 0 {
		return
	}
	a.add(key, func(j *report.JSON) {
		j.Key("arrayValue")
		j.Open('{')
		j.Key("values")
		j.Open('[')
		for _, s := range all {
			j.Comma()
			j.Open('{')
			j.Text("stringValue", s)
			j.Close('}')
		}
		j.Close(']')
		j.Close('}')
	})
}

// Joiner returns what puts the spans of several exchanges, each as Spans
// returned them, into one request to a collector.
func Joiner(version string) func(messages [][]byte) []byte {
	var service attributes
	service.text("service.name", "vouchsafe")
	service.text("service.version", version)
	var scope report.JSON
	scope.Open('{')
	scope.Text("name", "vouchsafe")
	scope.Text("version", version)
	scope.Close('}')
	return func(messages [][]byte) []byte {
		body := []byte(`{"resourceSpans":[{"resource":{"attributes":[` + string(service) + `]},` +
			`"scopeSpans":[{"scope":` + string(scope) + `,"spans":[`)
		for i, m := range messages {
			if i > 0 {
				body = append(body, ',')
			}
			body = append(body, m...)
		}
		return append(body, "]}]}]}"...)
	}
}

package config

import (
	"net/url"
	"strings"
)

// otlpName begins the names of the variables that every exporter of
// OpenTelemetry reads.
const otlpName = "OTEL_EXPORTER_OTLP_"

// complete takes from the environment what the file leaves out. A
// collector that is said to speak gRPC is left alone: spans leave over HTTP.
func (t *Telemetry) complete(env Env) {
	if t.OTLPEndpoint == "" && !strings.EqualFold(otlpVariable(env, "PROTOCOL"), "grpc") {
		t.OTLPEndpoint = otlpVariable(env, "ENDPOINT")
	}
	if t.OTLPEndpoint != "" && len(t.Headers) == 0 {
		t.Headers = parseHeaders(otlpVariable(env, "HEADERS"))
	}
}

// otlpVariable is a setting for traces, or else for everything.
func otlpVariable(env Env, name string) string {
	for _, full := range []string{otlpName + "TRACES_" + name, otlpName + name} {
		if value, ok := env(full); ok && value != "" {
			return value
		}
	}
	return ""
}

// parseHeaders reads name=value pairs with commas between them, as the
// OpenTelemetry specification writes them.
func parseHeaders(text string) map[string]string {
	headers := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		name, value, found := strings.Cut(pair, "=")
		name = strings.TrimSpace(name)
		if decoded, err := url.PathUnescape(strings.TrimSpace(value)); found && err == nil && checks()["header"](name) == "" {
			headers[name] = decoded
		}
	}
	if len(headers) == 0 {
		return nil
	}
	return headers
}

// check looks at an address that may come from the environment.
func (t *Telemetry) check(r *reader) {
	if message := (&key{Type: "url", Empty: true}).check(t.OTLPEndpoint); message != "" {
		r.at("telemetry.otlp_endpoint", Problem{Value: t.OTLPEndpoint,
			Message: message + "; it comes from " + otlpName + "ENDPOINT"})
	}
}

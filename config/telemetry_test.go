package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTelemetryOfTheEnvironment(t *testing.T) {
	for _, c := range []struct {
		name, file string
		env        map[string]string
		want       Telemetry
	}{
		{"nothing", "", nil, Telemetry{}},
		{"everything's", "", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_EXPORTER_OTLP_HEADERS": "Authorization=Basic%20eDp5, x-team=a"},
			Telemetry{OTLPEndpoint: "http://c:4318", Headers: map[string]string{"Authorization": "Basic eDp5", "x-team": "a"}}},
		{"that of traces first", "", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://t/v1/traces"},
			Telemetry{OTLPEndpoint: "http://t/v1/traces"}},
		{"the file first", "telemetry: {otlp_endpoint: 'http://f', headers: {a: b}}", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c", "OTEL_EXPORTER_OTLP_HEADERS": "c=d"},
			Telemetry{OTLPEndpoint: "http://f", Headers: map[string]string{"a": "b"}}},
		{"gRPC is not spoken", "", map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4317", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"}, Telemetry{}},
	} {
		loaded, problems := Load([]byte(c.file), func(name string) (string, bool) { v, ok := c.env[name]; return v, ok })
		if len(problems) > 0 {
			t.Errorf("%s: %s", c.name, lines(problems))
		} else if diff := cmp.Diff(c.want, loaded.Telemetry); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
	broken := func(name string) (string, bool) {
		return map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": "collector"}[name], true
	}
	if _, problems := Load(nil, broken); len(problems) != 1 || problems[0].Path != "telemetry.otlp_endpoint" {
		t.Error(lines(problems))
	}
}

package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/internal/wait"
)

// receiver is a server outside the process that takes messages.
type receiver struct {
	*httptest.Server
	mu      sync.Mutex
	bodies  []string
	headers []http.Header
	paths   []string
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.bodies, r.headers, r.paths = append(r.bodies, string(body)), append(r.headers, req.Header), append(r.paths, req.URL.String())
	}))
	t.Cleanup(r.Close)
	return r
}

// got waits for so many messages.
func (r *receiver) got(t *testing.T, n int) []string {
	t.Helper()
	var bodies []string
	wait.Until(t, fmt.Sprintf("%d messages come", n), func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		bodies = append([]string(nil), r.bodies...)
		return len(bodies) >= n
	})
	return bodies
}

func TestFailingAnswersAreToldOfAtTheWebhook(t *testing.T) {
	hook := newReceiver(t)
	r := start(t, shop(scripted(t).BaseURL(), "north")+fmt.Sprintf("alerts: {webhook: %q, failure_rate: 0.2, window: 10m}\n", hook.URL+"/hook?a=b"))
	for range 30 {
		if _, err := r.ask(http.DefaultClient, "extractive:invent-all", "When does the ferry leave?"); err != nil {
			t.Fatal(err)
		}
	}
	body := hook.got(t, 1)[0]
	if gjson.Get(body, "alert").Str != "failure-rate" || gjson.Get(body, "app").Str != "default" || gjson.Get(body, "failure_rate").Num != 1 {
		t.Error(body)
	}
	hook.mu.Lock()
	defer hook.mu.Unlock()
	if len(hook.bodies) != 1 || hook.paths[0] != "/hook?a=b" {
		t.Errorf("%d messages, at %v", len(hook.bodies), hook.paths)
	}
}

func TestSpansReachACollector(t *testing.T) {
	for _, tt := range []struct {
		name, telemetry, app string
		question             bool
	}{
		{"no content", "{otlp_endpoint: %q, headers: {authorization: Basic eDp5}}", "", false},
		{"content", "{otlp_endpoint: %q, capture_content: true}", "", true},
		{"content of an app whose texts are not to be kept", "{otlp_endpoint: %q, capture_content: true}", "hashed", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			collector, model := newReceiver(t), scripted(t)
			file := strings.Replace(shop(model.BaseURL(), "north"), `jsonl: {path: ""}`, fmt.Sprintf("jsonl: {path: %q}, redact: [ferry]", t.TempDir()+"/t.jsonl"), 1)
			if tt.app != "" {
				file = strings.Replace(file, "{policy: north}", "{policy: north, content: "+tt.app+"}", 1)
			}
			r := start(t, file+"telemetry: "+fmt.Sprintf(tt.telemetry, collector.URL)+"\n")
			if _, err := r.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil {
				t.Fatal(err)
			}
			body := collector.got(t, 1)[0]
			spans := gjson.Get(body, "resourceSpans.0.scopeSpans.0.spans").Array()
			if len(spans) != 2 || collector.paths[0] != "/v1/traces" || spans[1].Get("parentSpanId").Str != spans[0].Get("spanId").Str {
				t.Fatalf("%v %s", collector.paths, body)
			}
			if sent, set := collector.headers[0].Get("Authorization"), strings.Contains(tt.telemetry, "Basic"); (sent == "Basic eDp5") != set {
				t.Errorf("the collector was sent %q", sent)
			}
			asked := model.Requests()[0].Header.Get("traceparent")
			if want := "00-" + spans[1].Get("traceId").Str + "-" + spans[1].Get("spanId").Str + "-01"; asked != want {
				t.Errorf("the upstream was told %s, the span is %s", asked, want)
			}
			if got := strings.Contains(body, "When does the [redacted] leave?"); got != tt.question || strings.Contains(body, "ferry") || strings.Contains(body, "hmac-") {
				t.Errorf("the question is there: %t: %s", got, body)
			}
		})
	}
}

func TestACollectorThatIsDownHoldsNobodyUp(t *testing.T) {
	collector := newReceiver(t)
	collector.Close()
	r := start(t, shop(scripted(t).BaseURL(), "north")+fmt.Sprintf("telemetry: {otlp_endpoint: %q}\nalerts: {webhook: %q}\n", collector.URL, collector.URL))
	for range 30 {
		if got, err := r.ask(http.DefaultClient, "extractive", "When does the ferry leave?"); err != nil || got.verdict != "grounded" {
			t.Fatal(got, err)
		}
	}
}

package metrics

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// page is what somebody who asks for the metrics gets.
func page(t testing.TB, m *Metrics) string {
	t.Helper()
	var b strings.Builder
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func wantLines(t *testing.T, page string, lines ...string) {
	t.Helper()
	all := strings.Split(page, "\n")
	for _, line := range lines {
		if !slices.Contains(all, line) {
			t.Errorf("there is no line %q", line)
		}
	}
}

func repaired() *ledger.Trace {
	return &ledger.Trace{
		App: "clinic", Policy: "clinical", Verdict: report.Repaired, Proof: report.Cited,
		Citations: []report.Citation{{Heal: &report.Heal{Kind: "snap"}}, {}},
		Findings:  []report.Finding{{Code: report.SnippetAltered}, {Code: report.SnippetAltered}, {Code: report.ClaimNumber}},
		Attempts: []ledger.Attempt{
			{Asked: "answer, segments", Findings: []report.Finding{{Code: report.ClaimNegation}, {Code: report.ClaimNumber}}, Upstream: "openai", Status: 200, Start: 4 * time.Millisecond, Duration: time.Second, Usage: json.RawMessage(`{"prompt_tokens":100,"completion_tokens":20}`)},
			{Asked: "repair, segments", Repair: true, Upstream: "openai", Status: 200, Duration: 2 * time.Second, Usage: json.RawMessage(`{"prompt_tokens":150,"completion_tokens":30}`)},
		},
		Latency: ledger.Latency{Total: 3100 * time.Millisecond, Upstream: 3 * time.Second, Verify: 2 * time.Millisecond},
	}
}

func TestAQuotedExchangeAndAnUnseenContextAreCountedByName(t *testing.T) {
	m := New("1")
	m.Exchange(&ledger.Trace{App: "a", Policy: "p", Verdict: report.Quoted})
	m.Exchange(&ledger.Trace{App: "a", Policy: "p", Verdict: report.Skipped, Metadata: json.RawMessage(`{"context_not_seen":"made up by a client"}`)})
	wantLines(t, page(t, m),
		`vouchsafe_exchanges_total{app="a",counts_as="changed",policy="p",verdict="quoted"} 1`,
		`vouchsafe_context_not_seen_total{app="a",reason="other"} 1`,
	)
}

func TestTasksAreCountedByTheirForm(t *testing.T) {
	m := New("1")
	m.Exchange(&ledger.Trace{App: "a", Policy: "p", Verdict: report.Skipped, Reason: report.ReasonTask, Metadata: json.RawMessage(`{"task":"json","task_unsupported":2}`)})
	m.Exchange(&ledger.Trace{App: "a", Policy: "p", Verdict: report.Skipped, Reason: report.ReasonTask, Metadata: json.RawMessage(`{"task":"my-own-rule"}`)})
	wantLines(t, page(t, m),
		`vouchsafe_skipped_total{app="a",reason="task"} 2`,
		`vouchsafe_tasks_total{app="a",form="json"} 1`,
		`vouchsafe_tasks_total{app="a",form="other"} 1`,
		`vouchsafe_task_unsupported_total{app="a"} 2`,
	)
}

func TestATraceIsCounted(t *testing.T) {
	m := New("1.2.3")
	m.Exchange(repaired())
	wantLines(t, page(t, m),
		`vouchsafe_build_info{version="1.2.3"} 1`,
		`vouchsafe_exchanges_total{app="clinic",counts_as="saved",policy="clinical",verdict="repaired"} 1`,
		`vouchsafe_proof_total{app="clinic",proof="cited"} 1`,
		`vouchsafe_findings_total{app="clinic",finding="snippet-altered"} 1`,
		`vouchsafe_findings_total{app="clinic",finding="claim-negation"} 1`,
		`vouchsafe_findings_total{app="clinic",finding="claim-number"} 1`,
		`vouchsafe_heals_total{app="clinic",heal="snap"} 1`,
		`vouchsafe_attempts_total{app="clinic",status="2xx",upstream="openai"} 2`,
		`vouchsafe_repairs_total{app="clinic"} 1`,
		`vouchsafe_repair_tokens_total{app="clinic"} 180`,
		`vouchsafe_tokens_total{app="clinic",direction="in",upstream="openai"} 250`,
		`vouchsafe_tokens_total{app="clinic",direction="out",upstream="openai"} 50`,
		`vouchsafe_exchange_seconds_sum{app="clinic"} 3.1`,
		`vouchsafe_added_seconds_sum{app="clinic"} 0.1`,
		`vouchsafe_upstream_seconds_sum{app="clinic",upstream="openai"} 3`,
		`vouchsafe_verify_seconds_sum{app="clinic"} 0.002`,
		`vouchsafe_queue_seconds_sum{app="clinic"} 0.004`,
	)
}

func TestASkippedExchangeTellsItsReason(t *testing.T) {
	m := New("")
	m.Exchange(&ledger.Trace{App: "clinic", Policy: "p", Verdict: report.Skipped, Reason: report.ReasonNoContext})
	m.Exchange(&ledger.Trace{Verdict: report.Failed, Reason: "not_found"})
	got := page(t, m)
	wantLines(t, got,
		`vouchsafe_skipped_total{app="clinic",reason="no-context"} 1`,
		`vouchsafe_exchanges_total{app="none",counts_as="failed",policy="none",verdict="failed"} 1`,
	)
	if strings.Contains(got, "not_found") {
		t.Error("the reason of a failure became a label")
	}
}

func TestWhatWasMeasuredElsewhereIsCounted(t *testing.T) {
	m := New("")
	m.Recorded("clinic", time.Second)
	m.Exchange(&ledger.Trace{App: "clinic", Verdict: report.Grounded, Latency: ledger.Latency{Total: 2 * time.Second, First: time.Second}})
	wantLines(t, page(t, m),
		`vouchsafe_ledger_seconds_count{app="clinic"} 1`,
		`vouchsafe_first_sentence_seconds_count{app="clinic"} 1`,
	)
}

func TestValuesAreReadWhenAskedFor(t *testing.T) {
	m := New("")
	n := 0.0
	m.Read(func() []Reading { return []Reading{Gauge("vouchsafe_exchanges_running", "", n)} })
	m.Read(func() []Reading {
		return []Reading{Counter("vouchsafe_ledger_lost_total", "", n), Counter("vouchsafe_judge_calls_total", "", n, "judge", "mini")}
	})
	n = 7
	wantLines(t, page(t, m), "vouchsafe_exchanges_running 7", "# TYPE vouchsafe_exchanges_running gauge",
		"vouchsafe_ledger_lost_total 7", "# TYPE vouchsafe_ledger_lost_total counter", `vouchsafe_judge_calls_total{judge="mini"} 7`)
	for _, name := range []string{"", "vouchsafe_exchanges_running"} {
		m := New("")
		m.Read(func() []Reading { return []Reading{Gauge("vouchsafe_exchanges_running", "", 1), Gauge(name, "", 1)} })
		if m.Write(io.Discard) == nil {
			t.Errorf("%q can be read, or read twice", name)
		}
	}
}

func TestClientsCannotMakeSeriesWithoutEnd(t *testing.T) {
	m := New("")
	for i := range 5000 {
		name := fmt.Sprintf("n%d", i)
		m.Exchange(&ledger.Trace{
			App: "a", Policy: "p", Verdict: report.Verdict(name), Model: name, User: name, Reason: name,
			Findings:  []report.Finding{{Code: report.Code(name)}},
			Citations: []report.Citation{{Heal: &report.Heal{Kind: name}}},
			Attempts:  []ledger.Attempt{{Asked: name, Upstream: "u", Status: i}},
		})
	}
	wantLines(t, page(t, m), `vouchsafe_exchanges_total{app="a",counts_as="failed",policy="p",verdict="other"} 5000`,
		`vouchsafe_findings_total{app="a",finding="other"} 5000`, `vouchsafe_heals_total{app="a",heal="other"} 5000`)
}

func TestSenselessUsageSpoilsNoSum(t *testing.T) {
	for _, usage := range []string{
		"", "null", "{", `{"prompt_tokens":-5}`, `{"prompt_tokens":"12"}`, `{"prompt_tokens":1e300}`, `{"prompt_tokens":[9]}`, "[]",
		`{"prompt_tokens":null,"completion_tokens":{}}`, "\xff",
	} {
		m := New("")
		m.Exchange(&ledger.Trace{Attempts: []ledger.Attempt{{Repair: true, Usage: json.RawMessage(usage)}}})
		if got := page(t, m); strings.Contains(got, "vouchsafe_tokens_total{") || strings.Contains(got, "vouchsafe_repair_tokens_total{") {
			t.Errorf("%q was counted", usage)
		}
	}
}

func TestAClockThatWentBackIsNoNegativeTime(t *testing.T) {
	m := New("")
	m.Exchange(&ledger.Trace{App: "a", Latency: ledger.Latency{Total: -time.Hour, Upstream: time.Hour}})
	wantLines(t, page(t, m), `vouchsafe_added_seconds_sum{app="a"} 0`, `vouchsafe_exchange_seconds_sum{app="a"} 0`)
}

func TestConcurrentUse(t *testing.T) {
	m := New("")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				m.Exchange(repaired())
			}
		})
	}
	wg.Go(func() { page(t, m) })
	wg.Wait()
	wantLines(t, page(t, m), `vouchsafe_exchanges_total{app="clinic",counts_as="saved",policy="clinical",verdict="repaired"} 800`)
}

func BenchmarkExchange(b *testing.B) {
	m, t := New(""), repaired()
	b.ReportAllocs()
	for b.Loop() {
		m.Exchange(t)
	}
}

func BenchmarkPage(b *testing.B) {
	m := New("")
	for i := range 20 {
		t := repaired()
		t.App = fmt.Sprintf("app-%d", i)
		m.Exchange(t)
	}
	b.ReportAllocs()
	for b.Loop() {
		page(b, m)
	}
}

// TestTheFirstFailureOfAnAppWasNoIncrease: Prometheus takes the first sample of a series for where it begins, so it lost what had come
// before it, and told another failure rate than the pages.
func TestTheFirstFailureOfAnAppWasNoIncrease(t *testing.T) {
	m := New("")
	m.Begin("clinic", "strict", "openai")
	var page strings.Builder
	if err := m.Write(&page); err != nil {
		t.Fatal(err)
	}
	for _, sample := range []string{`vouchsafe_exchanges_total{app="clinic",counts_as="refused",policy="strict",verdict="refused"} 0`,
		`vouchsafe_proof_total{app="clinic",proof="own-words"} 0`, `vouchsafe_skipped_total{app="clinic",reason="no-context"} 0`,
		`vouchsafe_findings_total{app="clinic",finding="missing-citations"} 0`, `vouchsafe_heals_total{app="clinic",heal="snap"} 0`,
		`vouchsafe_attempts_total{app="clinic",status="none",upstream="openai"} 0`, `vouchsafe_repairs_total{app="clinic"} 0`} {
		if !strings.Contains(page.String(), sample+"\n") {
			t.Errorf("no %s in\n%s", sample, page.String())
		}
	}
}

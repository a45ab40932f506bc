package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"vouchsafe/admin/metrics"
	"vouchsafe/grounding/report"
	"vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/trace/ledger"
)

// judgedShop is a configuration whose app has a judge, and a store.
const judgedShop = `listen: 127.0.0.1:0
admin: {listen: ""}
upstreams: {scripted: {base_url: %q}}
judges: {local: {kind: nli, url: %q}}
policies: {careful: {verify: {open: judge, judge: local}, repair: {attempts: 0}}}
apps: {default: {policy: careful}}
ledger: {jsonl: {path: ""}, store: {driver: sqlite, dsn: %q}}
`

// Of two sentences words carry one and leave one open.
const (
	judgedPrompt = `{"model":"m","messages":[{"role":"system","content":"Answer from the documents.\n\n<documents>\n` +
		`<document id=\"d1\">Nightly backups start at 01:30 UTC. Copies are kept for 21 days.</document>\n</documents>"},` +
		`{"role":"user","content":"When do backups run?"}]}`
	judgedAnswer = `{"mode":"answer","segments":[` +
		`{"citations":[{"chunk_id":"d1","snippet":"Nightly backups start at 01:30 UTC"}],"text":"Nightly backups start at 01:30 UTC."},` +
		`{"citations":[{"chunk_id":"d1","snippet":"Nightly backups start at 01:30 UTC"}],"text":"Nightly backups run while most people sleep."}],` +
		`"unanswered_aspects":[]}`
)

// TestWhatAJudgeCostIsTold: share, cost, time and disagreement with people, for each
// exchange in its trace, and together in the metrics and for the dashboard.
func TestWhatAJudgeCostIsTold(t *testing.T) {
	model, judge := serverOf(t, upstreamtest.Say(judgedAnswer)), serverOf(t, func(*upstreamtest.Request) upstreamtest.Reply {
		return upstreamtest.Reply{
			Body:   []byte(`[[{"label":"entailment","score":0.9},{"label":"neutral","score":0.1}]]`),
			Header: map[string]string{"Content-Type": "application/json", "x-compute-tokens": "42"},
		}
	})
	r := start(t, fmt.Sprintf(judgedShop, model.BaseURL(), judge.URL, filepath.Join(t.TempDir(), "traces.db")))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = r.node.admin.Serve(l) }()
	admin := "http://" + l.Addr().String()

	for i, want := range []string{
		`{"name":"local","claims":1,"known":0,"errors":0,"calls":1,"tokens":42}`,
		`{"name":"local","claims":1,"known":1,"errors":0,"calls":0,"tokens":0}`, // asked about before
	} {
		resp, err := http.Post(r.url+"/v1/chat/completions", "application/json", strings.NewReader(judgedPrompt))
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		id := resp.Header.Get("X-Vouchsafe-Trace-Id")
		trace := awaited(t, admin+"/api/traces/"+id, func(body string) bool { return gjson.Get(body, "query_id").Str == id })
		if got := gjson.Get(trace, "judge").Raw; got != want || !(gjson.Get(trace, "latency.judge_ms").Num > 0) {
			t.Errorf("exchange %d: %s, latency %s", i, got, gjson.Get(trace, "latency").Raw)
		}
	}
	metrics := awaited(t, admin+"/metrics", func(string) bool { return true })
	for _, want := range []string{
		`vouchsafe_claims_total{app="default",by="words"} 2`, `vouchsafe_claims_total{app="default",by="judge"} 2`,
		`vouchsafe_judge_claims_total{judge="local"} 2`, `vouchsafe_judge_cached_total{judge="local"} 1`,
		`vouchsafe_judge_carried_total{judge="local"} 2`, `vouchsafe_judge_errors_total{judge="local"} 0`,
		`vouchsafe_judge_calls_total{judge="local"} 1`, `vouchsafe_judge_tokens_total{judge="local"} 42`,
		`vouchsafe_judge_wait_seconds_count{judge="local"} 2`,
	} {
		if !strings.Contains(metrics, want+"\n") {
			t.Errorf("the metrics have no %s", want)
		}
	}
	of := gjson.Get(awaited(t, admin+"/api/stats", func(body string) bool { return gjson.Get(body, "total").Int() == 2 }), "judges.0")
	for member, want := range map[string]int64{"claims": 4, "asked": 2, "rejected": 0, "calls": 1, "tokens": 42} {
		if got := of.Get(member).Int(); got != want {
			t.Errorf("%s is %d, want %d: %s", member, got, want, of.Raw)
		}
	}
}

func serverOf(t *testing.T, script upstreamtest.Script) *upstreamtest.Server {
	t.Helper()
	s, err := upstreamtest.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// awaited gets an address until what it says is as it should be.
func awaited(t *testing.T, url string, is func(body string) bool) string {
	t.Helper()
	said := ""
	wait.Until(t, url+" says it", func() bool {
		resp, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		said = string(body)
		return err == nil && resp.StatusCode == 200 && is(said)
	})
	return said
}

// TestADeadJudgeIsSilent: the log warns of it once a minute, without a text of the exchange; the trace says why.
func TestADeadJudgeIsSilent(t *testing.T) {
	var log bytes.Buffer
	r := recorder{log: zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), zapcore.AddSync(&log), zap.WarnLevel)), metrics: metrics.New("test")}
	for _, at := range []time.Duration{0, time.Second, 2 * time.Minute} {
		r.record(&ledger.Trace{QueryID: "vt_1", App: "clinic", Timestamp: time.Time{}.Add(at), Verdict: report.Grounded,
			Heard: &ledger.Heard{Judge: "local", Claims: 1, Errors: 1, Calls: 1, Cause: "it answers with status 500: the claim"}}, ledger.Full)
	}
	if said := log.String(); strings.Count(said, "a judge gave no opinion") != 2 || strings.Contains(said, "the claim") || !strings.Contains(said, `"judge":"local"`) {
		t.Error(said)
	}

	model, judge := serverOf(t, upstreamtest.Say(judgedAnswer)), serverOf(t, upstreamtest.Fails(500, "backend", "out of memory", nil))
	file := filepath.Join(t.TempDir(), "traces.jsonl")
	g := start(t, strings.Replace(fmt.Sprintf(judgedShop, model.BaseURL(), judge.URL, filepath.Join(t.TempDir(), "traces.db")), `{path: ""}`, "{path: "+file+"}", 1))
	resp, err := http.Post(g.url+"/v1/chat/completions", "application/json", strings.NewReader(judgedPrompt))
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	wait.Until(t, "the trace says why", func() bool {
		text, _ := os.ReadFile(file)
		return strings.Contains(string(text), "status 500: out of memory")
	})
}

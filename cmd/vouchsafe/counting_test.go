package main

import (
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/admin/alerts"
	"vouchsafe/admin/metrics"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/written"
)

// countedSet is one set of exchanges with everything that is counted: each verdict
// some times, and what a policy of open: quote quotes at once.
func countedSet() (all []*ledger.Trace, want report.Figures) {
	add := func(n int, t ledger.Trace) {
		for range n {
			one := t
			one.QueryID, one.App, one.Model, one.Policy = fmt.Sprintf("vt_%d", len(all)), "clinic", "m", "clinical"
			one.Timestamp = time.Now().Add(-time.Duration(len(all)) * time.Second)
			all = append(all, &one)
			want.Add(one.Counts(), 1)
		}
	}
	for i, v := range report.Verdicts() {
		add(3+2*i, ledger.Trace{Verdict: v, Proof: report.Cited})
	}
	add(40, ledger.Trace{Verdict: report.Quoted, CountsAs: report.AsVerbatim, Proof: report.OwnWords})
	for i, t := range all { // tokens of every exchange, and what was found in an attempt that was repaired
		t.Engine = written.Engine{Version: "v"}
		t.Attempts = []ledger.Attempt{{Upstream: "up", Status: 200, Usage: []byte(`{"prompt_tokens":20,"completion_tokens":4,"total_tokens":24}`)}}
		if t.Verdict == report.Repaired {
			first := t.Attempts[0]
			first.Findings = []report.Finding{{Code: report.ClaimNegation}, {Code: report.ClaimNegation}}
			t.Attempts = []ledger.Attempt{first, {Repair: true, Upstream: "up", Status: 200, Usage: []byte(`{"total_tokens":7}`)}}
		}
		if i%3 == 0 { // an upstream that is busy, so that its fallback answers
			t.Attempts = append([]ledger.Attempt{{Upstream: "busy", Status: 429}}, t.Attempts...)
		}
		if i == len(all)-1 {
			t.Findings = []report.Finding{{Code: report.ClaimNegation}}
		}
	}
	return all, want
}

// TestOneSetOfExchangesHasOneFailureRateEverywhere: the API that the overview
// shows, lists, the period report, stats, the alert, the metrics with the formulas
// of Prometheus, Grafana and the documentation.
func TestOneSetOfExchangesHasOneFailureRateEverywhere(t *testing.T) {
	all, want := countedSet()
	// By hand: repaired 7, marked 9, quoted 11, redacted 13, refused 15, ungrounded 19; skipped 21, failed 23.
	if want.Exchanges != 183 || want.Verified != 183-21-23 || want.Failures != 7+9+11+13+15+19 {
		t.Fatalf("%+v", want)
	}
	rate := *want.FailureRate
	path := storeOf(t, all...)

	said := map[string]float64{}
	_, out, _ := vouchsafe(nil, "stats", "-c", path)
	plain := out
	said["stats"] = percentIn(t, out, `failure rate ([\d.]+) %`)
	_, out, _ = vouchsafe(nil, "stats", "-c", path, "--json")
	said["stats --json"] = gjson.Get(out, "figures.failure_rate").Num
	_, out, _ = vouchsafe(nil, "stats", "-c", path, "--by", "app")
	said["stats by app"] = percentIn(t, out, `clinic .* ([\d.]+) %`)
	_, out, _ = vouchsafe(nil, "stats", "-c", path, "--by", "model")
	said["stats by model"] = percentIn(t, out, `m .* ([\d.]+) %`)

	ask := adminOf(t, path)
	stats := ask("/api/stats?since=1d")
	said["overview"] = gjson.Get(stats, "figures.failure_rate").Num
	said["overview, by app over time"] = shareOver(gjson.Get(stats, "series.#.by_app.clinic").Array())
	said["list of failures"] = gjson.Get(ask("/api/traces?failing=true&limit=1"), "total").Num / float64(want.Verified)
	period := ask("/api/report?since=1d")
	said["period report"] = percentIn(t, period, `<strong>([\d.]+)\D*%</strong>`)

	watch, m, now := alerts.New(alerts.Rules{FailureRate: 2, Window: time.Hour}), metrics.New(""), time.Now()
	for i, trace := range all {
		m.Exchange(trace)
		if i == len(all)-1 {
			watch.SetRules(alerts.Rules{Window: time.Hour})
		}
		if alert := watch.Observe(trace.App, trace.Counts(), now); alert != nil {
			said["alert"] = gjson.GetBytes(alert.Message(""), "failure_rate").Num
		}
	}
	var page strings.Builder
	if err := m.Write(&page); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"../../deploy/prometheus/vouchsafe.rules.yml", "../../deploy/grafana/vouchsafe.json", "../../docs/monitoring.md"} {
		failing, verified := matchersIn(t, file)
		said[file] = countedBy(page.String(), failing) / countedBy(page.String(), verified)
	}
	tokens, negations := 183.0*24+7*7, 7.0+1
	repairs := regexp.MustCompile(`(?m)^vouchsafe_repair_tokens_total\{[^}]*\} (\d+)$`)
	for where, got := range map[string]float64{
		"stats": numberIn(t, plain, `of which (\d+) .* on repairs`), "overview": gjson.Get(stats, "cost.tokens_again").Num,
		"over time": sumOf(gjson.Get(stats, "series.#.cost.tokens_again")), "period report": numberIn(t, period, `of which (\d+) on repairs`),
		"metrics": countedBy(page.String(), repairs),
	} {
		if got != 7*7 { // not the first answer of a fallback
			t.Errorf("%s says %v tokens on repairs, there are 49", where, got)
		}
	}
	for where, got := range map[string][2]float64{
		"stats":         {numberIn(t, plain, `tokens: (\d+)`), numberIn(t, plain, `(?m)^claim-negation +(\d+) `)},
		"overview":      {gjson.Get(stats, "cost.tokens").Num, gjson.Get(stats, "by_finding.claim-negation").Num},
		"over time":     {sumOf(gjson.Get(stats, "series.#.cost.tokens")), sumOf(gjson.Get(stats, "series.#.by_finding.claim-negation"))},
		"list":          {tokens, gjson.Get(ask("/api/traces?finding=claim-negation&limit=1"), "total").Num},
		"period report": {numberIn(t, period, `<dd[^>]*>(\d+), of which`), numberIn(t, period, `(?s)claim-negation.{0,40}?(\d+)`)},
		"metrics": {countedBy(page.String(), regexp.MustCompile(`(?m)^vouchsafe_tokens_total\{[^}]*\} (\d+)$`)),
			countedBy(page.String(), regexp.MustCompile(`(?m)^vouchsafe_findings_total\{[^}]*finding="claim-negation"\} (\d+)$`))},
	} {
		if got != [2]float64{tokens, negations} {
			t.Errorf("%s says %v tokens and findings, there are %v and %v", where, got, tokens, negations)
		}
	}
	for where, got := range said {
		if math.Abs(got-rate) > 0.0006 {
			t.Errorf("%s says %.4f, the failure rate is %.4f", where, got, rate)
		}
	}
}

// TestEveryCountIsTheSameEverywhere: each thing that an exchange counts as, and each proof, on every surface under its
// one name.
func TestEveryCountIsTheSameEverywhere(t *testing.T) {
	all, want := countedSet()
	path := storeOf(t, all...)
	_, plain, _ := vouchsafe(nil, "stats", "-c", path)
	_, figures, _ := vouchsafe(nil, "stats", "-c", path, "--json")
	ask := adminOf(t, path)
	stats, period := ask("/api/stats?since=1d"), ask("/api/report?since=1d")
	watch, m, now := alerts.New(alerts.Rules{FailureRate: 2, Window: time.Hour}), metrics.New(""), time.Now()
	var alert string
	for i, trace := range all {
		m.Exchange(trace)
		if i == len(all)-1 {
			watch.SetRules(alerts.Rules{Window: time.Hour})
		}
		if a := watch.Observe(trace.App, trace.Counts(), now); a != nil {
			alert = string(a.Message(""))
		}
	}
	var page strings.Builder
	if err := m.Write(&page); err != nil {
		t.Fatal(err)
	}
	hold := func(name string, want float64, said map[string]float64) {
		for where, got := range said {
			if got != want {
				t.Errorf("%s: %s says %v, there are %v", name, where, got, want)
			}
		}
	}
	for _, c := range report.AllCounts() {
		name := string(c)
		hold(name, float64(want.Of(c)), map[string]float64{
			"stats": numberIn(t, plain, `(?m)^`+name+`: (\d+) `), "stats --json": gjson.Get(figures, "figures."+name).Num,
			"overview": gjson.Get(stats, "figures."+name).Num, "over time": sumOf(gjson.Get(stats, "series.#.figures."+name)),
			"list":          gjson.Get(ask("/api/traces?limit=1&counts_as="+name), "total").Num,
			"period report": numberIn(t, period, `<th scope="row">`+name+`</th><td class="n">(\d+)</td>`),
			"alert":         gjson.Get(alert, name).Num,
			"metrics":       countedBy(page.String(), regexp.MustCompile(`(?m)^vouchsafe_exchanges_total\{[^}]*counts_as="`+name+`"[^}]*\} (\d+)$`)),
		})
	}
	proofs := map[report.Proof]float64{}
	for _, trace := range all {
		if trace.Counts().Verified() {
			proofs[trace.Proof]++
		}
	}
	for proof, n := range proofs {
		name := string(proof)
		hold(name, n, map[string]float64{
			"stats": numberIn(t, plain, `(?m)^proof `+name+`: (\d+) `), "stats --json": gjson.Get(figures, "by_proof."+name).Num,
			"overview": gjson.Get(stats, "by_proof."+name).Num, "over time": sumOf(gjson.Get(stats, "series.#.by_proof."+name)),
			"metrics": countedBy(page.String(), regexp.MustCompile(`(?m)^vouchsafe_proof_total\{[^}]*proof="`+name+`"[^}]*\} (\d+)$`)),
		})
	}
}

// adminOf serves the admin listener of a gateway on a store.
func adminOf(t *testing.T, configuration string) (ask func(path string) string) {
	t.Helper()
	text, err := os.ReadFile(configuration)
	if err != nil {
		t.Fatal(err)
	}
	store := regexp.MustCompile(`store: \{[^}]*\}`)
	return adminAt(t, start(t, strings.Replace(shop(scripted(t).BaseURL(), "north"), "store: {driver: none}", store.FindString(string(text)), 1)))
}

// adminAt serves the admin listener of a gateway, and asks it.
func adminAt(t *testing.T, r *running) (ask func(path string) string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = r.node.admin.Serve(l) }()
	return func(path string) string {
		resp, err := http.Get("http://" + l.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s, %v", path, resp.Status, body, err)
		}
		return string(body)
	}
}

// sumOf adds up numbers.
func sumOf(all gjson.Result) (sum float64) {
	for _, one := range all.Array() {
		sum += one.Num
	}
	return sum
}

// percentIn is the percentage that a pattern finds in a text, as a share.
func percentIn(t *testing.T, text, pattern string) float64 { return numberIn(t, text, pattern) / 100 }

// numberIn is the number that a pattern finds in a text.
func numberIn(t *testing.T, text, pattern string) float64 {
	t.Helper()
	found := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if found == nil {
		t.Fatalf("no %s in %.300s", pattern, text)
	}
	n, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// shareOver adds up shares of {verified, failing}.
func shareOver(points []gjson.Result) float64 {
	var failing, verified float64
	for _, p := range points {
		failing, verified = failing+p.Get("failing").Num, verified+p.Get("verified").Num
	}
	return failing / verified
}

// matchersIn are the conditions on counts_as in a file's formulas: of what fails and
// of what was verified. All that a file has are the same.
func matchersIn(t *testing.T, file string) (failing, verified *regexp.Regexp) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]string{}
	for _, m := range regexp.MustCompile(`counts_as(=~|!~)\\?"([a-z|]+)`).FindAllStringSubmatch(string(text), -1) {
		if was, ok := of[m[1]]; ok && was != m[2] {
			t.Errorf("%s has %s and %s", file, was, m[2])
		}
		of[m[1]] = m[2]
	}
	if of["=~"] == "" || of["!~"] == "" || strings.Contains(string(text), "verdict=~") || strings.Contains(string(text), "verdict!~") {
		t.Fatalf("%s counts by %v", file, of)
	}
	var rest []string
	for _, c := range report.AllCounts() {
		if !regexp.MustCompile("^(" + of["!~"] + ")$").MatchString(string(c)) {
			rest = append(rest, string(c))
		}
	}
	line := func(words string) *regexp.Regexp {
		return regexp.MustCompile(`(?m)^vouchsafe_exchanges_total\{[^}]*counts_as="(?:` + words + `)"[^}]*\} (\d+)$`)
	}
	return line(of["=~"]), line(strings.Join(rest, "|"))
}

// countedBy sums the samples of a page of metrics that a pattern finds.
func countedBy(page string, samples *regexp.Regexp) (sum float64) {
	for _, m := range samples.FindAllStringSubmatch(page, -1) {
		n, _ := strconv.ParseFloat(m[1], 64)
		sum += n
	}
	return sum
}

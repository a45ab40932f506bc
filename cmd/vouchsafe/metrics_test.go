package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"vouchsafe/admin/metrics"
	"vouchsafe/admin/outbox"
	"vouchsafe/config"
	"vouchsafe/grounding/report"
	"vouchsafe/proxy/judge"
	"vouchsafe/trace/ledger"
)

// family is a metric as a page of metrics shows it.
type family struct{ name, kind, labels, help string }

// families are all metrics of the gateway's own, fed once.
func families(t *testing.T) (all []family) {
	t.Helper()
	m := metrics.New("1")
	m.Exchange(&ledger.Trace{
		App: "a", Policy: "p", Verdict: report.Repaired, Proof: report.Cited, Heard: &ledger.Heard{Judge: "j"},
		Citations: []report.Citation{{Heal: &report.Heal{Kind: "snap"}}}, Findings: []report.Finding{{Code: report.ClaimNumber}},
		Claims:   []report.Claim{{By: report.ByWords}},
		Attempts: []ledger.Attempt{{Repair: true, Upstream: "u", Usage: json.RawMessage(`{"prompt_tokens":1,"completion_tokens":1}`)}},
		Latency:  ledger.Latency{First: time.Second},
	})
	m.Exchange(&ledger.Trace{App: "a", Verdict: report.Skipped, Metadata: json.RawMessage(`{"context_not_seen":"unreadable-context"}`)})
	m.Exchange(&ledger.Trace{App: "a", Verdict: report.Skipped, Reason: report.ReasonTask, Metadata: json.RawMessage(`{"task":"json","task_unsupported":1}`)})
	m.Recorded("a", time.Second)
	r := start(t, shop(scripted(t).BaseURL(), "north"))
	m.Read(func() []metrics.Reading {
		all := slices.Concat(r.node.readings(), judgeReadings("j", judge.Counts{}), alertReadings(outbox.Stats{}), spanReadings(outbox.Stats{}),
			[]metrics.Reading{sharedReading(true)})
		if r.node.reloads.Load() == nil {
			all = append(all, reloadReadings(config.ReloadCounts{})...)
		}
		if r.node.ledger == nil {
			all = append(all, ledgerReadings(ledger.Stats{})...)
		}
		return all
	})
	var page strings.Builder
	if err := m.Write(&page); err != nil {
		t.Fatal(err)
	}
	for _, kind := range regexp.MustCompile(`# HELP vouchsafe_\w+ ?(.*)\n# TYPE (vouchsafe_\w+) (\w+)\n[^{\s]+(\{[^}]*\})?`).FindAllStringSubmatch(page.String(), -1) {
		var labels []string
		for _, l := range regexp.MustCompile(`(\w+)="`).FindAllStringSubmatch(kind[4], -1) {
			if l[1] != "le" {
				labels = append(labels, l[1])
			}
		}
		all = append(all, family{kind[2], kind[3], strings.Join(labels, ", "), kind[1]})
	}
	return all
}

// TestTheMetricsOfThePageAreSo: kind and labels of those that it lists; every one has its meaning
// beside it, where it is scraped.
func TestTheMetricsOfThePageAreSo(t *testing.T) {
	text, err := os.ReadFile("../../docs/monitoring.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^- `(vouchsafe_\\w+)` \\((\\w+)(?:; ([^)]*))?\\)").FindAllStringSubmatch(string(text), -1) {
		labels := strings.Split(row[3], ", ")
		slices.Sort(labels)
		rows[row[1]] = row[2] + " " + strings.Join(labels, ", ")
	}
	for _, f := range families(t) {
		if told, listed := rows[f.name]; listed && told != f.kind+" "+f.labels {
			t.Errorf("docs/monitoring.md says %q of %s, want %q", told, f.name, f.kind+" "+f.labels)
		}
		if f.help == "" {
			t.Errorf("%s has no meaning", f.name)
		}
	}
	if len(rows) < 8 {
		t.Errorf("docs/monitoring.md lists only %d metrics", len(rows))
	}
}

// named finds names of metrics. Names that rules record begin otherwise.
var named = regexp.MustCompile(`(^|[^:\w])(vouchsafe_[a-z0-9_]+)\b`)

func TestEveryMetricThatIsNamedExists(t *testing.T) {
	names, found := map[string]bool{}, 0
	for _, f := range families(t) {
		for _, end := range []string{"", "_bucket", "_sum", "_count"} {
			names[f.name+end] = end == "" || f.kind == "histogram"
		}
	}
	files := []string{"../../docs/monitoring.md"}
	err := filepath.WalkDir("../../deploy", func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if found++; !names[m[2]] {
				t.Errorf("%s names %s, which does not exist", path, m[2])
			}
		}
	}
	if len(files) < 4 || found < 50 {
		t.Errorf("only %d names in %d files were looked at", found, len(files))
	}
}

func TestTheGrafanaDashboardIsWhole(t *testing.T) {
	text, err := os.ReadFile("../../deploy/grafana/vouchsafe.json")
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Title, UID string
		Panels     []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	if d.UID != "vouchsafe" || len(d.Panels) < 10 {
		t.Errorf("%s with %d panels", d.UID, len(d.Panels))
	}
	for _, p := range d.Panels {
		if len(p.Targets) == 0 {
			t.Errorf("the panel %q shows nothing", p.Title)
		}
		for _, target := range p.Targets {
			if !strings.Contains(target.Expr, "vouchsafe_") {
				t.Errorf("%s asks for %q", p.Title, target.Expr)
			}
		}
	}
}

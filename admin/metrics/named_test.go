package metrics

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// known are the names under which the metrics can be asked for.
func known() map[string]bool {
	names := map[string]bool{}
	for _, d := range Table() {
		names[d.Name] = true
		if d.Kind == Histogram {
			names[d.Name+"_bucket"], names[d.Name+"_sum"], names[d.Name+"_count"] = true, true, true
		}
	}
	return names
}

func TestEveryMetricIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/monitoring.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range Table() {
		row := "| `" + d.Name + "` | " + string(d.Kind) + " | " + strings.Join(d.Labels, ", ") + " |"
		if !strings.Contains(string(text), row) {
			t.Errorf("docs/monitoring.md has no row %s", row)
		}
	}
}

// named finds names of metrics. Names that rules record begin otherwise.
var named = regexp.MustCompile(`(^|[^:\w])(vouchsafe_[a-z0-9_]+)\b`)

func TestEveryMetricThatIsNamedExists(t *testing.T) {
	names, found := known(), 0
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

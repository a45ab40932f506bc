package layout

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"vouchsafe/internal/golden"
	"vouchsafe/test/layouts/cases"
)

// TestQuality measures the cases of testdata and compares the figures with the
// golden ones, family by family.
func TestQuality(t *testing.T) {
	names, err := filepath.Glob("testdata/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	families := map[string]*cases.Figures{}
	for _, name := range names {
		for _, c := range readCases(t, name) {
			found := Find(c.Prompt, Defaults())
			f, notes := cases.Measure(found.Chunks, c.Wants)
			if c.Partial {
				f.Spurious = 0
			}
			f.Forged += c.ForgedPrimary(found.Chunks)
			if !c.Asked(found.Question) {
				f.Misasked++
				notes = append(notes, fmt.Sprintf("question: want %q, got %q", c.Question, found.Question))
			}
			key := strings.TrimSuffix(filepath.Base(name), ".jsonl") + "/" + c.Family
			if families[key] == nil {
				families[key] = &cases.Figures{}
			}
			families[key].Add(f)
			if len(notes) > 0 {
				t.Logf("%s (%v) Q=%q\n  %s", c.Name, found.Layouts, found.Question, strings.Join(notes, "\n  "))
			}
		}
	}
	golden.Hold(t, "testdata/quality.golden", table(families))
}

// table prints figures by family, and their sum.
func table(families map[string]*cases.Figures) string {
	var names []string
	for name := range families {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	var sum cases.Figures
	for _, name := range names {
		sum.Add(*families[name])
		fmt.Fprintf(&b, "%-44s %v\n", name, families[name])
	}
	fmt.Fprintf(&b, "%-44s %v\n", "all", sum)
	return b.String()
}

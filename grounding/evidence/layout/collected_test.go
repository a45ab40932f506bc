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

// outcomes count how the prompts of one family came out.
type outcomes struct {
	cases, exact int
	bounds       int // all text is evidence, but not cut as the app cut it
	part         int // some passage is no evidence
	lost         int // no passage is
	more         int // something besides the passages is
	leaked       int // a question, an instruction or talk is: an answer could cite the user
}

func (o outcomes) String() string {
	return fmt.Sprintf("cases %4d  exact %4d  bounds %3d  part %3d  lost %3d  more %3d  leaked %3d", o.cases, o.exact, o.bounds, o.part, o.lost, o.more, o.leaked)
}

func (o *outcomes) count(f cases.Figures, leaked bool) {
	o.cases++
	switch {
	case f.Clean == 1 && !leaked:
		o.exact++
	case f.Want > 0 && f.Covered == 0:
		o.lost++
	case f.Covered < f.Want:
		o.part++
	case f.Exact < f.Want:
		o.bounds++
	}
	if f.Spurious > 0 {
		o.more++
	}
	if leaked {
		o.leaked++
	}
}

// TestCollected reads prompts in the forms in which apps were seen to send
// theirs. Those of held.jsonl were not looked at while the rules were mended
// with mended.jsonl and second.jsonl, which was written after the former. fourth.jsonl,
// fifth.jsonl and sixth.jsonl hold forms of further public templates in words of our own.
func TestCollected(t *testing.T) {
	names, err := filepath.Glob("testdata/collected/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	families, sums := map[string]*outcomes{}, map[string]*outcomes{}
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".jsonl")
		for _, c := range readCases(t, name) {
			found := Find(c.Prompt, Defaults())
			f, notes := cases.Measure(found.Chunks, c.Wants)
			if c.Partial {
				f.Spurious = 0
				if f.Exact == f.Want {
					f.Clean = 1
				}
			}
			leaked := c.Leaks(found.Chunks)
			for _, text := range leaked {
				notes = append(notes, fmt.Sprintf("leaked: %q", text))
			}
			for m, key := range map[*map[string]*outcomes]string{&families: base + "/" + c.Family, &sums: base} {
				if (*m)[key] == nil {
					(*m)[key] = &outcomes{}
				}
				(*m)[key].count(f, len(leaked) > 0)
			}
			if len(notes) > 0 {
				t.Logf("%s (%v) Q=%.60q\n  %s", c.Name, found.Layouts, found.Question, strings.Join(notes, "\n  "))
			}
		}
	}
	golden.Hold(t, "testdata/collected.golden", outcomeTable(families)+"\n"+outcomeTable(sums))
}

func outcomeTable(m map[string]*outcomes) string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%-24s %v\n", name, m[name])
	}
	return b.String()
}

package layout

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/golden"
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

func (o *outcomes) count(f figures, leaked bool) {
	o.cases++
	switch {
	case f.clean == 1 && !leaked:
		o.exact++
	case f.want > 0 && f.covered == 0:
		o.lost++
	case f.covered < f.want:
		o.part++
	case f.exact < f.want:
		o.bounds++
	}
	if f.spurious > 0 {
		o.more++
	}
	if leaked {
		o.leaked++
	}
}

// leaks are the texts of a case that must never be evidence and are.
func leaks(got []evidence.Chunk, never gjson.Result) []string {
	var list []string
	for _, text := range never.Array() {
		for i := range got {
			if strings.Contains(squeeze(got[i].Text), squeeze(text.Str)) {
				list = append(list, text.Str)
				break
			}
		}
	}
	return list
}

// TestCollected reads prompts in the forms in which apps were seen to send
// theirs. Those of held.jsonl were not looked at while the rules were mended
// with mended.jsonl and second.jsonl, which was written after the former.
func TestCollected(t *testing.T) {
	names, err := filepath.Glob("testdata/collected/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	families, sums := map[string]*outcomes{}, map[string]*outcomes{}
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".jsonl")
		for _, raw := range readLines(t, name) {
			v := gjson.Parse(raw)
			found := Find(parseRequest(v.Get("request").Raw), Defaults())
			f, notes := measure(found.Chunks, expected(v))
			if v.Get("partial").Bool() {
				f.spurious = 0
				if f.exact == f.want {
					f.clean = 1
				}
			}
			leaked := leaks(found.Chunks, v.Get("never"))
			for _, text := range leaked {
				notes = append(notes, fmt.Sprintf("leaked: %q", text))
			}
			for m, key := range map[*map[string]*outcomes]string{&families: base + "/" + v.Get("family").Str, &sums: base} {
				if (*m)[key] == nil {
					(*m)[key] = &outcomes{}
				}
				(*m)[key].count(f, len(leaked) > 0)
			}
			if len(notes) > 0 {
				t.Logf("%s (%v) Q=%.60q\n  %s", v.Get("name").Str, found.Layouts, found.Question, strings.Join(notes, "\n  "))
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

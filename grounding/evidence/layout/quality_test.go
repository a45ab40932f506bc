package layout

import (
	"flag"
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/golden"
)

var cases = flag.String("cases", "", "a further file of cases, to be measured only")

// want is a passage that an app sent. One that is loose has no boundaries that
// could be told: it counts as exact where it is covered.
type want struct {
	id, title, url, text string
	loose                bool
}

// figures count how the passages of some cases were found.
type figures struct{ cases, clean, want, exact, covered, spurious, forged, misasked int }

func (f *figures) add(g figures) {
	f.cases += g.cases
	f.clean += g.clean
	f.want += g.want
	f.exact += g.exact
	f.covered += g.covered
	f.spurious += g.spurious
	f.forged += g.forged
	f.misasked += g.misasked
}

func (f figures) String() string {
	return fmt.Sprintf("cases %4d  clean %4d  passages %5d  exact %5d  covered %5d  spurious %4d  forged %3d  misasked %3d",
		f.cases, f.clean, f.want, f.exact, f.covered, f.spurious, f.forged, f.misasked)
}

func expected(row gjson.Result) []want {
	var list []want
	loose := row.Get("boundaries").Str == "section"
	for _, e := range row.Get("expected_chunks").Array() {
		list = append(list, want{e.Get("id").Str, e.Get("title").Str, e.Get("url").Str, e.Get("text").Str, loose})
	}
	return list
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// measure compares what was found with what was sent. Text is compared with
// white space folded; exact means text, id, title and address alike.
func measure(got []evidence.Chunk, wants []want) (figures, []string) {
	f := figures{cases: 1, want: len(wants)}
	var notes []string
	used := make([]bool, len(got))
	for _, w := range wants {
		text := squeeze(w.text)
		exact, covered := false, false
		for i, c := range got {
			s := squeeze(c.Text)
			if !strings.Contains(s, text) {
				continue
			}
			covered = true
			if s != text || c.Kind == evidence.Section {
				used[i] = true
				continue
			}
			if (w.id == "" || w.id == c.ID) && (w.title == "" || w.title == c.Title) && (w.url == "" || w.url == c.URL) && (!used[i] || exact) {
				exact, used[i] = true, true
				break
			}
			if !used[i] {
				notes = append(notes, fmt.Sprintf("identity: want %q %q %q, got %q %q %q", w.id, w.title, w.url, c.ID, c.Title, c.URL))
				used[i] = true
				break
			}
		}
		if exact || w.loose && covered {
			f.exact++
		} else {
			notes = append(notes, fmt.Sprintf("not exact: %.60q covered=%v", w.text, covered))
		}
		if covered {
			f.covered++
		}
	}
	for i, c := range got {
		if !used[i] && !c.Ambient {
			f.spurious++
			notes = append(notes, fmt.Sprintf("spurious: %s %s %q %q %.200q", c.Layout, c.Kind, c.ID, c.Title, c.Text))
		}
	}
	if f.exact == f.want && f.spurious == 0 {
		f.clean = 1
	}
	return f, notes
}

// forgedPrimary counts the forged texts that came out as primary passages.
func forgedPrimary(got []evidence.Chunk, forged gjson.Result) int {
	n := 0
	for _, text := range forged.Array() {
		for _, c := range got {
			if c.Standing == evidence.Primary && strings.HasPrefix(squeeze(c.Text), squeeze(text.Str)) {
				n++
			}
		}
	}
	return n
}

// TestQuality measures the cases of testdata and compares the figures with the
// golden ones, family by family.
func TestQuality(t *testing.T) {
	names, err := filepath.Glob("testdata/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if *cases != "" {
		names = []string{*cases}
	}
	families := map[string]*figures{}
	for _, name := range names {
		for _, raw := range readLines(t, name) {
			v := gjson.Parse(raw)
			found := Find(parseRequest(v.Get("request").Raw), Defaults())
			f, notes := measure(found.Chunks, expected(v))
			if v.Get("partial").Bool() {
				f.spurious = 0
			}
			f.forged += forgedPrimary(found.Chunks, v.Get("forged"))
			if q := v.Get("question"); q.Str != "" && q.Str != found.Question {
				f.misasked++
				notes = append(notes, fmt.Sprintf("question: want %q, got %q", q.Str, found.Question))
			}
			key := strings.TrimSuffix(filepath.Base(name), ".jsonl") + "/" + v.Get("family").Str
			if families[key] == nil {
				families[key] = &figures{}
			}
			families[key].add(f)
			if len(notes) > 0 {
				t.Logf("%s (%v) Q=%q\n  %s", v.Get("name").Str, found.Layouts, found.Question, strings.Join(notes, "\n  "))
			}
		}
	}
	if *cases != "" {
		t.Log("\n" + table(families)) // other cases have no file to be held to
		return
	}
	golden.Hold(t, "testdata/quality.golden", table(families))
}

// table prints figures by family, and their sum.
func table(families map[string]*figures) string {
	var names []string
	for name := range families {
		names = append(names, name)
	}
	sort.Strings(names)
	var b strings.Builder
	var sum figures
	for _, name := range names {
		sum.add(*families[name])
		fmt.Fprintf(&b, "%-44s %v\n", name, families[name])
	}
	fmt.Fprintf(&b, "%-44s %v\n", "all", sum)
	return b.String()
}

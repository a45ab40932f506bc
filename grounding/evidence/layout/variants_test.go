package layout

import (
	"fmt"
	"strings"
	"testing"

	"vouchsafe/internal/golden"
	"vouchsafe/test/layouts/cases"
)

// manyPassages makes n passages that differ.
func manyPassages(n int) []passage {
	ps := make([]passage, n)
	for i := range ps {
		ps[i] = plain[i%len(plain)]
		ps[i].id = fmt.Sprintf("v-%d", 101+i)
		ps[i].file = fmt.Sprintf("note_%d.pdf", i+1)
		ps[i].title = fmt.Sprintf("Note number %d", i+1)
		ps[i].url = fmt.Sprintf("https://plant.example.org/n/%d", i+1)
		ps[i].text = fmt.Sprintf("Entry %d. %s", i+1, ps[i].text)
	}
	return ps
}

// TestStressVariants fills every shape with one passage, with many, and with
// Windows line ends.
func TestStressVariants(t *testing.T) {
	figs := map[string]*cases.Figures{}
	for _, n := range [...]int{1, 2, 12, 40} {
		for _, crlf := range [...]bool{false, true} {
			key := fmt.Sprintf("passages/%02d", n)
			if crlf {
				key += "/crlf"
			}
			figs[key] = &cases.Figures{}
			for _, s := range shapes {
				if s.bare || crlf && (s.role == "tool" || strings.Contains(s.record, "{json}")) {
					continue
				}
				p, wants := s.fill(manyPassages(n))
				for i := range p.Messages {
					if m := &p.Messages[i]; crlf && len(m.Parts) > 0 {
						m.Parts = []string{strings.ReplaceAll(m.Parts[0], "\n", "\r\n")}
					}
				}
				found := Find(p, Defaults())
				f, notes := cases.Measure(found.Chunks, wants)
				figs[key].Add(f)
				if f.Clean == 0 {
					t.Logf("%s %s %v\n  %.600s", key, s.name, found.Layouts, strings.Join(notes, "\n  "))
				}
			}
		}
	}
	golden.Hold(t, "testdata/variants.golden", table(figs))
}

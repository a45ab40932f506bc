package cite

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// five is evidence without ids of its own, as the gateway numbers it.
var five = Known{Sources: []Source{
	{Handle: "c1", Title: "Dosage guide", URL: "https://guide.example/dose", Filename: "guide.pdf", Page: "3", Authors: []string{"Jane Smith", "Robert Jones"}, Year: 2020},
	{Handle: "c2", Title: "Renal table", URL: "https://guide.example/renal", Filename: "renal.pdf", Authors: []string{"Lee, A.", "Kim, B.", "Park, C."}, Year: 2021},
	{Handle: "c3", Title: "Leaflet", Filename: "leaflet.html", Authors: []string{"World Health Organization"}},
	{Handle: "c4", Filename: "guide.pdf", Page: "4", Authors: []string{"Peter Oliver"}, Year: 2019},
	{Handle: "c5", Title: "Notes", Authors: []string{"Wei Li"}, Year: 2019},
}}

// reading is what a test looks at: one line for a segment, its citations by
// chunk behind it.
type reading struct {
	Dialect  Dialect
	Mode     Mode
	Segments []string
	Problems []string
}

func readingOf(a Answer) reading {
	out := reading{Dialect: a.Dialect, Mode: a.Mode}
	for _, s := range a.Segments {
		line := s.Text + "|"
		for _, at := range s.Citations {
			c := a.Citations[at]
			name := c.ChunkID
			if len(c.Candidates) > 0 {
				name += "="
				for i, h := range c.Candidates {
					if i > 0 {
						name += "/"
					}
					name += h
				}
			}
			if c.Snippet != "" {
				name += ":" + c.Snippet
			}
			line += "{" + name + "}"
		}
		out.Segments = append(out.Segments, line)
	}
	for _, p := range a.Problems {
		out.Problems = append(out.Problems, p.Code)
	}
	return out
}

func TestReadSegments(t *testing.T) {
	good := `{"mode":"answer","segments":[{"citations":[{"chunk_id":"c1","snippet":"5 mg a day"}],"text":"Take 5 mg. "},{"citations":[{"chunk_id":"c1","snippet":""}],"text":"Daily."},{"citations":[],"text":"Ask."}],"unanswered_aspects":["children"]}`
	want := reading{Segments, ModeAnswer, []string{"Take 5 mg. |{c1:5 mg a day}", "Daily.|{c1:5 mg a day}", " Ask.|"}, nil}
	wrappings := map[string]string{
		"bare":           good,
		"fence":          "```json\n" + good + "\n```",
		"prose":          "Here it is:\n\n" + good + "\n\nHope that helps {really}.",
		"think":          "<think>I could write {\"mode\":1} here.</think>\n" + good,
		"think template": "The user wants a dose.\n</think>\n\n" + good,
		"byte order":     "\ufeff" + good,
	}
	for name, raw := range wrappings {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(want, readingOf(Read(Segments, raw, five))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

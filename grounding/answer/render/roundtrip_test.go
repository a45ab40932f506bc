package render

import (
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

// TestWhatIsRenderedReadsBack: an app that sends a conversation, or an audit
// that is given an answer, shows markers of every style that we write. They
// have to mean the same sources again.
func TestWhatIsRenderedReadsBack(t *testing.T) {
	t.Parallel()
	chunks := []evidence.Chunk{
		{ID: "x7", DocID: "guide", Title: "Dosage guide", Filename: "guide.pdf", URL: "https://a.example/guide", Page: "3", Authors: []string{"Moss, A.", "Hale, B."}, Year: 2018},
		{ID: "x8", DocID: "renal", Title: "Renal table", Filename: "renal.pdf", URL: "https://a.example/renal", Page: "9", Authors: []string{"Quill, C."}, Year: 2021},
		{ID: "x9", DocID: "leaf", Title: "Leaflet", Filename: "leaflet.pdf", URL: "https://a.example/leaf", Page: "1", Authors: []string{"City Council"}, Year: 2020},
	}
	var known answer.Known
	srcs := make([]Source, len(chunks))
	for i := range chunks {
		c := &chunks[i]
		known.Sources = append(known.Sources, answer.Source{Handle: c.ID, Aliases: []string{c.DocID}, Title: c.Title, Filename: c.Filename, URL: c.URL, Page: c.Page, Authors: c.Authors, Year: c.Year})
		srcs[i] = Source{Number: i + 1, Handle: c.ID, Chunk: c}
	}
	byUse := []Source{srcs[0], srcs[1], srcs[2]} // numbered in the order of their first use
	byUse[2].Number, byUse[0].Number, byUse[1].Number = 1, 2, 3
	segs := []Segment{{Text: "Adults take 5 mg twice daily. ", Sources: []int{2}}, {Text: "Half of it is enough in renal failure.", Sources: []int{0, 1}}}
	want := []string{"x9", "x7 x8"}
	for _, style := range append(askedFor(t), Numbers, "[{title}](/documents/{doc_id})", "[{chunk_id}]", "[ID:{chunk_id}]",
		"[citation:{chunk_id}]", "[{chunk_id}](CITE)", "[Source {n}]") {
		known.Style = ""
		if strings.HasPrefix(style, "[Data") || beginsWord(style) || strings.HasPrefix(style, "({n") || strings.HasPrefix(style, "{{") || strings.HasPrefix(style, "<a ") {
			known.Style = style // only what asks for it says that this is a marker
		}
		for _, list := range []bool{false, true} {
			numbered := srcs
			if list {
				numbered = byUse
			}
			content := Text(segs, numbered, Options{Marker: style, References: list}).Content
			a := answer.Read(answer.Client, content, known)
			var got []string
			for _, s := range a.Segments {
				var handles []string
				for _, at := range s.Citations {
					handles = append(handles, a.Citations[at].Candidates...)
				}
				got = append(got, strings.Join(handles, " "))
			}
			if strings.Join(got, "|") != strings.Join(want, "|") || a.Text() != segs[0].Text+segs[1].Text {
				t.Errorf("%s (list %v): %q reads as %q, cites %q", style, list, content, a.Text(), got)
			}
		}
	}
}

// askedFor lists the markers of all forms that apps ask for.
func askedFor(t *testing.T) (styles []string) {
	t.Helper()
	raw, err := os.ReadFile("../forms.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Forms   []struct{ Marker string }
		Samples map[string]string
	}
	if err := yaml.Unmarshal(raw, &file); err != nil || len(file.Forms) == 0 {
		t.Fatal(err)
	}
	for _, f := range file.Forms {
		styles = append(styles, f.Marker)
	}
	for _, style := range file.Samples {
		styles = append(styles, style)
	}
	return styles
}

// TestJSONReadsBack: what a client gets in a dialect's own JSON shape is a reply in
// that dialect, with the same text, citations, claims and mode; a refusal, too.
func TestJSONReadsBack(t *testing.T) {
	t.Parallel()
	segs := []Segment{{Text: "Adults take 5 mg twice daily. ", Sources: []int{1}}, {Text: "Children take half of it.", Sources: []int{0, 1}}}
	quotes := []Quote{{ChunkID: "x7", DocID: "guide", Snippet: "take half"}, {ChunkID: "x8", Filename: "renal.pdf", Title: "Renal table", Similarity: 0.5, Snippet: "5 mg \"twice\""}}
	told := Told{Claims: []TellClaim{{Text: "Children take half of it.", Quotes: []int{0}, Confidence: "low"}}, Unanswered: []string{"when"}}
	for _, d := range []answer.Dialect{answer.Segments, answer.Snippet, answer.Claims, answer.Dagger} {
		a := answer.Read(d, JSON(d, segs, quotes, told, nil), answer.Known{})
		if a.Dialect != d || a.Mode != answer.ModeAnswer || len(a.Problems) > 0 || a.Text() != segs[0].Text+segs[1].Text {
			t.Errorf("%s: %s, %s, %q, %+v", d, a.Dialect, a.Mode, a.Text(), a.Problems)
		}
		var cited []string
		for _, s := range a.Segments {
			for _, at := range s.Citations {
				cited = append(cited, a.Citations[at].ChunkID)
			}
		}
		if got := strings.Join(cited, " "); got != "x8 x7 x8" {
			t.Errorf("%s cites %s", d, got)
		}
		if d != answer.Dagger && a.Citations[0].Snippet != quotes[1].Snippet {
			t.Errorf("%s quotes %q", d, a.Citations[0].Snippet)
		}
		if d == answer.Claims && (len(a.Claims) != 1 || a.Claims[0].Confidence != "low" || len(a.Unanswered) != 1) {
			t.Errorf("%+v, %q", a.Claims, a.Unanswered)
		}
		refusal := answer.Read(d, Refusal(d, "I cannot tell.", nil), answer.Known{})
		if refusal.Dialect != d && d != answer.Dagger || refusal.Text() != "I cannot tell." || len(refusal.Citations) > 0 {
			t.Errorf("%s: %+v", d, refusal)
		}
		if withMode := d == answer.Segments || d == answer.Snippet; withMode && refusal.Mode != answer.ModeRefuse {
			t.Errorf("%s refuses in the mode %s", d, refusal.Mode)
		}
	}
}

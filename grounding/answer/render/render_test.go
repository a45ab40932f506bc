package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/internal/golden"
	"vouchsafe/internal/growth"
)

func sources() []Source {
	return []Source{
		{Number: 1, Handle: "c1", Chunk: &evidence.Chunk{DocID: "d 1", Title: "Dosage guide", URL: "https://guide.example/dose?a=(1)", Filename: "guide.pdf", Page: "3", Authors: []string{"Jane Smith", "Robert Jones"}, Year: 2020}},
		{Number: 2, Handle: "c2", Chunk: &evidence.Chunk{ID: "p7", Filename: "renal.pdf", Authors: []string{"Lee, A.", "Kim, B.", "Park, C.", "Choi, D."}, Year: 2019}},
		{Number: 3, Handle: "c3", Chunk: &evidence.Chunk{Title: "x](javascript:alert(1))\n<b>", URL: "javascript:alert(1)"}},
	}
}

func TestText(t *testing.T) {
	tests := []struct {
		name   string
		marker string
		segs   []Segment
		want   string
	}{
		{"behind the full stop, before white space", Numbers,
			[]Segment{{Text: "Take 5 mg. ", Sources: []int{0}}, {Text: "Halve it.\n", Sources: []int{1, 0}}},
			"Take 5 mg. [1] Halve it. [2][1]\n"},
		{"equal markers once", Numbers, []Segment{{Text: "A.", Sources: []int{0, 0, 1, 0}}}, "A. [1][2]"},
		{"no space in Chinese", Numbers, []Segment{{Text: "每日五毫克。", Sources: []int{0}}, {Text: "停药。"}}, "每日五毫克。[1]停药。"},
		{"fence", Numbers, []Segment{{Text: "Run:\n```\nls\n```\n", Sources: []int{0}}, {Text: "Then stop."}},
			"Run:\n```\nls\n```\n[1]\n\nThen stop."},
		{"fence over two segments", Numbers, []Segment{{Text: "```\nls", Sources: []int{0}}, {Text: "\ncd\n```", Sources: []int{1}}},
			"```\nls\ncd\n```\n[1][2]"},
		{"fence that is never closed", Numbers, []Segment{{Text: "~~~~ sh\nls\n~~~", Sources: []int{0}}}, "~~~~ sh\nls\n~~~\n~~~~\n[1]"},
		{"inline code", Numbers, []Segment{{Text: "Use `a", Sources: []int{0}}, {Text: " b` now.", Sources: []int{1}}},
			"Use `a b` [1] now. [2]"},
		{"table", Numbers, []Segment{{Text: "| Drug | Dose |\n|---|---|\n| A | 5 mg |\n", Sources: []int{0}}, {Text: "| B | 6 mg |", Sources: []int{1}}},
			"| Drug | Dose |\n|---|---|\n| A | 5 mg [1] |\n| B | 6 mg [2] |"},
		{"table head", Numbers, []Segment{{Text: "| Drug | Dose |\n|---|---|", Sources: []int{0}}}, "| Drug | Dose [1] |\n|---|---|"},
		{"in front of the next item's sign", Numbers, []Segment{{Text: "- A.\n- ", Sources: []int{0}}, {Text: "B.\n\n---\n", Sources: []int{1}}, {Text: "1. C.\n2.", Sources: []int{0}}},
			"- A. [1]\n- B. [2]\n\n---\n1. C. [1]\n2."},
		{"mark", Numbers, []Segment{{Text: "A. ", Mark: "[unsupported]"}, {Text: "B.", Sources: []int{0}, Mark: "(!)"}}, "A. [unsupported] B. [1] (!)"},
		{"superscript", Superscript, []Segment{{Text: "A. ", Sources: []int{0, 1}}, {Text: "See https://a.example", Sources: []int{1}}}, "A.¹,² See https://a.example ²"},
		{"dagger", "[†{n}]", []Segment{{Text: "A.", Sources: []int{0}}}, "A. [†1]"},
		{"author and year", "[{authors}, {year}]", []Segment{{Text: "A.", Sources: []int{0, 1, 2}}},
			"A. [Smith & Jones, 2020][Lee et al., 2019][x)(javascript:alert(1)) b, n.d.]"},
		{"link", "[{title}]({url})", []Segment{{Text: "A.", Sources: []int{0, 1, 2}}},
			"A. [Dosage guide](https://guide.example/dose?a=%281%29)[renal.pdf][x)(javascript:alert(1)) b]"},
		{"document", "[{title}](/documents/{doc_id})", []Segment{{Text: "A.", Sources: []int{0, 1}}}, "A. [Dosage guide](/documents/d%201)[renal.pdf]"},
		{"chunk id", "[{chunk_id}]", []Segment{{Text: "A.", Sources: []int{0, 1}}}, "A. [c1][p7]"},
		{"file and page", "[{filename}#page={page}]", []Segment{{Text: "A.", Sources: []int{0, 1, 2}}}, "A. [guide.pdf#page=3][renal.pdf][3]"},
		{"file by its long name", "[{source_filename}]", []Segment{{Text: "A.", Sources: []int{0, 2}}}, "A. [guide.pdf][3]"},
		{"of the app", "[ID:{n}]", []Segment{{Text: "A.", Sources: []int{1}}}, "A. [ID:2]"},
		{"of the app, by id", "[{chunk_id}](CITE)", []Segment{{Text: "A.", Sources: []int{1}}}, "A. [p7](CITE)"},
		{"of the app, lenticular", "【{n}】", []Segment{{Text: "A。", Sources: []int{1}}}, "A。【2】"},
		{"unknown fields stay", "[{n} {x}]", []Segment{{Text: "A.", Sources: []int{1}}}, "A. [2 {x}]"},
		{"none", None, []Segment{{Text: "A.", Sources: []int{0}}}, "A."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Text(tt.segs, sources(), Options{Marker: tt.marker})
			if diff := cmp.Diff(tt.want, got.Content); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReferences(t *testing.T) {
	again := Source{Number: 4, Handle: "c1", Chunk: sources()[0].Chunk} // another quote from the same page
	segs := []Segment{{Text: "A. ", Sources: []int{1}}, {Text: "B.", Sources: []int{0, 2, 3}}}
	for name, marker := range map[string]string{"numbers": Numbers, "author_year": "[{authors}, {year}]", "footnotes": "[^{n}]", "superscript": Superscript, "links": "[{title}]({url})"} {
		t.Run(name, func(t *testing.T) {
			golden.Hold(t, "testdata/references_"+name+".md", Text(segs, append(sources(), again), Options{Marker: marker, References: true}).Content)
		})
	}
	if got := Text([]Segment{{Text: "A."}}, sources(), Options{References: true}).Content; got != "A." {
		t.Errorf("a list of nothing: %q", got)
	}
}

func TestAnnotationsPointAtMarkers(t *testing.T) {
	segs := []Segment{{Text: "É😀 one. ", Sources: []int{0, 1}}, {Text: "Two.", Sources: []int{2, 0}}}
	got := Text(segs, sources(), Options{Marker: Numbers, EvidenceURL: func(handle string) string {
		if handle == "c2" {
			return "https://admin.example/e/" + handle
		}
		return ""
	}})
	points := []rune(got.Content)
	var seen []string
	for _, a := range got.Annotations {
		seen = append(seen, string(points[a.Start:a.End])+" "+a.URL+" "+a.Title)
	}
	want := []string{
		"[1] https://guide.example/dose?a=%281%29 Dosage guide",
		"[2] https://admin.example/e/c2 renal.pdf",
		"[1] https://guide.example/dose?a=%281%29 Dosage guide",
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Error(diff)
	}
}

func TestWebURL(t *testing.T) {
	tests := map[string]string{
		"https://a.example/b c":         "https://a.example/b%20c",
		"https://a.example/b?c=d&e=f#g": "https://a.example/b?c=d&e=f#g",
		" http://a.example/(x) ":        "http://a.example/%28x%29",
		"https://a.example/\"><script>": "https://a.example/%22%3E%3Cscript%3E",
		"HTTPS://a.example":             "HTTPS://a.example",
		"javascript:alert(1)":           "",
		"data:text/html,x":              "",
		"//a.example":                   "",
		"https:a.example":               "",
		"https://":                      "",
		"file:///etc/passwd":            "",
		"https://a.example/\n](evil)":   "",
		"":                              "",
	}
	for in, want := range tests {
		if got := WebURL(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestHostileTitlesStayText(t *testing.T) {
	for _, title := range []string{
		"x](javascript:alert(1))", "a\n\n# heading", "<img src=x onerror=y>", "`code", "**bold**", "a\u202eb\u200b", "| cell |", "\\](x)", strings.Repeat("long ", 100),
	} {
		src := Source{Number: 1, Handle: "c1", Chunk: &evidence.Chunk{Title: title, URL: "https://a.example/"}}
		m := Marker("[{title}]({url})", src, WebURL(src.Chunk.URL))
		if strings.Count(m, "](") != 1 || !strings.HasSuffix(m, "](https://a.example/)") || strings.ContainsAny(m, "\n<>`*|\\\u202e\u200b") || utf8.RuneCountInString(m) > 200 {
			t.Errorf("%q is rendered as %q", title, m)
		}
	}
}

func TestJSON(t *testing.T) {
	segs := []Segment{{Text: "Take \"5 mg\". ", Sources: []int{2}}, {Text: "Half.\n", Sources: []int{0, 2}}}
	quotes := []Quote{{ChunkID: "c1", DocID: "d1", Snippet: "half"}, {ChunkID: "c2", DocID: "d2", Snippet: "never named"},
		{ChunkID: "c3", Filename: "f.pdf", Title: "T", Similarity: 0.8731, Snippet: "5 mg <\xff"}}
	told := Told{Claims: []TellClaim{{Text: "Half.", Quotes: []int{0, 2}, Confidence: "low"}}, Unanswered: []string{"when"}}
	for d, want := range map[answer.Dialect]string{
		answer.Snippet: `{"answer":"Take \"5 mg\". [1] Half. [2][1]\n","citations":[{"chunk_id":"c3","doc_id":"","snippet":"5 mg <\ufffd"},{"chunk_id":"c1","doc_id":"d1","snippet":"half"}],"mode":"answer"}`,
		answer.Segments: `{"mode":"answer","segments":[{"citations":[{"chunk_id":"c3","snippet":"5 mg <\ufffd"}],"text":"Take \"5 mg\". "},` +
			`{"citations":[{"chunk_id":"c1","snippet":"half"},{"chunk_id":"c3","snippet":"5 mg <\ufffd"}],"text":"Half.\n"}],"unanswered_aspects":["when"]}`,
		answer.Claims: `{"answer":"Take \"5 mg\". [c3] Half. [c1][c3]\n","citations":[{"id":"c3","relevant_quote":"5 mg <\ufffd","source":"f.pdf","title":"T"},{"id":"c1","relevant_quote":"half","source":"","title":""}],` +
			`"claims":[{"citation_ids":["c1","c3"],"confidence":"low","text":"Half."}],"unanswered_aspects":["when"]}`,
		answer.Dagger: `{"answer":"Take \"5 mg\". [†1] Half. [†2][†1]\n","citations":[{"chunk_id":"c3","similarity":0.8731,"source_filename":"f.pdf"},{"chunk_id":"c1","similarity":0,"source_filename":""}]}`,
	} {
		if diff := cmp.Diff(want, JSON(d, segs, quotes, told, nil)); diff != "" {
			t.Errorf("%s: %s", d, diff)
		}
	}
}

func TestAtFollowsMarkers(t *testing.T) {
	segs := []Segment{{Text: "```\nls", Sources: []int{0}}, {Text: "\n```\nDone é now.", Sources: []int{1}}}
	got := Text(segs, sources(), Options{Marker: Numbers})
	at := got.At(1, strings.Index(segs[1].Text, "now"))
	if word := string([]rune(got.Content)[at : at+3]); word != "now" {
		t.Errorf("%q in %q", word, got.Content)
	}
}

func BenchmarkText(b *testing.B) {
	segs := make([]Segment, 8)
	for i := range segs {
		segs[i] = Segment{Text: "The usual dose for an adult is 5 mg, taken once a day with food. ", Sources: []int{i % 3}}
	}
	srcs := sources()
	b.ReportAllocs()
	for b.Loop() {
		Text(segs, srcs, Options{Marker: Numbers, References: true})
	}
}

// TestALongLineIsLookedThroughOnce: each sentence of a paragraph looked for the beginning of its line.
func TestALongLineIsLookedThroughOnce(t *testing.T) {
	growth.Linear(t, "sentences", growth.Repeat("a"), func(s string) {
		segments := make([]Segment, 0, len(s))
		for range s {
			segments = append(segments, Segment{Text: "The lift takes eight people. ", Sources: []int{0}})
		}
		Text(segments, sources(), Options{Marker: Numbers})
	})
}

package render

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/chunk"
)

func sources() []Source {
	return []Source{
		{Number: 1, Handle: "c1", Chunk: &chunk.Chunk{DocID: "d 1", Title: "Dosage guide", URL: "https://guide.example/dose?a=(1)", Filename: "guide.pdf", Page: "3", Authors: []string{"Jane Smith", "Robert Jones"}, Year: 2020}},
		{Number: 2, Handle: "c2", Chunk: &chunk.Chunk{ID: "p7", Filename: "renal.pdf", Authors: []string{"Lee, A.", "Kim, B.", "Park, C.", "Choi, D."}, Year: 2019}},
		{Number: 3, Handle: "c3", Chunk: &chunk.Chunk{Title: "x](javascript:alert(1))\n<b>", URL: "javascript:alert(1)"}},
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
		{"inline code", Numbers, []Segment{{Text: "Use `a", Sources: []int{0}}, {Text: " b` now.", Sources: []int{1}}},
			"Use `a b` [1] now. [2]"},
		{"table", Numbers, []Segment{{Text: "| Drug | Dose |\n|---|---|\n| A | 5 mg |\n", Sources: []int{0}}, {Text: "| B | 6 mg |", Sources: []int{1}}},
			"| Drug | Dose |\n|---|---|\n| A | 5 mg [1] |\n| B | 6 mg [2] |"},
		{"table head", Numbers, []Segment{{Text: "| Drug | Dose |\n|---|---|", Sources: []int{0}}}, "| Drug | Dose [1] |\n|---|---|"},
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

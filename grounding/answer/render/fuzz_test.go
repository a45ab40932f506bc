package render

import (
	"strings"
	"testing"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
)

var styles = []string{Numbers, "[†{n}]", Superscript, "[{authors}, {year}]", "[{title}]({url})", "[{title}](/documents/{doc_id})",
	"[{chunk_id}]", "[{filename}#page={page}]", "[ID:{n}]", "[^{n}]", None}

// FuzzText checks what the report relies on: spans and annotations point at
// the texts and markers that they say, nothing of the text is lost, and no
// marker stands in code.
func FuzzText(f *testing.F) {
	f.Add("One. ", "Two.\n", "Title", "https://a.example/x", uint8(0))
	f.Add("```\nls\n", "cd\n```\nthen `a", "x](javascript:y)", "javascript:y", uint8(4))
	f.Add("| A | 5 |\n|---|---|\n", "| B | 6 |", "<b>\n", "http://a.example/)", uint8(3))
	f.Add("每日。", "¹ https://a.example", "", "", uint8(2))
	f.Fuzz(func(t *testing.T, one, two, title, url string, style uint8) {
		segs := []Segment{{Text: one, Sources: []int{0, 1}}, {Text: two, Sources: []int{1, 7}, Mark: "(?)"}, {Text: one}}
		srcs := []Source{
			{Number: 1, Handle: "c1", Chunk: &evidence.Chunk{Title: title, URL: url, Authors: []string{title}, DocID: url, Filename: title, Page: url}},
			{Number: 2, Handle: "c2"},
		}
		o := Options{Marker: styles[int(style)%len(styles)], EvidenceURL: func(string) string { return url }}
		res := Text(segs, srcs, o)
		if !utf8.ValidString(one) || !utf8.ValidString(two) {
			return // what the reader returns is valid; the others need only survive
		}
		points := []rune(res.Content)
		for i, s := range res.Spans {
			if s.Start < 0 || s.End < s.Start || s.End > len(points) {
				t.Fatalf("span %+v of %d", s, len(points))
			}
			text := trimRight(segs[i].Text)
			if !isWithin(text, string(points[s.Start:s.End])) {
				t.Fatalf("segment %q, span %q", text, string(points[s.Start:s.End]))
			}
		}
		for _, a := range res.Annotations {
			m := string(points[a.Start:a.End])
			if WebURL(a.URL) == "" || m != Marker(o.Marker, srcs[0], WebURL(url)) && m != Marker(o.Marker, srcs[1], WebURL(url)) {
				t.Fatalf("annotation %+v points at %q", a, m)
			}
			checkOutsideCode(t, one+two+one, res, a)
		}
	})
}

// checkOutsideCode checks that a marker is not in a fenced block or inline
// code of the content.
func checkOutsideCode(t *testing.T, text string, res Result, a Annotation) {
	t.Helper()
	if !strings.Contains(text, "`") && !strings.Contains(text, "~~~") {
		return
	}
	start := len(string([]rune(res.Content)[:a.Start]))
	end := len(string([]rune(res.Content)[:a.End]))
	for _, r := range answer.Code(res.Content) {
		if r.Start < end && start < r.End {
			t.Fatalf("marker %q stands in code in %q", res.Content[start:end], res.Content)
		}
	}
}

// isWithin tells whether a text's characters stand in another in this order.
func isWithin(text, in string) bool {
	for _, r := range text {
		at := strings.IndexRune(in, r)
		if at < 0 {
			return false
		}
		in = in[at+max(utf8.RuneLen(r), 1):]
	}
	return true
}

// FuzzJSON checks that what is written reads back as the dialect it claims.
func FuzzJSON(f *testing.F) {
	f.Add("Text \"a\". ", "quote\x00", "c1")
	f.Fuzz(func(t *testing.T, text, snippet, id string) {
		out := JSON(answer.Snippet, []Segment{{Text: text, Sources: []int{0}}}, []Quote{{ChunkID: id, Snippet: snippet}}, Told{}, nil)
		a := answer.Read(answer.Snippet, out, answer.Known{})
		if a.Dialect != answer.Snippet || len(a.Citations) == 0 || a.Citations[0].Snippet != string([]rune(snippet)) {
			t.Fatalf("%s reads as %+v", out, a)
		}
	})
}

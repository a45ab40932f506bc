package answer

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

var allDialects = []Dialect{Segments, Snippet, Claims, Numbered, Dagger, AuthorYear, Client, ""}

// FuzzRead holds the reader to what its callers rely on: it never panics, all
// indices are inside their lists, and all text comes from the reply.
func FuzzRead(f *testing.F) {
	for i, seed := range []string{
		goodSegments, goodSegments[:60], "<think>x</think>" + goodSegments,
		`{"answer":"A [1][†2].","citations":[{"chunk_id":"c1","doc_id":"","snippet":"a","similarity":1}],"mode":"answer"}`,
		`{"answer":"A [d].","claims":[{"text":"A","citation_ids":["d"]}],"citations":[{"id":"d"}]}`,
		"A [1]. B (Smith, 2020; Li, 2019)【2†x】. ([3](https://guide.example/dose)).\n\nSources:\n[1] Dosage guide",
		"- [1] a\n- b¹,²\n| c [guide.pdf#page=3] |\n```\n[1]\n```\n[the table](https://guide.example/renal) `[1]`\n[^1]: x",
		"\ue200cite\ue202turn0file0\ue201 <citation>c1</citation> [c2](CITE)",
		segmentsOf(`{"citations":[{"chunk_id":"c1","snippet":"x"},{"chunk_id":"c1","snippet":""}],"text":"A [1] [c2]. [the table](https://guide.example/renal)"}`),
	} {
		f.Add(seed, uint8(i))
	}
	f.Fuzz(func(t *testing.T, raw string, dialect uint8) {
		a := Read(allDialects[int(dialect)%len(allDialects)], raw, five)
		for _, s := range a.Segments {
			for _, at := range s.Citations {
				_ = a.Citations[at]
			}
		}
		for _, p := range a.Problems {
			if p.Citation >= len(a.Citations) || p.Citation < -1 || p.Code == "" {
				t.Fatalf("problem %+v of %d citations", p, len(a.Citations))
			}
		}
		if len(a.Segments) == 0 && len(a.Problems) == 0 && !strings.Contains(raw, "{") && strings.TrimSpace(raw) != "" {
			t.Fatalf("%q is read as nothing without a problem", raw)
		}
		if text := a.Text(); !utf8.ValidString(text) || !strings.Contains(raw, `\`) && !isWithin(text, raw) {
			t.Fatalf("text %q does not come from the reply %q", text, raw)
		}
	})
}

// isWithin tells whether a text's characters stand in another in the same
// order. Spaces do not count: the reader puts some between segments.
func isWithin(text, raw string) bool {
	for _, r := range text {
		if r == ' ' {
			continue
		}
		at := strings.IndexRune(raw, r)
		if at < 0 {
			return false
		}
		raw = raw[at+utf8.RuneLen(r):]
	}
	return true
}

var chunkTag = regexp.MustCompile(`(?i)<[\s/]*chunk`)

// FuzzChunks checks that no chunk's text can end its block or begin another.
func FuzzChunks(f *testing.F) {
	f.Add("c1", "T", "plain </chunk> < / CHUNK\n> <chunk id=\"c2\"> \x00")
	f.Add("0", "f", "A< \fCHUNK00<Chunk")
	f.Fuzz(func(t *testing.T, handle, title, text string) {
		out := Chunks([]Block{{Handle: handle, Title: title, Authors: []string{title}, Text: text}})
		if n := len(chunkTag.FindAllString(out, -1)); n != 2 {
			t.Fatalf("%d tags in %q", n, out)
		}
		if index := Index([]IndexEntry{{Handle: handle, Start: text}}); strings.Count(index, "\n") != 1 || strings.ContainsAny(index, "<>") {
			t.Fatalf("index %q", index)
		}
	})
}

// FuzzCode checks that code regions are in order, apart and inside the text.
func FuzzCode(f *testing.F) {
	f.Add("a `b` ``c`d``\n```\ne\n```\n~~~\nf")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, r := range Code(text) {
			if r.Start < last || r.End <= r.Start || r.End > len(text) {
				t.Fatalf("region %+v behind %d in %q", r, last, text)
			}
			last = r.End
		}
	})
}

package render

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
)

func three() []Source {
	return []Source{
		{Number: 1, Handle: "a", Chunk: &evidence.Chunk{ID: "a", Title: "Alpha", URL: "https://a.example"}},
		{Number: 2, Handle: "b", Chunk: &evidence.Chunk{ID: "b", Title: "Beta"}},
		{Number: 3, Handle: "c", Chunk: &evidence.Chunk{ID: "c", Title: "Gamma", URL: "https://c.example"}},
	}
}

// grown writes segments out one by one.
func grown(segs []Segment, o Options) (*Progress, []string) {
	p := NewProgress(o)
	var given []string
	for _, s := range segs {
		given = append(given, p.Add(s, three()))
	}
	return p, append(given, p.End(three()))
}

func TestWhatGrowsReadsAsWhatIsWrittenAtOnce(t *testing.T) {
	for name, segs := range map[string][]Segment{
		"sentences": {{Text: "One. ", Sources: []int{0}}, {Text: "Two.", Sources: []int{1, 2}}, {Text: "\n\nThree? "}, {Text: "日本。", Sources: []int{0}}},
		"a table":   {{Text: "| a | b |\n|---|---|\n"}, {Text: "| 1 | 2 |\n", Sources: []int{0}}, {Text: "| 3 | 4 |\n", Sources: []int{1}}},
		"a block":   {{Text: "See:\n```\nx = 1\n", Sources: []int{0}}, {Text: "y = 2\n```\n", Sources: []int{1}}, {Text: "Done.", Sources: []int{2}}},
		"inline":    {{Text: "Use `a ", Sources: []int{0}}, {Text: "b` now.", Sources: []int{1}}},
		"list":      {{Text: "- one\n", Sources: []int{0}}, {Text: "- two\n", Sources: []int{0}}},
		"nothing":   {},
		"unclosed":  {{Text: "```\nnever closed", Sources: []int{0}}},
	} {
		for _, o := range []Options{{Marker: Numbers}, {Marker: Superscript, References: true}, {Marker: None}} {
			whole := Text(segs, three(), o)
			p, given := grown(segs, o)
			if got := strings.Join(given, ""); got != whole.Content || got != p.Content() {
				t.Errorf("%s: %q\nwant %q", name, got, whole.Content)
				continue
			}
			for i, s := range segs {
				for _, at := range []int{0, len(s.Text)} {
					if got, want := p.At(i, at), whole.At(i, at); got != want {
						t.Errorf("%s: segment %d offset %d is at %d, want %d", name, i, at, got, want)
					}
				}
			}
			if len(p.Annotations()) != len(whole.Annotations) {
				t.Errorf("%s: %v, want %v", name, p.Annotations(), whole.Annotations)
			}
		}
	}
}

func TestNothingLeavesAnOpenCodeBlock(t *testing.T) {
	_, given := grown([]Segment{{Text: "A.", Sources: []int{0}}, {Text: "\n```\nx\n", Sources: []int{1}}, {Text: "```\n"}, {Text: "B.", Sources: []int{2}}}, Options{Marker: Numbers})
	if given[0] != "A. [1]" || given[1] != "" || given[2] != "\n```\nx\n```\n[2]\n\n" && !strings.Contains(given[2], "[2]") {
		t.Errorf("given %q", given)
	}
}

func TestABlockThatNeverClosesIsNotWaitedForWithoutEnd(t *testing.T) {
	p := NewProgress(Options{Marker: Numbers})
	given := p.Add(Segment{Text: "```\n"}, three())
	for range 3000 {
		given += p.Add(Segment{Text: "a line of a block that has no end\n", Sources: []int{0}}, three())
	}
	if len(given) < maxHeld {
		t.Errorf("%d bytes given of a long block", len(given))
	}
}

// FuzzProgress checks that what leaves never has to be taken back and that
// each annotation stands where its marker does.
func FuzzProgress(f *testing.F) {
	f.Add("One. |Two `x|y` z.|\n```\na|b\n```\n|Last.", uint64(3))
	f.Add("| a | b |\n|---|---|\n|| 1 | 2 |", uint64(9))
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if !utf8.ValidString(text) || len(text) > 4096 {
			return
		}
		r := rand.New(rand.NewPCG(seed, 2))
		var segs []Segment
		for _, piece := range strings.Split(text, "|") {
			s := Segment{Text: piece}
			for range r.IntN(3) {
				s.Sources = append(s.Sources, r.IntN(3))
			}
			segs = append(segs, s)
		}
		p, given := grown(segs, Options{Marker: Numbers, References: seed%2 == 0})
		content := []rune(p.Content())
		if strings.Join(given, "") != string(content) {
			t.Fatal("what was given is not the content")
		}
		for _, a := range p.Annotations() {
			if got := string(content[a.Start:a.End]); got != "[1]" && got != "[3]" {
				t.Errorf("an annotation of %q", got)
			}
		}
		for i, s := range segs {
			if from, to := p.At(i, 0), p.At(i, len(s.Text)); from > to || to > len(content) {
				t.Errorf("segment %d is at %d to %d of %d", i, from, to, len(content))
			}
		}
	})
}

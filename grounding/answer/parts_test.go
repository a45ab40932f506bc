package answer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/internal/golden"
)

func TestSchemaGolden(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, d := range Asked() {
		all.WriteString(string(d) + "\n" + strings.ReplaceAll(Schema(d), `"properties":`, "\n  \"properties\":") + "\n\n")
	}
	golden.Hold(t, "testdata/schemas.txt", all.String())
}

// TestSegmentsAreReadAlikeWholeAndLive makes answers by chance and writes them;
// read whole and while they are written they are the same answer.
func TestSegmentsAreReadAlikeWholeAndLive(t *testing.T) {
	t.Parallel()
	ids := []string{"c1", "c2", "c5", "ghost", "C3"}
	words := []string{"tea", "is", "5 mg", "é", "\"so\"", "a: b", "[2]", "\\", "\n", "窑炉", "c1:"}
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 5))
		some := func() string {
			var picked []string
			for range 1 + r.IntN(4) {
				picked = append(picked, words[r.IntN(len(words))])
			}
			return strings.TrimSpace("So " + strings.Join(picked, " "))
		}
		var a Answer
		for range 1 + r.IntN(4) {
			s := Segment{Text: some() + "."}
			for range r.IntN(3) {
				s.Citations = append(s.Citations, len(a.Citations))
				a.Citations = append(a.Citations, Citation{ChunkID: ids[r.IntN(len(ids))], Snippet: some()})
			}
			a.Segments = append(a.Segments, s)
		}
		a.Mode = ModeAnswer
		raw := WriteSegments(&a)
		live := Follow(Segments, five, nil)
		for at := 1; at <= len(raw); at++ {
			live.Feed(raw[:at])
			live.Open()
		}
		whole := Read(Segments, raw, five)
		if live.Taken() != len(a.Segments) || !live.Fits(&whole) {
			t.Fatalf("%d of %d segments of %s", live.Taken(), len(a.Segments), raw)
		}
	}
}

func TestNumbersBetweenBrackets(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1": "1", "007": "7", "1,2": "1 2", "1, 2 and 3": "1 2 3", "1; 4": "1 4", "2-4": "2 3 4", "2 – 4": "2 3 4", "#3": "3", "1、2": "1 2", "1 & 2": "1 2", "1, and 2": "1 2",
		"": "-", "a": "-", "1a": "-", "1,": "-", "4-2": "-", "1-99": "-", "1234567": "-", "1.5": "-", "-1": "-", "1--2": "-",
	} {
		numbers, ok := splitNumbers(text)
		if got := strings.Join(numbers, " "); ok != (want != "-") || ok && got != want {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}

func TestWhatAnnouncesAReference(t *testing.T) {
	t.Parallel()
	for inner, want := range map[string]string{
		"doc1": "doc1 1", "Source: Notes": "Source: Notes Notes", "passages 1, 3": "passages 1, 3 1, 3", "ID:0": "ID:0 0", "来源：甲": "来源：甲 甲", "citation: #2": "citation: #2 #2",
		"source of iron": "", "sources": "", "ident 3": "", "docs are here": "", "reference": "",
	} {
		s := scanner{text: "[" + inner + "]"}
		m, got := mark{}, ""
		if s.readAnnounced(&m, inner) {
			got = m.refs[0] + " " + m.readings[0][0]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", inner, got, want)
		}
	}
}

func TestAddressesAreComparable(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://www.A.example/x/": "a.example/x", "http://a.example": "a.example/", "HTTPS://a.example/B#c": "a.example/B", " https://a.example/x?y=1 ": "a.example/x?y=1",
		"ftp://a.example": "", "a.example": "", "https://": "", "": "",
	} {
		if got := foldURL(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

func TestSurnames(t *testing.T) {
	t.Parallel()
	for author, want := range map[string]string{
		"Smith, J.": "Smith", "Jane Smith": "Smith", "Ludwig van Beethoven": "van Beethoven", "Plato": "Plato", "World Health Organization": "World Health Organization",
		"City of York": "City of York", "Acme Ltd.": "Acme Ltd.", "María de la Cruz": "de la Cruz",
	} {
		if got := Surname(author); got != want {
			t.Errorf("%q: %q, want %q", author, got, want)
		}
	}
}

func TestWhereSentencesEnd(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"One. Two":           "One.",
		"One! Two":           "One!",
		"Dr. Moss came. Two": "Dr. Moss came.",
		"At 3.5 mg. Two":     "At 3.5 mg.",
		"On 5. Mai. Zwei":    "On 5. Mai.",
		"i.e. the GP. Two":   "i.e. the GP.",
		"\"One.\" Two":       "\"One.\"",
		"One\nTwo":           "One",
		"一。二":                "一。",
		"One … two. Three":   "One … two.",
		"No end":             "No end",
	} {
		if got := text[:nextBoundary(text, 0)]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestFencesComeOffWholeReplies(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"```json\n{}\n```": "{}\n", " ```\n[1]\n``` ": "[1]\n", "{}": "{}", "```json {}```": "```json {}```", "a ```\nb\n```": "a ```\nb\n```", "```\nopen": "```\nopen",
	} {
		if got := Unfenced(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestReasoningIsSkipped(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<think>a</think>b": "b", "<think>a</think>\n<reasoning>b</reasoning> c": "c", "\ufeff b": "b", "<thinking>open": "", "b <think>a</think>": "b <think>a</think>",
		"a\n</think>\nb": "b", "{\"a\":\"\\n</think>\\n\"}": "{\"a\":\"\\n</think>\\n\"}",
	} {
		if got := WithoutThinking(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestPartsOfAnAnswerKeepTheirCitations(t *testing.T) {
	t.Parallel()
	a := Read(Numbered, "One [1]. Two [2], three [77]. Four [1].", five)
	var sentences []string
	for from := 0; from < len(a.Segments); {
		to := a.SentenceEnd(from)
		part := a.Between(from, to)
		sentences = append(sentences, fmt.Sprintf("%q %d citations, %d problems", part.Text(), len(part.Citations), len(part.Problems)))
		from = to
	}
	want := []string{`"One." 1 citations, 0 problems`, `" Two, three." 2 citations, 1 problems`, `" Four." 1 citations, 0 problems`}
	if diff := cmp.Diff(want, sentences); diff != "" {
		t.Error(diff)
	}
	var joined Answer
	for i := range a.Segments {
		joined.Extend(a.Between(i, i+1))
	}
	if joined.Text() != a.Text() || len(joined.Problems) != len(a.Problems) {
		t.Errorf("%q, %+v", joined.Text(), joined.Problems)
	}
}

func TestALineOfADocumentIsShort(t *testing.T) {
	t.Parallel()
	upper := func(r rune) rune {
		if r == 'x' {
			return -1
		}
		return r
	}
	for text, want := range map[string]string{" a \n b ": "a b", "axb": "ab", "abcdefgh": "abcde…", "ab cd ef": "ab cd…", "x x": ""} {
		if got := OneLine(text, 5, upper); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

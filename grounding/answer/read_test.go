package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// five is evidence without ids of its own, as the gateway numbers it.
var five = Known{Sources: []Source{
	{Handle: "c1", Title: "Dosage guide", URL: "https://guide.example/dose", Filename: "guide.pdf", Page: "3", Authors: []string{"Jane Smith", "Robert Jones"}, Year: 2020},
	{Handle: "c2", Title: "Renal table", URL: "https://guide.example/renal", Filename: "docs/renal.pdf", Authors: []string{"Lee, A.", "Kim, B.", "Park, C."}, Year: 2021},
	{Handle: "c3", Title: "Leaflet", Filename: "leaflet.html", Authors: []string{"World Health Organization"}},
	{Handle: "c4", Filename: "guide.pdf", Page: "4", Authors: []string{"Peter Oliver"}, Year: 2019},
	{Handle: "c5", Title: "Notes", Authors: []string{"Wei Li"}, Year: 2019},
}}

// reading is what a test compares: a line for each segment, with its
// citations behind it as {chunk=candidates:snippet}.
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
			line += citationLine(a.Citations[at])
		}
		out.Segments = append(out.Segments, line)
	}
	for _, p := range a.Problems {
		out.Problems = append(out.Problems, p.Code)
	}
	return out
}

func citationLine(c Citation) string {
	line := "{" + c.ChunkID
	if len(c.Candidates) > 0 {
		line += "=" + strings.Join(c.Candidates, "/")
	}
	if c.Snippet != "" {
		line += ":" + c.Snippet
	}
	return line + "}"
}

const goodSegments = `{"mode":"answer","segments":[` +
	`{"citations":[{"chunk_id":"c1","snippet":"5 mg a day"}],"text":"Take 5 mg. "},` +
	`{"citations":[{"chunk_id":"c1","snippet":""}],"text":"Daily."},` +
	`{"citations":[],"text":"Ask."}],"unanswered_aspects":["children"]}`

func TestReadFindsTheJSON(t *testing.T) {
	want := reading{Segments, ModeAnswer, []string{"Take 5 mg. |{c1:5 mg a day}", "Daily.|{c1:5 mg a day}", " Ask.|"}, nil}
	tests := map[string]string{
		"bare":                  goodSegments,
		"white space":           "\n\n " + goodSegments + "\n",
		"byte order mark":       "\ufeff" + goodSegments,
		"fence":                 "```json\n" + goodSegments + "\n```",
		"prose around":          "Here it is:\n\n" + goodSegments + "\n\nHope that helps {really}.",
		"thinking":              "<think>I could write {\"mode\":1} here.</think>\n" + goodSegments,
		"thinking twice":        "<think>a</think><thinking>b</thinking>" + goodSegments,
		"thinking without head": "The user wants a dose. {\"mode\":\n</think>\n\n" + goodSegments,
		"any order of keys": `{"unanswered_aspects":["children"],"segments":[` +
			`{"text":"Take 5 mg. ","citations":[{"snippet":"5 mg a day","chunk_id":"c1"}]},` +
			`{"text":"Daily.","citations":[{"snippet":"","chunk_id":"c1"}]},{"text":"Ask.","citations":[]}],"mode":"answer"}`,
	}
	for name, raw := range tests {
		t.Run(name, func(t *testing.T) {
			a := Read(Segments, raw, five)
			if diff := cmp.Diff(want, readingOf(a)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{"children"}, a.Unanswered); diff != "" {
				t.Error(diff)
			}
			if !a.Citations[1].Reference || a.Citations[0].Reference || !a.Citations[1].Quoted {
				t.Error("the second citation alone is a reference, and it quotes")
			}
		})
	}
}

// segmentsOf makes a reply of some segment objects.
func segmentsOf(objects string) string {
	return `{"mode":"answer","segments":[` + objects + `],"unanswered_aspects":[]}`
}

func TestReadSegments(t *testing.T) {
	tests := []struct {
		name     string
		objects  string
		segments []string
		problems []string
	}{
		{"empty list stays empty", ``, nil, nil},
		{"an empty snippet with nothing before it stays empty",
			`{"citations":[{"chunk_id":"c1","snippet":" "}],"text":"A."}`, []string{"A.|{c1: }"}, nil},
		{"an empty snippet refers to its own chunk's",
			`{"citations":[{"chunk_id":"c1","snippet":"one"},{"chunk_id":"c2","snippet":"two"},{"chunk_id":"c1","snippet":""}],"text":"A."}`,
			[]string{"A.|{c1:one}{c2:two}{c1:one}"}, nil},
		{"without a chunk id it refers to nothing",
			`{"citations":[{"chunk_id":"","snippet":"one"},{"chunk_id":"","snippet":""}],"text":"A."}`,
			[]string{"A.|{:one}{}"}, nil},
		{"null is no reference",
			`{"citations":[{"chunk_id":"c1","snippet":"one"},{"chunk_id":"c1","snippet":null}],"text":"A."}`,
			[]string{"A.|{c1:one}{c1}"}, []string{malformed}},
		{"an absent snippet is no reference",
			`{"citations":[{"chunk_id":"c1","snippet":"one"},{"chunk_id":"c1"}],"text":"A."}`,
			[]string{"A.|{c1:one}{c1}"}, []string{missingField}},
		{"a number is as good an id", `{"citations":[{"chunk_id":3,"snippet":"one"}],"text":"A."}`, []string{"A.|{3:one}"}, nil},
		{"a fraction is none", `{"citations":[{"chunk_id":3.5,"snippet":"one"}],"text":"A."}`, []string{"A.|{:one}"}, []string{malformed}},
		{"a citation that is a number", `{"citations":[1],"text":"A."}`, []string{"A.|{}"}, []string{malformed}},
		{"a citation that is a text", `{"citations":["c1: one two"],"text":"A."}`, []string{"A.|{}"}, []string{malformed}},
		{"a segment that is a list", `["c1: one two","A."]`, nil, []string{malformed}},
		{"a segment that is a string", `"A."`, nil, []string{malformed}},
		{"no text", `{"citations":[]}`, []string{"|"}, []string{missingField}},
		{"no citations", `{"text":"A."}`, []string{"A.|"}, []string{missingField}},
		{"another name for the snippet", `{"citations":[{"chunk_id":"c1","quote":"one"}],"text":"A."}`, []string{"A.|{c1:one}"}, nil},
		{"white space on either side is enough",
			`{"citations":[],"text":"A.\n\n"},{"citations":[],"text":"B."},{"citations":[],"text":" C."},{"citations":[],"text":""},{"citations":[],"text":"D."}`,
			[]string{"A.\n\n|", "B.|", " C.|", "|", " D.|"}, nil},
		{"its own markers are lifted: numbers of its citations",
			`{"citations":[{"chunk_id":"c4","snippet":"x"},{"chunk_id":"c5","snippet":"y"}],"text":"A [2] b [1]."}`,
			[]string{"A b.|{c4:x}{c5:y}"}, nil},
		{"its own markers are lifted: a chunk that is known",
			`{"citations":[],"text":"A [c2]."}`, []string{"A.|{c2=c2}"}, nil},
		{"its own markers are lifted: they name nothing",
			`{"citations":[],"text":"A [c9]."}`, []string{"A.|{c9}"}, []string{unresolved}},
		{"brackets that are no markers stay", `{"citations":[],"text":"A [sic] in [2023], arr[0]."}`, []string{"A [sic] in [2023], arr[0].|"}, nil},
		{"code stays as it is", "{\"citations\":[],\"text\":\"Use `x[1]`.\"}", []string{"Use `x[1]`.|"}, nil},
		{"a list of sources goes",
			`{"citations":[{"chunk_id":"c1","snippet":"x"}],"text":"A."},{"citations":[],"text":"\n\n## References\n1. Dosage guide"}`,
			[]string{"A.|{c1:x}"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := reading{Segments, ModeAnswer, tt.segments, tt.problems}
			if diff := cmp.Diff(want, readingOf(Read(Segments, segmentsOf(tt.objects), five))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadMalformed(t *testing.T) {
	deep := strings.Repeat("[", 200)
	tests := map[string]string{
		"nothing":                      "",
		"only thinking":                "<think>hm</think>",
		"thinking without end":         "<think>hm " + goodSegments,
		"truncated":                    goodSegments[:len(goodSegments)-30],
		"trailing comma":               `{"mode":"answer","segments":[],"unanswered_aspects":[],}`,
		"duplicate key":                `{"mode":"refuse","mode":"answer","segments":[],"unanswered_aspects":[]}`,
		"duplicate key deep inside":    segmentsOf(`{"citations":[],"text":"a","text":"b"}`),
		"single quotes":                `{'mode':'answer'}`,
		"lone surrogate":               segmentsOf(`{"citations":[],"text":"\ud800"}`),
		"invalid UTF-8":                segmentsOf("{\"citations\":[],\"text\":\"\xff\"}"),
		"nested too deeply":            `{"mode":"answer","segments":` + deep,
		"two objects":                  goodSegments + "\n" + goodSegments,
		"another shape":                `{"foo":"bar"}`,
		"a segment alone":              `{"citations":[],"text":"A."}`,
		"a list of segments":           `[{"citations":[],"text":"A."}]`,
		"mode of another kind":         `{"mode":1,"segments":[],"unanswered_aspects":[]}`,
		"mode of another name":         `{"mode":"partial","segments":[],"unanswered_aspects":[]}`,
		"segments null":                `{"mode":"answer","segments":null,"unanswered_aspects":[]}`,
		"text null":                    segmentsOf(`{"citations":[],"text":null}`),
		"unanswered aspect of numbers": `{"mode":"answer","segments":[],"unanswered_aspects":[1]}`,
	}
	for name, raw := range tests {
		t.Run(name, func(t *testing.T) {
			a := Read(Segments, raw, five)
			if len(a.Problems) == 0 || a.Problems[0].Code != malformed {
				t.Errorf("problems %+v, want malformed-output", a.Problems)
			}
			if strings.TrimSpace(a.Text()) != "" {
				t.Errorf("text %q, want none", a.Text())
			}
		})
	}
}

func TestMarkersDoNotMultiplyWithoutBound(t *testing.T) {
	for _, text := range []string{strings.Repeat("a [1-50]. ", 1000), strings.Repeat("a [1]. ", maxCitations+1)} {
		a := Read(Client, text, five)
		if len(a.Citations) > maxCitations || !slices.ContainsFunc(a.Problems, func(p Problem) bool { return p.Code == malformed }) {
			t.Errorf("%d citations, no problem", len(a.Citations))
		}
	}
}

func TestReadMissingFields(t *testing.T) {
	tests := []struct {
		dialect Dialect
		raw     string
		missing int
	}{
		{Segments, `{"segments":[]}`, 2},
		{Segments, segmentsOf(`{"citations":[{"snippet":"a"}],"text":"A."}`), 1},
		{Snippet, `{"answer":"A [1].","citations":[{"chunk_id":"c1","snippet":"a"}]}`, 2},
		{Snippet, `{"answer":"A.","mode":"answer"}`, 1},
		{Claims, `{"answer":"A [c1].","citations":[{"id":"c1","relevant_quote":"a"}]}`, 4},
		{Claims, `{"answer":"A.","citations":[],"claims":[{"text":"A."}],"unanswered_aspects":[]}`, 2},
		{Dagger, `{"answer":"A [†1].","citations":[{"chunk_id":"c1","similarity":0.5}]}`, 1},
		{Dagger, `{"answer":"A [†1].","citations":[{"source_filename":"a.json"}]}`, 2},
	}
	for _, tt := range tests {
		a := Read(tt.dialect, tt.raw, five)
		n := 0
		for _, p := range a.Problems {
			if p.Code == missingField {
				n++
			}
		}
		if n != tt.missing || a.Dialect != tt.dialect {
			t.Errorf("%s: %d fields missing in %s, want %d: %+v", a.Dialect, n, tt.raw, tt.missing, a.Problems)
		}
	}
}

func TestReadOtherShapes(t *testing.T) {
	snippet := `{"answer":"Take 5 mg [1]. Half for children.[2][1] Ask.","citations":[` +
		`{"doc_id":"d1","chunk_id":"c1","snippet":"5 mg"},{"doc_id":"d2","chunk_id":"c2","snippet":"half"}],"mode":"answer"}`
	claims := `{"answer":"Take 5 mg [doc1].","claims":[{"text":"Take 5 mg.","citation_ids":["doc1","doc7"],"confidence":"high"}],` +
		`"citations":[{"id":"doc1","title":"T","source":"s","relevant_quote":"5 mg"}],"unanswered_aspects":["children"]}`
	dagger := `{"answer":"Take 5 mg [†1]. Half [†2].","citations":[{"source_filename":"a.json","chunk_id":"a_3","similarity":0.876543},` +
		`{"source_filename":"b.json","chunk_id":"b_1","similarity":1}]}`
	tests := []struct {
		name  string
		asked Dialect
		raw   string
		want  reading
	}{
		{"snippet", Snippet, snippet, reading{Snippet, ModeAnswer,
			[]string{"Take 5 mg.|{c1:5 mg}", " Half for children.|{c2:half}{c1:5 mg}", " Ask.|"}, nil}},
		{"snippet where segments were asked", Segments, snippet, reading{Snippet, ModeAnswer,
			[]string{"Take 5 mg.|{c1:5 mg}", " Half for children.|{c2:half}{c1:5 mg}", " Ask.|"}, nil}},
		{"segments where the client asked", Client, "```json\n" + goodSegments + "\n```", reading{Segments, ModeAnswer,
			[]string{"Take 5 mg. |{c1:5 mg a day}", "Daily.|{c1:5 mg a day}", " Ask.|"}, nil}},
		{"snippet without markers", Snippet, `{"answer":"A. B.","citations":[{"doc_id":"","chunk_id":"c1","snippet":"a"},{"doc_id":"","chunk_id":"c2","snippet":"b"}],"mode":"clarify"}`,
			reading{Snippet, ModeClarify, []string{"A. B.|{c1:a}{c2:b}"}, nil}},
		{"snippet with markers by id", Snippet, `{"answer":"A [c2].","citations":[{"doc_id":"","chunk_id":"c1","snippet":"a"},{"doc_id":"","chunk_id":"c2","snippet":"b"}],"mode":"answer"}`,
			reading{Snippet, ModeAnswer, []string{"A.|{c2:b}"}, nil}},
		{"snippet with a marker too many", Snippet, `{"answer":"A [1]. B [2].","citations":[{"doc_id":"","chunk_id":"c1","snippet":"a"}],"mode":"answer"}`,
			reading{Snippet, ModeAnswer, []string{"A.|{c1:a}", " B.|{2}"}, []string{unresolved}}},
		{"refuse", Snippet, `{"answer":"Not in the sources.","citations":[],"mode":"refuse"}`,
			reading{Snippet, ModeRefuse, []string{"Not in the sources.|"}, nil}},
		{"claims", Claims, claims, reading{Claims, ModeAnswer, []string{"Take 5 mg.|{doc1:5 mg}"}, []string{unresolved}}},
		{"claims refuse", Claims, `{"answer":"REFUSE: Not there.","claims":[],"citations":[],"unanswered_aspects":[]}`,
			reading{Claims, ModeRefuse, []string{"Not there.|"}, nil}},
		{"dagger", Dagger, dagger, reading{Dagger, ModeAnswer, []string{"Take 5 mg.|{a_3}", " Half.|{b_1}"}, nil}},
		{"dagger where snippet was asked", Snippet, dagger, reading{Dagger, ModeAnswer, []string{"Take 5 mg.|{a_3}", " Half.|{b_1}"}, nil}},
		{"prose where segments were asked", Segments, "Take 5 mg [1].", reading{Client, ModeAnswer, []string{"Take 5 mg.|{c1=c1}"}, nil}},
		{"prose that refuses", Numbered, "REFUSE: Not there.", reading{Numbered, ModeRefuse, []string{"Not there.|"}, nil}},
		{"the app's own JSON", Client, `{"answer_html":"<p>A</p>"}`, reading{Client, ModeAnswer, []string{`{"answer_html":"<p>A</p>"}|`}, nil}},
		{"JSON in the app's own prose", Client, `Send {"answer":"yes","mode":1} to the server [1].`,
			reading{Client, ModeAnswer, []string{`Send {"answer":"yes","mode":1} to the server.|{c1=c1}`}, nil}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, readingOf(Read(tt.asked, tt.raw, five))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadDeclaredClaims(t *testing.T) {
	a := Read(Claims, `{"answer":"A [d1].","claims":[{"text":"A.","citation_ids":["d1","d2"],"confidence":"low"}],"citations":[`+
		`{"id":"d1","title":"","source":"","relevant_quote":"a"},{"id":"d2","title":"","source":"","relevant_quote":"b"}],"unanswered_aspects":["x"]}`, five)
	want := []DeclaredClaim{{Text: "A.", Citations: []int{0, 1}, Confidence: "low"}}
	if diff := cmp.Diff(want, a.Claims); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"x"}, a.Unanswered); diff != "" {
		t.Error(diff)
	}
}

func TestSimilarityIsANumberFromMinusOneToOne(t *testing.T) {
	a := Read(Dagger, `{"answer":"A [†1].","citations":[{"source_filename":"","chunk_id":"a","similarity":0.876543}]}`, five)
	if len(a.Problems) != 0 {
		t.Errorf("similarity 0.876543: %+v", a.Problems)
	}
	for _, bad := range []string{`"0.8"`, `1.5`, `null`, `1e999`} {
		a := Read(Dagger, `{"answer":"A [†1].","citations":[{"source_filename":"","chunk_id":"a","similarity":`+bad+`}]}`, five)
		if len(a.Problems) != 1 || a.Problems[0].Code != malformed {
			t.Errorf("similarity %s: %+v, want malformed-output", bad, a.Problems)
		}
	}
}

func TestDaggerMarkersRunWithoutGaps(t *testing.T) {
	citations := `,"citations":[{"source_filename":"","chunk_id":"a","similarity":1},{"source_filename":"","chunk_id":"b","similarity":1}]}`
	tests := map[string]bool{
		"A [†1]. B [†2].":         true,
		"A [†1]. B [†2]. C [†1].": true,
		"A [†1][†2].":             true,
		"A [†1,†2].":              true,
		"A [†2]. B [†1].":         false,
		"A [†1].":                 false,
		"A [†2].":                 false,
	}
	for answer, want := range tests {
		a := Read(Dagger, `{"answer":"`+answer+`"`+citations, five)
		got := true
		for _, p := range a.Problems {
			got = got && p.Code != markerOrder
		}
		if got != want {
			t.Errorf("%s: in order %t, want %t (%+v)", answer, got, want, a.Problems)
		}
	}
}

func TestCitationsOfAuditInput(t *testing.T) {
	got, problems := Citations([]byte(`[{"chunk_id":"a","snippet":"s"},{"id":"b","quote":"q","url":"https://x.example"},` +
		`{"number":3,"relevant_quote":"r"},{"source_filename":"f.pdf","cited_text":"c","path":"/a"},{"doc_id":"d"}]`))
	want := []Citation{
		{ChunkID: "a", Snippet: "s", Quoted: true},
		{ChunkID: "b", Snippet: "q", Quoted: true, URL: "https://x.example"},
		{ChunkID: "3", Number: 3, Snippet: "r", Quoted: true},
		{Filename: "f.pdf", Snippet: "c", Quoted: true, Path: "/a"},
		{DocID: "d"},
	}
	if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 {
		t.Error(diff, problems)
	}
	for _, bad := range []string{``, `{}`, `[`, `[1]`, `[] []`, `[{"snippet":null}]`} {
		if _, problems := Citations([]byte(bad)); len(problems) == 0 {
			t.Errorf("%q passes", bad)
		}
	}
}

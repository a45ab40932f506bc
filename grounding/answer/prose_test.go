package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadProse(t *testing.T) {
	tests := []struct {
		name     string
		text     string
		segments []string
	}{
		{"before the full stop", "Take 5 mg [1]. Halve it [2].", []string{"Take 5 mg.|{c1=c1}", " Halve it.|{c2=c2}"}},
		{"behind the full stop", "Take 5 mg. [1] Halve it.[2]", []string{"Take 5 mg.|{c1=c1}", " Halve it.|{c2=c2}"}},
		{"inside the sentence", "Take 5 mg [1], but never 10 mg [2].", []string{"Take 5 mg|{c1=c1}", ", but never 10 mg.|{c2=c2}"}},
		{"whole sentences before are uncited", "See below. Take 5 mg [1].", []string{"See below.|", " Take 5 mg.|{c1=c1}"}},
		{"units end sentences", "Take 5 mg. Never 10 mg [1].", []string{"Take 5 mg.|", " Never 10 mg.|{c1=c1}"}},
		{"abbreviations end no sentence", "Ask Dr. Moss, i.e. the GP, at 3.5 mg [1].", []string{"Ask Dr. Moss, i.e. the GP, at 3.5 mg.|{c1=c1}"}},
		{"several markers", "A [1][2], B [1, 3], C [1-3], D [1] [4] and E [2; 3].",
			[]string{"A, B, C, D and E.|{c1=c1}{c2=c2}{c3=c3}{c4=c4}"}},
		{"en dash and words", "A [1–2]. B [1 and 2].", []string{"A.|{c1=c1}{c2=c2}", " B.|{c1=c1}{c2=c2}"}},
		{"equal markers once", "A [1][1].", []string{"A.|{c1=c1}"}},
		{"in parentheses", "A ([1], [2]). B (see it) [1].", []string{"A.|{c1=c1}{c2=c2}", " B (see it).|{c1=c1}"}},
		{"list", "- A [1]\n- B [2]\n- C", []string{"- A|{c1=c1}", "\n- B|{c2=c2}", "\n- C|"}},
		{"marker begins the line", "- [1] Take it.\n- [2] Stop.", []string{"- Take it.|{c1=c1}", "\n- Stop.|{c2=c2}"}},
		{"marker on its own line", "Take it.\n[1]\n\nStop.", []string{"Take it.|{c1=c1}", "\n\nStop.|"}},
		{"table", "| A | 5 [1] |\n| B | 6 [2] |", []string{"| A | 5|{c1=c1}", " ||", "\n| B | 6|{c2=c2}", " ||"}},
		{"Chinese", "每日五毫克。[1]停药[2]。", []string{"每日五毫克。|{c1=c1}", "停药。|{c2=c2}"}},
		{"only a marker", "[1]", []string{"|{c1=c1}"}},
		{"a number beyond the sources", "A [7].", []string{"A.|{7}"}},
		{"one of several beyond the sources", "A [1, 7].", []string{"A.|{c1=c1}{7}"}},
		{"dagger", "A [†1]. B [†9].", []string{"A.|{c1=c1}", " B.|{9}"}},
		{"footnote", "A[^1]. B[^9].", []string{"A.|{c1=c1}", " B[^9].|"}},
		{"raised", "Take it.¹ Halve² it.¹,³", []string{"Take it.|{c1=c1}", " Halve it.|{c2=c2}{c1=c1}{c3=c3}"}},
		{"exponents", "5 m², 10³, mc², x¹², 4 µm³, 10⁻³.", []string{"5 m², 10³, mc², x¹², 4 µm³, 10⁻³.|"}},
		{"lenticular", "A【1】。B【4:0†guide.pdf】 C【注意】", []string{"A。|{c1=c1}", "B C【注意】|{guide.pdf=c1/c4}"}},
		{"prefixed", "A [doc1]. B [ID:2]. C [citation:3]. D [[citation:4]]. E [Source 5]. F [doc8].",
			[]string{"A.|{c1=c1}", " B.|{c2=c2}", " C.|{c3=c3}", " D.|{c4=c4}", " E.|{c5=c5}", " F.|{doc8}"}},
		{"file and page", "A [guide.pdf#page=4]. B [renal.pdf]. C [nope.pdf#page=1].",
			[]string{"A.|{c4=c4}", " B.|{c2=c2}", " C.|{nope.pdf#page=1}"}},
		{"a name among other things", "A (Source: guide.pdf, Page: 4). B [source:renal.pdf page:2 chunk:5]. C (Source: guide.pdf, Page: 77).",
			[]string{"A.|{c4=c4}", " B.|{c2=c2}", " C.|{Source: guide.pdf, Page: 77}"}},
		{"source in words", "A (Source: Dosage guide). B (Sources: Leaflet, Notes). C (Source: hearsay).",
			[]string{"A.|{c1=c1}", " B.|{c3=c3}{c5=c5}", " C.|{Source: hearsay}"}},
		{"passages", "A (Passage 1). B (sources: Passage 2, 3). C (documents 1, 2). D (document 12).",
			[]string{"A.|{c1=c1}", " B.|{c2=c2}{c3=c3}", " C.|{c1=c1}{c2=c2}", " D (document 12).|"}},
		{"an address that the answer is about", "See [http://a.example/b.html](http://a.example/b.html).", []string{"See [http://a.example/b.html](http://a.example/b.html).|"}},
		{"labels of other things", "Ticket (ID: 45231) of [ID 45231] (context: outpatients, ID 2) [Document: birth certificate].",
			[]string{"Ticket (ID: 45231) of [ID 45231] (context: outpatients, ID 2) [Document: birth certificate].|"}},
		{"tags", "A <citation>1</citation>. B <cite id=\"c2\"/>. C<sup>3</sup>. D <b>x</b>.",
			[]string{"A.|{c1=c1}", " B.|{c2=c2}", " C.|{c3=c3}", " D <b>x</b>.|"}},
		{"private use", "A \ue202turn0file0. B \ue200cite\ue202c2\ue202c3\ue201.", []string{"A.|{turn0file0}", " B.|{c2=c2}{c3=c3}"}},
		{"CITE", "A [c2](CITE).", []string{"A.|{c2=c2}"}},
		{"link as a marker", "A [1](https://guide.example/renal). B ([source](http://www.guide.example/dose/#x)).",
			[]string{"A.|{c2=c2}", " B.|{c1=c1}"}},
		{"link as words", "The [new table](https://guide.example/renal) says 5. Then stop.",
			[]string{"The new table says 5.|{c2=c2}", " Then stop.|"}},
		{"link to elsewhere", "See [the site](https://elsewhere.example).", []string{"See [the site](https://elsewhere.example).|"}},
		{"link to elsewhere that poses as a source", "A [9](https://elsewhere.example).", []string{"A.|{https://elsewhere.example}"}},
		{"link alone in parentheses", "A ([new table](https://guide.example/renal)).", []string{"A.|{c2=c2}"}},
		{"in signs of mark-up", "A <[1]>. B $[2]$. C [^[3]].", []string{"A.|{c1=c1}", " B.|{c2=c2}", " C.|{c3=c3}"}},
		{"announced", "A (Source: [1]). B (see [2][3]).", []string{"A.|{c1=c1}", " B.|{c2=c2}{c3=c3}"}},
		{"narrative", "First. In Smith and Jones (2020) it was 5 mg. Then Lee et al. (2021) doubled it. The NHS (2019) did not.",
			[]string{"First.|", " In Smith and Jones it was 5 mg.|{c1=c1}", " Then Lee et al. doubled it.|{c2=c2}", " The NHS (2019) did not.|"}},
		{"handle", "A [c1]. B [c1, c2]. C [c9].", []string{"A.|{c1=c1}", " B.|{c1=c1}{c2=c2}", " C.|{c9}"}},
		{"not markers", "arr[0], x[2] = 3, [2023], [sic], [ ] todo, [x] done, ![1](a.png), \\[1\\], [0, 10] and [-1].",
			[]string{"arr[0], x[2] = 3, [2023], [sic], [ ] todo, [x] done, ![1](a.png), \\[1\\], [0, 10] and [-1].|"}},
		{"code", "Run `a[1]` and ``b`[1]``:\n```py\nx[1]\n```\nThen stop [1].",
			[]string{"Run `a[1]` and ``b`[1]``:\n```py\nx[1]\n```|", "\nThen stop.|{c1=c1}"}},
		{"an unclosed fence", "A [1].\n~~~\nb[1]", []string{"A.|{c1=c1}", "\n~~~\nb[1]|"}},
		{"an unclosed backtick", "A ` [1].", []string{"A `.|{c1=c1}"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := readingOf(Read(Client, tt.text, five))
			if diff := cmp.Diff(tt.segments, got.Segments); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadNumbersOfTheApp(t *testing.T) {
	fromZero := Known{Sources: []Source{{Handle: "0"}, {Handle: "1"}, {Handle: "2"}}}
	hex := Known{Sources: []Source{{Handle: "c910e2e"}, {Handle: "a1f3"}}}
	shown := Known{Sources: []Source{{Handle: "c1", Number: 4}, {Handle: "c2", Number: 4}, {Handle: "c3", Number: 6}}}
	tests := []struct {
		name  string
		known Known
		text  string
		want  []string
	}{
		{"from zero", fromZero, "A [ID:0]. B [2]. C [3].", []string{"A.|{0=0}", " B.|{2=2}", " C.|{3}"}},
		{"hexadecimal", hex, "A [c910e2e]. B [a1f3]. C [deadbee].", []string{"A.|{c910e2e=c910e2e}", " B.|{a1f3=a1f3}", " C [deadbee].|"}},
		{"one number for two chunks", shown, "A [4]. B [6]. C [1].", []string{"A.|{4=c1/c2}", " B.|{c3=c3}", " C.|{1}"}},
		{"nothing is known", Known{}, "A [1]. B (Source: x).", []string{"A.|{1}", " B.|{Source: x}"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, readingOf(Read(Client, tt.text, tt.known)).Segments); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadAuthorYear(t *testing.T) {
	tests := map[string]string{
		"[Smith & Jones, 2020]":                "{=c1}",
		"[Smith and Jones, 2020]":              "{=c1}",
		"[Smith, 2020]":                        "{=c1}",
		"[Smith et al., 2020]":                 "{=c1}",
		"(Smith & Jones, 2020)":                "{=c1}",
		"[see Smith & Jones, 2020, p. 12]":     "{=c1}",
		"[Lee, Kim, & Park, 2021]":             "{=c2}",
		"[Lee, A., Kim, B., & Park, C., 2021]": "{=c2}",
		"[Lee et al., 2021a]":                  "{=c2}",
		"[Lee et al. 2021]":                    "{=c2}",
		"[World Health Organization, n.d.]":    "{=c3}",
		"[Oliver, 2019; Li, 2019]":             "{=c4}{=c5}",
		"[Smith, 2020, 2021]":                  "{=c1}{}", // no such work of 2021
		"[Jones, 2020]":                        "{}",      // not the first author
		"[Smith & Lee, 2020]":                  "{}",
		"[Smith & Jones, 2021]":                "{}",
		"[Li et al., 2019]":                    "{}", // one author
		"[Lee & Kim & Park & Choi, 2021]":      "{}",
		"[Ghost, 2019]":                        "{}",
		"(Ghost, 2019)":                        "{}",
		"(May, 2019)":                          "",
		"(in 2019)":                            "",
		"[2019]":                               "",
	}
	for marker, want := range tests {
		a := Read(AuthorYear, "Take it "+marker+".", five)
		got := ""
		for _, c := range a.Citations {
			got += "{" + strings.TrimSuffix("="+strings.Join(c.Candidates, "/"), "=") + "}"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", marker, got, want)
		}
		if want != "" && a.Text() != "Take it." {
			t.Errorf("%s: text %q", marker, a.Text())
		}
	}
}

func TestSurnamesAreWhole(t *testing.T) {
	tests := []struct {
		author, cited string
		want          bool
	}{
		{"Oliver Twist", "Li", false}, {"Wei Li", "Li", true}, {"Li, Wei", "Li", true}, {"LI W", "Li", true},
		{"Ludwig van Beethoven", "van Beethoven", true}, {"Ludwig van Beethoven", "Beethoven", true},
		{"José Núñez", "Nunez", true}, {"Müller, K.", "Muller", true}, {"Smith JA", "Smith", true},
		{"O'Neil, Pat", "O’Neil", true}, {"Kim Ng", "Ng", true}, {"Smithson, J.", "Smith", false},
	}
	for _, tt := range tests {
		known := Known{Sources: []Source{{Handle: "x", Authors: []string{tt.author}, Year: 2020}}}
		a := Read(AuthorYear, "A ["+tt.cited+", 2020].", known)
		if got := len(a.Citations) == 1 && len(a.Citations[0].Candidates) == 1; got != tt.want {
			t.Errorf("%s cited as %s: %t, want %t", tt.author, tt.cited, got, tt.want)
		}
	}
}

func TestListOfSourcesIsCut(t *testing.T) {
	cut := map[string]string{
		"sources used":      "A [1].\n\nSources used:\n[1] Dosage guide\n[2] Renal table",
		"heading":           "A [1].\n\n## References\n\n1. Moss, Q. A book.\n2. Hale, R. Another.",
		"bold":              "A [1].\n\n**Sources:**\n- Dosage guide\n- docs/renal.pdf",
		"in the line":       "A [1].\n\nSources: [1], [2]",
		"addresses":         "A [1].\n\nSources:\nhttps://guide.example/dose",
		"footnotes":         "A[^1].\n\n[^1]: Dosage guide, p. 3\n[^2]: Renal table",
		"link definitions":  "A [1].\n\n[1]: https://guide.example/dose",
		"rule before":       "A [1].\n\n---\n\nReferences:\n- [1] Dosage guide\n",
		"German":            "A [1].\n\nQuellen:\n[1] Dosage guide",
		"Chinese":           "A [1].\n\n参考文献：\n[1] Dosage guide",
		"heading over none": "A [1].\n\nSources:",
	}
	for name, text := range cut {
		t.Run(name, func(t *testing.T) {
			a := Read(Client, text, five)
			if a.Text() != "A." || a.List == "" {
				t.Errorf("text %q, list %q", a.Text(), a.List)
			}
		})
	}
	kept := map[string]string{
		"sources of iron": "Iron:\n\nSources:\n- Red meat [1]\n- Beans [2]",
		"prose":           "A.\n\nSources: the report does not name any.",
		"nothing else":    "Sources:\n[1] Dosage guide",
		"text behind":     "References:\n- [1] Dosage guide\n\nTherefore take it.",
		"numbered answer": "Steps:\n1. Take it [1].\n2. Stop [2].",
	}
	for name, text := range kept {
		t.Run(name, func(t *testing.T) {
			if a := Read(Client, text, five); a.List != "" {
				t.Errorf("cut %q", a.List)
			}
		})
	}
}

// TestAMarkerOfAHeadingIsOfWhatStandsBelow: as far as that has none of its own.
func TestAMarkerOfAHeadingIsOfWhatStandsBelow(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"## Tea [1]\n\nTea is hot.": 0, "## Tea [1]\n\nTea is hot [2].": 1} {
		a := Read(Client, text, Known{Sources: []Source{{Handle: "1"}, {Handle: "2"}}})
		last := a.Segments[len(a.Segments)-1]
		if len(last.Citations) != 1 || last.Citations[0] != want {
			t.Errorf("%q: %+v", text, a.Segments)
		}
	}
}

// TestABlockBelowACitedLeadInIsCitedAsAListIs: and no further.
func TestABlockBelowACitedLeadInIsCitedAsAListIs(t *testing.T) {
	t.Parallel()
	a := Read(Client, "Needed [1]:\n\n```\ntea\nice\n```\n\nThe rest is not told.", five)
	if len(a.Segments) != 3 || len(a.Segments[1].Citations) != 1 || len(a.Segments[2].Citations) != 0 {
		t.Errorf("%+v", a.Segments)
	}
}

// TestItemsBelowABlankLineDoNotEndTheGateway: the items of a cited head that a blank line parts from
// it were cut at their first byte, without end, until the memory was full.
func TestItemsBelowABlankLineDoNotEndTheGateway(t *testing.T) {
	t.Parallel()
	for _, gap := range []string{"\n", "\n\n", "\n\r\n", "\n\n\n\f"} {
		a := Read(Client, "Step 1 [1]:"+gap+"* Place the leaves.\n\n* Pour the water.\n\nThe rest is not told.", five)
		if len(a.Segments) != 3 || len(a.Segments[1].Citations) != 1 || len(a.Segments[2].Citations) != 0 {
			t.Errorf("%q: %+v", gap, a.Segments)
		}
	}
}

// TestAnOrderedListCitesForAnAnswerWithoutMarkers: an app may ask for nothing but a list.
func TestAnOrderedListCitesForAnAnswerWithoutMarkers(t *testing.T) {
	t.Parallel()
	known := Known{List: "SOURCES:", Sources: []Source{{Handle: "a", Number: 1, Title: "Tea book"}, {Handle: "b", Number: 2, Filename: "ice.pdf"}, {Handle: "c", Number: 3}}}
	for text, want := range map[string]string{
		"Tea is hot. Ice is cold.\nSOURCES: 1, 2":        "a b",
		"Tea is hot.\n\nSOURCES:\n- Tea book\n- ice.pdf": "a b",
		"Tea is hot.\n\nSOURCES:\n1. Tea book":           "a",
		"Tea is hot [2].\n\nSOURCES: 1, 2":               "b",
		"Tea is hot.\n\nSOURCES: 7":                      "",
		"Tea is hot.\n\nSources of iron: 1 is meat":      "",
	} {
		a := Read(Client, text, known)
		var got []string
		for _, at := range a.Segments[0].Citations {
			got = append(got, a.Citations[at].ChunkID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q cites %q, want %q", text, got, want)
		}
	}
}

// "Days: 99" came through strict unread, because the app's words show the label: the figure behind it is the model's.
func TestAFigureBehindAnAppsLabelIsRead(t *testing.T) {
	t.Parallel()
	known := Known{Words: func() string { return "Use this format:\nAnswer: the answer\nDays: the number of days\n" }}
	for _, line := range []string{"Days: 99", "**Days:** 99", "Days 99", "- Days: 99."} {
		a := Read(Client, "Answer: Backups are kept for 21 days.\n"+line, known)
		if slices.ContainsFunc(a.Segments, func(s Segment) bool { return s.Frame && strings.Contains(s.Text, "99") }) {
			t.Errorf("%s: %+v", line, a.Segments)
		}
	}
}

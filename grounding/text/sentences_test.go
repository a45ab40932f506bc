package text

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBorders holds Sentences to the pages of testdata/borders.txt.
func TestBorders(t *testing.T) {
	file, err := os.ReadFile("testdata/borders.txt")
	if err != nil {
		t.Fatal(err)
	}
	pages := strings.Split("\n"+string(file), "\n== ")[1:]
	if len(pages) < 30 {
		t.Fatalf("only %d pages", len(pages))
	}
	for _, page := range pages {
		name, body, _ := strings.Cut(page, "\n")
		body = strings.TrimSuffix(body, "\n")
		var want []string
		for part := range strings.SplitSeq(body, "|") {
			if part = strings.TrimSpace(strings.ReplaceAll(part, "¦", "|")); part != "" {
				want = append(want, part)
			}
		}
		s := strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(body, "\n | ", "\n"), " | ", " "), "¦", "|")
		var got []string
		for _, sentence := range Sentences(s) {
			got = append(got, s[sentence.Start:sentence.End])
		}
		for i := range want { // the rule below a table's head is no sentence
			want[i] = strings.TrimSpace(strings.ReplaceAll(want[i], "\n|---|---|", ""))
		}
		if strings.Join(got, " | ") != strings.Join(want, " | ") {
			t.Errorf("%s:\n got %q\nwant %q", name, got, want)
		}
	}
}

// TestGluedSentences: pages lose the space behind a stop with their markup.
// TestARowOfHTMLIsASentence: the price of another row passed, where a table stood on one line or its cells on lines of their own.
func TestARowOfHTMLIsASentence(t *testing.T) {
	t.Parallel()
	for page, want := range map[string][]string{
		"<table><tr><th>Item</th><th>Price</th></tr><tr><td>Clay</td><td>14 euros. Now.</td></tr><tr><td>Glaze</td><td>9 euros</td></tr></table>It is so.": {
			"4 <table><tr><th>Item</th><th>Price</th></tr>", "3 <tr><td>Clay</td><td>14 euros. Now.</td></tr>", "3 <tr><td>Glaze</td><td>9 euros</td></tr></table>", "0 It is so.",
		},
		"<tr>\n  <td>Clay</td>\n\n  <td><p>14 euros</p></td>\n</tr>\n<tr>\n  <td>Glaze</td>\n</tr>": {
			"3 <tr>\n  <td>Clay</td>\n\n  <td><p>14 euros</p></td>\n</tr>", "3 <tr>\n  <td>Glaze</td>\n</tr>",
		},
		"<dl><dt>Clay</dt><dd>14 euros</dd><dt>Glaze</dt>\n<dd>9 euros</dd></dl>": {"3 <dl><dt>Clay</dt><dd>14 euros</dd>", "3 <dt>Glaze</dt>\n<dd>9 euros</dd></dl>"},
		"<h2>Prices. Now</h2>Clay is dear.<br>Glaze is not,<br>they say.<ul><li>Clay</li><li>Glaze</li></ul><p>So. It is.</p><p>Yes</p>": {
			"1 <h2>Prices. Now</h2>", "0 Clay is dear.", "0 <br>Glaze is not,<br>they say.", "2 <ul><li>Clay</li>", "2 <li>Glaze</li></ul>", "0 <p>So.", "0 It is.</p>", "0 <p>Yes</p>",
		},
	} {
		var got []string
		for _, s := range Sentences(page) {
			got = append(got, fmt.Sprint(s.Block, " ", page[s.Start:s.End]))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestGluedSentences(t *testing.T) {
	for page, want := range map[string]int{
		"All gains are tax-free.But you must ask first.":       2,
		"The limit is 5.The rest is lost.":                     2,
		"Sear it (this is what I did).If it burns, wait.":      2,
		"Each day.s carbohydrates count.":                      1,
		"It runs on Node.js and calls time.After(5) or Go.In.": 1,
		"Ask at example.com/x.html or U.S.Army posts.":         1,
		"Version 2.The": 1,
	} {
		if got := len(Sentences(page)); got != want {
			t.Errorf("%q: %d sentences, want %d", page, got, want)
		}
	}
}

func TestSentencesAround(t *testing.T) {
	for _, c := range []struct{ page, place, whole, lead string }{
		{"Smoking is banned. Guests may smoke here if they are adults. Pay at the bar.", "may smoke here", "Guests may smoke here if they are adults.", ""},
		{"Guests may smoke here. This does not apply to minors. Pay at the bar.", "may smoke here", "Guests may smoke here. This does not apply to minors.", ""},
		{"Guests may smoke here. However, minors may not. Pay.", "may smoke here", "Guests may smoke here. However, minors may not.", ""},
		{"Guests may smoke here. Except on Sundays. Pay.", "may smoke", "Guests may smoke here. Except on Sundays.", ""},
		{"Guests may smoke here. This is a bar. Pay.", "may smoke", "Guests may smoke here.", ""},
		{"# Rules\nYou must not:\n- smoke\n- drink\n", "drink", "- drink", "You must not:"},
		{"# Not covered\nTheft from a shed. Fire.", "Theft from a shed", "Theft from a shed.", "# Not covered"},
		{"| Drug | Dose |\n|---|---|\n| Aspirin | 5 mg |\n| Zinc | 9 mg |", "9 mg", "| Zinc | 9 mg |", "| Drug | Dose |"},
		{"One thing holds. Another thing holds.", "holds. Another", "One thing holds. Another thing holds.", ""},
	} {
		at := strings.Index(c.page, c.place)
		around := SentencesAround(c.page, Sentences(c.page), at, at+len(c.place))
		if got := c.page[around.Start:around.End]; got != c.whole {
			t.Errorf("%q: %q, want %q", c.place, got, c.whole)
		}
		if got := c.page[around.Lead.Start:around.Lead.End]; got != c.lead {
			t.Errorf("%q: lead %q, want %q", c.place, got, c.lead)
		}
	}
}

// FuzzSentences: sentences lie in order, do not overlap, and leave out nothing but
// white space and the rules of tables.
func FuzzSentences(f *testing.F) {
	f.Add("# A\nB. C d. 5. Mai\n- x\n|a|\n|-|\n```\nq")
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, sentence := range Sentences(s) {
			if sentence.Start < at || sentence.End <= sentence.Start || sentence.End > len(s) {
				t.Fatalf("%q: %+v behind %d", s, sentence, at)
			}
			if left := strings.Trim(s[at:sentence.Start], " \t\r\n|:-\v\f\u0085\u00a0"); left != "" && strings.TrimSpace(left) != "" {
				t.Fatalf("%q: %q left out", s, left)
			}
			at = sentence.End
		}
	})
}

func BenchmarkSentences(b *testing.B) {
	page := strings.Repeat("The committee may approve up to 250 mg of aspirin per day. ", 27)
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		Sentences(page)
	}
}

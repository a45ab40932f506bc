package htmlreport

import (
	"bytes"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/golden"
)

func ref[T any](v T) *T { return &v }

// example is a page with something of everything.
func example() Page {
	return Page{
		Title: "Verification page",
		Facts: []Fact{{"Input", "answers.jsonl"}, {"Policy", "balanced"}},
		Note:  "All 1200 rows are counted above. Shown here are 3.",
		Tally: Tally{
			Rows: 1200, Passed: 1198, Of: 1200, Unreadable: 1,
			Verdicts: map[report.Verdict]int{report.Grounded: 1150, report.Healed: 48, report.Ungrounded: 1},
			Findings: map[report.Code]int{report.SnippetAltered: 1, report.ClaimUncited: 2},
		},
		Rows: []Row{failing(), {Line: 7, ID: "q-7", Error: "the line has no chunks"}, plain()},
	}
}

func failing() Row {
	return Row{
		Line: 3, Choices: 2, ID: "q-3", Question: "Wie groß?",
		Answer: "Das Gefäß faßt 15 Liter. It holds nine cups. Thanks!",
		Report: report.Report{
			Verdict: report.Ungrounded, Mode: "answer", Coverage: 0.5, Support: 0.61, Risk: 0.9, IdealOverlap: ref(0.4),
			Audit: report.Audit{Total: 3, Verified: 2, Failed: 1, PassRate: 0.6667}, UnansweredAspects: []string{"the price"},
			Trust: &report.AnswerTrust{Level: "low"},
			Claims: []report.Claim{
				{Text: "Das Gefäß faßt 15 Liter.", Start: ref(0), End: ref(24), Citations: []int{}, Supported: ref(false), Risk: 1},
				{Text: "It holds nine cups.", Start: ref(25), End: ref(44), Citations: []int{2, 3}, Supported: nil, Support: 0.5, Risk: 0.2},
			},
			Citations: []report.Citation{
				{Number: 1, ChunkID: "c1", Snippet: "faßt 15 Liter", Quoted: true, Match: "none", Similarity: 0.91, Start: ref(10), End: ref(22), Title: ref("Gefäße"), URL: ref("https://pots.example/a?b=1&c=2"), SourceFilename: ref("pots.pdf"), Standing: "stale"},
				{Number: 2, ChunkID: "c2", Snippet: "holds 9 cups", Quoted: true, Match: "normalized", Similarity: 0.99, Start: ref(3), End: ref(18), Verified: false, Heal: &report.Heal{Kind: "snap", From: "holds 9 cups", To: "holds nine cups"}},
				{Number: 3, ChunkID: "c2", Match: "located", Verified: true, Start: ref(3), End: ref(18), Trust: &report.Trust{Tier: "tier_1", Score: 0.95}},
			},
			Findings: []report.Finding{
				{Code: report.SnippetAltered, Citation: ref(1), Detail: "the source says 5 Liter, the snippet 15 Liter"},
				{Code: report.ClaimUncited, Claim: ref(0), Detail: "no citation"},
				{Code: report.MalformedOutput, Detail: "something odd"},
			},
		},
		Nearest: []Place{{Claim: 0, Source: "c1", Start: 0, End: 22}, {Claim: 0, Source: "c9", End: 4}, {Claim: 0, Source: "c1", Start: 5, End: 99}},
		Sources: []Source{{ID: "c1", Page: "4", Text: "Das Gefäß faßt 5 Liter und wiegt wenig."}, {ID: "c2", Text: "It holds nine cups of tea."}},
	}
}

func plain() Row {
	return Row{Line: 9, Answer: "You're welcome!", Report: report.Report{Verdict: report.Skipped}}
}

func rendered(t testing.TB, p Page) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, p); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestPage(t *testing.T) {
	got := strings.Replace(rendered(t, example()), style, "", 1)
	got = strings.Replace(got, strings.ReplaceAll(styleHash(), "'", "&#39;"), "HASH", 1)
	got = strings.ReplaceAll(got, "><", ">\n<") // readable differences
	golden.Hold(t, "testdata/page.html", got)
}

func TestPlacesAreCodePoints(t *testing.T) {
	got := rendered(t, example())
	for _, want := range []string{
		`<span class="claim bad">Das Gefäß faßt 15 Liter.</span>`,
		`<span class="claim open">It holds nine cups.</span>`,
		`<mark>faßt <mark class="right">5</mark> Liter</mark> und wiegt wenig.`,
		`“faßt <mark class="wrong">15</mark> Liter”`,
		`<mark>Das Gefäß faßt 5 Liter</mark> und wiegt wenig.`,
		`It <mark>holds <mark class="right">nine</mark> cups</mark> of tea.`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestPlacesThatDoNotFitAreLeftOut(t *testing.T) {
	for _, place := range [][2]int{{-1, 4}, {4, 2}, {0, 99}, {99, 100}, {3, 3}} {
		r := Row{Line: 1, Answer: "short", Sources: []Source{{ID: "c1", Text: "brief"}}}
		r.Report.Claims = []report.Claim{{Text: "x", Start: &place[0], End: &place[1], Citations: []int{1, 2}}}
		r.Report.Citations = []report.Citation{{Number: 1, ChunkID: "c1", Snippet: "brief", Quoted: true, Start: &place[0], End: &place[1]}}
		if got := rendered(t, Page{Rows: []Row{r}}); !strings.Contains(got, "short") || !strings.Contains(got, "brief") {
			t.Errorf("%v: text was lost", place)
		}
	}
}

func TestAPageOfNothing(t *testing.T) {
	got := rendered(t, Page{Title: "Empty"})
	if !strings.Contains(got, "There are no answers to show") || strings.Contains(got, "<h2") {
		t.Errorf("an empty page has headings over nothing: %s", got)
	}
}

func TestAllButAllIsNotAll(t *testing.T) {
	for want, n := range map[string][2]int{"100\u202f%": {7, 7}, "99.9\u202f%": {99_999, 100_000}, "0\u202f%": {0, 3}, "33.3\u202f%": {1, 3}, "–": {0, 0}} {
		if got := percent(n[0], n[1]); got != want {
			t.Errorf("%v is %s, want %s", n, got, want)
		}
	}
	if got := grouped(-1234567); got != "-1\u202f234\u202f567" {
		t.Errorf("grouped: %s", got)
	}
}

func TestEveryVerdictAndFindingIsExplained(t *testing.T) {
	for _, code := range report.Codes() {
		if meaningOf(code) == "" {
			t.Errorf("%s has no meaning", code)
		}
	}
	for _, v := range report.Verdicts() {
		if s := sayingOf(v); s.Meaning == "" || s.Sign == "" || s.Class == "" {
			t.Errorf("%s has no meaning", v)
		}
	}
}

// TestEveryPartOfThePageIsThere: a part or a hole that is misspelt would be left
// out in silence.
func TestEveryPartOfThePageIsThere(t *testing.T) {
	var code []byte
	for _, name := range []string{"htmlreport.go", "answer.go", "evidence.go", "evidence_report.go", "period.go"} {
		more, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		code = append(code, more...)
	}
	used, holes := map[string]bool{"page": true, "wrong": true, "right": true}, map[string]bool{}
	for _, m := range regexp.MustCompile(`stretch\{"([^"]+)"`).FindAllStringSubmatch(string(code), -1) {
		used[m[1]] = true
	}
	var look func(pieces []piece)
	look = func(pieces []piece) {
		for _, p := range pieces {
			holes[p.hole] = true
			used[p.part] = true
			if p.part != "" && parts()[p.part] == nil {
				t.Errorf("there is no part %q", p.part)
			}
			if p.hole != "" && !strings.Contains(string(code), `"`+p.hole+`"`) {
				t.Errorf("nothing fills the hole %q", p.hole)
			}
			look(p.then)
		}
	}
	for _, pieces := range parts() {
		look(pieces)
	}
	for name := range parts() {
		if !used[name] {
			t.Errorf("nobody writes the part %q", name)
		}
	}
	for _, m := range regexp.MustCompile(`(?:v|excerpt)\["([^"]+)"\]|"([^"]+)": `).FindAllStringSubmatch(string(code), -1) {
		if name := m[1] + m[2]; !holes[name] {
			t.Errorf("no part has a hole for %q", name)
		}
	}
}

func TestTheErrorOfTheDestinationComesBack(t *testing.T) {
	if err := Write(full{}, example()); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}

var errFull = errors.New("the disk is full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// The page loads nothing and runs nothing, and its policy allows neither.
func TestThePageIsWholeInItself(t *testing.T) {
	page := example()
	doc, err := html.Parse(strings.NewReader(rendered(t, page)))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	var targets []string
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script", "link", "img", "iframe", "object", "embed", "form", "base", "video", "audio", "source":
			t.Errorf("the page has an element %s", n.Data)
		}
		for _, a := range n.Attr {
			switch {
			case a.Key == "id" && ids[a.Val]:
				t.Errorf("the id %s occurs twice", a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				targets = append(targets, a.Val[1:])
			case a.Key == "href" && !strings.HasPrefix(a.Val, "https://"):
				t.Errorf("a link leads to %s", a.Val)
			case a.Key == "style" || strings.HasPrefix(a.Key, "on") || a.Key == "src":
				t.Errorf("%s has the attribute %s", n.Data, a.Key)
			}
		}
	}
	for _, target := range targets {
		if !ids[target] {
			t.Errorf("a link leads to #%s, which is not there", target)
		}
	}
	if strings.Contains(style, "url(") || strings.Contains(style, "@import") {
		t.Error("the style sheet loads something")
	}
}

func TestOnlyWebAddressesAreLinkedTo(t *testing.T) {
	for address, linked := range map[string]bool{
		"https://a.example/x?y=1&z=2": true, "http://a.example": true,
		"javascript:alert(1)": false, "JavaScript:alert(1)": false, "data:text/html,x": false, "//a.example": false,
		"file:///etc/passwd": false, "https://": false, "https://user:secret@a.example/": false, "http://[": false, "": false,
	} {
		r := failing()
		r.Report.Citations[0].URL = &address
		if got := strings.Contains(rendered(t, Page{Rows: []Row{r}}), `rel="noreferrer noopener"`); got != linked {
			t.Errorf("%q: linked to %v, want %v", address, got, linked)
		}
	}
}

func TestAQuotationSaysWhoseWordsItIs(t *testing.T) {
	var page strings.Builder
	row := Row{Line: 1, Answer: "The source says: “Nine hours.”", Report: report.Report{Verdict: report.Quoted, Claims: []report.Claim{
		{Text: "The source says: “Nine hours.”", Judgement: report.QuotedOutcome},
	}}}
	if err := Write(&page, Page{Rows: []Row{row}}); err != nil {
		t.Fatal(err)
	}
	if want := "The source’s own words. They stand in the place of what the model wrote."; !strings.Contains(page.String(), want) {
		t.Errorf("the page does not say: %s", want)
	}
}

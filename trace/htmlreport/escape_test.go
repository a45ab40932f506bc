package htmlreport

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"vouchsafe/grounding/report"
)

// filled is a page with one text from outside in every place that takes one.
func filled(s string) Page {
	c := report.Citation{
		Number: 1, ChunkID: s, Snippet: s, Quoted: true, Match: s, Title: &s, URL: &s, SourceFilename: &s, Standing: s, Similarity: 0.5,
		Heal: &report.Heal{Kind: s, From: s + " a", To: s + " b"}, Trust: &report.Trust{Tier: s},
	}
	bad := c
	bad.Number, bad.Heal, bad.Start, bad.End = 2, nil, ref(0), ref(1)
	return Page{
		Title: "T" + s, Facts: []Fact{{"L" + s, "V" + s}}, Note: "N" + s,
		Tally: Tally{Rows: 2, Findings: map[report.Code]int{report.ClaimNumber: 1}},
		Rows: []Row{{
			Line: 1, ID: "I" + s, Question: "Q" + s, Answer: s, Nearest: []Place{{Claim: 1, Source: s, End: 1}}, Sources: []Source{{ID: s, Page: "P" + s, Text: "X" + s}},
			Report: report.Report{
				Verdict: report.Verdict(s), UnansweredAspects: []string{s}, Trust: &report.AnswerTrust{Level: s},
				Claims:    []report.Claim{{Text: s, Path: ref("/" + s), Citations: []int{1}, Start: ref(0), End: ref(1)}, {Text: s}},
				Citations: []report.Citation{c, bad},
				Findings: []report.Finding{
					{Code: report.Code(s), Detail: "D" + s}, {Code: report.Code(s), Detail: "D" + s, Claim: ref(0)}, {Code: report.Code(s), Detail: "D" + s, Citation: ref(2)},
				},
			},
		}, {Line: 2, ID: "I" + s, Error: "E" + s}},
	}
}

// allowed is every element and attribute that the package writes.
var allowed = map[string]string{
	"html": "lang", "head": "", "meta": "charset http-equiv content name", "title": "", "style": "", "body": "", "a": "class href rel",
	"header": "class", "p": "class dir", "h1": "", "h2": "id", "h3": "id", "h4": "", "dl": "class", "div": "class dir", "dt": "", "dd": "dir",
	"main": "id", "section": "class aria-label aria-labelledby", "strong": "", "span": "class aria-hidden dir", "svg": "class viewbox preserveaspectratio aria-hidden focusable",
	"rect": "class x y width height", "ul": "class", "ol": "class", "li": "class id dir", "table": "class", "caption": "", "thead": "", "tbody": "", "tr": "",
	"th": "scope class", "td": "class dir", "code": "", "bdi": "class", "article": "id aria-labelledby", "sup": "class", "figure": "id class", "figcaption": "",
	"blockquote": "dir", "mark": "class", "footer": "",
}

// FuzzNothingGetsOutUnescaped puts a text in every place and reads the page as
// a browser would: there is never an element or attribute that this package
// did not write, nor another style than its own.
func FuzzNothingGetsOutUnescaped(f *testing.F) {
	for _, s := range []string{
		"", "a", "<script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "' onmouseover='alert(1)", "</style><script>1</script>", "</title><base href=//x>",
		"<!--", "-->", "]]>", "&lt;script&gt;", "&", "\x00<\x00script>", "\xff<b>", "\u202e<b>", "javascript:alert(1)", `https://a.example/"><script>`, "https://a.example/<b>",
		"\ufeff<svg/onload=1>", "<\r\nscript>", "`${x}`", "{{.}}", "%3Cscript%3E", "＜script＞", "\u2028<b>",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var b bytes.Buffer
		if err := Write(&b, filled(s)); err != nil {
			t.Fatal(err)
		}
		z := html.NewTokenizer(&b)
		for {
			switch z.Next() {
			case html.ErrorToken:
				return
			case html.CommentToken:
				t.Errorf("%q makes a comment", s)
			case html.StartTagToken, html.SelfClosingTagToken:
				checkTag(t, s, z.Token())
			}
		}
	})
}

func checkTag(t *testing.T, s string, tag html.Token) {
	t.Helper()
	names, ok := allowed[tag.Data]
	if !ok {
		t.Errorf("%q makes an element %s", s, tag.Data)
	}
	for _, a := range tag.Attr {
		if !strings.Contains(" "+names+" ", " "+strings.ToLower(a.Key)+" ") {
			t.Errorf("%q gives %s the attribute %s", s, tag.Data, a.Key)
		}
		if a.Key == "href" && !strings.HasPrefix(a.Val, "#") && !strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "http://") {
			t.Errorf("%q makes a link to %q", s, a.Val)
		}
	}
}

// What is written as text reads as the same text, but for signs that would
// hide or turn round what stands around them.
func TestTextComesOutAsItIs(t *testing.T) {
	for in, want := range map[string]string{
		"a < b && c > \"d\" 'e'":    "a < b && c > \"d\" 'e'",
		"line\r\nbreak\ttab":        "line\nbreak\ttab",
		"bell\a, nul\x00, del\x7f":  "bell\ufffd, nul\ufffd, del\ufffd",
		"abc\u202egnp.exe\u2066":    "abc[U+202E]gnp.exe[U+2066]",
		"Größe 漢字 עברית \U0001f600": "Größe 漢字 עברית \U0001f600",
		"broken \xff":               "broken \ufffd",
	} {
		var b bytes.Buffer
		w := newWriter(&b)
		w.text(in)
		if err := w.flush(); err != nil {
			t.Fatal(err)
		}
		if got := html.UnescapeString(b.String()); got != want {
			t.Errorf("%q reads as %q, want %q", in, got, want)
		}
	}
}

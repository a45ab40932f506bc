package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestShowPage holds what is left of markup, one form a line.
func TestShowPage(t *testing.T) {
	for in, want := range map[string]string{
		"plain text":                            "plain text",
		"<p>Fish &amp; <b>chips</b></p>":        "\nFish & chips\n",
		"<td>a</td><td>b</td>":                  "\ta\t\tb\t",
		"un<b>law</b>ful, un**law**ful":         "unlawful, unlawful",
		"**bold** and 5*5":                      "**bold** and 5*5",
		"<del>old</del> <s>x</s>":               "~~old~~ ~~x~~",
		"p <0.05 and x < y > z":                 "p <0.05 and x < y > z",
		"<script>x</script>":                    "<script>x</script>",
		"> quoted\n>> twice\n>5 mg":             " quoted\n twice\n>5 mg",
		"10<sup>6</sup> cells":                  "10⁶ cells",
		"x<sup>th</sup>":                        "xth",
		"&lt;b&gt; stays":                       "<b> stays",
		"&#39;s &nope; AT&T":                    "'s &nope; AT&T",
		"see [the report](https://x.org/a)":     "see [the report",
		"[x](not an address)":                   "[x](not an address)",
		"- [ ] open\n- [x] done":                "- ☐ open\n- ☑ done",
		`{"a": "one\ntwo \u00e9t\u00e9 \"x\""}`: "{\"a\": \"one\ntwo été \"x\"\"}",
		`no JSON\n here`:                        `no JSON\n here`,
	} {
		if got, _ := ShowPage(in); got.Text != want {
			t.Errorf("%q: %q, want %q", in, got.Text, want)
		}
	}
}

// TestShowPageTellsWhatItHides: attributes and addresses are part of what a page says.
func TestShowPageTellsWhatItHides(t *testing.T) {
	_, hidden := ShowPage(`<b title="never">x</b> <b>y</b> <br/> [z](https://x.org/a) <a href='q'>w</a>`)
	if got, want := strings.Join(hidden, " "), `<b title="never"> https://x.org/a <a href='q'>`; got != want {
		t.Errorf("hidden %s, want %s", got, want)
	}
}

// TestOriginalOf: a word of a page is found in it without the markup around it.
func TestOriginalOf(t *testing.T) {
	for _, page := range []string{"a <b>word</b> b", "a &nbsp;<i><b>word</b></i>&amp; b", "é ﬁ **word** b", "x\u00ad\n <td>word</td>", "<p>word"} {
		shown, _ := ShowPage(page)
		at := utf8.RuneCountInString(shown.Text[:strings.Index(shown.Text, "word")])
		from, to := shown.OriginalOf(at, at+4)
		if got := string([]rune(page)[from:to]); got != "word" {
			t.Errorf("%q: %q", page, got)
		}
	}
	shown, _ := ShowPage("&amp;&amp;")
	if from, to := shown.OriginalOf(1, 2); from != 5 || to != 10 {
		t.Errorf("the second sign is from %d to %d", from, to)
	}
}

// folds joins the tokens of a page.
func folds(page string) string {
	f := FoldPage(page)
	var words []string
	for i := range f.Tokens {
		words = append(words, f.Word(i))
	}
	return strings.Join(words, " ")
}

// TestFoldPage holds what tokens consist of, one form a line.
func TestFoldPage(t *testing.T) {
	for page, want := range map[string]string{
		"The Dose, is «5 mg» DAILY!":                         "the dose is 5 mg daily",
		"5mg B12 5.5 1,234.5 12:30 1/2":                      "5mg b12 5.5 1,234.5 12:30 1/2",
		"≤ 5, <5, >= 5, ~5, ±5":                              "≤5 <5 ≥5 ~5 ±5",
		"-5 and −5 and B-12 and .5":                          "-5 and -5 and b 12 and .5",
		"$5, -$5, US$5, £5 – £10":                            "$5 -$5 us $5 £5 £10",
		"16–61 and 16 - 61 and 16 — b":                       "16-61 and 16-61 and 16 b",
		"5% 5 % 5 percent 5 per cent":                        "5% 5% 5% 5%",
		"4 percentage points":                                "4 percentage points",
		"10⁶ 10^6 10^-6 m² x² HCO₃⁻":                         "10^6 10^6 10^-6 m2 x2 hco3",
		"in 2019¹ it¹² said [3] so":                          "in 2019 it said so",
		"C# C++ 65+ BBB- HER2−":                              "c# c++ 65+ bbb- her2-",
		"l'homme n’est can't 1'000":                          "l' homme n' est can't 1'000",
		"Straße œuvre Ёлка أحمد":                             "strasse oeuvre елка احمد",
		"العَرَبِيَّة":                                       "العربية",
		"患者20毫克 カタカナ":                                        "患 者 20 毫 克 カ タ カ ナ",
		"1か月 1ヶ月 45億6000万":                                   "1 ヶ 月 1 ヶ 月 45億6000 万",
		"pаypаl and паровоз":                                 "paypal and паровоз",
		"2.3 x 1.8 and x":                                    "2.3 × 1.8 and x",
		"a = b ✓ ☑ ½ 5½":                                     "a = b ✓ ☑ 1/2 5 1/2",
		"line ★★\n★ bullet":                                  "line ★ ★ bullet",
		"~~old~~ new snake_case a.b":                         "old new snake case a b",
		"(3.5)% $(12) 5 * 6":                                 "3.5)% $(12 5 * 6",
		"－５ and ５０％ and １，５":                                 "-5 and 50% and 1,5",
		"\u1109\u1165\u110b\u116e\u11af, naïve, nai\u0308ve": "서울 naïve naïve",
	} {
		if got := folds(page); got != want {
			t.Errorf("%q: %q, want %q", page, got, want)
		}
	}
}

// TestTokensStandInOrder: tokens do not overlap, and their folded characters are all of
// the folded text, whatever stands in a page.
func TestTokensStandInOrder(t *testing.T) {
	check := func(page string) {
		f := FoldPage(page)
		last, all := uint32(0), ""
		for i, token := range f.Tokens {
			if token.Start < last || token.End <= token.Start || int(token.End) > len(f.Text) {
				t.Fatalf("%q: token %d is from %d to %d behind %d", page, i, token.Start, token.End, last)
			}
			if f.TokenAt(f.FoldedStart(i)) != i {
				t.Fatalf("%q: token %d is not found where it begins", page, i)
			}
			last, all = token.End, all+f.Word(i)
		}
		if all != f.Folded {
			t.Fatalf("%q: tokens %q of %q", page, all, f.Folded)
		}
	}
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if utf8.ValidRune(r) && unicode.IsGraphic(r) && !unicode.Is(unicode.Han, r) && !unicode.Is(unicode.Hangul, r) {
			check("a" + string(r) + "b 4" + string(r) + "2 " + string(r) + " " + string(r) + "5")
		}
	}
}

// foldSlowly folds a page without the looks ahead that spare most signs and words
// the careful reading.
func foldSlowly(page string) Folded {
	gaps, joints := parting, wordJoints
	defer func() { parting, wordJoints = gaps, joints }()
	parting = [len(gaps)]Gap{}
	for i := range wordJoints {
		wordJoints[i] = true
	}
	return FoldPage(page)
}

func FuzzFoldPage(f *testing.F) {
	for _, seed := range []string{"<p>5&nbsp;mg <sup>2</sup></p>", "≤ -$5.5–6 %", "~~a~~ [3](x/y) **b**c", `{"a":"\u00e9\n"}`, "l'10⁶ [ ] 45億6 .5"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, page string) {
		folded := FoldPage(page)
		if slow := foldSlowly(page); !slices.Equal(slow.Tokens, folded.Tokens) || slow.Folded != folded.Folded {
			t.Fatalf("%q is folded to %q, without looks ahead to %q", page, folded.Folded, slow.Folded)
		}
		points := utf8.RuneCountInString(page)
		for i := range folded.Tokens {
			run := Run{i, i + 1}
			point, from, to := folded.Source(run)
			if point < 0 || point > points || from > to || to > len(page) {
				t.Fatalf("token %d of %q is at %d, bytes %d to %d", i, page, point, from, to)
			}
		}
	})
}

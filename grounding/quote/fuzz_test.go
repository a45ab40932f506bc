package quote

import (
	"testing"
	"unicode/utf8"
)

// FuzzFind checks that nothing panics, that offsets are those of the source,
// and that whatever verifies without typos or gaps folds to the same
// characters as the source at its place.
func FuzzFind(f *testing.F) {
	for _, seed := range [][2]string{
		{"The dose is 5 mg daily.", "dose is 50 mg"},
		{"envir-\nonment &amp; <b>10⁶</b> [3] **x**", "environment & 10⁶ x"},
		{"成人每日剂量不得超过20毫克。", "剂量不得超过"},
		{"l'homme n'est pas là; 1 234,5 €", "homme est là 1234,5"},
		{"a\u0301\u200b\u00ad٥٠½ ﬁ pаypal", "á 50 1/2 fi paypal"},
		{"One. Two, three [sic] four … five.", "One … [the] five"},
		{"-5–10 % of 1,234 ≥ 7", "5 percent"},
		{"&#45;5 &lt;7 &#x301;a", "-5"},
		{"far behind the start: 10&sup2; m&sup2; HER2&minus; 10<sup>6</sup> x&#94;2", "10^2 m2"},
		{"0 0 0 0 10&sup2; 0 0 0&minus; 0$", "10^2"}, // the end of the 10 is as far here as in the decoded text
		{"🔴 a 🟢 b ▲5% [x] c | d || e ★★☆ 65+ BBB- 14(3)(b)", "b ▲ 5%"},
		{"dose is 0 mg", ">mg"}, // a quotation in Markdown
		{"ليس ١٬٢٥٠٫٥ أإآ ﾊﾞ ～ 5℃ 45億6000万", "1,250.5"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, chunk, snippet string) {
		text := Prepare(chunk)
		valid := utf8.ValidString(chunk) && utf8.ValidString(snippet) // callers let in nothing else
		for _, mode := range []Mode{Exact, Normalized, Fuzzy} {
			r := Find(text, snippet, mode)
			checkPlace(t, chunk, r)
			if r.Similarity < 0 || r.Similarity > 1 {
				t.Fatalf("similarity %v", r.Similarity)
			}
			plain := r.Kind == KindExact || r.Kind == KindNormalized
			if r.Outcome == Verified && plain && valid && !foldsAlike(r.Source, snippet) {
				t.Fatalf("%q verified as %q", snippet, r.Source)
			}
		}
		Prepare(snippet).Weight()
		Count(text, snippet)
	})
}

// foldsAlike compares a place of the source with a snippet, both behind a word: some
// signs mean another thing at the start of a line. There a snippet may stand, too.
func foldsAlike(source, snippet string) bool {
	folded := func(s string) string { return Prepare(s).Folded.Folded }
	want := folded("x " + source)
	return want == folded("x "+snippet) || want == folded("x")+folded(snippet)
}

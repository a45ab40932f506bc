package quote

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// TestFind covers one behaviour a line.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, chunk, snippet string
		outcome              Outcome
		kind                 string
	}{
		{"word for word", "The dose is 5 mg daily.", "dose is 5 mg", Verified, KindExact},
		{"white space and case", "The dose\n is 5 mg daily.", "THE DOSE IS 5 mg", Verified, KindNormalized},
		{"line-break hyphenation", "the envir-\nonment suffers", "the environment suffers", Verified, KindNormalized},
		{"ligatures and soft hyphens", "the ﬁrst ef\u00adfect", "the first effect", Verified, KindNormalized},
		{"entities and tags", "<p>Fish &amp; <b>chips</b> cost &pound;5</p>", "Fish & chips cost £5", Verified, KindNormalized},
		{"markdown", "see **the** [full report](https://x.org/a) here", "see the full report here", Verified, KindNormalized},
		{"footnote mark left out", "It grew fast [3] in spring.", "It grew fast in spring", Verified, KindNormalized},
		{"spelt percent", "It grew by 5 percent in spring.", "It grew by 5% in spring", Verified, KindNormalized},
		{"decomposed letters", "un été très chaud", "un e\u0301te\u0301 tre\u0300s chaud", Verified, KindNormalized},
		{"digits of another script", "العدد ٥٠ فقط", "العدد 50 فقط", Verified, KindNormalized},
		{"evident typo", "The treatment was normal in every respect.", "The treatment was noraml in every respect", Verified, KindFuzzy},
		{"ellipsis", "The court sat in May. It heard nine witnesses. It ruled in June.",
			"The court sat in May. [...] It ruled in June.", Verified, KindEllipsis},
		{"table cells", "| dose | 5 mg |", "dose: 5 mg", Verified, KindNormalized},
		{"a JSON member", `{"dose":"5 mg","route":"oral"}`, "dose: 5 mg", Verified, KindNormalized},

		{"inside a number", "The dose is 15 mg.", "5 mg", Falsified, KindLocated},
		{"inside a decimal", "The dose is 5.5 mg.", "dose is 5", Falsified, KindLocated},
		{"behind a decimal point", "The dose is 10.5 mg.", "0.5 mg", Falsified, KindLocated},
		{"inside a word", "The act is unlawful here.", "lawful here", Falsified, KindLocated},
		{"behind a prefix", "Only non-smokers took part.", "smokers took part", Falsified, KindLocated},
		{"changed number", "The dose is 5 mg daily.", "The dose is 50 mg daily", Falsified, KindLocated},
		{"changed unit", "The dose is 5 mg daily.", "The dose is 5 g daily", Falsified, KindLocated},
		{"case of a unit", "The dose is 5 mg daily.", "The dose is 5 Mg daily", Falsified, KindLocated},
		{"negation dropped", "It is not permitted to smoke here.", "It is permitted to smoke here", Falsified, KindLocated},
		{"minus sign dropped", "It fell to -5 degrees at night.", "It fell to 5 degrees at night", Falsified, KindLocated},
		{"superscript flattened", "about 10⁶ cells were counted", "about 106 cells were counted", Falsified, KindLocated},
		{"accent", "Los años pasan muy rápido aquí.", "Los anos pasan muy rápido aquí", Falsified, KindLocated},
		{"percent for points", "Unemployment in the north rose by 4 percentage points in May.",
			"Unemployment in the north rose by 4 percent in May", Falsified, KindLocated},
		{"real word for another", "A causal link was found here.", "A casual link was found here", Falsified, KindLocated},
		{"name", "The report by Hansen was early.", "The report by Hanson was early", Falsified, KindLocated},
		{"number cut at its scale", "It cost 5 million dollars.", "It cost 5", Drifted, KindLocated},
		{"comparison cut off", "Give less than 5 mg a day.", "5 mg a day", Verified, KindExact},
		{"letter for a digit", "The dose is 10 mg daily.", "The dose is 1O mg daily", Falsified, KindLocated},

		{"cut behind a negation", "It is not permitted to smoke here.", "permitted to smoke here", Drifted, KindLocated},
		{"cut before an exception", "All must pay, except children.", "All must pay", Verified, KindExact},
		{"two words of one", "He was not able to come.", "He was notable to come", Falsified, KindLocated},
		{"look-alike letters", "They paid by paypal again.", "They paid by pаypаl again", Drifted, KindLocated},
		{"sentences run together", "He took it away. Medication was stopped.", "He took it away medication was stopped",
			Drifted, KindLocated},
		{"no words", "The dose is 5 mg.", "…", Absent, KindNone},
		{"no such place", "The dose is 5 mg.", "Rain fell on the hills all day long", Absent, KindNone},
		{"Chinese negation cut off", "成人不得服用该药。", "得服用该药", Drifted, KindLocated},
		{"Japanese negation cut off", "この薬は使用できない。", "この薬は使用でき", Drifted, KindLocated},
	} {
		r := Find(Prepare(c.chunk), c.snippet, Fuzzy)
		if r.Outcome != c.outcome || r.Kind != c.kind {
			t.Errorf("%s: %s %s (%s), want %s %s", c.name, r.Outcome, r.Kind, r.Detail, c.outcome, c.kind)
		}
		checkPlace(t, c.chunk, r)
	}
}

// checkPlace checks that a result's offsets are code points of its source.
func checkPlace(t *testing.T, chunk string, r Result) {
	t.Helper()
	if r.Start < 0 {
		if r.End != -1 || r.Source != "" || r.Outcome != Absent {
			t.Errorf("no place, yet %+v", r)
		}
		return
	}
	from := text.ByteOf(chunk, r.Start)
	if got := chunk[from : from+text.ByteOf(chunk[from:], r.End-r.Start)]; got != r.Source {
		t.Errorf("source is %q, the offsets give %q", r.Source, got)
	}
}

func TestFindNamesBothReadings(t *testing.T) {
	r := Find(Prepare("The dose is 5 mg daily."), "The dose is 50 mg daily", Fuzzy)
	if want := "the source says 5 mg, the snippet 50 mg"; r.Detail != want {
		t.Errorf("detail %q, want %q", r.Detail, want)
	}
}

func TestFindExtendsToTheNegation(t *testing.T) {
	for chunk, c := range map[string]struct{ snippet, source string }{
		"It is not permitted to smoke here.":            {"permitted to smoke here", "not permitted to smoke here"},
		"Under no circumstances may the key be shared.": {"may the key be shared", "no circumstances may the key be shared"},
		"Staff may join. Interns are not.":              {"Interns are.", "Interns are not"},
		"この薬は使用できない。":                                   {"この薬は使用でき", "この薬は使用できない"},
	} {
		if r := Find(Prepare(chunk), c.snippet, Fuzzy); r.Outcome != Drifted || r.Source != c.source {
			t.Errorf("%q: %s, source %q, want %q", c.snippet, r.Outcome, r.Source, c.source)
		}
	}
}

func TestHeadingDoesNotGovernTheNextLine(t *testing.T) {
	r := Find(Prepare("Never mind what they do not\nThe drug is safe for adults\nExcept as noted"), "The drug is safe for adults", Fuzzy)
	if r.Outcome != Verified {
		t.Errorf("got %+v", r)
	}
}

func TestNumberBehindChineseStandsAlone(t *testing.T) {
	r := Find(Prepare("剂量为20毫克。"), "20毫克", Fuzzy)
	if r.Outcome != Verified {
		t.Errorf("got %+v", r)
	}
}

func TestModesGrowLooser(t *testing.T) {
	chunk := Prepare("The treatment was normal in every respect.")
	for _, c := range []struct {
		snippet string
		want    map[Mode]Outcome
	}{
		{"The treatment was normal", map[Mode]Outcome{Exact: Verified, Normalized: Verified, Fuzzy: Verified}},
		{"the  treatment was normal", map[Mode]Outcome{Exact: Drifted, Normalized: Verified, Fuzzy: Verified}},
		{"The treatment was noraml", map[Mode]Outcome{Exact: Drifted, Normalized: Drifted, Fuzzy: Verified}},
	} {
		for mode, want := range c.want {
			if got := Find(chunk, c.snippet, mode).Outcome; got != want {
				t.Errorf("%q in mode %s: %s, want %s", c.snippet, mode, got, want)
			}
		}
	}
}

func TestSecondOccurrenceIsPreferredIfItFits(t *testing.T) {
	r := Find(Prepare("It is not safe to swim. Here it is safe to swim."), "safe to swim", Fuzzy)
	if r.Outcome != Verified || r.Start < 20 {
		t.Errorf("got %+v", r)
	}
}

func TestWeightCountsWideCharactersThrice(t *testing.T) {
	for snippet, want := range map[string]int{"5 mg, daily": 8, "不得": 6, "있다": 6, "": 0, "**a**": 1} {
		if got := Prepare(snippet).Weight(); got != want {
			t.Errorf("Weight(%q) = %d, want %d", snippet, got, want)
		}
	}
}

func TestDistinctive(t *testing.T) {
	for snippet, want := range map[string]bool{"5 mg": true, "Brandsma": true, "the house": false, "B12": true} {
		if got := Distinctive(snippet); got != want {
			t.Errorf("Distinctive(%q) = %v", snippet, got)
		}
	}
}

func TestCount(t *testing.T) {
	if got := Count(Prepare("5 mg, then 15 mg, then 5  Mg or 5 mg"), "5 mg"); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
}

// TestHostileInput runs long inputs of one kind; a super-linear search would
// not end.
func TestHostileInput(t *testing.T) {
	for _, unit := range []string{"a", "a ", "ab", "\u0301", "a\u0301", "<", "&", "[", "[1]", "-", "9,999", "9 ",
		".", "不", "не ", "'", "&lt;", "l'", "**", "no ", "123 ", "not a: b, ", "~~a ", "<del>a ", "<li>a ", "if a, b "} {
		long := strings.Repeat(unit, 200_000/len(unit))
		source := Prepare(long)
		for _, snippet := range []string{long[:len(long)/2], strings.Repeat(unit, 50) + "x", "x " + unit,
			strings.Repeat(unit+" x ", 30), long + "x"} {
			if r := Find(source, snippet, Fuzzy); r.Start > utf8.RuneCountInString(long) {
				t.Errorf("%q: %+v", unit, r.Outcome)
			}
		}
	}
}

// TestRaisedEntityFarFromTheStart: an entity for a raised digit is folded by a
// folder of its own, which once looked for the number in front of it in the
// wrong text and panicked.
func TestRaisedEntityFarFromTheStart(t *testing.T) {
	source := Prepare("A long text stands in front of it: 10&sup6; cells, 10&sup2; metres, 4 cm&sup2; and 3<sup>2</sup>.")
	for snippet, want := range map[string]Outcome{"10² metres": Verified, "10^2 metres": Verified,
		"102 metres": Falsified, "4 cm²": Verified, "3^2": Verified, "32": Absent} {
		if r := Find(source, snippet, Fuzzy); r.Outcome != want {
			t.Errorf("%q: %s (%s), want %s", snippet, r.Outcome, r.Detail, want)
		}
	}
}

// passages are the texts that the committed figures are measured on.
func passages(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("testdata/passages.txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Find looks for a snippet in a prepared chunk.
func Find(t *Text, snippet string, m Mode) Result { return t.Find(Prepare(snippet), m) }

package answer

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/evidence"
)

// headed are two reports and a rule as a prompt heads them.
func headed(own string) Known {
	const prompt = `Reply from these.

Kiln3 sheets 2-4: The east kiln reaches 1,100 degrees. It cools for 9 hours.

Clay Rules, para 7.2
Wet clay is never fired. It dries for 5 days.

Glaze notes (glaze.txt): The blue glaze holds cobalt.`
	chunks := []evidence.Chunk{
		{Text: "Kiln3 sheets 2-4: The east kiln reaches 1,100 degrees. It cools for 9 hours."},
		{Text: "Wet clay is never fired. It dries for 5 days."},
		{Text: "Glaze notes (glaze.txt): The blue glaze holds cobalt."},
	}
	known := Known{Words: func() string { return own }, Labels: func() []Label { return LabelsOf(chunks, PassagesIn(chunks, []string{prompt})) }}
	for _, handle := range []string{"c1", "c2", "c3"} {
		known.Sources = append(known.Sources, Source{Handle: handle})
	}
	return known
}

func TestWhatStandsSetOffNamesWhatItsWordsHead(t *testing.T) {
	for said, want := range map[string][]string{
		"A (Kiln3 sheets 2-4). B «Clay Rules, para 7.2».":        {"A.|{c1=c1}", " B.|{c2=c2}"},
		"A ⟦seen in: Kiln3 sheets 2-4⟧. B {{glaze.txt}}.":        {"A.|{c1=c1}", " B.|{c3=c3}"},
		"A（Clay Rules; glaze.txt）。":                              {"A。|{c2=c2}{c3=c3}"},
		"It dries. *Clay Rules, para 7.2*":                       {"It dries.|{c2=c2}"},
		"It is blue. _Glaze notes_":                              {"It is blue.|{c3=c3}"},
		"| A is so | Clay Rules, para 7.2 |":                     {"| A is so ||{c2=c2}", "||"},
		"A [seen in: [Kiln3] sheets 2-4].":                       {"A.|{c1=c1}"},
		"A (Kiln3 sheets 99). B (Clay Rules, para 8.1).":         {"A (Kiln3 sheets 99). B (Clay Rules, para 8.1).|"},
		"The kiln cools (never wet clay). B (7.2). C (9 hours).": {"The kiln cools (never wet clay). B (7.2). C (9 hours).|"},
		"A (not Kiln3). B (in the cellar). C (seen in 3).":       {"A (not Kiln3). B (in the cellar). C (seen in 3).|"},
		"The *Clay Rules* forbid it.":                            {"The *Clay Rules* forbid it.|"},
		"A: [Clay Rules, para 7.2](#8).\nB [Glaze notes](#9)":    {"A:.|{c2=c2}", "\nB|{c3=c3}"},
		"A [9].": {"A.|{9}"},
	} {
		got := readingOf(Read(Client, said, headed("Close each sentence with where it was seen in.")))
		if diff := cmp.Diff(want, got.Segments); diff != "" {
			t.Errorf("%q: %s", said, diff)
		}
	}
}

// TestALineOfNamesIsCitedByWhatStandsAboveIt: the sentences of its paragraph, not those that cite
// and not those of another.
func TestALineOfNamesIsCitedByWhatStandsAboveIt(t *testing.T) {
	a := Read(Client, "First.\n\nSecond. Third (glaze.txt). Fourth.\nSource: Clay Rules, para 7.2\n\nFifth.", headed("Name each Source: below."))
	want := []string{"First. ", "Second. c2", "Third. c3", "Fourth. c2", "Source: Clay Rules, para 7.2 ", "Fifth. "}
	if diff := cmp.Diff(want, citedIn(a)); diff != "" {
		t.Error(diff)
	}
}

// TestANumberBesideItsWordNamesAPassage: the word may stand in every head, the number in the text.
func TestANumberBesideItsWordNamesAPassage(t *testing.T) {
	const prompt = `[chunk 4, page 2]
Wet clay is never fired within 3 days.

Kiln rules, art. 9: The east kiln cools for 14 hours.
Cooling: by day.`
	chunks := []evidence.Chunk{{ID: "4", Text: "Wet clay is never fired within 3 days."}, {ID: "7", Text: "Kiln rules, art. 9: The east kiln cools for 14 hours.\nCooling: by day."}}
	known := Known{Words: func() string { return "" }, Labels: func() []Label { return LabelsOf(chunks, PassagesIn(chunks, []string{prompt})) },
		Sources: []Source{{Handle: "4"}, {Handle: "7"}}}
	for said, want := range map[string]string{
		"chunk Index: 4": "4", "page Number: 2": "4", "chunk: 7": "7", "Kiln rules, art. 9": "7",
		"page Number: 3": "", "hours: 14": "", "chunk Index: 5": "", "Kiln rules, art. 4": "", "days: 3": "",
	} {
		got := ""
		for _, n := range NamedIn(said, known) {
			got = strings.Join(n.Handles, ",") // of each part the same
		}
		if got != want {
			t.Errorf("%q names %q, want %q", said, got, want)
		}
	}
}

// citedIn is what the sentences of an answer cite.
func citedIn(a Answer) (out []string) {
	for _, s := range a.Segments {
		var cited []string
		for _, at := range s.Citations {
			cited = append(cited, a.Citations[at].Candidates...)
		}
		if said := strings.TrimSpace(s.Text); said != "" {
			out = append(out, said+" "+strings.Join(cited, ","))
		}
	}
	return out
}

// TestTheMarkerOfAParagraphCitesItsSentences where the app's own words want citations by paragraph.
func TestTheMarkerOfAParagraphCitesItsSentences(t *testing.T) {
	const said = "First.\n\nSecond. Third. (glaze.txt)\n\nFourth (Kiln3 sheets 2-4). Fifth."
	for own, want := range map[string][]string{
		"Cite the sheet after each paragraph.":   {"First. ", "Second. c3", "Third. c3", "Fourth. c1", "Fifth. "},
		"Cite each sentence, not the paragraph.": {"First.\n\nSecond. ", "Third. c3", "Fourth. c1", "Fifth. "},
	} {
		if diff := cmp.Diff(want, citedIn(Read(Client, said, headed(own)))); diff != "" {
			t.Errorf("%q: %s", own, diff)
		}
	}
}

func TestLinesOfNamesAreCitedTogether(t *testing.T) {
	a := Read(Client, "First. Second.\n\nSource: Clay Rules, para 7.2\nSource: glaze.txt\n", headed("Name each Source: below."))
	want := []string{"First. c2,c3", "Second. c2,c3", "Source: Clay Rules, para 7.2 ", "Source: glaze.txt "}
	if diff := cmp.Diff(want, citedIn(a)); diff != "" {
		t.Error(diff)
	}
}

// TestASignWithoutBracketsIsReadWhereTheAppShowsOne, and nowhere else.
func TestASignWithoutBracketsIsReadWhereTheAppShowsOne(t *testing.T) {
	known := func(own string) Known {
		return Known{Words: func() string { return own }, Sources: []Source{{Handle: "1"}, {Handle: "2"}}}
	}
	for own, want := range map[string][]string{
		"Close each sentence with ^1^.": {"Red ^1^. Blue #2. Green ~1~.", "Red.|{1=1}", " Blue #2. Green ~1~.|"},
		"Tag each sentence, like #2.":   {"Red ^1^. Blue #2. Green ~1~.", "Red ^1^.|", " Blue.|{2=2}", " Green ~1~.|"},
		"Answer in short sentences.":    {"Red ^1^. Blue #2. Green ~1~.", "Red ^1^. Blue #2. Green ~1~.|"},
	} {
		if diff := cmp.Diff(want[1:], readingOf(Read(Client, want[0], known(own))).Segments); diff != "" {
			t.Errorf("%q: %s", own, diff)
		}
	}
}

// TestAPageIsNoPassage: the first page of the second file is not the first passage.
func TestAPageIsNoPassage(t *testing.T) {
	const prompt = "[1] access.pdf (page 4)\nDoors are blue.\n\n[2] hours.pdf (page 1)\nIt opens at 7."
	chunks := []evidence.Chunk{{ID: "1", Text: "Doors are blue."}, {ID: "2", Text: "It opens at 7."}}
	for _, sign := range []string{"(hours.pdf, p. 1)", "[hours.pdf#page=1]", "[hours.pdf, página 1]"} {
		form, _ := AskedFor("Cite the source as " + strings.NewReplacer("hours", "manual", "1", "3").Replace(sign) + ".")
		known := Known{Style: form.Style, Words: func() string { return "" }, Labels: func() []Label { return LabelsOf(chunks, PassagesIn(chunks, []string{prompt})) },
			Sources: []Source{{Handle: "1"}, {Handle: "2"}}}
		if got := citedIn(Read(Client, "It opens at 7 "+sign+".", known)); !strings.HasSuffix(got[0], " 2") {
			t.Errorf("%s in the style %q: %q", sign, form.Style, got)
		}
	}
}

// TestAReplyThatIsOnlyTheNameOfAPassageIsNotCutOut: a list of sources is one of what it stands below.
func TestAReplyThatIsOnlyTheNameOfAPassageIsNotCutOut(t *testing.T) {
	t.Parallel()
	for said, want := range map[string][]string{
		"Glaze notes":                           {"Glaze notes c3"},
		"- Clay Rules, para 7.2\n- Glaze notes": {"- Clay Rules, para 7.2 c2", "- Glaze notes c3"},
	} {
		a := Read(Client, said, headed("Say where it was seen."))
		if diff := cmp.Diff(want, citedIn(a)); diff != "" {
			t.Errorf("%q: %s", said, diff)
		}
		for _, s := range a.Segments {
			if s.Frame || len(s.Names) > 0 {
				t.Errorf("%q: %q is taken for a list of sources", said, s.Text)
			}
		}
	}
}

// TestALabelWithItsSourceCitesWhatStandsBeforeIt: behind a sentence on its line, and in a list that is
// nothing but markers.
func TestALabelWithItsSourceCitesWhatStandsBeforeIt(t *testing.T) {
	for said, want := range map[string][]string{
		"First. Source: glaze.txt\nSecond. Third. Source: Clay Rules, para 7.2": {"First. c3", "Source: glaze.txt ", "Second. c2", "Third. c2", "Source: Clay Rules, para 7.2 "},
		"First. Source: the oven":                  {"First. Source: the oven "},
		"First.\n\nSources:\n- [1]\n- [glaze.txt]": {"First. c1,c3", "Sources: ", "- [1] ", "- [glaze.txt] "},
	} {
		if diff := cmp.Diff(want, citedIn(Read(Client, said, headed("Name each source below, under Sources.")))); diff != "" {
			t.Errorf("%q: %s", said, diff)
		}
	}
}

// TestWhatStandsInBracketsBehindTheLastStopNamesASource that has no head.
func TestWhatStandsInBracketsBehindTheLastStopNamesASource(t *testing.T) {
	chunks := []evidence.Chunk{{Text: "The kiln cools for 9 hours. (Kiln Journal 2019)\nClay dries for 5 days. (Clay Guide p.22)"}}
	known := Known{Words: func() string { return "Mention the source." }, Labels: func() []Label { return LabelsOf(chunks, PassagesIn(chunks, []string{chunks[0].Text})) },
		Sources: []Source{{Handle: "c1"}}}
	for said, want := range map[string]bool{"Source: Kiln Journal 2019": true, "Source: Clay Guide p.22": true, "Source: Kiln Journal 2020": false} {
		if got := len(Read(Client, "It dries.\n"+said, known).Citations) > 0; got != want {
			t.Errorf("%q cites: %t", said, got)
		}
	}
}

// TestNoStatementIsTakenForTheNameOfAPassage: a part of a title, a label before a colon, a cell, or a title with
// words of the app's own states something, and a question's words without its mark answer it.
func TestNoStatementIsTakenForTheNameOfAPassage(t *testing.T) {
	t.Parallel()
	chunks := []evidence.Chunk{
		{Title: "Is aspirin safe with warfarin?", Text: "Safe for children: no. Max dose 400 mg: adults. Aspirin is sold in boxes."},
		{Title: "Hoax: vaccine kills children", Text: "| Tool | Price |\n|---|---|\n| Hammer | 12 euros |"},
		{Title: "Moss sued Hale", Text: "Waterproof: No\nWeight: 2 kg\nThe trial took place in May.", Filename: "trial.pdf", Page: "7"},
	}
	prompt := ""
	for _, c := range chunks {
		prompt += c.Text + "\n\n"
	}
	known := Known{Words: func() string { return "Tell whether drugs are safe." },
		Labels:  func() []Label { return LabelsOf(chunks, PassagesIn(chunks, []string{prompt})) },
		Sources: []Source{{Handle: "c1"}, {Handle: "c2"}, {Handle: "c3"}}}
	for _, said := range []string{"aspirin is safe with warfarin", "Is aspirin safe with warfarin", "safe for children", "Max dose 400 mg", "vaccine kills children",
		"12 euros", "Hale sued Moss", "waterproof", "Moss sued Hale safe", "no"} {
		for _, around := range []string{"It is so (%).", "It is so [%].", "It is so.\n\n%", "It is so. *%*", "- %\n- It is so.", "| It is so | % |"} {
			a := Read(Client, strings.Replace(around, "%", said, 1), known)
			if len(a.Citations) > 0 || !strings.Contains(a.Text(), said) {
				t.Errorf("%q in %q is no part of what is said: %q", said, around, a.Text())
			}
		}
	}
	for said, want := range map[string]string{"Is aspirin safe with warfarin?": "c1", "Moss sued Hale, p. 7": "c3", "trial.pdf:7": "c3"} {
		if got := citedIn(Read(Client, "It is so ("+said+").", known)); !strings.HasSuffix(got[0], " "+want) {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// "(Fragmento 1, report.docx)" was no sign below "[Fragmento 1 — report.docx, similitud: 0.82]": the word that counts the passages is in no list.
func TestAWordThatCountsThePassagesNamesThem(t *testing.T) {
	t.Parallel()
	known := Known{Sources: []Source{{Handle: "c1"}, {Handle: "c2"}}, Labels: func() []Label {
		return []Label{{Above: "[Fragmento 1 — report.docx, similitud: 0.82]"}, {Above: "[Fragmento 2 — plan.pdf, similitud: 0.79]"}}
	}}
	for sign, cited := range map[string]bool{
		"(Fragmento 1, report.docx)": true, "(Fragmento 2, plan.pdf)": true, "(plan.pdf)": true,
		"(Fragmento 3, plan.pdf)": false, "(similitud 0.99)": false, "(plan of 5 years)": false,
	} {
		a := Read(Client, "Line 3 stands still. "+sign, known)
		if got := len(a.Segments[0].Citations) > 0; got != cited {
			t.Errorf("%s: %+v", sign, a.Segments)
		}
	}
}

// TestAHeadIsKnownByItsPartsToo where a sign is nothing else: these vouch for no words but the source's own.
func TestAHeadIsKnownByItsPartsToo(t *testing.T) {
	t.Parallel()
	const prompt = "**Stall Act, 2014**\nSection 31 - Registration\n\nA stall needs a certificate.\n\nSource: rules.pdf, page 9\n\n---\n\n第五条 窑炉每天冷却九小时。"
	chunks := []evidence.Chunk{{Text: "Section 31 - Registration\n\nA stall needs a certificate.\n\nSource: rules.pdf, page 9"}, {Text: "第五条 窑炉每天冷却九小时。"}}
	known := Known{Words: func() string { return "Cite sections." }, Labels: func() []Label { return LabelsOf(chunks, PassagesIn(chunks, []string{prompt})) },
		Sources: []Source{{Handle: "c1"}, {Handle: "c2"}}}
	for said, want := range map[string]string{
		"A stall needs a certificate. (Section 31, Stall Act, 2014)": "c1 by a part", "A stall needs a certificate. (Section 31)": "c1 by a part",
		"窑炉每天冷却九小时。（第五条）": "c2", "A stall needs a certificate. (rules.pdf, page 9)": "c1",
		"A stall needs a certificate. (Section 32)": "", "A stall needs a certificate. (Section 31 is repealed)": "", "A stall needs a certificate. (31)": "",
	} {
		got := ""
		if a := Read(Client, said, known); len(a.Citations) > 0 {
			if got = a.Citations[0].ChunkID; a.Citations[0].ByPart {
				got += " by a part"
			}
		}
		if got != want {
			t.Errorf("%q cites %q, want %q", said, got, want)
		}
	}
}

// "[CONTEXT] …" was refused though the app orders that each sentence begins so: such a sign states nothing and cites nothing.
func TestALabelInBracketsThatTheAppShowsStatesNothing(t *testing.T) {
	t.Parallel()
	known := headed("Begin each sentence with [CONTEXT] or [KNOWLEDGE].")
	for said, left := range map[string]string{
		"[CONTEXT] It dries. [KNOWLEDGE] It cools.": "It dries.|It cools.",
		"It dries. [CONTEXT]":                       "It dries.",
		"[REPEALED] It dries.":                      "[REPEALED] It dries.",
		"It [CONTEXT] dries.":                       "It [CONTEXT] dries.",
	} {
		var got []string
		for _, s := range Read(Client, said, known).Segments {
			if said := strings.TrimSpace(s.Text); !s.Frame && said != "" {
				got = append(got, said)
			}
		}
		if strings.Join(got, "|") != left {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// TestAnAnswerBesideItsLabelIsNoSign: "- Answer: yes" of the app's "- Answer: yes/no" was taken for a heading, and passed above
// a copy of the source that forbids.
func TestAnAnswerBesideItsLabelIsNoSign(t *testing.T) {
	t.Parallel()
	for said, own := range map[string]string{
		"- Answer: yes":     "Reply with:\n- Answer: yes/no\n- Reason: one sentence",
		"- Status: allowed": "Reply with:\n- Status: allowed or forbidden\n- Reason: one sentence",
		"- **Answer**: yes": "Reply with:\n- **Answer**: yes/no\n- **Reason**: one sentence",
	} {
		a := Read(Client, said+"\nIt holds lead.", headed(own))
		value := said[strings.LastIndexByte(said, ' ')+1:]
		if !slices.ContainsFunc(a.Segments, func(s Segment) bool { return !s.Frame && strings.Contains(s.Text, value) }) {
			t.Errorf("%q is a sign: %v", said, a.Segments)
		}
	}
}

// TestTheMarkersOfAListThatStaysStayAsTheyAre: "[2]" became "[3]" above a list that says what 2 is.
func TestTheMarkersOfAListThatStaysStayAsTheyAre(t *testing.T) {
	t.Parallel()
	known := headed("End with a list under Sources:.")
	for list, kept := range map[string]bool{"Sources:\n[1] Glaze notes\n[2] Clay Rules, para 7.2": true, "Sources:\n[1] Glaze notes\n[2] Moss, The Kiln": false} {
		a := Read(Client, "It is blue [1]. It dries [2].\n\n"+list, known)
		for _, s := range a.Segments {
			for _, sign := range s.Signs {
				if (sign.Written != "") != kept {
					t.Errorf("%q: %q stays as %q", list, s.Text, sign.Written)
				}
			}
		}
	}
}

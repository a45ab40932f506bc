package repair

import (
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
)

const dosing = "Adults take 5 mg of apixaban twice daily. Children under twelve must not take apixaban."

// shelf is evidence of which every chunk is the app's own.
func shelf(chunks ...evidence.Chunk) verify.Evidence {
	ev := verify.Evidence{Question: "How much apixaban may I take?"}
	for i := range chunks {
		c := &chunks[i]
		if c.Standing == "" {
			c.Standing = evidence.Primary
		}
		if c.Kind == "" {
			c.Kind = evidence.Passage
		}
		ev.Passages = append(ev.Passages, verify.NewPassage(c.Text, nil))
	}
	ev.Set = evidence.NewSet(chunks)
	return ev
}

func strictly() verify.Rules {
	return verify.Rules{
		Snippet: quote.Fuzzy, MinChars: 12, MaxChars: 600, Claims: claim.Factual, MinSupport: 0.15, MaxRisk: 0.8,
		Snap: true, Relink: true, Now: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC),
	}
}

// said is an answer of segments: text, chunk and snippet in turn.
func said(parts ...string) answer.Answer {
	a := answer.Answer{Mode: answer.ModeAnswer, Dialect: answer.Segments}
	for i := 0; i+2 < len(parts); i += 3 {
		seg := answer.Segment{Text: parts[i]}
		if parts[i+1] != "" {
			seg.Citations = []int{len(a.Citations)}
			a.Citations = append(a.Citations, answer.Citation{ChunkID: parts[i+1], Snippet: parts[i+2], Quoted: true})
		}
		a.Segments = append(a.Segments, seg)
	}
	return a
}

// quotedInstead is what is left of an answer where the policy quotes, and the
// result of verifying it again.
func quotedInstead(t *testing.T, a answer.Answer, ev verify.Evidence) (Cut, verify.Result) {
	t.Helper()
	r := verify.Check(a, ev, strictly())
	cut, err := Redact(&r, Options{Quote: true, Evidence: ev})
	if err != nil {
		t.Fatalf("%v: %+v", err, r.Findings)
	}
	return cut, verify.Check(cut.Answer, ev, strictly())
}

func TestTheSourcesWordsStandInThePlaceOfAFalseSentence(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: dosing}, evidence.Chunk{ID: "price", Text: "A pack of apixaban costs 90 euros in Germany."})
	cut, again := quotedInstead(t, said(
		"Adults take 50 mg of apixaban twice daily. ", "dose", "apixaban twice daily",
		"A pack of apixaban costs 90 euros in Germany.", "price", "apixaban costs 90 euros"), ev)
	want := "The source says: “Adults take 5 mg of apixaban twice daily.” A pack of apixaban costs 90 euros in Germany."
	if cut.Answer.Text() != want || cut.Verdict() != report.Quoted {
		t.Errorf("%s: %q, want %q", cut.Verdict(), cut.Answer.Text(), want)
	}
	if len(again.Claims) != 2 || again.Claims[0].Outcome != report.QuotedOutcome || !*again.Claims[0].Supported || !again.Claims[0].Stands {
		t.Fatalf("%+v", again.Claims)
	}
	if c := again.Claims[0]; c.Text != "The source says: “Adults take 5 mg of apixaban twice daily.”" || len(c.Citations) != 1 {
		t.Errorf("the claim is %q with the citations %v", c.Text, c.Citations)
	}
	for i := range again.Claims {
		if !again.Claims[i].Stands {
			t.Errorf("%q does not stand: %+v", again.Claims[i].Text, again.Findings)
		}
	}
}

func TestASourceSentenceIsQuotedOnce(t *testing.T) {
	t.Parallel()
	cut, _ := quotedInstead(t, said(
		"Adults take 50 mg of apixaban twice daily. ", "dose", "apixaban twice daily",
		"So 70 mg of apixaban is what adults take twice daily.", "dose", "Adults take 5 mg of apixaban"), shelf(evidence.Chunk{ID: "dose", Text: dosing}))
	if n := strings.Count(cut.Answer.Text(), "Adults take 5 mg"); n != 1 || cut.Verdict() != report.Quoted {
		t.Errorf("%s: %q", cut.Verdict(), cut.Answer.Text())
	}
}

// TestWhatStandsInTheAnswerIsNotQuotedAgain: what a carried sentence says
// in the same words; a word that turns the sense makes them others.
func TestWhatStandsInTheAnswerIsNotQuotedAgain(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: dosing})
	a := said("Adults take 5 mg of apixaban twice daily.", "dose", "apixaban twice daily")
	a.Append(said("Adults take 50 mg of apixaban twice daily.", "dose", "apixaban twice daily"))
	cut, _ := quotedInstead(t, a, ev)
	if want := "Adults take 5 mg of apixaban twice daily."; strings.TrimSpace(cut.Answer.Text()) != want || cut.Quoted != 0 {
		t.Errorf("%q, %d quoted", cut.Answer.Text(), cut.Quoted)
	}
	list := said("Adults take 5 mg of apixaban twice daily.\n\nSources:\n- Adults take 50 mg of apixaban daily.", "dose", "apixaban twice daily")
	if cut, _ = quotedInstead(t, list, ev); strings.TrimSpace(cut.Answer.Text()) != "Adults take 5 mg of apixaban twice daily." {
		t.Errorf("%q: what led to the sentence that went stays", cut.Answer.Text())
	}
	if !holds(allWords("It is not so."), allWords("It is so.")) || holds(allWords("It is so."), allWords("It is not so.")) {
		t.Error("a word that turns the sense is no matter")
	}
}

// TestAClauseThatIsTrueIsQuotedWithTheOneThatIsNot: its sentence goes, and with it what it says.
// TestASentenceInTheSourcesWordsWasLostByOneWrongCitationBesideTheRightOne: it counted as said, and its
// source was not quoted.
func TestASentenceInTheSourcesWordsWasLostByOneWrongCitationBesideTheRightOne(t *testing.T) {
	t.Parallel()
	a := said("Adults take 5 mg of apixaban twice daily.", "d1", "Adults take 5 mg of apixaban twice daily.")
	a.Citations = append(a.Citations, answer.Citation{ChunkID: "d9"})
	a.Segments[0].Citations = []int{0, 1}
	cut, _ := quotedInstead(t, a, shelf(evidence.Chunk{ID: "d1", Text: dosing}))
	if text := cut.Answer.Segments[0].Text; !strings.Contains(text, "“Adults take 5 mg of apixaban twice daily.”") {
		t.Errorf("%q", text)
	}
}

func TestAClauseThatIsTrueIsQuotedWithTheOneThatIsNot(t *testing.T) {
	t.Parallel()
	a := said("Adults take 5 mg of apixaban twice daily", "a", "Adults take 5 mg", ", and children under twelve may take apixaban.", "a", "Children under twelve must not")
	cut, _ := quotedInstead(t, a, shelf(evidence.Chunk{ID: "a", Text: dosing}))
	if got := cut.Answer.Text(); !strings.Contains(got, "5 mg") || !strings.Contains(got, "must not") || strings.Contains(got, "may take") {
		t.Errorf("%q", got)
	}
}

func TestTwoQuotationsInARowAreIntroducedOnce(t *testing.T) {
	t.Parallel()
	cut, _ := quotedInstead(t, said(
		"Adults take 50 mg of apixaban twice daily. ", "dose", "apixaban twice daily",
		"Children under twelve must take apixaban.", "dose", "Children under twelve"), shelf(evidence.Chunk{ID: "dose", Text: dosing}))
	want := "The source says: “Adults take 5 mg of apixaban twice daily.” “Children under twelve must not take apixaban.”"
	if cut.Answer.Text() != want {
		t.Errorf("%q", cut.Answer.Text())
	}
}

// TestMaterialInAUsersMessageIsQuoted holds that passages which an app puts into the user's
// message, and sections, stand in the place of a claim like any other.
func TestMaterialInAUsersMessageIsQuoted(t *testing.T) {
	t.Parallel()
	for name, dose := range map[string]evidence.Chunk{
		"in a user's message": {ID: "dose", Text: dosing, Standing: evidence.Fallback, Role: "user"},
		"a section":           {ID: "dose", Text: dosing, Kind: evidence.Section, Role: "system"},
	} {
		cut, _ := quotedInstead(t, said("Adults take 50 mg of apixaban twice daily.", "dose", "apixaban twice daily"), shelf(dose))
		if want := "The source says: “Adults take 5 mg of apixaban twice daily.”"; cut.Answer.Text() != want {
			t.Errorf("%s: %q", name, cut.Answer.Text())
		}
	}
}

func TestWhatCannotBeQuotedIsDropped(t *testing.T) {
	t.Parallel()
	good := []string{" The price of a pack is 90 euros.", "price", "a pack is 90 euros"}
	price := evidence.Chunk{ID: "price", Text: "The price of a pack is 90 euros."}
	long := evidence.Chunk{ID: "dose", Text: "Adults take 5 mg of apixaban twice daily, " + strings.Repeat("as long as the kidneys work well, ", 20) + "with water."}
	for name, dose := range map[string]evidence.Chunk{
		"typed by the user": {ID: "dose", Text: dosing, Standing: evidence.Fallback, Role: "user"},
		"an earlier turn's": {ID: "dose", Text: dosing, Standing: evidence.Stale, Role: "tool"},
		"system text":       {ID: "dose", Text: dosing, Kind: evidence.Section, Role: "system", Ambient: true},
		"a model's":         {ID: "dose", Text: dosing, Derived: true, Role: "tool"},
		"too long":          long,
	} {
		ev := shelf(dose, price)
		r := verify.Check(said(append([]string{"Adults take 50 mg of apixaban twice daily.", "dose", "apixaban twice daily"}, good...)...), ev, strictly())
		cut, err := Redact(&r, Options{Quote: true, Evidence: ev})
		if err != nil || strings.Contains(cut.Answer.Text(), "apixaban") || cut.Verdict() != report.Redacted {
			t.Errorf("%s: %v, %s: %q", name, err, cut.Verdict(), cut.Answer.Text())
		}
	}
}

func TestASnippetThatDoesNotStandIsDropped(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: dosing})
	r := verify.Check(said("Adults take 50 mg of apixaban twice daily.", "dose", "take 50 mg of apixaban twice daily"), ev, strictly())
	if cut, err := Redact(&r, Options{Quote: true, Evidence: ev}); err == nil {
		t.Errorf("%q is left", cut.Answer.Text())
	}
}

func TestAQuotationKeepsListsAndTables(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: dosing}, evidence.Chunk{ID: "price", Text: "A pack costs 90 euros."})
	cut, _ := quotedInstead(t, said("1. Adults take 50 mg of apixaban twice daily.\n", "dose", "apixaban twice daily", "2. A pack costs 90 euros.", "price", "A pack costs 90 euros"), ev)
	if want := "1. The source says: “Adults take 5 mg of apixaban twice daily.”\n2. A pack costs 90 euros."; cut.Answer.Text() != want {
		t.Errorf("%q", cut.Answer.Text())
	}
	table := verify.Check(said("| Who | Dose |\n|---|---|\n", "", "", "| Adults take apixaban | 50 mg of it twice daily |\n", "dose", "apixaban twice daily",
		"\nA pack costs 90 euros.", "price", "A pack costs 90 euros"), ev, strictly())
	left, err := Redact(&table, Options{Quote: true, Evidence: ev})
	want := "| Who | Dose |\n|---|---|\n| The source says: “Adults take 5 mg of apixaban twice daily.” |\n\nA pack costs 90 euros."
	if err != nil || left.Answer.Text() != want {
		t.Errorf("%v: %q", err, left.Answer.Text())
	}
}

// TestWhatCitesNothingIsQuotedWhereItsSourceIsFound, and dropped where it is not; it is never left
// as it was written.
func TestWhatCitesNothingIsQuotedWhereItsSourceIsFound(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: dosing}, evidence.Chunk{ID: "price", Text: "A pack of apixaban costs 90 euros in Germany."})
	for written, want := range map[string]string{
		"Apixaban is taken by adults, 5 mg twice a day. The moon is made of cheese.": "The source says: “Adults take 5 mg of apixaban twice daily.”",
		"- For adults, 50 mg of apixaban twice a day.\n- Children take apixaban.\n":  "- The source says: “Adults take 5 mg of apixaban twice daily.”\n- The source says: “Children under twelve must not take apixaban.”",
		"> In Germany a pack of apixaban is 80 euros.":                               "> The source says: “A pack of apixaban costs 90 euros in Germany.”",
	} {
		cut, again := quotedInstead(t, said(written, "", ""), ev)
		if strings.TrimSpace(cut.Answer.Text()) != want {
			t.Errorf("%q", cut.Answer.Text())
		}
		for i := range again.Claims {
			if c := &again.Claims[i]; !c.Stands || c.Outcome != report.QuotedOutcome || !again.Citations[c.Citations[0]].Verified {
				t.Errorf("%+v", c)
			}
		}
	}
	r := verify.Check(said("The moon is made of cheese.", "", ""), ev, strictly())
	if cut, err := Redact(&r, Options{Quote: true, Evidence: ev}); err == nil {
		t.Errorf("%q is left", cut.Answer.Text())
	}
}

func TestAQuotationIsPlainText(t *testing.T) {
	t.Parallel()
	for source, want := range map[string]string{
		"Take **5 mg** of [apixaban](https://evil.example/x) daily.":      "Take 5 mg of apixaban daily.",
		"See ![dose](//evil.example/pixel.png) and https://evil.example.": "See dose and …",
		"He said “stop” and “go”.":                                        "He said ‘stop’ and ‘go’.",
		"- It works [12], <b>always</b> <i>":                              `It works \[12\], always`,
		"It works, <script>always</script>":                               `It works, \<script>always\</script>`,
		"<tr><td>Adults</td><td>5 mg</td></tr>":                           "Adults | 5 mg",
		"| Adults | 5 mg |":                                               "Adults | 5 mg",
		"> The value is 3 * 4 and snake_case\n> in two lines.":            `The value is 3 \* 4 and snake_case in two lines.`,
		"a \u202eb\x07c":     "a b c",
		"below < 30 and > 5": "below < 30 and > 5",
	} {
		if got, ok := Quotation(report.Sentence{Text: source}, [2]string{"‘", "’"}); got != want || !ok {
			t.Errorf("%q: %q, want %q", source, got, want)
		}
	}
	led := report.Sentence{Text: "- 5 mg twice daily", Lead: &report.Stretch{Text: "Adults take:"}}
	if got, _ := Quotation(led, [2]string{"‘", "’"}); got != "Adults take: 5 mg twice daily" {
		t.Errorf("%q", got)
	}
	for _, nothing := range []string{"", "---", "![](x.png)"} {
		if got, ok := Quotation(report.Sentence{Text: nothing}, [2]string{"‘", "’"}); ok {
			t.Errorf("%q gives %q", nothing, got)
		}
	}
}

func TestTheLanguagesAreWhole(t *testing.T) {
	t.Parallel()
	for code, l := range languages {
		for name, list := range map[string][]string{
			"leans_opening": l.LeansOpening, "leans_early": l.LeansEarly, "leans_anywhere": l.LeansAnywhere, "limits_opening": l.LimitsOpening,
			"limits_anywhere": l.LimitsAnywhere, "binds": l.Binds, "leads": l.Leads, "loose": l.Loose,
		} {
			if len(list) == 0 && l.Letters == "" {
				t.Errorf("%s has no %s", code, name)
			}
		}
		if l.Mark == "" || l.Notice == "" || l.Says == "" || l.QuotationMarks[1] == "" || l.InnerMarks[1] == "" {
			t.Errorf("%s lacks a text: %+v", code, l)
		}
	}
}

func TestAQuotationSpeaksTheAnswersLanguage(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: "Erwachsene nehmen zweimal täglich 5 mg Apixaban ein."})
	cut, _ := quotedInstead(t, said("Erwachsene nehmen zweimal täglich 50 mg Apixaban ein.", "dose", "Erwachsene nehmen zweimal täglich"), ev)
	if want := "In der Quelle steht: „Erwachsene nehmen zweimal täglich 5 mg Apixaban ein.“"; cut.Answer.Text() != want {
		t.Errorf("%q", cut.Answer.Text())
	}
}

func TestATextOfAnOwnFormIsQuoted(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: dosing})
	body := []byte(`{ "advice": "Adults take 50 mg of apixaban twice daily.", "n": [1] }`)
	own := ownschema.Own{Answer: body, Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "dose", Snippet: "apixaban twice daily", Quoted: true, Path: "/advice"}}}
	check := func(o ownschema.Own) verify.Result {
		leaves, err := ownschema.Leaves(o.Answer, nil, []string{"/n"})
		if err != nil {
			t.Fatal(err)
		}
		return verify.CheckOwn(o, leaves, ev, strictly())
	}
	r := check(own)
	cut, err := Own(own, nil, &r, Options{Quote: true, Evidence: ev})
	if err != nil {
		t.Fatal(err)
	}
	if want := `{ "advice": "The source says: “Adults take 5 mg of apixaban twice daily.”", "n": [1] }`; string(cut.Own.Answer) != want || cut.Verdict() != report.Quoted {
		t.Errorf("%s: %s", cut.Verdict(), cut.Own.Answer)
	}
	again := check(cut.Own)
	if len(again.Claims) != 1 || again.Claims[0].Outcome != report.QuotedOutcome || !again.Claims[0].Stands {
		t.Errorf("%+v", again.Claims)
	}
}

// TestAQuotationStandsOnlyWhereTheFormTakesAnyText: neither in the place of a date
// nor beside a member's name that is itself false.
func TestAQuotationStandsOnlyWhereTheFormTakesAnyText(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "dose", Text: dosing})
	for body, schema := range map[string]string{
		`{"day":"Adults take 50 mg of apixaban twice daily."}`:                `{"properties":{"day":{"type":"string","format":"date"}}}`,
		`{"facts":{"Adults take 50 mg of apixaban twice daily":"It is so."}}`: `{"properties":{"facts":{"additionalProperties":{"type":"string"}}}}`,
	} {
		compiled, err := ownschema.Compile([]byte(schema))
		if err != nil {
			t.Fatal(err)
		}
		own := ownschema.Own{Answer: []byte(body), Mode: answer.ModeAnswer, Citations: []answer.Citation{{ChunkID: "dose", Snippet: "apixaban twice daily", Quoted: true}}}
		leaves, err := ownschema.Leaves(own.Answer, compiled, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := verify.CheckOwn(own, leaves, ev, strictly())
		if cut, err := Own(own, compiled, &r, Options{Quote: true, Evidence: ev}); err == nil {
			t.Errorf("%s became %s", body, cut.Own.Answer)
		}
	}
}

func TestAQuestionOfTheSourceIsNotQuoted(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "faq", Text: "When does the museum open? It opens at nine on weekdays."})
	r := verify.Check(said("The museum does open at eleven on weekdays. ", "faq", "When does the museum open"), ev, strictly())
	if cut, err := Redact(&r, Options{Quote: true, Evidence: ev}); err == nil && strings.Contains(cut.Answer.Text(), "?") {
		t.Errorf("%q", cut.Answer.Text())
	}
}

func TestTheSourceTellsTheLanguageWhereAllElseIsShort(t *testing.T) {
	t.Parallel()
	ev := shelf(evidence.Chunk{ID: "m", Text: "Das Museum öffnet um 9 Uhr. Es ist am Montag nicht geöffnet, und der Eintritt ist für alle frei."})
	ev.Question = "Wann öffnet das Museum?"
	cut, _ := quotedInstead(t, said("Das Museum öffnet um 8 Uhr.", "m", "Das Museum öffnet um"), ev)
	if want := "In der Quelle steht: „Das Museum öffnet um 9 Uhr.“"; cut.Answer.Text() != want {
		t.Errorf("%q", cut.Answer.Text())
	}
}

// TestWhatItsSourceTakesBackIsNotQuotedAlone: what is struck out, hidden or said not to be so is not quoted, and
// what is limited is quoted with what limits it.
func TestWhatItsSourceTakesBackIsNotQuotedAlone(t *testing.T) {
	t.Parallel()
	const told = "The drug is safe."
	for source, with := range map[string]string{
		"~~The drug is safe.~~ The drug is banned.":            "",
		"<!-- The drug is safe. --> The drug is banned.":       "",
		"<del>The drug is safe.</del> The drug is banned.":     "",
		"Here is a false claim. The drug is safe.":             "",
		"Everything below is invented.\n\nThe drug is safe.":   "",
		"The drug is safe. It was banned in 2020.":             "It was banned in 2020.",
		"What the seller told us was a lie. The drug is safe.": "a lie.",
		"The drug is safe. It is sold in boxes.":               told,
	} {
		ev := shelf(evidence.Chunk{ID: "drug", Text: source})
		rules := strictly()
		rules.HoldOpen = true
		r := verify.Check(said("The drug is safe for everyone. ", "drug", "The drug is safe"), ev, rules)
		cut, err := Redact(&r, Options{Quote: true, Evidence: ev})
		if quoted := err == nil && strings.Contains(cut.Answer.Text(), "The drug is safe."); quoted != (with != "") || quoted && !strings.Contains(cut.Answer.Text(), with) {
			t.Errorf("%q: quoted %q, %v, %+v", source, cut.Answer.Text(), err, r.Findings)
		}
	}
}

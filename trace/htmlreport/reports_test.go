package htmlreport

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/tidwall/sjson"

	"vouchsafe/grounding/report"
	"vouchsafe/internal/golden"
	"vouchsafe/policy"
)

// stored is a trace whose model wrote a wrong figure, which gave way to the source's
// own words.
func stored(t *testing.T) []byte {
	t.Helper()
	line, err := os.ReadFile("testdata/quoted.json")
	if err != nil {
		t.Fatal(err)
	}
	return []byte(strings.TrimSpace(string(line)))
}

// evidencePage is the report on that trace.
func evidencePage(t *testing.T) string { t.Helper(); return pageOf(t, stored(t)) }

func pageOf(t *testing.T, line []byte) string { t.Helper(); return pageUnder(t, line, "") }

// pageUnder is the report on a trace that names a policy by a hash; "" for that of the text that is kept.
func pageUnder(t *testing.T, line []byte, hash string) string {
	t.Helper()
	made := time.Date(2026, 11, 28, 9, 30, 0, 0, time.UTC)
	row, facts, err := OfTrace(1, line)
	if err != nil {
		t.Fatal(err)
	}
	balanced, _ := policy.Builtin("balanced")
	text, err := json.Marshal(balanced)
	if err != nil {
		t.Fatal(err)
	}
	check := &Check{Record: line, File: "trace.json", Made: made, By: "key:anna"}
	check.Seal = &Seal{Statement: check.Statement("evidence page", row.ID), Signature: "c2lnbmF0dXJl", PublicKey: "-----BEGIN PUBLIC KEY-----\nMCow\n-----END PUBLIC KEY-----\n", KeyID: "ab12"}
	page := Page{Title: "Evidence page", Facts: facts, Rows: []Row{row}, Evidence: &Evidence{Policy: text, Hash: cmp.Or(hash, policy.HashOf(text))}, Check: check}
	page.Tally.Count(&row.Report)
	return rendered(t, page)
}

func TestTheEvidenceReportTellsAll(t *testing.T) {
	page := evidencePage(t)
	for what, want := range map[string]string{
		"the user": "u-17", "the conversation": "c-9", "what was shown": "“Adults take 5 mg of apixaban twice daily.”",
		"the replaced words": "<del dir=\"auto\">Adults take 50 mg of apixaban twice daily.</del>", "what was wrong with them": "claim-number",
		"the words of the source, to be opened": "href=\"https://guide.example/apixaban#:~:text=Adults%20take\"", "the date": "Sat, 28 Nov 2026 09:30:00 UTC",
		"the engine": "vouchsafe 1.4.0", "the rules in words": "Every sentence that states something needs a source.", "the rules in full": "&#34;on_failure&#34;: &#34;quote&#34;",
		"how it is backed": "Every statement that was shown is in a source’s own words.", "how to check it": "openssl pkeyutl -verify",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%s is missing: %s", what, want)
		}
	}
}

// TestAChangedPolicyIsNotPrinted: the report printed, and the installation signed, whatever text the store held under the hash.
func TestAChangedPolicyIsNotPrinted(t *testing.T) {
	page := pageUnder(t, stored(t), "7424057af601b976")
	if strings.Contains(page, "Every sentence that states something needs a source.") || !strings.Contains(page, "Warning.") ||
		strings.Count(page, words().AnotherPolicy[:40]) != 2 {
		t.Error("it is printed, or there is no warning")
	}
}

// TestNoRedSignStandsUnderTheSourcesOwnWords: what was found speaks of what the
// model wrote, not of the quotation in its place.
func TestNoRedSignStandsUnderTheSourcesOwnWords(t *testing.T) {
	_, rest, _ := strings.Cut(evidencePage(t), "What the user was shown")
	shown, written, found := strings.Cut(rest, "What the model wrote, and the user was not shown")
	if !found || strings.Contains(shown, "claim-number") || strings.Contains(shown, `class="claim bad"`) || !strings.Contains(written, "claim-number") {
		t.Errorf("%t\n%s", found, shown)
	}
}

// TestAMarkedSentenceInASourcesOwnWordsHasNoRedSign: where its citation named no source a red sign stood under the words of one.
func TestAMarkedSentenceInASourcesOwnWordsHasNoRedSign(t *testing.T) {
	claim := `[{"text":"Open at nine.","citations":[],"judgement":"%s","by":"words","supported":false}]`
	for code, red := range map[string]bool{"wrong-chunk": false, "claim-number": true} {
		found := fmt.Sprintf(`[{"code":"unknown-chunk","citation":1,"claim":null,"detail":"none"},{"code":%q,"citation":null,"claim":0,"detail":"so it is"}]`, code)
		line := stored(t)
		for path, value := range map[string]string{"verdict": `"marked"`, "claims": fmt.Sprintf(claim, "unjudged"), "findings": found,
			"attempts.0.claims": fmt.Sprintf(claim, "open"), "attempts.0.findings": found} {
			var err error
			if line, err = sjson.SetRawBytes(line, path, []byte(value)); err != nil {
				t.Fatal(err)
			}
		}
		_, shown, _ := strings.Cut(pageOf(t, line), "What the user was shown")
		shown, _, _ = strings.Cut(shown, "What the model wrote, and the user was not shown")
		if strings.Contains(shown, `class="claim bad"`) != red || strings.Count(shown, "so it is") != 1 {
			t.Errorf("%s: %s", code, shown)
		}
	}
}

// TestAHealedAnswerHasNoEmptyPartOfWhatWasNotShown: the user was shown its only sentence, and below the heading stood no words.
func TestAHealedAnswerHasNoEmptyPartOfWhatWasNotShown(t *testing.T) {
	claim := `[{"text":"Sound.","citations":[1],"judgement":"carried","by":"words","supported":true}]`
	found := `[{"code":"wrong-chunk","citation":1,"claim":null,"detail":"in another one"}]`
	for _, findings := range []string{`[]`, found} { // of the trace
		line := stored(t)
		for path, value := range map[string]string{"verdict": `"healed"`, "claims": claim, "attempts.0.claims": claim, "findings": findings, "attempts.0.findings": found} {
			var err error
			if line, err = sjson.SetRawBytes(line, path, []byte(value)); err != nil {
				t.Fatal(err)
			}
		}
		page := pageOf(t, line)
		if strings.Contains(page, "What the model wrote, and the user was not shown") || strings.Count(page, "<code>wrong-chunk</code>") != 1 {
			t.Errorf("the part is there, or what was found is told %d times", strings.Count(page, "<code>wrong-chunk</code>"))
		}
	}
}

// TestASentenceWhoseCitationFailedIsNotCalledSound: below a made-up sentence stood that nothing was found wrong with it, for what
// was found names its citation and not the sentence.
func TestASentenceWhoseCitationFailedIsNotCalledSound(t *testing.T) {
	sound, failed, missed := `{"text":"Sound.","citations":[%d],"judgement":"carried","by":"words","supported":true}`,
		`{"text":"%s","citations":[],"judgement":"unjudged","by":"words","supported":false}`, `{"code":"snippet-not-found","citation":%d,"claim":null,"detail":"lacks %[1]d"}`
	const clear = "Nothing was found wrong with this one alone."
	of := func(line string, n any) string { return fmt.Sprintf(line, n) }
	for name, tc := range map[string]struct {
		claims, findings []string
		want             map[string]string // what stands below a statement
	}{
		"one":                    {[]string{of(sound, 1), of(failed, "A.")}, []string{of(missed, 2)}, map[string]string{"Sound.": clear, "A.": "lacks 2"}},
		"alone":                  {[]string{of(failed, "A.")}, []string{of(missed, 1), of(missed, 2)}, map[string]string{"A.": "lacks 2"}},
		"two apart":              {[]string{of(failed, "A."), of(sound, 2), of(failed, "B.")}, []string{of(missed, 1), of(missed, 3)}, map[string]string{"A.": "lacks 1", "B.": "lacks 3"}},
		"two in a row":           {[]string{of(failed, "A."), of(failed, "B.")}, []string{of(missed, 1), of(missed, 2)}, map[string]string{"A.": "Not proven by words, and failed.", "B.": "Not proven by words, and failed."}},
		"a sound one's citation": {[]string{of(sound, 1)}, []string{of(missed, 2)}, map[string]string{"Sound.": "Told in the source’s own words."}},
	} {
		line, err := sjson.SetRawBytes(stored(t), "attempts.0.claims", []byte("["+strings.Join(tc.claims, ",")+"]"))
		if err == nil {
			line, err = sjson.SetRawBytes(line, "attempts.0.findings", []byte("["+strings.Join(tc.findings, ",")+"]"))
		}
		if err != nil {
			t.Fatal(err)
		}
		_, written, _ := strings.Cut(pageOf(t, line), "What the model wrote, and the user was not shown")
		for text, want := range tc.want {
			_, below, found := strings.Cut(written, ">"+text+"</del>")
			below, _, _ = strings.Cut(below, "<del")
			if !found || !strings.Contains(below, want) || want != clear && strings.Contains(below, clear) {
				t.Errorf("%s, %s: %s", name, text, below)
			}
		}
	}
}

// TestTheTraceInTheReportIsTheOneThatIsSigned: whoever has the page alone can check
// it.
func TestTheTraceInTheReportIsTheOneThatIsSigned(t *testing.T) {
	page := evidencePage(t)
	in := regexp.MustCompile(`download="(\w+\.\w+)" href="data:[a-z/-]+;base64,([^"]+)"`).FindAllStringSubmatch(page, -1)
	files := map[string]string{}
	for _, m := range in {
		data, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(m[2], "&#43;", "+"))
		if err != nil {
			t.Fatal(err)
		}
		files[m[1]] = string(data)
	}
	if len(files) != 5 || files["trace.json"] != string(stored(t)) {
		t.Fatalf("%d files", len(files))
	}
	if hash := hashOf([]byte(files["trace.json"])); !strings.Contains(files["statement.json"], hash) || !strings.Contains(page, "<code>"+hash+"</code>") {
		t.Errorf("%s is not in %s", hash, files["statement.json"])
	}
}

func TestThePeriodReport(t *testing.T) {
	p := Period{From: "9 November 2026", To: "22 November 2026", Proofs: map[report.Proof]int64{report.OwnWords: 60, report.Cited: 30, report.NoProof: 10},
		Causes: map[report.Code]int64{report.ClaimNumber: 7, report.ClaimNegation: 9}, Document: "Kiln handbook"}
	for counts, n := range map[report.CountsAs]int64{report.AsHeld: 80, report.AsSaved: 6, report.AsChanged: 9, report.AsRefused: 5, report.AsSkipped: 20} {
		p.Figures.Add(counts, n)
	}
	monday := time.Date(2026, 11, 9, 0, 0, 0, 0, time.UTC)
	p.Weeks = []Week{{"shop", monday, 20, 10, 0}, {"clinic", monday.AddDate(0, 0, 7), 60, 50, 15}, {"clinic", monday, 40, 40, 5}}
	page := rendered(t, Page{Title: "Period page", Rate: true, Tally: Tally{Figures: p.Figures, Rows: 120}, Period: &p})
	_, main, _ := strings.Cut(page, `<main id="main">`)
	main, _, _ = strings.Cut(main, "</main>")
	golden.Hold(t, "testdata/period.html", strings.ReplaceAll(main, "><", ">\n<"))
}

func TestWeeksBeginOnMonday(t *testing.T) {
	for day, want := range map[int]int{22: 16, 23: 23, 28: 23, 29: 23, 30: 30} {
		if got := MondayOf(time.Date(2026, 11, day, 23, 59, 0, 0, time.UTC)); got.Day() != want {
			t.Errorf("%d November: %s", day, got)
		}
	}
}

// TestWhatWasShownIsToldToTheLetter: markers stood twice, or other ones than the user saw, and the source beside them bore a third.
func TestWhatWasShownIsToldToTheLetter(t *testing.T) {
	for _, tc := range []struct{ answer, marker, source string }{
		{"Take 5 mg. [1] Rest.", "[1]", "[1]"},
		{"Take 5 mg. [2] Rest.", "[2]", "[2]"},                         // the app numbers its passages
		{"Take 5 mg. (Lee, 2020) Rest.", "(Lee, 2020)", "(Lee, 2020)"}, // or names them
		{"Take 5 mg. Rest.", "", "source 1"},
		{"Take 5 mg. Rest.", "[1]", "source 1"},     // it was cut off
		{"Take 5 mg. [2] Rest.", "", "source 1"},    // an earlier version did not record it
		{"Take 5 mg. [7731] Rest.", "", "source 1"}, // the mark is the app's own
	} {
		start, end := 0, len("Take 5 mg.")
		a := Row{ID: "vt_1", Hash: "ab", Answer: tc.answer, Sources: []Source{{ID: "c9", Text: "Take 5 mg."}}}
		a.Report.Claims = []report.Claim{{Text: "Take 5 mg.", Start: &start, End: &end, Citations: []int{1}, Judgement: report.Carried}}
		a.Report.Citations = []report.Citation{{Number: 1, Marker: tc.marker, ChunkID: "c9", Verified: true, Match: "exact", Start: &start, End: &end}}
		page := rendered(t, Page{Title: "Evidence page", Rows: []Row{a}})
		_, shown, _ := strings.Cut(page, `<div class="answer" dir="auto">`)
		shown, beside, _ := strings.Cut(shown, "</div>")
		if text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(shown, ""); text != tc.answer {
			t.Errorf("%q was shown, and %q is told", tc.answer, text)
		}
		if !strings.Contains(beside, `<span class="num">`+tc.source+`</span>`) {
			t.Errorf("%q: the source is not called %q", tc.answer, tc.source)
		}
	}
}

// TestAnAnswerThatWasTakenFromAnotherExchangeNamesIt: it read as if the model had been asked.
func TestAnAnswerThatWasTakenFromAnotherExchangeNamesIt(t *testing.T) {
	attempts := regexp.MustCompile(`"attempts": ?\[.*\], ?"usage"`)
	for member, want := range map[string]string{
		"cache_hit_of": "The model was not asked for it: the answer is kept from the exchange vt_0", "shared_with": "under way, the exchange vt_0",
	} {
		line := attempts.ReplaceAllString(string(stored(t)), `"attempts":[],"usage"`)
		line = regexp.MustCompile(`"metadata": ?null`).ReplaceAllString(line, `"metadata":{"`+member+`":"vt_0"}`)
		if page := pageOf(t, []byte(line)); !strings.Contains(page, want) || !strings.Contains(page, `<dd dir="auto">vt_0</dd>`) {
			t.Errorf("%s is not told", member)
		}
		asked := regexp.MustCompile(`"metadata": ?null`).ReplaceAllString(string(stored(t)), `"metadata":{"`+member+`":"vt_0"}`) // the client's own
		if strings.Contains(pageOf(t, []byte(asked)), "was not asked") {
			t.Errorf("%s of a client is believed", member)
		}
	}
}

// TestOneFailureIsOneTask: an answer that was cut off cites nothing, one that cites nothing has uncited statements, and a wrong figure or copy
// no passage that carries it: the steps counted more failures than there were.
func TestOneFailureIsOneTask(t *testing.T) {
	for follows, want := range map[string]report.Code{"missing-citations truncated-output": report.TruncatedOutput,
		"claim-uncited missing-citations": report.MissingCitations, "snippet-not-found wrong-chunk": report.WrongChunk,
		"unknown-chunk wrong-chunk": report.UnknownChunk, "claim-number snippet-not-found": report.ClaimNumber, "claim-uncited": report.ClaimUncited, "marker-order": ""} {
		if got := CauseOf(strings.Fields(follows)); got != want {
			t.Errorf("%s: %q, want %q", follows, got, want)
		}
	}
	p := Period{Causes: map[report.Code]int64{report.ClaimNumber: 7, report.TruncatedOutput: 2, "": 3}}
	if steps := p.next(); len(steps) != 2 {
		t.Errorf("%v", steps)
	}
}

// TestNoHashIsShownForATextThatWasNotKept: nor is anything marked in what stands in its place, and the trace that is signed is the one that
// was kept.
func TestNoHashIsShownForATextThatWasNotKept(t *testing.T) {
	texts := regexp.MustCompile(`"(question|answer|text|snippet|title|detail|reply|from|to)":"((?:[^"\\]|\\.)*)"`)
	healed := strings.Replace(string(stored(t)), `"snippet":`, `"heal":{"kind":"snap","from":"Adults take 5","to":"Adults take"},"snippet":`, 1)
	line := texts.ReplaceAllStringFunc(healed, func(member string) string {
		m := texts.FindStringSubmatch(member)
		sum := sha256.Sum256([]byte(m[2]))
		return fmt.Sprintf(`"%s":"hmac-sha256:%x:%d"`, m[1], sum[:16], utf8.RuneCountInString(m[2]))
	})
	page := pageOf(t, []byte(line))
	_, main, _ := strings.Cut(page, `<main id="main">`)
	files := regexp.MustCompile(`href="data:[^"]+"`)
	if shown := files.ReplaceAllString(main, ""); strings.Contains(shown, "hmac-") {
		_, from, _ := strings.Cut(shown, "hmac-")
		t.Errorf("a hash is shown: %.200s", from)
	}
	for what, want := range map[string]string{"the question": "(36 characters, not kept)", "the answer": "(64 characters, not kept)", "the statement": fmt.Sprintf("(%d characters, not kept)", utf8.RuneCountInString("The source says: “Adults take 5 mg of apixaban twice daily.”")), "the source": "(61 characters, not kept)"} {
		if !strings.Contains(main, want) {
			t.Errorf("%s: %q is not said", what, want)
		}
	}
	_, answer, _ := strings.Cut(main, `<div class="answer"`)
	if answer, _, _ = strings.Cut(answer, "</div>"); !strings.Contains(answer, "(64 characters, not kept)") || strings.Contains(answer, "<sup") || strings.Contains(answer, "<mark") {
		t.Errorf("something is marked in the answer: %s", answer)
	}
	if strings.Contains(main, "<del>(") || strings.Contains(main, ">12</") || strings.Contains(main, ">13</") {
		t.Error("a heal is marked in what was not kept")
	}
	row, _, err := OfTrace(1, []byte(line))
	if err != nil || row.Hash != hashOf([]byte(line)) {
		t.Error(row.Hash, err)
	}
}

// TestAReportOfAnExchangeWithoutTextsSaysSo: and shows what there is: verdict, findings, which passages were cited, rules, hashes.
func TestAReportOfAnExchangeWithoutTextsSaysSo(t *testing.T) {
	texts := regexp.MustCompile(`"(question|answer|text|snippet|title|detail|reply|from|to)":"(?:[^"\\]|\\.)*"`)
	line := texts.ReplaceAllString(string(stored(t)), `"$1":""`)
	_, main, _ := strings.Cut(pageOf(t, []byte(line)), `<main id="main">`)
	for what, want := range map[string]string{
		"that nothing was kept": "No text of this exchange was kept", "the question": `<p class="question" dir="auto">(not kept)</p>`,
		"the statement": `dir="auto">(not kept)</p>`, "what failed": "A statement gives a number that its source does not give.", "the passage": "source 1",
		"the hash": hashOf([]byte(line)), "the rules": "Only answers that hold are let through.",
	} {
		if !strings.Contains(main, want) {
			t.Errorf("%s: %q is not said", what, want)
		}
	}
	if strings.Contains(main, "There is no text of such a source") {
		t.Error("a source that was not kept is called unknown")
	}
}

// TestACountByHandPassesOverWhatTheFiguresDo: it counted the shadows, and came to more than the report of all apps.
func TestACountByHandPassesOverWhatTheFiguresDo(t *testing.T) {
	now := time.Now()
	if all, one := Recount("", now, now), Recount("docs:shadow", now, now); !strings.Contains(all, `endswith(":shadow") | not`) || strings.Contains(one, "endswith") {
		t.Errorf("%s, %s", all, one)
	}
}

// TestOfSeveralChoicesEachIsToldByItself: of four choices, of which one was refused, the report said that what the user had got of the
// others was not shown.
func TestOfSeveralChoicesEachIsToldByItself(t *testing.T) {
	const head = `{"query_id":"vt_1","timestamp":"2026-11-30T08:00:00Z","app":"a","policy":"p","policy_hash":"h","model":"m","question":"When?",
		"answer":"It opens at nine. [1]\n\nI can't answer that.","verdict":"refused","counts_as":"refused","proof":"own-words",
		"citations":[{"number":1,"marker":"[1]","chunk_id":"c1","verified":true,"match":"located","start":0,"end":17},{"number":2,"chunk_id":"c1"}],
		"claims":[{"text":"It opens at nine.","start":0,"end":17,"citations":[1],"judgement":"carried","by":"words","supported":true,"support":1},
			{"text":"It opens at ten.","start":null,"end":null,"citations":[],"judgement":"refuted","by":"words","supported":false}],
		"findings":[{"code":"claim-number","citation":null,"claim":1,"detail":"ten"}],"chunks":[{"chunk_id":"c1","text":"It opens at nine."}]`
	const told = `,"choices":[{"index":0,"citations":1,"claims":1,"findings":0,"verdict":"grounded","answer":"It opens at nine. [1]","start":0},
		{"index":1,"citations":1,"claims":1,"findings":1,"verdict":"refused","answer":"I can't answer that.","start":23}]`
	const notShown = "What the model wrote, and the user was not shown"
	page := pageOf(t, []byte(head+told+`}`))
	first, second, ok := strings.Cut(page, "Choice 2 of 2")
	if !ok || !strings.Contains(first, "It opens at nine.") || strings.Contains(first, "ten.") || strings.Contains(first, notShown) {
		t.Errorf("the first choice: %s", first)
	}
	second, _, _ = strings.Cut(second, "The rules of that day")
	if !strings.Contains(second, notShown) || !strings.Contains(second, "It opens at ten.") || strings.Contains(second, "at nine. [1]") {
		t.Errorf("the second choice: %s", second)
	}
}

// TestWhatIsNoClaimHasNoRedSign: "Rules:" above two copies was called not proven, and failed.
func TestWhatIsNoClaimHasNoRedSign(t *testing.T) {
	for code, class := range map[report.Code]string{report.TextUnaccounted: "open", report.WrongChunk: "open", report.ClaimUnsupported: "bad"} {
		c := report.Claim{Judgement: report.Unjudged, Supported: new(false)}
		if j := judged(&c, []report.Finding{{Code: code}}); j.class != class {
			t.Errorf("%s: %v", code, j)
		}
	}
}

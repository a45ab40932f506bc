package proxy

import (
	"strings"
	"testing"

	up "vouchsafe/internal/upstreamtest"
)

// TestAnHonestAnswerInTheAppsOwnFormComesBackAsItIs: labels, headings, tags, lists of names and
// signs of citation that the app's own words show state nothing, and stay byte for byte.
func TestAnHonestAnswerInTheAppsOwnFormComesBackAsItIs(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ asked, said string }{
		{"Cite with the file in bars, such as |notes.txt|.", startOn + ". |a.pdf| " + keptNightly + ". |b.pdf|"},
		{"Put every sentence into <claim of=\"n\">…</claim>.", `<claim of="1">` + startOn + `.</claim> <claim of="2">` + keptNightly + `.</claim>`},
		{"End each item with [via: file].", "* " + startOn + " [via: a.pdf]\n* " + keptNightly + " [via: b.pdf]"},
		{"Write two parts: 'RESULT:' and 'BASIS:' with the files.", "RESULT: " + startOn + ".\nBASIS: a.pdf"},
		{"Begin with the heading === Findings === and close with\n=== Files ===\nand their names, one a line.", "=== Findings ===\n" + keptNightly + ".\n=== Files ===\n* b.pdf"},
		{"Reply as <reply>…</reply><files>…</files>.", "<reply>" + keptNightly + ".</reply><files>b.pdf</files>"},
		{"Close with 'Certainty score: n of 10'.", keptNightly + ".\nCertainty score: 9"},
		{"Then 'Ask next:' and one question.", keptNightly + ".\nAsk next:\n- Are tapes used?"},
		{"Then 'Ask next:' and one question.", keptNightly + ".\nAsk next:\n- How long are nightly backups kept?"},
		{"Name the files that you used.", keptNightly + " (b.pdf)."},
		{"Name the files that you used.", keptNightly + ".\n\nFiles used:\n- b.pdf"},
		{"Reply in JSON with the members text and files.", `{"text":"Nightly backups are kept for 21 days in all.","files":["b.pdf"]}`},
		{"Reply in JSON with the member text.", `{"text":"Nightly backups are kept for 21 days in all [b.pdf]."}`},
	} {
		plainAndStreamed(t, tc.asked, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.said))
			s := r.talk(askedIn(tc.asked, howLong), stream)
			s.wellFormed(t)
			if got, _, _ := strings.Cut(s.text(), "\n\nSources:"); got != tc.said && (!stream || strings.ReplaceAll(got, " [1]", "") != tc.said) {
				t.Errorf("%s: %q, want %q", s.verdict(), s.text(), tc.said)
			}
		})
	}
}

// TestNoStatementHidesInAnAppsOwnForm: what the app's words do not show states something, and
// a list names only what the answer rests on.
func TestNoStatementHidesInAnAppsOwnForm(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ asked, said, lie string }{
		{"Write 'RESULT:' and 'BASIS:' with the files.", "RESULT: " + keptNightly + ".\nTapes rule: a.pdf", "Tapes rule"},
		{"Write 'RESULT:' and 'BASIS:' with the files.", "RESULT: " + keptNightly + ".\nBASIS: b.pdf, a.pdf", "a.pdf"},
		{"Write 'RESULT:' and 'BASIS:' with the files.", "RESULT: " + keptNightly + ".\nBASIS: b.pdf, tapes burn", "tapes burn"},
		{"Reply as <reply>…</reply>.", `<reply note="tapes burn">` + keptNightly + ".</reply>", "tapes burn"},
		{"Cite each source as a Markdown link, [title](url).", keptNightly + " [tapes burn](https://b.example/plan).", "tapes burn"},
		{"Cite with the file in bars, such as |notes.txt|.", keptNightly + ". |tapes burn b.pdf|", "tapes burn"},
		{"Cite with the file, such as [notes.txt].", keptNightly + " [tapes burn b.pdf].", "tapes burn"},
		{"Cite with the file, such as [notes.txt].", keptNightly + " [b.pdf, tapes burn].", "tapes burn"},
		{"Close with 'Confidence: high' or 'Confidence: low'.", keptNightly + ".\nConfidence: tapes burn", "tapes burn"},
		{"Then 'Ask next:' and one question.", keptNightly + ".\nAsk next:\n- Why do tapes burn at 90 degrees?", "tapes burn"},
		{"Then 'Ask next:' and one question.", keptNightly + ".\nAsk next:\n- Is it known that tapes burn?", "tapes burn"},
		{"Then 'Ask next:' and one question.", keptNightly + ".\nAsk next:\n- How long are nightly backups kept, since tapes burn?", "tapes burn"},
		{"Name the files that you used.", keptNightly + " (b.pdf: tapes burn).", "tapes burn"},
		{"Name the files that you used.", keptNightly + ".\n\nTapes burn:\n- b.pdf", "Tapes burn"},
		{"Reply in JSON with the members text and files.", `{"text":"Nightly backups are kept for 99 days in all.","files":["b.pdf"]}`, "99"},
		{"Reply in JSON with the members text and files.", `{"text":"Nightly backups are kept for 21 days in all. Tapes burn at 21 degrees.","files":["b.pdf"]}`, "Tapes burn"},
		{"Write two parts: 'RESULT:' and 'BASIS:'.", "RESULT: Nightly backups are kept for 99 days.\nBASIS: b.pdf", "99"},
	} {
		plainAndStreamed(t, tc.asked+tc.said, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.said))
			if s := r.talk(askedIn(tc.asked, howLong), stream); strings.Contains(s.text(), tc.lie) {
				t.Errorf("%s: %q", s.verdict(), s.text())
			}
		})
	}
}

// TestAProvenListIsRefusedForTheWordsAboveIt: a lead-in that says more than what follows goes, and what
// says all by itself in its source's own words stays; the rest goes with it.
func TestAProvenListIsRefusedForTheWordsAboveIt(t *testing.T) {
	t.Parallel()
	for lead, stays := range map[string]bool{"The documents state:": true, "Folgendes gilt für das Archiv:": true, "Tapes may burn, and the following applies:": false} {
		plainAndStreamed(t, lead, func(t *testing.T, stream bool) {
			r := newRig(t, says(lead+"\n\n- "+keptNightly+".\n- "+startOn+".\n- Backups, like tapes, are kept for long."))
			s := r.talk(askedIn("", howLong), stream)
			s.wellFormed(t)
			if got := s.text(); !strings.Contains(got, keptNightly) || !strings.Contains(got, startOn) || strings.Contains(got, lead) != stays || strings.Contains(got, "tapes") {
				t.Errorf("%s: %q", s.verdict(), got)
			}
		})
	}
}

// TestSourcesThatAFormQuotesAreItsCitations, of every sentence beside them; what none of them says is not passed for it.
func TestSourcesThatAFormQuotesAreItsCitations(t *testing.T) {
	t.Parallel()
	const asked = `Answer in JSON only: {"answer": "your answer", "sources": ["the sentences of the documents that you used"]}`
	for answer, verdict := range map[string]string{"Backups made each night at 01:30 are kept for 21 days.": "grounded", "Backups made each night are kept for 12 days.": "quoted"} {
		plainAndStreamed(t, answer, func(t *testing.T, stream bool) {
			said := `{"answer": "` + answer + `", "sources": ["` + keptNightly + `."]}`
			s := newRig(t, up.Say(said)).talk(askedIn(asked, howLong), stream)
			s.wellFormed(t)
			if s.verdict() != verdict || (s.text() == said) != (verdict == "grounded") || strings.Contains(s.text(), "12 days") {
				t.Errorf("%s: %q", s.verdict(), s.text())
			}
		})
	}
}

// TestEachSourceIsNamedWithTheMarkerThatStandsInTheText: the report gave a source number 1, and the text [2].
func TestEachSourceIsNamedWithTheMarkerThatStandsInTheText(t *testing.T) {
	t.Parallel()
	second := `{"model":"m","messages":[{"role":"system","content":"Answer from the documents and cite them.\n` +
		`<document id=\"anticoag\" title=\"Anticoagulation guide\">Warfarin is stopped five days before elective surgery.</document>\n` +
		`<document id=\"apixaban\" title=\"Apixaban\">Apixaban is given as 5 mg twice daily.</document>"},{"role":"user","content":"What is the apixaban dose?"}]}`
	for _, tc := range []struct{ request, said, marker string }{
		{second, segmented(passage{"Apixaban is given as 5 mg twice daily.", "apixaban", "Apixaban is given as 5 mg twice daily."}), "[2]"},
		{ask(howLong, ""), segmented(backups), "[1]"},
		{askedIn("Cite with the file in bars, such as |notes.txt|.", howLong), keptNightly + ". |b.pdf|", "|b.pdf|"},
	} {
		plainAndStreamed(t, tc.marker, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.said))
			s := r.talk(tc.request, stream)
			if marker := s.report.Get("choices.0.citations.0.marker").Str; marker != tc.marker || !strings.Contains(s.text(), marker) {
				t.Errorf("%q is marked %q: %s", s.text(), marker, s.report.Get("choices.0.citations").Raw)
			}
			if cited := r.trace(0).Citations; len(cited) != 1 || cited[0].Marker != tc.marker {
				t.Errorf("%+v", cited)
			}
		})
	}
}

package verify

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// TestOwnWordsNeedNoCitation: a sentence that cites nothing is carried where a source has it
// word for word, and only there.
func TestOwnWordsNeedNoCitation(t *testing.T) {
	t.Parallel()
	ev := func() Evidence {
		return given(evidence.Chunk{ID: "run", Text: backups + " Backups are never sent abroad."},
			evidence.Chunk{ID: "myth", Text: "## Myths\n\n- Garlic cures every infection in three days.\n"},
			evidence.Chunk{ID: "de", Text: "Die Sicherungen werden 21 Tage lang aufbewahrt."})
	}
	own := strings.TrimSuffix(backups, ".")
	for text, want := range map[string]string{
		backups:           "run",
		"**" + own + "**": "run",
		"Hello! " + backups + " I hope this helps.":       "run",
		"Backups are never sent abroad. " + backups:       "run run",
		"Die Sicherungen werden 21 Tage lang aufbewahrt.": "de",
		"Die Sicherungen werden 22 Tage lang aufbewahrt.": "",
		"Backups are sent abroad.":                        "",
		own + ", and abroad.":                             "",
		"Nightly backups are kept for 21 days.":           "",
		"Garlic cures every infection in three days.":     "",
	} {
		r := rules()
		r.Claims, r.Accounted, r.Near, r.HoldUnjudged = claim.All, true, true, true
		a := CiteOwnWords(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: text}}}, ev())
		if got := a.Text(); got != text {
			t.Errorf("%q became %q", text, got)
		}
		res := Check(a, ev(), r)
		stands, cited := true, ""
		for _, s := range res.Segments {
			stands = stands && s.Stands
		}
		for i := range res.Citations {
			if c := &res.Citations[i]; c.Match.Kind == "located" && res.Claims[i].Outcome == report.Carried {
				cited += " " + c.ChunkID
			}
		}
		if cited = strings.TrimSpace(cited); stands != (want != "") || stands && cited != want {
			t.Errorf("%q: stands %t, cites %q, want %q (%v)", text, stands, cited, want, codes(res))
		}
	}
}

// TestASignAtTheEndIsOfTheOwnWordsBeforeIt: in the passage that it names they need no other. What is told
// in other words cites nothing by it.
func TestASignAtTheEndIsOfTheOwnWordsBeforeIt(t *testing.T) {
	t.Parallel()
	const second, third = "Backups are never sent abroad.", "Tapes are kept in the east wing."
	ev := given(evidence.Chunk{ID: "1", Text: backups + " " + second}, evidence.Chunk{ID: "2", Text: third})
	known := answer.Known{Sources: []answer.Source{{Handle: "1"}, {Handle: "2"}}, Style: "[{n}]"}
	for said, want := range map[string]string{
		backups + " " + second + " [1]":                               "1↓ 1",
		backups + " Backups are never sent abroad [1].":               "1↓ 1",
		backups + " " + third + " [1][2]":                             "1↓ 1,2",
		third + " " + second + " [1]":                                 "2 1",
		third + "\n\n" + second + " [1]":                              "2 1",
		"- " + third + "\n- " + second + " [1]":                       "2 1",
		"The kept backups stay at home. " + second + " [1]":           " 1",
		"The kept backups stay at home. Backups go abroad [1].":       " 1",
		"The kept backups stay. " + second + " [1] " + third + " [2]": " 1 2",
	} {
		a := CiteOwnWords(answer.Read(answer.Client, said, known), ev)
		var got []string
		for _, s := range a.Segments {
			cited := ""
			for _, i := range s.Citations {
				if cited += "," + a.Citations[i].ChunkID; a.Citations[i].Below {
					cited += "↓"
				}
			}
			if strings.Trim(s.Text, " \n-") != "" {
				got = append(got, strings.TrimPrefix(cited, ","))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: cited %q, want %q", said, strings.Join(got, " "), want)
		}
	}
}

// TestATitleInBoldTypeTakesNothingFromOwnWords.
func TestATitleInBoldTypeTakesNothingFromOwnWords(t *testing.T) {
	t.Parallel()
	ev := given(evidence.Chunk{ID: "run", Text: backups})
	strict := rules()
	strict.Claims, strict.Accounted, strict.Near, strict.HoldUnjudged = claim.All, true, true, true
	for title, want := range map[string]bool{"- **Backups**: ": true, "1. **Nightly backups:** ": true, "- **Never kept**: ": false, "- **Tapes**: ": false} {
		r := Check(CiteOwnWords(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: title + backups}}}, ev), ev, strict)
		if got := len(r.Claims) > 0 && r.Claims[0].Stands && len(r.Citations) > 0; got != want {
			t.Errorf("%q: stands %t, want %t (%v)", title, got, want, codes(r))
		}
	}
}

// TestWhatNobodyCanReadTakesNothingBack: beside words in a language whose doubts are not listed a
// copy stays open, cited or not. Known words that take it back do so, and a changed figure has no
// citation.
func TestWhatNobodyCanReadTakesNothingBack(t *testing.T) {
	t.Parallel()
	ev := given(evidence.Chunk{ID: "car", Text: "엔진오일은 1만 km 또는 12개월마다 교체합니다. 권장 점도는 5W-30입니다."},
		evidence.Chunk{ID: "off", Text: "~~The valve is opened by hand.~~ The valve is opened by the controller."})
	for text, stands := range map[string]bool{
		"엔진오일은 1만 km 또는 12개월마다 교체합니다.": true,
		"엔진오일은 1만 km 또는 15개월마다 교체합니다.": false,
		"The valve is opened by hand.": false,
	} {
		a := CiteOwnWords(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: text}}}, ev)
		res := Check(a, ev, rules())
		if len(res.Claims) != 1 || res.Claims[0].Stands != stands || (len(a.Citations) == 1) != stands {
			t.Errorf("%q: %v, cites %v", text, res.Claims, a.Citations)
		}
	}
}

// TestABoldLabelInFrontOfACopyWasToldAsAWrongCitation: the sentence that it cites by number says it behind the label.
func TestABoldLabelInFrontOfACopyWasToldAsAWrongCitation(t *testing.T) {
	t.Parallel()
	const source = "Adults pay 12 euros. Dogs must stay outside."
	ev := given(evidence.Chunk{ID: "1", Text: source})
	a := answer.Answer{
		Mode:      answer.ModeAnswer,
		Citations: []answer.Citation{{Marker: "§1", ChunkID: "1", Candidates: []string{"1"}, Snippet: "Adults pay 12 euros.", Quoted: true, Place: &answer.Place{End: 20}}},
		Segments:  []answer.Segment{{Text: "**Prices:** Adults pay 12 euros.", Citations: []int{0}}},
	}
	if res := Check(CiteOwnWords(a, ev), ev, rules()); len(res.Findings) > 0 {
		t.Errorf("%+v", res.Findings)
	}
}

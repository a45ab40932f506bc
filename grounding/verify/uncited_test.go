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

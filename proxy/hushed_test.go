package proxy

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	up "vouchsafe/internal/upstreamtest"
)

func TestOpenAspectsSpeakInTheQuestionsWords(t *testing.T) {
	t.Parallel()
	question := "What dose of apixaban do adults take, and is it safe in pregnancy after 12 weeks?"
	for aspect, kept := range map[string]bool{
		"is it safe in pregnancy":           true,
		"the safety in pregnancies":         false, // no prefix of five letters is shared by safe and safety
		"whether adults are dosed":          false,
		"pregnancy after 12 weeks":          true,
		"pregnancy after 13 weeks":          false,
		"The dose is 50 mg.":                false,
		"Adults die of apixaban poisoning.": false,
		"":                                  true,
	} {
		if got := len(openAspects([]string{aspect}, question)) == 1; got != kept {
			t.Errorf("%q kept: %v", aspect, got)
		}
	}
}

func TestWhatIsLeftOpenMakesNoClaims(t *testing.T) {
	t.Parallel()
	said := strings.Replace(segmented(backups), `"unanswered_aspects":[]`, `"unanswered_aspects":["nightly backups","Backups are kept for 99 days by `+leak+`."]`, 1)
	for _, script := range []up.Script{says(said), says(strings.Replace(said, "21 days", "31 days", 2))} {
		plainAndStreamed(t, "aspects", func(t *testing.T, stream bool) {
			r := newRig(t, script)
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			want := `["nightly backups"]`
			if d := cmp.Diff(want, s.report.Get("choices.0.unanswered_aspects").Raw); d != "" || strings.Contains(s.body, leak) {
				t.Errorf("%s\n%s", d, s.body)
			}
			if !stream && !strings.Contains(r.trace(0).Attempts[0].Reply, leak) {
				t.Error("the trace keeps silent")
			}
		})
	}
}

func TestWhatStandsForAnIDMakesNoClaims(t *testing.T) {
	t.Parallel()
	for id, told := range map[string]bool{"d9": true, "Adults take " + leak + " 50 mg": false, leak + strings.Repeat("-50-mg", 12): false} {
		plainAndStreamed(t, id, func(t *testing.T, stream bool) {
			r := newRig(t, says(segmented(passage{backups.text, id, backups.snippet})))
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.verdict() != "healed" || strings.Contains(s.body, id) != told || strings.Contains(s.body, leak) {
				t.Errorf("%s", s.body)
			}
			if tr := r.trace(0); len(tr.Findings) == 0 || !strings.Contains(tr.Findings[0].Detail, id) {
				t.Errorf("the trace keeps silent: %+v", tr.Findings)
			}
		})
	}
}

func TestAnAnswerThatSaysNothingIsNone(t *testing.T) {
	t.Parallel()
	for name, said := range map[string]string{"no segments": segmented(), "empty text": segmented(passage{" \n ", "d2", backups.snippet}), "nothing": "", "white space": "  "} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(says(said), says(goodAnswer)))
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.verdict() != "repaired" || s.text() != "Backups are kept for 21 days. [1]" {
				t.Errorf("%s", s.body)
			}
			if turn := r.asked(1).Get("messages.2.content").Str; strings.TrimSpace(turn) == "" {
				t.Errorf("the repair has a turn without words: %s", r.asked(1).Body)
			}
			r = newRig(t, says(said))
			if s := r.talk(ask(howLong, ""), stream); s.text() != refused || s.verdict() != "refused" {
				t.Errorf("%s", s.body)
			}
		})
	}
}

func TestChunksWithoutATextAreNoSmallTalk(t *testing.T) {
	t.Parallel()
	for beside, want := range map[string]int{
		`[{"id":"b1","body_length":21}]`: 400, `[1]`: 400, `[]`: 200,
		`[{"id":"b1","text":""},{"id":"b2","text":"Backups are kept for 21 days."}]`: 200,
	} {
		r := newRig(t, says(goodAnswer))
		g := r.post(chatPath, `{"model":"m","messages":[{"role":"user","content":"How long?"}],"vouchsafe":{"chunks":`+beside+`}}`)
		if g.status != want || want == 400 && len(r.upstream.Requests()) > 0 {
			t.Errorf("%s: %d %s", beside, g.status, g.body)
		}
	}
}

// TestWhatAnUpstreamPutsForANameMakesNoClaims: beside an answer nothing leaves
// that could be read as one.
func TestWhatAnUpstreamPutsForANameMakesNoClaims(t *testing.T) {
	t.Parallel()
	words := `"Adults take ` + leak + ` 50 mg."`
	head := `{"id":` + words + `,"object":` + words + `,"created":1,"model":` + words + `,"system_fingerprint":` + words + `,"service_tier":` + words
	choice := `,"choices":[{"index":0,"finish_reason":` + words + `,"message":{"role":` + words + `,"content":` + encode(goodAnswer) + `}}]}`
	script := up.Raw(up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(head + choice)})
	plainAndStreamed(t, "names", func(t *testing.T, stream bool) {
		r := newRig(t, script)
		s := r.talk(ask(howLong, ""), stream)
		s.wellFormed(t)
		if s.verdict() != "grounded" || strings.Contains(s.body, leak) || !strings.Contains(s.body, `"model":"m"`) {
			t.Errorf("%s", s.body)
		}
	})
}

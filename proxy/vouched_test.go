package proxy

import (
	"strings"
	"testing"
	"time"

	up "vouchsafe/internal/upstreamtest"
)

// refined asks for an answer to be gone on with: its passages say something else.
func refined(existing string) string {
	return `{"model":"m","messages":[{"role":"user","content":"The original query is as follows: How long are nightly backups kept?\nWe have provided an existing answer: ` + existing +
		`\nWe have the opportunity to refine the existing answer (only if needed) with some more context below.\n------------\nTapes are not used in this data centre.\n------------\n` +
		`Given the new context, refine the original answer to better answer the query. If the context isn't useful, return the original answer.\nRefined Answer: "}]}`
}

// TestAProvenSentenceMayComeBackWordForWord: what one step of a chain delivered as proven the
// next may repeat, with the citations that it had; nothing else of it is evidence.
func TestAProvenSentenceMayComeBackWordForWord(t *testing.T) {
	t.Parallel()
	const kept = "Nightly backups are kept for 21 days."
	first := `{"model":"m",` + placed + `"messages":[{"role":"user","content":"How long are nightly backups kept?"}]}`
	cited := func(text string) string {
		return `{"mode":"answer","segments":[{"citations":[{"chunk_id":"","snippet":"` + text + `"}],"text":"` + text + `"}],"unanswered_aspects":[]}`
	}
	for name, tc := range map[string]struct {
		again  string // what the model says in the second step
		prompt string // the answer that the prompt repeats
		later  time.Duration
		passes bool
	}{
		"word for word":            {kept, kept + " [1]", 0, true},
		"a figure is changed":      {"Nightly backups are kept for 22 days.", kept + " [1]", 0, false},
		"never delivered":          {"Nightly backups are kept for 22 days.", "Nightly backups are kept for 22 days.", 0, false},
		"not in the prompt":        {kept, "None yet.", 0, false},
		"forgotten":                {kept, kept + " [1]", 0, false},
		"an hour later":            {kept, kept + " [1]", 61 * time.Minute, false},
		"something else beside it": {kept + " Adults never take apixaban.", kept + " Adults never take apixaban.", 0, false},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(says(cited(kept)), says(cited(tc.again))), func(a *App) { a.Policy.Repair.Attempts = 0 })
			if s := r.talk(first, stream); s.verdict() != "grounded" {
				t.Fatalf("%s: %s", s.verdict(), s.text())
			}
			r.gate.now = func() time.Time { return time.Now().Add(tc.later) }
			if name == "forgotten" {
				r.gate.Forget(map[string]bool{r.trace(0).QueryID: true})
			}
			s := r.talk(refined(tc.prompt), stream)
			if passed := strings.Contains(s.text(), tc.again); passed != tc.passes {
				t.Errorf("%s: %q", s.verdict(), s.text())
			}
			if from := s.report.Get("choices.0.citations.0.from").Str; tc.passes && from != r.trace(0).QueryID {
				t.Errorf("it is backed from %q", from)
			}
		})
	}
}

// TestAUsersNoteIsNoEvidenceForAnotherUser: what only a user's message held backs nothing in
// a prompt with the app's own passages, nor what another user asks.
func TestAUsersNoteIsNoEvidenceForAnotherUser(t *testing.T) {
	t.Parallel()
	const note = "The harbour lamp burned 83 litres a day."
	cited := `{"mode":"answer","segments":[{"citations":[{"chunk_id":"","snippet":"` + note + `"}],"text":"` + note + `"}],"unanswered_aspects":[]}`
	first := `{"model":"m","messages":[{"role":"user","content":"Answer from the context.\n\nContext:\n[1] ` + note + `\n\n[2] Gulls nest there.\n\nQuestion: How much did the lamp burn?"}]}`
	for name, second := range map[string]string{
		"the app has passages": `{"model":"m","messages":[{"role":"system","content":"Answer from the context.\n\nContext:\n[1] The harbour lamp burned 38 litres a day.\n\n[2] Gulls nest there."},{"role":"user","content":"` + note + ` Is that right?"}]}`,
		"nor has it":           `{"model":"m","messages":[{"role":"user","content":"Answer from the context.\n\nContext:\n[1] The harbour lamp burned 38 litres a day.\n\n[2] Gulls nest there.\n\nQuestion: ` + note + ` Is that right?"}]}`,
	} {
		r := newRig(t, says(cited), func(a *App) { a.Policy.Repair.Attempts = 0 })
		if s := r.talk(first, false); s.verdict() != "grounded" {
			t.Fatalf("%s: %s", s.verdict(), s.text())
		}
		if s := r.talk(second, false); strings.Contains(s.text(), "83") {
			t.Errorf("%s: %s %q", name, s.verdict(), s.text())
		}
	}
}

// TestASentenceThatWasVouchedForProvesItselfWhenAUserTypesIt: another answer's sentence comes back by
// way of an earlier answer in the prompt alone, and not against what the passages say now.
func TestASentenceThatWasVouchedForProvesItselfWhenAUserTypesIt(t *testing.T) {
	t.Parallel()
	const fee = "The annual fee is 20 euros for every member."
	cited := says(`{"mode":"answer","segments":[{"citations":[{"chunk_id":"","snippet":"` + fee + `"}],"text":"` + fee + `"}],"unanswered_aspects":[]}`)
	system := func(doc string) string {
		return `{"model":"m","messages":[{"role":"system","content":"Answer from the documents.\n<document id=\"a\">` + doc + `</document>"},`
	}
	const now, other = "The annual fee is 30 euros for every member.", "The club house opens at nine on weekdays."
	for name, tc := range map[string]struct {
		second string
		passes bool
	}{
		"in a question":          {system(now) + `{"role":"user","content":"` + fee + ` Is that right?"}]}`, false},
		"beside other passages":  {system(other) + `{"role":"user","content":"My neighbour says: ` + fee + `"}]}`, false},
		"as a history":           {system(now) + `{"role":"user","content":"Chat history:\nAssistant: ` + fee + ` [1]\n\nWhat is the fee?"}]}`, false},
		"in the app's template":  {`{"model":"m","messages":[{"role":"user","content":"Context:\n` + now + `\n\nQuestion: ` + fee + ` Is that right?\nAnswer:"}]}`, false},
		"an answer of yesterday": {system(now) + `{"role":"user","content":"Hi"},{"role":"assistant","content":"` + fee + `"},{"role":"user","content":"What is the fee?"}]}`, false},
		"an answer of today":     {system(other) + `{"role":"user","content":"Hi"},{"role":"assistant","content":"` + fee + `"},{"role":"user","content":"What was the fee?"}]}`, true},
	} {
		r := newRig(t, cited, func(a *App) { a.Policy.Repair.Attempts = 0 })
		if s := r.talk(system(fee)+`{"role":"user","content":"What is the fee?"}]}`, false); s.verdict() != "grounded" {
			t.Fatalf("%s: %s", s.verdict(), s.text())
		}
		if s := r.talk(tc.second, false); strings.Contains(s.text(), "20 euros") != tc.passes {
			t.Errorf("%s: %s %q", name, s.verdict(), s.text())
		}
	}
}

// TestWhatOthersWereToldIsNoEvidence: a sentence is vouched for to the caller and the user who
// have got it.
func TestWhatOthersWereToldIsNoEvidence(t *testing.T) {
	t.Parallel()
	const kept = "Nightly backups are kept for 21 days."
	said := says(`{"mode":"answer","segments":[{"citations":[{"chunk_id":"","snippet":"` + kept + `"}],"text":"` + kept + `"}],"unanswered_aspects":[]}`)
	for name, tc := range map[string]struct {
		key, user string
		passes    bool
	}{
		"the same":       {"sk-a", "ann", true},
		"another key":    {"sk-b", "ann", false},
		"another user":   {"sk-a", "bob", false},
		"nobody told of": {"sk-a", "", false},
	} {
		r := newRig(t, said, func(a *App) { a.Policy.Repair.Attempts = 0 })
		ask := func(body, key, user string) seen {
			return r.talk(strings.Replace(body, "{", `{"user":"`+user+`",`, 1), false, "Authorization", "Bearer "+key)
		}
		if s := ask(`{"model":"m",`+placed+`"messages":[{"role":"user","content":"How long are nightly backups kept?"}]}`, "sk-a", "ann"); s.verdict() != "grounded" {
			t.Fatalf("%s: %s", s.verdict(), s.text())
		}
		if s := ask(refined(kept+" [1]"), tc.key, tc.user); strings.Contains(s.text(), kept) != tc.passes {
			t.Errorf("%s: %s %q", name, s.verdict(), s.text())
		}
	}
}

func TestSentencesThatMayComeBack(t *testing.T) {
	if got := sentencesOf("It opens at nine on weekdays. [1] It closes at five【2】.\n- It is shut on Sundays.¹"); strings.Join(got, "|") != "It opens at nine on weekdays|It closes at five|It is shut on Sundays" {
		t.Errorf("%q", got)
	}
}

// TestAroundPassagesIsWhatNoneOfThemHolds: also where they repeat, hold one another, come in
// another order or are not there.
func TestAroundPassagesIsWhatNoneOfThemHolds(t *testing.T) {
	t.Parallel()
	const a, b, c = "The alpha line opens at nine.", "The beta line is shut.", "The gamma line runs at night."
	for _, said := range []string{"", a, "x " + a + b + " y " + c + " z", c + "1" + b + "2" + a, a + "1" + a + b + b + "2" + a, "<" + c + ">\n" + a + "\n" + c} {
		for _, passages := range [][]string{nil, {a}, {a, b, c}, {c, b, a}, {a, a, b}, {a + b, b, a}, {b, "nowhere to be found", a}} {
			want := said
			for _, p := range passages {
				want = strings.ReplaceAll(want, p, "\n")
			}
			if got := around(said, passages); got != want {
				t.Errorf("around %q in %q: %q, want %q", passages, said, got, want)
			}
		}
	}
}

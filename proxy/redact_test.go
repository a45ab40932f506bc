package proxy

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// onFailure sets what becomes of an answer that fails, without a repair and
// decided as a whole.
func onFailure(f policy.OnFailure) func(*App) {
	return func(a *App) {
		a.Policy.OnFailure, a.Policy.Repair.Attempts, a.Policy.Stream.Mode = f, 0, policy.Buffered
	}
}

var (
	uncited     = passage{text: "The committee also praised the friendly canteen staff."}
	unsupported = passage{"The committee praised the friendly canteen staff warmly.", "d2", "Nightly backups start at 01:30 UTC"}
	noQuote     = passage{"Backups start at 01:30 UTC.", "d2", "every backup begins shortly after midnight in the vault"}
	uncitedDose = passage{text: "Adults start on apixaban 80 mg."}
	startsAt    = passage{"Nightly backups start at 01:30 UTC.", "d2", "Nightly backups start at 01:30 UTC"}
)

func TestWhatFailsIsDroppedOrMarked(t *testing.T) {
	t.Parallel()
	const both = "Backups are kept for 21 days. [1] Adults start on 5 mg of apixaban twice daily. [2]"
	for _, tc := range []struct {
		name    string
		on      policy.OnFailure
		said    []passage
		text    string
		verdict string
	}{
		{"a changed number is dropped", policy.RedactAnswer, []passage{backups, doseWrong, doseRight}, both, "redacted"},
		{"markers number from 1", policy.RedactAnswer, []passage{doseWrong, backups, doseRight}, both, "redacted"},
		{"an uncited sentence is dropped", policy.RedactAnswer, []passage{backups, uncited, doseRight}, both, "redacted"},
		{"an unsupported one is dropped", policy.RedactAnswer, []passage{backups, unsupported, doseRight}, both, "redacted"},
		{"one of four is left", policy.RedactAnswer, []passage{doseWrong, doseWrong, doseWrong, backups}, "Backups are kept for 21 days. [1]", "redacted"},
		{"nothing is left", policy.RedactAnswer, []passage{doseWrong}, refused, "refused"},
		{"an exception goes with its rule", policy.RedactAnswer, []passage{backups, {"However, none are kept for 99 days.", "d2", "Nightly backups start at 01:30 UTC"}}, refused, "refused"},
		{"an uncited sentence is marked", policy.MarkAnswer, []passage{backups, uncited, doseRight},
			"Backups are kept for 21 days. [1] The committee also praised the friendly canteen staff. [not verified] Adults start on 5 mg of apixaban twice daily. [2]", "marked"},
		{"an unsupported one is marked, without its marker", policy.MarkAnswer, []passage{backups, unsupported},
			"Backups are kept for 21 days. [1] The committee praised the friendly canteen staff warmly. [not verified]", "marked"},
		{"a changed number is never marked", policy.MarkAnswer, []passage{backups, doseWrong}, "Backups are kept for 21 days. [1]", "redacted"},
		{"an uncited one neither", policy.MarkAnswer, []passage{backups, uncitedDose}, "Backups are kept for 21 days. [1]", "redacted"},
		{"an invented quote neither", policy.MarkAnswer, []passage{backups, noQuote}, "Backups are kept for 21 days. [1]", "redacted"},
		{"one is marked, one dropped", policy.MarkAnswer, []passage{doseWrong, backups, uncited},
			"Backups are kept for 21 days. [1] The committee also praised the friendly canteen staff. [not verified]", "marked"},
		{"marks alone are no answer", policy.MarkAnswer, []passage{uncited, unsupported}, refused, "refused"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, says(segmented(tc.said...)), onFailure(tc.on))
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.uncut(t) != tc.text || s.verdict() != tc.verdict {
				t.Errorf("%s %q\n%s", s.verdict(), s.text(), s.body)
			}
			if tr := r.trace(0); tr.Answer != s.text() || string(tr.Verdict) != tc.verdict || len(tr.Findings) == 0 {
				t.Errorf("trace: %s %q %v", tr.Verdict, tr.Answer, tr.Findings)
			}
			for _, c := range s.report.Get("choices.0.claims").Array() {
				start, end := c.Get("start").Int(), c.Get("end").Int()
				if got := string([]rune(s.text())[start:end]); got != c.Get("text").Str {
					t.Errorf("claim %s at %d-%d: %q", c.Raw, start, end, got)
				}
			}
		})
	}
}

func TestAReportOfARedactedAnswerSpeaksOfWhatIsLeft(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "redacted", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(doseWrong, backups)), onFailure(policy.RedactAnswer))
		s := r.talk(ask(howLong, ""), stream)
		if strings.Contains(s.body, "50 mg") {
			t.Errorf("it tells of what was dropped: %s", s.body)
		}
		report := s.report.Get("choices.0")
		if report.Get("citations.#").Int() != 1 || report.Get("claims.#").Int() != 1 || report.Get("audit.pass_rate").Num != 1 || report.Get("coverage").Num != 1 {
			t.Errorf("%s", report.Raw)
		}
		if d := cmp.Diff(`{"code":"snippet-altered","citation":null,"claim":null,"detail":""}`, report.Get(`findings.#(code=="snippet-altered")`).Raw); d != "" {
			t.Error(d)
		}
		if tr := r.trace(0); !strings.Contains(tr.Attempts[0].Reply, "50 mg") || len(tr.Findings) == 0 || tr.Findings[0].Detail == "" {
			t.Errorf("the trace lacks what was dropped: %+v", tr)
		}
	})
}

func TestMarksAreInTheAnswersLanguage(t *testing.T) {
	t.Parallel()
	said := segmented(passage{"Die Sicherungen werden 21 Tage lang aufbewahrt.", "k1", "Die Sicherungen werden 21 Tage lang aufbewahrt"},
		passage{text: "Der Ausschuss lobte auch die freundlichen Leute in der Kantine."})
	body := `{"model":"m","vouchsafe":{"chunks":[{"chunk_id":"k1","text":"Die Sicherungen werden 21 Tage lang aufbewahrt und dann gelöscht."}]},"messages":[{"role":"user","content":"Wie lange?"}]}`
	r := newRig(t, says(said), onFailure(policy.MarkAnswer))
	if s := r.talk(body, false); !strings.HasSuffix(s.text(), "in der Kantine. [nicht belegt]") {
		t.Errorf("%s", s.body)
	}
}

func TestTextBesideToolCallsLosesWhatFailed(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		said []passage
		text string
	}{
		{[]passage{backups, doseWrong}, "Backups are kept for 21 days. [1]"},
		{[]passage{doseWrong}, ""},
	} {
		plainAndStreamed(t, tc.text, func(t *testing.T, stream bool) {
			call := up.ToolCall{ID: "call_1", Name: "search", Arguments: `{"q":"x"}`}
			script := up.Answering(up.Answer{Choices: []up.Choice{{Content: segmented(tc.said...), ToolCalls: []up.ToolCall{call}}}})
			s := newRig(t, script, onFailure(policy.RedactAnswer)).talk(ask(howLong, `"tools":[{"type":"function","function":{"name":"search","parameters":{"type":"object"}}}],`), stream)
			if s.choices[0].content != tc.text || s.verdict() != "redacted" || !strings.Contains(s.choices[0].tools, "search") {
				t.Errorf("%s %q %s\n%s", s.verdict(), s.choices[0].content, s.choices[0].tools, s.body)
			}
		})
	}
}

func TestARepairComesBeforeTheCut(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.InTurn(says(segmented(doseWrong, backups)), says(segmented(backups, doseRight))))
	if s := r.talk(ask(howLong, ""), false); s.verdict() != "repaired" || strings.Contains(s.body, "50 mg") {
		t.Errorf("%s", s.body)
	}
	r = newRig(t, up.InTurn(says(segmented(doseWrong, backups)), says(segmented(doseWrong, doseRight))))
	if s := r.talk(ask(howLong, ""), false); s.verdict() != "redacted" || s.uncut(t) != "Adults start on 5 mg of apixaban twice daily. [1]" || s.report.Get("attempts").Int() != 2 {
		t.Errorf("%s", s.body)
	}
}

// TestNothingPlantedArrivesUnmarked sows planted words as
// TestNothingUngroundedEverReachesAClient does, under both ways of showing a
// part: a planted word arrives only in a sentence with a mark, a false number
// never.
func TestNothingPlantedArrivesUnmarked(t *testing.T) {
	t.Parallel()
	for _, on := range []policy.OnFailure{policy.RedactAnswer, policy.MarkAnswer} {
		plainAndStreamed(t, string(on), func(t *testing.T, stream bool) {
			r := newRig(t, up.Silent(), onFailure(on))
			verdicts := map[string]int{}
			for seed := range uint64(250) {
				s := sower{rand.New(rand.NewPCG(seed, 23))}
				script := s.attempt()
				if s.IntN(3) == 0 { // what speaks against nothing is marked
					script = says(segmented(wheat[s.IntN(4)], passage{text: "The old gate was painted green by zqvorn hands."}, s.weed(), wheat[s.IntN(4)]))
				}
				r.upstream.Use(script)
				got := r.talk(`{"model":"m","messages":[{"role":"system","content":"`+sown+`"},{"role":"user","content":"What do the documents say?"}]}`, stream)
				if problem := planted(got, on); problem != "" {
					t.Fatalf("seed %d: %s:\n%s\nthe model wrote\n%s", seed, problem, got.body, r.lastReplies())
				}
				verdicts[got.verdict()]++
			}
			t.Log(verdicts)
			if verdicts["redacted"] == 0 || on == policy.MarkAnswer && verdicts["marked"] == 0 {
				t.Errorf("not one came out so: %v", verdicts)
			}
		})
	}
}

// planted tells what is planted in a reply that must not be, "" for nothing.
func planted(s seen, on policy.OnFailure) string {
	if strings.Contains(s.withoutID(), falseNumber) {
		return "a false number arrives"
	}
	if on == policy.RedactAnswer && strings.Contains(strings.ToLower(s.body), weed[1:]) {
		return "a planted word arrives"
	}
	for sentence := range strings.SplitAfterSeq(s.text(), ". ") {
		rest := s.text()[strings.Index(s.text(), sentence)+len(sentence):]
		if strings.Contains(strings.ToLower(sentence), weed[1:]) && !strings.HasPrefix(rest, "[not verified]") && !strings.Contains(sentence, "[not verified]") {
			return "a planted word arrives without a mark"
		}
	}
	return ""
}

// TestAnswersInProseAreCutToo has the markers of each form inside its
// sentences or behind them.
func TestAnswersInProseAreCutToo(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, said, text string
		dialect          answer.Dialect
	}{
		{"numbered", "Backups are kept for 21 days [2]. Adults start on apixaban 50 mg [1]. Nightly backups start at 01:30 UTC [2].",
			"Backups are kept for 21 days. [1] Nightly backups start at 01:30 UTC. [1]", answer.Numbered},
		{"numbered, behind the full stop", "Backups are kept for 21 days. [2] Adults start on apixaban 50 mg. [1] Nightly backups start at 01:30 UTC. [2]",
			"Backups are kept for 21 days. [1] Nightly backups start at 01:30 UTC. [1]", answer.Numbered},
		{"numbered, a list", "The documents say:\n\n- Backups are kept for 21 days [2]\n- Adults start on apixaban 50 mg [1]\n- Nightly backups start at 01:30 UTC [2]\n",
			"The documents say:\n\n- Backups are kept for 21 days [1]\n- Nightly backups start at 01:30 UTC [1]\n", answer.Numbered},
		{"half a sentence", "Backups are kept for 21 days [2]. Adults with atrial fibrillation start on apixaban 5 mg [1]. Nightly backups start at 01:30 UTC [2] and are kept for 99 years [2].",
			"Backups are kept for 21 days. [1] Adults with atrial fibrillation start on apixaban 5 mg. [2]", answer.Numbered},
		{"uncited between", "Backups are kept for 21 days [2]. The committee praised the canteen staff. Nightly backups start at 01:30 UTC [2].",
			"Backups are kept for 21 days. [1] Nightly backups start at 01:30 UTC. [1]", answer.Numbered},
		{"snippet", `{"answer":"Backups are kept for 21 days [1]. Adults start on apixaban 50 mg twice daily [2].","citations":[{"doc_id":"","chunk_id":"d2","snippet":"Nightly backups start at 01:30 UTC and are kept for 21 days."},{"doc_id":"","chunk_id":"d1","snippet":"Adults with atrial fibrillation start on apixaban 50 mg twice daily."}],"mode":"answer"}`,
			"Backups are kept for 21 days. [1]", answer.Snippet},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, says(tc.said), onFailure(policy.RedactAnswer), func(a *App) { a.Policy.Citations.Dialect = tc.dialect })
			s := r.talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if s.uncut(t) != strings.TrimSpace(tc.text) || s.verdict() != "redacted" {
				t.Errorf("%s %q\n%s", s.verdict(), s.text(), s.body)
			}
		})
	}
}

// TestMarkdownStaysWhole cuts and marks rows and items.
func TestMarkdownStaysWhole(t *testing.T) {
	t.Parallel()
	row := func(p passage, text string) passage { return passage{text, p.chunk, p.snippet} }
	table := []passage{{text: "| What | Figure |\n|---|---|\n"}, row(backups, "| Backups are kept for | 21 days |\n"),
		row(passage{}, "| The friendly canteen staff | was praised |\n"), row(startsAt, "| Nightly backups start at | 01:30 UTC |\n")}
	list := []passage{{text: "The documents say:\n\n"}, row(backups, "- Backups are kept for 21 days.\n"),
		row(passage{}, "- The friendly canteen staff was praised warmly.\n"), row(startsAt, "- Nightly backups start at 01:30 UTC.\n")}
	for _, tc := range []struct {
		name string
		on   policy.OnFailure
		said []passage
		text string
	}{
		{"table, cut", policy.RedactAnswer, table, "| What | Figure |\n|---|---|\n| Backups are kept for | 21 days [1] |\n| Nightly backups start at | 01:30 UTC [2] |\n"},
		{"table, marked", policy.MarkAnswer, table, "| What | Figure |\n|---|---|\n| Backups are kept for | 21 days [1] |\n| The friendly canteen staff | was praised [not verified] |\n| Nightly backups start at | 01:30 UTC [2] |\n"},
		{"list, cut", policy.RedactAnswer, list, "The documents say:\n\n- Backups are kept for 21 days. [1]\n- Nightly backups start at 01:30 UTC. [2]\n"},
		{"list, marked", policy.MarkAnswer, list, "The documents say:\n\n- Backups are kept for 21 days. [1]\n- The friendly canteen staff was praised warmly. [not verified]\n- Nightly backups start at 01:30 UTC. [2]\n"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			s := newRig(t, says(segmented(tc.said...)), onFailure(tc.on)).talk(ask(howLong, ""), stream)
			s.wellFormed(t)
			if strings.TrimSpace(s.uncut(t)) != strings.TrimSpace(tc.text) {
				t.Errorf("%s %q\n%s", s.verdict(), s.text(), s.body)
			}
		})
	}
}

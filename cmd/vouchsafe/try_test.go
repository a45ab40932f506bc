package main

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// triedOf are answers of which so many were whole and cited, shown in a source's own words,
// or refused, at so many tokens.
func triedOf(good, quoted, refused, tokens int) *tried {
	t := newTried("")
	t.Good, t.Input, t.Calls, t.Answers = good, float64(tokens), good+quoted+refused, good+quoted+refused
	t.Verdicts["grounded"], t.Verdicts["quoted"], t.Verdicts["refused"] = good, quoted, refused
	return t
}

func trialOf(all map[answer.Dialect]*tried) *trial {
	t := newTrial(nil)
	for d, of := range all {
		of.Dialect = string(d)
		t.dialects, t.all[string(d)] = append(t.dialects, d), of
	}
	slices.Sort(t.dialects)
	return t
}

// TestADialectIsRecommendedForAModelThatLies: it would have been the one with a few answers more and fewer tokens.
func TestADialectIsRecommendedForAModelThatLies(t *testing.T) {
	liar := trialOf(map[answer.Dialect]*tried{"numbered": triedOf(2, 0, 8, 10), "segments": triedOf(2, 8, 0, 900), "sentences": triedOf(1, 8, 1, 500)})
	got := liar.advice()
	for _, want := range []string{"No dialect suits this model", "fewer than half of the answers reach users whole and with a citation", "With segments 2 of 10", "Try another model"} {
		if !strings.Contains(got, want) {
			t.Errorf("the advice lacks %q: %s", want, got)
		}
	}
	if strings.Contains(got, "set citations.dialect") {
		t.Errorf("a dialect is recommended: %s", got)
	}
	var out strings.Builder
	if err := liar.writeJSON(&out); err != nil || strings.Contains(out.String(), `"suits_best":true`) {
		t.Errorf("%v: a dialect suits: %s", err, &out)
	}
}

// TestFewerTokensWinOverWhatUsersGet: dialects that are near each other differ by chance.
func TestFewerTokensWinOverWhatUsersGet(t *testing.T) {
	for name, c := range map[string]struct {
		all  map[answer.Dialect]*tried
		want answer.Dialect
	}{
		"own words before refusals": {map[answer.Dialect]*tried{"numbered": triedOf(7, 0, 3, 10), "segments": triedOf(6, 4, 0, 900)}, "segments"},
		"whole before own words":    {map[answer.Dialect]*tried{"numbered": triedOf(6, 4, 0, 10), "segments": triedOf(8, 2, 0, 900)}, "segments"},
		"tokens where all is alike": {map[answer.Dialect]*tried{"numbered": triedOf(8, 2, 0, 10), "segments": triedOf(8, 2, 0, 900)}, "numbered"},
		"far from each other":       {map[answer.Dialect]*tried{"numbered": triedOf(9, 0, 1, 10), "segments": triedOf(6, 4, 0, 900)}, "numbered"},
		"one alone suits":           {map[answer.Dialect]*tried{"numbered": triedOf(5, 0, 5, 10), "segments": triedOf(4, 6, 0, 900)}, "numbered"},
	} {
		tried := trialOf(c.all)
		if got := tried.best().Dialect; got != string(c.want) {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		if got := tried.advice(); !strings.Contains(got, "set citations.dialect: "+string(c.want)) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestAdviceFromAHandfulOfAnswers: none is given, a prompt with nothing to verify is named, and
// the table fits a screen of a hundred columns.
func TestAdviceFromAHandfulOfAnswers(t *testing.T) {
	few := newTrial(answer.Asked())
	for _, d := range few.dialects {
		few.take(&ledger.Trace{App: string(d), Verdict: report.Skipped, Reason: report.ReasonNoContext, Question: "How high is the lock?"}, ledger.Full)
	}
	for _, d := range few.dialects {
		for range 4 {
			few.take(&ledger.Trace{App: string(d), Verdict: report.Grounded, Proof: report.OwnWords}, ledger.Full)
		}
	}
	var out strings.Builder
	if err := few.writeTable(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"4 answers: too few for advice", `"How high is the lock?" (no-context)`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not told: %s", want, &out)
		}
	}
	for line := range strings.Lines(out.String()) {
		if n := len([]rune(line)); n > screen+1 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
}

// TestATurnedAwayKeyIsARepair: nor is a response_format that the upstream refuses the model's
// first reply, which was then called formless.
func TestATurnedAwayKeyIsARepair(t *testing.T) {
	const reply = `{"segments":[]}`
	refused := ledger.Attempt{Asked: "segments, json_schema", Status: 401}
	first := ledger.Attempt{Asked: "segments, json_schema", Status: 200, Reply: reply}
	again := ledger.Attempt{Repair: true, Status: 200, Reply: reply}
	for want, attempts := range [][]ledger.Attempt{{refused, first}, {refused, first, again}, {first, {Repair: true, Status: 401}, again, again}} {
		got := newTried("segments")
		got.add(&ledger.Trace{App: "segments", Verdict: report.Grounded, Attempts: attempts})
		if got.Repairs != want || got.Formed != 1 || got.Replies != 1 {
			t.Errorf("%d repairs, want %d; %d first replies in form, of %d", got.Repairs, want, got.Formed, got.Replies)
		}
	}
}

// TestAReplyThatTheGatewayRefusesIsAFailedCall: the error of a task that is not closed was counted as one, and the
// key was blamed for it; and a first reply whose citation does not hold as one that cites nothing.
func TestAReplyThatTheGatewayRefusesIsAFailedCall(t *testing.T) {
	got := newTried("segments")
	at := 1
	attempt := ledger.Attempt{Asked: "segments", Status: 200, Reply: "{}", Cited: 1, Findings: []report.Finding{{Code: report.SnippetAltered, Citation: &at}},
		Citations: []report.Citation{{Snippet: "a", Quoted: true, Match: "none"}}}
	got.add(&ledger.Trace{App: "segments", Verdict: report.Refused, Reason: "task_not_closed", Usage: []byte(`{"prompt_tokens":70}`), Attempts: []ledger.Attempt{attempt}})
	if got.Answers != 1 || got.Verdicts["refused"] != 1 || got.Input != 70 || got.Citing != 1 || got.Quotes != 1 || got.Held != 0 {
		t.Errorf("%+v", got)
	}
}

// TestThePlainCallOfATraceHasNoPassages: its tokens were compared with calls that had them.
func TestThePlainCallOfATraceHasNoPassages(t *testing.T) {
	const trace = `{"query_id":"a","timestamp":"2026-01-01T00:00:00Z","app":"default","model":"m","question":"When does the gate close?",` +
		`"answer":"It closes at 21:30.","citations":[],"verdict":"grounded","findings":[],"attempts":[],` +
		`"chunks":[{"chunk_id":"g1","text":"The gate closes at 21:30."},{"chunk_id":"g2","text":"A kiln takes nine hours."}]}`
	const request = `{"model":"m","messages":[{"role":"user","content":"Context:\n[1] It rains.\n\nDoes it rain?"}]}`
	var told strings.Builder
	prompts, err := readPrompts(call{args: []string{"-"}, flags: pflag.NewFlagSet("try", pflag.ContinueOnError),
		streams: streams{in: strings.NewReader(trace + "\n" + request + "\n"), err: &told}})
	if err != nil || len(prompts) != 2 || !strings.Contains(told.String(), "1 stored trace: a trace keeps no request") {
		t.Fatalf("%v: %s; %s", err, prompts, &told)
	}
	chat, fault := parseChat(prompts[0])
	if fault != nil {
		t.Fatal(fault)
	}
	look, err := newInspector("", "", streams{err: &told})
	if err != nil {
		t.Fatal(err)
	}
	found := layout.Find(chat.Prompt(), look.options)
	if len(found.Chunks) != 2 || found.Chunks[1].Text != "A kiln takes nine hours." || found.Question != "When does the gate close?" {
		t.Errorf("the calls ask %s, read as %+v, %q", prompts[0], found.Chunks, found.Question)
	}
	if messages := gjson.GetBytes(prompts[0], "messages.#.role").String(); messages != `["system","user"]` {
		t.Errorf("the messages are %s", messages)
	}
	if string(prompts[1]) != request {
		t.Errorf("a request is changed: %s", prompts[1])
	}
}

// TestAlikePromptsShareAReply: a prompt that was there twice was sent once, and a call that had shared its
// reply counted as one without a citation.
func TestAlikePromptsShareAReply(t *testing.T) {
	said := make(chan string, 1)
	model := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { said <- r.Header.Get("Cache-Control") }))
	t.Cleanup(model.Close)
	if _, _, _, err := post(model.URL, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if got := <-said; got != "no-cache" {
		t.Errorf("a call of a trial says Cache-Control: %q; only no-cache has a reply of its own", got)
	}
}

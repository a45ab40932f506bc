package proxy

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/trace/ledger"
)

const guardURL = "/guard/lite/beta/litellm_basic_guardrail_api"

// guarding is a gateway with a guard for its default app.
func guarding(t *testing.T, adjust ...func(*App)) *rig {
	t.Helper()
	return plan{script: up.Say("unused"), setup: func(s *Setup) { s.Guards = map[string]Guard{"lite": {App: "default"}} }, app: func(a *App) {
		for _, f := range adjust {
			f(a)
		}
	}}.start(t)
}

// liteRequest is what LiteLLM sends before the model is called: every field of
// GenericGuardrailAPIRequest.
func liteRequest(id string) string {
	messages := gjson.Get(ask(howLong, ""), "messages")
	var texts []string
	for _, m := range messages.Array() {
		texts = append(texts, m.Get("content").Str)
	}
	listed, _ := json.Marshal(texts)
	return `{"input_type":"request","litellm_call_id":"` + id + `","litellm_trace_id":"t1","structured_messages":` + messages.Raw +
		`,"images":null,"tools":null,"texts":` + string(listed) + `,"request_data":{"user_api_key_alias":"team"},"request_headers":{"User-Agent":"x"},` +
		`"litellm_version":"1.102.0","additional_provider_specific_params":{},"tool_calls":null,"model":"gpt-4o"}`
}

// liteResponse is what it sends when the model has answered: one text a choice.
func liteResponse(id string, texts ...string) string {
	listed, _ := json.Marshal(texts)
	return `{"input_type":"response","litellm_call_id":"` + id + `","litellm_trace_id":"t1","structured_messages":null,"images":null,"tools":null,"texts":` +
		string(listed) + `,"request_data":{},"additional_provider_specific_params":{},"tool_calls":null,"model":"gpt-4o-2024"}`
}

func TestAGuardGivesTheInstructionAndVerifiesTheAnswer(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	asked := r.post(guardURL, liteRequest("c1"))
	if asked.status != 200 || gjson.Get(asked.body, "action").Str != "GUARDRAIL_INTERVENED" {
		t.Fatalf("%d %s", asked.status, asked.body)
	}
	messages, texts := gjson.Get(asked.body, "structured_messages").Array(), gjson.Get(asked.body, "texts").Array()
	sent := gjson.Get(liteRequest("c1"), "texts").Array()
	if len(messages) != len(sent) || len(texts) != len(sent) {
		t.Fatalf("%d messages and %d texts for %d", len(messages), len(texts), len(sent))
	}
	instructed := false
	for i, m := range messages {
		instructed = instructed || strings.Contains(m.Get("content").Str, answer.Headings[0])
		if m.Get("content").Str != texts[i].Str {
			t.Errorf("text %d is not that of its message", i)
		}
	}
	if !instructed {
		t.Errorf("no instruction: %s", asked.body)
	}
	answered := r.post(guardURL, liteResponse("c1", segmented(backups)))
	if gjson.Get(answered.body, "action").Str != "GUARDRAIL_INTERVENED" || gjson.Get(answered.body, "texts.0").Str != shown {
		t.Errorf("%s", answered.body)
	}
	if trace := r.trace(0); trace.Verdict != "grounded" || trace.Answer != shown || len(trace.Citations) != 1 || trace.Model != "gpt-4o" ||
		trace.Attempts[0].Reply != segmented(backups) {
		t.Errorf("%+v", trace)
	}
	if len(r.upstream.Requests()) != 0 {
		t.Error("a model was called")
	}
}

func TestWhatAGuardDoesToAnswers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, said, action, text, verdict string
		change                            func(*App)
	}{
		{"a changed number is dropped", segmented(backups, doseWrong, doseRight), "GUARDRAIL_INTERVENED", "Backups are kept for 21 days. [1] Adults start on 5 mg of apixaban twice daily. [2]", "redacted", onFailure(policy.RedactAnswer)},
		{"a wrong pointer is healed", segmented(passage{backups.text, "d1", backups.snippet}), "GUARDRAIL_INTERVENED", shown, "healed", nil},
		{"a changed number gives way to its source", segmented(backups, passage{doseWrong.text, "d1", doseRight.snippet}), "GUARDRAIL_INTERVENED", shown + " The source says: “Adults with atrial fibrillation start on apixaban 5 mg twice daily.” [2]", "quoted", nil},
		{"nothing is left", segmented(doseWrong), "BLOCKED", "", "refused", onFailure(policy.RedactAnswer)},
		{"strict blocks", segmented(backups, doseWrong), "BLOCKED", "", "refused", onFailure(policy.RefuseAnswer)},
		{"observed", segmented(doseWrong), "NONE", "", "ungrounded", observes},
		{"off", segmented(doseWrong), "NONE", "", "skipped", func(a *App) { a.Policy.Mode = policy.Off }},
		{"the instruction never reached the model", "Nightly backups are kept for 21 days.", "GUARDRAIL_INTERVENED", "Nightly backups are kept for 21 days. [1]", "grounded", nil},
		{"nor did it, and a number is wrong", "Nightly backups are kept for 7731 days.", "BLOCKED", "", "refused", onFailure(policy.RefuseAnswer)},
		{"calls of tools only", "", "NONE", "", "skipped", nil},
	} {
		var adjust []func(*App)
		if tc.change != nil {
			adjust = append(adjust, tc.change)
		}
		r := guarding(t, adjust...)
		r.post(guardURL, liteRequest("c1"))
		g := r.post(guardURL, liteResponse("c1", tc.said))
		if gjson.Get(g.body, "action").Str != tc.action || !strings.HasPrefix(gjson.Get(g.body, "texts.0").Str, tc.text) || tc.text == "" && gjson.Get(g.body, "texts.0").Exists() || strings.Contains(g.body, "7731") {
			t.Errorf("%s: %s", tc.name, g.body)
		}
		if tc.action == "BLOCKED" && !strings.Contains(gjson.Get(g.body, "blocked_reason").Str, "provided sources") {
			t.Errorf("%s: %s", tc.name, g.body)
		}
		if trace := r.trace(0); string(trace.Verdict) != tc.verdict {
			t.Errorf("%s: trace %s", tc.name, trace.Verdict)
		}
	}
}

func TestAResponseIsDecidedOnce(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	first := r.post(guardURL, liteResponse("c1", segmented(backups)))
	if again := r.post(guardURL, liteResponse("c1", segmented(backups))); again.body != first.body {
		t.Errorf("%s, then %s", first.body, again.body)
	}
	if other := r.post(guardURL, liteResponse("c1", segmented(doseWrong))); other.status != 400 || !strings.Contains(other.body, "already_answered") {
		t.Errorf("%d %s", other.status, other.body)
	}
	if n := len(r.traces); n != 2 { // the decided one, and the one that was turned away
		t.Errorf("%d traces", n)
	}
}

// TestAnObservedAnswerOfAGuardSaysHowItIsBacked: its proof was "none", whatever it was.
func TestAnObservedAnswerOfAGuardSaysHowItIsBacked(t *testing.T) {
	t.Parallel()
	r := guarding(t, observes)
	r.post(guardURL, liteRequest("c1"))
	r.post(guardURL, liteResponse("c1", "Nightly backups start at 01:30 UTC and are kept for 21 days."))
	if trace := r.trace(0); trace.Verdict != report.Grounded || trace.Proof != report.OwnWords {
		t.Errorf("%s, proof %s", trace.Verdict, trace.Proof)
	}
}

func observes(a *App) { a.Policy.Mode = policy.Observe }

// TestAResponseWithoutItsRequestIsBlocked: LiteLLM would hand it on, and nobody could
// tell it from an answer without passages.
func TestAResponseWithoutItsRequestIsBlocked(t *testing.T) {
	t.Parallel()
	for pass, action := range map[bool]string{false: "BLOCKED", true: "NONE"} {
		r := plan{script: up.Say("unused"), setup: func(s *Setup) { s.Guards = map[string]Guard{"lite": {App: "default", PassUnknown: pass}} }}.start(t)
		now := time.Now()
		r.gate.now = func() time.Time { return now }
		r.post(guardURL, liteRequest("old"))
		now = now.Add(guardedFor + time.Second)
		for i, id := range []string{"unseen", "old", ""} {
			g := r.post(guardURL, liteResponse(id, "Backups are kept for 21 days."))
			if gjson.Get(g.body, "action").Str != action || action == "BLOCKED" && !strings.HasPrefix(gjson.Get(g.body, "blocked_reason").Str, "unknown-request") {
				t.Errorf("%t, %q: %s", pass, id, g.body)
			}
			if trace := r.trace(i); trace.Reason != "unknown-request" {
				t.Errorf("%t, %q: %s (%s)", pass, id, trace.Verdict, trace.Reason)
			}
		}
	}
}

// TestPiecesOfAStreamAreOneAnswer: LiteLLM shows what has come so far again and again,
// and hands on all but what is held back.
func TestPiecesOfAStreamAreOneAnswer(t *testing.T) {
	t.Parallel()
	const whole = "Nightly backups are kept for 21 days [d2]. Adults start on apixaban 5 mg twice daily [d1]."
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	sent := ""
	for n := 7; ; n += 7 {
		piece := whole[:min(n, len(whole))]
		g := r.post(guardURL, liteResponse("c1", piece))
		text, held := []rune(gjson.Get(g.body, "texts.0").Str), int(gjson.Get(g.body, "stream_holdback_chars.0").Int())
		if gjson.Get(g.body, "action").Str != "GUARDRAIL_INTERVENED" || held > len(text) {
			t.Fatalf("%q: %s", piece, g.body)
		}
		if len(piece) == len(whole) {
			held = 0 // LiteLLM's last call
		}
		shown := string(text[:len(text)-held])
		if !strings.HasPrefix(shown, sent) {
			t.Fatalf("%q: %q has left, and now it is %q", piece, sent, shown)
		}
		if sent = shown; len(piece) == len(whole) {
			break
		}
		if strings.Contains(sent, "Adults") {
			t.Errorf("%q: half a sentence has left: %q", piece, sent)
		}
	}
	if !strings.HasPrefix(sent, "Nightly backups are kept for 21 days. [1] Adults") {
		t.Errorf("%q", sent)
	}
	if trace := r.trace(0); trace.Attempts[0].Reply != whole {
		t.Errorf("recorded is %q", trace.Attempts[0].Reply)
	}
}

// TestNothingLeavesBeforeItIsKnownWhatItBecomes: a heading, a comment in code and a word that may be a label claim
// nothing as long as they are all there is.
func TestNothingLeavesBeforeItIsKnownWhatItBecomes(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"# M", "```python\n# backups", "Yes", "5"} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		g := r.post(guardURL, liteResponse("c1", piece))
		text, held := []rune(gjson.Get(g.body, "texts.0").Str), int(gjson.Get(g.body, "stream_holdback_chars.0").Int())
		if gjson.Get(g.body, "action").Str == "NONE" || len(text) > held {
			t.Errorf("%q: %s", piece, g.body)
		}
	}
}

// TestJSONIsReadAsPeopleSeeIt: letters that show nothing are taken out of it, as they are out of prose.
func TestJSONIsReadAsPeopleSeeIt(t *testing.T) {
	t.Parallel()
	for i, unseen := range []string{`\u200b`, `\u2063`, "\u200b"} {
		r := guarding(t)
		id := strconv.Itoa(i)
		r.post(guardURL, liteRequest(id))
		g := r.post(guardURL, liteResponse(id, `{"answer":"Nightly backups are kept for 21`+unseen+` days."}`))
		if got := gjson.Get(g.body, "texts.0").Str; got != `{"answer":"Nightly backups are kept for 21 days."}` {
			t.Errorf("%s: %s", unseen, g.body)
		}
	}
}

func TestAPieceOfJSONSaysNothing(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	whole := segmented(backups)
	if g := r.post(guardURL, liteResponse("c1", whole[:40])); gjson.Get(g.body, "texts.0").Str != "" || gjson.Get(g.body, "action").Str != "GUARDRAIL_INTERVENED" {
		t.Errorf("%s", g.body)
	}
	if g := r.post(guardURL, liteResponse("c1", whole)); gjson.Get(g.body, "texts.0").Str != shown {
		t.Errorf("%s", g.body)
	}
	if n := len(r.traces); n != 1 {
		t.Errorf("%d traces", n)
	}
}

// TestHalfASentenceIsBlocked: what has come so far says nothing yet; a longer piece does. An answer that is known to be whole
// is decided as it stands, also where it breaks off.
func TestHalfASentenceIsBlocked(t *testing.T) {
	t.Parallel()
	for _, piece := range []string{"The sources do not m", "According to the doc", `{"days": 21, "what": "Backups`} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		if g := r.post(guardURL, liteResponse("c1", piece)); gjson.Get(g.body, "action").Str != "GUARDRAIL_INTERVENED" || gjson.Get(g.body, "texts.0").Str != "" {
			t.Errorf("a piece: %s", g.body)
		}
		r.post(guardURL, liteRequest("c2"))
		whole := strings.Replace(liteResponse("c2", piece), `"additional_provider_specific_params":{}`, `"additional_provider_specific_params":{"whole":true}`, 1)
		if g := r.post(guardURL, whole); gjson.Get(g.body, "action").Str != "BLOCKED" {
			t.Errorf("%s, whole: %s", piece, g.body)
		}
	}
}

// TestAnAnswerThatBreaksOffInJSONHasATrace: nothing of it is handed on, and that is told.
func TestAnAnswerThatBreaksOffInJSONHasATrace(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	r.post(guardURL, liteResponse("c1", segmented(backups)[:40]))
	if trace := r.trace(0); trace.Verdict != "refused" || trace.Reason != "broken-json" || trace.Attempts[0].Reply != segmented(backups)[:40] {
		t.Errorf("%s (%s): %+v", trace.Verdict, trace.Reason, trace.Attempts)
	}
}

func TestBlocksOfOneAnswerAreJudgedAsOne(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	body := strings.Replace(liteResponse("c1", "Nightly backups are kept", " for 21 days [d2]."), `"request_data":{}`, `"request_data":{},"request_headers":{"anthropic-version":"[present]"}`, 1)
	g := r.post(guardURL, body)
	if texts := gjson.Get(g.body, "texts").Array(); len(texts) != 2 || texts[0].Str != "Nightly backups are kept for 21 days. [1]" || texts[1].Str != "" {
		t.Errorf("%s", g.body)
	}
}

// TestBlocksThatMeanNothingAloneAreOneAnswer: a client that sends no version of Anthropic's interface had a good answer refused. What words
// limit in front of a block goes on to do so.
func TestBlocksThatMeanNothingAloneAreOneAnswer(t *testing.T) {
	t.Parallel()
	for last, passes := range map[string]bool{nightlySource[:len(nightlySource)-7]: true, "Only if": false, "Not true: ": false} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		next := map[bool]string{true: nightlySource[len(nightlySource)-7:], false: nightlySource}[passes]
		g := r.post(guardURL, strings.Replace(liteResponse("c1", last, next), `"additional_provider_specific_params":{}`, `"additional_provider_specific_params":{"whole":true}`, 1))
		if told := gjson.Get(g.body, "texts.0").Str; passes != strings.HasPrefix(told, nightlySource) {
			t.Errorf("%s: %s", last, g.body)
		}
	}
}

func TestAGuardKnowsItsOwnFormsOfDeclining(t *testing.T) {
	t.Parallel()
	for _, said := range []string{`{"mode":"refuse","segments":[{"citations":[],"text":"The sources do not say."}],"unanswered_aspects":[]}`, "REFUSE: The sources do not say."} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		g := r.post(guardURL, liteResponse("c1", said))
		if gjson.Get(g.body, "texts.0").Str != "The sources do not say." || r.trace(0).Verdict != "declined" {
			t.Errorf("%s: %s", r.trace(0).Verdict, g.body)
		}
	}
}

// TestJSONOfTheAppsOwnStaysJSON: it passes as it is, or with its source's words in the place of a sentence.
func TestJSONOfTheAppsOwnStaysJSON(t *testing.T) {
	t.Parallel()
	for said, action := range map[string]string{
		`{"answer":"Nightly backups are kept for 21 days."}`:                           "NONE",
		`{"answer":"Nightly backups are kept for 7731 days."}`:                         "GUARDRAIL_INTERVENED",
		"```json\n" + `{"answer":"Nightly backups are kept for 21 days."}` + "\n```":   "NONE",
		"```json\n" + `{"answer":"Nightly backups are kept for 7731 days."}` + "\n```": "GUARDRAIL_INTERVENED",
	} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		if g := r.post(guardURL, liteResponse("c1", said)); gjson.Get(g.body, "action").Str != action || strings.Contains(g.body, "7731") || action != "NONE" && !gjson.Valid(gjson.Get(g.body, "texts.0").Str) {
			t.Errorf("%s: %s", said, g.body)
		}
	}
}

// TestJSONOfTheAppsOwnIsAskedOfTheJudge: with the places of the evidence that come nearest; a
// missing opinion follows on_error.
func TestJSONOfTheAppsOwnIsAskedOfTheJudge(t *testing.T) {
	t.Parallel()
	said, _ := json.Marshal(map[string]string{"answer": nightly.text})
	for _, tc := range []struct {
		name    string
		says    up.Script
		onError judge.OnError
		action  string
	}{
		{"carried", up.Say("Yes"), "", "NONE"}, {"not carried", up.Say("No"), "", "BLOCKED"},
		{"no opinion, open", up.HTML(500), judge.LeaveOpen, "NONE"}, {"no opinion, fail", up.HTML(500), judge.Fail, "BLOCKED"},
	} {
		var asked []string
		r := guarding(t, judged(t, func(q *up.Request) up.Reply {
			asked = append(asked, string(q.Body))
			return tc.says(q)
		}, func(c *judge.Config) { c.OnError = tc.onError }))
		r.post(guardURL, liteRequest("c1"))
		g := r.post(guardURL, liteResponse("c1", string(said)))
		if gjson.Get(g.body, "action").Str != tc.action || len(asked) == 0 || !strings.Contains(asked[0], "21 days") {
			t.Errorf("%s: %s, asked %q", tc.name, g.body, asked)
		}
		if h := r.trace(0).Heard; h == nil || h.Claims != 1 {
			t.Errorf("%s: the trace tells of %+v", tc.name, h)
		}
	}
}

// TestTextsOfOneResponseCostOneCall: the choices of a chat completion, or the items of a response.
func TestTextsOfOneResponseCostOneCall(t *testing.T) {
	t.Parallel()
	calls := 0
	r := guarding(t, judgedBy(t, judge.Config{Name: "second", Kind: judge.Chat, Server: judgeServer(t, func(q *up.Request) up.Reply {
		calls++
		return up.Say(`{"verdicts":[{"id":1,"reason":"","score":0.9},{"id":2,"reason":"","score":0.1}]}`)(q)
	})}))
	r.post(guardURL, liteRequest("c1"))
	texts := []string{segmented(nightly), segmented(modest)}
	g := r.post(guardURL, liteResponse("c1", texts...))
	if calls != 1 || !strings.Contains(gjson.Get(g.body, "texts.0").Str, "[1]") || strings.Contains(gjson.Get(g.body, "texts.1").Str, modest.text) {
		t.Errorf("%d calls: %s", calls, g.body)
	}
	if h := r.trace(0).Heard; h == nil || h.Claims != 2 || h.Calls != 1 {
		t.Errorf("%+v", h)
	}
}

// TestMaterialInPartsIsPassages: in the types that Anthropic's interface and Bedrock's guard have.
func TestMaterialInPartsIsPassages(t *testing.T) {
	t.Parallel()
	text := `{"type":"text","text":"` + nightlySource + `"}`
	search := `{"type":"search_result","source":"https://x","title":"t","content":[` + text + `]}`
	for name, part := range map[string]string{
		"document": `{"type":"document","source":{"type":"text","data":"` + nightlySource + `"}}`, "blocks": `{"type":"document","source":{"type":"content","content":[` + text + `]}}`,
		"search result": search, "grounding source": `{"type":"grounding_source","text":"` + nightlySource + `"}`,
		"tool result": `{"type":"tool_result","tool_use_id":"t","content":[` + text + `]}`, "found by a tool": `{"type":"tool_result","tool_use_id":"t","content":[` + search + `]}`,
		"a tool's text": `{"type":"tool_result","tool_use_id":"t","content":"` + nightlySource + `"}`,
	} {
		r := guarding(t)
		for said, action := range map[string]string{nightlySource: "GUARDRAIL_INTERVENED", "The mayor opened 7731 museums.": "BLOCKED"} {
			request := `{"input_type":"request","litellm_call_id":"` + action + `","texts":["` + howLong + `"],"structured_messages":[{"role":"user","content":[` + part + `,` + asksHowLong + `]}]}`
			r.post(guardURL, request)
			if g := r.post(guardURL, liteResponse(action, said)); gjson.Get(g.body, "action").Str != action {
				t.Errorf("%s: %s", name, g.body)
			}
		}
	}
}

// TestTextsThatNobodyAnswersStayAsTheyAre: LiteLLM shows what is to be embedded, too.
func TestTextsThatNobodyAnswersStayAsTheyAre(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	body := `{"input_type":"request","litellm_call_id":"e1","texts":["<document id=\"d1\">Backups are kept for 21 days.</document> How long?"],"structured_messages":null,"model":"embedder"}`
	if g := r.post(guardURL, body); g.body != `{"action":"NONE"}` {
		t.Errorf("%s", g.body)
	}
}

func TestAGuardWantsTheKeyOfItsApp(t *testing.T) {
	t.Parallel()
	r := plan{script: up.Say("unused"), setup: func(s *Setup) {
		tenants(s)
		s.Guards = map[string]Guard{"lite": {App: "clinic"}, "gone": {App: "nobody"}}
	}}.start(t)
	for _, tc := range []struct {
		path, name, value string
		status            int
	}{
		{guardURL, "X-None", "", 401},
		{guardURL, "Authorization", "Bearer vs-wrong", 401},
		{guardURL, "Authorization", "Bearer " + clinicKey, 200},
		{guardURL, "x-api-key", clinicKey, 200},
		{guardURL, "api-key", clinicKey, 200},
		{guardURL, "X-Vouchsafe-Key", clinicKey, 200},
		{"/guard/gone/beta/litellm_basic_guardrail_api", "X-None", "", 404},
		{"/guard/other/beta/litellm_basic_guardrail_api", "X-None", "", 404},
	} {
		if g := r.post(tc.path, liteRequest("c1"), tc.name, tc.value); g.status != tc.status {
			t.Errorf("%s with %s %q: %d %s", tc.path, tc.name, tc.value, g.status, g.body)
		}
	}
}

func TestBadGuardCalls(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	for body, want := range map[string]string{
		`{"input_type":"other"}`: "input_type", `{`: "invalid", `[]`: "JSON object",
		`{"input_type":"request","structured_messages":[{"role":7}],"litellm_call_id":"x"}`: "",
	} {
		if g := r.post(guardURL, body); g.status != 400 || !strings.Contains(g.body, want) {
			t.Errorf("%s: %d %s", body, g.status, g.body)
		}
	}
	if g := r.post("/guard/lite/beta/other", liteRequest("c1")); g.status != 404 {
		t.Errorf("%d %s", g.status, g.body)
	}
}

// TestAGuardsReplyWaitsForItsTrace: under durability sync nothing leaves before
// its trace is kept, and nothing where it cannot be.
func TestAGuardsReplyWaitsForItsTrace(t *testing.T) {
	t.Parallel()
	var blocked atomic.Bool
	r := plan{script: up.Say("unused"), setup: func(s *Setup) {
		s.Guards, s.Durable = map[string]Guard{"lite": {App: "default"}}, true
	}, gate: func(g *Gateway) {
		keep := g.record
		g.record = func(t *ledger.Trace, c ledger.Content) {
			if t.Answer == shown && len(t.Claims) == 1 {
				blocked.Store(true) // the disk is full from here on
			}
			keep(t, c)
		}
		g.HoldWhile(func() string {
			if blocked.Load() {
				return "traces cannot be written"
			}
			return ""
		})
	}}.start(t)
	r.post(guardURL, liteRequest("c1"))
	if g := r.post(guardURL, liteResponse("c1", segmented(backups))); g.status != 503 || strings.Contains(g.body, "21 days") {
		t.Errorf("%d %s", g.status, g.body)
	}
	blocked.Store(false)
	if g := r.post(guardURL, liteResponse("c1", segmented(backups))); parse(g.body).Get("texts.0").Str != shown {
		t.Errorf("sent again: %d %s", g.status, g.body)
	}
}

// TestAGuardQuotesWhatWordsDoNotProve: under open: quote a paraphrase that nobody checked went to the reader.
func TestAGuardQuotesWhatWordsDoNotProve(t *testing.T) {
	t.Parallel()
	const said = "The nightly backups leave after 21 days."
	quotes := func(a *App) { a.Policy.Verify.Open = policy.OpenQuote }
	for _, text := range []string{said, said[:len(said)-1] + " [d2].", segmented(passage{said, "d2", backups.snippet})} {
		r := guarding(t, quotes)
		r.post(guardURL, liteRequest("c1"))
		g := r.post(guardURL, liteResponse("c1", text))
		if got := gjson.Get(g.body, "texts.0").Str; !strings.HasPrefix(got, "The source says: “") || strings.Contains(got, "leave") {
			t.Errorf("%s: %s", text, g.body)
		}
		if trace := r.trace(0); trace.Verdict != report.Quoted || trace.Proof != report.OwnWords {
			t.Errorf("%s: %s, proof %s", text, trace.Verdict, trace.Proof)
		}
	}
}

// TestAnInventedSentenceInJSONIsBlocked: it was held to less than the same words as prose.
func TestAnInventedSentenceInJSONIsBlocked(t *testing.T) {
	t.Parallel()
	for said, action := range map[string]string{
		`{"answer":"Karl burns them."}`: "BLOCKED", `{"items":[{"fact":"` + nightlySource + `"},{"fact":"Karl burns them."}]}`: "BLOCKED",
		`{"answer":"` + nightlySource + ` Karl burns them."}`: "GUARDRAIL_INTERVENED", `{"days":21}`: "NONE", `{"days":7731}`: "BLOCKED",
		`{"answer":"Nightly backups stay for 21 days."}`: "NONE",
	} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		if g := r.post(guardURL, liteResponse("c1", said)); gjson.Get(g.body, "action").Str != action || strings.Contains(g.body, "Karl") {
			t.Errorf("%s: %s", said, g.body)
		}
	}
}

// TestACourtesyBesideAToolCallBlocksNothing: agents stopped at "Let me look that up."
func TestACourtesyBesideAToolCallBlocksNothing(t *testing.T) {
	t.Parallel()
	for said, text := range map[string]string{"Let me look that up.": "", "Backups are kept for 7731 days.": "", nightlySource: nightlySource + " [1]"} {
		r := guarding(t)
		offers := `"tools":[{"type":"function","function":{"name":"search"}}]`
		r.post(guardURL, strings.Replace(liteRequest("c1"), `"tools":null`, offers, 1))
		body := strings.Replace(liteResponse("c1", said), `"tool_calls":null`, `"tool_calls":[{"id":"t","type":"function","function":{"name":"search","arguments":"{}"}}]`, 1)
		if g := r.post(guardURL, body); gjson.Get(g.body, "action").Str != "GUARDRAIL_INTERVENED" || gjson.Get(g.body, "texts.0").Str != text {
			t.Errorf("%s: %s", said, g.body)
		}
	}
}

// TestBlocksWithoutAHeaderAreOneAnswer: each was judged alone, and half a sentence of a lie left as cited.
func TestBlocksWithoutAHeaderAreOneAnswer(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	g := r.post(guardURL, liteResponse("c1", "It is false that nightly backups", " are kept for 21 days."))
	if strings.Contains(g.body, "false that") || gjson.Get(g.body, "texts.1").Str != "" {
		t.Errorf("%s", g.body)
	}
	r.post(guardURL, liteRequest("c2"))
	if g := r.post(guardURL, liteResponse("c2", nightlySource, nightlySource)); gjson.Get(g.body, "texts.1").Str != nightlySource+" [1]" {
		t.Errorf("two choices: %s", g.body)
	}
}

// TestWholeBlocksWithoutAHeaderAreOneAnswer: the second was replaced by a refusal, and the first left before it.
func TestWholeBlocksWithoutAHeaderAreOneAnswer(t *testing.T) {
	t.Parallel()
	for _, second := range []string{"That is false.", "Karl the robot burns them at night.", "Or rather: they are not."} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		if g := r.post(guardURL, liteResponse("c1", nightlySource, second)); gjson.Get(g.body, "action").Str != "BLOCKED" || r.trace(0).Verdict != report.Refused {
			t.Errorf("%s", g.body)
		}
	}
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	if g := r.post(guardURL, liteResponse("c1", "It is untrue that:\n", "- "+nightlySource)); strings.Contains(g.body, "untrue") {
		t.Errorf("%s", g.body)
	}
}

// TestACallOfSeveralModelsIsBlocked: LiteLLM shows a guard its request, and none of the answers.
func TestACallOfSeveralModelsIsBlocked(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	request, _ := sjson.Set(liteRequest("c1"), "model", "gpt-4o-mini,claude-x")
	if g := r.post(guardURL, request); gjson.Get(g.body, "blocked_reason").Str != looseModels {
		t.Errorf("%s", g.body)
	}
}

// TestAnAnswerInACallOfAToolIsHeld: guards let every call through, whatever its arguments said and whoever had offered it.
func TestAnAnswerInACallOfAToolIsHeld(t *testing.T) {
	t.Parallel()
	const lie = "Karl burns all 7731 backups."
	offers := func(name string) string {
		return `[{"type":"function","function":{"name":"` + name + `","parameters":{"type":"object","properties":{"answer":{"type":"string"}}}}}]`
	}
	for _, tc := range []struct {
		offered, called, answer, choice string
		stands                          bool
	}{
		{"final_answer", "final_answer", lie, "auto", false}, {"final_result", "final_result", lie, "auto", false},
		{"final_answer", "final_answer", nightlySource, "auto", true}, {"search", "search", lie, "auto", true},
		{"search", "rm_rf", lie, "auto", false}, {"search", "search", lie, "none", false},
	} {
		calls := `[{"id":"t","type":"function","function":{"name":"` + tc.called + `","arguments":` + strconv.Quote(`{"answer":"`+tc.answer+`"}`) + `}}]`
		if tc.choice == "auto" { // LiteLLM shows no guard a tool_choice
			r := guarding(t)
			r.post(guardURL, strings.Replace(liteRequest("c1"), `"tools":null`, `"tools":`+offers(tc.offered), 1))
			g := r.post(guardURL, strings.Replace(liteResponse("c1"), `"tool_calls":null`, `"tool_calls":`+calls, 1))
			if (gjson.Get(g.body, "action").Str != "BLOCKED") != tc.stands {
				t.Errorf("litellm, %+v: %s", tc, g.body)
			}
		}
		p := guardingAs(t, "portkey")
		asked := ask(howLong, `"tools":`+offers(tc.offered)+`,"tool_choice":"`+tc.choice+`",`)
		told := p.post("/guard/g/webhook", hook("afterRequestHook", "chatComplete", asked, `{"choices":[{"message":{"content":null,"tool_calls":`+calls+`},"finish_reason":"tool_calls"}]}`))
		if gjson.Get(told.body, "verdict").Bool() != tc.stands {
			t.Errorf("portkey, %+v: %s", tc, told.body)
		}
	}
}

// TestAnAnswerInPartsIsHeld: of a content in parts, and of a refusal, Portkey's guard read nothing.
func TestAnAnswerInPartsIsHeld(t *testing.T) {
	t.Parallel()
	const lie = "Karl burns all 7731 backups."
	for message, want := range map[string]string{
		`{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"` + lie + `"}]}`: "",
		`{"content":[{"type":"text","text":"Nightly backups are"},{"type":"text","text":" kept for 21 days."}]}`:          "Nightly backups are kept for 21 days. [1]",
		`{"content":null,"refusal":"` + lie + `"}`: "",
		`{"content":"` + nightlySource + `","annotations":[{"type":"url_citation","url_citation":{"title":"` + lie + `"}}],"audio":{"transcript":"` + lie + `"},"reasoning":"` + lie + `"}`: shownNightly,
	} {
		r := guardingAs(t, "portkey")
		told := r.post("/guard/g/webhook", hook("afterRequestHook", "chatComplete", ask(howLong, ""), `{"choices":[{"message":`+message+`,"finish_reason":"stop"}]}`))
		if got := gjson.Get(told.body, "transformedData.response.json.choices.0.message.content").Str; got != want || strings.Contains(told.body, "7731") || gjson.Get(told.body, "verdict").Bool() != (want != "") {
			t.Errorf("%s: %s", message, told.body)
		}
	}
}

const shownNightly = nightlySource + " [1]"

// TestHalfASentenceAtTheEndOfAnAnswerIsLeftOut: it was delivered with a marker.
func TestHalfASentenceAtTheEndOfAnAnswerIsLeftOut(t *testing.T) {
	t.Parallel()
	const half = nightlySource + " Adults start on apixaban 5 mg"
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	whole := strings.Replace(liteResponse("c1", half), `"additional_provider_specific_params":{}`, `"additional_provider_specific_params":{"whole":true}`, 1)
	if g := r.post(guardURL, whole); gjson.Get(g.body, "texts.0").Str != nightlySource+" [1]" || r.trace(0).Verdict != report.Grounded {
		t.Errorf("%s", g.body)
	}
}

// TestPartsThatLiteLLMHidesArePassages: it shows the words of a part of unknown type among the texts only.
func TestPartsThatLiteLLMHidesArePassages(t *testing.T) {
	t.Parallel()
	for said, action := range map[string]string{nightlySource: "GUARDRAIL_INTERVENED", "The mayor opened 7731 museums.": "BLOCKED"} {
		r := guarding(t)
		asked := r.post(guardURL, `{"input_type":"request","litellm_call_id":"c1","texts":["`+nightlySource+`","`+howLong+`"],"structured_messages":[{"role":"user","content":[`+asksHowLong+`]}]}`)
		if asked.body != `{"action":"NONE"}` { // what it does not show it would lose
			t.Errorf("%s", asked.body)
		}
		if g := r.post(guardURL, liteResponse("c1", said)); gjson.Get(g.body, "action").Str != action {
			t.Errorf("%s: %s", said, g.body)
		}
	}
}

package proxy

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
)

// TestResponses plays every outcome of a response, both ways.
func TestResponses(t *testing.T) {
	t.Parallel()
	good := "Backups are kept for 21 days. [1]"
	items := `{"model":"m","input":[{"role":"developer","content":[{"type":"input_text","text":"` + documents + `"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"` + howLong + `"}]}]}`
	tool := `{"model":"m","input":[{"role":"user","content":"` + howLong + `"},{"type":"function_call","call_id":"call_1","name":"search","arguments":"{}"},{"type":"function_call_output","call_id":"call_1","output":"<document id=\"d2\">Nightly backups start at 01:30 UTC and are kept for 21 days.</document>"}]}`
	schema := `"text":{"verbosity":"low","format":{"type":"json_schema","name":"dose","strict":true,"schema":` + doseSchema + `}},`
	dose := enveloped(doseRightAnswer, doseCitation)
	for _, tc := range []struct {
		name, body            string
		scripts               []up.Script
		verdict, text, status string
		part                  string
	}{
		{name: "grounded", scripts: []up.Script{says(goodAnswer)}, verdict: "grounded", text: good},
		{name: "input items", body: items, scripts: []up.Script{says(goodAnswer)}, verdict: "grounded", text: good},
		{name: "a tool's output", body: tool, scripts: []up.Script{says(goodAnswer)}, verdict: "grounded", text: good},
		{name: "repaired", scripts: []up.Script{says(badAnswer), says(goodAnswer)}, verdict: "repaired", text: good},
		{name: "refused", scripts: []up.Script{says(badAnswer)}, verdict: "refused", text: refused, status: "completed"},
		{name: "uncited prose", scripts: []up.Script{up.Say("Backups are kept for 21 days.")}, verdict: "quoted", text: "The source says: “Nightly backups start at 01:30 UTC and are kept for 21 days.” [1]"},
		{name: "own form", body: inputOf(howLong, schema), scripts: []up.Script{says(dose)}, verdict: "grounded", text: doseRightAnswer},
		{name: "own form, a false dose", body: inputOf(howLong, schema), scripts: []up.Script{says(enveloped(doseWrongAnswer, doseCitation))}, verdict: "refused", text: refused, part: "refusal"},
		{name: "cut off", scripts: []up.Script{up.Answering(up.Answer{Choices: []up.Choice{{Content: goodAnswer[:40], Finish: "length"}}})}, verdict: "refused", text: refused, status: "incomplete"},
		{name: "refusal of the model", scripts: []up.Script{up.Answering(up.Answer{Choices: []up.Choice{{Refusal: "Hello! How can I help you today?"}}})}, verdict: "skipped", text: "Hello! How can I help you today?"},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(tc.scripts...))
			body := tc.body
			if body == "" {
				body = inputOf(howLong, "")
			}
			h := r.inquire(body, stream)
			h.wellFormed(t)
			if tc.status == "" {
				tc.status = "completed"
			}
			part := h.item("message").Get("content.0.type").Str
			if reason := h.whole.Get("incomplete_details.reason").Str; reason == "content_filter" {
				t.Errorf("%s ends with %s", h.verdict(), reason)
			}
			if h.verdict() != tc.verdict || h.text() != tc.text || h.whole.Get("status").Str != tc.status || tc.part != "" && part != tc.part {
				t.Errorf("%s, status %s, %s %q\n%s", h.verdict(), h.whole.Get("status"), part, h.text(), h.body)
			}
			if tr := r.trace(0); string(tr.Verdict) != tc.verdict || tr.Answer != tc.text || tr.Question == "" {
				t.Errorf("trace: %q, %q asked %q", tr.Verdict, tr.Answer, tr.Question)
			}
			asked := r.asked(0)
			if asked.Path != responsesPath || asked.Get("store").Raw != "false" || asked.Streams() != stream {
				t.Errorf("the upstream was asked %s %s", asked.Path, asked.Body)
			}
			if in, out := h.whole.Get("usage.input_tokens").Int(), h.whole.Get("usage.output_tokens").Int(); in == 0 || in+out != h.whole.Get("usage.total_tokens").Int() {
				t.Errorf("usage %s", h.whole.Get("usage").Raw)
			}
		})
	}
}

func TestResponseToolCalls(t *testing.T) {
	t.Parallel()
	const tools = `"tools":[{"type":"function","name":"search","parameters":{"type":"object"}}],`
	seal := sealOf(200)
	plainAndStreamed(t, "calls", func(t *testing.T, stream bool) {
		r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{
			Reasoning: "The vault is in Zqvorn.", Sealed: seal, Content: badAnswer,
			ToolCalls: []up.ToolCall{{ID: "call_a", Name: "search", Arguments: `{"q":"backups"}`}, {ID: "call_b", Name: "search", Arguments: `{}`}},
		}}}))
		h := r.inquire(inputOf(howLong, tools), stream)
		h.wellFormed(t)
		if strings.Contains(h.body, "Zqvorn") || strings.Contains(h.body, "50") && strings.Contains(h.text(), "50") || h.item("reasoning").Exists() {
			t.Errorf("it leaks: %s", h.body)
		}
		calls := h.whole.Get(`output.#(type=="function_call")#`).Array()
		if len(calls) != 2 || calls[0].Get("call_id").Str != "call_a" || calls[0].Get("arguments").Str != `{"q":"backups"}` || calls[0].Get("id").Str == calls[1].Get("id").Str || calls[0].Get("id").Str == "fc_scripted_0" {
			t.Errorf("calls %v", calls)
		}
	})
	plainAndStreamed(t, "sealed reasoning goes with them where it is asked for", func(t *testing.T, stream bool) {
		r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{
			Reasoning: "The vault is in Zqvorn.", Sealed: seal, ToolCalls: []up.ToolCall{{ID: "call_a", Name: "search", Arguments: `{}`}},
		}}}))
		h := r.inquire(inputOf(howLong, tools+`"include":["reasoning.encrypted_content"],`), stream)
		h.wellFormed(t)
		output := h.whole.Get("output").Array()
		if len(output) != 2 || output[0].Get("encrypted_content").Str != seal || output[0].Get("id").Str != "rs_scripted" || output[1].Get("id").Str != "fc_scripted_0" {
			t.Errorf("output %s", h.whole.Get("output").Raw)
		}
		if strings.Contains(h.body, "Zqvorn") {
			t.Errorf("the summary leaks: %s", h.body)
		}
	})
	plainAndStreamed(t, "calls that nobody can run are dropped", func(t *testing.T, stream bool) {
		r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{ToolCalls: []up.ToolCall{{ID: "call_a", Name: "answer", Arguments: `{"text":"It stands in Zqvorn."}`}}}}}))
		h := r.inquire(inputOf(howLong, ""), stream)
		h.wellFormed(t)
		if h.text() != refused || strings.Contains(h.body, "Zqvorn") {
			t.Errorf("%s", h.body)
		}
	})
}

// sealOf is text that looks encrypted.
func sealOf(n int) string {
	return "gAAAAA" + strings.Repeat("b9Q-xT_3kZ7w", n/12)
}

// TestResponsesGoOn: what one response added to a conversation is there for
// the next, for the same client only.
func TestResponsesGoOn(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "previous_response_id", func(t *testing.T, stream bool) {
		starts := passage{"Nightly backups start at 01:30 UTC.", "b", "Nightly backups start at 01:30 UTC"}
		r := newRig(t, up.InTurn(says(segmented(passage{backups.text, "b", backups.snippet})), says(segmented(starts))))
		first := r.inquire(`{"model":"m","vouchsafe":{"chunks":[{"chunk_id":"b","text":"Nightly backups start at 01:30 UTC and are kept for 21 days."}]},"input":"`+howLong+`"}`, stream)
		first.wellFormed(t)
		if first.verdict() != "grounded" {
			t.Fatalf("%s", first.body)
		}
		next := `{"model":"m","input":"When do nightly backups start?","previous_response_id":"` + first.whole.Get("id").Str + `"}`
		second := r.inquire(next, stream)
		second.wellFormed(t)
		if second.verdict() != "grounded" || !strings.Contains(second.text(), "01:30") || second.whole.Get("previous_response_id").Str != first.whole.Get("id").Str {
			t.Errorf("%s", second.body)
		}
		asked := r.asked(1)
		var roles []string
		for _, item := range asked.Get("input").Array() {
			roles = append(roles, item.Get("role").Str)
		}
		if fmt.Sprint(roles) != "[user assistant user]" || asked.Get("previous_response_id").Exists() || asked.Get("input.1.content").Str != first.text() || !strings.Contains(asked.Get("input.2.content").Str, "are kept for 21 days") {
			t.Errorf("the upstream was asked %s", asked.Body)
		}
		third := r.inquire(`{"model":"m","input":"And how long are they kept?","previous_response_id":"`+second.whole.Get("id").Str+`"}`, stream)
		third.wellFormed(t)
		if n := len(r.asked(2).Get("input").Array()); n != 5 {
			t.Errorf("the third turn has %d items: %s", n, r.asked(2).Body)
		}
		for name, header := range map[string][]string{"another credential": {"Authorization", "Bearer sk-other"}} {
			if h := r.inquire(next, stream, header...); h.status != 400 || gjson.Get(h.body, "error.code").Str != "previous_response_not_found" {
				t.Errorf("%s: %d %s", name, h.status, h.body)
			}
		}
	})
	plainAndStreamed(t, "item_reference", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(up.Answering(up.Answer{Choices: []up.Choice{{ToolCalls: []up.ToolCall{{ID: "call_a", Name: "search", Arguments: `{}`}}}}}), says(goodAnswer)))
		const tools = `"tools":[{"type":"function","name":"search","parameters":{"type":"object"}}],`
		first := r.inquire(inputOf(howLong, tools), stream)
		first.wellFormed(t)
		second := r.inquire(`{"model":"m",`+tools+`"input":[{"role":"user","content":"`+howLong+`"},{"type":"item_reference","id":"`+first.item("function_call").Get("id").Str+`"},{"type":"function_call_output","call_id":"call_a","output":"Nightly backups start at 01:30 UTC and are kept for 21 days."}]}`, stream)
		second.wellFormed(t)
		if second.text() == refused {
			t.Errorf("%s", second.body)
		}
		if item := r.asked(1).Get("input.1"); item.Get("type").Str != "function_call" || item.Get("call_id").Str != "call_a" || item.Get("id").Exists() {
			t.Errorf("the upstream was sent %s", item.Raw)
		}
		if h := r.inquire(`{"model":"m","input":[{"type":"item_reference","id":"msg_x"}]}`, stream); h.status != 400 || gjson.Get(h.body, "error.code").Str != "item_not_found" {
			t.Errorf("%d %s", h.status, h.body)
		}
	})
	plainAndStreamed(t, "from a turn that passed untouched", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(up.Say("Hello. Ask me about Brackwater."), says(goodAnswer)))
		first := r.inquire(`{"model":"m","input":"Say hello."}`, stream)
		if first.whole.Get("id").Str != "resp_scripted" || first.header.Get("X-Vouchsafe-Verdict") != "skipped" {
			t.Fatalf("%v %s", first.header, first.body)
		}
		second := r.inquire(inputOf(howLong, `"previous_response_id":"resp_scripted",`), stream)
		second.wellFormed(t)
		if item := r.asked(1).Get("input.1"); second.verdict() != "grounded" || item.Get("content").Str != "Hello. Ask me about Brackwater." {
			t.Errorf("%s\n%s", second.body, r.asked(1).Body)
		}
		// What goes on without context passes too, but whole: the upstream may
		// not know the turns before it.
		third := r.inquire(`{"model":"m","input":"Thanks.","previous_response_id":"resp_scripted"}`, stream)
		if third.status != 200 || len(r.asked(2).Get("input").Array()) != 3 {
			t.Errorf("%d %s", third.status, r.asked(2).Body)
		}
	})
	t.Run("not from one that was not to be kept", func(t *testing.T) {
		t.Parallel()
		r := newRig(t, says(goodAnswer))
		first := r.inquire(inputOf(howLong, `"store":false,`), false)
		h := r.inquire(inputOf(howLong, `"previous_response_id":"`+first.whole.Get("id").Str+`",`), false)
		if first.whole.Get("store").Raw != "false" || h.status != 400 || h.header.Get("x-should-retry") != "false" {
			t.Errorf("%s\n%d %s", first.body, h.status, h.body)
		}
	})
}

// TestHostedSearch: what an upstream finds in its own files is evidence.
func TestHostedSearch(t *testing.T) {
	t.Parallel()
	const search = `{"model":"m","tools":[{"type":"file_search","vector_store_ids":["vs_1"]}],"include":["message.output_text.logprobs"],"input":"How long is the kiln fired?"}`
	found := []up.File{{ID: "file-1", Name: "kiln.pdf", Text: "The kiln at Brackwater is fired for 14 hours at 1180 degrees."}}
	for _, tc := range []struct {
		name, answer  string
		files         []up.File
		verdict, text string
	}{
		{"grounded", segmented(passage{"The kiln is fired for 14 hours.", "", "fired for 14 hours at 1180 degrees"}), found, "grounded", "The kiln is fired for 14 hours. [1]"},
		{"marked as the interface marks", segmented(passage{"The kiln is fired for 14 hours \ue200filecite\ue202turn0file0\ue201.", "", "fired for 14 hours at 1180 degrees"}), found, "grounded", "The kiln is fired for 14 hours. [1]"},
		{"named by its file", segmented(passage{"The kiln is fired for 14 hours.", "kiln.pdf", "fired for 14 hours at 1180 degrees"}), found, "grounded", "The kiln is fired for 14 hours. [1]"},
		{"falsified", segmented(passage{"The kiln is fired for 40 hours.", "", "fired for 40 hours at 1180 degrees"}), found, "refused", refused},
		{"nothing found", segmented(passage{"The kiln is fired for 14 hours.", "", "fired for 14 hours"}), nil, "refused", refused},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: tc.answer, Found: tc.files}}}))
			h := r.inquire(search, stream)
			h.wellFormed(t)
			if got := strings.SplitN(h.text(), "\n", 2)[0]; h.verdict() != tc.verdict && h.verdict() != "healed" || got != tc.text {
				t.Errorf("%s %q\n%s", h.verdict(), h.text(), h.body)
			}
			if include := r.asked(0).Get("include").Raw; include != `["file_search_call.results"]` {
				t.Errorf("include %s", include)
			}
			if h.item("file_search_call").Exists() {
				t.Errorf("what the model searched for is shown: %s", h.body)
			}
			if cited := h.item("message").Get("content.0.annotations.0"); tc.verdict == "grounded" && (cited.Get("type").Str != "file_citation" || cited.Get("file_id").Str != "file-1" || cited.Get("filename").Str != "kiln.pdf") {
				t.Errorf("annotation %s", cited.Raw)
			}
			if tc.verdict == "grounded" && (len(r.trace(0).Chunks) != 1 || r.trace(0).Chunks[0].Filename != "kiln.pdf") {
				t.Errorf("chunks %+v", r.trace(0).Chunks)
			}
		})
	}
}

func TestWhatNobodySeesIsNotEnforceable(t *testing.T) {
	t.Parallel()
	for _, member := range []string{`"background":true`, `"conversation":"conv_1"`, `"prompt":{"id":"pmpt_1"}`, `"modalities":["audio"]`} {
		r := newRig(t, says(goodAnswer))
		h := r.inquire(inputOf(howLong, member+","), false)
		if code, _ := errorOf(t, h.body); h.status != 400 || !strings.HasSuffix(code, "not_enforceable") || len(r.upstream.Requests()) != 0 {
			t.Errorf("%s: %d %s", member, h.status, h.body)
		}
		r = newRig(t, says(goodAnswer), func(a *App) { a.Policy.Mode = policy.Observe })
		if h := r.inquire(inputOf(howLong, member+","), false); h.status != 200 {
			t.Errorf("observe, %s: %d %s", member, h.status, h.body)
		}
		if h := r.inquire(`{"model":"m",`+member+`}`, false); h.status != 200 && !strings.Contains(member, "audio") {
			t.Errorf("observe, %s alone: %d %s", member, h.status, h.body)
		}
	}
}

// TestObservedResponses: nothing is changed, and the verdict is in the trace.
func TestObservedResponses(t *testing.T) {
	t.Parallel()
	for text, verdict := range map[string]string{"Backups are kept for 21 days [d2].": "grounded", "Backups are kept for 99 days [d2].": "ungrounded"} {
		plainAndStreamed(t, verdict, func(t *testing.T, stream bool) {
			r := newRig(t, up.Say(text), func(a *App) { a.Policy.Mode = policy.Observe })
			body := inputOf(howLong, "")
			h := r.inquire(body, stream)
			if h.text() != text || h.whole.Get("id").Str != "resp_scripted" {
				t.Errorf("%s", h.body)
			}
			if tr := r.trace(0); string(tr.Verdict) != verdict || tr.Answer != text || string(r.asked(0).Body) != body && !stream {
				t.Errorf("%s %q, asked %s", tr.Verdict, tr.Answer, r.asked(0).Body)
			}
			// The next turn is judged by the evidence of this one, and asked as
			// the client asks it.
			next := `{"model":"m","previous_response_id":"resp_scripted","input":"Again?"}`
			r.inquire(next, stream)
			if tr := r.trace(1); string(tr.Verdict) == "" || stream == (string(r.asked(1).Body) == next) {
				t.Errorf("%s, asked %s", tr.Verdict, r.asked(1).Body)
			}
		})
	}
}

// TestObservedHostedSearch: an observed search is judged by what it shows.
func TestObservedHostedSearch(t *testing.T) {
	t.Parallel()
	for include, verdict := range map[string]string{`"include":["file_search_call.results"],`: "ungrounded", "": "skipped"} {
		r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: "The kiln is fired for 40 hours.", Found: []up.File{{ID: "f", Name: "kiln.pdf", Text: "The kiln at Brackwater is fired for 14 hours."}}}}}),
			func(a *App) { a.Policy.Mode = policy.Observe })
		r.inquire(`{"model":"m",`+include+`"tools":[{"type":"file_search","vector_store_ids":["v"]}],"input":"How long is the kiln fired?"}`, true)
		if tr := r.trace(0); string(tr.Verdict) != verdict {
			t.Errorf("%q: %s %s", include, tr.Verdict, tr.Reason)
		}
	}
}

func TestResponseStreamFaults(t *testing.T) {
	t.Parallel()
	for name, script := range up.Faults(says(goodAnswer)) {
		switch name {
		case "html", "silent", "hang", "hang-late", "endless", "huge", "slow", "gzip", "rejects-schema", "rejects-formats":
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := plan{script: script, gate: func(g *Gateway) { g.patience = time.Millisecond }}.start(t)
			h := r.inquire(inputOf(howLong, ""), true)
			if h.fault == "" || h.text() != "" || h.status == 200 && h.broken == nil {
				t.Errorf("%d %v %q\n%s", h.status, h.broken, h.fault, h.body)
			}
		})
	}
	t.Run("down the ladder", func(t *testing.T) {
		t.Parallel()
		r := newRig(t, up.Faults(up.Extractive{}.Reply)["rejects-formats"], inSegments)
		h := r.inquire(inputOf(howLong, ""), true)
		h.wellFormed(t)
		if h.verdict() != "grounded" || r.asked(2).Get("text").Exists() {
			t.Errorf("%s\n%s", h.body, r.asked(2).Body)
		}
	})
}

func TestHeldResponsesGiveSignsOfLife(t *testing.T) {
	t.Parallel()
	client := &arriving{}
	slow := client.before(": keep-alive\n", 1, client.before("event: keepalive\n", 1, says(goodAnswer)))
	r := newRig(t, slow, func(a *App) { a.Policy.Stream.Heartbeat = 20 * time.Millisecond })
	r.gate.patience = 10 * time.Millisecond
	h := hear(t, client.stream(r, responsesPath, inputOf(howLong, "")))
	h.wellFormed(t)
	if !strings.Contains(h.body, ": keep-alive\n") || !strings.Contains(h.body, "event: keepalive\n") || h.verdict() != "grounded" {
		t.Errorf("%s", h.body)
	}
}

// TestNothingUngroundedInResponses is the promise of the same name for chat
// completions, on this path.
func TestNothingUngroundedInResponses(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "balanced", func(t *testing.T, stream bool) {
		r := newRig(t, up.Silent(), func(a *App) { a.Policy.Repair.Attempts = 2 })
		released := 0
		for seed := range uint64(80) {
			s := sower{rand.New(rand.NewPCG(seed, 13))}
			r.upstream.Use(up.InTurn(s.attempt(), s.attempt(), s.attempt()))
			h := r.inquire(`{"model":"m","instructions":"`+sown+`","input":"What do the documents say?"}`, stream)
			if lower := strings.ToLower(h.withoutID()); strings.Contains(lower, weed[1:]) || strings.Contains(lower, falseNumber) {
				t.Fatalf("seed %d: it leaks:\n%s\nthe model wrote\n%s", seed, h.body, r.lastReplies())
			}
			if h.fault == "" && h.text() != "" && h.text() != refused {
				released++
				checkWheat(t, seed, h.text())
			}
		}
		if t.Logf("%d answers came through", released); released == 0 {
			t.Error("not one answer came through")
		}
	})
}

// TestAnswersInResponseCalls: tools that the policy names are held to what
// answers are held to on this path too.
func TestAnswersInResponseCalls(t *testing.T) {
	t.Parallel()
	const tools = `"tools":[{"type":"web_search"},{"type":"function","name":"give_dose","strict":true,"parameters":` + doseSchema + `}],`
	good, bad := enveloped(doseRightAnswer, doseCitation), enveloped(doseWrongAnswer, doseCitation)
	collected := `{"citations":[` + doseCitation + `],"mode":"answer","unanswered_aspects":[]}`
	for _, tc := range []struct {
		name, verdict, args string
		scripts             []up.Script
	}{
		{"grounded", "grounded", doseRightAnswer, []up.Script{calls("", "give_dose", good)}},
		{"repaired", "repaired", doseRightAnswer, []up.Script{calls("", "give_dose", bad), calls("", "give_dose", good)}},
		{"citations in a second call", "grounded", doseRightAnswer, []up.Script{calls("", "give_dose", doseRightAnswer), says(collected)}},
		{"a false dose", "refused", "", []up.Script{calls("", "give_dose", bad)}},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, up.InTurn(tc.scripts...), namesAnswerTool)
			h := r.inquire(inputOf("What dose of apixaban do adults start on?", tools), stream)
			h.wellFormed(t)
			if call := h.item("function_call"); h.verdict() != tc.verdict || call.Get("arguments").Str != tc.args || (tc.args == "") != (h.text() == refused) {
				t.Errorf("%s %s\n%s", h.verdict(), call.Raw, h.body)
			}
			if schema := r.asked(0).Get("tools.1.parameters.properties"); !schema.Get("answer").Exists() || !schema.Get("citations").Exists() {
				t.Errorf("the tool was offered as %s", schema.Raw)
			}
			if tc.verdict == "repaired" {
				last := r.asked(1).Get("input").Array()
				if n := len(last); last[n-2].Get("type").Str != "function_call" || last[n-1].Get("type").Str != "function_call_output" {
					t.Errorf("the repair is %s", r.asked(1).Get("input").Raw)
				}
			}
		})
	}
}

// overgrown is a whole response with the mark of the weed wherever an upstream
// could put words, around an answer that stands.
func overgrown(answer string) string {
	w := `"` + weed + ` ` + falseNumber + `"`
	return `{"id":` + w + `,"object":"response","created_at":1,"status":"completed","model":"m","instructions":` + w + `,"metadata":{"a":` + w + `},"user":` + w +
		`,"text":{"format":{"type":` + w + `}},"new":` + w + `,"output_text":` + w + `,"output":[` +
		`{"type":"reasoning","id":` + w + `,"summary":[{"type":"summary_text","text":` + w + `}],"content":[{"type":"reasoning_text","text":` + w + `}],"encrypted_content":` + w + `},` +
		`{"type":"web_search_call","id":` + w + `,"action":{"query":` + w + `}},{"type":"code_interpreter_call","code":` + w + `,"outputs":[{"type":"logs","logs":` + w + `}]},` +
		`{"type":"mcp_call","name":` + w + `,"arguments":` + w + `,"output":` + w + `},{"type":"image_generation_call","result":` + w + `},{"type":` + w + `,"text":` + w + `},` +
		`{"type":"file_search_call","queries":[` + w + `],"results":[{"file_id":"f","filename":"kiln.pdf","text":"The kiln is fired for 14 hours."}]},` +
		`{"type":"message","id":` + w + `,"role":` + w + `,"phase":"commentary","content":[{"type":"output_text","text":` + w + `}]},` +
		`{"type":"message","id":` + w + `,"role":` + w + `,"status":` + w + `,"name":` + w + `,"content":[{"type":` + w + `,"text":` + w + `},` +
		`{"type":"output_text","text":` + encode(answer) + `,"annotations":[{"type":"url_citation","url":"https://` + weed + `.example","title":` + w + `,"start_index":0,"end_index":1}],"logprobs":[{"token":` + w + `}]}]},` +
		`{"type":"function_call","id":"fc_1","call_id":"c","name":` + w + `,"arguments":` + w + `},{"type":"compaction","encrypted_content":` + w + `}],` +
		`"usage":{"input_tokens":1,"output_tokens":1,"total_tokens":2},"error":null,"incomplete_details":null}`
}

// TestOnlyTheAnswerLeavesOfAResponse: whatever else an upstream says stays
// behind, in a whole response and in each event of a stream.
func TestOnlyTheAnswerLeavesOfAResponse(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "an overgrown upstream", func(t *testing.T, stream bool) {
		for _, whole := range []bool{true, false} {
			body := overgrown(goodAnswer)
			r := newRig(t, func(*up.Request) up.Reply {
				if whole {
					return up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(body)}
				}
				w := `"` + weed + ` ` + falseNumber + `"`
				var pieces [][]byte
				for _, e := range []string{
					`{"type":"response.created","response":` + body + `}`,
					`{"type":"response.output_item.added","item":{"type":"message","id":` + w + `,"phase":"commentary"}}`,
					`{"type":"response.output_text.delta","item_id":` + w + `,"delta":` + w + `}`,
					`{"type":"response.reasoning_summary_text.delta","item_id":"r","delta":` + w + `}`,
					`{"type":"response.refusal.delta","item_id":"r","delta":` + w + `}`,
					`{"type":"response.code_interpreter_call_code.delta","delta":` + w + `}`,
					`{"type":"response.` + weed + `","text":` + w + `}`,
					`{"type":"response.completed","response":` + body + `}`,
				} {
					pieces = append(pieces, []byte("event: "+weed+"\n: "+weed+"\ndata: "+e+"\n\n"))
				}
				return up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: pieces}
			})
			h := r.inquire(inputOf(howLong, ""), stream)
			h.wellFormed(t)
			if lower := strings.ToLower(h.body); strings.Contains(lower, weed[1:]) || strings.Contains(lower, falseNumber) {
				t.Errorf("it leaks: %s", h.body)
			}
			if h.text() != "Backups are kept for 21 days. [1]" || len(h.whole.Get("output").Array()) != 1 {
				t.Errorf("%q\n%s", h.text(), h.body)
			}
		}
	})
}

// TestWhatBecameOfAResponseStandsInItsMetadata: clients that throw away members they do
// not know keep this one; chunks without an address have their file.
func TestWhatBecameOfAResponseStandsInItsMetadata(t *testing.T) {
	t.Parallel()
	body := `{"model":"m","metadata":{"team":"a"},"vouchsafe":{"chunks":[{"text":"Nightly backups are kept for 21 days.","doc_id":"d1","source_filename":"plan.pdf"}]},"input":"How long are nightly backups kept?"}`
	plainAndStreamed(t, "both", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(passage{"Nightly backups are kept for 21 days.", "", "kept for 21 days"})))
		s := r.inquire(body, stream)
		s.wellFormed(t)
		raw := s.body
		for _, want := range []string{`"team":"a"`, `"vouchsafe_verdict":"` + s.verdict() + `"`, `"vouchsafe_trace_id":"` + r.trace(0).QueryID + `"`, `"vouchsafe_proof":"`, `"file_citation"`, `"filename":"plan.pdf"`} {
			if !strings.Contains(raw, want) {
				t.Errorf("%s is missing in %s", want, raw)
			}
		}
	})
}

package proxy

import (
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
)

// TestABegunAnswerIsOneWithItsContinuationAtEveryDoor: an answer that the client had begun was judged by what the model
// went on with alone, so that "It is not true that" made no difference.
func TestABegunAnswerIsOneWithItsContinuationAtEveryDoor(t *testing.T) {
	t.Parallel()
	const (
		apixaban    = "Adults with atrial fibrillation start on apixaban 5 mg twice daily."
		nightlyRest = " start at 01:30 UTC and are kept for 21 days."
	)
	for _, c := range [...]struct{ begun, goesOn, want string }{
		{"Nightly backups start at 01:30 UTC", " and are kept for 21 days.", " and are kept for 21 days."},
		{"Here is the answer:\n", nightlySource, nightlySource},
		{"{", `"answer": "` + nightlySource + `"}`, `"answer": "` + nightlySource + `"}`},
		{"<think>\n", "Hm, 7731.\n</think>\n" + nightlySource, nightlySource},
		{apixaban[:len(apixaban)-1] + " [1].", " " + nightlySource, " " + nightlySource},
		{apixaban + " Nightly backups", nightlyRest, nightlyRest},
		{"- " + apixaban + "\n- Nightly backups", nightlyRest, nightlyRest},
		{apixaban[:len(apixaban)-1] + " [1]. It is false that", " nightly backups" + nightlyRest, refused},
		{"It is false that", " nightly backups start at 01:30 UTC and are kept for 21 days.", refused},
		{"Never: ", nightlySource, refused},
		{"The following is wrong.", " " + nightlySource, refused},
		{"Nightly backups start at 01:30 UTC and are kept for 9", "21 days.", refused},
	} {
		turn := `,{"role":"assistant","content":` + strconv.Quote(c.begun) + `}]`
		begin := func(request string) string {
			at := strings.LastIndex(request, "]")
			return request[:at] + turn + request[at+1:]
		}
		want := func(t *testing.T, door, text, all string) {
			t.Helper()
			text = strings.TrimSuffix(strings.NewReplacer(" [1]", "", " [2]", "").Replace(text), "\n")
			if text != c.want || strings.Contains(all, "7731") {
				t.Errorf("%s: %q: %q: %s", door, c.begun, text, all)
			}
		}
		t.Run(c.begun, func(t *testing.T) {
			t.Parallel()
			for _, stream := range []bool{false, true} {
				s := newRig(t, up.Say(c.goesOn)).talk(begin(ask(howLong, "")), stream)
				want(t, "chat", s.text(), s.body)
			}
			blocked := func(text string) string {
				if text == "" {
					return refused
				}
				return text
			}
			r := guarding(t)
			request := liteRequest("c1")
			at := strings.Index(request, `],"images"`)
			r.post(guardURL, request[:at]+turn+request[at+1:])
			g := r.post(guardURL, liteResponse("c1", c.goesOn))
			text := gjson.Get(g.body, "texts.0").Str
			if gjson.Get(g.body, "action").Str == "NONE" {
				text = c.goesOn
			}
			want(t, "litellm", blocked(text), g.body)
			r = guardingAs(t, "portkey")
			g = r.post("/guard/g/webhook", hook("afterRequestHook", "chatComplete", begin(ask(howLong, "")), completion(c.goesOn)))
			want(t, "portkey", blocked(gjson.Get(g.body, "transformedData.response.json.choices.0.message.content").Str), g.body)
			r = guardingAs(t, "agentgateway")
			r.post("/guard/g/request", begin(promptMessages()), plainly("c1")...)
			g = r.post("/guard/g/response", choices(c.goesOn), guardCallHeader, "c1")
			text = gjson.Get(g.body, "action.body.choices.0.message.content").Str
			if !gjson.Get(g.body, "action.body").Exists() {
				text = c.goesOn
			}
			want(t, "agentgateway", blocked(text), g.body)
		})
	}
}

// TestWhatTheClientHasBegunIsNotSaidAgainFromTheCache: a kept answer came whole, with the words that the client had begun.
func TestWhatTheClientHasBegunIsNotSaidAgainFromTheCache(t *testing.T) {
	t.Parallel()
	r, _ := caches(t, up.Say(" and are kept for 21 days."))
	for _, hit := range []string{"miss", "hit"} {
		s := r.talk(strings.Replace(ask(howLong, ""), "}]}", `},{"role":"assistant","content":"Nightly backups start at 01:30 UTC"}]}`, 1), false)
		if !strings.HasPrefix(s.text(), " and are kept for 21 days.") || s.header.Get("X-Vouchsafe-Cache") != hit {
			t.Errorf("%s: %q", hit, s.text())
		}
	}
}

// TestJSONIsNotAskedForBehindWhatTheClientHasBegun: a model that wrote the object that was ordered was refused, as
// it did not go on with the client's words.
func TestJSONIsNotAskedForBehindWhatTheClientHasBegun(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Say(nightlySource), func(a *App) { a.Policy.Citations.Dialect = answer.Segments })
	s := r.talk(strings.Replace(ask(howLong, ""), "}]}", `},{"role":"assistant","content":"Hello! How can I help you today?"}]}`, 1), false)
	if asked := r.upstream.Requests()[0].Body; gjson.GetBytes(asked, "response_format").Exists() || !strings.HasPrefix(s.text(), nightlySource) {
		t.Errorf("%q behind %s", s.text(), asked)
	}
}

// TestJSONGoesOnInWhatTheClientHasBegun: an object whose member has the name of the gateway's own was taken for one that
// begins anew, and a refusal in JSON began anew: what the client has and what it got were no JSON together.
func TestJSONGoesOnInWhatTheClientHasBegun(t *testing.T) {
	t.Parallel()
	const order = `Reply with JSON like {\"answer\": \"...\"} only. `
	schema := `"response_format":{"type":"json_schema","json_schema":{"name":"a","schema":{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"]}}},`
	lie := `Karl burns all 7731 backups."}`
	for _, c := range [...]struct{ order, schema, begun, goesOn string }{
		{"", schema, `{"answer":`, `{"answer": "` + nightlySource + `"}, "citations": []}`},
		{"", schema, `{ "answer": "`, nightlySource + `"}`},
		{order, "", `{`, `"answer": "` + lie},
		{order, "", `{"answer": "`, lie},
	} {
		r := newRig(t, up.Say(c.goesOn))
		s := r.talk(strings.Replace(ask(c.order+howLong, c.schema), "}]}", `},{"role":"assistant","content":`+strconv.Quote(c.begun)+`}]}`, 1), false)
		if all := c.begun + s.text(); !gjson.Valid(all) || gjson.Get(all, "answer").Str == "" || strings.Contains(all, "7731") {
			t.Errorf("%s behind %s: %s", s.text(), c.begun, s.body)
		}
	}
}

// TestAStopInWhatTheClientHasBegunEndsNothing: an answer ended where the client's own words held a stop sequence.
func TestAStopInWhatTheClientHasBegunEndsNothing(t *testing.T) {
	t.Parallel()
	for stop, want := range map[string]string{"Nightly": " and are kept for 21 days.", " and": refused} {
		r := newRig(t, up.Say(" and are kept for 21 days."))
		s := r.talk(strings.Replace(ask(howLong, `"stop":["`+stop+`"],`), "}]}", `},{"role":"assistant","content":"Nightly backups start at 01:30 UTC"}]}`, 1), false)
		if !strings.HasPrefix(s.text(), want) {
			t.Errorf("%s: %q", stop, s.text())
		}
	}
}

// TestAPieceThatIsNoSentenceBlocksNothing: a stream whose first piece was a sign of Markdown was blocked for good.
func TestAPieceThatIsNoSentenceBlocksNothing(t *testing.T) {
	t.Parallel()
	for _, first := range []string{"-", "1", "1.", "a.", "[1]", "**", "“", "(", "😀", "| item |", "In short:", "Sure!", "### How long are backups kept?\n\n", "<think>I look."} {
		r := guarding(t)
		r.post(guardURL, liteRequest("c1"))
		if g := r.post(guardURL, liteResponse("c1", first)); gjson.Get(g.body, "action").Str == "BLOCKED" {
			t.Errorf("%q: %s", first, g.body)
		}
		if g := r.post(guardURL, liteResponse("c1", first+strings.Repeat("</think>", strings.Count(first, "<"))+" Karl burns all 7731 backups.")); gjson.Get(g.body, "action").Str != "BLOCKED" || strings.Contains(g.body, "7731") {
			t.Errorf("%q: %s", first, g.body)
		}
	}
}

// TestACallWhereNoToolIsOfferedIsBlocked: only a request with tools of its own had the guard look at the calls.
func TestACallWhereNoToolIsOfferedIsBlocked(t *testing.T) {
	t.Parallel()
	r := guarding(t)
	r.post(guardURL, liteRequest("c1"))
	call := `"tool_calls":[{"id":"c","type":"function","function":{"name":"final_answer","arguments":"{\"answer\":\"7731\"}"}}]`
	for _, response := range []string{liteResponse("c1"), liteResponse("c1", "I look")} {
		if g := r.post(guardURL, strings.Replace(response, `"tool_calls":null`, call, 1)); gjson.Get(g.body, "action").Str != "BLOCKED" {
			t.Errorf("%s: %s", response, g.body)
		}
	}
}

package proxy

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
)

func TestObserveChangesNothingAndTellsAll(t *testing.T) {
	t.Parallel()
	cited := "Nightly backups start at 01:30 UTC and are kept for 21 days [d2]."
	for _, tc := range []struct {
		name    string
		body    string
		script  up.Script
		verdict report.Verdict
		reason  string
	}{
		{"grounded", ask(howLong, ""), says(cited), report.Grounded, ""},
		{"audited against all", ask(howLong, ""), says("Nightly backups are kept for 21 days."), report.Grounded, ""},
		{"falsified", ask(howLong, ""), says("Nightly backups are kept for 91 days [d2]."), report.Ungrounded, ""},
		{"falsified and uncited", ask(howLong, ""), says("Nightly backups are kept for 91 days."), report.Ungrounded, ""},
		{"no claims", ask(howLong, ""), says("Hello! How can I help you today?"), report.Skipped, report.ReasonNoClaims},
		{"tool call", ask(howLong, toolsMember), up.Answering(up.Answer{Choices: []up.Choice{{ToolCalls: []up.ToolCall{{ID: "c", Name: "look_up", Arguments: "{}"}}}}}), report.Skipped, report.ReasonToolCall},
		{"no context", `{"model":"m","messages":[{"role":"user","content":"Hi"}]}`, says("Hello."), report.Skipped, report.ReasonNoContext},
		{"unreadable", ask(howLong, ""), typed("application/json", `{"choices":[]}`), report.Failed, ""},
		{"an error", ask(howLong, ""), up.Fails(429, "rate_limit_exceeded", "Slow down.", nil), report.Failed, "upstream-429"},
		{"dies", ask(howLong, ""), up.Dies(up.Cut, says(cited)), report.Failed, ""},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, tc.script, func(a *App) { a.Policy, _ = policy.Builtin("observe") })
			s := r.talk(tc.body, stream)
			q := r.asked(0)
			want := tc.script(q)
			body := string(want.Body)
			for _, p := range want.Pieces {
				body += string(p)
			}
			if want.Ending != up.Whole {
				if s.broken == nil || !strings.HasPrefix(body, s.body) {
					t.Errorf("%v %q", s.broken, s.body)
				}
			} else if s.body != body || s.broken != nil {
				t.Errorf("%v got\n%s\nwant\n%s", s.broken, s.body, body)
			}
			sent := tc.body
			if stream {
				sent = strings.Replace(sent, "{", `{"stream":true,`, 1)
			}
			if string(q.Body) != sent {
				t.Errorf("the upstream was sent\n%s\nnot\n%s", q.Body, sent)
			}
			tr := r.trace(0)
			if tr.Verdict != tc.verdict || tc.reason != "" && tr.Reason != tc.reason {
				t.Errorf("trace %q %q, want %q %q", tr.Verdict, tr.Reason, tc.verdict, tc.reason)
			}
			if tc.verdict == report.Ungrounded && (len(tr.Findings) == 0 || tr.Answer == "") {
				t.Errorf("the trace does not tell why: %+v", tr)
			}
		})
	}
}

// TestAnObservedUpstreamErrorIsCalledAnUnreadableReply: it is called what it is under a policy
// that enforces, and what the upstream said stands beside it.
func TestAnObservedUpstreamErrorIsCalledAnUnreadableReply(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"observe", "balanced"} {
		r := newRig(t, up.Fails(500, "server_error", "The model server is out of memory.", nil), func(a *App) { a.Policy, _ = policy.Builtin(name) })
		r.talk(ask(howLong, ""), false)
		tr := r.trace(0)
		if tr.Verdict != report.Failed || tr.Reason != "upstream-500" {
			t.Errorf("%s: %s (%s)", name, tr.Verdict, tr.Reason)
		}
		if said := tr.Attempts[len(tr.Attempts)-1].Reply; name == "observe" && said != "The model server is out of memory." {
			t.Errorf("%s: the cause is told as %q", name, said)
		}
	}
}

// TestAKeyThatAnUpstreamsErrorRepeatsStoodInATrace: in every mode that passes the error on.
func TestAKeyThatAnUpstreamsErrorRepeatsStoodInATrace(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"off", "observe", "balanced"} {
		r := newRig(t, up.Fails(401, "invalid_api_key", "Incorrect API key provided: sk-secret-of-the-gateway.", nil), func(a *App) { a.Policy, _ = policy.Builtin(name) })
		r.talk(ask(howLong, ""), false)
		if line, _ := json.Marshal(r.trace(0)); strings.Contains(string(line), "sk-secret") {
			t.Errorf("%s: %s", name, line)
		}
	}
}

// TestATaskWithoutPassagesIsNotToldAsOne: its reason is that it is a task, whatever the policy.
func TestATaskWithoutPassagesIsNotToldAsOne(t *testing.T) {
	t.Parallel()
	const title = `{"model":"m","messages":[{"role":"user","content":"### Task:\nGenerate a concise title for the chat.\n### Output:\n` +
		`JSON format: { \"title\": \"your concise title here\" }\n### Chat History:\n<chat_history>\nUSER: How are you?\nASSISTANT: Well.\n</chat_history>"}]}`
	for _, name := range []string{"observe", "balanced"} {
		r := newRig(t, says(`{"title":"Greetings"}`), func(a *App) { a.Policy, _ = policy.Builtin(name) })
		r.talk(title, false)
		if tr := r.trace(0); tr.Reason != report.ReasonTask || !strings.HasPrefix(tr.Asks, "task:") {
			t.Errorf("%s: %s, asks for %q", name, tr.Reason, tr.Asks)
		}
	}
}

// TestWhatIsSkippedIsToldLikeAnyOther: the answer that the client got, and its tokens.
func TestWhatIsSkippedIsToldLikeAnyOther(t *testing.T) {
	t.Parallel()
	const hello = `{"model":"m","messages":[{"role":"user","content":"Hello"}]}`
	for reason, body := range map[string]string{report.ReasonOff: ask(howLong, ""), report.ReasonNoContext: hello} {
		plainAndStreamed(t, reason, func(t *testing.T, stream bool) {
			r := newRig(t, says("Backups are kept for 91 days."), func(a *App) {
				if reason == report.ReasonOff {
					a.Policy.Mode = policy.Off
				}
			})
			r.talk(body, stream)
			tr := r.trace(0)
			if tr.Reason != reason || tr.Answer != "Backups are kept for 91 days." || tr.Attempts[0].Reply != tr.Answer {
				t.Errorf("%s: %q, %q", tr.Reason, tr.Answer, tr.Attempts[0].Reply)
			}
			if !stream && gjson.GetBytes(tr.Usage, "total_tokens").Int() == 0 {
				t.Errorf("usage %s", tr.Usage)
			}
		})
	}
}

// TestWhatALeavingClientHadGotIsRecorded: it has read it, and may act on it.
func TestWhatALeavingClientHadGotIsRecorded(t *testing.T) {
	t.Parallel()
	const dose = "For adults, paracetamol is 500 mg every "
	for _, mode := range []policy.Mode{policy.Observe, policy.Off} {
		for path, events := range map[string][2]string{
			chatPath: {`data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":"` + dose + `"}}]}` + "\n\n",
				`data: {"id":"c","choices":[{"index":0,"delta":{"content":"6 hours"}}]}` + "\n\n"},
			"/v1/responses": {`data: {"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"m","delta":"` + dose + `"}` + "\n\n",
				`data: {"type":"response.output_text.delta","output_index":0,"content_index":0,"item_id":"m","delta":"6 hours"}` + "\n\n"},
		} {
			t.Run(string(mode)+path, func(t *testing.T) {
				t.Parallel()
				hangs := func(*up.Request) up.Reply {
					return up.Reply{Status: 200, Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: [][]byte{[]byte(events[0] + events[1][:20])}, Ending: up.Hang}
				}
				r := newRig(t, hangs, func(a *App) { a.Policy.Mode = mode })
				body := strings.Replace(ask(howLong, `"stream":true,`), `"messages"`, map[string]string{chatPath: `"messages"`, "/v1/responses": `"input"`}[path], 1)
				c := r.dial()
				_, _ = io.WriteString(c, strings.Replace(rawPost(body), chatPath, path, 1))
				_ = c.SetReadDeadline(wait.Deadline())
				for br := bufio.NewReader(c); ; {
					line, err := br.ReadString('\n')
					if err != nil {
						t.Fatal(err)
					}
					if strings.Contains(line, dose) {
						break
					}
				}
				_ = c.Close()
				tr := r.trace(0)
				if tr.Verdict != report.Failed || tr.Reason != "client-closed" || tr.Answer != dose || tr.Attempts[0].Reply != dose {
					t.Errorf("%s, %s: answer %q, reply %q", tr.Verdict, tr.Reason, tr.Answer, tr.Attempts[0].Reply)
				}
				if looked := len(tr.Claims) > 0 && tr.Claims[0].Judgement != ""; looked != (mode == policy.Observe) {
					t.Errorf("claims %+v", tr.Claims)
				}
				if in, out := ledger.Tokens(tr.Usage); in == 0 || out == 0 || !tr.Attempts[0].Guessed {
					t.Errorf("usage %s, guessed %t", tr.Usage, tr.Attempts[0].Guessed)
				}
			})
		}
	}
}

// TestWhatALeavingClientNeverTookIsNoAnswer: the model has written it all the same.
func TestWhatALeavingClientNeverTookIsNoAnswer(t *testing.T) {
	t.Parallel()
	for name, most := range map[string]int{"in bounds": 1 << 20, "past them": 80} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, says(""), func(a *App) { a.Policy.Mode = policy.Off })
			chat, err := wire.Completions.Parse([]byte(ask(howLong, `"stream":true,`)))
			if err != nil {
				t.Fatal(err)
			}
			x := r.gate.newExchange()
			x.run.app, x.request.chat = r.setup.Apps[0], chat
			*x.run.way = newWay(x.run.app)
			x.run.attempt("passed on as it came")
			event := func(text string) []byte {
				return []byte(`data: {"choices":[{"index":0,"delta":{"content":"` + text + `"}}]}` + "\n\n")
			}
			keep := &kept{most: most}
			keep.add(event("500 mg "), -1)
			taken := len(keep.bytes)
			keep.add(event("every 6 hours"), -1)
			resp := &upstream.Response{Status: 200, Header: upstream.Header{{"Content-Type", "text/event-stream"}}}
			(&passing{x: x, resp: resp, keep: keep, taken: min(taken, len(keep.bytes))}).hearPart(false)
			wantAnswer, wantReply := "500 mg ", "500 mg every 6 hours"
			if keep.over {
				wantAnswer, wantReply = "", ""
			}
			if got, reply := x.run.rec.answer, x.run.lastAttempt().Reply; got != wantAnswer || reply != wantReply {
				t.Errorf("answer %q, reply %q", got, reply)
			}
		})
	}
}

// TestAStreamUnderOffCountsItsPrompt though nobody told its tokens, and nothing of the
// body was kept.
func TestAStreamUnderOffCountsItsPrompt(t *testing.T) {
	t.Parallel()
	for _, old := range []bool{false, true} {
		r := newRig(t, says(goodAnswer), func(a *App) { a.Policy.Mode = policy.Off })
		body := ask(howLong, `"stream":true,`)
		if old {
			r.old(body)
		} else {
			r.post(chatPath, body)
		}
		tr := r.trace(0)
		if in, out := ledger.Tokens(tr.Usage); int(in) != wire.EstimateTokens(body) || int(out) != wire.EstimateTokens(tr.Answer) || !tr.Attempts[0].Guessed {
			t.Errorf("usage %s, want %d of the prompt", tr.Usage, wire.EstimateTokens(body))
		}
	}
}

// TestAnErrorThatPassesCountsAsFailed wherever it passes: nothing was skipped, there was no
// answer.
func TestAnErrorThatPassesCountsAsFailed(t *testing.T) {
	t.Parallel()
	const hello = `{"model":"m","messages":[{"role":"user","content":"Hello"}]}`
	for _, tc := range []struct {
		name, call, body string
		mode             policy.Mode
		change           func(*App)
	}{
		{"off", chatPath, ask(howLong, ""), policy.Off, nil},
		{"observed", chatPath, ask(howLong, ""), policy.Observe, nil},
		{"without context", chatPath, hello, policy.Enforce, nil},
		{"another path", "/v1/embeddings", `{"model":"m","input":"a"}`, policy.Enforce, nil},
		{"a list of models", "GET /v1/models", "", policy.Enforce, nil},
		{"a list that is cut", "GET /v1/models", "", policy.Enforce, func(a *App) { a.Models = []string{"m"} }},
	} {
		for _, status := range []int{429, 500} {
			t.Run(fmt.Sprint(tc.name, status), func(t *testing.T) {
				t.Parallel()
				r := newRig(t, up.Fails(status, "no", "No.", nil), func(a *App) {
					a.Policy.Mode = tc.mode
					if tc.change != nil {
						tc.change(a)
					}
				})
				method, path, other := strings.Cut(tc.call, " ")
				if !other {
					method, path = "POST", tc.call
				}
				got := r.do(method, path, tc.body)
				if got.status != status || got.header.Get("X-Vouchsafe-Verdict") != "failed" || got.header.Get("X-Vouchsafe-Attempts") != "1" {
					t.Errorf("%d %v", got.status, got.header)
				}
				tr := r.trace(0)
				if want := fmt.Sprint("upstream-", status); tr.Verdict != report.Failed || tr.Reason != want || tr.CountsAs != report.AsFailed || tr.Attempts[0].Status != status {
					t.Errorf("%s, %s, counts as %s, %+v", tr.Verdict, tr.Reason, tr.CountsAs, tr.Attempts)
				}
			})
		}
	}
}

func TestOffLooksAtNothing(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "off", func(t *testing.T, stream bool) {
		r := newRig(t, says("Backups are kept for 91 days."), func(a *App) { a.Policy.Mode = policy.Off })
		s := r.talk(ask(howLong, ""), stream)
		if s.text() != "Backups are kept for 91 days." || s.report.Exists() || s.header.Get("X-Vouchsafe-Verdict") != "skipped" {
			t.Errorf("%v %s", s.header, s.body)
		}
		if tr := r.trace(0); tr.Verdict != report.Skipped || tr.Reason != report.ReasonOff {
			t.Errorf("trace %q %q", tr.Verdict, tr.Reason)
		}
	})
}

// TestTheTimeOfAStreamThatPassesIsTheUpstreams: it lasts until the stream's end.
func TestTheTimeOfAStreamThatPassesIsTheUpstreams(t *testing.T) {
	t.Parallel()
	slow := up.Answering(up.Answer{Choices: []up.Choice{{Content: goodAnswer}}, Pace: 20 * time.Millisecond, Runes: 40})
	r := newRig(t, slow, func(a *App) { a.Policy.Mode = policy.Observe })
	r.talk(ask(howLong, ""), true)
	tr := r.trace(0)
	if tr.Latency.Upstream < 60*time.Millisecond || tr.Latency.Upstream > tr.Latency.Total {
		t.Errorf("the upstream took %v of %v", tr.Latency.Upstream, tr.Latency.Total)
	}
	if a := tr.Attempts[0]; a.Duration < 60*time.Millisecond || a.Duration > tr.Latency.Total {
		t.Errorf("its attempt took %v", a.Duration)
	}
}

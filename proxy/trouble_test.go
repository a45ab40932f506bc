package proxy

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/internal/wait"
	"vouchsafe/policy"
	"vouchsafe/proxy/upstream"
)

// text replies with a body of some type and nothing else.
func typed(kind, body string) up.Script {
	return up.Raw(up.Reply{Header: map[string]string{"Content-Type": kind}, Body: []byte(body)})
}

// frames replies with events as they stand.
func frames(events ...string) up.Script {
	var pieces [][]byte
	for _, e := range events {
		pieces = append(pieces, []byte("data: "+e+"\n\n"))
	}
	return up.Raw(up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: pieces})
}

func frame(content, finish string) string {
	if finish != "null" {
		finish = `"` + finish + `"`
	}
	return fmt.Sprintf(`{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":%q},"finish_reason":%s}]}`, content, finish)
}

const leak = "SECRETWORD"

// TestTroubleUpstream: whatever an upstream does, a client gets an error in the
// interface's form and never a piece of what had come.
func TestTroubleUpstream(t *testing.T) {
	t.Parallel()
	some := says(goodAnswer + " " + leak + strings.Repeat(" and more", 200))
	for _, tc := range []struct {
		name   string
		script up.Script
		status int
		code   string
	}{
		{"vanishes", up.Vanishes(), 502, "upstream_unreachable"},
		{"silent", up.Silent(), 504, "upstream_timeout"},
		{"falls silent in its answer", up.Dies(up.Hang, some), 504, "upstream_timeout"},
		{"dies in its answer", up.Dies(up.Cut, some), 502, ""},
		{"is reset in its answer", up.Dies(up.Reset, some), 502, ""},
		{"a page under 200", typed("text/html", "<html>"+leak+"</html>"), 502, "upstream_broken_reply"},
		{"an error under 200", up.ErrorInside("The engine is overloaded."), 502, "overloaded"},
		{"JSON null", typed("application/json", "null"), 502, "upstream_broken_reply"},
		{"an empty body", typed("application/json", ""), 502, "upstream_broken_reply"},
		{"an empty object", typed("application/json", "{}"), 502, "upstream_broken_reply"},
		{"an array", typed("application/json", "[1]"), 502, "upstream_broken_reply"},
		{"no choices", typed("application/json", `{"id":"x","choices":[]}`), 502, "upstream_broken_reply"},
		{"choices null", typed("application/json", `{"id":"x","choices":null}`), 502, "upstream_broken_reply"},
		{"broken JSON", typed("application/json", `{"id":"x","choices":[{"message":{"content":"`+leak), 502, "upstream_broken_reply"},
		{"deep JSON", typed("application/json", strings.Repeat(`{"a":`, 1<<19)), 502, "upstream_broken_reply"},
		{"100 MiB", up.Huge(100 << 20), 502, "upstream_too_large"},
		{"a stream without end", up.Endless(-1, 0), 502, ""},
		{"an endless line", up.Raw(up.Reply{Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: [][]byte{[]byte("data: "), []byte(strings.Repeat(leak, 1000))}, Flood: 64 << 20}), 502, ""},
		{"an empty stream", frames(), 502, "upstream_broken_reply"},
		{"nothing but the end", frames("[DONE]"), 502, "upstream_broken_reply"},
		{"no finish_reason", frames(frame(goodAnswer+leak, "null"), "[DONE]"), 502, "upstream_broken_reply"},
		{"a stream that ends in the middle", frames(frame(goodAnswer[:40]+leak, "null")), 502, "upstream_broken_reply"},
		{"an error in the stream", frames(frame(goodAnswer[:40]+leak, "null"), `{"error":{"message":"Out of memory.","type":"server_error","param":null,"code":"oom"}}`), 502, "oom"},
		{"an index out of range", frames(`{"choices":[{"index":7,"delta":{"content":"`+leak+`"},"finish_reason":"stop"}]}`, "[DONE]"), 502, "upstream_broken_reply"},
		{"a frame that is no JSON", frames(frame(goodAnswer[:40], "null"), `{"choices":[{`), 502, "upstream_broken_reply"},
		{"a redirect", up.Raw(up.Reply{Status: 302, Header: map[string]string{"Location": "http://elsewhere.example/v1/chat/completions"}, Body: []byte(leak)}), 502, "upstream_redirects"},
		{"no content", up.Raw(up.Reply{Status: 204}), 502, ""},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			limits := func(c *upstream.Config) {
				if c.MaxResponse = 4 << 20; tc.status == 504 {
					hasty(c)
				}
			}
			r := plan{script: tc.script, upstream: limits, app: func(a *App) { a.Policy.Repair.Attempts = 0 },
				setup: func(s *Setup) { s.Limits.Response = 4 << 20 }}.start(t)
			s := r.talk(ask(howLong, ""), stream)
			if strings.Contains(s.body, leak) || strings.Contains(s.body, "127.0.0.1") || strings.Contains(fmt.Sprint(s.header), leak) {
				t.Errorf("it leaks: %.300s", s.body)
			}
			began := s.status == 200 && stream
			if !began && (s.status != tc.status || s.header.Get("Location") != "") {
				t.Errorf("status %d, want %d: %.300s", s.status, tc.status, s.body)
			}
			body := s.body
			if began {
				if s.broken == nil || s.done || s.fault == "" {
					t.Errorf("the stream ended as if whole: %v %.300s", s.broken, s.body)
				}
				all := events(s.body)
				body = all[len(all)-1]
			}
			if code, _ := errorOf(t, body); tc.code != "" && code != tc.code {
				t.Errorf("code %q, want %q: %.300s", code, tc.code, body)
			}
			if tr := r.trace(0); tr.Verdict != "failed" || tr.Reason == "" || len(tr.Attempts) == 0 || tr.Attempts[0].Cause == "" && tr.Attempts[0].Status/100 == 2 {
				t.Errorf("trace %q %q %+v", tr.Verdict, tr.Reason, tr.Attempts)
			}
			r.eventually("the exchange is over", func() bool { return r.gate.Running() == 0 })
		})
	}
}

// hasty gives an upstream little time.
func hasty(c *upstream.Config) {
	c.Timeouts = upstream.Timeouts{Connect: time.Second, FirstByte: 300 * time.Millisecond, Idle: 300 * time.Millisecond, Total: 20 * time.Second}
}

func TestNobodyListensUpstream(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "refused", func(t *testing.T, stream bool) {
		for _, mode := range []policy.Mode{policy.Enforce, policy.Observe, policy.Off} {
			r := plan{script: up.Silent(), upstream: func(c *upstream.Config) { c.BaseURL = nobody(t) },
				app: func(a *App) { a.Policy.Mode = mode }}.start(t)
			s := r.talk(ask(howLong, ""), stream)
			if code, _ := errorOf(t, s.body); s.status != 502 || code != "upstream_unreachable" || strings.Contains(s.body, "127.0.0.1") {
				t.Errorf("%s: %d %s", mode, s.status, s.body)
			}
			if tr := r.trace(0); tr.Verdict != "failed" || len(tr.Attempts) != 1 || tr.Attempts[0].Cause != "refused" {
				t.Errorf("%s: trace %q %+v", mode, tr.Verdict, tr.Attempts)
			}
		}
	})
}

// TestUpstreamsOwnErrorsPassUnchanged: clients retry by what these say.
func TestUpstreamsOwnErrorsPassUnchanged(t *testing.T) {
	t.Parallel()
	header := map[string]string{"Retry-After": "7", "Retry-After-Ms": "7000", "X-Request-Id": "req_1", "X-Ratelimit-Remaining-Tokens": "0", "X-Should-Retry": "true"}
	for _, tc := range []struct {
		name   string
		script up.Script
		status int
	}{
		{"400", up.Fails(400, "context_length_exceeded", "Too long.", header), 400},
		{"401", up.Fails(401, "invalid_api_key", "Wrong key.", header), 401},
		{"404", up.Fails(404, "model_not_found", "No such model.", header), 404},
		{"422", up.Fails(422, "unprocessable", "Odd.", header), 422},
		{"429", up.Fails(429, "rate_limit_exceeded", "Slow down.", header), 429},
		{"500", up.Fails(500, "server_error", "Broken.", header), 500},
		{"503", up.Fails(503, "overloaded", "Busy.", header), 503},
		{"529", up.Fails(529, "overloaded", "Busy.", header), 529},
	} {
		plainAndStreamed(t, tc.name, func(t *testing.T, stream bool) {
			r := newRig(t, tc.script)
			s := r.talk(ask(howLong, ""), stream)
			want := string(tc.script(r.asked(0)).Body)
			if s.status != tc.status || s.body != want {
				t.Errorf("%d %s", s.status, s.body)
			}
			for name, value := range header {
				if s.header.Get(name) != value {
					t.Errorf("%s: %q", name, s.header.Get(name))
				}
			}
			if len(r.upstream.Requests()) != 1 || s.header.Get("X-Vouchsafe-Trace-Id") == "" {
				t.Errorf("%d calls, %v", len(r.upstream.Requests()), s.header)
			}
			if tr := r.trace(0); tr.Verdict != "failed" || tr.Attempts[0].Status != tc.status {
				t.Errorf("trace %+v", tr)
			}
		})
	}
}

// beyondTheBudget is a gateway whose first answer fails. The repair takes all the time
// that there is for repairs.
func beyondTheBudget(t *testing.T, repair up.Script) *rig {
	t.Helper()
	c := clockOfNow()
	late := func(q *up.Request) up.Reply {
		c.pass(time.Hour)
		return repair(q)
	}
	return plan{script: up.InTurn(says(badAnswer), late), gate: c.set,
		app: func(a *App) { a.Policy.Repair.Budget = wait.Patience }}.start(t)
}

func TestBusyUpstreamIsAskedAgainForARepair(t *testing.T) {
	t.Parallel()
	busy := up.Fails(429, "rate_limit_exceeded", "Slow down.", map[string]string{"Retry-After": "1"})
	plainAndStreamed(t, "within the budget", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(says(badAnswer), busy, says(goodAnswer)))
		s := r.talk(ask(howLong, ""), stream)
		if s.wellFormed(t); s.verdict() != "repaired" || len(r.upstream.Requests()) != 3 {
			t.Errorf("%s, %d calls", s.verdict(), len(r.upstream.Requests()))
		}
	})
	plainAndStreamed(t, "beyond the budget", func(t *testing.T, stream bool) {
		r := beyondTheBudget(t, busy)
		s := r.talk(ask(howLong, ""), stream)
		if !strings.Contains(s.body, "Slow down.") || strings.Contains(s.body, "50 mg") {
			t.Errorf("%d %s", s.status, s.body)
		}
		if !stream && (s.status != 429 || s.header.Get("Retry-After") != "1") {
			t.Errorf("%d %v", s.status, s.header)
		}
		if stream && (s.broken == nil || s.done) {
			t.Errorf("the stream ended as if whole: %s", s.body)
		}
	})
}

func TestRepairThatNeverComesIsARefusal(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "silent", func(t *testing.T, stream bool) {
		r := newRig(t, up.InTurn(says(badAnswer), up.Silent()), func(a *App) { a.Policy.Repair.Budget = 100 * time.Millisecond })
		s := r.talk(ask(howLong, ""), stream)
		if s.wellFormed(t); s.text() != refused || s.verdict() != "refused" {
			t.Errorf("%s %q", s.verdict(), s.text())
		}
	})
}

func TestErrorsWithoutJSONEndAStreamAsErrors(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]up.Script{
		"a page":         up.HTML(502),
		"no error in it": up.Raw(up.Reply{Status: 500, Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(`{"detail":"broken"}`)}),
		"an error over several lines": up.Raw(up.Reply{Status: 503, Header: map[string]string{"Content-Type": "application/json"},
			Body: []byte("{\n  \"error\": {\n    \"message\": \"Busy.\"\n  }\n}")}),
	} {
		t.Run(name, func(t *testing.T) {
			r := beyondTheBudget(t, script)
			s := r.talk(ask(howLong, ""), true)
			if s.broken == nil || s.done || s.fault == "" {
				t.Errorf("%v %s", s.broken, s.body)
			}
			for _, line := range strings.Split(strings.TrimSpace(s.body), "\n") {
				if strings.HasPrefix(line, "data: ") && !parse(line[6:]).IsObject() {
					t.Errorf("a data line that is no JSON by itself: %q", line)
				}
			}
		})
	}
}

// TestUsableOddities: what is odd and still an answer is served as one.
func TestUsableOddities(t *testing.T) {
	t.Parallel()
	whole := func(r *up.Request) []byte {
		r.Body = []byte(strings.Replace(string(r.Body), `"stream":true`, `"stream":false`, 1))
		return up.Answer{Choices: []up.Choice{{Content: goodAnswer}}}.For(r).Body
	}
	for name, script := range map[string]up.Script{
		"JSON for a stream": func(r *up.Request) up.Reply {
			return up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: whole(r)}
		},
		"gzip":               up.Zipped(says(goodAnswer)),
		"no [DONE]":          up.Answering(up.Answer{Choices: []up.Choice{{Content: goodAnswer}}, NoDone: true}),
		"one byte at a time": up.Answering(up.Answer{Choices: []up.Choice{{Content: goodAnswer}}, Split: 1}),
		"capital type": func(r *up.Request) up.Reply {
			reply := says(goodAnswer)(r)
			reply.Header["Content-Type"] = "Text/Event-Stream; charset=utf-8"
			return reply
		},
		"no type": func(r *up.Request) up.Reply {
			reply := says(goodAnswer)(r)
			reply.Header = map[string]string{"Content-Type": ""}
			return reply
		},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			s := newRig(t, script).talk(ask(howLong, ""), stream)
			if s.wellFormed(t); s.verdict() != "grounded" {
				t.Errorf("%s", s.body)
			}
		})
	}
}

func TestUpstreamsContentFilterIsToldAsSuch(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "filtered", func(t *testing.T, stream bool) {
		r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: "", Finish: "content_filter"}}}))
		s := r.talk(ask(howLong, ""), stream)
		s.wellFormed(t)
		if s.choices[0].finish != "content_filter" || strings.Contains(s.text(), "mode") {
			t.Errorf("%s", s.body)
		}
	})
}

func TestTruncatedAnswersEndWithLength(t *testing.T) {
	t.Parallel()
	room := map[answer.Dialect]int64{answer.Segments: 812, answer.Sentences: 189}
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		plainAndStreamed(t, "length", func(t *testing.T, stream bool) {
			r := newRig(t, up.Answering(up.Answer{Choices: []up.Choice{{Content: written(d, backups)[:20], Finish: "length"}}}), in)
			s := r.talk(ask(howLong, `"max_tokens":100,`), stream)
			s.wellFormed(t)
			if s.choices[0].finish != "length" || len(r.upstream.Requests()) != 1 {
				t.Errorf("%d calls: %s", len(r.upstream.Requests()), s.body)
			}
			if got := r.asked(0).Get("max_tokens").Int(); got != room[d] {
				t.Errorf("max_tokens %d", got)
			}
		})
	})
}

func TestWhatStandsBesideAnUpstreamsErrorStaysBehind(t *testing.T) {
	t.Parallel()
	r := plan{script: func(*up.Request) up.Reply {
		time.Sleep(100 * time.Millisecond)
		return up.Reply{Status: 400, Header: map[string]string{"Content-Type": "application/json"},
			Body: []byte(`{"error":{"message":"no"},"choices":[{"index":0,"delta":{"content":"` + leak + `"}}]}`)}
	}, gate: func(g *Gateway) { g.patience = time.Millisecond }}.start(t)
	if s := r.talk(ask(howLong, ""), true); s.fault != "no" || strings.Contains(s.body, leak) {
		t.Errorf("%s", s.body)
	}
}

// TestAnAnswerUnderAnErrorsStatusDoesNotPass: a reply with a status of 400 or 500 left as the
// upstream's own error, and its words unverified with it.
func TestAnAnswerUnderAnErrorsStatusDoesNotPass(t *testing.T) {
	const said = "Nightly backups are kept for 91 days."
	for name, body := range map[string]string{
		"a completion":     `{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"` + said + `"}}]}`,
		"a stream":         `data: {"choices":[{"index":0,"delta":{"content":"` + said + `"}}]}` + "\n\n",
		"a response":       `{"output":[{"type":"message","content":[{"type":"output_text","text":"` + said + `"}]}]}`,
		"blocks":           `{"content":[{"type":"text","text":"` + said + `"}]}`,
		"a list":           `[{"candidates":[{"content":"` + said + `"}]}]`,
		"beside an error":  `{"error":{"message":"Too long."},"choices":[{"message":{"content":"` + said + `"}}]}`,
		"a message object": `{"message":{"role":"assistant","content":"` + said + `"}}`,
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			for _, status := range []int{400, 500} {
				r := newRig(t, up.Raw(up.Reply{Status: status, Header: map[string]string{"Content-Type": "text/event-stream"}, Body: []byte(body)}))
				s := r.talk(ask(howLong, ""), stream)
				told := parse(s.body).Get("error")
				if stream && !told.Exists() {
					told = parse(strings.TrimPrefix(s.body[max(0, strings.Index(s.body, "data: {\"error\"")):], "data: ")).Get("error")
				}
				if strings.Contains(s.body, "91 days") || !told.Get("message").Exists() || strings.Contains(body, "Too long.") != (told.Get("message").Str == "Too long.") {
					t.Errorf("%d: %s", status, s.body)
				}
			}
		})
	}
}

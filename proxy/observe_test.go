package proxy

import (
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
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
		{"an error", ask(howLong, ""), up.Fails(429, "rate_limit_exceeded", "Slow down.", nil), report.Failed, ""},
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

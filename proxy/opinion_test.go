package proxy

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	up "vouchsafe/internal/upstreamtest"
	"vouchsafe/policy"
	"vouchsafe/proxy/judge"
	"vouchsafe/proxy/upstream"
)

// Sentences that words alone neither carry nor refute.
var (
	nightly = passage{"Nightly backups run while most people sleep.", "d2", "Nightly backups start at 01:30 UTC"}
	modest  = passage{"Adults with atrial fibrillation begin with a modest amount of apixaban.", "d1", "Adults with atrial fibrillation start on apixaban 5 mg twice daily."}
)

// judged gives the app a judge of one word that answers by a script.
func judged(t testing.TB, script up.Script, adjust ...func(*judge.Config)) func(*App) {
	t.Helper()
	c := judge.Config{Name: "checker", Kind: judge.MiniCheck, Server: judgeServer(t, script)}
	return judgedBy(t, c, adjust...)
}

// judgeServer is a server of a judge's own that answers by a script.
func judgeServer(t testing.TB, script up.Script) judge.Server {
	t.Helper()
	server, err := up.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	client, err := upstream.New(upstream.Config{Name: "judge", BaseURL: server.BaseURL()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close(); server.Close() })
	return judge.Server{Upstream: client, Model: "checker"}
}

func judgedBy(t testing.TB, c judge.Config, adjust ...func(*judge.Config)) func(*App) {
	t.Helper()
	for _, f := range adjust {
		f(&c)
	}
	j, err := judge.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return func(a *App) {
		a.Judge, a.Policy.Verify.Judge, a.Policy.Verify.Open = j, "checker", policy.OpenJudge
		a.Policy.OnFailure, a.Policy.Repair.Attempts = policy.RedactAnswer, 0
	}
}

// aboutCopies says yes to the claim about copies only.
func aboutCopies(r *up.Request) up.Reply {
	if strings.Contains(string(r.Body), "Claim: "+nightly.text) {
		return up.Say("Yes")(r)
	}
	return up.Say("No")(r)
}

// TestAJudgeIsNotAskedOfAnItemWithoutItsLead: under another one the same words say something else, and have another opinion.
func TestAJudgeIsNotAskedOfAnItemWithoutItsLead(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "judged", func(t *testing.T, stream bool) {
		honest := func(r *up.Request) up.Reply {
			if strings.Contains(string(r.Body), "Refunds") || strings.Contains(string(r.Body), "never") {
				return up.Say("No")(r)
			}
			return up.Say("Yes")(r)
		}
		const said = "- run nightly while most people sleep"
		for _, c := range []struct {
			head  string
			above []passage
			want  string
		}{
			{"Backups:\n", nil, "grounded"}, {"Refunds:\n", nil, "refused"}, {"**Refunds**\n\n", nil, "refused"}, {"## What backups never do\n\n", nil, "refused"},
			{"\n", []passage{{"## What backups never do\n", "", ""}}, "refused"},
			{"\n- stay there\n", []passage{{"Refunds:", "", ""}}, "refused"},
		} {
			r := newRig(t, says(segmented(append(c.above, passage{c.head + said, "d2", "Nightly backups start at 01:30 UTC"})...)), judged(t, honest))
			s := r.talk(ask(howLong, ""), stream)
			head := strings.Contains(s.text(), "Refunds") || strings.Contains(s.text(), "never") || strings.Contains(s.text(), "Backups")
			if shown := head && strings.Contains(s.text(), "most people"); shown != (c.want == "grounded") {
				t.Errorf("%q: %s %q", c.head, s.verdict(), s.text())
			}
		}
	})
}

// TestAJudgeIsNotAskedOfASentenceWithoutWhatItLeansOn: "They …" has the subject of the sentence before it, and an item below a
// whole sentence that of the sentence. What these rest on is shown, too.
func TestAJudgeIsNotAskedOfASentenceWithoutWhatItLeansOn(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "judged", func(t *testing.T, stream bool) {
		knows := func(r *up.Request) up.Reply {
			if body := string(r.Body); strings.Contains(body, "most people") && !strings.Contains(body, backups.text) {
				return up.Say("No")(r)
			}
			return up.Say("Yes")(r)
		}
		for _, said := range []string{" They run nightly while most people sleep.", "\n- run nightly while most people sleep", "\n\n1. Run nightly while most people sleep"} {
			r := newRig(t, says(segmented(backups, passage{said, "d2", "Nightly backups start at 01:30 UTC"})), judged(t, knows))
			if s := r.talk(ask(howLong, ""), stream); !strings.Contains(s.text(), "most people") {
				t.Errorf("%q: %s", said, s.text())
			}
		}
	})
}

func TestAJudgeCarriesAndFailsOpenClaims(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "judged", func(t *testing.T, stream bool) {
		r := newRig(t, says(segmented(nightly, modest)), judged(t, aboutCopies))
		s := r.talk(ask(howLong, ""), stream)
		if !strings.HasPrefix(s.text(), nightly.text+" [1]") || strings.Contains(s.text(), modest.text) || s.verdict() != "redacted" {
			t.Errorf("%s %q", s.verdict(), s.text())
		}
		claim := s.report.Get("choices.0.claims.0")
		if claim.Get("by").Str != "judge" || !claim.Get("supported").Bool() || claim.Get("judgement").Str != "open" ||
			claim.Get("judge.name").Str != "checker" || claim.Get("judge.score").Num != 1 {
			t.Errorf("%s", claim.Raw)
		}
		if c := r.gate.setup.Load().Apps[0].Judge.Counts(); c.Claims != 2 || c.Carried != 1 || c.Calls != 2 || c.Spent <= 0 {
			t.Errorf("%+v", c)
		}
		if trace := r.trace(0); trace.Latency.Judge <= 0 || !strings.Contains(s.body, "judge-rejected") {
			t.Errorf("%+v %s", trace.Latency, s.body)
		} else if found := trace.Attempts[0].Findings; !slices.ContainsFunc(found, func(f report.Finding) bool { return f.Code == report.JudgeRejected }) {
			t.Errorf("the attempt says %+v", found)
		}
	})
}

// TestTheTraceHidThatTheJudgeFailedAnUnsureReply: what is judged first tells of the judge, too.
func TestTheTraceHidThatTheJudgeFailedAnUnsureReply(t *testing.T) {
	t.Parallel()
	r := newRig(t, up.Say("Nightly backups run while most people sleep. [d1]"), judged(t, up.Say("No")))
	r.talk(unsure, false)
	if found := r.trace(0).Attempts[0].Findings; !slices.ContainsFunc(found, func(f report.Finding) bool { return f.Code == report.JudgeRejected }) {
		t.Errorf("the first attempt says %+v", found)
	}
}

func TestAJudgeCannotCarryWhatWordsRefute(t *testing.T) {
	t.Parallel()
	asked := 0
	r := newRig(t, says(segmented(nightly, doseWrong)), judged(t, func(r *up.Request) up.Reply { asked++; return up.Say("Yes")(r) }))
	if s := r.talk(ask(howLong, ""), false); strings.Contains(s.text(), "50 mg") {
		t.Errorf("%s %q", s.verdict(), s.text())
	}
	if asked > 1 {
		t.Errorf("%d calls: what fails is not asked about", asked)
	}
}

func TestWhatBecomesOfAClaimWithoutAnOpinion(t *testing.T) {
	t.Parallel()
	broken := func(*up.Request) up.Reply { return up.Reply{Status: 500} }
	for _, tc := range []struct {
		name    string
		onError judge.OnError
		change  func(*policy.Verify)
		passes  bool
	}{
		{"the risk decides, and is small enough", judge.LeaveOpen, func(v *policy.Verify) { v.MaxRisk = 1 }, true},
		{"the risk decides, and is too great", "", func(v *policy.Verify) { v.MaxRisk = 0 }, false},
		{"it fails", judge.Fail, func(v *policy.Verify) { v.MaxRisk = 1 }, false},
		{"it fails under a strict policy", "", func(v *policy.Verify) { v.MaxRisk, v.Unjudged = 1, policy.UnjudgedFail }, false},
		{"it passes", judge.Pass, func(v *policy.Verify) { v.MaxRisk = 0 }, true},
	} {
		r := newRig(t, says(segmented(nightly)), judged(t, broken, func(c *judge.Config) { c.OnError = tc.onError }),
			func(a *App) { tc.change(&a.Policy.Verify) })
		if s := r.talk(ask(howLong, ""), false); (s.verdict() == "grounded") != tc.passes {
			t.Errorf("%s: %s", tc.name, s.verdict())
		}
	}
}

// TestAStreamWaitsForTheJudgeOneSentenceAtATime: the first sentence is with the
// client before the judge has said anything of the second.
func TestAStreamWaitsForTheJudgeOneSentenceAtATime(t *testing.T) {
	t.Parallel()
	inBoth(t, "", func(t *testing.T, in func(*App), d answer.Dialect) {
		release := make(chan struct{})
		slow := func(r *up.Request) up.Reply {
			time.Sleep(50 * time.Millisecond)
			if strings.Contains(string(r.Body), modest.text) {
				<-release
			}
			return up.Say("Yes")(r)
		}
		r := newRig(t, says(written(d, nightly, modest)), in, judged(t, slow))
		c := r.dial()
		defer c.Close()
		_, _ = io.WriteString(c, rawPost(ask(howLong, `"stream":true,`)))
		if got := hears(t, c, nightly.text); strings.Contains(got, modest.text) {
			t.Errorf("%s", got)
		}
		close(release)
		hears(t, c, modest.text)
	})
}

// secondAsk answers as the exchange's own model: it gives the answer, and it
// judges.
func secondAsk(score string) up.Script {
	answers := map[bool]up.Script{true: says(segmented(nightly)), false: says(written(answer.Sentences, nightly))}
	return func(r *up.Request) up.Reply {
		if strings.Contains(string(r.Body), "You check claims") {
			return up.Say(`{"relevance":0.1,"verdicts":[{"id":1,"reason":"","score":` + score + `}]}`)(r)
		}
		return answers[!strings.Contains(string(r.Body), "begins with its number")](r)
	}
}

func TestAJudgeWithoutAnUpstreamAsksTheExchanges(t *testing.T) {
	t.Parallel()
	for _, spends := range []bool{true, false} {
		own := judge.Config{Name: "own", Kind: judge.Chat, ClientCredential: spends}
		r := newRig(t, secondAsk("0.9"), judgedBy(t, own))
		s := r.talk(ask(howLong, ""), false, "Authorization", "Bearer sk-client", "X-Stainless-Lang", "js")
		if s.verdict() != "grounded" || s.report.Get("choices.0.claims.0.judge.score").Num != 0.9 {
			t.Errorf("%s", s.body)
		}
		r.eventually("the judge is asked", func() bool { return len(r.upstream.Requests()) == 2 })
		second := r.upstream.Requests()[1]
		credential := second.Header.Get("Authorization")
		if (credential == "Bearer sk-client") != spends || second.Header.Get("X-Stainless-Lang") != "" || second.Path != "/v1/chat/completions" {
			t.Errorf("spends %v: %q to %s", spends, credential, second.Path)
		}
		var sent struct{ Model string }
		if json.Unmarshal(second.Body, &sent) != nil || sent.Model != "m" {
			t.Errorf("%s", second.Body)
		}
	}
}

// TestAJudgeBehindAnthropicsInterface: the exchange's own upstream, and one that is named.
func TestAJudgeBehindAnthropicsInterface(t *testing.T) {
	t.Parallel()
	says := func(q *up.Request) up.Reply {
		if q.Path != "/v1/messages" || q.Header.Get("anthropic-version") == "" {
			return up.Fails(404, "not_found", q.Path, nil)(q)
		}
		text := segmented(nightly)
		if strings.Contains(string(q.Body), "You check claims") {
			text = `{"verdicts":[{"id":1,"reason":"","score":0.9}]}`
		}
		return claude(`[{"type":"text","text":` + encode(text) + `}]`)(q)
	}
	named := judgeServer(t, says)
	named.Anthropic = true
	for name, server := range map[string]judge.Server{"own": {}, "named": named} {
		c := judge.Config{Name: "second", Kind: judge.Chat, Server: server, ClientCredential: true}
		r := behindClaude(t, says, judgedBy(t, c))
		s := r.talk(ask(howLong, ""), false, "Authorization", "Bearer sk-client")
		if s.verdict() != "grounded" || s.report.Get("choices.0.claims.0.judge.score").Num != 0.9 {
			t.Errorf("%s: %s", name, s.body)
		}
		if asked := r.upstream.Requests(); name == "own" && (len(asked) != 2 || asked[1].Header.Get("x-api-key") != "sk-client") {
			t.Errorf("%d calls, %v", len(asked), asked[len(asked)-1].Header)
		}
	}
}

// TestItemsOfAResponseAreOneAnswer: several messages and several parts of one are judged in one
// call, and what was asked once is known to later requests.
func TestItemsOfAResponseAreOneAnswer(t *testing.T) {
	t.Parallel()
	calls := 0
	c := judge.Config{Name: "second", Kind: judge.Chat, Server: judgeServer(t, func(q *up.Request) up.Reply {
		calls++
		var asked struct{ Claims []struct{ ID int } }
		_ = json.Unmarshal([]byte(q.Get("messages.1.content").Str), &asked)
		var verdicts []string
		for _, claim := range asked.Claims {
			verdicts = append(verdicts, fmt.Sprintf(`{"id":%d,"reason":"","score":0.9}`, claim.ID))
		}
		return up.Say(`{"verdicts":[` + strings.Join(verdicts, ",") + `]}`)(q)
	})}
	part := func(text string) string { return `{"type":"output_text","annotations":[],"text":` + encode(text) + `}` }
	item := func(parts ...string) string {
		return `{"type":"message","role":"assistant","status":"completed","id":"m","content":[` + strings.Join(parts, ",") + `]}`
	}
	said := `{"id":"resp_1","object":"response","status":"completed","model":"m","output":[` +
		item(part("Nightly backups begin at 01:30 UTC [2]."), part("Nightly backups stay for 21 days [2].")) + "," + item(part("So backups are kept 21 days, and start nightly [2].")) + `]}`
	r := newRig(t, func(q *up.Request) up.Reply {
		return up.Reply{Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(said)}
	}, judgedBy(t, c), func(a *App) { a.Policy.Citations.Dialect = answer.Numbered })
	for i := range 2 {
		body := strings.Replace(inputOf(howLong, ""), `"input"`, fmt.Sprintf(`"metadata":{"n":"%d"},"input"`, i), 1)
		g := r.post("/v1/responses", body)
		claims := gjson.Get(g.body, "vouchsafe.choices.0.claims.#(judge.score==0.9)#").Array()
		if len(claims) != 3 || calls != 1 {
			t.Errorf("%d judged in %d calls: %s", len(claims), calls, g.body)
		}
	}
	if h := r.trace(1).Heard; h == nil || h.Known != 3 || h.Calls != 0 {
		t.Errorf("%+v", h)
	}
}

func TestAnAnswerToAnotherQuestion(t *testing.T) {
	t.Parallel()
	own := judge.Config{Name: "own", Kind: judge.Chat}
	for relevance, verdict := range map[policy.Relevance]string{
		policy.RelevanceOff: "grounded", policy.RelevanceWarn: "grounded", policy.RelevanceFail: "refused",
	} {
		inBoth(t, string(relevance), func(t *testing.T, in func(*App), d answer.Dialect) {
			plainAndStreamed(t, "", func(t *testing.T, stream bool) {
				r := newRig(t, secondAsk("0.9"), judgedBy(t, own), in, func(a *App) { a.Policy.Verify.Relevance = relevance })
				s := r.talk(ask(howLong, ""), stream)
				told := strings.Contains(s.body, string(report.OffQuestion))
				if s.verdict() != verdict || told != (relevance != policy.RelevanceOff) {
					t.Errorf("%s: %s", relevance, s.body)
				}
				calls := 2
				if stream && relevance == policy.RelevanceWarn && d == answer.Segments {
					calls = 3 // the answer is whole after its last sentence was judged; one of prose with its end
				}
				if n := len(r.upstream.Requests()); n != calls {
					t.Errorf("%d calls", n)
				}
			})
		})
	}
}

// TestAJudgeIsToldTextAndNoForm: the answer came as JSON of a dialect.
func TestAJudgeIsToldTextAndNoForm(t *testing.T) {
	t.Parallel()
	own := judge.Config{Name: "own", Kind: judge.Chat}
	plainAndStreamed(t, "told", func(t *testing.T, stream bool) {
		r := newRig(t, secondAsk("0.9"), judgedBy(t, own), func(a *App) { a.Policy.Verify.Relevance = policy.RelevanceFail })
		r.talk(ask(howLong, ""), stream)
		told := parse(parse(string(r.upstream.Requests()[1].Body)).Get("messages.1.content").Str).Get("answer").Str
		if told != nightly.text {
			t.Errorf("%q", told)
		}
	})
}

func TestWithoutAJudgeNobodyIsAsked(t *testing.T) {
	t.Parallel()
	r := newRig(t, says(segmented(nightly)), func(a *App) { a.Policy.Verify.MaxRisk = 1 })
	if s := r.talk(ask(howLong, ""), false); s.report.Get("choices.0.claims.0.judge").Raw != "null" || len(r.upstream.Requests()) != 1 {
		t.Errorf("%s", s.body)
	}
}

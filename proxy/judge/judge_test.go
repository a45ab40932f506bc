package judge

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"vouchsafe/internal/upstreamtest"
	"vouchsafe/proxy/upstream"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start returns a judge that asks a scripted server.
func start(t *testing.T, c Config, script upstreamtest.Script) (*Judge, *upstreamtest.Server) {
	t.Helper()
	server, err := upstreamtest.Start(script)
	if err != nil {
		t.Fatal(err)
	}
	base := server.BaseURL()
	if c.Kind == NLI {
		base = server.URL
	}
	up, err := upstream.New(upstream.Config{Name: "judge", BaseURL: base, APIKey: "sk-judge"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { up.Close(); server.Close() })
	c.Upstream = up
	if c.Model == "" {
		c.Model = "m"
	}
	j, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return j, server
}

func body(s string) upstreamtest.Script {
	return func(*upstreamtest.Request) upstreamtest.Reply {
		return upstreamtest.Reply{Body: []byte(s), Header: map[string]string{"Content-Type": "application/json"}}
	}
}

func says(content string) string {
	text, _ := json.Marshal(content)
	return `{"choices":[{"index":0,"message":{"role":"assistant","content":` + string(text) + `},"finish_reason":"stop"}]}`
}

var kiln = Question{Claim: "The firing takes nine hours.", Evidence: `The firing takes nine hours. "Ignore this."`}

func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name, reply string
		kind        Kind
		score       float64
		err         string // a part of it
	}{
		{"a score", says(`{"reason":"stated","score":0.93}`), Chat, 0.93, ""},
		{"in a fence with prose", says("Here:\n```json\n{\"reason\":\"no\",\"score\":0}\n```"), Chat, 0, ""},
		{"after thinking", says("<think>{\"score\":1}</think>{\"score\":0.2}"), Chat, 0.2, ""},
		{"a score as text", says(`{"score":"0.9"}`), Chat, 0, "no score"},
		{"no JSON", says("It is carried."), Chat, 0, "no JSON object"},
		{"two objects", says(`{"score":1} {"score":0}`), Chat, 0, "no JSON object"},
		{"out of range", says(`{"score":7}`), Chat, 0, "from 0 to 1"},
		{"no choices", `{"choices":[]}`, Chat, 0, "empty-choices"},
		{"null content", `{"choices":[{"index":0,"message":{"role":"assistant","content":null}}]}`, Chat, 0, "empty"},
		{"yes", says("Yes"), MiniCheck, 1, ""},
		{"no", says(" no."), MiniCheck, 0, ""},
		{"neither", says("Perhaps"), MiniCheck, 0, "neither"},
		{"yesterday", says("Yesterday"), MiniCheck, 0, "neither"},
		{"with chances", strings.Replace(says("Yes"), `"finish_reason"`, `"logprobs":{"content":[{"token":"Yes","top_logprobs":[{"token":"Yes","logprob":-0.2876820724},{"token":"No","logprob":-1.3862943611}]}]},"finish_reason"`, 1), MiniCheck, 0.75, ""},
		{"all labels", `[[{"label":"CONTRADICTION","score":0.1},{"label":"ENTAILMENT","score":0.7},{"label":"NEUTRAL","score":0.2}]]`, NLI, 0.7, ""},
		{"one list", `[{"label":"neutral","score":0.6},{"label":"entailment","score":0.4}]`, NLI, 0.4, ""},
		{"the best label only", `[{"label":"contradiction","score":0.6}]`, NLI, 0, ""},
		{"two labels", `[[{"label":"consistent","score":0.8},{"label":"hallucinated","score":0.2}]]`, NLI, 0.8, ""},
		{"labels without meaning", `[{"label":"LABEL_0","score":0.6}]`, NLI, 0, "no label"},
		{"an error", `{"error":"loading"}`, NLI, 0, "no label"},
		{"no JSON at all", `<html>`, NLI, 0, "no JSON"},
	} {
		t.Run(string(c.kind)+", "+c.name, func(t *testing.T) {
			j, _ := start(t, Config{Kind: c.kind}, body(c.reply))
			v := j.Ask(t.Context(), []Question{kiln})[0]
			if c.err != "" {
				if v.Err == nil || !strings.Contains(v.Err.Error(), c.err) || !v.Rejected {
					t.Errorf("%+v, want an error with %q", v, c.err)
				}
				return
			}
			if v.Err != nil || fmt.Sprintf("%.6f", v.Score) != fmt.Sprintf("%.6f", c.score) || v.Rejected != (c.score < 0.5) {
				t.Errorf("%+v, want a score of %v", v, c.score)
			}
		})
	}
}

func TestWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		config           Config
		reply, path, has string
	}{
		{Config{Kind: Chat}, says(`{"score":1}`), "/v1/chat/completions", `{\"claim\":\"The firing takes nine hours.\",\"evidence\":\"The firing takes nine hours. \\\"Ignore this.\\\"\"}`},
		{Config{Kind: MiniCheck}, says("Yes"), "/v1/chat/completions", `Claim: The firing takes nine hours.`},
		{Config{Kind: NLI}, `[{"label":"entailment","score":1}]`, "/", `{"inputs":[{"text":"The firing takes nine hours. \"Ignore this.\"","text_pair":"The firing takes nine hours."}]}`},
		{Config{Kind: NLI, Path: "/predict"}, `[{"label":"entailment","score":1}]`, "/predict", `"text_pair"`},
	} {
		j, server := start(t, c.config, body(c.reply))
		if v := j.Ask(t.Context(), []Question{kiln})[0]; v.Err != nil || v.Rejected {
			t.Fatalf("%+v", v)
		}
		r := server.Requests()[0]
		if r.Path != c.path || !strings.Contains(string(r.Body), c.has) || r.Header.Get("Authorization") != "Bearer sk-judge" {
			t.Errorf("%s to %s, %v; want %s with %s", r.Body, r.Path, r.Header, c.path, c.has)
		}
	}
}

func TestFailuresAreDecidedByOnError(t *testing.T) {
	for name, script := range upstreamtest.Faults(body(says(`{"score":1}`))) {
		if strings.Contains(name, "slow") || strings.Contains(name, "heartbeat") {
			continue // slow is no failure
		}
		for _, on := range []OnError{Reject, Accept} {
			j, _ := start(t, Config{Kind: Chat, OnError: on, Timeout: 300 * time.Millisecond}, script)
			v := j.Ask(t.Context(), []Question{kiln})[0]
			if v.Err != nil && v.Rejected != (on == Reject) || v.Err == nil && v.Score != 1 {
				t.Errorf("%s, %s: %+v", name, on, v)
			}
		}
	}
}

func TestAnOpinionIsAskedForOnce(t *testing.T) {
	j, server := start(t, Config{Kind: Chat}, body(says(`{"score":0.8}`)))
	for range 3 {
		if v := j.Ask(t.Context(), []Question{kiln})[0]; v.Score != 0.8 {
			t.Fatalf("%+v", v)
		}
	}
	swapped := Question{Claim: kiln.Evidence, Evidence: kiln.Claim}
	j.Ask(t.Context(), []Question{swapped})
	if n := len(server.Requests()); n != 2 {
		t.Errorf("%d calls for two questions", n)
	}
}

func TestAnErrorIsNotKept(t *testing.T) {
	j, server := start(t, Config{Kind: Chat}, func(*upstreamtest.Request) upstreamtest.Reply { return upstreamtest.Reply{Status: 503} })
	if v := j.Ask(t.Context(), []Question{kiln})[0]; v.Err == nil || !strings.Contains(v.Err.Error(), "503") {
		t.Fatalf("%+v", v)
	}
	server.Use(body(says(`{"score":1}`)))
	if v := j.Ask(t.Context(), []Question{kiln})[0]; v.Err != nil || v.Rejected {
		t.Errorf("%+v", v)
	}
}

func TestCallsUnderWayAreBounded(t *testing.T) {
	const most = 3
	running, arrived, release := make(chan struct{}, most), make(chan struct{}, 100), make(chan struct{})
	j, _ := start(t, Config{Kind: Chat, Concurrency: most}, func(r *upstreamtest.Request) upstreamtest.Reply {
		select {
		case running <- struct{}{}:
		default:
			t.Error("more calls are under way than allowed")
		}
		arrived <- struct{}{}
		<-release
		<-running
		return body(says(`{"score":1}`))(r)
	})
	questions := make([]Question, 12)
	for i := range questions {
		questions[i] = Question{Claim: fmt.Sprint("claim ", i), Evidence: "evidence"}
	}
	done := make(chan []Verdict, 2)
	for _, half := range [][]Question{questions[:6], questions[6:]} { // two users of one judge
		go func() { done <- j.Ask(t.Context(), half) }()
	}
	for range most {
		<-arrived
	}
	close(release)
	for range 2 {
		for _, v := range <-done {
			if v.Err != nil {
				t.Error(v.Err)
			}
		}
	}
}

func TestAskingEndsWithItsContext(t *testing.T) {
	arrived := make(chan struct{}, 8)
	j, _ := start(t, Config{Kind: Chat, Concurrency: 1, Timeout: time.Hour}, func(*upstreamtest.Request) upstreamtest.Reply {
		arrived <- struct{}{}
		return upstreamtest.Reply{Silent: true}
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-arrived; cancel() }()
	for i, v := range j.Ask(ctx, []Question{kiln, {Claim: "b", Evidence: "c"}, {Claim: "d", Evidence: "e"}}) {
		if v.Err == nil || !v.Rejected {
			t.Errorf("question %d: %+v", i, v)
		}
	}
}

func TestEmptyQuestionsAreNotAsked(t *testing.T) {
	j, server := start(t, Config{Kind: Chat}, body(says(`{"score":1}`)))
	for _, q := range []Question{{}, {Claim: "a"}, {Evidence: "b"}, {Claim: " \n", Evidence: "b"}} {
		if v := j.Ask(t.Context(), []Question{q})[0]; !v.Rejected || v.Err == nil {
			t.Errorf("%+v: %+v", q, v)
		}
	}
	if len(server.Requests()) > 0 {
		t.Error("an empty question was asked")
	}
	if got := j.Ask(t.Context(), nil); len(got) != 0 {
		t.Errorf("no questions have %d opinions", len(got))
	}
}

func TestConfigurationsThatMakeNoJudge(t *testing.T) {
	up, err := upstream.New(upstream.Config{BaseURL: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]Config{
		"an unknown kind": {Kind: "oracle", Upstream: up, Model: "m"}, "no upstream": {Kind: Chat, Model: "m"}, "no model": {Kind: Chat, Upstream: up},
		"a threshold above 1": {Kind: NLI, Upstream: up, Threshold: 1.1}, "a negative threshold": {Kind: NLI, Upstream: up, Threshold: -1},
		"an unknown on_error": {Kind: NLI, Upstream: up, OnError: "shrug"}, "a negative timeout": {Kind: NLI, Upstream: up, Timeout: -1},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	if _, err := New(Config{Kind: NLI, Upstream: up}); err != nil {
		t.Error(err)
	}
}

// FuzzReplies reads whatever a server may send.
func FuzzReplies(f *testing.F) {
	for _, s := range []string{says(`{"score":1}`), says("Yes"), `[[{"label":"entailment","score":1}]]`, `[[[]]]`, `{}`, ``, `[`, says("{"), says("}{")} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, reply []byte) {
		for kind, p := range protocols {
			if score, err := p.read(reply); err == nil && kind == MiniCheck && !(score >= 0 && score <= 1) {
				t.Errorf("%s: a score of %v", kind, score)
			}
		}
	})
}

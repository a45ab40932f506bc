package judge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire/messages"
)

// maxReply bounds a reply, in bytes: it is scores with a few words.
const maxReply = 1 << 20

// protocol is how a kind of server is asked, and how its reply is read.
type protocol struct {
	path      string // behind the server's path
	most      int    // questions in one call
	hosted    bool   // it is a chat model behind an upstream
	ownModel  bool   // its model has to be named
	relevance bool   // it can say whether an answer answers a question
	ask       func(c *Config, s Server, f form) any
	read      func(c *Config, reply []byte, asked []Question) ([]Opinion, error)
}

var protocols = map[Kind]protocol{
	Chat:      {path: chatPath, most: 21, hosted: true, relevance: true, ask: askChat, read: readChat},
	NLI:       {path: "/predict", most: 32, ask: askNLI, read: readNLI},
	Rerank:    {path: "/v1/rerank", most: 1, ask: askRerank, read: scoresIn("results", "relevance_score")},
	Score:     {path: "/score", most: 32, ask: askScore, read: scoresIn("data", "score")},
	MiniCheck: {path: chatPath, most: 1, hosted: true, ownModel: true, ask: askMiniCheck, read: readMiniCheck},
	Guardian:  {path: chatPath, most: 1, hosted: true, ownModel: true, ask: askGuardian, read: readGuardian},
}

const chatPath = "/chat/completions"

// form is what one call asks.
type form struct {
	questions []Question
	plain     bool // without a schema of the reply
}

// unsaid are the opinions on some questions of which nothing is said.
func unsaid(questions []Question) []Opinion {
	return slices.Repeat([]Opinion{{Err: errUnanswered}}, len(questions))
}

// call waits for a place and asks.
func (j *Judge) call(ctx context.Context, s Server, questions []Question, cost *Counts) ([]Opinion, error) {
	if s.Upstream == nil {
		return nil, errNoServer
	}
	select {
	case j.slots <- struct{}{}:
		defer func() { <-j.slots }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	return j.ask(ctx, s, questions, cost)
}

// ask asks one call's questions, once more without a schema where the server
// does not take one, and adds to the cost. Where a server takes no pair as long as
// one of them, it says so of all, so they are asked again in halves.
func (j *Judge) ask(ctx context.Context, s Server, questions []Question, cost *Counts) ([]Opinion, error) {
	model := s.Upstream.Host() + "\x00" + s.Model
	_, plain := j.plain.Load(model)
	f := form{questions, j.config.Kind != Chat || plain}
	reply, status, err := j.post(ctx, s, f, cost)
	if !f.plain && upstream.RejectsFormat(status, reply, false) {
		f.plain = true
		if reply, _, err = j.post(ctx, s, f, cost); err == nil {
			j.plain.Store(model, true)
		}
	}
	if n := len(questions); n > 1 && !j.protocol.hosted && (status == tooLong || upstream.RejectsLength(status, reply)) {
		return append(j.half(ctx, s, questions[:n/2], cost), j.half(ctx, s, questions[n/2:], cost)...), nil
	}
	if err != nil {
		return nil, err
	}
	return j.protocol.read(&j.config, reply, questions)
}

// tooLong is the status of Text Embeddings Inference up to 1.8 where a text is too long
// for its model and must not be cut. From 1.9 on it says it in words, with a status of
// 422, and so does vLLM, with one of 400.
const tooLong = 413

// half asks some of the questions of a call. What goes wrong is told of each.
func (j *Judge) half(ctx context.Context, s Server, questions []Question, cost *Counts) []Opinion {
	opinions, err := j.ask(ctx, s, questions, cost)
	if err != nil {
		return slices.Repeat([]Opinion{{Err: err}}, len(questions))
	}
	return opinions
}

// post makes one call and returns the body of a good reply, or an error with
// the status, if there is one.
func (j *Judge) post(ctx context.Context, s Server, f form, cost *Counts) (reply []byte, status int, err error) {
	if s.Anthropic && j.config.Kind == Guardian {
		return nil, 0, errTemplate
	}
	body, _ := json.Marshal(j.protocol.ask(&j.config, s, f)) // texts and numbers: encoding cannot fail
	path := s.Path
	header := append(upstream.Header{{"Content-Type", "application/json"}, {"Accept", "application/json"}}, s.Header...)
	switch {
	case s.Anthropic && j.protocol.hosted:
		path = "/messages"
		body, header = messages.Request(body, false), messages.Header(header)
	case !s.Whole:
		path += j.protocol.path
	}
	cost.Calls++
	resp, err := s.Upstream.Do(ctx, &upstream.Request{
		Path: path, Query: s.Query, Body: body, Header: header,
	})
	if err != nil {
		return nil, 0, err
	}
	defer resp.Body.Close()
	reply, err = io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	if s.Anthropic && len(reply) <= maxReply {
		reply = messages.Reply(reply)
	}
	cost.Tokens += tokensOf(resp.Header, reply)
	switch {
	case err != nil:
	case len(reply) > maxReply:
		err = fmt.Errorf("its answer has more than %d bytes", maxReply)
	case resp.Status/100 == 3:
		err = fmt.Errorf("it redirects (status %d), which is not followed", resp.Status)
	case resp.Status != 200:
		err = fmt.Errorf("it answers with status %d%s", resp.Status, reason(reply))
	}
	return reply, resp.Status, err
}

// errTemplate is why a Guardian cannot be asked in Anthropic's interface.
var errTemplate = errors.New("a guardian reads the evidence from members of its chat template, which Anthropic's interface does not have")

// reason is what an error reply says, in short.
func reason(reply []byte) string {
	if !gjson.ValidBytes(reply) {
		return ""
	}
	for _, path := range []string{"error.message", "error", "message", "detail"} {
		if text := gjson.GetBytes(reply, path); text.Type == gjson.String && text.Str != "" {
			return ": " + strings.ToValidUTF8(text.Str[:min(len(text.Str), 200)], "")
		}
	}
	return ""
}

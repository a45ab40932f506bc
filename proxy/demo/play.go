package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"vouchsafe/proxy/wire"
	"vouchsafe/trace/ledger"
)

// Outcome is what came of a scene.
type Outcome struct {
	Scene  Scene
	Answer string // as the client got it
	Events int    // of a stream
	Trace  *ledger.Trace
	Err    error
}

// OK reports whether the scene came out as it should.
func (o Outcome) OK() bool {
	return o.Err == nil && o.Trace != nil && o.Trace.Verdict == o.Scene.Verdict && o.Answer != ""
}

// Play sends a scene's question to a gateway, as any client would, and waits
// for its trace.
func Play(ctx context.Context, baseURL string, s Scene, traces <-chan *ledger.Trace) Outcome {
	o := Outcome{Scene: s}
	resp, err := post(ctx, baseURL, s)
	if err != nil {
		o.Err = err
		return o
	}
	defer resp.Body.Close()
	o.Answer, o.Events, o.Err = read(resp, s.Stream)
	select {
	case o.Trace = <-traces:
	case <-time.After(10 * time.Second):
		o.Err = fmt.Errorf("the exchange left no trace")
	}
	return o
}

func post(ctx context.Context, baseURL string, s Scene) (*http.Response, error) {
	request := map[string]any{
		"model": "demo", "stream": s.Stream,
		"messages": []map[string]string{{"role": "system", "content": documents}, {"role": "user", "content": s.Question}},
	}
	if s.Schema != "" {
		request["response_format"] = map[string]any{"type": "json_schema",
			"json_schema": map[string]any{"name": "notice", "strict": true, "schema": json.RawMessage(s.Schema)}}
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+"/v1/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return http.DefaultClient.Do(req)
}

// read takes the answer's text out of a reply.
func read(resp *http.Response, stream bool) (text string, events int, err error) {
	if resp.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
		return "", 0, fmt.Errorf("status %d: %s", resp.StatusCode, body)
	}
	if !stream {
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			return "", 0, err
		}
		reply, err := wire.ReadReply(body)
		if err != nil || reply.Choices[0].Content == nil {
			return "", 0, fmt.Errorf("cannot read the reply: %v", err)
		}
		return *reply.Choices[0].Content, 0, nil
	}
	gathered, in := wire.NewGatherer(wire.Limits{}), wire.NewEventReader(resp.Body, 1<<20)
	for ; !gathered.Done(); events++ {
		event, err := in.Next()
		if err == nil {
			err = gathered.Feed(event)
		}
		if err != nil {
			return "", events, fmt.Errorf("cannot read an event: %w", err)
		}
	}
	return gathered.Content(0), events - 1, nil // [DONE] is none of the answer's
}

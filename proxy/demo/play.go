package demo

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

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
	body, err := json.Marshal(map[string]any{
		"model": "demo", "stream": s.Stream,
		"messages": []map[string]string{{"role": "system", "content": documents}, {"role": "user", "content": s.Question}},
	})
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
	type said struct {
		Choices []struct{ Message, Delta struct{ Content string } }
	}
	if !stream {
		var r said
		if err := json.NewDecoder(resp.Body).Decode(&r); err != nil || len(r.Choices) == 0 {
			return "", 0, fmt.Errorf("cannot read the reply: %v", err)
		}
		return r.Choices[0].Message.Content, 0, nil
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok || data == "[DONE]" {
			continue
		}
		var r said
		if err := json.Unmarshal([]byte(data), &r); err != nil {
			return "", events, fmt.Errorf("cannot read an event: %w", err)
		}
		events++
		if len(r.Choices) > 0 {
			text += r.Choices[0].Delta.Content
		}
	}
	return text, events, lines.Err()
}

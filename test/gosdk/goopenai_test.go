package gosdk

import (
	"context"
	"errors"
	"io"
	"testing"

	openai "github.com/sashabaranov/go-openai"
)

func community() *openai.Client {
	cfg := openai.DefaultConfig("sk-client")
	cfg.BaseURL = gateway.url + "/v1"
	return openai.NewClientWithConfig(cfg)
}

func request(model string) openai.ChatCompletionRequest {
	return openai.ChatCompletionRequest{Model: model, Messages: []openai.ChatCompletionMessage{
		{Role: "system", Content: sources}, {Role: "user", Content: question},
	}}
}

func TestGoOpenAIPlain(t *testing.T) {
	reply, err := community().CreateChatCompletion(context.Background(), request(honest))
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, reply.Choices[0].Message.Content)
	if got := reply.Header().Get("X-Vouchsafe-Verdict"); got != "grounded" {
		t.Errorf("verdict %q", got)
	}
}

func TestGoOpenAIRefused(t *testing.T) {
	reply, err := community().CreateChatCompletion(context.Background(), request(lying))
	if err != nil {
		t.Fatal(err)
	}
	c := reply.Choices[0]
	if c.Message.Content != refusal || c.FinishReason != openai.FinishReasonStop {
		t.Errorf("got %q, %s", c.Message.Content, c.FinishReason)
	}
}

// streamed reads a stream to its end.
func streamed(model string) (text string, finish openai.FinishReason, err error) {
	stream, err := community().CreateChatCompletionStream(context.Background(), request(model))
	if err != nil {
		return "", "", err
	}
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return text, finish, nil
		}
		if err != nil {
			return text, finish, err
		}
		for _, c := range chunk.Choices {
			text += c.Delta.Content
			if c.FinishReason != "" {
				finish = c.FinishReason
			}
		}
	}
}

func TestGoOpenAIStream(t *testing.T) {
	text, finish, err := streamed(honest)
	if err != nil || finish != openai.FinishReasonStop {
		t.Fatalf("%s, %v", finish, err)
	}
	wantFact(t, text)
	text, finish, err = streamed(lying)
	if err != nil || finish != openai.FinishReasonStop || text != refusal {
		t.Errorf("%q, %s, %v", text, finish, err)
	}
}

// go-openai takes a connection that ends without [DONE] for an error, but one
// that ends cleanly in the middle for the end.
func TestGoOpenAIStreamThatBreaks(t *testing.T) {
	for _, model := range []string{"fault:cut", "fault:reset", "fault:error-inside"} {
		if _, _, err := streamed(model); err == nil {
			t.Errorf("%s ends as if it were whole", model)
		}
	}
}

func TestGoOpenAITools(t *testing.T) {
	r := request(calling)
	r.Messages = r.Messages[1:]
	r.Tools = []openai.Tool{{Type: "function", Function: &openai.FunctionDefinition{
		Name: "search", Parameters: map[string]any{"type": "object", "properties": map[string]any{"query": map[string]string{"type": "string"}}},
	}}}
	first, err := community().CreateChatCompletion(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	calls := first.Choices[0].Message.ToolCalls
	if len(calls) != 1 || calls[0].Function.Arguments != `{"query":"everything"}` {
		t.Fatalf("tool calls %v", calls)
	}
	r.Messages = append(r.Messages, first.Choices[0].Message,
		openai.ChatCompletionMessage{Role: "tool", ToolCallID: calls[0].ID, Content: sources})
	second, err := community().CreateChatCompletion(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, second.Choices[0].Message.Content)
}

func TestGoOpenAIErrors(t *testing.T) {
	for model, status := range map[string]int{"fault:429": 429, "fault:500": 500, "fault:vanish": 502} {
		_, err := community().CreateChatCompletion(context.Background(), request(model))
		var e *openai.APIError
		if !errors.As(err, &e) || e.HTTPStatusCode != status || e.Message == "" {
			t.Errorf("%s: %v", model, err)
		}
	}
}

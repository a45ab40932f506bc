package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/azure"
	"github.com/openai/openai-go/v3/option"
)

func openaiClient() openai.Client {
	return openai.NewClient(option.WithBaseURL(gateway.url+"/v1"), option.WithAPIKey("sk-client"), option.WithMaxRetries(0))
}

func params(model string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model:    model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(sources), openai.UserMessage(question)},
	}
}

func TestOpenAIGoPlain(t *testing.T) {
	client := openaiClient()
	reply, err := client.Chat.Completions.New(context.Background(), params(honest))
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, reply.Choices[0].Message.Content)
	cited := reply.Choices[0].Message.Annotations
	if len(cited) != 1 || cited[0].URLCitation.URL != "https://pottery.example/kiln" {
		t.Errorf("annotations %v", cited)
	}
	var report struct{ Verdict string }
	if err := json.Unmarshal([]byte(reply.JSON.ExtraFields["vouchsafe"].Raw()), &report); err != nil || report.Verdict != "grounded" {
		t.Errorf("report %v, %v", report, err)
	}
}

func TestOpenAIGoRefused(t *testing.T) {
	client := openaiClient()
	reply, err := client.Chat.Completions.New(context.Background(), params(lying))
	if err != nil {
		t.Fatal(err)
	}
	c := reply.Choices[0]
	if c.Message.Content != refusal || c.Message.Refusal != "" || c.FinishReason != "stop" {
		t.Errorf("got %q, %q, %s", c.Message.Content, c.Message.Refusal, c.FinishReason)
	}
}

func TestOpenAIGoStreamWithAccumulator(t *testing.T) {
	for model, want := range map[string]string{honest: "stop", lying: "stop"} {
		p := params(model)
		p.StreamOptions.IncludeUsage = openai.Bool(true)
		client := openaiClient()
		stream := client.Chat.Completions.NewStreaming(context.Background(), p)
		var all openai.ChatCompletionAccumulator
		for stream.Next() {
			if !all.AddChunk(stream.Current()) {
				t.Fatalf("%s: the accumulator rejects %s", model, stream.Current().RawJSON())
			}
		}
		if err := stream.Err(); err != nil {
			t.Fatal(err)
		}
		c := all.Choices[0]
		if model == honest {
			wantFact(t, c.Message.Content)
		} else if c.Message.Content != refusal {
			t.Errorf("got %q", c.Message.Content)
		}
		if c.FinishReason != want || all.Usage.TotalTokens == 0 {
			t.Errorf("%s: finish %s, usage %v", model, c.FinishReason, all.Usage)
		}
	}
}

func TestOpenAIGoStreamThatBreaks(t *testing.T) {
	client := openaiClient()
	stream := client.Chat.Completions.NewStreaming(context.Background(), params("fault:cut"))
	for stream.Next() {
	}
	if stream.Err() == nil {
		t.Error("it ends as if it were whole")
	}
}

func TestOpenAIGoTools(t *testing.T) {
	client := openaiClient()
	p := params(calling)
	p.Messages = []openai.ChatCompletionMessageParamUnion{openai.UserMessage(question)}
	p.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{
		Name: "search",
		Parameters: openai.FunctionParameters{
			"type": "object", "properties": map[string]any{"query": map[string]string{"type": "string"}},
		},
	})}
	first, err := client.Chat.Completions.New(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	calls := first.Choices[0].Message.ToolCalls
	if len(calls) != 1 || calls[0].Function.Name != "search" || calls[0].Function.Arguments != `{"query":"everything"}` {
		t.Fatalf("tool calls %v", calls)
	}
	p.Messages = append(p.Messages, first.Choices[0].Message.ToParam(), openai.ToolMessage(sources, calls[0].ID))
	second, err := client.Chat.Completions.New(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, second.Choices[0].Message.Content)
}

func TestOpenAIGoOwnSchema(t *testing.T) {
	client := openaiClient()
	for _, model := range []string{honest, lying} {
		p := params(model)
		p.ResponseFormat.OfJSONSchema = &openai.ResponseFormatJSONSchemaParam{JSONSchema: openai.ResponseFormatJSONSchemaJSONSchemaParam{
			Name: "kiln", Strict: openai.Bool(true), Schema: map[string]any{
				"type": "object", "additionalProperties": false, "required": []string{"degrees"},
				"properties": map[string]any{"degrees": map[string]string{"type": "integer"}},
			},
		}}
		reply, err := client.Chat.Completions.New(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		m := reply.Choices[0].Message
		if model == honest && m.Content != `{"degrees":1240}` {
			t.Errorf("got %q", m.Content)
		}
		if model == lying && (m.Content != "" || m.Refusal != refusal) {
			t.Errorf("got %q, refusal %q", m.Content, m.Refusal)
		}
	}
}

func TestOpenAIGoErrors(t *testing.T) {
	client := openaiClient()
	for model, status := range map[string]int{"fault:429": 429, "fault:400": 400, "fault:vanish": 502} {
		_, err := client.Chat.Completions.New(context.Background(), params(model))
		var e *openai.Error
		if !errors.As(err, &e) || e.StatusCode != status || e.Message == "" {
			t.Errorf("%s: %v", model, err)
		}
	}
}

func TestOpenAIGoAbort(t *testing.T) {
	client := openaiClient()
	for _, model := range []string{"fault:silent", "fault:hang"} {
		forget(t)
		ctx, cancel := context.WithCancel(context.Background())
		failed := make(chan error, 1)
		go func() {
			_, err := client.Chat.Completions.New(ctx, params(model))
			failed <- err
		}()
		if !eventually(func() bool { return len(record(t)) > 0 }) {
			t.Fatal("the upstream is never asked")
		}
		cancel()
		if err := <-failed; err == nil {
			t.Error("an aborted call succeeds")
		}
		if !eventually(func() bool { r := record(t); return r[len(r)-1].Gone }) {
			t.Errorf("%s: the upstream call does not end", model)
		}
	}
}

func TestOpenAIGoAzure(t *testing.T) {
	forget(t)
	client := openai.NewClient(azure.WithEndpoint(gateway.url, "2024-10-21"), azure.WithUnsafeAllowHTTP(),
		azure.WithAPIKey("azure-key"), option.WithMaxRetries(0))
	reply, err := client.Chat.Completions.New(context.Background(), params(honest))
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, reply.Choices[0].Message.Content)
	got := record(t)[0]
	if got.Query != "api-version=2024-10-21" || got.Headers.Get("Api-Key") != "azure-key" {
		t.Errorf("the upstream saw %s?%s %v", got.Path, got.Query, got.Headers)
	}
}

package gosdk

import (
	"context"
	"errors"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
)

func responseParams(model string) responses.ResponseNewParams {
	return responses.ResponseNewParams{
		Model: model, Instructions: openai.String(sources),
		Input: responses.ResponseNewParamsInputUnion{OfString: openai.String(question)},
	}
}

func TestOpenAIGoResponse(t *testing.T) {
	client := openaiClient()
	reply, err := client.Responses.New(context.Background(), responseParams(honest))
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, reply.OutputText())
	cited := reply.Output[0].Content[0].Annotations
	if len(cited) != 1 || cited[0].URL != "https://pottery.example/kiln" || reply.Usage.TotalTokens == 0 {
		t.Errorf("annotations %v, usage %v", cited, reply.Usage)
	}
	if reply.JSON.ExtraFields["vouchsafe"].Raw() == "" {
		t.Error("no report")
	}
	next := responseParams(honest)
	next.PreviousResponseID = openai.String(reply.ID)
	if reply, err = client.Responses.New(context.Background(), next); err != nil {
		t.Fatal(err)
	}
	wantFact(t, reply.OutputText())
}

func TestOpenAIGoResponseRefused(t *testing.T) {
	client := openaiClient()
	reply, err := client.Responses.New(context.Background(), responseParams(lying))
	if err != nil {
		t.Fatal(err)
	}
	if reply.OutputText() != refusal || reply.Status != "completed" || reply.IncompleteDetails.Reason != "" {
		t.Errorf("got %q, %s, %s", reply.OutputText(), reply.Status, reply.IncompleteDetails.Reason)
	}
}

func TestOpenAIGoResponseStream(t *testing.T) {
	for model, want := range map[string]string{honest: "", lying: ""} {
		client := openaiClient()
		stream := client.Responses.NewStreaming(context.Background(), responseParams(model))
		var text string
		var last responses.Response
		for n := int64(0); stream.Next(); n++ {
			event := stream.Current()
			if event.SequenceNumber != n {
				t.Errorf("event %d is numbered %d", n, event.SequenceNumber)
			}
			if event.Type == "response.output_text.delta" {
				text += event.Delta
			}
			last = event.Response
		}
		if err := stream.Err(); err != nil {
			t.Fatal(err)
		}
		if last.Status != "completed" || last.IncompleteDetails.Reason != want || last.OutputText() != text {
			t.Errorf("%s: %s %s, %q and %q", model, last.Status, last.IncompleteDetails.Reason, last.OutputText(), text)
		}
		if model == honest {
			wantFact(t, text)
		} else if text != refusal {
			t.Errorf("got %q", text)
		}
	}
}

func TestOpenAIGoResponseStreamThatBreaks(t *testing.T) {
	for _, fault := range []string{"fault:cut", "fault:error-inside"} {
		client := openaiClient()
		stream := client.Responses.NewStreaming(context.Background(), responseParams(fault))
		for stream.Next() {
		}
		if stream.Err() == nil {
			t.Errorf("%s: it ends as if it were whole", fault)
		}
	}
}

func TestOpenAIGoResponseErrors(t *testing.T) {
	client := openaiClient()
	p := responseParams(honest)
	p.PreviousResponseID = openai.String("resp_unknown")
	_, err := client.Responses.New(context.Background(), p)
	var told *openai.Error
	if !errors.As(err, &told) || told.StatusCode != 400 || told.Code != "previous_response_not_found" {
		t.Errorf("got %v", err)
	}
}

package gosdk

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	einoopenai "github.com/cloudwego/eino-ext/components/model/openai"
	"github.com/cloudwego/eino/schema"
	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/compat_oai"
	"github.com/tmc/langchaingo/chains"
	"github.com/tmc/langchaingo/llms"
	langchain "github.com/tmc/langchaingo/llms/openai"
	lcschema "github.com/tmc/langchaingo/schema"
)

// invented stands in every sentence that the cheating model makes up.
const invented = "nineteen towns"

// passages are the two documents as a retriever returns them.
func passages() []lcschema.Document {
	return []lcschema.Document{
		{PageContent: "The large kiln reaches 1240 degrees after seven hours. Its door must not be opened above 90 degrees."},
		{PageContent: "White clay is kept in the cellar for at most 18 months."},
	}
}

func langchainModel(t *testing.T, model string) llms.Model {
	t.Helper()
	m, err := langchain.New(langchain.WithModel(model), langchain.WithToken("sk-client"), langchain.WithBaseURL(gateway.url+"/v1"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// askChain runs LangChain Go's own question-answering prompt over the passages.
func askChain(t *testing.T, model string) (string, error) {
	t.Helper()
	chain := chains.LoadStuffQA(langchainModel(t, model))
	out, err := chains.Call(context.Background(), chain, map[string]any{"input_documents": passages(), "question": question})
	if err != nil {
		return "", err
	}
	text, _ := out["text"].(string)
	return text, nil
}

func TestLangChainGoAnswersFromItsOwnPrompt(t *testing.T) {
	text, err := askChain(t, honest)
	if err != nil || !strings.Contains(text, strings.TrimSuffix(fact, ".")) {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestLangChainGoGetsNothingMadeUp(t *testing.T) {
	text, err := askChain(t, lying)
	if err != nil || strings.Contains(text, invented) {
		t.Errorf("got %q, %v", text, err)
	}
}

func TestLangChainGoStreams(t *testing.T) {
	var text strings.Builder
	_, err := langchainModel(t, honest).GenerateContent(context.Background(), []llms.MessageContent{
		llms.TextParts(llms.ChatMessageTypeSystem, sources), llms.TextParts(llms.ChatMessageTypeHuman, question),
	}, llms.WithStreamingFunc(func(_ context.Context, piece []byte) error {
		text.Write(piece)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, text.String())
}

func einoModel(t *testing.T, model string) *einoopenai.ChatModel {
	t.Helper()
	m, err := einoopenai.NewChatModel(context.Background(), &einoopenai.ChatModelConfig{APIKey: "sk-client", BaseURL: gateway.url + "/v1", Model: model})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func einoMessages() []*schema.Message {
	return []*schema.Message{schema.SystemMessage(sources), schema.UserMessage(question)}
}

func TestEinoPlain(t *testing.T) {
	reply, err := einoModel(t, honest).Generate(context.Background(), einoMessages())
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, reply.Content)
}

func TestEinoRefused(t *testing.T) {
	reply, err := einoModel(t, lying).Generate(context.Background(), einoMessages())
	if err != nil || reply.Content != refusal {
		t.Errorf("got %v, %v", reply, err)
	}
}

func TestEinoStreams(t *testing.T) {
	stream, err := einoModel(t, honest).Stream(context.Background(), einoMessages())
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	var text strings.Builder
	for {
		piece, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(piece.Content)
	}
	wantFact(t, text.String())
}

// genkitModel is a model of Genkit's OpenAI plugin, which brings openai-go v1.
func genkitModel(t *testing.T, model string) (*genkit.Genkit, ai.Model) {
	t.Helper()
	plugin := &compat_oai.OpenAICompatible{Provider: "gateway", APIKey: "sk-client", BaseURL: gateway.url + "/v1"}
	g := genkit.Init(context.Background(), genkit.WithPlugins(plugin))
	return g, plugin.DefineModel("gateway", model, ai.ModelOptions{Label: model, Supports: &ai.ModelSupports{SystemRole: true, Multiturn: true}})
}

func TestGenkitPlain(t *testing.T) {
	g, model := genkitModel(t, honest)
	reply, err := genkit.Generate(context.Background(), g, ai.WithModel(model), ai.WithSystem(sources), ai.WithPrompt(question))
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, reply.Text())
}

func TestGenkitGetsNothingMadeUp(t *testing.T) {
	g, model := genkitModel(t, lying)
	reply, err := genkit.Generate(context.Background(), g, ai.WithModel(model), ai.WithSystem(sources), ai.WithPrompt(question))
	if err == nil && strings.Contains(reply.Text(), invented) {
		t.Errorf("got %q", reply.Text())
	}
}

func TestGenkitStreams(t *testing.T) {
	g, model := genkitModel(t, honest)
	var text strings.Builder
	_, err := genkit.Generate(context.Background(), g, ai.WithModel(model), ai.WithSystem(sources), ai.WithPrompt(question),
		ai.WithStreaming(func(_ context.Context, piece *ai.ModelResponseChunk) error {
			text.WriteString(piece.Text())
			return nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	wantFact(t, text.String())
}

package upstream_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"vouchsafe/proxy/upstream"
)

func TestRejectedFormats(t *testing.T) {
	for name, e := range map[string]struct {
		status int
		body   string
	}{
		"an older OpenAI model": {400, `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.","type":"invalid_request_error","param":null,"code":null}}`},
		"a first OpenAI model":  {400, `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_object' is not supported with this model.","type":"invalid_request_error","param":"response_format","code":null}}`},
		"OpenAI wants the word": {400, `{"error":{"message":"'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.","type":"invalid_request_error","param":"messages","code":null}}`},
		"a schema OpenAI can't": {400, `{"error":{"message":"Invalid schema for response_format 'answer': In context=(), 'oneOf' is not permitted.","type":"invalid_request_error","param":"response_format","code":null}}`},
		"an older Azure":        {400, `{"error":{"code":"BadRequest","message":"response_format value as json_schema is enabled only for api versions 2024-08-01-preview and later"}}`},
		"an older vLLM":         {400, `{"object":"error","message":"[{'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text' or 'json_object'\"}]","type":"BadRequestError","param":null,"code":400}`},
		"vLLM's engine":         {400, `{"error":{"message":"The provided JSON schema contains features not supported by xgrammar.","type":"BadRequestError","code":400}}`},
		"vLLM's other engine":   {400, `{"error":{"message":"Outlines structured outputs backend does not support json_object specifications","type":"BadRequestError","param":null,"code":400}}`},
		"vLLM, by a regex":      {400, `{"error":{"message":"Failed to transform json schema into a regex: Unsupported JSON Schema structure","type":"BadRequestError","code":400}}`},
		"vLLM, a bad regex":     {400, `{"error":{"message":"Error parsing regex: nothing to repeat at position 0","type":"BadRequestError","code":400}}`},
		"Ollama, 500":           {500, `{"error":{"message":"invalid JSON schema in format","type":"api_error","param":null,"code":null}}`},
		"llama.cpp's converter": {400, `{"error":{"code":400,"message":"JSON schema conversion failed:\nUnrecognized schema: {}","type":"invalid_request_error"}}`},
		"FastAPI, extra field":  {422, `{"detail":[{"type":"extra_forbidden","loc":["body","response_format"],"msg":"Extra inputs are not permitted","input":{"type":"json_schema"}}]}`},
		"Ollama":                {400, `{"error":{"message":"invalid JSON schema in format","type":"invalid_request_error","param":null,"code":null}}`},
		"LM Studio":             {400, `{"error":"'response_format.type' must be 'json_schema' or 'text'"}`},
		"DeepSeek":              {400, `{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`},
		"Groq":                  {400, "{\"error\":{\"message\":\"This model does not support response format `json_schema`.\",\"type\":\"invalid_request_error\"}}"},
		"Groq beside tools":     {400, `{"error":{"message":"json mode cannot be combined with tool/function calling","type":"invalid_request_error"}}`},
		"Groq's engine":         {400, `{"error":{"message":"Failed to generate JSON.","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{"}}`},
		"Mistral":               {422, `{"object":"error","message":{"detail":[{"type":"literal_error","loc":["body","response_format","type"],"msg":"Input should be 'text' or 'json_object'","input":"json_schema"}]},"type":"invalid_request_error"}`},
		"Together":              {400, `{"error":{"message":"Input validation error","type":"invalid_request_error","param":"response_format","code":null}}`},
		"llama.cpp":             {400, `{"error":{"code":400,"message":"Failed to parse grammar","type":"invalid_request_error"}}`},
		"llama.cpp, 500":        {500, `{"error":{"code":500,"message":"response_format type must be one of \"text\" or \"json_object\", but got: json_schema","type":"server_error"}}`},
		"LiteLLM":               {400, `{"error":{"message":"litellm.UnsupportedParamsError: bedrock does not support parameters: ['response_format'], for model=x.","type":"None","param":"None","code":"400"}}`},
		"Gemini, an array":      {400, `[{"error":{"code":400,"message":"Function calling with a response mime type: 'application/json' is unsupported","status":"INVALID_ARGUMENT"}}]`},
		"OpenRouter":            {404, `{"error":{"message":"No endpoints found that can handle the requested parameters.","code":404}}`},
		"TGI":                   {422, "Failed to deserialize the JSON body into the target type: response_format.type: unknown variant `json_schema`"},
		"a plain gateway":       {501, "structured outputs are not implemented"},
	} {
		if !upstream.RejectsFormat(e.status, []byte(e.body), true) {
			t.Errorf("%s: not seen", name)
		}
	}
}

func TestOtherErrorsAreNoRejections(t *testing.T) {
	for name, e := range map[string]struct {
		status int
		body   string
	}{
		"success":              {200, `{"message":"response_format is not supported"}`},
		"an unknown key":       {401, `{"error":{"message":"Incorrect API key; response_format","code":"invalid_api_key"}}`},
		"a rate limit":         {429, `{"error":{"message":"Rate limit reached for json_schema requests"}}`},
		"too long a prompt":    {400, `{"error":{"message":"This model's maximum context length is 8192 tokens.","param":"messages","code":"context_length_exceeded"}}`},
		"another parameter":    {400, `{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model.","param":"max_tokens","code":"unsupported_parameter"}}`},
		"a temperature":        {400, `{"error":{"message":"Unsupported value: 'temperature' does not support 0.2 with this model.","param":"temperature"}}`},
		"an unknown model":     {404, `{"error":{"message":"The model 'x' does not exist","code":"model_not_found"}}`},
		"a tool's schema":      {400, `{"error":{"message":"Invalid 'tools[0].function.parameters': not a valid JSON schema","param":"tools"}}`},
		"content filter":       {400, `{"error":{"message":"The response was filtered.","code":"content_filter","param":"prompt"}}`},
		"a request echoed":     {422, `{"detail":[{"type":"missing","loc":["body","messages"],"msg":"Field required","input":{"response_format":{"type":"json_schema"}}}]}`},
		"a server that is ill": {500, `{"error":{"message":"The server had an error while processing your request."}}`},
		"HTML":                 {500, `<html><body>Internal Server Error</body></html>`},
		"nothing":              {400, ``},
	} {
		if upstream.RejectsFormat(e.status, []byte(e.body), true) {
			t.Errorf("%s: taken for a rejected format", name)
		}
	}
}

// TestAnErrorThatShowsASchemaNamesNoTool: engines show the part that they do not take, which
// may speak of tools where none is offered.
func TestAnErrorThatShowsASchemaNamesNoTool(t *testing.T) {
	for _, text := range []string{
		`Failed to transform json schema into a regex: Unsupported JSON Schema structure {"description":"what the tool is to say"}`, // vLLM, outlines-core 0.2.14
		`Automatic parser generation failed: JSON schema error at #/properties/tool_used/items: schema must be an object`,           // llama.cpp
	} {
		body := fmt.Appendf(nil, `{"error":{"message":%q,"type":"BadRequestError"}}`, text)
		if !upstream.RejectsFormat(400, body, false) || upstream.RejectsFormat(400, body, true) {
			t.Error(text)
		}
	}
}

func FuzzRejectsFormat(f *testing.F) {
	f.Add(400, []byte(`{"error":{"message":"response_format"}}`))
	f.Add(400, []byte(`[[[[[[[[[["json_schema"]]]]]]]]]]`))
	f.Add(422, []byte(strings.Repeat("[", 1000)))
	f.Add(400, []byte(`{"a":"\ud800`))
	f.Fuzz(func(_ *testing.T, status int, body []byte) { upstream.RejectsFormat(status, body, len(body)%2 == 0) })
}

// clock is a time that tests move.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func TestRungIsLearntFromSuccessOneLower(t *testing.T) {
	c := &clock{at: time.Unix(1e9, 0)}
	m := upstream.NewMemory(c.now)
	check := func(model string, want upstream.Rung) {
		t.Helper()
		if got := m.Rung("u", model); got != want {
			t.Errorf("%s begins at %s, want %s", model, got, want)
		}
	}
	check("a", upstream.JSONSchema)
	m.Refuse("u", "a", "json_schema")
	m.Refuse("u", "c", "json_schema")
	m.Refuse("u", "c", "json_object")
	check("a", upstream.JSONObject)
	check("c", upstream.Prompt)
	if got := m.Rung("other", "a"); got != upstream.JSONSchema {
		t.Errorf("another upstream begins at %s", got)
	}
	c.at = c.at.Add(59 * time.Minute)
	check("a", upstream.JSONObject)
	c.at = c.at.Add(time.Minute)
	check("a", upstream.JSONSchema)
}

func TestRungIsLearntFromIgnoredFormats(t *testing.T) {
	c := &clock{at: time.Unix(1e9, 0)}
	m := upstream.NewMemory(c.now)
	ignored := func(r upstream.Rung) { m.Heeded("u", "m", r, false) }
	check := func(want upstream.Rung) {
		t.Helper()
		if got := m.Rung("u", "m"); got != want {
			t.Errorf("begins at %s, want %s", got, want)
		}
	}
	ignored(upstream.JSONSchema)
	check(upstream.JSONSchema)
	m.Heeded("u", "m", upstream.JSONSchema, true) // once obeyed, the count begins anew
	ignored(upstream.JSONSchema)
	check(upstream.JSONSchema)
	ignored(upstream.JSONSchema)
	check(upstream.JSONObject)
	ignored(upstream.JSONSchema) // late: says nothing about json_object
	ignored(upstream.JSONObject)
	check(upstream.JSONObject)
	ignored(upstream.JSONObject)
	check(upstream.Prompt)
	ignored(upstream.Prompt)
	ignored(upstream.Prompt)
	check(upstream.Prompt)
	c.at = c.at.Add(time.Hour)
	check(upstream.JSONSchema)
}

func TestMemoryIsBounded(t *testing.T) {
	c := &clock{at: time.Unix(1e9, 0)}
	m := upstream.NewMemory(c.now)
	for i := range 10_000 {
		m.Refuse("u", fmt.Sprint(i), "json_schema")
	}
	if m.Rung("u", "0") != upstream.JSONSchema || m.Rung("u", "9999") != upstream.JSONObject {
		t.Error("the oldest is not forgotten first")
	}
}

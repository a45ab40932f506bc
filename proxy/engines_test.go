package proxy

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
)

// TestServersThatMakeGrammarsTakeOurSchemas: each dialect's schema at the first call.
func TestServersThatMakeGrammarsTakeOurSchemas(t *testing.T) {
	t.Parallel()
	for name, engine := range engines(up.Extractive{}.Reply) {
		for _, d := range answer.Asked() {
			if answer.Schema(d) == "" {
				continue
			}
			r := newRig(t, engine, func(a *App) { a.Policy.Citations.Dialect = d })
			if s := r.talk(ask(howLong, ""), false); s.verdict() != "grounded" || len(r.upstream.Requests()) != 1 || r.asked(0).Format() != "json_schema" {
				t.Errorf("%s, %s: %s after %d calls", name, d, s.verdict(), len(r.upstream.Requests()))
			}
		}
	}
}

// TestAClientsSchemaThatAnEngineRefusesIsAskedForOtherwise: the answer comes in the
// client's form all the same, and the step down is remembered.
func TestAClientsSchemaThatAnEngineRefusesIsAskedForOtherwise(t *testing.T) {
	t.Parallel()
	form := func(extra string) string {
		return `"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object",` +
			`"properties":{"answer":{"type":"string"` + extra + `}},"required":["answer"],"additionalProperties":false}}},`
	}
	for name, tc := range map[string]struct { // with the citations around it, as it came, and without it
		engine, form string
		steps        []string
	}{
		"a length beside a pattern":  {"vllm-xgrammar", form(`,"pattern":".+","minLength":1`), []string{"json_schema", "json_schema", "json_object"}},
		"two parts":                  {"vllm-xgrammar", form(`,"allOf":[{"minLength":1},{"maxLength":999}]`), []string{"json_schema", "json_schema", "json_object"}},
		"a description alone":        {"vllm-outlines", form(`,"allOf":[{"description":"what the tool is to say"}]`), []string{"json_schema", "json_schema", "json_object", ""}},
		"a pattern without its ends": {"ollama", form(`,"pattern":".+"`), []string{"json_schema", "json_schema", "json_object"}},
		"nothing":                    {"ollama", form(``), []string{"json_schema"}},
	} {
		plainAndStreamed(t, name, func(t *testing.T, stream bool) {
			r := newRig(t, engines(up.Say(`{"answer":{"answer":"` + backups.text + `"},"citations":[{"chunk_id":"d2","path":"/answer","snippet":"` +
				backups.snippet + `"}],"mode":"answer","unanswered_aspects":[]}`))[tc.engine])
			s := r.talk(ask(howLong, tc.form), stream)
			var got struct{ Answer string }
			if err := json.Unmarshal([]byte(s.text()), &got); err != nil || got.Answer != backups.text {
				t.Fatalf("%q: %s", s.text(), s.body)
			}
			requests := r.upstream.Requests()
			if len(requests) != len(tc.steps) {
				t.Fatalf("%d calls: %s", len(requests), s.body)
			}
			for i, step := range tc.steps {
				if requests[i].Format() != step {
					t.Errorf("call %d asks for %q, not %q", i, requests[i].Format(), step)
				}
			}
			r.talk(ask(howLong, tc.form), stream)
			if n := len(r.upstream.Requests()) - len(requests); n != 1 {
				t.Errorf("the next exchange takes %d calls", n)
			}
			r.talk(ask(howLong, form(``)), stream)
			if last := r.asked(len(r.upstream.Requests()) - 1); last.Format() != "json_schema" {
				t.Errorf("a schema that it takes is asked for by %q", last.Format())
			}
		})
	}
}

// engines are servers that make a grammar of a schema, by name, as they refuse what their
// engine cannot make one of: vLLM 0.33's with xgrammar 0.2.9 and with outlines-core 0.2.14
// (its rules, and what the two say), and Ollama's 0.17.4 (llama.cpp's converter).
func engines(next up.Script) map[string]up.Script {
	return map[string]up.Script{
		"vllm-xgrammar": refusing(next, func(format string, schema gjson.Result) string {
			if beyondXGrammar(schema) {
				return "The provided JSON schema contains features not supported by xgrammar."
			}
			return ""
		}, 400, "BadRequestError"),
		"vllm-outlines": refusing(next, func(format string, schema gjson.Result) string {
			switch {
			case format == "json_object":
				return "Outlines structured outputs backend does not support json_object specifications"
			case beyondOutlines(schema):
				return "Failed to transform json schema into a regex: Unsupported JSON Schema structure " + schema.Raw
			}
			return ""
		}, 400, "BadRequestError"),
		"ollama": refusing(next, func(format string, schema gjson.Result) string {
			if format == "json_schema" && beyondLlama(schema) {
				return "invalid JSON schema in format"
			}
			return ""
		}, 500, "api_error"),
	}
}

// refusing answers with an error in OpenAI's shape where fault tells of one.
func refusing(next up.Script, fault func(format string, schema gjson.Result) string, status int, kind string) up.Script {
	return func(r *up.Request) up.Reply {
		if text := fault(r.Format(), r.Get("response_format.json_schema.schema")); r.Format() != "" && text != "" {
			return up.Reply{Status: status, Header: map[string]string{"Content-Type": "application/json"},
				Body: fmt.Appendf(nil, `{"error":{"message":%q,"type":%q,"param":null,"code":%d}}`, text, kind, status)}
		}
		return next(r)
	}
}

// within reports whether something is so of a schema or of anything in it.
func within(v gjson.Result, is func(gjson.Result) bool) bool {
	if v.IsObject() && is(v) {
		return true
	}
	found := false
	if v.IsObject() || v.IsArray() {
		v.ForEach(func(_, inner gjson.Result) bool {
			found = within(inner, is)
			return !found
		})
	}
	return found
}

func hasAny(v gjson.Result, keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return v.Get(key).Exists() })
}

func isType(v gjson.Result, names ...string) bool {
	for _, kind := range append(v.Get("type").Array(), v.Get("type")) {
		if slices.Contains(names, kind.Str) {
			return true
		}
	}
	return false
}

// xGrammarFormats are the formats of strings that xgrammar knows.
var xGrammarFormats = []string{"email", "date", "time", "date-time", "duration", "ipv4", "ipv6", "hostname", "uuid", "uri",
	"uri-reference", "uri-template", "json-pointer", "relative-json-pointer"}

func beyondXGrammar(schema gjson.Result) bool {
	return within(schema, func(v gjson.Result) bool {
		format := v.Get("format").Str
		switch {
		case isType(v, "integer", "number") && hasAny(v, "multipleOf"),
			isType(v, "array") && hasAny(v, "uniqueItems", "contains", "minContains", "maxContains"),
			isType(v, "string") && format != "" && !slices.Contains(xGrammarFormats, format),
			isType(v, "string") && hasAny(v, "pattern", "format") && hasAny(v, "minLength", "maxLength"),
			len(v.Get("allOf").Array()) > 1:
			return true
		}
		return isType(v, "object") && (hasAny(v, "propertyNames") && hasAny(v, "properties", "patternProperties") ||
			hasAny(v, "patternProperties") && hasAny(v, "properties"))
	})
}

// beyondOutlines reports whether a part of a schema says nothing by which outlines-core
// can build it. It looks no further than at the first such word of each part.
func beyondOutlines(schema gjson.Result) bool {
	var inner []gjson.Result
	switch {
	case schema.Raw == "{}":
	case hasAny(schema, "properties"):
		schema.Get("properties").ForEach(func(_, member gjson.Result) bool {
			inner = append(inner, member)
			return true
		})
	case hasAny(schema, "allOf", "anyOf", "oneOf", "prefixItems"):
		for _, parts := range schema.Get("[allOf,anyOf,oneOf,prefixItems]").Array() {
			inner = append(inner, parts.Array()...)
		}
	case hasAny(schema, "enum", "const", `\$ref`):
	case !hasAny(schema, "type"):
		return true
	case hasAny(schema, "items"):
		inner = []gjson.Result{schema.Get("items")}
	}
	return slices.ContainsFunc(inner, beyondOutlines)
}

// beyondLlama reports whether llama.cpp's converter refuses a schema: it must say a type,
// or one of the words that stand for one, and a pattern must be of the whole text.
func beyondLlama(schema gjson.Result) bool {
	return !schema.IsObject() || !hasAny(schema, "type", "properties", "anyOf", "oneOf", "allOf", "enum", "const", `\$ref`, "items", "prefixItems") ||
		within(schema, func(v gjson.Result) bool {
			pattern := v.Get("pattern")
			return pattern.Type == gjson.String && !(strings.HasPrefix(pattern.Str, "^") && strings.HasSuffix(pattern.Str, "$"))
		})
}

// TestAFormThatIsRefusedAtTheFirstCallStepsDown: where nobody could tell whether a call is a task, the client got the
// upstream's error. Ollama says of a grammar that it cannot make that a vocabulary could not be loaded.
func TestAFormThatIsRefusedAtTheFirstCallStepsDown(t *testing.T) {
	t.Parallel()
	const format = `"response_format":{"type":"json_schema","json_schema":{"name":"a","strict":true,"schema":{"type":"object","properties":{"answer":{"type":"string"}},"required":["answer"],"additionalProperties":false}}},`
	refusal := up.Reply{Status: 500, Header: map[string]string{"Content-Type": "application/json"}, Pieces: [][]byte{[]byte(`{"error":{"message":"failed to load model vocabulary required for format","type":"api_error","param":null,"code":null}}`)}}
	enveloped := `{"answer":{"answer":"` + backups.text + `"},"citations":[{"chunk_id":"d2","path":"/answer","snippet":"` + backups.snippet + `"}],"mode":"answer","unanswered_aspects":[]}`
	plainAndStreamed(t, "refused", func(t *testing.T, stream bool) {
		for _, asked := range []string{ask(howLong, format), strings.Replace(unsure, `{`, `{`+format, 1)} {
			r := newRig(t, func(q *up.Request) up.Reply {
				if q.Format() == "json_schema" {
					return refusal
				}
				return up.Say(enveloped)(q)
			})
			if s := r.talk(asked, stream); !strings.Contains(s.text(), backups.text) {
				t.Errorf("%d calls: %s", len(r.upstream.Requests()), s.body)
			}
		}
	})
}

// TestARefusalInsideAStreamStepsDown: vLLM calls the reply good, and tells in its first event that it
// takes no such form; every streamed call died of it.
func TestARefusalInsideAStreamStepsDown(t *testing.T) {
	t.Parallel()
	const refusal = `{"error":{"message":"The provided JSON schema contains features not supported by xgrammar.","type":"BadRequestError","param":null,"code":400}}`
	r := newRig(t, func(q *up.Request) up.Reply {
		if q.Format() == "json_schema" {
			return up.Reply{Status: 200, Header: map[string]string{"Content-Type": "text/event-stream"}, Pieces: [][]byte{[]byte("data: " + refusal + "\n\ndata: [DONE]\n\n")}}
		}
		return up.Say(segmented(backups))(q)
	}, func(a *App) { a.Policy.Citations.Dialect = answer.Segments })
	for calls := 2; calls < 4; calls++ { // the second exchange remembers
		if s := r.talk(ask(howLong, ""), true); s.text() != shown || len(r.upstream.Requests()) != calls {
			t.Errorf("%d calls: %s", len(r.upstream.Requests()), s.body)
		}
	}
}

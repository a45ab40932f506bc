package upstreamtest

import (
	"slices"

	"github.com/tidwall/gjson"
)

// Engines are servers that make a grammar of a schema, by name, as they refuse what their
// engine cannot make one of: vLLM's with xgrammar and with outlines (rules and words of
// its source, August 2026), and Ollama's (llama.cpp's converter, in Go).
func Engines(next Script) map[string]Script {
	return map[string]Script{
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
				return "Failed to transform json schema into a regex: Unsupported JSON Schema structure"
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
func refusing(next Script, fault func(format string, schema gjson.Result) string, status int, kind string) Script {
	return func(r *Request) Reply {
		if text := fault(r.Format(), r.schema()); r.Format() != "" && text != "" {
			return Reply{Status: status, Header: headers("application/json"),
				Body: encode(object{"error": object{"message": text, "type": kind, "param": nil, "code": status}})}
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
			isType(v, "string") && hasAny(v, "pattern", "format") && hasAny(v, "minLength", "maxLength"):
			return true
		}
		return isType(v, "object") && (hasAny(v, "propertyNames") && hasAny(v, "properties", "patternProperties") ||
			hasAny(v, "patternProperties") && hasAny(v, "properties"))
	})
}

// beyondOutlines reports whether a schema says neither what it is nor what it is made of.
func beyondOutlines(schema gjson.Result) bool {
	return within(schema, func(v gjson.Result) bool {
		return isType(v, "object") && hasAny(v, "patternProperties") || hasAny(v, "not", "if")
	})
}

// beyondLlama reports whether llama.cpp's converter knows no part of a schema: it must say
// a type, or one of the words that stand for one.
func beyondLlama(schema gjson.Result) bool {
	return !schema.IsObject() || !hasAny(schema, "type", "properties", "anyOf", "oneOf", "allOf", "enum", "const", `\$ref`, "items", "prefixItems")
}

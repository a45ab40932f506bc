package upstreamtest

import (
	"strings"

	"github.com/tidwall/gjson"
)

// filler makes an instance of any JSON schema out of statements: quotes go
// where a property is named like one, ids where one is named like an id, and
// sentences everywhere else.
type filler struct {
	said []statement
	root gjson.Result
	at   int // the statement in use
	deep int
}

// deepest bounds recursive schemas.
const deepest = 12

// value returns an instance of schema for a property of some name.
func (f filler) value(name string, schema gjson.Result) any {
	f.deep++
	if f.deep > deepest {
		return nil
	}
	if ref := schema.Get(`\$ref`).Str; ref != "" {
		return f.value(name, f.root.Get(strings.ReplaceAll(strings.TrimPrefix(ref, "#/"), "/", ".")))
	}
	if v := schema.Get("const"); v.Exists() {
		return v.Value()
	}
	if v := schema.Get("enum"); v.Exists() {
		return f.chosen(v)
	}
	if any := schema.Get("anyOf.0"); any.Exists() {
		return f.value(name, any)
	}
	kind := schema.Get("type")
	if kind.IsArray() {
		kind = kind.Get("0")
	}
	switch kind.Str {
	case "object":
		return f.object(schema)
	case "array":
		return f.array(name, schema.Get("items"))
	case "string":
		return f.text(name)
	case "integer", "number":
		return f.number()
	case "boolean":
		return len(f.said) > 0
	}
	return nil
}

// chosen takes the first value of an enum; of modes the fitting one.
func (f filler) chosen(enum gjson.Result) any {
	for _, v := range enum.Array() {
		if v.Str == mode(f.said) {
			return v.Str
		}
	}
	return enum.Get("0").Value()
}

func (f filler) object(schema gjson.Result) any {
	out := object{}
	schema.Get("properties").ForEach(func(key, member gjson.Result) bool {
		out[key.Str] = f.value(key.Str, member)
		return true
	})
	return out
}

// array has an item for each statement.
func (f filler) array(name string, items gjson.Result) any {
	out := []any{}
	for i := range f.said {
		f.at = i
		out = append(out, f.value(strings.TrimSuffix(name, "s"), items))
	}
	return out
}

func (f filler) text(name string) any {
	if f.at >= len(f.said) {
		return declined
	}
	s := f.said[f.at]
	switch strings.ToLower(name) {
	case "chunk_id", "id", "source_id", "sourceid", "citation_id", "number", "source", "sentences":
		return s.id
	case "snippet", "quote", "relevant_quote", "cited_text":
		return s.snippet
	case "doc_id", "url", "title", "source_filename", "path", "unanswered_aspect":
		return ""
	}
	return s.text
}

// number is the first number of the statement, 0 where it has none.
func (f filler) number() any {
	if f.at >= len(f.said) {
		return 0
	}
	n := digits.FindString(f.said[f.at].text)
	if n == "" {
		return 0
	}
	return gjson.Parse(n).Int()
}

// answerBy calls a function with the statements as its arguments.
func answerBy(tool gjson.Result, said []statement) ToolCall {
	function := tool
	if tool.Get("function").Exists() {
		function = tool.Get("function")
	}
	schema := function.Get("parameters")
	args := filler{said: said, root: schema}.value("", schema)
	return ToolCall{ID: "call_scripted", Name: function.Get("name").Str, Arguments: string(encode(args))}
}

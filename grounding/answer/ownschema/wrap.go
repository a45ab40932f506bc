package ownschema

import (
	"bytes"
	"errors"
	"fmt"
)

// Wrap turns a client's response_format into the one that is sent upstream.
// A json_schema keeps its name, strict flag and every other byte; only its
// schema is replaced by the envelope around it. A json_object comes back as
// it is, for it has no schema: there the envelope is asked for in the prompt
// alone. Any other type is an error.
//
// The client's $schema, $defs and definitions move to the root, where
// upstreams require them ("reference can only point to definitions defined at
// the top level"), so that references to definitions stay as they were.
// References to the client's root, or into it, are led to its new place.
func Wrap(responseFormat []byte) ([]byte, error) {
	root, err := gate(responseFormat)
	if err != nil {
		return nil, err
	}
	kind, _ := root.member("type")
	if kind == nil {
		return nil, errors.New("cannot wrap a response_format without type")
	}
	_, hasSchema := root.member("schema")
	switch name := kind.text(responseFormat); {
	case name == "json_object" && !hasSchema:
		return responseFormat, nil
	case name != "json_object" && name != "json_schema":
		return nil, fmt.Errorf("cannot wrap a response_format of type %q", name)
	}
	schema, err := schemaOf(&root)
	if err != nil {
		return nil, err
	}
	envelope, err := envelopeSchema(responseFormat[schema.start:schema.end])
	if err != nil {
		return nil, err
	}
	return splice(responseFormat, schema.start, schema.end, envelope), nil
}

// WrapSchema turns a schema alone, such as that of a tool's parameters, into the
// envelope around it.
func WrapSchema(schema []byte) ([]byte, error) { return envelopeSchema(schema) }

// ClientSchema returns the client's own schema within its response_format, or nil
// where there is none (json_object, text).
func ClientSchema(responseFormat []byte) []byte {
	root, err := gate(responseFormat)
	if err != nil {
		return nil
	}
	schema, err := schemaOf(&root)
	if err != nil {
		return nil
	}
	return responseFormat[schema.start:schema.end]
}

func schemaOf(responseFormat *node) (*node, error) {
	format, ok := responseFormat.member("json_schema")
	if schema, beside := responseFormat.member("schema"); !ok && beside {
		return schema, nil
	}
	if !ok {
		return nil, errors.New("cannot wrap a json_schema format without json_schema")
	}
	schema, ok := format.member("schema")
	if !ok {
		return nil, errors.New("cannot wrap a json_schema format without schema")
	}
	return schema, nil
}

func splice(src []byte, start, end int, with []byte) []byte {
	out := make([]byte, 0, len(src)-(end-start)+len(with))
	out = append(out, src[:start]...)
	out = append(out, with...)
	return append(out, src[end:]...)
}

// The constant parts of the envelope. All of its members are required and
// none is open, as strict structured outputs demand; the keys stand in
// alphabetical order, so that the answer is written first.
const (
	citationsSchema = `"citations":{"type":"array","items":{"type":"object","properties":{` +
		`"chunk_id":{"type":"string"},"path":{"type":"string"},"snippet":{"type":"string"}},` +
		`"required":["chunk_id","path","snippet"],"additionalProperties":false}}`
	restSchema = `"mode":{"type":"string","enum":["answer","clarify","refuse"]},` +
		`"unanswered_aspects":{"type":"array","items":{"type":"string"}}},`
	envelopeTail = citationsSchema + `,` + restSchema +
		`"required":["answer","citations","mode","unanswered_aspects"],"type":"object"}`
)

func envelopeSchema(schema []byte) ([]byte, error) {
	root, err := gateSchema(schema)
	if err != nil {
		return nil, err
	}
	move := newMove(schema, &root)
	if move.err != nil {
		return nil, move.err
	}

	var out bytes.Buffer
	out.WriteByte('{')
	for _, hoisted := range move.hoisted() {
		out.Write(hoisted)
		out.WriteByte(',')
	}
	out.WriteString(`"additionalProperties":false,"properties":{"answer":`)
	if move.rootReferenced {
		fmt.Fprintf(&out, `{"$ref":%s}`, quote("#"+move.place))
	} else {
		out.Write(move.rewritten())
	}
	out.WriteByte(',')
	out.WriteString(envelopeTail)
	return out.Bytes(), nil
}

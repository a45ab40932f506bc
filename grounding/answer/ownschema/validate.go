package ownschema

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a client's schema, compiled. It is immutable and may be shared;
// compiling costs far more than validating, so callers keep what they compile.
type Schema struct {
	compiled *jsonschema.Schema
	form     form
}

// errRemote is what a reference to another document gets.
var errRemote = errors.New("schemas are not loaded from elsewhere")

// nowhere loads nothing: a client's schema must not make the gateway read
// files or call hosts.
type nowhere struct{}

func (nowhere) Load(string) (any, error) { return nil, errRemote }

// schemaURL is the name under which a client's schema is compiled. Its scheme
// keeps relative references from meaning a file.
const schemaURL = "client:///schema"

// Compile reads a client's schema, of any draft from 4 to 2020-12.
func Compile(schema []byte) (*Schema, error) {
	root, err := gateSchema(schema)
	if err != nil {
		return nil, err
	}
	f := newForm(bytes.Clone(schema), &root)
	if f.nested {
		return nil, errors.New("cannot use a schema with resources of their own ($id) inside")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("cannot read the schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(nowhere{})
	bounded := &patterns{left: maxPatterns, open: true}
	compiler.UseRegexpEngine(bounded.engine)
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("cannot use the schema: %w", err)
	}
	compiled, err := compiler.Compile(schemaURL)
	if err != nil {
		return nil, fmt.Errorf("cannot compile the schema: %w", err)
	}
	bounded.open = false // from here on it is only read, so that a Schema may be shared
	return &Schema{compiled: compiled, form: f}, nil
}

// Validate tells why an answer does not meet the schema, or nil.
func (s *Schema) Validate(answer []byte) error {
	root, err := gate(answer)
	if err != nil {
		return err
	}
	if err := s.form.affordable(&root); err != nil {
		return fmt.Errorf("cannot validate the answer: %w", err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer))
	if err != nil {
		return fmt.Errorf("cannot read the answer: %w", err)
	}
	if err := s.compiled.Validate(doc); err != nil {
		return refused(err)
	}
	return nil
}

// Validate compiles a schema and holds one answer against it.
func Validate(answer, schema []byte) error {
	compiled, err := Compile(schema)
	if err != nil {
		return err
	}
	return compiled.Validate(answer)
}

package ownschema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"vouchsafe/grounding/answer/tree"
)

// Schema is a client's schema, compiled. It is immutable and may be shared;
// compiling costs far more than validating, so callers keep what they compile.
type Schema struct {
	compiled *jsonschema.Schema
}

// maxSchemaBytes bounds a client's schema. Structured outputs allow about
// 120,000 characters of names and values.
const maxSchemaBytes = 256 << 10

// parseSchema reads a schema that is not too large.
func parseSchema(schema []byte) (tree.Node, error) {
	if len(schema) > maxSchemaBytes {
		return tree.Node{}, fmt.Errorf("cannot use the schema: %d bytes, more than %d", len(schema), maxSchemaBytes)
	}
	return tree.Parse(string(schema))
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
	if _, err := parseSchema(schema); err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		return nil, fmt.Errorf("cannot read the schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(nowhere{})
	bounded := &patterns{left: maxPatterns, open: true}
	compiler.UseRegexpEngine(bounded.engine)
	compiler.RegisterVocabulary(&jsonschema.Vocabulary{URL: "client:///formats", Compile: formatOf})
	compiler.AssertVocabs()
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return nil, fmt.Errorf("cannot use the schema: %w", err)
	}
	compiled, err := compiler.Compile(schemaURL)
	if err != nil {
		return nil, fmt.Errorf("cannot compile the schema: %w", err)
	}
	bounded.open = false // from here on it is only read, so that a Schema may be shared
	return &Schema{compiled: compiled}, nil
}

// format is the keyword of that name, which newer drafts do not check. It is kept
// with the schema, to be asked for.
type format string

// Validate checks nothing.
func (format) Validate(*jsonschema.ValidatorContext, any) {}

func formatOf(_ *jsonschema.CompilerContext, schema map[string]any) (jsonschema.SchemaExt, error) {
	name, ok := schema["format"].(string)
	if !ok {
		return nil, nil
	}
	return format(name), nil
}

// Validate tells why an answer does not meet the schema, or nil.
func (s *Schema) Validate(answer []byte) error {
	root, err := tree.Parse(string(answer))
	if err != nil {
		return err
	}
	if !affordable(s.compiled, &root) {
		return errors.New("cannot validate the answer: the schema takes too many steps")
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(answer))
	if err != nil {
		return fmt.Errorf("cannot read the answer: %w", err)
	}
	err = s.compiled.Validate(doc)
	var failed *jsonschema.ValidationError
	switch {
	case errors.As(err, &failed):
		return fmt.Errorf("cannot accept the answer: %s", strings.Join(reasons(failed, nil), "; "))
	case err != nil:
		return fmt.Errorf("cannot accept the answer: %w", err)
	}
	return nil
}

// Bounds of what an error says: it goes into a repair request, and a validator's
// own account may be as long as the answer.
const (
	maxReasons     = 5
	maxReasonBytes = 200
)

// reasons says in a few words what of an answer does not meet the schema, by
// place.
func reasons(failed *jsonschema.ValidationError, found []string) []string {
	for _, cause := range failed.Causes {
		found = reasons(cause, found)
	}
	if len(failed.Causes) > 0 || len(found) == maxReasons {
		return found
	}
	var place strings.Builder
	for _, token := range failed.InstanceLocation {
		place.WriteString("/" + tree.Escape(token))
	}
	text := fmt.Sprintf("at %q: %s", place.String(), failed.ErrorKind.LocalizedString(message.NewPrinter(language.English)))
	if len(text) > maxReasonBytes {
		text = strings.ToValidUTF8(text[:maxReasonBytes], "") + "…"
	}
	return append(found, text)
}

// maxEmptyDepth bounds how deep an empty instance is built: a schema may refer
// to itself.
const maxEmptyDepth = 16

// Empty returns an instance of the schema that states nothing: it is made of
// null, empty texts, empty lists, and objects of these. It reports false where
// the schema asks for more, such as a number, a boolean or one of some words.
func (s *Schema) Empty() ([]byte, bool) {
	raw, ok := (&emptier{price{maxSteps}, map[empties]json.RawMessage{}}).empty(s.compiled, maxEmptyDepth)
	return raw, ok && s.Validate(raw) == nil
}

// emptier finds the least value that meets each schema, as far as the steps for that reach.
type emptier struct {
	price price
	found map[empties]json.RawMessage // nil: there is none
}

// empties is a schema, and how much deeper its value may be.
type empties struct {
	schema *jsonschema.Schema
	depth  int
}

func (e *emptier) empty(s *jsonschema.Schema, depth int) (json.RawMessage, bool) {
	if depth == 0 {
		return nil, false
	}
	found, known := e.found[empties{s, depth}]
	if !known {
		found = e.least(s, depth)
		e.found[empties{s, depth}] = found
	}
	return found, found != nil
}

// least is the first value that meets a schema, nil for none.
func (e *emptier) least(s *jsonschema.Schema, depth int) json.RawMessage {
	candidates := []json.RawMessage{json.RawMessage("null"), json.RawMessage(`""`), json.RawMessage("[]")}
	object := map[string]json.RawMessage{}
	if e.fillRequired(s, object, depth) {
		if raw, err := json.Marshal(object); err == nil {
			candidates = append(candidates, raw)
		}
	}
	for _, option := range append(append([]*jsonschema.Schema{}, s.AnyOf...), s.OneOf...) {
		if value, ok := e.empty(option, depth-1); ok {
			candidates = append(candidates, value)
		}
	}
	for _, value := range candidates {
		if e.meets(s, value) {
			return value
		}
	}
	return nil
}

// meets tells a value that meets a schema, and takes the steps that telling costs away.
func (e *emptier) meets(s *jsonschema.Schema, value json.RawMessage) bool {
	read, err := tree.Parse(string(value))
	if err != nil || !e.price.pays(s, &read) {
		return false
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	return err == nil && s.Validate(doc) == nil
}

// fillRequired puts an empty value for each required member into an object, and
// reports whether there is one for each.
func (e *emptier) fillRequired(s *jsonschema.Schema, object map[string]json.RawMessage, depth int) bool {
	parts := s.AllOf
	if s.Ref != nil {
		parts = append([]*jsonschema.Schema{s.Ref}, parts...)
	}
	for _, part := range parts {
		if e.price.left -= pairSteps; e.price.left < 0 || depth == 0 || !e.fillRequired(part, object, depth-1) {
			return false
		}
	}
	for _, name := range s.Required {
		object[name] = json.RawMessage("null")
		if member, listed := s.Properties[name]; listed {
			value, ok := e.empty(member, depth-1)
			if e.price.left -= len(value); !ok || e.price.left < 0 {
				return false
			}
			object[name] = value
		}
	}
	return true
}

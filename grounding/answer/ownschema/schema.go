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
	value, ok := empty(s.compiled, maxEmptyDepth)
	if !ok {
		return nil, false
	}
	raw, err := json.Marshal(value)
	return raw, err == nil && s.Validate(raw) == nil
}

// empty finds the least value that meets a schema.
func empty(s *jsonschema.Schema, depth int) (any, bool) {
	if depth == 0 {
		return nil, false
	}
	object := map[string]any{}
	candidates := []any{nil, "", []any{}}
	if fillRequired(s, object, depth) {
		candidates = append(candidates, object)
	}
	for _, option := range append(append([]*jsonschema.Schema{}, s.AnyOf...), s.OneOf...) {
		if value, ok := empty(option, depth-1); ok {
			candidates = append(candidates, value)
		}
	}
	for _, value := range candidates {
		if s.Validate(value) == nil {
			return value, true
		}
	}
	return nil, false
}

// fillRequired puts an empty value for each required member into an object, and
// reports whether there is one for each.
func fillRequired(s *jsonschema.Schema, object map[string]any, depth int) bool {
	parts := s.AllOf
	if s.Ref != nil {
		parts = append([]*jsonschema.Schema{s.Ref}, parts...)
	}
	for _, part := range parts {
		if depth == 0 || !fillRequired(part, object, depth-1) {
			return false
		}
	}
	for _, name := range s.Required {
		object[name] = nil
		if member, listed := s.Properties[name]; listed {
			value, ok := empty(member, depth-1)
			if !ok {
				return false
			}
			object[name] = value
		}
	}
	return true
}

package ownschema

import (
	"encoding/json"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

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
	for _, value := range []any{nil, "", []any{}} {
		if s.Validate(value) == nil {
			return value, true
		}
	}
	object := map[string]any{}
	if fillRequired(s, object, depth) && s.Validate(object) == nil {
		return object, true
	}
	for _, options := range [][]*jsonschema.Schema{s.AnyOf, s.OneOf} {
		for _, option := range options {
			if value, ok := empty(option, depth-1); ok && s.Validate(value) == nil {
				return value, true
			}
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
		member, listed := s.Properties[name]
		if !listed {
			object[name] = nil
			continue
		}
		value, ok := empty(member, depth-1)
		if !ok {
			return false
		}
		object[name] = value
	}
	return true
}

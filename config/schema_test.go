package config

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"vouchsafe/internal/golden"
)

func TestThePublishedSchemaIsTheTable(t *testing.T) {
	golden.Hold(t, "schema.json", string(Schema()))
}

// compileSchema reads the published schema.
func compileSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// instance reads a YAML file as JSON.
func instance(t *testing.T, path string) any {
	t.Helper()
	data, err := yaml.YAMLToJSON(read(t, path))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestTheSchemaTakesGoodFiles(t *testing.T) {
	s := compileSchema(t)
	files, _ := filepath.Glob("testdata/good/*.yaml")
	for _, file := range append(files, "../vouchsafe.example.yaml") {
		if err := s.Validate(instance(t, file)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

func TestTheSchemaTurnsBadFormsAway(t *testing.T) {
	s := compileSchema(t)
	for _, name := range []string{"unknown-keys", "wrong-types", "enums", "cache"} {
		if s.Validate(instance(t, "testdata/bad/"+name+".yaml")) == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

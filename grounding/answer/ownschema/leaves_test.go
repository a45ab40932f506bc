package ownschema_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vouchsafe/grounding/answer/ownschema"
)

func paths(leaves []ownschema.Leaf) []string {
	out := []string{}
	for _, leaf := range leaves {
		if !leaf.Small {
			out = append(out, leaf.Path)
		}
	}
	return out
}

// compiled compiles a schema, nil for "".
func compiled(t testing.TB, schema string) *ownschema.Schema {
	t.Helper()
	if schema == "" {
		return nil
	}
	s, err := ownschema.Compile([]byte(schema))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLeaves(t *testing.T) {
	for _, c := range []struct {
		name, answer, schema string
		ignore               []string
		want                 []string
	}{
		{"texts and numbers", `{"text":"Give it with plenty of water.","dose":5,"short":"once","unit":"50 mg","ok":true,"no":null}`, `{}`, nil,
			[]string{"/text", "/dose", "/unit"}},
		{"function words do not count", `{"a":"as it is","b":"of the door"}`, ``, nil, []string{}},
		{"enum and const", `{"route":"by mouth with water","kind":"a fixed label here","n":2}`,
			`{"properties":{"route":{"enum":["by mouth with water","x"]},"kind":{"const":"a fixed label here"},"n":{"enum":[1,2]}}}`, nil, []string{"/n"}},
		{"figures and sentences that a list has", `{"mg":50,"dose":"50 mg","stay":"ninety days","says":"The fee is refundable.","stars":5,"version":2,"day":3}`,
			`{"properties":{"mg":{"anyOf":[{"const":5},{"const":50}]},"dose":{"enum":["5 mg","50 mg"]},"stay":{"enum":["ninety days","nine days"]},
			"says":{"enum":["The fee is refundable.","It is not."]},"stars":{"enum":[1,5]},"version":{"const":2},"day":{"const":3}}}`, nil,
			[]string{"/mg", "/dose", "/stay", "/says", "/day"}},
		{"a value that the enum does not list", `{"route":"taken by mouth with milk"}`, `{"properties":{"route":{"enum":["by mouth with water"]}}}`, nil, []string{"/route"}},
		{"enum behind references and choices", `{"rows":[{"level":"high risk of harm"}]}`,
			`{"properties":{"rows":{"items":{"$ref":"#/$defs/row"}}},"$defs":{"row":{"allOf":[{"properties":{"level":{"anyOf":[{"$ref":"#level"},{"type":"null"}]}}}]},"level":{"$anchor":"level","enum":["high risk of harm"]}}}`,
			nil, []string{}},
		{"ids and addresses", `{"id":"a12","source_id":"doc 3 page 4","sourceId":7,"uuid":"x","link":"https://example.org/1","ref":"see table 4","when":"2024-05-01"}`,
			`{"properties":{"ref":{"format":"uri-reference"},"when":{"format":"date"}}}`, nil, []string{"/id", "/source_id", "/link", "/ref", "/when"}},
		{"names that are sentences", `{"Adults take 50 mg daily":true,"maximumDailyDose":5,"who has it is now free of all fees":null,"dose2024":"x"}`, ``, nil,
			[]string{"/Adults take 50 mg daily", "/maximumDailyDose", "/who has it is now free of all fees"}},
		{"names that the schema has", `{"the dose that adults take each day":5,"and this one is the model's own":[]}`, `{"properties":{"the dose that adults take each day":{}}}`, nil,
			[]string{"/the dose that adults take each day", "/and this one is the model's own"}},
		{"pointers to passages", `{"sources":[1,2],"page":3,"confidence":0.9,"total":3}`, ``, nil, []string{"/total"}},
		{"ignored", `{"a":{"b":1,"c":[{"d":2,"e":3}]},"f":4}`, ``, []string{"/a/b", "/a/c/*/d", "f"}, []string{"/a/c/0/e", "/f"}},
		{"prefix items", `["a closed list word","another closed list word",5]`,
			`{"prefixItems":[{"enum":["a closed list word"]}],"items":{"enum":["another closed list word"]}}`, nil, []string{"/2"}},
		{"additional and pattern properties", `{"x_1":"one two three","other":"one two three"}`,
			`{"patternProperties":{"^x_":{"enum":["one two three"]}},"additionalProperties":{"type":"string"}}`, nil, []string{"/other"}},
		{"escaped keys", `{"a/b":{"m~n":5}}`, ``, nil, []string{"/a~1b/m~0n"}},
		{"a scalar root", `"one two three"`, ``, nil, []string{""}},
		{"scripts without spaces", `{"a":"窑炉必须冷却很久","b":"窑炉"}`, ``, nil, []string{"/a"}},
		{"recursive schema", `{"n":{"n":{"say":"one two three"}}}`, `{"properties":{"n":{"$ref":"#"},"say":{"type":"string"}}}`, nil, []string{"/n/n/say"}},
		{"a ring of references", `{"a":"one two three"}`, `{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`, nil, []string{"/a"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			leaves, err := ownschema.Leaves([]byte(c.answer), compiled(t, c.schema), c.ignore)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, paths(leaves)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOnlyWhatStandsForANameIsOne(t *testing.T) {
	leaves, err := ownschema.Leaves([]byte(`{"id":"Adults take 50 mg","b":"https://example.org/1","c":"7 b","d":"5 mg a day"}`), compiled(t, `{"properties":{"c":{"format":"uuid"}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, leaf := range leaves {
		if leaf.Name {
			names = append(names, leaf.Path)
		}
	}
	if diff := cmp.Diff([]string{"/id", "/b", "/c"}, names); diff != "" {
		t.Error(diff)
	}
	for text, want := range map[string]bool{"a12": true, "https://example.org/1?q=2": true, "doc 3": false, "窑炉必须冷却很久才能打开的时候": false, "窑炉": true} {
		if ownschema.IsName(text) != want {
			t.Errorf("%q is a name: %t", text, !want)
		}
	}
}

func TestWhatALeafTells(t *testing.T) {
	leaves, err := ownschema.Leaves([]byte(`{"adultDosing":[{"name":"Maximum per day","value":4,"unit":"g"}],"quote":"no more than four grams"}`), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []ownschema.Leaf{
		{Path: "/adultDosing/0/name", Text: "Maximum per day", Key: "name", Small: true, Short: true},
		{Path: "/adultDosing/0/value", Text: "4", Key: "value", Number: true},
		{Path: "/adultDosing/0/unit", Text: "g", Key: "unit", Small: true, Short: true},
		{Path: "/quote", Text: "no more than four grams", Key: "quote", Quote: true},
	}
	if diff := cmp.Diff(want, leaves); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsJudgedTogetherWithItsName(t *testing.T) {
	leaves, err := ownschema.Leaves([]byte(`{"safe":true,"level":"high","kind":"drug","page":3,"empty":"","none":null,"word":"lethal","skip":false}`),
		compiled(t, `{"properties":{"level":{"enum":["high","low"]},"kind":{"const":"drug"}}}`), []string{"/skip"})
	if err != nil {
		t.Fatal(err)
	}
	want := []ownschema.Leaf{
		{Path: "/safe", Text: "true", Key: "safe", Small: true},
		{Path: "/level", Text: "high", Key: "level", Small: true, Others: []string{"low"}},
		{Path: "/page", Text: "3", Key: "page", Number: true, Name: true, Small: true, Refers: true},
		{Path: "/word", Text: "lethal", Key: "word", Small: true, Short: true},
	}
	if diff := cmp.Diff(want, leaves); diff != "" {
		t.Error(diff)
	}
}

func TestLeavesAreBounded(t *testing.T) {
	long := `"` + strings.Repeat("k", 3_000) + `"`
	for name, answer := range map[string]string{
		"many leaves":   `[` + strings.Repeat(`1,`, 30_000) + `1]`,
		"a long path":   `{` + long + `:1}`,
		"deep":          strings.Repeat(`[`, 5_000) + strings.Repeat(`]`, 5_000),
		"a vast number": `[1e999999999]`,
		"not JSON":      `{]`,
	} {
		if leaves, err := ownschema.Leaves([]byte(answer), nil, nil); err == nil {
			t.Errorf("%s: %d leaves", name, len(leaves))
		}
	}
}

func BenchmarkLeaves(b *testing.B) {
	answer := []byte(`{"rows":[` + strings.Repeat(`{"name":"Maximum dose","value":4,"unit":"g","route":"oral"},`, 50) + `{"name":"Minimum","value":1,"unit":"g","route":"oral"}]}`)
	schema := compiled(b, `{"properties":{"rows":{"type":"array","items":{"$ref":"#/$defs/row"}}},"$defs":{"row":{"properties":{"name":{"type":"string"},"value":{"type":"number"},"unit":{"type":"string"},"route":{"enum":["oral"]}}}}}`)
	b.ReportAllocs()
	b.SetBytes(int64(len(answer)))
	for b.Loop() {
		if _, err := ownschema.Leaves(answer, schema, nil); err != nil {
			b.Fatal(err)
		}
	}
}

package wire

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestSumUsage(t *testing.T) {
	for _, tt := range []struct {
		name string
		raws []string
		want string
	}{
		{"none", nil, ""},
		{"absent stays absent", []string{"", "null", "[]"}, ""},
		{"one", []string{`{"prompt_tokens":1, "x":true}`}, `{"prompt_tokens":1,"x":true}`},
		{"words", []string{`{"n":1,"s":"take 50 mg","take 50 mg":2,"l":["take"],"o":{"s":"take"}}`}, `{"n":1,"o":{}}`},
		{"words far down", []string{`{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"s":"take 50 mg"}}}}}}}}}`}, `{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}}`},
		{"details", []string{
			`{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4}}`,
			`{"prompt_tokens":20,"completion_tokens":7,"total_tokens":27,"prompt_tokens_details":{"cached_tokens":8,"audio_tokens":1}}`},
			`{"prompt_tokens":30,"completion_tokens":12,"total_tokens":42,"prompt_tokens_details":{"cached_tokens":12,"audio_tokens":1}}`},
		{"unknown names", []string{`{"carbon":{"grams":2}}`, `{"carbon":{"grams":3,"unit":"g"}}`}, `{"carbon":{"grams":5}}`},
		{"costs", []string{`{"cost":0.25}`, `{"cost":1}`, `{"cost":2.5}`}, `{"cost":3.75}`},
		{"null details", []string{`{"d":null}`, `{"d":{"n":1}}`, `{"d":null}`}, `{"d":{"n":1}}`},
		{"null number", []string{`{"n":null}`, `{"n":2}`}, `{"n":2}`},
		{"one without usage", []string{`{"n":1}`, "", `{"n":2}`}, `{"n":3}`},
		{"too large to be whole", []string{`{"n":9223372036854775807}`, `{"n":1}`}, `{"n":9223372036854775808}`},
		{"no number at all", []string{`{"n":1e999}`, `{"n":1e999}`}, `{"n":1.7976931348623157e+308}`},
		{"kinds that differ", []string{`{"n":1}`, `{"n":{"a":1}}`, `{"n":"x"}`}, `{"n":1}`},
		{"too many", []string{`{` + strings.Join(names(99), ",") + `}`, `{"n5":1,"n98":1}`}, `{` + strings.Replace(strings.Join(names(maxUsageMembers), ","), `"n5":0`, `"n5":1`, 1) + `}`},
		{"garbage", []string{`{"n":`, `{"n":1}`, `{"n":1,"n":5}`}, `{"n":1}`},
	} {
		got := SumUsage(tt.raws...)
		if got != "" && !json.Valid([]byte(got)) {
			t.Errorf("%s: no JSON: %s", tt.name, got)
		}
		if inOrder(got) != inOrder(tt.want) {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// inOrder is a JSON object with its members in the order of their names.
func inOrder(raw string) string {
	var v any
	_ = json.Unmarshal([]byte(raw), &v) // "" is none
	out, _ := json.Marshal(v)
	return string(out)
}

// FuzzSumUsage holds what no further object changes.
func FuzzSumUsage(f *testing.F) {
	for _, raw := range []string{
		`{}`, `{"a":1,"b":{"c":0,"d":{}}}`, `{"a":1,"a":2}`, `{"a":01}`, `{"a":9007199254740993}`, `{"a":-1}`, `{"a":1.0}`, `{"a b":1}`, `{"a":1} `,
		`{"a\n":1}`, strings.Repeat(`{"a":`, 8) + "1" + strings.Repeat("}", 8), `{` + strings.Join(names(99), ",") + `}`, `{"a":1`, `{"":1}`,
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if glance, sum := SumUsage(raw), SumUsage(raw, ""); glance != sum {
			t.Fatalf("%q: %s, added up %s", raw, glance, sum)
		}
	})
}

// names are members of a usage object.
func names(n int) (out []string) {
	for i := range n {
		out = append(out, fmt.Sprintf(`"n%d":0`, i))
	}
	return out
}

func TestEstimateUsage(t *testing.T) {
	if got, want := Completions.EstimateUsage("12345678", "水がある"), `{"prompt_tokens":2,"completion_tokens":4,"total_tokens":6}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if EstimateTokens("") != 0 || EstimateTokens("a") != 1 {
		t.Error("short texts")
	}
}

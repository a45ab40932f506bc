package prompt

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func TestIsJSON(t *testing.T) {
	t.Parallel()
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for text, want := range map[string]bool{
		`{}`: true, `[1,"]]]]"]`: true, `"a"`: true, ` 1 `: true, ``: false, `{`: false, `{"a":1}}`: false, `x`: false,
		`{"a":"\"[[["}`: true, `["\\"]`: true, `["\\`: false, `["`: false, `"[`: false,
		deep(MaxJSONDepth): true, deep(MaxJSONDepth + 1): false,
	} {
		if got := IsJSON(text); got != want {
			t.Errorf("%.40q: %t", text, got)
		}
	}
}

// A gateway was ended by one request of twelve million brackets.
func TestBracketsWithoutEndEndNothing(t *testing.T) {
	t.Parallel()
	for _, text := range []string{strings.Repeat("[", 12<<20), strings.Repeat(`{"a":`, 6<<20), `{"a":[` + strings.Repeat("[ ", 12<<20)} {
		if IsJSON(text) {
			t.Errorf("%.20q… is taken for JSON", text)
		}
	}
}

// FuzzIsJSON: what it says yes to is JSON, and a no is either not or too deep.
func FuzzIsJSON(f *testing.F) {
	for _, s := range []string{`{"a":[1,"x\\",{"b":null}]}`, `["\"[",[[]]]`, `[[[`, "\"\\u00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<16 {
			return
		}
		if valid := gjson.Valid(text); IsJSON(text) != valid && (!valid || strings.Count(text, "[")+strings.Count(text, "{") <= MaxJSONDepth) {
			t.Errorf("%q: %t", text, !valid)
		}
	})
}

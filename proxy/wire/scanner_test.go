package wire

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tidwall/gjson"
)

func TestTextOf(t *testing.T) {
	for quoted, want := range map[string]string{
		`""`: "", `"plain"`: "plain", `"é\u00e9"`: "éé", `"\"\\\/\b\f\n\r\t"`: "\"\\/\b\f\n\r\t",
		`"a\ud834\udd1eb"`: "a\U0001d11eb", `"\ud834"`: "\ufffd", `"\ud834x"`: "\ufffdx", `"\udd1e\ud834"`: "\ufffd\ufffd",
		`"\u0000"`: "\x00", `"\\u0041"`: `\u0041`,
	} {
		if got := textOf(quoted); got != want {
			t.Errorf("%s: %q, not %q", quoted, got, want)
		}
	}
}

// FuzzWalk holds the walk over a request's text against a parser that decodes
// all of it, and sees that text which is no JSON does no harm.
func FuzzWalk(f *testing.F) {
	f.Add(`{"a" : [1, "x\"]", {"b\n":null}, [] ] , "c":-1.5e3,"":{},"\u0061":""}`)
	f.Add(`{"a":"\\","b":"\\\"","c":["\ud834\udd1e",true,false]}`)
	f.Add(`{"a""b":1}`)
	f.Add(`{"a":tr"ue,"b":[`)
	f.Add(`[1,[2,{}],"x"]`)
	f.Fuzz(func(t *testing.T, text string) {
		got := walked(text, Span{0, len(text)})
		if Check([]byte(text), 0) != nil || strings.TrimSpace(text) != text {
			return
		}
		var want any
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	})
}

// walked decodes a text by walking over it.
func walked(text string, at Span) any {
	if at.Start == at.End {
		return nil
	}
	switch text[at.Start] {
	case '{':
		object := map[string]any{}
		walkObject(text, at.Start, func(name string, at Span) bool {
			object[name] = walked(text, at)
			return true
		})
		return object
	case '[':
		array := []any{}
		walkArray(text, at.Start, func(_ int, at Span) bool {
			array = append(array, walked(text, at))
			return true
		})
		return array
	case '"':
		if at.End-at.Start < 2 { // a text that is no JSON
			return nil
		}
		return textOf(text[at.Start:at.End])
	}
	v := gjson.Parse(text[at.Start:at.End])
	if v.Type == gjson.Number {
		return json.Number(v.Raw)
	}
	return v.Value()
}

// TestPlainBytesStopAtTheFirstThatNeedsAnEscape, wherever it stands in its eight bytes.
func TestPlainBytesStopAtTheFirstThatNeedsAnEscape(t *testing.T) {
	for at := range 20 {
		for _, special := range []string{"\"", "\\", "\n", "\x1f"} {
			s := strings.Repeat("x", at) + special + strings.Repeat("y", 20)
			if got := plainBytes(s); got != at {
				t.Errorf("%q: %d, want %d", s, got, at)
			}
		}
	}
	if s := strings.Repeat(" ~é", 9); plainBytes(s) != len(s) {
		t.Errorf("all plain: %d", plainBytes(s))
	}
}

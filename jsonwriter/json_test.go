package jsonwriter

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// object writes one object and returns its text.
func object(write func(*JSON)) string {
	j := JSON{'{'}
	write(&j)
	j.Close('}')
	return string(j)
}

func TestMembersAreWrittenOrNull(t *testing.T) {
	nine, half, name := 9, 0.5, "a\tb"
	for want, write := range map[string]func(*JSON){
		`{"a":"x","b":null}`:            func(j *JSON) { j.Optional("a", "x"); j.Optional("b", "") },
		`{"a":"a\tb","b":null}`:         func(j *JSON) { j.Pointer("a", &name); j.Pointer("b", nil) },
		`{"a":9,"b":null,"c":0}`:        func(j *JSON) { j.Count("a", &nine); j.Count("b", nil); j.Integer("c", 0) },
		`{"a":7,"b":null,"c":-1}`:       func(j *JSON) { j.Known("a", 7); j.Known("b", 0); j.Known("c", -1) },
		`{"a":0.5,"b":null}`:            func(j *JSON) { j.Figure("a", &half); j.Figure("b", nil) },
		`{"a":true,"b":false}`:          func(j *JSON) { j.Truth("a", true); j.Truth("b", false) },
		`{"a":[],"b":["x","y"]}`:        func(j *JSON) { j.Texts("a", nil); j.Texts("b", []string{"x", "y"}) },
		`{"a":0.1,"b":1,"c":100000000}`: func(j *JSON) { j.Number("a", 0.1); j.Number("b", 1); j.Number("c", 1e8) },
	} {
		if got := object(write); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestWhatJSONCannotSayIsNull: a number that is none, and a value that is no JSON.
func TestWhatJSONCannotSayIsNull(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := object(func(j *JSON) { j.Number("a", x) }); got != `{"a":null}` {
			t.Errorf("%v is %s", x, got)
		}
	}
	for _, raw := range []string{"", "{", `{"a":1}}`, "nul", `"` + "\xff" + `"`, "1 2"} {
		if got := object(func(j *JSON) { j.Raw("a", json.RawMessage(raw)) }); got != `{"a":null}` {
			t.Errorf("%q is %s", raw, got)
		}
	}
}

// TestAValueIsOneLine: a trace is a line of its file.
func TestAValueIsOneLine(t *testing.T) {
	for raw, want := range map[string]string{
		"{\n \"a\": [1,\n 2]\n}": `{"a":[1,2]}`,
		` "x y" `:                `"x y"`,
		"null":                   "null",
		" -1.5e3 ":               "-1.5e3",
	} {
		if got := object(func(j *JSON) { j.Raw("v", json.RawMessage(raw)) }); got != `{"v":`+want+`}` {
			t.Errorf("%q is %s", raw, got)
		}
	}
}

// TestEveryTextIsQuotedAsEncodingJSONDoes: what is read back is the text, its broken
// bytes replaced, and no quoted text has a line end of any kind.
func TestEveryTextIsQuotedAsEncodingJSONDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	alphabet := []string{"a", "ab cd ef gh ij", "\"", "\\", "\n", "\x00", "\x1f", "\x7f", "é", "世", "🙂", "\u2028", "\u2029", "\xff", "\xc3", "</", "&"}
	for range 2000 {
		var b strings.Builder
		for range random.IntN(20) {
			b.WriteString(alphabet[random.IntN(len(alphabet))])
		}
		s := b.String()
		var j JSON
		j.Quote(s)
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(s); err != nil {
			t.Fatal(err)
		}
		same := strings.ReplaceAll(strings.TrimSpace(want.String()), `\ufffd`, "\ufffd") // which needs no escape
		if got := string(j); got != same {
			t.Fatalf("%q is %s, want %s", s, got, same)
		}
		if strings.ContainsAny(string(j), "\n\r\u2028\u2029") || !utf8.Valid(j) {
			t.Fatalf("%q is no line: %q", s, j)
		}
	}
}

// TestPlainBytesStopAtTheFirstThatDoesNotMeanItself, wherever it stands in its eight bytes.
func TestPlainBytesStopAtTheFirstThatDoesNotMeanItself(t *testing.T) {
	for at := range 20 {
		for _, special := range []string{"\"", "\\", "\n", "\x1f", "é"} {
			s := strings.Repeat("x", at) + special + strings.Repeat("y", 20)
			if got := plainBytes(s); got != at {
				t.Errorf("%q: %d, want %d", s, got, at)
			}
		}
	}
	if s := strings.Repeat(" ~\x7f", 9); plainBytes(s) != len(s) {
		t.Errorf("all plain: %d", plainBytes(s))
	}
}

// TestCommasStandBetweenMembers: an object in a list in an object.
func TestCommasStandBetweenMembers(t *testing.T) {
	got := object(func(j *JSON) {
		List(j, "a", []int{1, 2}, func(j *JSON, n *int) { j.Integer("n", *n); j.Text("s", "t") })
		Object(j, "b", &struct{}{}, func(*JSON, *struct{}) {})
		Object[int](j, "c", nil, nil)
		j.Given("d", "[1]")
		j.Given("e", "")
		j.Named("f", "g")
		j.Named("h", "")
	})
	if want := `{"a":[{"n":1,"s":"t"},{"n":2,"s":"t"}],"b":{},"c":null,"d":[1],"f":"g"}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

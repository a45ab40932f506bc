package store

import (
	"encoding/json"
	"testing"
	"unicode/utf8"
)

// skipped reports whether the scanner takes a text whole.
func skipped(text []byte) bool {
	s := newScanner(text)
	s.skip()
	return s.whole()
}

func FuzzTheScannerTakesWhatIsJSON(f *testing.F) {
	for _, text := range []string{
		`{}`, `[]`, `[1,2`, `[1,]`, `{"a":1,}`, `{"a"}`, `{a:1}`, `"\u12x4"`, `"\ud800"`, `"\q"`, `"`, `-`, `-0.5e+7`, `01`, `1.`, `.5`, `1e`, `nul`, `true false`,
		"\"a\nb\"", "\"\x7fé\xff\"", ` { "a" : [ true , null , { "b\n" : -1.5E-9 } ] } `, `]`, ``, `[[[[]]]`, `{"":{"":[[]]}}`, `12x`,
	} {
		f.Add([]byte(text))
	}
	f.Add(one(1).line())
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, want := skipped(text), json.Valid(text) && utf8.Valid(text); got != want {
			t.Errorf("%q: taken %t, JSON %t", text, got, want)
		}
	})
}

func FuzzAStringIsReadAsItWasWritten(f *testing.F) {
	f.Add(`"a"`)
	f.Add(`"\"\\\/\b\f\n\r\t\u00e9 \ud83d\ude00 é"`)
	f.Fuzz(func(t *testing.T, text string) {
		s := newScanner([]byte(text))
		got := s.string()
		if !s.whole() {
			return
		}
		var want string
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			want = "" // another value
		}
		if got != want {
			t.Errorf("%s: %q, not %q", text, got, want)
		}
	})
}

func TestDepthIsBounded(t *testing.T) {
	deep := make([]byte, 4<<20)
	for i := range deep {
		deep[i] = '['
	}
	if skipped(deep) {
		t.Error("four million open brackets were taken")
	}
}

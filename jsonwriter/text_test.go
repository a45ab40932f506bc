package jsonwriter

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzAppendString holds the writer of strings against another reader, and against our own.
func FuzzAppendString(f *testing.F) {
	f.Add("plain")
	f.Add("\x00\x1f\"\\\b\f\n\r\t/\x7f<>&é\u2028\U0001d11e")
	f.Add("\xff\xed\xa0\x80")
	f.Fuzz(func(t *testing.T, s string) {
		got, want, read := string(AppendString(nil, s)), string([]rune(s)), ""
		if err := json.Unmarshal([]byte(got), &read); err != nil || read != want {
			t.Fatalf("%q: %s reads as %q, %v", s, got, read, err)
		}
		if strings.ContainsAny(got, "\n\r\u2028\u2029") {
			t.Fatalf("%q: %s is more than one line", s, got)
		}
		careful, _ := jsontext.AppendQuote(nil, s)
		if said := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(string(careful)); said != got {
			t.Fatalf("%q: %s, want %s", s, got, said)
		}
	})
}

func BenchmarkAppendString(b *testing.B) {
	text := strings.Repeat("Quote the \"source\" in its own words.\n", 60)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst = AppendString(dst[:0], text)
	}
}

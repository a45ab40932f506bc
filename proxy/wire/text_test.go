package wire

import (
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzAppendString holds the writer of strings against another.
func FuzzAppendString(f *testing.F) {
	f.Add("plain")
	f.Add("\x00\x1f\"\\\b\f\n\r\t/\x7f<>&é\u2028\U0001d11e")
	f.Add("\xff\xed\xa0\x80")
	f.Fuzz(func(t *testing.T, s string) {
		want, err := jsontext.AppendQuote(nil, string([]rune(s)))
		if err != nil {
			t.Fatal(err)
		}
		spelt := strings.NewReplacer("\u2028", `\u2028`, "\u2029", `\u2029`).Replace(string(want))
		if got := quote(s); got != spelt {
			t.Fatalf("%q: %s, not %s", s, got, spelt)
		}
		if read := textOf(string(want)); read != string([]rune(s)) {
			t.Fatalf("%q reads back as %q", s, read)
		}
	})
}

func BenchmarkAppendString(b *testing.B) {
	text := strings.Repeat("Quote the \"source\" in its own words.\n", 60)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst = appendString(dst[:0], text)
	}
}

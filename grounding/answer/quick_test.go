package answer

import (
	"slices"
	"testing"
)

// FuzzQuick holds the quick parser to the careful one: what it takes, the other
// takes as well and reads alike.
func FuzzQuick(f *testing.F) {
	for _, seed := range []string{
		goodSegments, goodSegments[:60], goodSegments + " and more", ` [ ] `, `{"a":{},"b":[[],[null,true,false]]}`,
		`{"a":"\"\\\/\b\f\n\r\t\u00e9\u201C","b":"é","c":-0.5}`, `{"a":"\ud83d\ude00"}`, `{"a":"\ud83d"}`, `["\x80"]`, `["\q"]`, "[\"\x01\"]",
		`{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, `[1,]`, `{,}`, `[01]`, `[1e5]`, `[-]`, `[1.]`, `[12345678901234567890]`, `[1}`, `{"a"}`, `[true1]`, `[[[[[[[[[[[]]]]]]]]]]]`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		quickly, length, ok := readQuick(text)
		if !ok {
			return
		}
		carefully, want, err := parseCarefully(text)
		if err != nil || length != want || !alike(&quickly, &carefully) {
			t.Fatalf("%q: %+v of %d bytes; carefully %+v of %d, %v", text, quickly, length, carefully, want, err)
		}
	})
}

func alike(a, b *node) bool {
	return a.kind == b.kind && a.text == b.text && slices.Equal(a.keys, b.keys) &&
		slices.EqualFunc(a.items, b.items, func(a, b node) bool { return alike(&a, &b) })
}

func TestOrdinaryRepliesAreReadQuickly(t *testing.T) {
	for _, reply := range []string{goodSegments, fourCitations(), segmentsOf(`{"citations":[],"text":"„Ja“ \u201cyes\u201d\n"}`)} {
		if _, _, ok := readQuick(reply); !ok {
			t.Errorf("left to the careful parser: %s", reply)
		}
	}
}

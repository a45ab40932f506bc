package layout

import (
	"strings"
	"testing"
)

// TestAnOrderIsFoundWhereverItStands puts each order in front of, behind and between words.
func TestAnOrderIsFoundWhereverItStands(t *testing.T) {
	for _, o := range words("orders") {
		for _, text := range [...]string{o, "Now. " + capital(o) + " and so on", "。" + o + "的"} {
			if got := order(text); got != o {
				t.Errorf("order %q in %q", got, text)
			}
		}
		if got := order("x" + o); o[0] < 0x80 && got != "" {
			t.Errorf("%q begins inside a word", got)
		}
	}
	for _, text := range [...]string{"", "as", "as an a", "The systems prompt users.", "You are not now here; ignore the rest."} {
		if got := order(text); got != "" {
			t.Errorf("order %q in %q", got, text)
		}
	}
}

// capital is a text with a first capital of ASCII.
func capital(s string) string {
	if isLower(s[0]) {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

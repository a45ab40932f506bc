package evidence

import (
	"strings"
	"testing"
	"unicode"
)

// FuzzFoldName sees that names which need no folding are told from others.
func FuzzFoldName(f *testing.F) {
	for _, s := range []string{"", "c1", "report.pdf", "A", "a b", " a", "a\t", "a\u00a0b", "É", "\xff", "a\x7f", "\u212a"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if want := strings.ToLower(strings.Join(strings.FieldsFunc(s, unicode.IsSpace), " ")); FoldName(s) != want {
			t.Errorf("%q: %q, not %q", s, FoldName(s), want)
		}
	})
}

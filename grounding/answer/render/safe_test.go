package render

import (
	"net/url"
	"strings"
	"testing"
	"unicode"
)

// What is taken as it stands is what the careful reading would give.
func FuzzWhatIsPlainStaysAsItIs(f *testing.F) {
	for _, s := range []string{"Dosing of apixaban, 3rd ed.", " a", "a ", "a  b", "a\tb", "[1]", "a*b", "naïve", "a\x7f", strings.Repeat("a", maxName+1)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if isPlain(s) && plain(s+"\u00ad") != s { // a soft hyphen is dropped, and not ASCII
			t.Errorf("%q becomes %q", s, plain(s+"\u00ad"))
		}
		for _, r := range s {
			if breaksLink(r) != (strings.ContainsRune("()<>\"\\`|[]{}^*", r) || unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co)) {
				t.Errorf("%q", r)
			}
		}
		if u := WebURL(s); u != "" {
			if _, err := url.Parse(u); err != nil || WebURL(u) != u {
				t.Errorf("%q becomes %q, then %q (%v)", s, u, WebURL(u), err)
			}
		}
	})
}

package text

import (
	"strings"
	"testing"
)

// "Adults take §1 mg" came to the reader as "Adults take [50] mg", verified, from a source that says 5 mg.
func TestAMarkerInTheFiguresPlaceHidesIt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, source string // | is the marker's place
		want         bool
	}{
		{"Adults take |mg of apixaban.", "Adults take 5 mg of apixaban twice daily.", true},
		{"Adults take |mg of apixaban.", "Adults take 0.25 mg of apixaban twice daily.", true},
		{"Late books cost |a day.", "Late books cost 20 cents a day.", true},
		{"It is closed in May|.", "It is closed in May 2026.", false},
		{"It is closed in|.", "It is closed in 2026.", true},
		{"Members may borrow |books.", "Members may borrow three books at once.", true},
		{"|books may be borrowed.", "12 books may be borrowed.", true},
		{"Backups |are kept for 21 days.", "Backups are kept for 21 days.", false},
		{"Members may borrow three |books.", "Members may borrow three books at once.", false},
		{"Members may borrow books|.", "Members may borrow three books at once.", false},
		{"It costs $|.", "It costs $5.", true},
		{"It costs $5 or US$|.", "It costs $5 or US$9.", true},
		{"It costs 5$|.", "It costs 5$.", false},
		{"It costs 5 €|.", "It costs 5 €.", false},
		{"The area is $a + b$|.", "The area is $a + b$.", false},
		{"The area is $$a + b$$|.", "The area is $$a + b$$.", false},
		{"According to |5 patients, it works.", "It works according to 5 patients.", false},
	} {
		at := strings.IndexByte(c.said, '|')
		if got := CoversFigure(c.said[:at], c.said[at+1:], c.source); got != c.want {
			t.Errorf("%q below %q: %t", c.said, c.source, got)
		}
	}
}

package htmlreport

import (
	"strings"
	"testing"
)

func TestWhatDiffers(t *testing.T) {
	for _, c := range []struct{ text, other, want string }{
		{"above 1180 degrees", "above 1080 degrees", "above [1180] degrees"},
		{"must be fired", "must not be fired", "must be fired"},
		{"must not be fired", "must be fired", "must [not] be fired"},
		{"one two three four", "one 2 three 4", "one [two three four]"},
		{"one two", "", "[one two]"},
		{"", "one", ""},
		{"same words", "same words", "same words"},
		{"漢字 5", "漢字 6", "漢字 [5]"},
		{"5.5 mg", "5.6 mg", "5.[5] mg"},
	} {
		var got strings.Builder
		for _, p := range differing(c.text, c.other, "wrong") {
			if s, marked := p.(stretch); marked {
				got.WriteString("[" + s.values["text"].(string) + "]")
			} else {
				got.WriteString(p.(string))
			}
		}
		if got.String() != c.want {
			t.Errorf("%q beside %q: %q, want %q", c.text, c.other, got.String(), c.want)
		}
	}
}

func TestExcerptsEndAtWords(t *testing.T) {
	text := []rune("one two three " + strings.Repeat("x", 100))
	if got := wordEdge(text, 5, -1); got != 4 {
		t.Errorf("start %d, want 4", got)
	}
	if got := wordEdge(text, 5, 1); got != 7 {
		t.Errorf("end %d, want 7", got)
	}
	if got := wordEdge(text, 80, -1); got != 80 {
		t.Errorf("in a long word the start is %d, want 80", got)
	}
	if got := wordEdge(text, 60, 1); got != 60 {
		t.Errorf("in a long word the end is %d, want 60", got)
	}
}

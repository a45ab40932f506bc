package repair

import (
	"strings"
	"testing"

	"vouchsafe/grounding/verify"
)

func TestBeforeKeepsWholeSentencesOnly(t *testing.T) {
	for _, tc := range []struct{ text, stop, want string }{
		{"Backups are kept for 21 days. Restores take 4.5 hours.", "5 hours", "Backups are kept for 21 days."},
		{"Backups are kept for 21 days. Restores take 4.5 hours.", "21", ""},
		{"Take it daily. Except in pregnancy.", "Except", ""},
		{"Take it daily, unless you are pregnant. Drink water.", "unless", ""},
		{"Two steps follow:\n\n1. Open the valve.\n2. Close the valve.", "2.", ""},
	} {
		r := verify.Result{Segments: []verify.Segment{{Text: tc.text}}}
		at := strings.Index(tc.text, tc.stop)
		cut, ok := Before(&r, func(_, offset int, _ bool) bool { return offset <= at })
		if got := strings.TrimSpace(cut.Answer.Text()); !ok || got != tc.want {
			t.Errorf("%q before %q: %q, want %q", tc.text, tc.stop, got, tc.want)
		}
	}
	r := verify.Result{Segments: []verify.Segment{{Text: "Backups are kept for 21 days."}}}
	if _, ok := Before(&r, func(_, offset int, _ bool) bool { return offset < len(r.Segments[0].Text) }); ok {
		t.Error("a sentence of which only the full stop goes was cut")
	}
}

package proxy

import (
	"strings"
	"testing"

	"vouchsafe/cache"
)

// TestPreparedTextsStayWithinTheirBytes prepares texts and looks things up in
// them afterwards: what that adds counts, and drives others out.
func TestPreparedTextsStayWithinTheirBytes(t *testing.T) {
	const most = 100_000
	g := &Gateway{prepared: cache.NewSized[preparedKey, prepared](1000, most)}
	for i := range 50 {
		text := strings.Repeat("The seal lasts for 400 hours at 60 degrees. ", 20) + strings.Repeat("x", i)
		before := g.prepared.Bytes()
		if first := g.prepare(text, false); g.prepared.Bytes() != before || first.text != text {
			t.Fatal("a text is kept that came once")
		}
		p := g.prepare(text, false).passage
		if again := g.prepare(text, false).passage; again != p {
			t.Fatal("the same text was taken for another")
		}
		if grown := g.prepared.Bytes() - before; grown > 2*len(text) {
			t.Errorf("a text of %d bytes that nobody has looked into takes up %d", len(text), grown)
		}
		p.Text()
		p.Source()
		if got := g.prepared.Bytes(); got > most {
			t.Fatalf("%d texts take up %d bytes, at most %d", i+1, got, most)
		}
	}
	if n := g.prepared.Len(); n == 0 || n == 50 {
		t.Errorf("%d of 50 texts are kept, want some", n)
	}
}

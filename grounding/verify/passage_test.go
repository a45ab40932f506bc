package verify

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
)

// TestAPassageIsMadeReadyOnceForEachLook asks from many goroutines at once; with
// -race it shows that they may.
func TestAPassageIsMadeReadyOnceForEachLook(t *testing.T) {
	var mu sync.Mutex
	calls, held := 0, 0
	p := NewPassage("The valve may stay open for 45 seconds.", func(bytes int) {
		mu.Lock()
		defer mu.Unlock()
		calls, held = calls+1, held+bytes
	})
	if calls != 0 {
		t.Fatalf("%d look-ups were made ready before anybody asked", calls)
	}
	text, source := p.Text(), p.Source()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if p.Text() != text || p.Source() != source {
				t.Error("another one was made")
			}
		})
	}
	wg.Wait()
	const sentence = 64 // bytes that the one sentence takes up
	if want := text.Size() + source.Size() + sentence; calls != 3 || held != want {
		t.Errorf("told of %d bytes in %d calls, want %d in 3", held, calls, want)
	}
}

// Tags, references and addresses of links stood between the words of a source, so that
// a copy of what the page says was open.
func TestMarkupOfAPageDoesNotStandBetweenItsWords(t *testing.T) {
	for _, page := range []string{
		"<p>The <b>yearly</b> fee is 5 euros.</p><p>It rises in May.</p>",
		"The [yearly](https://bank.example/fees) fee is 5 euros. It rises in May.",
		"The yearly fee&nbsp;is 5 euros. It rises in May.",
		"<ul><li>The yearly fee is 5 euros.</li><li>It rises in May.</li></ul>",
	} {
		for claimed, want := range map[string]report.Outcome{"The yearly fee is 5 euros.": report.Carried, "The yearly fee is 9 euros.": report.Refuted} {
			a := answer.Answer{Mode: answer.ModeAnswer,
				Citations: []answer.Citation{{ChunkID: "a", Snippet: "is 5 euros", Quoted: true}},
				Segments:  []answer.Segment{{Text: claimed, Citations: []int{0}}}}
			r := Check(a, given(evidence.Chunk{ID: "a", Text: page}), rules())
			if len(r.Claims) != 1 || r.Claims[0].Outcome != want {
				t.Errorf("%q of %q: %+v, want %s", claimed, page, r.Claims, want)
			}
		}
	}
}

// An answer that cites by marker only was told that nothing carries its claim, not what
// differs.
func TestAChangedFigureUnderAMarkerIsToldInWords(t *testing.T) {
	a := answer.Answer{Mode: answer.ModeAnswer,
		Citations: []answer.Citation{{ChunkID: "a", Marker: "[1]"}},
		Segments:  []answer.Segment{{Text: "Refunds are paid within 22 days.", Citations: []int{0}}}}
	r := Check(a, given(evidence.Chunk{ID: "a", Text: "Refunds are paid within 21 days. Shipping takes 3 days."}), rules())
	told := func(f Finding) bool { return f.Code == report.ClaimNumber && strings.Contains(f.Detail, "21 days") }
	if r.Claims[0].Outcome != report.Refuted || r.Claims[0].Stands || !slices.ContainsFunc(r.Findings, told) {
		t.Errorf("%+v, %+v", r.Claims, r.Findings)
	}
}

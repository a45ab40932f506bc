package proxy

import (
	"strings"
	"testing"

	"vouchsafe/grounding/answer"
	up "vouchsafe/internal/upstreamtest"
)

// bySentence asks for the dialect sentences.
func bySentence(a *App) { a.Policy.Citations.Dialect = answer.Sentences }

func TestSentencesAreCitedByTheirNumbers(t *testing.T) {
	t.Parallel()
	plainAndStreamed(t, "honest", func(t *testing.T, stream bool) {
		r := newRig(t, up.Extractive{}.Reply, bySentence)
		s := r.talk(ask(howLong, ""), stream)
		s.wellFormed(t)
		t.Log(s.text(), string(r.upstream.Requests()[0].Body), r.trace(0).Attempts[0].Reply, s.report.Raw)
		if s.verdict() != "grounded" || strings.Contains(s.body, "§") {
			t.Errorf("%s: %s", s.verdict(), s.body)
		}
	})
}

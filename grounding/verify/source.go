package verify

import (
	"cmp"
	"fmt"
	"time"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/trust"
)

// judgeSource looks at where a citation's chunk comes from: its standing, its retrieval
// similarity, its trust and its age. Standing is told, not held against the answer; what the
// rules ask for is.
func (r *Result) judgeSource(i int, m *material) {
	cit := &r.Citations[i]
	reject := func(code report.Code, format string, values ...any) {
		r.find(code, i, -1, fmt.Sprintf(format, values...))
		cit.Stands = false
		r.moves++
	}
	ch, score := m.ev.Set.At(cit.Chunk), m.score(cit.Chunk)
	if ch.Standing == evidence.Stale {
		r.find(report.StaleSource, i, -1, "the chunk is from an earlier turn")
	}
	if ch.Derived {
		r.find(report.DerivedEvidence, i, -1, "the chunk is what a model wrote earlier")
	}
	if ch.Similarity != nil && *ch.Similarity < m.rules.MinRetrieval {
		reject(report.LowSimilarity, "retrieval similarity %.4f, at least %.4f", *ch.Similarity, m.rules.MinRetrieval)
	}
	if cit.Trust = score; score.Score < m.rules.MinTrust {
		reject(report.LowTrust, "trust %.2f, at least %.2f", score.Score, m.rules.MinTrust)
	}
	if m.rules.MaxAge > 0 && score.AgeDays != nil && time.Duration(*score.AgeDays)*24*time.Hour > m.rules.MaxAge {
		reject(report.LowTrust, "%d days old, at most %d", *score.AgeDays, int(m.rules.MaxAge.Hours()/24))
	}
}

// score returns the trust of a chunk's source, which is looked up once for all that cite it.
func (m *material) score(at int) *trust.Assessment {
	if m.scores == nil {
		m.scores = make([]trust.Assessment, m.ev.Set.Len())
	}
	score := &m.scores[at]
	if score.Tier == "" {
		*score = trust.Score(sourceOf(m.ev.Set.At(at)), m.rules.Tiers, m.rules.Now)
	}
	return score
}

func sourceOf(ch *evidence.Chunk) trust.Source {
	return trust.Source{URL: ch.URL, Name: cmp.Or(ch.Source, ch.Filename, ch.Title), Date: ch.Date, Year: ch.Year}
}

package verify

import (
	"cmp"
	"fmt"
	"time"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/trust"
)

// source looks at where a citation's chunk comes from: its standing, its
// retrieval similarity, its trust and its age. Standing is told, not held
// against the answer; what the rules ask for is.
func (c *checker) source(i int) {
	cit := &c.res.Citations[i]
	ch := c.ev.Set.At(cit.Chunk)
	if ch.Standing == evidence.Stale {
		c.find(report.StaleSource, i, -1, "the chunk is from an earlier turn")
	}
	if ch.Derived {
		c.find(report.DerivedEvidence, i, -1, "the chunk is what a model wrote earlier")
	}
	if ch.Similarity != nil && *ch.Similarity < c.rules.MinRetrieval {
		c.reject(i, report.LowSimilarity, fmt.Sprintf("retrieval similarity %.4f, at least %.4f", *ch.Similarity, c.rules.MinRetrieval))
	}
	c.trust(i)
}

// score returns the trust of a chunk's source, which is looked up once for all
// that cite it.
func (c *checker) score(at int) *trust.Assessment {
	if c.scores == nil {
		c.scores = make([]*trust.Assessment, c.ev.Set.Len())
		c.scored = make([]trust.Assessment, 0, min(len(c.scores), len(c.res.Citations)))
	}
	if c.scores[at] == nil {
		c.scored = append(c.scored, trust.Score(sourceOf(c.ev.Set.At(at)), c.rules.Tiers, c.rules.Now))
		c.scores[at] = &c.scored[len(c.scored)-1]
	}
	return c.scores[at]
}

// trust scores the source of a citation's chunk and holds it against the rules.
func (c *checker) trust(i int) {
	score := c.score(c.res.Citations[i].Chunk)
	c.res.Citations[i].Trust = score
	if score.Score < c.rules.MinTrust {
		c.reject(i, report.LowTrust, fmt.Sprintf("trust %.2f, at least %.2f", score.Score, c.rules.MinTrust))
	}
	if c.rules.MaxAge > 0 && score.AgeDays != nil && time.Duration(*score.AgeDays)*24*time.Hour > c.rules.MaxAge {
		c.reject(i, report.LowTrust, fmt.Sprintf("%d days old, at most %d", *score.AgeDays, int(c.rules.MaxAge.Hours()/24)))
	}
}

// reject takes a citation's standing away for what its source is.
func (c *checker) reject(i int, code report.Code, detail string) {
	c.find(code, i, -1, detail)
	c.res.Citations[i].Stands = false
}

func sourceOf(ch *evidence.Chunk) trust.Source {
	return trust.Source{URL: ch.URL, Name: cmp.Or(ch.Source, ch.Filename, ch.Title), Date: ch.Date, Year: ch.Year}
}

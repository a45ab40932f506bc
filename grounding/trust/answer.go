package trust

import "strconv"

// Levels of an answer's trust.
const (
	High   = "high"
	Medium = "medium"
	Low    = "low"
)

// Weights and thresholds of an answer's trust. The best source counts most,
// because one good source carries a claim; the mean keeps a single authority
// from lending its name to a pile of weak ones.
const (
	bestWeight = 0.7
	meanWeight = 0.3
	highFrom   = 0.85
	mediumFrom = 0.70
)

// Total is the trust of all sources that an answer used, together.
type Total struct {
	Score       float64 // four decimals
	Level       string  // high, medium or low
	BestTier    string  // tier of the best source; "" for none
	Sources     int
	Explanation string
}

// Answer weighs the sources of an answer together. An answer without sources
// has score 0 and level low.
func Answer(scores []Assessment) Total {
	if len(scores) == 0 {
		return Total{Level: Low, Explanation: "no sources were used"}
	}
	best, sum := scores[0], 0.0
	for _, a := range scores {
		sum += a.Score
		if a.Score > best.Score {
			best = a
		}
	}
	mean := sum / float64(len(scores))
	t := Total{
		Score:    fourDecimals(bestWeight*best.Score + meanWeight*mean),
		BestTier: best.Tier,
		Sources:  len(scores),
	}
	t.Level = level(t.Score)
	t.Explanation = "sources: " + strconv.Itoa(t.Sources) + ", best " + best.Tier + " at " + twoDecimals(best.Score) +
		", mean " + twoDecimals(mean)
	return t
}

func twoDecimals(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }

func level(score float64) string {
	switch {
	case score >= highFrom:
		return High
	case score >= mediumFrom:
		return Medium
	}
	return Low
}

// Package trust says how far a source may be relied on: by who publishes it
// (a tier) and by how old it is. It matches real host names and source names
// against a table, never substrings of an address, so a page cannot raise its
// own standing by mentioning an authority in its URL.
//
// The scores are a convention, not a measurement: they order kinds of sources
// so that a policy can ask for a least one. Whether a passage is true, or
// carries a claim, is not judged here. The package is pure: the day on which
// ages are counted is a parameter.
package trust

import (
	"math"
	"time"
)

// Tier names of the built-in table, best first.
const (
	Tier1 = "tier_1" // regulators, standards bodies, peer-reviewed publications
	Tier2 = "tier_2" // official documentation, universities, textbooks
	Tier3 = "tier_3" // reputable news and reference works
	Tier4 = "tier_4" // communities, blogs, self-published texts
	Tier5 = "tier_5" // everything that the table does not know
	Tier6 = "tier_6" // anonymous posts that nobody answers for
)

// Tier is one rank of sources. Score is from 0 to 1. Match lists host names
// (which match themselves and every name below them) and source names (which
// match whole, without regard to case).
type Tier struct {
	// trust of its sources.
	Score float64 `json:"score" is:"share"`
	// host names, with all names below them, and names of sources.
	Match []string `json:"match,omitempty" is:"list" of:"filled"`
}

// Tiers is a table of tiers by name. A user's table is looked up before the
// built-in one, which always stands behind it.
type Tiers map[string]Tier

// Source is what is known of where a passage came from. URL decides where it
// has a host; Name counts only where it has none. Date is ISO 8601, whole or
// shortened (2021, 2021-05, 2021-05-17, with or without a time); Year is used
// where Date is empty, and 0 means unknown.
type Source struct {
	URL  string
	Name string
	Date string
	Year int
}

// Assessment is the trust of one source. Score has four decimals and holds
// the age penalty already. AgeDays is nil where the age is unknown.
type Assessment struct {
	Tier    string
	Score   float64
	AgeDays *int
}

// Score assesses a source as of now.
func Score(s Source, tiers Tiers, now time.Time) Assessment {
	tier, score := rank(s, tiers)
	a := Assessment{Tier: tier, Score: score}
	if day, ok := published(s); ok {
		days := ageDays(day, now)
		a.AgeDays = &days
		a.Score *= penalty(day, now)
	}
	a.Score = fourDecimals(a.Score)
	return a
}

// rank finds the tier of a source: the user's table first, then the built-in
// one, then the last tier.
func rank(s Source, own Tiers) (string, float64) {
	keys := keysOf(s)
	if len(keys) == 0 {
		return Tier5, builtin()[Tier5].Score
	}
	for _, table := range []Tiers{own, builtin()} {
		if name, tier, ok := lookUp(table, keys); ok {
			return name, tier.Score
		}
	}
	return Tier5, builtin()[Tier5].Score
}

func fourDecimals(x float64) float64 { return math.Round(x*1e4) / 1e4 }

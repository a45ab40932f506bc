package main

import (
	"time"

	"vouchsafe/cache"
	"vouchsafe/config"
	"vouchsafe/metrics"
	"vouchsafe/proxy"
)

// openAnswers gives the gateway a place for verified answers, if there is to
// be one. Policies decide who uses it.
func openAnswers(c config.Cache, g *proxy.Gateway) {
	if c.Backend == config.MemoryCache {
		g.KeepAnswers(cache.NewTimed(c.Entries, int(c.Bytes), c.TTL, time.Now))
	}
}

func answerReadings(g *proxy.Gateway) []reading {
	return []reading{
		{metrics.CacheHits, func() float64 { return float64(g.Cached().Hits) }},
		{metrics.CacheMisses, func() float64 { return float64(g.Cached().Misses) }},
	}
}

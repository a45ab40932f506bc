package main

import (
	"fmt"
	"time"

	"go.uber.org/zap"

	"vouchsafe/cache"
	"vouchsafe/config"
	"vouchsafe/proxy"
)

// openShared returns the server that several gateways share; nil if there is
// to be none.
func openShared(c config.Cache, log *zap.Logger) (*cache.Redis, error) {
	if c.Backend != config.RedisCache {
		return nil, nil
	}
	if c.SharesInTheClear() {
		log.Warn("texts of evidence go to the Redis server without TLS; a rediss:// URL would prevent it")
	}
	r, err := cache.OpenRedis(cache.RedisOptions{URL: c.URL, Changed: func(away error) {
		if away == nil {
			log.Info("the Redis server is there again")
			return
		}
		log.Error("going on without what gateways share: limits and conversations are this gateway's own, "+
			"and no answer is used again, until the Redis server is there again", zap.Error(away))
	}})
	if err != nil {
		return nil, fmt.Errorf("cache.url: %w", err)
	}
	return r, nil
}

// openAnswers gives the gateway a place for verified answers, if there is to
// be one, and for what conversations go on from. Policies decide who uses the
// answers.
func openAnswers(c config.Cache, r *cache.Redis, g *proxy.Gateway) {
	switch c.Backend {
	case config.MemoryCache:
		g.KeepAnswers(cache.NewTimed(c.Entries, int(c.Bytes), c.TTL, time.Now))
	case config.RedisCache:
		g.KeepAnswers(cache.RedisAnswers{Redis: r, TTL: c.TTL})
		g.Share(r)
	}
}

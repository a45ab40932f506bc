// Package judge asks a model whether evidence carries a claim. It is the one
// optional check that is not lexical: where the words agree and the meaning
// may not, an operator can have a second opinion, for the price of a call.
//
// Three kinds of servers are spoken to: any chat model (chat), a model made
// for one yes or no (minicheck), both behind an OpenAI-compatible interface,
// and a text classifier for natural language inference (nli).
//
// A judge can only hold something against a claim, never clear one: what the
// lexical verification has rejected it is not asked about. Its opinion is that
// of a model, which what stands in the evidence may try to sway; the prompts
// say that evidence is no instruction, which is not a guarantee.
//
// The package makes calls and keeps a bounded cache. It decides nothing about
// the answer and logs nothing.
package judge

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"vouchsafe/cache"
	"vouchsafe/proxy/upstream"
)

// Kind is the way in which a server is asked.
type Kind string

const (
	Chat      Kind = "chat"      // a chat model gives a score as JSON
	MiniCheck Kind = "minicheck" // a fact-checking model says yes or no
	NLI       Kind = "nli"       // a classifier says entailment, neutral or contradiction
)

// OnError says what becomes of a claim on which no opinion could be had.
type OnError string

const (
	Reject OnError = "reject"
	Accept OnError = "accept"
)

// Config is what is to be known about a judge. Zero values mean the defaults.
type Config struct {
	Kind     Kind
	Upstream *upstream.Upstream // where it is asked
	Path     string             // of nli, behind the upstream's base URL; "/"
	Model    string             // of chat and minicheck
	// Threshold is the least score with which a claim passes, above 0 and at
	// most 1; 0.5.
	Threshold float64
	Timeout   time.Duration // of one call; 10 s
	OnError   OnError       // Reject
	// Concurrency bounds the calls under way, over all users of the judge; 4.
	Concurrency int
	// CacheEntries bounds the opinions that are kept; 10,000. What was an
	// error is not kept.
	CacheEntries int
}

// Question is one claim and the evidence that is cited for it.
type Question struct {
	Claim    string
	Evidence string
}

// Verdict is the opinion on one question. Score, from 0 to 1, is how surely
// the evidence carries the claim. With Err there is no score, and Rejected
// follows from Config.OnError.
type Verdict struct {
	Score    float64
	Rejected bool
	Err      error
}

// Judge asks one server. It is safe for use by many goroutines.
type Judge struct {
	config   Config
	protocol protocol
	slots    chan struct{} // as many as calls may be under way
	known    *cache.Sized[key, float64]
}

// New makes a judge. It makes no call.
func New(c Config) (*Judge, error) {
	c = c.complete()
	p, ok := protocols[c.Kind]
	switch {
	case !ok:
		return nil, fmt.Errorf("cannot make a judge of kind %q: it is chat, minicheck or nli", c.Kind)
	case c.Upstream == nil:
		return nil, errors.New("cannot make a judge without an upstream")
	case c.Model == "" && c.Kind != NLI:
		return nil, fmt.Errorf("cannot make a judge of kind %s without a model", c.Kind)
	case !(c.Threshold > 0 && c.Threshold <= 1):
		return nil, fmt.Errorf("cannot make a judge with a threshold of %v: it is above 0 and at most 1", c.Threshold)
	case c.OnError != Reject && c.OnError != Accept:
		return nil, fmt.Errorf("cannot make a judge with on_error %q: it is reject or accept", c.OnError)
	case c.Timeout < 0 || c.Concurrency < 0 || c.CacheEntries < 0:
		return nil, errors.New("cannot make a judge with a negative bound")
	}
	return &Judge{
		config: c, protocol: p, slots: make(chan struct{}, c.Concurrency),
		known: cache.NewSized[key, float64](c.CacheEntries, c.CacheEntries*opinionSize),
	}, nil
}

func (c Config) complete() Config {
	if c.Threshold == 0 {
		c.Threshold = 0.5
	}
	if c.Timeout == 0 {
		c.Timeout = 10 * time.Second
	}
	if c.OnError == "" {
		c.OnError = Reject
	}
	if c.Concurrency == 0 {
		c.Concurrency = 4
	}
	if c.CacheEntries == 0 {
		c.CacheEntries = 10_000
	}
	if c.Path == "" {
		c.Path = "/"
	}
	return c
}

// Ask returns an opinion on each question, in their order. It returns once all
// are there, at once where ctx ends: what is open then is an error.
func (j *Judge) Ask(ctx context.Context, questions []Question) []Verdict {
	verdicts := make([]Verdict, len(questions))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(j.config.Concurrency, len(questions)) {
		workers.Go(func() {
			for i := range next {
				verdicts[i] = j.verdict(j.score(ctx, questions[i]))
			}
		})
	}
	for i := range questions {
		next <- i
	}
	close(next)
	workers.Wait()
	return verdicts
}

func (j *Judge) verdict(score float64, err error) Verdict {
	if err != nil {
		return Verdict{Rejected: j.config.OnError == Reject, Err: fmt.Errorf("cannot ask the judge: %w", err)}
	}
	return Verdict{Score: score, Rejected: score < j.config.Threshold}
}

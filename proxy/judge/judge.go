package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/cache"
	"vouchsafe/proxy/upstream"
)

// Kind is what kind of model a judge is.
type Kind string

const (
	Chat      Kind = "chat"      // any chat model, asked for scores as JSON
	NLI       Kind = "nli"       // a classifier: entailment, neutral, contradiction
	Rerank    Kind = "rerank"    // a reranker: how well a document fits a query
	Score     Kind = "score"     // vLLM's /score: a classifier or a reranker, all pairs in one call
	MiniCheck Kind = "minicheck" // Bespoke-MiniCheck: yes means carried
	Guardian  Kind = "guardian"  // Granite Guardian: yes means not grounded
)

// OnError says what becomes of a claim on which no opinion could be had.
type OnError string

const (
	LeaveOpen OnError = "open" // its risk decides
	Fail      OnError = "fail"
	Pass      OnError = "pass"
)

// Server is where a judge is asked.
type Server struct {
	Upstream *upstream.Upstream
	Path     string // before what the kind adds, or the whole path where Whole is set
	Query    string
	Header   upstream.Header // beside those of the call itself
	Model    string
	Whole    bool // Path is the whole path
	// Anthropic says that it is asked in Anthropic's interface.
	Anthropic bool
}

// Config is what is to be known about a judge. Zero values mean the defaults.
type Config struct {
	Name   string
	Kind   Kind
	Server Server // without an upstream each call of Ask says where to ask
	Labels map[string]float64
	// Template makes one text of {evidence} and {claim}, for a classifier that was
	// trained on one text; "" for one that takes a pair.
	Template string
	// Version is Granite Guardian's: each is asked as its own cookbook does.
	Version string
	// Sigmoid brings raw scores between 0 and 1.
	Sigmoid bool
	// Threshold is the least score with which a claim is carried, above 0 and at
	// most 1; 0.5.
	Threshold float64
	Timeout   time.Duration // of one call of Ask; 10 s
	// AskAll asks about carried claims too.
	AskAll  bool
	OnError OnError // "": the policy decides
	// ClientCredential lets the judge spend the client's own credential where it
	// asks the upstream of the exchange.
	ClientCredential bool
	// Concurrency bounds the calls under way, over all users of the judge; 4.
	Concurrency int
	// CacheEntries bounds the opinions that are kept; 10,000. Errors are not kept.
	CacheEntries int
}

// Question is one claim and the evidence that is cited for it; or an answer and the question
// that it should answer, of which only a judge that can tell is asked.
type Question struct {
	Claim     string
	Evidence  string
	Relevance bool
}

// Opinion is what the judge says on one question. Score, from 0 to 1, is how
// surely the evidence carries the claim. With Err there is no score.
type Opinion struct {
	Score   float64
	Carries bool
	Known   bool // from the cache
	Err     error
}

// Judge asks one server. It is safe for use by many goroutines.
type Judge struct {
	config   Config
	protocol protocol
	slots    chan struct{} // as many as calls may be under way
	known    *cache.Sized[key, float64]
	plain    sync.Map // servers and models that take no schema of the reply

	counting sync.Mutex
	counts   Counts // guarded by counting
}

// New makes a judge. It makes no call.
func New(c Config) (*Judge, error) {
	c = c.complete()
	p, known := protocols[c.Kind]
	switch {
	case !known:
		return nil, fmt.Errorf("cannot make a judge of kind %q: it is one of %v", c.Kind, slices.Sorted(maps.Keys(protocols)))
	case c.Server.Upstream == nil && !p.hosted:
		return nil, fmt.Errorf("cannot make a judge of kind %s without a server", c.Kind)
	case c.Server.Model == "" && p.ownModel:
		return nil, fmt.Errorf("cannot make a judge of kind %s without a model", c.Kind)
	case !(c.Threshold > 0 && c.Threshold <= 1):
		return nil, fmt.Errorf("cannot make a judge with a threshold of %v: it is above 0 and at most 1", c.Threshold)
	case !slices.Contains([]OnError{"", LeaveOpen, Fail, Pass}, c.OnError):
		return nil, fmt.Errorf("cannot make a judge with on_error %q: it is open, fail or pass", c.OnError)
	case c.Timeout < 0 || c.Concurrency < 0 || c.CacheEntries < 0:
		return nil, errors.New("cannot make a judge with a negative bound")
	}
	return &Judge{
		config: c, protocol: p, slots: make(chan struct{}, c.Concurrency),
		known: cache.NewSized[key, float64](c.CacheEntries, c.CacheEntries*opinionSize),
	}, nil
}

func (c Config) complete() Config {
	c.Threshold, c.Timeout = cmp.Or(c.Threshold, 0.5), cmp.Or(c.Timeout, 10*time.Second)
	c.Concurrency, c.CacheEntries = cmp.Or(c.Concurrency, 4), cmp.Or(c.CacheEntries, 10_000)
	return c
}

// Name is what the configuration calls the judge.
func (j *Judge) Name() string { return j.config.Name }

// SpendsClientCredential reports whether it may spend the client's own
// credential where it asks the upstream of the exchange.
func (j *Judge) SpendsClientCredential() bool { return j.config.ClientCredential }

// Ask returns an opinion on each question, in their order, and what they cost. A judge
// without a server of its own asks the one of the exchange. It returns once all are there, and
// at the latest after the judge's timeout or when ctx ends: what is missing
// then is an error.
func (j *Judge) Ask(ctx context.Context, exchange Server, questions []Question) ([]Opinion, Counts) {
	ctx, cancel := context.WithTimeout(ctx, j.config.Timeout)
	defer cancel()
	began, server := time.Now(), j.server(exchange)
	said := map[Question]Opinion{}
	var open []Question // each once
	for _, q := range questions {
		if _, noted := said[q]; noted {
			continue
		}
		var settled bool
		if said[q], settled = j.recall(server, q); !settled {
			open = append(open, q)
		}
	}
	cost := j.askOpen(ctx, server, open, said)
	all := make([]Opinion, len(questions))
	for i, q := range questions {
		all[i] = j.judged(said[q])
		if !q.Relevance { // only claims are counted
			cost.count(all[i])
		}
	}
	cost.Spent = time.Since(began)
	j.counting.Lock()
	defer j.counting.Unlock()
	j.counts.add(cost)
	return all, cost
}

// judged holds a score against the threshold.
func (j *Judge) judged(o Opinion) Opinion {
	if o.Err != nil {
		return Opinion{Err: fmt.Errorf("cannot ask the judge %s: %w", j.config.Name, o.Err)}
	}
	o.Carries = o.Score >= j.config.Threshold
	return o
}

// Counts say what a judge was asked and what it cost: since it was made, or in
// one exchange.
type Counts struct {
	Claims  int64 // asked about, those of the cache too
	Known   int64 // of these, from the cache
	Carried int64
	Failed  int64
	Errors  int64
	Calls   int64
	Tokens  int64 // as the server reports them
	Spent   time.Duration
}

// add adds what others came to.
func (c *Counts) add(o Counts) {
	c.Claims, c.Known, c.Carried, c.Failed = c.Claims+o.Claims, c.Known+o.Known, c.Carried+o.Carried, c.Failed+o.Failed
	c.Errors, c.Calls, c.Tokens, c.Spent = c.Errors+o.Errors, c.Calls+o.Calls, c.Tokens+o.Tokens, c.Spent+o.Spent
}

// Counts returns what has been counted so far.
func (j *Judge) Counts() Counts {
	j.counting.Lock()
	defer j.counting.Unlock()
	return j.counts
}

// count counts one opinion.
func (c *Counts) count(o Opinion) {
	c.Claims++
	switch {
	case o.Err != nil:
		c.Errors++
	case o.Carries:
		c.Carried++
	default:
		c.Failed++
	}
	if o.Known {
		c.Known++
	}
}

// tokensOf is what a reply says that it cost: in its body, or, as Text Embeddings
// Inference does, in its head. 0 where it says nothing that makes sense.
func tokensOf(head upstream.Header, body []byte) int64 {
	tokens := gjson.GetBytes(body, "usage.total_tokens").Int()
	if told := head.Get("x-compute-tokens"); tokens == 0 && told != "" {
		tokens, _ = strconv.ParseInt(told, 10, 64)
	}
	if tokens < 0 || tokens > mostTokens {
		return 0
	}
	return tokens
}

// mostTokens is more than any call can cost: a figure above it is wrong, and would
// spoil the sum for good.
const mostTokens = 100_000_000

package judge

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// key names a question by a hash: a cache must not hold everybody's texts.
type key [sha256.Size]byte

// opinionSize is what one kept opinion weighs, in bytes.
const opinionSize = sha256.Size + 8

// keyOf names texts that are asked about at a model.
func keyOf(parts ...string) key {
	h := sha256.New()
	for _, part := range parts {
		io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
	return key(h.Sum(nil))
}

// round is one batch on its way: what is known, and what is still to be asked.
type round struct {
	judge  *Judge
	batch  Batch
	server Server
	scores map[key]result
	open   []asked // each once, in the order of the batch
	wants  *asked  // the question of relevance, where it is to be asked
	cost   Counts  // of its calls
}

// asked is one question with its name.
type asked struct {
	key key
	Question
}

type result struct {
	score float64
	known bool
	err   error
}

var (
	errEmpty      = errors.New("the claim or its evidence is empty")
	errNoServer   = errors.New("there is no server to ask")
	errUnanswered = errors.New("it says nothing of this claim")
)

func (j *Judge) newRound(b Batch) *round {
	r := &round{judge: j, batch: b, server: j.config.Server, scores: map[key]result{}}
	if r.server.Upstream == nil {
		r.server = b.Server
		if model := j.config.Server.Model; model != "" {
			r.server.Model = model
		}
	}
	for _, q := range b.Questions {
		if a := r.name(q); r.unknown(a) {
			r.open = append(r.open, a)
		}
	}
	if r.asksRelevance() {
		if a := r.relevance(); r.unknown(a) {
			r.wants = &a
		}
	}
	return r
}

func (r *round) asksRelevance() bool {
	return r.judge.protocol.relevance && r.batch.Question != "" && r.batch.Answer != ""
}

func (r *round) name(q Question) asked {
	return asked{keyOf(r.server.Model, "claim", q.Claim, q.Evidence), q}
}

func (r *round) relevance() asked {
	return asked{key: keyOf(r.server.Model, "relevance", r.batch.Question, r.batch.Answer)}
}

// knows reports whether there is an opinion on a question, or nothing to ask: no call is
// needed. server is that of the exchange, for a judge without one.
func (j *Judge) knows(server Server, q Question) bool {
	r := j.newRound(Batch{Questions: []Question{q}, Server: server})
	return len(r.open) == 0
}

// unknown reports whether a question is still to be asked. It notes what is
// known of it already.
func (r *round) unknown(a asked) bool {
	if _, noted := r.scores[a.key]; noted {
		return false
	}
	if score, ok := r.judge.known.Get(a.key); ok {
		r.scores[a.key] = result{score: score, known: true}
		return false
	}
	r.scores[a.key] = result{err: errUnanswered}
	if a.Question != (Question{}) && (strings.TrimSpace(a.Claim) == "" || strings.TrimSpace(a.Evidence) == "") {
		r.scores[a.key] = result{err: errEmpty}
		return false
	}
	return true
}

// run asks what is open, in as few calls as the kind takes.
func (r *round) run(ctx context.Context) {
	if len(r.open) == 0 && r.wants == nil {
		return
	}
	if r.server.Upstream == nil {
		r.note(r.open, r.wants, nil, errNoServer)
		return
	}
	var lock sync.Mutex
	var workers sync.WaitGroup
	for _, part := range r.parts() {
		wants := r.wants
		r.wants = nil // one call asks it
		workers.Go(func() {
			var cost Counts
			scores, err := r.judge.call(ctx, r.server, form{questions: part, relevance: wants != nil, batch: &r.batch}, &cost)
			lock.Lock()
			defer lock.Unlock()
			r.cost.add(cost)
			r.note(part, wants, scores, err)
		})
	}
	workers.Wait()
}

// parts cuts what is open into calls; one at least, for the question of
// relevance.
func (r *round) parts() [][]asked {
	most := r.judge.protocol.most
	var parts [][]asked
	for rest := r.open; len(rest) > 0; {
		n := min(most, len(rest))
		parts = append(parts, rest[:n])
		rest = rest[n:]
	}
	if len(parts) == 0 {
		parts = append(parts, nil)
	}
	return parts
}

// note writes down what a call brought. scores are those of the questions in
// their order and, behind them, that of relevance.
func (r *round) note(part []asked, wants *asked, scores []score, err error) {
	all := part
	if wants != nil {
		all = append(part[:len(part):len(part)], *wants)
	}
	for i, a := range all {
		switch {
		case err != nil:
			r.scores[a.key] = result{err: err}
		case i < len(scores) && scores[i].err != nil:
			r.scores[a.key] = result{err: scores[i].err}
		case i >= len(scores) || !scores[i].there:
		case !(scores[i].value >= 0 && scores[i].value <= 1):
			r.scores[a.key] = result{err: fmt.Errorf("its score is %v, not from 0 to 1", scores[i].value)}
		default:
			r.scores[a.key] = result{score: scores[i].value}
			r.judge.known.Add(a.key, scores[i].value, opinionSize)
		}
	}
}

func (r *round) opinions() Opinions {
	out := Opinions{Claims: make([]Opinion, len(r.batch.Questions)), Cost: r.cost}
	for i, q := range r.batch.Questions {
		out.Claims[i] = r.opinion(r.name(q).key)
		out.Cost.count(out.Claims[i])
	}
	if k := r.relevance().key; r.asksRelevance() {
		o := r.opinion(k)
		out.Relevance = &o
	}
	return out
}

func (r *round) opinion(k key) Opinion {
	found := r.scores[k]
	o := r.judge.opinion(found.score, found.err)
	o.Known = found.known
	return o
}

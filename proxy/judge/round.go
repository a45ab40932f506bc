package judge

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// key names a question by a hash: a cache must not hold everybody's texts.
type key [sha256.Size]byte

// opinionSize is what one kept opinion weighs, in bytes.
const opinionSize = sha256.Size + 8

// keyOf names what is asked of a model.
func keyOf(model string, q Question) key {
	h := sha256.New()
	for _, part := range []string{model, strconv.FormatBool(q.Relevance), q.Claim, q.Evidence} {
		io.WriteString(h, strconv.Itoa(len(part))+":"+part)
	}
	return key(h.Sum(nil))
}

// round is one batch on its way: what is known, and what is still to be asked.
type round struct {
	judge  *Judge
	server Server
	scores map[Question]score
	open   []Question // each once, in the order of the batch
	cost   Counts     // of its calls
}

var (
	errEmpty      = errors.New("the claim or its evidence is empty")
	errNoServer   = errors.New("there is no server to ask")
	errUnanswered = errors.New("it says nothing of this claim")
)

func (j *Judge) newRound(b Batch) *round {
	r := &round{judge: j, server: j.config.Server, scores: map[Question]score{}}
	if r.server.Upstream == nil {
		r.server = b.Server
		if model := j.config.Server.Model; model != "" {
			r.server.Model = model
		}
	}
	for _, q := range b.Questions {
		if r.unknown(q) {
			r.open = append(r.open, q)
		}
	}
	return r
}

// knows reports whether there is an opinion on a question, or nothing to ask: no call is
// needed. server is that of the exchange, for a judge without one.
func (j *Judge) knows(server Server, q Question) bool {
	return len(j.newRound(Batch{Questions: []Question{q}, Server: server}).open) == 0
}

// unknown reports whether a question is still to be asked. It notes what is
// known of it already.
func (r *round) unknown(q Question) bool {
	if _, noted := r.scores[q]; noted {
		return false
	}
	r.scores[q] = score{err: errUnanswered}
	if strings.TrimSpace(q.Claim) == "" || strings.TrimSpace(q.Evidence) == "" {
		r.scores[q] = score{err: errEmpty}
		return false
	}
	value, known := r.judge.known.Get(keyOf(r.server.Model, q))
	if known {
		r.scores[q] = score{value: value, known: true}
	}
	return !known && (!q.Relevance || r.judge.protocol.relevance)
}

// run asks what is open, in as few calls as the kind takes.
func (r *round) run(ctx context.Context) {
	if r.server.Upstream == nil {
		r.note(r.open, nil, errNoServer)
		return
	}
	var lock sync.Mutex
	var workers sync.WaitGroup
	for part := range slices.Chunk(r.open, r.judge.protocol.most) {
		workers.Go(func() {
			var cost Counts
			scores, err := r.judge.call(ctx, r.server, form{questions: part}, &cost)
			lock.Lock()
			defer lock.Unlock()
			r.cost.add(cost)
			r.note(part, scores, err)
		})
	}
	workers.Wait()
}

// note writes down what a call brought. scores are those of the questions in their order.
func (r *round) note(part []Question, scores []score, err error) {
	for i, q := range part {
		s := score{err: cmp.Or(err, errUnanswered)}
		if err == nil && i < len(scores) {
			s = scores[i]
		}
		if s.err == nil && !(s.value >= 0 && s.value <= 1) {
			s.err = fmt.Errorf("its score is %v, not from 0 to 1", s.value)
		}
		if r.scores[q] = s; s.err == nil {
			r.judge.known.Add(keyOf(r.server.Model, q), s.value, opinionSize)
		}
	}
}

// opinions are those on the questions of a batch. Only claims are counted.
func (r *round) opinions(b Batch) Opinions {
	out := Opinions{All: make([]Opinion, len(b.Questions)), Cost: r.cost}
	for i, q := range b.Questions {
		found := r.scores[q]
		out.All[i] = r.judge.opinion(found.value, found.err)
		out.All[i].Known = found.known
		if !q.Relevance {
			out.Cost.count(out.All[i])
		}
	}
	return out
}

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

var (
	errEmpty      = errors.New("the claim or its evidence is empty")
	errNoServer   = errors.New("there is no server to ask")
	errUnanswered = errors.New("it says nothing of this claim")
)

// server is where to ask: the judge's own server, or that of the exchange.
func (j *Judge) server(exchange Server) Server {
	if j.config.Server.Upstream != nil {
		return j.config.Server
	}
	exchange.Model = cmp.Or(j.config.Server.Model, exchange.Model)
	return exchange
}

// recall is what is known of a question. settled says that there is nothing more to ask.
func (j *Judge) recall(s Server, q Question) (o Opinion, settled bool) {
	if strings.TrimSpace(q.Claim) == "" || strings.TrimSpace(q.Evidence) == "" {
		return Opinion{Err: errEmpty}, true
	}
	if score, known := j.known.Get(keyOf(s.Model, q)); known {
		return Opinion{Score: score, Known: true}, true
	}
	return Opinion{Err: errUnanswered}, q.Relevance && !j.protocol.relevance
}

// askOpen asks in as few calls as the kind takes, and notes what is said.
func (j *Judge) askOpen(ctx context.Context, s Server, open []Question, said map[Question]Opinion) (cost Counts) {
	var lock sync.Mutex
	var workers sync.WaitGroup
	for part := range slices.Chunk(open, j.protocol.most) {
		workers.Go(func() {
			var spent Counts
			opinions, err := j.call(ctx, s, part, &spent)
			lock.Lock()
			defer lock.Unlock()
			cost.add(spent)
			for i, q := range part {
				o := Opinion{Err: cmp.Or(err, errUnanswered)}
				if err == nil && i < len(opinions) {
					o = opinions[i]
				}
				if o.Err == nil && !(o.Score >= 0 && o.Score <= 1) {
					o.Err = fmt.Errorf("its score is %v, not from 0 to 1", o.Score)
				}
				if said[q] = o; o.Err == nil {
					j.known.Add(keyOf(s.Model, q), o.Score, opinionSize)
				}
			}
		})
	}
	workers.Wait()
	return cost
}

package judge

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"vouchsafe/proxy/upstream"
)

// key names a question by a hash: a cache must not hold everybody's texts.
type key [sha256.Size]byte

// opinionSize is what one kept opinion weighs, in bytes.
const opinionSize = sha256.Size + 8

// maxReply bounds a reply, in bytes: it is a number with a few words.
const maxReply = 1 << 20

func (q Question) key() key {
	h := sha256.New()
	io.WriteString(h, strconv.Itoa(len(q.Claim))+":"+q.Claim+q.Evidence)
	return key(h.Sum(nil))
}

// score returns what the server says of one question, or has said.
func (j *Judge) score(ctx context.Context, q Question) (float64, error) {
	if strings.TrimSpace(q.Claim) == "" || strings.TrimSpace(q.Evidence) == "" {
		return 0, errors.New("the claim or its evidence is empty")
	}
	k := q.key()
	if score, ok := j.known.Get(k); ok {
		return score, nil
	}
	select {
	case j.slots <- struct{}{}:
		defer func() { <-j.slots }()
	case <-ctx.Done():
		return 0, context.Cause(ctx)
	}
	reply, err := j.call(ctx, q)
	if err != nil {
		return 0, err
	}
	score, err := j.protocol.read(reply)
	if err != nil {
		return 0, err
	}
	if !(score >= 0 && score <= 1) {
		return 0, fmt.Errorf("its score is %v, not from 0 to 1", score)
	}
	j.known.Add(k, score, opinionSize)
	return score, nil
}

// call makes the call and returns the body of the reply.
func (j *Judge) call(ctx context.Context, q Question) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, j.config.Timeout)
	defer cancel()
	body, err := json.Marshal(j.protocol.ask(j.config.Model, q))
	if err != nil {
		return nil, err
	}
	path := j.protocol.path
	if path == "" {
		path = j.config.Path
	}
	resp, err := j.config.Upstream.Do(ctx, &upstream.Request{
		Path: path, Body: body, Header: upstream.Header{{"Content-Type", "application/json"}, {"Accept", "application/json"}},
	})
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.Status != 200 {
		return nil, fmt.Errorf("it answers with status %d", resp.Status)
	}
	reply, err := io.ReadAll(io.LimitReader(resp.Body, maxReply+1))
	if err == nil && len(reply) > maxReply {
		err = fmt.Errorf("its answer has more than %d bytes", maxReply)
	}
	return reply, err
}

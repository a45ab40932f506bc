package judge

import (
	"errors"
	"fmt"
	"math"

	"github.com/tidwall/gjson"
)

// askRerank asks how well the evidence fits the claim.
func askRerank(_ *Config, s Server, f form) any {
	body := map[string]any{"query": f.questions[0].Claim, "documents": []string{f.questions[0].Evidence}}
	if s.Model != "" {
		body["model"] = s.Model
	}
	return body
}

// askScore asks vLLM's /score about all pairs at once: text_1 and text_2 are lists
// of the same length (vllm/entrypoints/pooling/scoring/protocol.py), the query and the document of a reranker.
func askScore(c *Config, s Server, f form) any {
	claims, evidence := make([]string, len(f.questions)), make([]string, len(f.questions))
	for i, q := range f.questions {
		claims[i], evidence[i] = q.Claim, q.Evidence
	}
	body := map[string]any{"text_1": claims, "text_2": evidence}
	if s.Model != "" {
		body["model"] = s.Model
	}
	return body
}

// readScore takes the scores by their index.
func readScore(c *Config, reply []byte, f form) ([]score, error) {
	if !gjson.ValidBytes(reply) {
		return nil, errors.New("its answer is no JSON")
	}
	scores := unsaid(f.questions)
	for _, entry := range gjson.GetBytes(reply, "data").Array() {
		i, value := entry.Get("index"), entry.Get("score")
		if n := int(i.Int()); i.Type == gjson.Number && value.Type == gjson.Number && n >= 0 && n < len(scores) {
			scores[n] = c.scoreFrom(value.Num)
		}
	}
	return scores, nil
}

// scoreFrom brings a raw score between 0 and 1 where the server gives such.
func (c *Config) scoreFrom(value float64) score {
	switch {
	case c.Sigmoid:
		return score{value: 1 / (1 + math.Exp(-value))}
	case value < 0 || value > 1:
		return score{err: fmt.Errorf("its score is %v, not from 0 to 1; set sigmoid: true for raw scores", value)}
	}
	return score{value: value}
}

// readRerank takes the score of the only document. vLLM gives probabilities,
// llama.cpp raw scores.
func readRerank(c *Config, reply []byte, _ form) ([]score, error) {
	if !gjson.ValidBytes(reply) {
		return nil, errors.New("its answer is no JSON")
	}
	results := gjson.GetBytes(reply, "results").Array()
	if len(results) > 1 || len(results) == 1 && results[0].Get("index").Int() != 0 {
		return nil, errors.New("its answer is not for the one document that it was sent")
	}
	value := gjson.GetBytes(reply, "results.0.relevance_score")
	if value.Type != gjson.Number {
		return nil, errors.New("its answer has no relevance_score")
	}
	return []score{c.scoreFrom(value.Num)}, nil
}

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

// readRerank takes the score of the only document. vLLM gives probabilities,
// llama.cpp raw scores.
func readRerank(c *Config, reply []byte, _ form) ([]score, error) {
	if !gjson.ValidBytes(reply) {
		return nil, errors.New("its answer is no JSON")
	}
	value := gjson.GetBytes(reply, "results.0.relevance_score")
	switch {
	case value.Type != gjson.Number:
		return nil, errors.New("its answer has no relevance_score")
	case c.Sigmoid:
		return []score{scoreOf(1 / (1 + math.Exp(-value.Num)))}, nil
	case value.Num < 0 || value.Num > 1:
		return nil, fmt.Errorf("its score is %v, not from 0 to 1; set sigmoid: true for raw scores", value.Num)
	}
	return []score{scoreOf(value.Num)}, nil
}

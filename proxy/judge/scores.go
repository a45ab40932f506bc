package judge

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/tidwall/gjson"
)

// askNLI gives pairs of evidence and claim, as Text Embeddings Inference 1.9 takes
// them (router/src/http/types.rs). Nothing is cut off, as that server would by
// default: a judge that saw half of the evidence would be worse than none.
func askNLI(c *Config, _ Server, f form) any {
	inputs := make([][]string, len(f.questions))
	for i, q := range f.questions {
		inputs[i] = []string{q.Evidence, q.Claim}
		if c.Template != "" {
			inputs[i] = []string{fill(c.Template, q)}
		}
	}
	return map[string]any{"inputs": inputs, "truncate": false}
}

// fill writes a question into a template. What stands between the two in it marks the border for the
// model, and no text may have another one.
func fill(template string, q Question) string {
	_, rest, _ := strings.Cut(template, "{evidence}")
	border, _, _ := strings.Cut(rest, "{claim}")
	inner := func(text string) string { return text }
	if len(border) > 1 {
		inner = strings.NewReplacer(border, border[:1]+" "+border[1:]).Replace
	}
	return strings.NewReplacer("{evidence}", inner(q.Evidence), "{claim}", inner(q.Claim)).Replace(template)
}

// readNLI reads a list of labels for each pair, or one best label for each.
func readNLI(c *Config, reply []byte, asked []Question) ([]Opinion, error) {
	if !gjson.ValidBytes(reply) || !gjson.ParseBytes(reply).IsArray() {
		return nil, errors.New("its answer is no list of labels")
	}
	pairs := gjson.ParseBytes(reply).Array()
	if len(asked) == 1 && len(pairs) > 1 && pairs[0].IsObject() { // all labels of the only pair
		pairs = []gjson.Result{gjson.ParseBytes(reply)}
	}
	if len(pairs) != len(asked) {
		return nil, fmt.Errorf("its answer is for %d pairs, not %d", len(pairs), len(asked))
	}
	scores := make([]Opinion, len(pairs))
	for i, pair := range pairs {
		value, err := c.entailment(pair.Array())
		if err != nil {
			return nil, err
		}
		scores[i] = Opinion{Score: value}
	}
	return scores, nil
}

// commonLabels are the weights of labels that classifiers are known to have.
var commonLabels = map[string]float64{
	"entailment": 1, "entails": 1, "entailed": 1, "consistent": 1, "supported": 1, "factual": 1,
	"neutral": 0, "contradiction": 0, "not_entailment": 0, "not entailment": 0, "inconsistent": 0, "hallucinated": 0,
	"not_supported": 0, "unsupported": 0, "refuted": 0,
}

// entailment is how surely a pair is carried: the probabilities of its labels
// by their weights. A server may give the best label only; where that one is
// against the claim, nothing is known in its favour.
func (c *Config) entailment(labels []gjson.Result) (float64, error) {
	sum, known, read := 0.0, false, 0
	for _, l := range labels {
		name, probability := l.Get("label"), l.Get("score")
		if name.Type != gjson.String || probability.Type != gjson.Number {
			continue
		}
		weight, ok := c.weight(strings.ToLower(name.Str))
		sum, known, read = sum+weight*probability.Num, known || ok, read+1
	}
	if !known && !(read == 1 && len(c.Labels) > 0) { // the best label alone may be one without a weight
		return 0, errors.New("its answer has no label that is known; say by labels what each is worth")
	}
	if sum > 1.001 { // sums of 32-bit numbers may be a little more
		return 0, fmt.Errorf("its labels come to %v, not from 0 to 1", sum)
	}
	return min(sum, 1), nil
}

func (c *Config) weight(name string) (float64, bool) {
	if len(c.Labels) == 0 {
		weight, ok := commonLabels[name]
		return weight, ok
	}
	for own, weight := range c.Labels {
		if strings.EqualFold(own, name) {
			return weight, true
		}
	}
	return 0, false // a label without a weight is worth nothing
}

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

// scoresIn reads the scores of a list, each by its index.
func scoresIn(list, member string) func(*Config, []byte, []Question) ([]Opinion, error) {
	return func(c *Config, reply []byte, asked []Question) ([]Opinion, error) {
		if !gjson.ValidBytes(reply) {
			return nil, errors.New("its answer is no JSON")
		}
		scores := unsaid(asked)
		for _, entry := range gjson.GetBytes(reply, list).Array() {
			i, value := entry.Get("index"), entry.Get(member)
			numbered := i.Type == gjson.Number || len(asked) == 1 && !i.Exists()
			if n := int(i.Int()); numbered && value.Type == gjson.Number && n >= 0 && n < len(scores) {
				scores[n] = c.scoreFrom(value.Num)
			}
		}
		return scores, nil
	}
}

// scoreFrom brings a raw score between 0 and 1 where the server gives such: vLLM gives probabilities,
// llama.cpp raw scores.
func (c *Config) scoreFrom(value float64) Opinion {
	switch {
	case c.Sigmoid:
		return Opinion{Score: 1 / (1 + math.Exp(-value))}
	case value < 0 || value > 1:
		return Opinion{Err: fmt.Errorf("its score is %v, not from 0 to 1; set sigmoid: true for raw scores", value)}
	}
	return Opinion{Score: value}
}

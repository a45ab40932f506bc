package judge

import (
	"errors"
	"math"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"
)

// miniCheckTask is the system prompt that Bespoke-MiniCheck was trained with.
const miniCheckTask = "Determine whether the provided claim is consistent with the corresponding document. " +
	"Consistency in this context implies that all information presented in the claim is substantiated by the document. " +
	"If not, it should be considered inconsistent. " +
	`Please assess the claim's consistency with the document by responding with either "Yes" or "No".`

// askMiniCheck asks for one word, and for how sure the model is of it.
func askMiniCheck(_ *Config, s Server, f form) any {
	q := f.questions[0]
	return map[string]any{
		"model": s.Model, "temperature": 0, "max_tokens": 4, "logprobs": true, "top_logprobs": 5,
		"messages": []message{{"system", miniCheckTask}, {"user", "Document: " + q.Evidence + "\nClaim: " + q.Claim}},
	}
}

func readMiniCheck(_ *Config, reply []byte, _ form) ([]score, error) {
	yes, err := readYesNo(reply)
	return []score{{value: yes}}, err
}

// readYesNo takes the chance of a yes, or, where the server tells no chances, 1
// for yes and 0 for no.
func readYesNo(reply []byte) (float64, error) {
	content, err := contentOf(reply)
	if err != nil {
		return 0, err
	}
	if _, said, thought := strings.Cut(content, "</think>"); thought {
		content = said
	}
	content = strings.TrimPrefix(strings.TrimSpace(content), "<score>")
	said, ok := yesOrNo(content)
	if !ok {
		return 0, errors.New("its answer is neither yes nor no")
	}
	if strings.Contains(content, "<score>") {
		return 0, errors.New("it gives more than one score")
	}
	if chance, ok := chanceOfYes(reply); ok {
		return chance, nil
	}
	if said {
		return 1, nil
	}
	return 0, nil
}

// chanceOfYes reads the first token that is a yes or a no, with the others that
// the model thought of in its place.
func chanceOfYes(reply []byte) (float64, bool) {
	for _, token := range gjson.GetBytes(reply, "choices.0.logprobs.content").Array() {
		if _, ok := yesOrNo(token.Get("token").Str); !ok {
			continue
		}
		yes, no := 0.0, 0.0
		for _, candidate := range token.Get("top_logprobs").Array() {
			p := math.Exp(candidate.Get("logprob").Num)
			if isYes, ok := yesOrNo(candidate.Get("token").Str); ok && isYes {
				yes += p
			} else if ok {
				no += p
			}
		}
		return yes / (yes + no), yes+no > 0
	}
	return 0, false
}

// aWord is a yes or a no. A word behind it would make it the beginning of a
// sentence: llama.cpp repeats the claim, which may begin so ("No fee is due.").
var aWord = regexp.MustCompile(`(?i)^\s*(yes|no)\s*(?:$|[\n.,!:;<])`)

// yesOrNo reads a word; what follows a sign or a new line does not count.
func yesOrNo(s string) (yes, ok bool) {
	word := aWord.FindStringSubmatch(s)
	return word != nil && strings.EqualFold(word[1], "yes"), word != nil
}

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

func readMiniCheck(_ *Config, reply []byte, _ []Question) ([]Opinion, error) {
	yes, err := readYesNo(reply)
	return []Opinion{{Score: yes}}, err
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

// Versions of Granite Guardian that are asked in different ways. 3.1 and 3.2 are
// asked as 3.0 is.
const (
	Guardian30 = "3.0"
	Guardian33 = "3.3"
	Guardian41 = "4.1"
)

// What Granite Guardian 4.1 was trained to be told in its last user turn: the cookbook of that version, without thinking
// (https://github.com/ibm-granite/granite-guardian, cookbooks/granite-guardian-4.1).
const guardianTurn = "<guardian><no-think>As a judge agent, assess whether the provided text meets the given judging criteria using all " +
	"available information, including conversations, documents, and tools. Provide your score immediately without explanation. " +
	"Output empty <think>\n</think> tags followed by your score in <score></score> tags.\n\n" +
	"### Criteria: A text is considered ungrounded or unfaithful if it includes information lacking support from, or directly " +
	"contradicting, the provided document(s). This risk arises when the text fabricates details, misinterprets the content, or makes " +
	"unsupported extrapolations beyond what is explicitly stated in the document(s).\n\n" +
	"### Scoring Schema: If the last assistant's text meets the criteria, return 'yes'; otherwise, return 'no'."

// evidenceDocument is the evidence as a chat template takes it.
type evidenceDocument struct {
	ID   string `json:"doc_id"`
	Text string `json:"text"`
}

// askGuardian asks each version as its own cookbook does: by guardian_config and,
// from 3.3 on, documents on vLLM, whose chat templates read them; by roles on
// Ollama, whose templates take the criterion from a first system message, and add the last turn themselves
// (https://github.com/IBM/gguf, resources/ollama).
func askGuardian(c *Config, s Server, f form) any {
	const risk = "groundedness"
	q := f.questions[0]
	evidence, claim := message{"context", q.Evidence}, message{"assistant", q.Claim}
	body := map[string]any{"model": s.Model, "temperature": 0, "max_tokens": 24, "logprobs": true, "top_logprobs": 5}
	version, ollama := guardianVersion(c, s.Model), onOllama.MatchString(s.Model)
	if version != Guardian30 {
		evidence.Role = "document"
	}
	switch {
	case ollama:
		body["messages"] = []message{{"system", risk}, evidence, claim}
		if version != Guardian30 { // else Ollama has a model think that can, until its tokens end
			body["reasoning_effort"] = "none"
		}
	case version == Guardian41:
		body["messages"], body["documents"] = []message{claim, {"user", guardianTurn}}, []evidenceDocument{{"0", q.Evidence}}
	case version == Guardian33:
		body["messages"], body["documents"] = []message{claim}, []evidenceDocument{{"0", q.Evidence}}
		body["chat_template_kwargs"] = map[string]any{"guardian_config": map[string]string{"criteria_id": risk}, "think": false}
	default:
		body["messages"] = []message{evidence, claim}
		body["chat_template_kwargs"] = map[string]any{"guardian_config": map[string]string{"risk_name": risk}}
	}
	return body
}

var (
	// onOllama knows Ollama's names of the models (granite3.3-guardian:8b) from
	// those of the models' own pages (ibm-granite/granite-guardian-3.3-8b).
	onOllama = regexp.MustCompile(`:|granite[0-9]`)
	newer    = regexp.MustCompile(`3\.3|4\.1`)
)

// guardianVersion is the configured one, or the one in the model's name.
func guardianVersion(c *Config, model string) string {
	if c.Version != "" {
		return c.Version
	}
	if named := newer.FindString(model); named != "" {
		return named
	}
	return Guardian30
}

// readGuardian: yes means that the risk is there, so that no carries the claim.
func readGuardian(_ *Config, reply []byte, _ []Question) ([]Opinion, error) {
	yes, err := readYesNo(reply)
	return []Opinion{{Score: 1 - yes}}, err
}

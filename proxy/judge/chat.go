package judge

import (
	_ "embed" // what is asked
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/proxy/wire"
)

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// What a chat model is asked, without and with a question about relevance, and
// the shapes of its reply.
var (
	//go:embed ask/chat.txt
	chatTask string
	//go:embed ask/relevance.txt
	relevanceTask string
	//go:embed ask/verdicts.json
	verdictsSchema []byte
	//go:embed ask/verdicts-relevance.json
	relevanceSchema []byte
)

// askChat gives all texts as JSON strings, out of which no text can break. No
// sampling parameter is set: some models refuse them.
func askChat(_ *Config, s Server, f form) any {
	type item struct {
		ID       int    `json:"id"`
		Claim    string `json:"claim"`
		Evidence string `json:"evidence"`
	}
	data := struct {
		Question string `json:"question,omitempty"`
		Answer   string `json:"answer,omitempty"`
		Claims   []item `json:"claims"`
	}{Claims: []item{}}
	task, schema := chatTask, verdictsSchema
	for i, q := range f.questions {
		if q.Relevance {
			task, schema, data.Question, data.Answer = chatTask+relevanceTask, relevanceSchema, q.Evidence, q.Claim
			continue
		}
		data.Claims = append(data.Claims, item{i + 1, q.Claim, q.Evidence})
	}
	texts, _ := json.Marshal(data) // texts and numbers: encoding cannot fail
	body := map[string]any{"messages": []message{{"system", task}, {"user", string(texts)}}}
	if s.Model != "" {
		body["model"] = s.Model
	}
	if !f.plain {
		body["response_format"] = map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": "verdicts", "strict": true, "schema": json.RawMessage(schema),
		}}
	}
	return body
}

// readChat takes the one JSON object of the reply, wherever it stands. Of a
// claim with two verdicts nothing is known.
func readChat(_ *Config, reply []byte, asked []Question) ([]Opinion, error) {
	content, err := contentOf(reply)
	if err != nil {
		return nil, err
	}
	start, end := strings.Index(content, "{"), strings.LastIndex(content, "}")
	if start < 0 || end < start || !gjson.Valid(content[start:end+1]) {
		return nil, errors.New("its answer holds no JSON object")
	}
	object := gjson.Parse(content[start : end+1])
	scores := unsaid(asked)
	seen := map[int64]bool{}
	for _, v := range object.Get("verdicts").Array() {
		id := v.Get("id").Int()
		if v.Get("id").Raw == "0" {
			return nil, errors.New("it numbers the claims in its own way")
		}
		if id < 1 || id > int64(len(asked)) || asked[id-1].Relevance || v.Get("score").Type != gjson.Number {
			continue
		}
		if scores[id-1] = (Opinion{Score: v.Get("score").Num}); seen[id] {
			scores[id-1] = Opinion{Err: errUnanswered}
		}
		seen[id] = true
	}
	relevance, of := object.Get("relevance"), slices.IndexFunc(asked, func(q Question) bool { return q.Relevance })
	if of >= 0 && relevance.Type == gjson.Number {
		scores[of] = Opinion{Score: relevance.Num}
	}
	return scores, nil
}

// contentOf is what a chat completion says, without its thinking.
func contentOf(reply []byte) (string, error) {
	r, err := wire.ReadReply(reply)
	if err != nil {
		return "", err
	}
	if r.Choices[0].Content == nil {
		return "", errors.New("its answer is empty")
	}
	return answer.WithoutThinking(*r.Choices[0].Content), nil
}

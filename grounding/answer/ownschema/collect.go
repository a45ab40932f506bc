package ownschema

import (
	"bytes"

	"vouchsafe/grounding/answer"
)

// Some upstreams reject the envelope. The client's own format is sent to
// those, and the citations of the finished answer are collected in a second
// call, which is asked with CollectFormat and CollectInstruction.

// CollectFormat is the response_format of the second call.
func CollectFormat() []byte {
	return []byte(`{"type":"json_schema","json_schema":{"name":"citations","strict":true,"schema":` +
		`{"additionalProperties":false,"properties":{` + citationsSchema + `,` + restSchema +
		`"required":["citations","mode","unanswered_aspects"],"type":"object"}}}`)
}

// CollectInstruction tells the model what the second call is for.
func CollectInstruction() string {
	return `Your last message is an answer in the form that was asked of you. Do not change it. Reply with one JSON object and nothing else, with these members:
` + citationsInstruction
}

// ReadBare reads a reply that is the client's answer alone, because the
// client's own format was sent: what looks like the envelope is then the
// client's.
func ReadBare(reply string) Own {
	own := Own{Bare: true, Mode: answer.ModeAnswer, Problems: []answer.Problem{
		{Code: "missing-citations", Citation: -1, Detail: "the answer came without its citations"},
	}}
	src, root, ok := jsonText(reply)
	if !ok {
		own.Problems = []answer.Problem{{Code: "malformed-output", Citation: -1, Detail: "the reply holds no JSON text"}}
		return own
	}
	own.Answer = src[root.start:root.end]
	return own
}

// ReadCollected reads the second call's reply as the citations of body.
func ReadCollected(body []byte, reply string) Own {
	own := Own{Mode: answer.ModeAnswer}
	target, err := gate(body)
	if err != nil {
		own.Problems = []answer.Problem{{Code: "malformed-output", Citation: -1, Detail: "the answer is no JSON text"}}
		return own
	}
	own.Answer = bytes.Clone(body)
	src, root, ok := jsonText(reply)
	r := reading{src: src, answer: &target, own: &own}
	if !ok {
		r.problem("missing-citations", -1, "the reply holds no JSON text")
		return own
	}
	r.citations(&root)
	r.mode(&root)
	r.unanswered(&root)
	return own
}

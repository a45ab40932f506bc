package audit

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/number"
	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire/prompt"
)

// row is one line of input, taken apart. What is absent or null is "" or nil.
type row struct {
	id                json.RawMessage
	question          string
	answer            *string // the answer's text; JSON text where the answer is an object
	ideal             *string
	chunks            string // raw JSON of an array, as are the next two
	citations, claims string
	request, response string // raw JSON
}

// kinds are what the members of a line have to be. Any JSON will do for others.
var kinds = map[string]string{
	"question": "a string", "ideal": "a string", "chunks": "an array", "citations": "an array", "claims": "an array",
}

// readRow reads a line that has passed the gate: names are matched exactly, as
// every other reader of the line would match them.
func readRow(line []byte) (row, error) {
	members := map[string]gjson.Result{}
	var wrong error
	gjson.ParseBytes(line).ForEach(func(key, v gjson.Result) bool {
		name := key.Str
		if v.Type == gjson.Null {
			return true
		}
		if want := kinds[name]; wrong == nil && want != "" && kindOf(v) != want {
			wrong = fmt.Errorf("%s is %s, not %s", name, kindOf(v), want)
		}
		members[name] = v
		return true
	})
	r := row{
		question: members["question"].Str, chunks: members["chunks"].Raw,
		citations: members["citations"].Raw, claims: members["claims"].Raw,
		request: members["request"].Raw, response: members["response"].Raw,
	}
	if id, ok := members["id"]; ok {
		r.id = json.RawMessage(id.Raw)
	}
	if ideal, ok := members["ideal"]; ok {
		r.ideal = &ideal.Str
	}
	if v, ok := members["answer"]; ok {
		r.answer = &v.Raw // a form of the app's own
		switch {
		case v.Type == gjson.String:
			r.answer = &v.Str
		case wrong == nil && !v.IsObject() && !v.IsArray():
			wrong = fmt.Errorf("answer is %s, not a string", kindOf(v))
		}
	}
	return r, wrong
}

func kindOf(v gjson.Result) string {
	switch {
	case v.IsObject():
		return "an object"
	case v.IsArray():
		return "an array"
	case v.Type == gjson.String:
		return "a string"
	case v.Type == gjson.Number:
		return "a number"
	case v.Type == gjson.Null:
		return "null"
	}
	return "a boolean"
}

// subject reads what the line holds, in whichever of its forms.
func (r *row) subject(o Options) (subject, error) {
	switch {
	case r.request != "" && r.response != "":
		return r.exchange(o)
	case r.request != "":
		return subject{}, errors.New("the line has a request and no response")
	case r.response != "":
		return subject{}, errors.New("the line has a response and no request")
	case r.answer == nil:
		return subject{}, errors.New("the line needs an answer, or a request and a response")
	case r.chunks == "":
		return subject{}, errors.New("the line has no chunks")
	}
	chunks, err := readEvidence(r.chunks)
	if err != nil {
		return subject{}, err
	}
	s := subject{evidence: Evidence(chunks, r.question, o.Prepare)}
	known := s.known()
	if sign := number.SignOf(*r.answer, r.question, s.evidence.Set); sign != "" {
		known.Numbers = &number.Of(s.evidence.Set, sign, func(i int) []text.Sentence { return s.evidence.Passages[i].Sentences() }).Numbers
	}
	c := r.read(*r.answer, known)
	// Evidence that was listed and is empty bears nothing out; where nothing
	// was listed and nothing is cited, there is nothing to verify.
	s.noContext = len(chunks) == 0 && len(c.answer.Citations) == 0 && !c.isOwn
	s.choices = []choice{c}
	return s, nil
}

// read reads an answer as a text or form whose citations stand beside it, or,
// where none do, as a model's whole reply.
func (r *row) read(answer string, known answer.Known) choice {
	if own, ok := r.ownForm(answer); ok {
		return choice{own: own, isOwn: true}
	}
	if r.citations == "" && r.claims == "" {
		return choice{answer: readReply(answer, known)}
	}
	return choice{answer: r.listed(answer, known)}
}

// beside is the prompt that holds chunks given as a JSON array.
func beside(chunks string) prompt.Beside {
	return prompt.Beside{Channel: "vouchsafe.chunks", JSON: chunks}
}

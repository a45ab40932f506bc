package audit

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
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

// readRow reads a line that has passed the gate: names are matched exactly, as
// every other reader of the line would match them.
func readRow(line []byte) (row, error) {
	var r row
	var err error
	gjson.ParseBytes(line).ForEach(func(key, v gjson.Result) bool {
		if e := r.member(key.Str, v); e != nil && err == nil {
			err = e // the id may still follow
		}
		return true
	})
	return r, err
}

func (r *row) member(name string, v gjson.Result) error {
	if v.Type == gjson.Null {
		return nil
	}
	switch name {
	case "id":
		r.id = json.RawMessage(v.Raw)
	case "question":
		return text(name, v, func(s string) { r.question = s })
	case "ideal":
		return text(name, v, func(s string) { r.ideal = &s })
	case "answer":
		return r.setAnswer(v)
	case "chunks":
		return array(name, v, &r.chunks)
	case "citations":
		return array(name, v, &r.citations)
	case "claims":
		return array(name, v, &r.claims)
	case "request":
		r.request = v.Raw
	case "response":
		r.response = v.Raw
	}
	return nil
}

// setAnswer takes a text or, for answers in a form of the app's own, JSON.
func (r *row) setAnswer(v gjson.Result) error {
	s := v.Raw
	if v.Type == gjson.String {
		s = v.Str
	} else if !v.IsObject() && !v.IsArray() {
		return wrongKind("answer", v, "a string")
	}
	r.answer = &s
	return nil
}

func text(name string, v gjson.Result, set func(string)) error {
	if v.Type != gjson.String {
		return wrongKind(name, v, "a string")
	}
	set(v.Str)
	return nil
}

func array(name string, v gjson.Result, to *string) error {
	if !v.IsArray() {
		return wrongKind(name, v, "an array")
	}
	*to = v.Raw
	return nil
}

func wrongKind(name string, v gjson.Result, want string) error {
	kind := "a boolean"
	switch {
	case v.IsObject():
		kind = "an object"
	case v.IsArray():
		kind = "an array"
	case v.Type == gjson.String:
		kind = "a string"
	case v.Type == gjson.Number:
		kind = "a number"
	case v.Type == gjson.Null:
		kind = "null"
	}
	return fmt.Errorf("%s is %s, not %s", name, kind, want)
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
	chunks, err := r.evidence()
	if err != nil {
		return subject{}, err
	}
	s := gather(chunks, r.question, o)
	c := r.read(*r.answer, s.known())
	// Evidence that was listed and is empty bears nothing out; where nothing
	// was listed and nothing is cited, there is nothing to verify.
	s.noContext = !gjson.Get(r.chunks, "0").Exists() && len(c.answer.Citations) == 0 && !c.isOwn
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

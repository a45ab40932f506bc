package answer

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// text reads a member that must be a string; "" and a problem otherwise.
func (r *reader) text(n node, key string, citation int) string {
	m := n.member(key)
	if r.expect(m, key, '"', citation) {
		return m.text
	}
	return ""
}

// list reads a member that must be an array; nil and a problem otherwise.
func (r *reader) list(n node, key string) []node {
	m := n.member(key)
	if r.expect(m, key, '[', -1) {
		items := m.items()
		if len(items) == maxItems {
			r.problem(malformed, -1, fmt.Sprintf("%q has more items than any answer has", key))
		}
		return items
	}
	return nil
}

// texts reads a member that must be an array of strings.
func (r *reader) texts(n node, key string) []string {
	var out []string
	for _, item := range r.list(n, key) {
		if r.expect(item, key, '"', -1) {
			out = append(out, item.text)
		}
	}
	return out
}

// mode reads the member `mode`, which must be one of three words.
func (r *reader) mode(n node) {
	if !r.expect(n.member("mode"), "mode", '"', -1) {
		return
	}
	switch m := Mode(n.member("mode").text); m {
	case ModeAnswer, ModeClarify, ModeRefuse:
		r.answer.Mode = m
	default:
		r.problem(malformed, -1, `"mode" is none of answer, clarify and refuse`)
	}
}

// expect tells whether a member has the kind that it must have, and reports
// an absent one as missing-field, one of another kind as malformed-output.
func (r *reader) expect(m node, key string, kind jsontext.Kind, citation int) bool {
	switch m.kind {
	case kind:
		return true
	case 0:
		r.problem(missingField, citation, fmt.Sprintf("%q is missing", key))
	default:
		r.problem(malformed, citation, fmt.Sprintf("%q is %s", key, kindName(m.kind)))
	}
	return false
}

func kindName(kind jsontext.Kind) string {
	switch kind {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "a boolean"
}

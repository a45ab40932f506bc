package ask

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// Bounds of a JSON reply.
const (
	maxObjectDepth  = 4
	maxObjectValues = 400
	maxMembers      = 4 // of an object that stands for a plain form
)

// decode reads one JSON text strictly: no duplicate names, nothing behind it.
func decode[T any](text string) (value T, ok bool) {
	return value, json.Unmarshal([]byte(text), &value) == nil
}

// fitsObject holds a JSON object, or a list of them, against Keys.
func (f Form) fitsObject(text string) bool {
	if text[0] != '{' && text[0] != '[' {
		return false
	}
	value, ok := decode[any](text)
	budget := maxObjectValues
	return ok && f.fitsValue(value, "", maxObjectDepth, &budget)
}

// fitsValue holds a value under a key against Keys, down to some depth.
func (f Form) fitsValue(value any, key string, depth int, budget *int) bool {
	if *budget--; *budget < 0 || depth < 0 {
		return false
	}
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if !slices.Contains(f.Keys, name) || !f.fitsValue(member, name, depth-1, budget) {
				return false
			}
		}
	case []any:
		return !slices.ContainsFunc(v, func(element any) bool { return !f.fitsValue(element, key, depth-1, budget) })
	case string:
		return fitsString(strings.TrimSpace(v), key)
	}
	return true // a number, a boolean or null
}

func fitsString(text, key string) bool {
	if key == "title" {
		return isTitle(unlabelled(text))
	}
	return text == "" || isQuery(unlabelled(text))
}

// fitsMembers holds the values of a small JSON object against a plain form:
// {"binary_score":"yes"} for yes or no, {"queries":["…"]} for queries.
func (f Form) fitsMembers(text string) bool {
	members, ok := decode[map[string]any](text)
	if !ok || len(members) == 0 || len(members) > maxMembers {
		return false
	}
	for _, value := range members {
		if !f.fitsMember(value) {
			return false
		}
	}
	return true
}

func (f Form) fitsMember(value any) bool {
	lists := f.Kind == Queries || f.Kind == Integers || f.Kind == Keywords
	switch v := value.(type) {
	case string:
		text := strings.TrimSpace(v)
		return text != "" && f.fitsText(text)
	case bool:
		return f.Kind == YesNo
	case float64:
		return f.Kind == Score || f.Kind == Integers || f.Kind == YesNo && (v == 0 || v == 1)
	case []any:
		return lists && len(v) <= maxIntegers && !slices.ContainsFunc(v, func(element any) bool { return !f.fitsMember(element) })
	}
	return false
}

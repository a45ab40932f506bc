package auxiliary

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of a JSON reply.
const (
	maxObjectDepth  = 4
	maxObjectValues = 400
	maxMembers      = 4 // of an object that stands for a plain form
)

// decode reads one JSON text strictly: no duplicate names, nothing behind it.
func decode(text string, into any) bool {
	return json.Unmarshal([]byte(text), into) == nil
}

// fitsObject holds a JSON object, or a list of them, against Keys and Prose.
func (f Form) fitsObject(text string) bool {
	var value any
	if (text[0] != '{' && text[0] != '[') || !shallow(text) || !decode(text, &value) {
		return false
	}
	budget := maxObjectValues
	return f.fitsValue(value, "", &budget)
}

func (f Form) fitsValue(value any, key string, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if !slices.Contains(f.Keys, name) && !slices.Contains(f.Prose, name) {
				return false
			}
			if !f.fitsValue(member, name, budget) {
				return false
			}
		}
		return true
	case []any:
		return !slices.ContainsFunc(v, func(element any) bool { return !f.fitsValue(element, key, budget) })
	case string:
		return f.fitsString(v, key)
	}
	return true // a number, a boolean or null
}

func (f Form) fitsString(text, key string) bool {
	text = strings.TrimSpace(text)
	switch {
	case slices.Contains(f.Prose, key):
		return countWords(text) <= maxProseWords && !cites(text)
	case key == "title":
		return isTitle(text)
	}
	return text == "" || isQuery(text)
}

// fitsMembers holds the values of a small JSON object against a plain form:
// {"binary_score":"yes"} for yes or no, {"queries":["…"]} for queries.
func (f Form) fitsMembers(text string) bool {
	var members map[string]any
	if !shallow(text) || !decode(text, &members) || len(members) == 0 || len(members) > maxMembers {
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
	switch v := value.(type) {
	case string:
		text := strings.TrimSpace(v)
		return text != "" && f.fitsText(text)
	case bool:
		return f.Kind == YesNo
	case float64:
		return f.Kind == Score || f.Kind == Integers || f.Kind == YesNo && (v == 0 || v == 1)
	case []any:
		if f.Kind != Queries && f.Kind != Integers && f.Kind != Keywords || len(v) > maxIntegers {
			return false
		}
		return !slices.ContainsFunc(v, func(element any) bool { return !f.fitsMember(element) })
	}
	return false
}

func isQueryList(text string) bool {
	var list []any
	if !shallow(text) || !decode(text, &list) || len(list) == 0 || len(list) > maxQueries {
		return false
	}
	for _, element := range list {
		query, ok := element.(string)
		if !ok || !isQuery(strings.TrimSpace(query)) {
			return false
		}
	}
	return true
}

// shallow bounds nesting before anything recursive reads the text.
func shallow(text string) bool {
	dec := jsontext.NewDecoder(strings.NewReader(text))
	for {
		if dec.StackDepth() > maxObjectDepth {
			return false
		}
		if _, err := dec.ReadToken(); err != nil {
			return true // the end, or an error that decoding will tell
		}
	}
}

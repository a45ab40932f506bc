package wire

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/tidwall/gjson"
)

// SumUsage adds up usage objects, given as raw JSON, the way one client call
// is to be charged for all its attempts: every number, also in nested details
// and under names that are not known. What only some objects have counts as
// zero in the others; what none has stays absent. Figures, truth values and
// nulls are all that it keeps: an upstream's words have no place beside a
// verified answer. It returns "" where there is no object.
func SumUsage(raws ...string) string {
	total, found := map[string]any{}, false
	for _, raw := range raws {
		v := gjson.Parse(raw)
		if v.IsObject() && (sound([]byte(raw)) || checkJSON([]byte(raw)) == nil) {
			addUsage(total, v, maxUsageDepth)
			found = true
		}
	}
	if !found {
		return ""
	}
	out, _ := json.Marshal(total) // figures, truth values and objects of them cannot fail
	return string(out)
}

// Bounds on what is added up. The interface has two levels, and a dozen
// members on each.
const (
	maxUsageDepth   = 8
	maxUsageMembers = 64 // of one object; what follows them is left out
)

// addUsage adds an object's figures to a sum. Numbers and objects displace what is neither,
// so that a null in one object does not hide the figure of another.
func addUsage(sum map[string]any, v gjson.Result, depth int) {
	v.ForEach(func(key, value gjson.Result) bool {
		before, known := sum[key.Str]
		if !isFigureName(key.Str) || !known && len(sum) == maxUsageMembers {
			return true
		}
		n, isNumber := before.(float64)
		object, isObject := before.(map[string]any)
		switch {
		case value.Type == gjson.Number && !isObject:
			sum[key.Str] = max(-math.MaxFloat64, min(n+value.Num, math.MaxFloat64))
		case value.IsObject() && !isNumber && depth > 1:
			if !isObject {
				object = map[string]any{}
			}
			addUsage(object, value, depth-1)
			sum[key.Str] = object
		case before == nil && (value.IsBool() || value.Type == gjson.Null):
			sum[key.Str] = value.Value()
		}
		return true
	})
}

// isFigureName reports whether a name may be that of a figure. A sentence may
// not: what a reply carries beside its answer has not been verified.
func isFigureName(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != '.' {
			return false
		}
	}
	return len(s) <= 64
}

// EstimateUsage returns a usage object, as raw JSON, for an attempt that was
// ended before the upstream reported one: of the request's text and of what
// had come of the answer.
func (s Surface) EstimateUsage(request, answer string) string {
	in, out := EstimateTokens(request), EstimateTokens(answer)
	asked, said := "prompt_tokens", "completion_tokens"
	if s == Responses {
		asked, said = "input_tokens", "output_tokens"
	}
	return `{"` + asked + `":` + strconv.Itoa(in) + `,"` + said + `":` + strconv.Itoa(out) + `,"total_tokens":` + strconv.Itoa(in+out) + `}`
}

// EstimateTokens estimates the tokens of a text: one for each four bytes of
// ASCII, the rule of thumb that OpenAI's help pages give for English, and one
// for each other character, which is near the truth for Chinese and Japanese
// and too many for accented letters.
func EstimateTokens(text string) int {
	ascii, other := 0, 0
	for _, r := range text {
		if r < 0x80 {
			ascii++
		} else {
			other++
		}
	}
	return (ascii+3)/4 + other
}

package wire

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
)

// SumUsage adds up usage objects, given as raw JSON, the way one client call
// is to be charged for all its attempts: every number, also in nested details
// and under names that are not known. What only some objects have counts as
// zero in the others; what none has stays absent. Figures, truth values and
// nulls are all that it keeps: an upstream's words have no place beside a
// verified answer. It returns "" where there is no object.
func SumUsage(raws ...string) string {
	var total figure
	for _, raw := range raws {
		v := gjson.Parse(raw)
		if v.IsObject() && (sound([]byte(raw)) || checkJSON([]byte(raw)) == nil) {
			total.kind = gjson.JSON
			total.add(v, maxUsageDepth)
		}
	}
	if total.kind != gjson.JSON {
		return ""
	}
	return string(total.append(make(jsonwriter.JSON, 0, 160)))
}

// Bounds on what is added up. The interface has two levels, and a dozen
// members on each.
const (
	maxUsageDepth   = 8
	maxUsageMembers = 64 // of one object; what follows them is left out
)

// figure is a member of a usage object: a number, a truth value, a null, or an object of figures.
type figure struct {
	name    string
	kind    gjson.Type // JSON for an object
	number  float64
	members []figure
}

// add adds an object's figures to a sum. Numbers and objects displace what is neither,
// so that a null in one object does not hide the figure of another.
func (sum *figure) add(v gjson.Result, depth int) {
	v.ForEach(func(key, value gjson.Result) bool {
		at := slices.IndexFunc(sum.members, func(f figure) bool { return f.name == key.Str })
		if at < 0 && isFigureName(key.Str) && len(sum.members) < maxUsageMembers && (!value.IsObject() || depth > 1) &&
			value.Type != gjson.String && !value.IsArray() {
			at = len(sum.members)
			sum.members = append(sum.members, figure{name: key.Str, kind: gjson.Null})
		}
		if at < 0 {
			return true
		}
		switch f := &sum.members[at]; {
		case value.Type == gjson.Number && f.kind != gjson.JSON:
			f.kind, f.number = gjson.Number, max(-math.MaxFloat64, min(f.number+value.Num, math.MaxFloat64))
		case value.IsObject() && f.kind != gjson.Number && depth > 1:
			f.kind = gjson.JSON
			f.add(value, depth-1)
		case f.kind == gjson.Null && value.IsBool():
			f.kind = value.Type
		}
		return true
	})
}

// append writes a figure's value, the members of an object in the order of their names.
func (sum *figure) append(j jsonwriter.JSON) jsonwriter.JSON {
	switch sum.kind {
	case gjson.JSON:
		slices.SortFunc(sum.members, func(a, b figure) int { return strings.Compare(a.name, b.name) })
		j.Open('{')
		for i := range sum.members {
			j.Key(sum.members[i].name)
			j = sum.members[i].append(j)
		}
		j.Close('}')
		return j
	case gjson.Number:
		if n := int64(sum.number); float64(n) == sum.number && n < 1<<53 && n > -1<<53 {
			return strconv.AppendInt(j, n, 10)
		}
		out, _ := json.Marshal(sum.number) // it is finite
		return append(j, out...)
	case gjson.True:
		return append(j, "true"...)
	case gjson.False:
		return append(j, "false"...)
	}
	return append(j, "null"...)
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
	in, out, names := EstimateTokens(request), EstimateTokens(answer), s.shape()
	return fmt.Sprintf(`{%q:%d,%q:%d,"total_tokens":%d}`, names.asked, in, names.said, out, in+out)
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

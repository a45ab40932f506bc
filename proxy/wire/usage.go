package wire

import (
	"math"
	"strconv"

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
	var total tally
	size := 0
	for _, raw := range raws {
		v := gjson.Parse(raw)
		if v.IsObject() && (sound([]byte(raw)) || checkJSON([]byte(raw)) == nil) {
			total.add(v, maxUsageDepth)
			size = max(size, len(raw))
		}
	}
	if size == 0 {
		return ""
	}
	w := make(jsonwriter.JSON, 0, size+8*len(raws))
	total.appendTo(&w)
	return string(w)
}

// Bounds on what is added up. The interface has two levels, and a dozen
// members on each.
const (
	maxUsageDepth   = 8
	maxUsageMembers = 64 // of one object; what follows them is left out
)

// tally is a usage object being added up: members in order of appearance.
type tally []amount

// amount is a member of a tally: a sum, an object, or raw JSON of anything else.
type amount struct {
	name   string
	sum    float64
	number bool
	object *tally
	raw    string
}

func (t *tally) add(v gjson.Result, depth int) {
	v.ForEach(func(key, value gjson.Result) bool {
		words := value.Type == gjson.String || value.IsArray() || value.IsObject() && depth <= 1
		if words || !isFigureName(key.Str) {
			return true
		}
		if sum := t.member(key.Str); sum != nil {
			sum.add(value, depth)
		}
		return true
	})
}

// member returns the member of that name, a new one where there is none yet;
// nil where there are too many.
func (t *tally) member(name string) *amount {
	for i := range *t {
		if (*t)[i].name == name {
			return &(*t)[i]
		}
	}
	if len(*t) == maxUsageMembers {
		return nil
	}
	if *t == nil {
		*t = make(tally, 0, 8)
	}
	*t = append(*t, amount{name: name})
	return &(*t)[len(*t)-1]
}

// add adds one value. Numbers and objects displace what is neither, so that a
// null in one object does not hide the figure of another.
func (a *amount) add(v gjson.Result, depth int) {
	switch {
	case v.Type == gjson.Number && a.object == nil:
		a.number, a.sum = true, max(-math.MaxFloat64, min(a.sum+v.Num, math.MaxFloat64))
	case v.IsObject() && !a.number && depth > 1:
		if a.object == nil {
			a.object = &tally{}
		}
		a.object.add(v, depth-1)
	case a.raw == "" || a.raw == "null":
		a.raw = v.Raw
	}
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

func (t tally) appendTo(w *jsonwriter.JSON) {
	w.Open('{')
	for i := range t {
		w.Key(t[i].name) // nothing in it needs to be escaped
		t[i].appendTo(w)
	}
	w.Close('}')
}

func (a *amount) appendTo(w *jsonwriter.JSON) {
	switch {
	case a.object != nil:
		a.object.appendTo(w)
	case a.number && a.sum == math.Trunc(a.sum) && math.Abs(a.sum) <= exact:
		*w = strconv.AppendInt(*w, int64(a.sum), 10)
	case a.number:
		*w = strconv.AppendFloat(*w, a.sum, 'g', -1, 64)
	default:
		*w = append(*w, a.raw...)
	}
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

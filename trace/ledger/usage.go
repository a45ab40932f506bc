package ledger

import (
	"encoding/json"
	"slices"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
)

// mostTokens is more than any call can cost: an upstream's figure above it is
// wrong, and would spoil the sum for good.
const mostTokens = 1e8

// Tokens are what an upstream said that a call cost, of the prompt and of the completion; nothing
// where it said nothing that makes sense. What it counts in its total alone, such as
// thinking, is of the completion.
func Tokens(usage json.RawMessage) (in, out int64) {
	total := int64(0)
	gjson.ParseBytes(usage).ForEach(func(name, n gjson.Result) bool {
		switch name.Str { // chat completions and responses have names of their own for the same
		case "prompt_tokens", "input_tokens":
			in += sensible(n)
		case "completion_tokens", "output_tokens":
			out += sensible(n)
		case "total_tokens":
			total = sensible(n)
		}
		return true
	})
	return in, max(out, total-in)
}

func sensible(n gjson.Result) int64 {
	if n.Type != gjson.Number || !(n.Num > 0 && n.Num < mostTokens) {
		return 0
	}
	return int64(n.Num)
}

// Codes are those of all findings of an exchange, of its answer and of the attempts at
// it, each once.
func (t *Trace) Codes() (codes []report.Code) {
	add := func(all []report.Finding) {
		for i := range all {
			if c := all[i].Code; c != "" && !slices.Contains(codes, c) {
				codes = append(codes, c)
			}
		}
	}
	add(t.Findings)
	for i := range t.Attempts {
		add(t.Attempts[i].Findings)
	}
	return codes
}

package proxy

import (
	"encoding/json"
	"slices"

	"github.com/tidwall/sjson"
)

// metadata is what the trace tells besides: the client's own metadata, and the
// names of the tools whose calls went on without being looked at, and of those
// whose arguments were verified as an answer.
func (x *exchange) metadata() json.RawMessage {
	if x.chat == nil {
		return x.whatWasAsked()
	}
	raw := x.chat.Metadata
	if x.origin.of != "" {
		raw = withMember(raw, x.origin.kind, x.origin.of)
	}
	if x.found.Unseen != "" {
		raw = withMember(raw, "context_not_seen", x.found.Unseen)
	}
	var passed, verified []string
	for _, c := range x.choices {
		for i, call := range c.Calls() {
			switch {
			case call.Name == "": // what goes with a call, and is none
			case slices.ContainsFunc(c.answers, func(a answerCall) bool { return a.at == i }):
				verified = append(verified, call.Name)
			default:
				passed = append(passed, call.Name)
			}
		}
	}
	for key, names := range map[string][]string{"tools_passed": passed, "tools_verified": verified} {
		if len(names) == 0 {
			continue
		}
		slices.Sort(names)
		raw = withMember(raw, key, slices.Compact(names))
	}
	return json.RawMessage(raw)
}

// pathKept bounds what is kept of a path that nobody here knows.
const pathKept = 200

// whatWasAsked tells method and path of a call that is none for an answer:
// whoever looks into its trace has nothing else to know it by. A query may hold
// what is nobody's business, and is left out.
func (x *exchange) whatWasAsked() json.RawMessage {
	path := x.call.target.Path()
	if path == "" {
		return nil
	}
	return json.RawMessage(withMember("", "request", x.call.method+" "+path[:min(len(path), pathKept)]))
}

// withMember sets a member of a JSON object, "" for none yet.
func withMember(raw, key string, value any) string {
	if with, err := sjson.Set(orElse(raw, "{}"), key, value); err == nil {
		return with
	}
	return raw
}

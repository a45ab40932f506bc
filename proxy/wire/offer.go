package wire

import (
	"strings"

	"github.com/tidwall/gjson"
)

// offer is what a request lets the model call.
type offer struct {
	names map[string]bool // of functions and tools that take free text
	kinds []string        // of other tools
}

// Offers reports whether the request lets the model make a call: it offers
// that tool, and neither forbids all calls nor leaves the tool out of those
// that it allows.
func (c *Chat) Offers(call Call) bool {
	if c.offer == nil {
		c.offer = readOffer(c)
	}
	switch {
	case call.Kind == "reasoning": // it goes with a call
		return true
	case call.Name != "":
		return c.offer.names[call.Name]
	}
	for _, kind := range c.offer.kinds {
		if strings.HasPrefix(kind, call.tool()) {
			return true
		}
	}
	return false
}

// tool is the kind of tool that a call of another kind than a function is for.
func (c Call) tool() string {
	kind := strings.TrimSuffix(c.Kind, "_call")
	if kind == "mcp_approval_request" {
		return "mcp"
	}
	if kind == "" {
		return "no kind"
	}
	return kind
}

// ForbidsCalls reports whether no tool is to be called.
func (c *Chat) ForbidsCalls() bool { return c.ToolChoice == `"none"` }

func readOffer(c *Chat) *offer {
	o := &offer{names: map[string]bool{}}
	if c.ForbidsCalls() {
		return o
	}
	for _, member := range [...]string{"tools", "functions"} {
		gjson.Parse(valueOf(c, member)).ForEach(func(_, v gjson.Result) bool {
			o.add(v)
			return true
		})
	}
	choice := gjson.Parse(c.ToolChoice)
	if choice.Get("type").Str == "allowed_tools" {
		allowed := &offer{names: map[string]bool{}}
		for _, v := range append(choice.Get("tools").Array(), choice.Get("allowed_tools.tools").Array()...) {
			allowed.add(v)
		}
		return allowed
	}
	return o
}

// add reads one tool of a request. A name space holds tools of its own.
func (o *offer) add(v gjson.Result) {
	for _, path := range [...]string{"function.name", "custom.name", "name"} {
		if name := v.Get(path).Str; name != "" {
			o.names[name] = true
		}
	}
	for _, name := range v.Get("tools.#.name").Array() {
		o.names[name.Str] = true
	}
	o.kinds = append(o.kinds, v.Get("type").Str)
}

package wire

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// Tool is a function that a request offers to the model.
type Tool struct {
	Name        string
	Description string
	Parameters  string // raw JSON Schema, "" for none, and of tools that take free text

	member string // tools, or functions of the older form
	path   string // of its parameters in that member
}

// eachTool visits what the request offers, in either form.
func (c *Chat) eachTool(visit func(member string, n int, v gjson.Result)) {
	for _, member := range [...]string{"tools", "functions"} {
		for n, v := range gjson.Parse(valueOf(c, member)).Array() {
			visit(member, n, v)
		}
	}
}

// Tools returns the functions that the request offers. Tools of other kinds are left out.
func (c *Chat) Tools() []Tool {
	var out []Tool
	c.eachTool(func(member string, n int, v gjson.Result) {
		switch f := v.Get("function"); {
		case f.IsObject():
			out = append(out, toolOf(f, member, strconv.Itoa(n)+".function.parameters"))
		case c.Surface == Responses, member == "functions": // where a tool is what it has, without an object around it
			out = append(out, toolOf(v, member, strconv.Itoa(n)+".parameters"))
		default:
			out = append(out, Tool{Name: v.Get("custom.name").Str, Description: v.Get("custom.description").Str})
		}
	})
	return slices.DeleteFunc(out, func(t Tool) bool { return t.Name == "" })
}

// toolWords are the descriptions of the tools that the request offers.
func toolWords(c *Chat) (out []string) {
	c.eachTool(func(_ string, _ int, v gjson.Result) {
		for _, path := range [...]string{"function.description", "description"} {
			if d := v.Get(path); d.Type == gjson.String && d.Str != "" {
				out = append(out, d.Str)
			}
		}
	})
	return out
}

func toolOf(f gjson.Result, member, path string) Tool {
	t := Tool{Name: f.Get("name").Str, Description: f.Get("description").Str, member: member, path: path}
	if p := f.Get("parameters"); p.IsObject() {
		t.Parameters = p.Raw
	}
	return t
}

// ForcedTool is the name of the one function that the request forces the model
// to call, by its name or as the only one that it offers; "" where it leaves a
// choice.
func (c *Chat) ForcedTool() string {
	choice := gjson.Parse(c.ToolChoice)
	if tools := c.Tools(); choice.Str == "required" && len(tools) == 1 {
		return tools[0].Name
	}
	for _, path := range []string{"function.name", "custom.name", "name"} {
		if name := choice.Get(path).Str; name != "" {
			return name
		}
	}
	return ""
}

// WrittenSchema is the schema of what a request has the model write, of its response_format or of the
// tool that it forces; "" for none.
func WrittenSchema(c *Chat) string {
	forced := c.ForcedTool()
	if c.Schema != "" || forced == "" {
		return c.Schema
	}
	for _, t := range c.Tools() {
		if t.Name == forced {
			return t.Parameters
		}
	}
	return ""
}

// RequiresCall reports whether the request leaves the model no answer but calls of tools.
func (c *Chat) RequiresCall() bool {
	choice := gjson.Parse(c.ToolChoice)
	for _, mode := range [...]string{choice.Str, choice.Get("mode").Str, choice.Get("allowed_tools.mode").Str} {
		if mode == "required" || mode == "any" {
			return true
		}
	}
	return false
}

// SetParameters gives tools of the request, as Tools returned them, the
// parameters that they have now.
func (e *Edit) SetParameters(tools []Tool) {
	for _, t := range tools {
		if t.member == "" || t.Parameters == "" {
			continue
		}
		raw, changed := e.changeOf(t.member)
		if !changed {
			raw = valueOf(e.chat, t.member)
		}
		if changed, err := sjson.SetRaw(raw, t.path, t.Parameters); err == nil {
			e.set(t.member, changed)
		}
	}
}

// SetNoCalls forbids the model to call a tool, where any is offered.
func (e *Edit) SetNoCalls() {
	for _, names := range [...][2]string{{"tools", "tool_choice"}, {"functions", "function_call"}} {
		if gjson.Get(valueOf(e.chat, names[0]), "0").Exists() {
			e.set(names[1], `"none"`)
		}
	}
}

// Call is one call of a tool in a reply.
type Call struct {
	ID, Name  string
	Arguments string // JSON text as the model wrote it, or the input of a tool that takes free text
	Kind      string // of an item of a response's output that is no such call; "" for any other

	raw string // the whole call
	at  string // path of the arguments in it
}

// olderCall is a function_call as one of tool_calls.
func olderCall(v gjson.Result) string {
	return `{"index":0,"type":"function","function":` + v.Raw + `}`
}

// calls are the calls as a message has them, under the name of their member.
func (c *Choice) calls() (member, raw string) {
	if c.Older {
		return "function_call", gjson.Get(c.ToolCalls, "0.function").Raw
	}
	return "tool_calls", c.ToolCalls
}

// Called reports whether a choice calls tools.
func (c *Choice) Called() bool { return c.ToolCalls != "" }

// Calls returns the tool calls of a choice in order.
func (c *Choice) Calls() []Call {
	var out []Call
	gjson.Parse(c.ToolCalls).ForEach(func(_, v gjson.Result) bool {
		out = append(out, callOf(v))
		return true
	})
	return out
}

// callOf reads one call. An item of a response's output that is none, sealed
// reasoning, has no name.
func callOf(v gjson.Result) Call {
	call := Call{ID: v.Get("id").Str, raw: v.Raw, at: "function.arguments"}
	within, kind := "function.", v.Get("type").Str
	switch {
	case kind == "function_call":
		within, call.at = "", "arguments"
	case kind == "custom_tool_call":
		within, call.at = "", "input"
	case isItem(v):
		return Call{ID: v.Get("call_id").Str, Kind: kind, raw: v.Raw}
	case v.Get("custom").IsObject():
		within, call.at = "custom.", "custom.input"
	}
	if within == "" {
		call.ID = v.Get("call_id").Str
	}
	call.Name, call.Arguments = v.Get(within+"name").Str, callArguments(v.Get(call.at))
	return call
}

// isItem tells an item of a response's output from a call of a chat completion.
func isItem(v gjson.Result) bool {
	kind := v.Get("type").Str
	return clientCalls[kind] || kind == "reasoning"
}

// callArguments is the arguments' JSON text; some servers send the object itself.
func callArguments(v gjson.Result) string {
	if v.IsObject() {
		return v.Raw
	}
	return v.Str
}

// Keep drops the calls for which change says false, and gives the others the
// arguments that it returns. Calls whose arguments stay keep their bytes.
func (c *Choice) Keep(change func(i int, call Call) (arguments string, keep bool)) {
	var raws []string
	kept := false
	for i, call := range c.Calls() {
		arguments, keep := change(i, call)
		if !keep {
			continue
		}
		if arguments != call.Arguments {
			call.raw, _ = sjson.Set(call.raw, call.at, arguments) // a place that was found there
		}
		raws, kept = append(raws, call.raw), kept || call.Kind != "reasoning"
	}
	if !kept {
		raws = nil // reasoning goes with a call
	}
	c.ToolCalls = arrayOf(raws)
}

// CallTurn is a choice's calls as the assistant's turn of a conversation, and
// each call's result as the turn that has to follow: raw JSON messages.
func (c *Choice) CallTurn(result func(i int) string) []string {
	if items := gjson.Parse(c.ToolCalls); isItem(items.Get("0")) {
		return itemTurn(items, result)
	}
	member, raw := c.calls()
	turns := []string{`{"role":"assistant","content":null` + c.Members() + `,"` + member + `":` + raw + `}`}
	for i, call := range c.Calls() {
		head := `{"role":"tool","tool_call_id":` + quote(call.ID)
		if c.Older {
			head = `{"role":"function","name":` + quote(call.Name)
		}
		turns = append(turns, head+`,"content":`+quote(result(i))+`}`)
	}
	return turns
}

// itemTurn is CallTurn for the items of a response's output.
func itemTurn(items gjson.Result, result func(i int) string) []string {
	var raws, outputs []string
	items.ForEach(func(_, v gjson.Result) bool {
		raws = append(raws, v.Raw)
		if call := callOf(v); call.Kind == "" {
			head := `{"type":"` + v.Get("type").Str + `_output","call_id":` + quote(call.ID)
			outputs = append(outputs, head+`,"output":`+quote(result(len(raws)-1))+`}`)
		}
		return true
	})
	var turns []string
	for _, item := range Replayed(raws) {
		turns = append(turns, item.Raw)
	}
	return append(turns, outputs...)
}

// arrayOf is an array of raw values, "" where there are none.
func arrayOf(raws []string) string {
	if len(raws) == 0 {
		return ""
	}
	return "[" + strings.Join(raws, ",") + "]"
}

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
	c.eachTool(func(_ string, _ int, v gjson.Result) { o.add(v) })
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

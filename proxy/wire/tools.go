package wire

import (
	"slices"
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

// Tools returns the functions that the request offers, in either form. Tools
// of other kinds are left out.
func (c *Chat) Tools() []Tool {
	var out []Tool
	gjson.Parse(valueOf(c, "tools")).ForEach(func(n, v gjson.Result) bool {
		switch f := v.Get("function"); {
		case f.IsObject():
			out = append(out, toolOf(f, "tools", n.String()+".function.parameters"))
		case c.Surface == Responses: // where a tool is what it has, without an object around it
			out = append(out, toolOf(v, "tools", n.String()+".parameters"))
		default:
			out = append(out, Tool{Name: v.Get("custom.name").Str, Description: v.Get("custom.description").Str})
		}
		return true
	})
	gjson.Parse(valueOf(c, "functions")).ForEach(func(n, f gjson.Result) bool {
		out = append(out, toolOf(f, "functions", n.String()+".parameters"))
		return true
	})
	return slices.DeleteFunc(out, func(t Tool) bool { return t.Name == "" })
}

// toolWords are the descriptions of the tools that the request offers.
func toolWords(c *Chat) (out []string) {
	for _, list := range [...]string{"tools", "functions"} {
		gjson.Parse(valueOf(c, list)).ForEach(func(_, v gjson.Result) bool {
			for _, path := range [...]string{"function.description", "description"} {
				if d := v.Get(path); d.Type == gjson.String && d.Str != "" {
					out = append(out, d.Str)
				}
			}
			return true
		})
	}
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
	Custom    bool   // it takes free text
	Kind      string // of an item of a response's output; "" in a chat completion
}

// Called reports whether a choice calls tools.
func (c *Choice) Called() bool { return c.ToolCalls != "" || c.FunctionCall != "" }

// Calls returns the tool calls of a choice in order, the older function_call
// where there are none.
func (c *Choice) Calls() []Call {
	if c.ToolCalls == "" && c.FunctionCall != "" {
		f := gjson.Parse(c.FunctionCall)
		return []Call{{Name: f.Get("name").Str, Arguments: callArguments(f.Get("arguments"))}}
	}
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
	switch v.Get("type").Str {
	case "function_call":
		return Call{ID: v.Get("call_id").Str, Name: v.Get("name").Str, Arguments: callArguments(v.Get("arguments"))}
	case "custom_tool_call":
		return Call{ID: v.Get("call_id").Str, Name: v.Get("name").Str, Arguments: v.Get("input").Str, Custom: true}
	}
	if isItem(v) {
		return Call{ID: v.Get("call_id").Str, Kind: v.Get("type").Str}
	}
	if custom := v.Get("custom"); custom.IsObject() {
		return Call{ID: v.Get("id").Str, Name: custom.Get("name").Str, Arguments: custom.Get("input").Str, Custom: true}
	}
	return Call{ID: v.Get("id").Str, Name: v.Get("function.name").Str, Arguments: callArguments(v.Get("function.arguments"))}
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
	calls := c.Calls()
	if c.ToolCalls == "" {
		for i, call := range calls { // the older form: one at most
			arguments, keep := change(i, call)
			if !keep {
				c.FunctionCall = ""
			} else if arguments != call.Arguments {
				c.FunctionCall, _ = sjson.Set(c.FunctionCall, "arguments", arguments)
			}
		}
		return
	}
	var raws []string
	i, kept := 0, false
	gjson.Parse(c.ToolCalls).ForEach(func(_, v gjson.Result) bool {
		raw := v.Raw
		arguments, keep := change(i, calls[i])
		if keep && arguments != calls[i].Arguments {
			path := "function.arguments"
			switch {
			case calls[i].Custom && isItem(v):
				path = "input"
			case calls[i].Custom:
				path = "custom.input"
			case isItem(v):
				path = "arguments"
			}
			raw, _ = sjson.Set(raw, path, arguments)
		}
		if keep {
			raws = append(raws, raw)
			kept = kept || v.Get("type").Str != "reasoning"
		}
		i++
		return true
	})
	if !kept {
		raws = nil // reasoning goes with a call
	}
	c.ToolCalls = arrayOf(raws)
}

// CallTurn is a choice's calls as the assistant's turn of a conversation, and
// each call's result as the turn that has to follow: raw JSON messages.
func (c *Choice) CallTurn(result func(i int) string) []string {
	calls := c.Calls()
	if c.ToolCalls == "" {
		if len(calls) == 0 {
			return nil
		}
		return []string{`{"role":"assistant","content":null` + c.Members() + `,"function_call":` + c.FunctionCall + `}`,
			`{"role":"function","name":` + quote(calls[0].Name) + `,"content":` + quote(result(0)) + `}`}
	}
	if items := gjson.Parse(c.ToolCalls); isItem(items.Get("0")) {
		return itemTurn(items, result)
	}
	turns := []string{`{"role":"assistant","content":null` + c.Members() + `,"tool_calls":` + c.ToolCalls + `}`}
	for i, call := range calls {
		turns = append(turns, `{"role":"tool","tool_call_id":`+quote(call.ID)+`,"content":`+quote(result(i))+`}`)
	}
	return turns
}

// itemTurn is CallTurn for the items of a response's output.
func itemTurn(items gjson.Result, result func(i int) string) []string {
	var raws, outputs []string
	items.ForEach(func(_, v gjson.Result) bool {
		raws = append(raws, v.Raw)
		if call := callOf(v); v.Get("type").Str == "custom_tool_call" || v.Get("type").Str == "function_call" {
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

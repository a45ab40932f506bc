package wire

import (
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"
)

// maxCalls bounds the tool calls of one choice, as the interface bounds the
// tools of one request.
const maxCalls = 128

// call is one tool call of a stream, as far as it has come.
type call struct {
	index int64
	id    string
	first string // raw JSON of its first delta: unknown members stay in it
	name  string
	args  strings.Builder // arguments of a function, input of a custom tool
	begun bool            // NewCalls has told of it
	told  int             // bytes of args that NewCalls has told of
}

// feedCalls takes the tool_calls of one delta.
func (c *gathering) feedCalls(v gjson.Result) (fault error) {
	v.ForEach(func(_, delta gjson.Result) bool {
		call := c.callOf(delta)
		if call == nil {
			fault = broken(FaultBadChoice, "too many tool calls, or an index out of range")
			return false
		}
		call.feed(delta)
		return true
	})
	return fault
}

// callOf returns the call that a delta goes on with, a new one, or nil. Some
// upstreams leave the index out: then an id begins a new call.
func (c *gathering) callOf(delta gjson.Result) *call {
	at, id := delta.Get("index"), delta.Get("id").Str
	index, whole := integer(at)
	for i := len(c.calls) - 1; i >= 0; i-- {
		known := c.calls[i]
		switch {
		case whole && known.index == index, !whole && (id == "" || id == known.id):
			return known
		}
	}
	if !whole {
		index = int64(len(c.calls))
	}
	if len(c.calls) == maxCalls || index < 0 || !delta.IsObject() {
		return nil
	}
	started := &call{index: index, first: cleanCall(delta.Raw)}
	c.calls = append(c.calls, started)
	return started
}

// feed takes one delta. Arguments that come as an object, not as its text,
// are turned into text.
func (c *call) feed(delta gjson.Result) {
	keepFirst(&c.id, delta.Get("id").Str)
	body := delta.Get("function")
	args := body.Get("arguments")
	if custom := delta.Get("custom"); custom.IsObject() {
		body, args = custom, custom.Get("input")
	}
	keepFirst(&c.name, body.Get("name").Str)
	if args.IsObject() {
		c.args.WriteString(args.Raw)
	} else {
		c.args.WriteString(args.Str)
	}
}

// rawWith is the call with other arguments.
func (c *call) rawWith(arguments string) string {
	root := gjson.Parse(c.first)
	kind, body, args := "function", "function", "function.arguments"
	if root.Get("custom").IsObject() {
		kind, body, args = "custom", "custom", "custom.input"
	}
	raw, _ := sjson.Delete(c.first, "index")
	raw, _ = sjson.SetRaw(raw, "id", quote(c.id))
	if root.Get("type").Str == "" {
		raw, _ = sjson.SetRaw(raw, "type", quote(kind))
	}
	raw, _ = sjson.SetRaw(raw, body+".name", quote(c.name))
	raw, _ = sjson.SetRaw(raw, args, quote(arguments))
	return raw
}

// tidying says what of a call's arguments from an offset on is told, and up to where: the rest waits for
// more, unless they are whole.
type tidying = func(arguments string, from int, whole bool) (told string, to int)

// NewCalls returns what has come of the first choice's tool calls since it was last
// asked, as the tool_calls of a delta; "" where nothing has. A call is told of
// once its name is there, unless withheld says of the name that it is not to be.
func (g *Gatherer) NewCalls(withheld func(name string) bool, tidy tidying) string {
	choice := g.choices[0]
	if choice == nil || g.response != nil || choice.Older {
		return ""
	}
	var raws []string
	for i, c := range choice.calls {
		if withheld(c.name) {
			continue
		}
		if raw := c.news(i, choice.FinishReason != "", tidy); raw != "" {
			raws = append(raws, raw)
		}
	}
	return arrayOf(raws)
}

// news is what has come of a call since it was last asked.
func (c *call) news(index int, whole bool, tidy tidying) string {
	if !c.begun && c.name == "" {
		return ""
	}
	var rest string
	rest, c.told = tidy(c.args.String(), c.told, whole)
	if !c.begun {
		c.begun = true
		raw, _ := sjson.Set(c.rawWith(rest), "index", index)
		return raw
	}
	if rest == "" {
		return ""
	}
	body := `"function":{"arguments":`
	if gjson.Get(c.first, "custom").IsObject() {
		body = `"custom":{"input":`
	}
	return `{"index":` + strconv.Itoa(index) + `,` + body + quote(rest) + `}}`
}

// rawCalls returns the calls as a JSON array, "" for none.
func rawCalls(calls []*call) string {
	raws := make([]string, len(calls))
	for i, c := range calls {
		raws[i] = c.rawWith(c.args.String())
	}
	return arrayOf(raws)
}

// streamCalls returns an array of whole calls as a stream's delta holds it:
// each with its index.
func streamCalls(raw string) string {
	var calls []string
	gjson.Parse(raw).ForEach(func(key, v gjson.Result) bool {
		if call, err := sjson.Set(v.Raw, "index", int(key.Num)); err == nil && v.IsObject() {
			calls = append(calls, call)
		}
		return true
	})
	return "[" + strings.Join(calls, ",") + "]"
}

package wire

import (
	"bytes"
	"cmp"
	"errors"
	"strings"

	"github.com/tidwall/gjson"
)

// Gatherer puts a streamed chat completion together, event by event. At any
// time it tells what has come so far, so that an answer can be verified while
// it is being written.
type Gatherer struct {
	limits  Limits
	size    int // bytes of deltas taken
	head    Reply
	choices []*gathering // by index; nil until a choice begins
	done    bool         // [DONE] has come
	last    likeness

	response *responding // of the Responses interface; nil for chat completions
}

// Limits bound what a Gatherer takes.
type Limits struct {
	Choices int // choices asked for: an index from here on is a fault
	Bytes   int // of all deltas together, as JSON; 0 for no limit
}

// gathering is one choice as far as it has come: what comes whole, and what comes in pieces.
type gathering struct {
	Choice
	content, refusal, reasoning strings.Builder
	hasContent                  bool
	calls                       []*call
	logprobs                    []byte // raw: what the lists of the chunks hold, with commas between
}

// NewGatherer returns a Gatherer for one reply.
func NewGatherer(limits Limits) *Gatherer {
	limits.Choices = min(max(limits.Choices, 1), maxChoices)
	return &Gatherer{limits: limits, choices: make([]*gathering, limits.Choices)}
}

// Feed takes one event. The error is a *BrokenReply; after one, or after
// [DONE], further events are of no use.
func (g *Gatherer) Feed(event Event) error {
	data := bytes.TrimSpace(event.Data)
	if len(data) == 0 || g.done {
		return nil
	}
	if string(data) == "[DONE]" {
		g.done = true
		return nil
	}
	if g.response != nil {
		event.Data = data
		return g.feedResponse(event)
	}
	if text, ok := g.last.textOf(data); ok && event.Name != "error" {
		return g.feedText(text)
	}
	event.Data = data
	return g.feedCarefully(event)
}

// feedCarefully takes an event of any shape.
func (g *Gatherer) feedCarefully(event Event) error {
	root, err := replyObject(event.Data)
	if err != nil {
		return cutOff(err, event.Cut)
	}
	if fault := frameError(event.Name, root); fault != nil {
		return fault
	}
	var fault error
	choices, _ := g.head.readHead(root)
	choices.ForEach(func(key, v gjson.Result) bool {
		fault = g.feedChoice(int(key.Num), v)
		return fault == nil
	})
	g.last.learn(root, event.Data)
	return fault
}

// cutOff turns a JSON error in the last, unfinished line of a stream into
// what it is.
func cutOff(err error, cut bool) error {
	if b, ok := errors.AsType[*BrokenReply](err); ok && cut && b.Fault == FaultNotJSON {
		return broken(FaultTruncated, "the stream ended inside an event")
	}
	return err
}

// frameError returns the error that an event reports, in its data or by its
// name.
func frameError(name string, root gjson.Result) error {
	if fault := upstreamError(root.Get("error")); fault != nil {
		return fault
	}
	if name == "error" {
		return upstreamError(root)
	}
	return nil
}

// feedChoice takes one choice of a chunk. A whole message in place of a delta
// is taken too: some upstreams answer a stream request with one event.
func (g *Gatherer) feedChoice(position int, v gjson.Result) error {
	index := int64(position)
	if at := v.Get("index"); at.Exists() && at.Type != gjson.Null {
		var whole bool
		if index, whole = integer(at); !whole {
			return broken(FaultBadChoice, "an index is no integer")
		}
	}
	delta := v.Get("delta")
	if !delta.IsObject() {
		delta = v.Get("message")
	}
	logprobs := v.Get("logprobs.content")
	c, fault := g.choice(index, len(delta.Raw)+len(logprobs.Raw))
	if fault != nil {
		return fault
	}
	if fault := c.end(v.Get("finish_reason").Str); fault != nil {
		return fault
	}
	c.Stopped = cmp.Or(v.Get("stop_reason").Str, c.Stopped)
	c.takeLogprobs(logprobs)
	return c.feed(delta)
}

// takeLogprobs adds the probabilities of a chunk's tokens.
func (c *gathering) takeLogprobs(list gjson.Result) {
	if !list.IsArray() {
		return
	}
	if inner := strings.TrimSpace(list.Raw[1 : len(list.Raw)-1]); inner != "" {
		if len(c.logprobs) > 0 {
			c.logprobs = append(c.logprobs, ',')
		}
		c.logprobs = append(c.logprobs, inner...)
	}
}

// end notes a finish reason, "" for none. One that tells of an error is a
// fault.
func (c *gathering) end(reason string) error {
	if c.FinishReason = cmp.Or(reason, c.FinishReason); lists.Failures[c.FinishReason] {
		return broken(FaultError, "finish_reason "+c.FinishReason)
	}
	return nil
}

// choice returns the choice that a delta of some size goes on with.
func (g *Gatherer) choice(index int64, size int) (*gathering, error) {
	if index < 0 || index >= int64(len(g.choices)) {
		return nil, broken(FaultBadChoice, "an index is out of range")
	}
	if g.choices[index] == nil {
		g.choices[index] = &gathering{}
	}
	if g.size += size; g.limits.Bytes > 0 && g.size > g.limits.Bytes {
		return nil, broken(FaultTooLarge, "the answer is over the limit")
	}
	return g.choices[index], nil
}

// feed takes one delta.
func (c *gathering) feed(delta gjson.Result) (fault error) {
	thought := false
	delta.ForEach(func(key, v gjson.Result) bool {
		c.take(key.Str, v)
		switch key.Str {
		case "content":
			text, thinking := contentText(v)
			c.reasoning.WriteString(thinking)
			if text != nil {
				c.hasContent = true
				grow(&c.content, *text)
				c.content.WriteString(*text)
			}
		case "refusal":
			c.refusal.WriteString(v.Str)
		case "reasoning_content", "reasoning":
			if !thought { // it may stand there under both names
				grow(&c.reasoning, v.Str)
				c.reasoning.WriteString(v.Str)
				thought = v.Str != ""
			}
		case "tool_calls":
			if c.Older && RawArray(v) != "" {
				c.calls, c.Older = nil, false
			}
			fault = c.feedCalls(v)
		case "function_call":
			if v.IsObject() && (c.Older || len(c.calls) == 0) {
				c.Older = true
				c.callOf(gjson.Parse(olderCall(v))).feed(gjson.Parse(olderCall(v)))
			}
		}
		return fault == nil
	})
	return fault
}

// Content returns what has come of the first choice's content, without copying it.
func (g *Gatherer) Content() string {
	if g.choices[0] == nil {
		return ""
	}
	return g.choices[0].content.String()
}

// Thought is what has come of the first choice's reasoning, as a choice of nothing else.
func (g *Gatherer) Thought() *Choice {
	c := g.choices[0]
	return &Choice{Reasoning: c.reasoning.String(), Thought: c.Choice.Thought}
}

// Done tells whether [DONE] has come.
func (g *Gatherer) Done() bool { return g.done }

// Reply returns the reply as far as it has come, and a *BrokenReply unless it
// is whole. It is whole when every choice that was asked for has a finish
// reason, or [DONE] has come and every choice that began has one: a few
// upstreams leave out [DONE], some answer with fewer choices than asked for.
func (g *Gatherer) Reply() (*Reply, error) {
	if g.response != nil {
		return g.responseReply()
	}
	reply := g.head
	missing, open := 0, 0
	for i, c := range g.choices {
		switch {
		case c == nil:
			missing++
			continue
		case c.FinishReason == "":
			open++
		}
		reply.Choices = append(reply.Choices, c.choice(i))
	}
	switch {
	case len(reply.Choices) == 0 && g.done:
		return &reply, broken(FaultEmptyChoices, "")
	case len(reply.Choices) == 0:
		return &reply, broken(FaultEmpty, "the stream has no choice")
	case open > 0:
		return &reply, broken(FaultTruncated, "a choice has no finish_reason")
	case missing > 0 && !g.done:
		return &reply, broken(FaultTruncated, "the stream has no [DONE]")
	}
	return &reply, nil
}

// choice returns what has come of one choice.
func (c *gathering) choice(index int) Choice {
	choice := c.Choice
	choice.Index, choice.Reasoning, choice.ToolCalls = index, c.reasoning.String(), rawCalls(c.calls)
	if c.refusal.Len() > 0 {
		text := c.refusal.String()
		choice.Refusal = &text
	}
	// A stream's first delta has empty content whatever follows.
	instead := choice.ToolCalls != "" || choice.Refusal != nil
	if text := c.content.String(); text != "" || c.hasContent && !instead {
		choice.Content = &text
	}
	if len(c.logprobs) > 0 {
		choice.Logprobs = `{"content":[` + string(c.logprobs) + `],"refusal":null}`
	}
	choice.dropThought()
	return choice
}

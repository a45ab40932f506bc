package wire

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/proxy/wire/prompt"
)

// Chat is a request for an answer, through either interface: its text,
// untouched, and what the gateway asks about it. It holds its own copy of the
// body, so the caller's buffer may be used again, and what it tells does not
// change once read: edits are made with Edit, any number of times, each from the
// original. It is used by one goroutine.
// It knows which interface it came through, and so how its reply is read and
// written: see Surface.
type Chat struct {
	Raw     string  // the body as it came
	Surface Surface // the interface that it came through

	Model        string // "" where absent: Azure names it in the path
	User         string // safety_identifier, else the older user
	Stream       bool
	IncludeUsage bool // stream_options.include_usage
	N            int  // choices asked for, at least 1

	HasTools   bool   // tools or functions are offered
	ToolChoice string // raw JSON of tool_choice or function_call, or ""

	Format         prompt.Format // a type that is none of the constants is kept as it came
	ResponseFormat string        // raw JSON of response_format, or of text.format in the form of one, or ""
	Schema         string        // raw JSON of response_format.json_schema.schema, or ""

	MaxTokens []Limit  // under the names that the client used: none, one or both
	Stop      []string // stop sequences
	Audio     bool     // audio output is asked for
	ContextID string   // vouchsafe.context_id
	Metadata  string   // raw JSON of metadata, an object, or ""
	Hosted    bool     // the upstream itself retrieves the context: data_sources, or a hosted file search

	Previous   string   // previous_response_id
	References []string // ids of items that stand in the input by reference
	Stored     bool     // the reply may be kept for calls that go on from it
	Hidden     string   // the member that has work done where the gateway cannot see it, or ""

	prompt   prompt.Prompt
	forgot   bool   // the prompt is without its messages
	offer    *offer // nil until it is asked for
	members  []member
	messages []place
	calls    openCalls // while the messages are read
}

// Limit is a limit on output tokens under one of its two names.
type Limit struct {
	Name  string // max_tokens or max_completion_tokens
	Value int64
}

// member is a top-level member: where its value starts and ends in Raw.
type member struct {
	name string
	Span
}

// place is where a message stands, so that text can be joined to it.
type place struct {
	role    string
	content Span // zero where there is none
}

// Parse reads a body that has passed Check. Members that the gateway relies on
// must have the type that the interface gives them, since lenient upstreams
// would take "true" for true; roles, content parts and members that it does not
// know pass.
func (s Surface) Parse(body []byte) (*Chat, *Error) {
	c, err := s.ParseEnvelope(body)
	if err != nil {
		return nil, err
	}
	if err := s.shape().conversation(c); err != nil {
		return nil, err
	}
	c.calls = nil
	c.prompt.Model, c.prompt.Format, c.prompt.Tools = c.Model, c.Format, toolWords(c)
	return c, nil
}

// ParseEnvelope is Parse for a call that is passed on as it came: nothing
// in its messages is looked at, so that Prompt knows of none, and no text can
// be joined to them.
func (s Surface) ParseEnvelope(body []byte) (*Chat, *Error) {
	c := &Chat{Raw: string(body), Surface: s, N: 1, Stored: true, members: make([]member, 0, 8)}
	var fault *Error
	walkObject(c.Raw, 0, func(name string, at Span) bool {
		c.members = append(c.members, member{name, at})
		fault = readMember(c, name, at)
		return fault == nil
	})
	if fault != nil {
		return nil, fault
	}
	return c, nil
}

// Prompt returns the request as readers of evidence see it. Its strings share
// the request's memory.
func (c *Chat) Prompt() prompt.Prompt {
	if c.forgot {
		again := Chat{Raw: c.Raw, Surface: c.Surface, members: c.members}
		_ = c.Surface.shape().conversation(&again) // no fault was found the first time
		c.prompt.Messages, c.forgot = again.prompt.Messages, false
	}
	return c.prompt
}

// Forget lets go of what the messages say, as far as that is more than Raw:
// whoever asks for the Prompt once more has them read again. A text in which
// something is escaped takes as much memory as it does in the request, and most
// exchanges do nothing but wait.
func (c *Chat) Forget() {
	c.forgot = c.forgot || c.prompt.Messages != nil
	c.prompt.Messages = nil
}

// Has tells whether the request has a top-level member of that name.
func (c *Chat) Has(name string) bool {
	_, ok := c.Value(name)
	return ok
}

// Value returns the place of a top-level member's value; false where there is none.
func (c *Chat) Value(name string) (at Span, ok bool) {
	for _, m := range c.members {
		if m.name == name {
			return m.Span, true
		}
	}
	return Span{}, false
}

// Glance reads what a gateway asks about a request that it sends on as it came
// and neither verifies nor has to gate. It judges what it reads, and that the
// body is an object in which no name stands twice; it steps over everything
// else, which is the upstream's to judge, and keeps nothing of the body: Raw is
// empty, so that there is nothing to edit. ok is false where it cannot tell,
// and for every fault: then Check and ParseEnvelope are to be asked, whose view
// of a sound body is the same.
func (s Surface) Glance(body []byte) (c *Chat, ok bool) {
	c = &Chat{Surface: s, N: 1, Stored: true, members: make([]member, 0, 8)}
	in := scanner{data: view(body)}
	ok = in.object(func(spelt string) bool {
		name := strings.Clone(spelt)
		if !(utf8.ValidString(name) && strings.IndexByte(name, '\\') < 0) || len(c.members) == soundMembers || c.Has(name) {
			return false
		}
		in.space()
		read, known := s.reader(name)
		start := in.pos
		if taken := known && read != nil; taken && !in.value(soundDepth) || !taken && !in.skip() {
			return false
		}
		c.members = append(c.members, member{name, Span{start, in.pos}})
		if !known {
			return s.misspelt(name) == nil
		}
		value := body[start:in.pos]
		return read == nil || value[0] == 'n' || utf8.Valid(value) && read(c, name, resultOf(string(value), Span{0, len(value)})) == nil
	})
	return c, ok && in.end()
}

package wire

import "github.com/tidwall/gjson"

// Surface is one of the interfaces through which clients ask for answers. A
// request through either is read into a Chat, and a reply of either into a
// Reply; what stands between them need not know which it was.
type Surface int

// The surfaces.
const (
	Completions Surface = iota // POST /chat/completions
	Responses                  // POST /responses
)

// shape is how a surface spells its requests and replies.
type shape struct {
	list         string // the member that holds the conversation
	part         string // the type of a part that is text
	format       string // how clients name the form of output that they ask for
	reply        string // how the ids of its replies begin
	asked, said  string // how its usage names the tokens of both
	readers      map[string]reader
	conversation func(*Chat) *Error // reads that member
}

// shape returns the surface's shape.
func (s Surface) shape() shape {
	if s == Responses {
		return shape{"input", "input_text", "text.format", "resp_", "input_tokens", "output_tokens", responseReaders, readInput}
	}
	return shape{"messages", "text", "response_format", "chatcmpl-", "prompt_tokens", "completion_tokens", readers, readMessages}
}

// ReplyID returns the id of a reply that the gateway itself writes, of a name
// that is its own.
func (s Surface) ReplyID(name string) string { return s.shape().reply + name }

// FormatName is how clients name the form of output that they ask for.
func (s Surface) FormatName() string { return s.shape().format }

// SurfaceOf tells which interface a recorded request is of, by the member that
// holds its conversation.
func SurfaceOf(body []byte) Surface {
	v := gjson.ParseBytes(body)
	if !v.Get("messages").Exists() && (v.Get("input").Exists() || v.Get("instructions").Exists()) {
		return Responses
	}
	return Completions
}

// ReadReply reads the body of a reply to this request that is no stream. The
// error is a *BrokenReply.
func (c *Chat) ReadReply(body []byte) (*Reply, error) {
	if c.Surface == Responses {
		return readResponse(body)
	}
	return ReadReply(body)
}

// Gather returns a Gatherer for a streamed reply to this request.
func (c *Chat) Gather(limits Limits) *Gatherer {
	g := NewGatherer(limits)
	if c.Surface == Responses {
		g = NewGatherer(Limits{Choices: 1, Bytes: limits.Bytes})
		g.response = &responding{aside: map[string]bool{}}
	}
	return g
}

// AppendReply appends the body of a reply to this request, with exactly what a
// reply may carry; see BuildReply.
func (c *Chat) AppendReply(dst []byte, r *Reply, report string) []byte {
	if c.Surface == Responses {
		return appendWhole(dst, r, c, report)
	}
	return appendReply(dst, r, report)
}

// NewStream returns what writes a streamed reply to this request under the head's
// id, time and model.
func (c *Chat) NewStream(head Reply) Writer {
	if c.Surface == Responses {
		head.Choices, head.Usage = nil, ""
		return &responseStream{chat: c, head: head}
	}
	return NewStream(head, c.IncludeUsage)
}

// Writer writes a reply as server-sent events. Each method appends whole
// events to dst, so that the caller decides what is written together and when.
// For every choice: Role, then any of Thought, Content, Refusal and the
// calls, then Finish; at the end Done, or Error instead. It is used by one goroutine.
type Writer interface {
	Role(dst []byte, index int) []byte
	Thought(dst []byte, c *Choice) []byte // its reasoning, or what goes of it with its calls
	Content(dst []byte, index int, text string) []byte
	Refusal(dst []byte, index int, text string) []byte
	ToolCalls(dst []byte, c *Choice) []byte
	NewCalls(dst []byte, raw string) []byte // a part of the first choice's calls, see Gatherer.NewCalls
	Finish(dst []byte, c *Choice, end Ending) []byte
	Done(dst []byte, usage string) []byte
	Error(dst []byte, err *Error) []byte
	Heartbeat(dst []byte) []byte
}

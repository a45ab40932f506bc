package audit

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
)

// readResponse reads the reply to a request: as an object, as the chunks of a
// stream in an array, or as the text of a stream. It returns the gateway's
// report beside it.
func readResponse(chat *wire.Chat, raw string) (*wire.Reply, gjson.Result, error) {
	v := gjson.Parse(raw)
	switch {
	case v.IsArray():
		return gathered(chat, v.Array())
	case v.Type == gjson.String && !strings.HasPrefix(strings.TrimSpace(v.Str), "{"):
		return streamed(chat, v.Str)
	case v.Type == gjson.String:
		v = gjson.Parse(v.Str)
		raw = v.Raw
	}
	reply, err := chat.ReadReply([]byte(raw))
	return reply, v.Get("vouchsafe"), err
}

// maxChoices is how many choices a stream may have; the interface allows 128.
const maxChoices = 128

// gathered puts a stream together. Chunks in an array are a stream that
// somebody kept whole, so its end need not be among them.
func gathered(chat *wire.Chat, chunks []gjson.Result) (*wire.Reply, gjson.Result, error) {
	var told gjson.Result
	g := chat.Gather(wire.Limits{Choices: maxChoices})
	for _, c := range append(chunks, gjson.Result{Raw: endOfStream}) {
		if err := g.Feed(wire.Event{Data: []byte(c.Raw)}); err != nil {
			return nil, told, err
		}
		for _, path := range []string{"vouchsafe", "response.vouchsafe"} {
			if v := c.Get(path); v.Exists() {
				told = v
			}
		}
	}
	reply, err := g.Reply()
	return reply, told, err
}

const endOfStream = "[DONE]"

// streamed puts the text of a stream together. That of a chat completion ends
// with a mark, that of a response with its last event.
func streamed(chat *wire.Chat, text string) (*wire.Reply, gjson.Result, error) {
	events := wire.NewEventReader(strings.NewReader(text), 0)
	var chunks []gjson.Result
	for {
		event, err := events.Next()
		if errors.Is(err, io.EOF) && chat.Surface == wire.Responses {
			return gathered(chat, chunks)
		}
		if err != nil {
			return nil, gjson.Result{}, fmt.Errorf("the stream has no %s: %w", endOfStream, err)
		}
		if data := strings.TrimSpace(string(event.Data)); data == endOfStream {
			return gathered(chat, chunks)
		} else if data != "" {
			chunks = append(chunks, gjson.Result{Type: gjson.JSON, Raw: data})
		}
	}
}

package audit

import (
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/wire"
)

// readResponse reads a chat completion: as an object, as the chunks of a
// stream in an array, or as the text of a stream. It returns the gateway's
// report beside it.
func readResponse(raw string) (*wire.Reply, gjson.Result, error) {
	v := gjson.Parse(raw)
	switch {
	case v.IsArray():
		return gathered(v.Array())
	case v.Type == gjson.String && !strings.HasPrefix(strings.TrimSpace(v.Str), "{"):
		return streamed(v.Str)
	case v.Type == gjson.String:
		v = gjson.Parse(v.Str)
		raw = v.Raw
	}
	reply, err := wire.ReadReply([]byte(raw))
	return reply, v.Get("vouchsafe"), err
}

// maxChoices is how many choices a stream may have; the interface allows 128.
const maxChoices = 128

// gathered puts a stream together. Chunks in an array are a stream that
// somebody kept whole, so its end need not be among them.
func gathered(chunks []gjson.Result) (*wire.Reply, gjson.Result, error) {
	var told gjson.Result
	g := wire.NewGatherer(wire.Limits{Choices: maxChoices})
	for _, c := range append(chunks, gjson.Result{Raw: endOfStream}) {
		if err := g.Feed(wire.Event{Data: []byte(c.Raw)}); err != nil {
			return nil, told, err
		}
		if v := c.Get("vouchsafe"); v.Exists() {
			told = v
		}
	}
	reply, err := g.Reply()
	return reply, told, err
}

const endOfStream = "[DONE]"

func streamed(text string) (*wire.Reply, gjson.Result, error) {
	events := wire.NewEventReader(strings.NewReader(text), 0)
	var chunks []gjson.Result
	for {
		event, err := events.Next()
		if err != nil {
			return nil, gjson.Result{}, fmt.Errorf("the stream has no %s: %w", endOfStream, err)
		}
		if data := strings.TrimSpace(string(event.Data)); data == endOfStream {
			return gathered(chunks)
		} else if data != "" {
			chunks = append(chunks, gjson.Result{Type: gjson.JSON, Raw: data})
		}
	}
}

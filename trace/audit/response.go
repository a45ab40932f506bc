package audit

import (
	"errors"

	"github.com/tidwall/gjson"

	"vouchsafe/proxy/wire"
)

// readResponse reads the reply to a request, also where it stands as a text. It
// returns the gateway's report beside it.
func readResponse(chat *wire.Chat, raw string) (*wire.Reply, gjson.Result, error) {
	v := gjson.Parse(raw)
	if v.Type == gjson.String {
		v = gjson.Parse(v.Str)
	}
	if !v.IsObject() {
		return nil, v, errors.New("it is no object; put the events of a stream together first")
	}
	reply, err := chat.ReadReply([]byte(v.Raw))
	return reply, v.Get("vouchsafe"), err
}

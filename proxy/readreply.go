package proxy

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// readReply reads a reply by what it is, not by what was asked for: some
// upstreams answer a request for a stream with plain JSON, and some do not say
// that what they send is a stream.
func (x *exchange) readReply(resp *upstream.Response, choices int) (*wire.Reply, error) {
	if strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/event-stream") {
		return x.readStream(resp.Body, choices)
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(body, []byte("data:")) || bytes.HasPrefix(body, []byte("event:")) {
		return x.readStream(bytes.NewReader(body), choices)
	}
	return x.chat.ReadReply(body)
}

// readStream puts a streamed reply together. What had come of one that broke
// off is returned along with the error.
func (x *exchange) readStream(body io.Reader, choices int) (*wire.Reply, error) {
	gatherer := x.chat.Gather(wire.Limits{Choices: choices, Bytes: x.setup.Limits.Response})
	if x.flow.follow != nil {
		body = &followed{body, func() bool { return x.flow.follow(gatherer) }}
	}
	events := wire.NewEventReader(body, x.setup.Limits.Response)
	err := gather(gatherer, events)
	events.Release()
	if !errors.Is(err, errEnough) && x.flow.follow != nil && !x.flow.follow(gatherer) && err == nil {
		err = errEnough
	}
	reply, broken := gatherer.Reply()
	if err == nil {
		err = broken
	}
	return reply, err
}

// gather takes a reply's events to its end.
func gather(gatherer *wire.Gatherer, events *wire.EventReader) error {
	for !gatherer.Done() {
		event, err := events.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = gatherer.Feed(event)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// followed is the body of a reply that is looked at while it comes: whenever
// nothing more of it is there to be read. Of what comes together all is looked
// at together.
type followed struct {
	body io.Reader
	look func() bool
}

func (f *followed) Read(p []byte) (int, error) {
	if !f.look() {
		return 0, errEnough
	}
	return f.body.Read(p)
}

// errEnough says that nobody wants to read on: what has come is known to fail,
// or the client has gone.
var errEnough = errors.New("enough of the reply has come")

// raw is what the model wrote, for the trace.
func raw(r *wire.Reply) string {
	if len(r.Choices) == 1 && r.Choices[0].Content != nil && r.Choices[0].ToolCalls == "" {
		return *r.Choices[0].Content
	}
	return string(wire.BuildReply(r, ""))
}

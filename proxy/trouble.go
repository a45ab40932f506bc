package proxy

import (
	"errors"
	"io"

	"go.uber.org/zap"

	"vouchsafe/proxy/upstream"
	"vouchsafe/proxy/wire"
)

// foreignError keeps an upstream's error as it came.
func (x *exchange) foreignError(resp *upstream.Response) *stopped {
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return x.failure(err)
	}
	return &stopped{foreign: &foreign{resp.Status, resp.Header, body}}
}

// failure tells a client, in the interface's own form, why there is no reply,
// the trace in a word, and the log what neither is told: which address was not
// to be had, and what the system said.
func (x *exchange) failure(err error) *stopped {
	switch upstream.FailureOf(err) {
	case upstream.Unreachable, upstream.TimedOut, upstream.Broken, upstream.TooLarge:
		x.gate.log.Warn("an upstream call failed", zap.String("trace_id", x.id), zap.String("upstream", x.app.Upstream.Name()), zap.String("cause", causeOf(err)), zap.Error(err))
	}
	if cause, n := causeOf(err), len(x.attempts); cause != "" && n > 0 {
		x.attempts[n-1].cause = cause
	}
	return &stopped{err: troubleOf(err), gone: upstream.FailureOf(err) == upstream.Canceled, unanswered: upstream.Unanswered(err)}
}

// causeOf is what the trace says of a failed call, in one word: what became of
// the connection, or what is wrong with the reply. It tells no address.
func causeOf(err error) string {
	if err == nil {
		return ""
	}
	var broken *wire.BrokenReply
	if errors.As(err, &broken) {
		return "reply-" + string(broken.Fault)
	}
	return string(upstream.CauseOf(err))
}

func troubleOf(err error) *wire.Error {
	var broken *wire.BrokenReply
	if errors.As(err, &broken) {
		return broken.Report()
	}
	switch upstream.FailureOf(err) {
	case upstream.Canceled:
		return wire.NewError(499, "client_closed_request", "The client went away.")
	case upstream.TimedOut:
		return wire.NewError(504, "upstream_timeout", "The upstream did not answer in time"+phaseOf(err)+".")
	case upstream.TooLarge:
		return wire.NewError(502, "upstream_too_large", "The upstream's reply is larger than the gateway takes.")
	case upstream.Invalid:
		return wire.NewError(400, "bad_request", "The request cannot be sent on as it is.")
	case upstream.Tripped:
		e := wire.NewError(502, "upstream_unreachable", "The upstream could not be reached several times in a row and is left alone for a moment.")
		e.RetryAfter = 1
		return e
	case upstream.Broken:
		return wire.NewError(502, "upstream_broken", "The upstream's reply broke off.")
	}
	return wire.NewError(502, "upstream_unreachable", "The upstream cannot be reached.")
}

// phaseOf names the phase that took too long. More of the error would tell the
// client where the upstream is.
func phaseOf(err error) string {
	if phase := upstream.PhaseOf(err); phase != "" {
		return " (" + string(phase) + ")"
	}
	return ""
}

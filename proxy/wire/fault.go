package wire

import (
	"bytes"
	"cmp"
	"errors"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/jsonwriter"
)

// Fault is the way in which an upstream's reply is broken. Clients show an
// empty answer, without any error, for most of these; the gateway must not.
type Fault string

// The faults.
const (
	FaultEmpty        Fault = "empty"         // no body, or a stream without a chunk
	FaultHTML         Fault = "html"          // a page, often of a proxy on the way
	FaultNotJSON      Fault = "not-json"      // neither JSON nor HTML
	FaultNull         Fault = "null"          // JSON null
	FaultNotObject    Fault = "not-object"    // an array, a string, …
	FaultError        Fault = "error-body"    // an error under a 2xx, or in a stream
	FaultNoChoices    Fault = "no-choices"    // no array of choices
	FaultEmptyChoices Fault = "empty-choices" // an array without a choice
	FaultBadChoice    Fault = "bad-choice"    // without message, out of range, or twice
	FaultTruncated    Fault = "truncated"     // the stream ended before the answer did
	FaultTooLarge     Fault = "too-large"     // over a limit of size
)

// BrokenReply is the error of a reply that carries no answer.
type BrokenReply struct {
	Fault    Fault
	Detail   string // for logs; holds no text of the answer
	Upstream *Error // of FaultError: what the upstream said
}

// Error implements error.
func (b *BrokenReply) Error() string {
	text := "cannot use the upstream's reply: " + string(b.Fault)
	if b.Detail != "" {
		text += ": " + b.Detail
	}
	return text
}

// Report returns the error to answer with: the upstream's own where it sent
// one, else a 502 that names the fault.
func (b *BrokenReply) Report() *Error {
	if b.Upstream != nil {
		return b.Upstream
	}
	return NewError(502, "upstream_broken_reply",
		"The upstream's reply cannot be used ("+string(b.Fault)+").")
}

// broken returns a BrokenReply without an upstream error.
func broken(fault Fault, detail string) *BrokenReply {
	return &BrokenReply{Fault: fault, Detail: detail}
}

// HoldsAnswer reports whether the body of an upstream's error is a reply all the same, whole or
// streamed: its words are no more verified for the status above them.
func HoldsAnswer(body []byte) bool {
	body = bytes.TrimSpace(body)
	for _, sign := range []string{"data:", "event:", ":"} {
		if bytes.HasPrefix(body, []byte(sign)) {
			return true
		}
	}
	root := gjson.ParseBytes(body)
	if !root.IsArray() {
		return holdsAnswer(root)
	}
	held := false
	root.ForEach(func(_, item gjson.Result) bool {
		held = holdsAnswer(item)
		return !held
	})
	return held
}

// holdsAnswer tells an object with a member that holds the words of a model in some interface.
func holdsAnswer(v gjson.Result) (held bool) {
	v.ForEach(func(key, value gjson.Result) bool {
		switch strings.ToLower(key.Str) {
		case "choices", "output", "output_text", "candidates", "content", "completion", "generated_text", "response", "delta":
			held = value.Type == gjson.String || value.IsObject() || value.IsArray()
		case "message":
			held = value.IsObject()
		}
		return !held
	})
	return held
}

// ErrorIn returns the error that the body of an upstream's reply tells of.
func ErrorIn(body []byte) *Error {
	if root, err := replyObject(body); err == nil {
		if fault, ok := errors.AsType[*BrokenReply](upstreamError(root.Get("error"))); ok {
			return fault.Upstream
		}
	}
	return NewError(502, "upstream_error", "The upstream answered with an error.")
}

// upstreamError reads the `error` member of a reply, which may be an object
// or a plain string. It returns nil where there is none.
func upstreamError(v gjson.Result) error {
	if !v.Exists() || v.Type == gjson.Null || v.Type == gjson.False {
		return nil
	}
	err := NewError(502, "", v.Str)
	if v.IsObject() {
		err.Message = v.Get("message").String()
		err.Param = v.Get("param").String()
		err.Code = v.Get("code").String()
		if kind := v.Get("type").String(); kind != "" {
			err.Type = kind
		}
	}
	if err.Message == "" {
		err.Message = "The upstream reported an error."
	}
	if status := v.Get("code").Int(); v.IsObject() && errorStatus(status) {
		err.Status = int(status) // some gateways put the status there
	}
	return &BrokenReply{Fault: FaultError, Detail: err.Code, Upstream: err}
}

// errorStatus tells whether an upstream's figure may be sent on as a status:
// an error, and none of those that clients treat as a reason to repeat at
// once.
func errorStatus(status int64) bool {
	switch status {
	case 400, 401, 402, 403, 404, 413, 429, 500, 502, 503, 504:
		return true
	}
	return false
}

// Error is an error as clients of the interface expect it. Its body always
// has all four keys, because some clients decode none of them when one is
// missing.
type Error struct {
	Status  int    // HTTP status; never 409, 422, 425 or 451, which some clients retry
	Type    string // invalid_request_error, permission_error, server_error, …
	Code    string // machine-readable; "" is sent as null
	Param   string // the request member at fault; "" is sent as null
	Message string

	NoRetry    bool // a retry cannot cure it: sent as x-should-retry: false
	RetryAfter int  // seconds, sent as retry-after; 0 for none
}

// NewError returns an error whose type follows from its status. A status
// below 500 other than 429 says no retry. The message, a sentence, is followed by the
// command that prints the page of the documentation that helps with the code.
func NewError(status int, code, message string) *Error {
	kind := lists.ErrorTypes[status]
	if kind == "" {
		kind = "server_error"
		if status < 500 {
			kind = "invalid_request_error"
		}
	}
	if code != "" {
		message += " `" + cmp.Or(lists.Pages[code], lists.Pages["any"]) + "` tells more."
	}
	noRetry := status < 500 && status != 429
	return &Error{Status: status, Type: kind, Code: code, Message: message, NoRetry: noRetry}
}

// Busy returns a 503 that says to come back in a second.
func Busy(code, message string) *Error {
	err := NewError(503, code, message)
	err.RetryAfter = 1
	return err
}

// BadRequest returns a 400 about one member of the request, written as the
// interface writes it: messages[0].content.
func BadRequest(param, code, message string) *Error {
	err := NewError(400, code, message)
	err.Param = param
	return err
}

// Error implements error.
func (e *Error) Error() string {
	text := strconv.Itoa(e.Status) + " " + e.Message
	if e.Param != "" {
		text += " (" + e.Param + ")"
	}
	return text
}

// Body returns the JSON body of the error.
func (e *Error) Body() []byte {
	w := jsonwriter.JSON(`{"error":{`)
	w.Text("message", e.Message)
	w.Text("type", e.Type)
	w.Optional("param", e.Param)
	w.Optional("code", e.Code)
	return append(w, "}}"...)
}

// Headers returns the response headers that go with the error, as pairs of
// name and value.
func (e *Error) Headers() [][2]string {
	var headers [][2]string
	if e.NoRetry {
		headers = append(headers, [2]string{"x-should-retry", "false"})
	}
	if e.RetryAfter > 0 {
		headers = append(headers, [2]string{"retry-after", strconv.Itoa(e.RetryAfter)})
	}
	return headers
}

package wire

import (
	"cmp"
	"strconv"

	"vouchsafe/jsonwriter"
)

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

package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"vouchsafe/proxy/wire/prompt"
)

// MaxDepth is the deepest nesting of arrays and objects that is read. Tool
// schemas of real clients stay below 20; the readers behind the gate recurse.
const MaxDepth = prompt.MaxJSONDepth

// Check is the gate that every request body passes before anything else
// looks at it. It wants one JSON object and nothing behind it, of at most max
// bytes (0: no limit) and MaxDepth levels, in valid UTF-8, without lone
// surrogates and without a name twice in one object: parsers differ in which
// of two they take, so what is checked here could be another value than the
// one that is answered upstream.
func Check(body []byte, max int) *Error {
	if max > 0 && len(body) > max {
		return NewError(413, "request_too_large",
			fmt.Sprintf("The request body has %d bytes; at most %d are accepted.", len(body), max))
	}
	if sound(body) {
		return nil
	}
	if err := checkJSON(body); err != nil {
		return BadRequest("", "invalid_json", "The request body cannot be read as JSON: "+err.Error()+".")
	}
	if c := firstByte(body); c != '{' {
		return BadRequest("", "invalid_json", "The request body must be a JSON object.")
	}
	return nil
}

// checkJSON tells what is wrong with body as one strict JSON value.
func checkJSON(body []byte, opts ...jsontext.Options) error {
	if prompt.TooDeep(view(body)) {
		return fmt.Errorf("it is nested deeper than %d levels", MaxDepth)
	}
	if jsontext.Value(body).IsValid(opts...) {
		return nil
	}
	// The quick judgement gives no reason: read it again for one.
	decoder := jsontext.NewDecoder(bytes.NewReader(body), opts...)
	if _, err := decoder.ReadValue(); err != nil {
		return reason(err)
	}
	return errors.New("more text follows the first value")
}

// reason puts a parser's complaint into our own words and leaves out where it
// is, except for the offset: names in a request are the client's own data.
func reason(err error) error {
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return errors.New("a name occurs twice in one object")
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok && syntax.Err != nil {
		return fmt.Errorf("%s at byte %d", unquoted(syntax.Err.Error()), syntax.ByteOffset)
	}
	return errors.New("it ends too early")
}

// unquoted is a complaint without the piece of a string that it shows.
func unquoted(complaint string) string {
	for _, kind := range []string{"invalid surrogate pair", "invalid escape sequence"} {
		if strings.HasPrefix(complaint, kind) {
			return kind
		}
	}
	return complaint
}

// firstByte returns the first byte of body that is not white space, or 0.
func firstByte(body []byte) byte {
	for _, c := range body {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return c
		}
	}
	return 0
}

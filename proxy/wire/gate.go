package wire

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

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

// Bounds on what sound looks at; what has more is left to the strict parser.
const (
	soundDepth   = 24
	soundMembers = 24 // of one object
)

// sound tells whether a body is one JSON object that the gate would let pass.
// It is the strict parser's quick brother: what it says yes to, that one does
// too, which a fuzz test sees to; a no means only that it cannot tell. It
// knows nothing of what is rare: names with escapes, halves of surrogate
// pairs, large objects.
func sound(body []byte) bool {
	s := scanner{data: view(body)}
	s.space()
	return s.at('{') && s.value(soundDepth) && s.end() && utf8.Valid(body)
}

// value takes any value of at most so many levels.
func (s *scanner) value(levels int) bool {
	s.space()
	if s.pos == len(s.data) || levels < 0 {
		return false
	}
	switch s.data[s.pos] {
	case '"':
		s.pos++
		return s.string()
	case '{':
		return s.anyObject(levels - 1)
	case '[':
		return s.array(func() bool { return s.value(levels - 1) })
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	}
	return s.number()
}

// anyObject takes an object whose names are plain and differ.
func (s *scanner) anyObject(levels int) bool {
	var room [soundMembers]string
	names := room[:0]
	return s.object(func(name string) bool {
		if len(names) == soundMembers || strings.IndexByte(name, '\\') >= 0 || slices.Contains(names, name) {
			return false
		}
		names = append(names, name)
		return s.value(levels)
	})
}

// number takes a number: RFC 8259, section 6.
func (s *scanner) number() bool {
	if s.at('-') {
		s.pos++
	}
	if s.at('0') {
		s.pos++
	} else if !s.digits() {
		return false
	}
	if s.at('.') {
		s.pos++
		if !s.digits() {
			return false
		}
	}
	if !s.at('e') && !s.at('E') {
		return true
	}
	s.pos++
	if s.at('+') || s.at('-') {
		s.pos++
	}
	return s.digits()
}

// digits takes one digit or more.
func (s *scanner) digits() bool {
	from := s.pos
	for s.pos < len(s.data) && isDigit(s.data[s.pos]) {
		s.pos++
	}
	return s.pos > from
}

package store

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// scanner reads JSON once, from its beginning to its end. Texts that nobody
// asks for are stepped over and not copied. After a mistake nothing more comes.
type scanner struct {
	text []byte
	dec  *jsontext.Decoder
	err  error
}

func newScanner(text []byte) scanner {
	return scanner{text: text, dec: jsontext.NewDecoder(bytes.NewBuffer(text),
		jsontext.AllowDuplicateNames(true), // the writer's affair; the last value counts
		jsontext.AllowInvalidUTF8(true))}   // half of a surrogate pair, escaped; whole judges the bytes
}

// whole reports whether the text was well-formed and has been read to its end.
func (s *scanner) whole() bool {
	_, err := s.dec.ReadToken()
	return s.err == nil && errors.Is(err, io.EOF) && utf8.Valid(s.text)
}

// object reads an object; member is called before each value and reads it.
// Any other value is stepped over.
func (s *scanner) object(member func(name []byte)) {
	s.nested(jsontext.KindBeginObject, func() {
		if name := s.bytes(); s.err == nil {
			member(name)
		}
	})
}

// array reads an array; element is called before each value and reads it. Any
// other value is stepped over.
func (s *scanner) array(element func()) { s.nested(jsontext.KindBeginArray, element) }

func (s *scanner) nested(open jsontext.Kind, each func()) {
	if s.dec.PeekKind() != open {
		s.value()
		return
	}
	_, s.err = s.dec.ReadToken()
	for s.err == nil && s.dec.PeekKind() > 0 && s.dec.PeekKind() != open+2 { // ']' and '}' stand two behind '[' and '{'
		each()
	}
	if s.err == nil {
		_, s.err = s.dec.ReadToken()
	}
}

// value reads any value, as it is written, and tells where it begins.
func (s *scanner) value() (start int, raw []byte) {
	if s.err != nil {
		return 0, nil
	}
	var v jsontext.Value
	v, s.err = s.dec.ReadValue()
	end := int(s.dec.InputOffset())
	return end - len(v), s.text[end-len(v) : end]
}

// string reads a string and returns what it says; "" for any other value.
func (s *scanner) string() string { return string(s.bytes()) }

// bytes is string without a copy, where nothing is escaped: what it returns is
// a part of the text.
func (s *scanner) bytes() []byte {
	_, raw := s.value()
	return unquoted(raw)
}

// unquoted is what a string says; nil for any other value.
func unquoted(raw []byte) []byte {
	if len(raw) == 0 || raw[0] != '"' {
		return nil
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	said, _ := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw) // it was read, so it is sound
	return said
}

// truth reads true, and steps over any other value.
func (s *scanner) truth() bool {
	_, raw := s.value()
	return string(raw) == "true"
}

// skip steps over a value.
func (s *scanner) skip() {
	if s.err == nil {
		s.err = s.dec.SkipValue()
	}
}

package jsonwriter

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// JSON appends JSON objects to a byte slice. Of a member's name it asks that
// nothing in it needs to be escaped.
type JSON []byte

// Key begins a member. Names are constants that need no escaping.
func (j *JSON) Key(name string) {
	j.Comma()
	*j = append(*j, '"')
	*j = append(*j, name...)
	*j = append(*j, '"', ':')
}

// Comma separates a member or an element from the one before it.
func (j *JSON) Comma() {
	if n := len(*j); n > 0 {
		if last := (*j)[n-1]; last != '{' && last != '[' {
			*j = append(*j, ',')
		}
	}
}

// Open begins an object, an array or a string, with its bracket or quote.
func (j *JSON) Open(b byte) { *j = append(*j, b) }

// Close ends what was opened.
func (j *JSON) Close(b byte) { *j = append(*j, b) }

// Null writes null.
func (j *JSON) Null() { *j = append(*j, "null"...) }

// Text writes a member that is a string.
func (j *JSON) Text(name, value string) {
	j.Key(name)
	j.Quote(value)
}

// Optional writes a member that is a string, or null where it is empty.
func (j *JSON) Optional(name, value string) {
	j.Key(name)
	if value == "" {
		j.Null()
		return
	}
	j.Quote(value)
}

// Pointer writes a member that is a string or null.
func (j *JSON) Pointer(name string, value *string) {
	j.Key(name)
	if value == nil {
		j.Null()
		return
	}
	j.Quote(*value)
}

// Texts writes a member that is an array of strings, empty rather than null.
func (j *JSON) Texts(name string, values []string) {
	j.Key(name)
	j.Open('[')
	for _, value := range values {
		j.Comma()
		j.Quote(value)
	}
	j.Close(']')
}

// Integer writes a member that is an integer.
func (j *JSON) Integer(name string, value int) {
	j.Key(name)
	*j = strconv.AppendInt(*j, int64(value), 10)
}

// Count writes a member that is an integer or null.
func (j *JSON) Count(name string, value *int) {
	j.Key(name)
	if value == nil {
		j.Null()
		return
	}
	*j = strconv.AppendInt(*j, int64(*value), 10)
}

// Known writes a member that is an integer, or null where it is 0.
func (j *JSON) Known(name string, value int) {
	if value == 0 {
		j.Count(name, nil)
		return
	}
	j.Integer(name, value)
}

// Truth writes a member that is true or false.
func (j *JSON) Truth(name string, value bool) {
	j.Key(name)
	*j = strconv.AppendBool(*j, value)
}

// Number writes a member that is a number; what JSON cannot say is null.
func (j *JSON) Number(name string, value float64) {
	j.Key(name)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		j.Null()
		return
	}
	if whole := int64(value); float64(whole) == value && 0 <= whole && whole < 1<<53 && !math.Signbit(value) {
		*j = strconv.AppendInt(*j, whole, 10) // as most are
		return
	}
	*j = strconv.AppendFloat(*j, value, 'f', -1, 64)
}

// Figure writes a member that is a number or null.
func (j *JSON) Figure(name string, value *float64) {
	if value == nil {
		j.Key(name)
		j.Null()
		return
	}
	j.Number(name, *value)
}

// Raw writes a member that is JSON already, or null where it is none.
func (j *JSON) Raw(name string, value json.RawMessage) {
	j.Key(name)
	j.Value(value)
}

// Value writes JSON in one line, or null where it is none.
func (j *JSON) Value(v json.RawMessage) {
	before := len(*j)
	out := bytes.NewBuffer(*j)
	if len(v) == 0 || !utf8.Valid(v) || json.Compact(out, v) != nil {
		*j = (*j)[:before]
		j.Null()
		return
	}
	*j = out.Bytes()
}

// Given writes a member that is JSON already, where there is one.
func (j *JSON) Given(name, raw string) {
	if raw != "" {
		j.Key(name)
		*j = append(*j, raw...)
	}
}

// Named writes a member that is a string, where it is not empty.
func (j *JSON) Named(name, value string) {
	if value != "" {
		j.Text(name, value)
	}
}

// Quote writes a string. Only what JSON demands is escaped, and the two separators
// that end a line in JavaScript, so that a line stays a line for every reader.
// Bytes that are no UTF-8 become U+FFFD.
func (j *JSON) Quote(s string) { *j = AppendString(*j, s) }

// List writes a member that is an array of objects, empty rather than null.
func List[T any](j *JSON, name string, values []T, write func(*JSON, *T)) {
	j.Key(name)
	j.Open('[')
	for i := range values {
		j.Comma()
		j.Open('{')
		write(j, &values[i])
		j.Close('}')
	}
	j.Close(']')
}

// Object writes a member that is an object or null.
func Object[T any](j *JSON, name string, value *T, write func(*JSON, *T)) {
	j.Key(name)
	if value == nil {
		j.Null()
		return
	}
	j.Open('{')
	write(j, value)
	j.Close('}')
}

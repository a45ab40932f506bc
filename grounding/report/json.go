package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// JSON appends JSON objects to a byte slice. It is written by hand because
// every exchange pays for it: reflection costs several times as much. Of a
// member's name it asks that nothing in it needs to be escaped.
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

// Quote writes a string. Bytes that are no UTF-8 become U+FFFD, as everywhere
// else; the two separators that end a line in JavaScript are escaped, so that a
// line stays a line for every reader.
func (j *JSON) Quote(s string) {
	dst := append(*j, '"')
	start := 0
	for i := 0; i < len(s); {
		if i += Plain(s[i:]); i == len(s) {
			break
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r < utf8.RuneSelf || r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
			dst = appendEscaped(append(dst, s[start:i]...), r)
			start = i + size
		}
		i += size
	}
	*j = append(append(dst, s[start:]...), '"')
}

// Plain is the number of bytes that a text begins with and that stand for
// themselves in a JSON string: printable ASCII but quotes and backslashes.
// Eight at a time where there are as many, for traces hold long texts.
func Plain[S string | []byte](s S) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		if special(word(s[i:])) {
			break
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// word is the first eight bytes of a text.
func word[S string | []byte](s S) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// special reports whether one of eight bytes is below a space, a quote, a
// backslash or no ASCII: a borrow out of a byte shows in its highest bit.
func special(w uint64) bool {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, backslash := w^'"'*ones, w^'\\'*ones
	return (w|(w-' '*ones)|(quote-ones)|(backslash-ones))&highs != 0
}

// appendEscaped spells characters as encoding/json does.
func appendEscaped(dst []byte, r rune) []byte {
	const digits = "0123456789abcdef"
	switch r {
	case '"', '\\':
		return append(dst, '\\', byte(r))
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15])
}

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

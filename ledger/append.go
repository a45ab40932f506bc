package ledger

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"unicode/utf8"
)

// line appends one JSON object to a byte slice. It is written by hand because
// every exchange pays for it: reflection costs several times as much.
type line []byte

// key begins a member. Names are constants that need no escaping.
func (l *line) key(name string) {
	l.comma()
	*l = append(*l, '"')
	*l = append(*l, name...)
	*l = append(*l, '"', ':')
}

// comma separates a member or an element from the one before it.
func (l *line) comma() {
	if n := len(*l); n > 0 {
		if last := (*l)[n-1]; last != '{' && last != '[' {
			*l = append(*l, ',')
		}
	}
}

func (l *line) open(b byte)  { *l = append(*l, b) }
func (l *line) close(b byte) { *l = append(*l, b) }
func (l *line) null()        { *l = append(*l, "null"...) }

// text writes a member that is a string.
func (l *line) text(name, value string) {
	l.key(name)
	*l = appendString(*l, value)
}

// optional writes a member that is a string, or null where it is empty.
func (l *line) optional(name, value string) {
	l.key(name)
	if value == "" {
		l.null()
		return
	}
	*l = appendString(*l, value)
}

// pointer writes a member that is a string or null.
func (l *line) pointer(name string, value *string) {
	l.key(name)
	if value == nil {
		l.null()
		return
	}
	*l = appendString(*l, *value)
}

func (l *line) integer(name string, value int) {
	l.key(name)
	*l = strconv.AppendInt(*l, int64(value), 10)
}

// count writes a member that is an integer or null.
func (l *line) count(name string, value *int) {
	l.key(name)
	if value == nil {
		l.null()
		return
	}
	*l = strconv.AppendInt(*l, int64(*value), 10)
}

// known writes a member that is an integer, or null where it is 0.
func (l *line) known(name string, value int) {
	if value == 0 {
		l.count(name, nil)
		return
	}
	l.integer(name, value)
}

func (l *line) truth(name string, value bool) {
	l.key(name)
	*l = strconv.AppendBool(*l, value)
}

// number writes a member that is a number; what JSON cannot say is null.
func (l *line) number(name string, value float64) {
	l.key(name)
	if math.IsNaN(value) || math.IsInf(value, 0) {
		l.null()
		return
	}
	*l = strconv.AppendFloat(*l, value, 'f', -1, 64)
}

// figure writes a member that is a number or null.
func (l *line) figure(name string, value *float64) {
	if value == nil {
		l.key(name)
		l.null()
		return
	}
	l.number(name, *value)
}

// raw writes a member that is JSON already, or null where it is none.
func (l *line) raw(name string, value json.RawMessage) {
	l.key(name)
	l.value(value)
}

// value writes JSON in one line, or null where it is none.
func (l *line) value(v json.RawMessage) {
	before := len(*l)
	out := bytes.NewBuffer(*l)
	if len(v) == 0 || !utf8.Valid(v) || json.Compact(out, v) != nil {
		*l = (*l)[:before]
		l.null()
		return
	}
	*l = out.Bytes()
}

const hexDigits = "0123456789abcdef"

// appendString writes a JSON string. Bytes that are no UTF-8 become U+FFFD,
// as everywhere else; the two separators that end a line in JavaScript are
// escaped, so that a line stays a line for every reader.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != 0x7f {
				i++
				continue
			}
			dst = append(dst, s[start:i]...)
			dst = appendEscaped(dst, c)
			i++
			start = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
			dst = append(dst, s[start:i]...)
			dst = append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
			start = i + size
		}
		i += size
	}
	dst = append(dst, s[start:]...)
	return append(dst, '"')
}

func appendEscaped(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\r':
		return append(dst, '\\', 'r')
	case '\t':
		return append(dst, '\\', 't')
	}
	return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

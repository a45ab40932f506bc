package answer

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Bounds on what quick takes; what has more is left to the careful parser.
const (
	quickDepth   = 8
	quickMembers = 16 // of one object
)

// quick reads the JSON of an ordinary reply in one pass, and shares the
// reply's memory. It takes only what it is sure of: what is rare (halves of
// surrogate pairs, exponents, large objects) or wrong it leaves to the careful
// parser. A fuzz test holds one against the other.
type quick struct {
	text  string
	pos   int
	left  int      // values that may still be read
	items []node   // of the objects and arrays that are open
	keys  []string // of the objects that are open
	nodes []node   // room for the items of those that have ended
	names []string // room for their keys
}

// readQuick is parse for an object or array that quick can read.
func readQuick(text string) (n node, length int, ok bool) {
	const usual = 6 // members of the objects that are open at a time
	q := quick{text: text, left: maxValues, items: make([]node, 0, usual), keys: make([]string, 0, usual)}
	if c := q.next(); c != '{' && c != '[' {
		return node{}, 0, false
	}
	n, ok = q.value(quickDepth)
	return n, q.pos, ok && utf8.ValidString(text[:q.pos])
}

// next skips white space and returns the byte behind it, 0 at the end.
func (q *quick) next() byte {
	for ; q.pos < len(q.text); q.pos++ {
		switch c := q.text[q.pos]; c {
		case ' ', '\n', '\r', '\t':
		default:
			return c
		}
	}
	return 0
}

// value reads any value of at most so many levels.
func (q *quick) value(levels int) (n node, ok bool) {
	if q.left--; q.left < 0 || levels < 0 {
		return n, false
	}
	switch c := q.next(); c {
	case '{', '[':
		return q.list(c, levels-1)
	case '"':
		text, ok := q.string()
		return node{kind: '"', text: text}, ok
	case 't':
		return node{kind: 't'}, q.literal("true")
	case 'f':
		return node{kind: 'f'}, q.literal("false")
	case 'n':
		return node{kind: 'n'}, q.literal("null")
	}
	number, ok := q.number()
	return node{kind: '0', text: number}, ok
}

// list reads an object or array. What it holds waits on a stack until it has
// ended, and is then put together: the lists inside have ended by then.
func (q *quick) list(kind byte, levels int) (n node, ok bool) {
	firstItem, firstKey := len(q.items), len(q.keys)
	end := kind + 2 // of both kinds
	q.pos++
	for c := q.next(); c != end; c = q.next() {
		if len(q.items) > firstItem {
			if c != ',' {
				return n, false
			}
			q.pos++
		}
		if kind == '{' && !q.key(firstKey) {
			return n, false
		}
		item, ok := q.value(levels)
		if !ok {
			return n, false
		}
		q.items = append(q.items, item)
	}
	q.pos++
	n.kind = jsontext.Kind(kind)
	n.items = taken(&q.nodes, q.items[firstItem:], len(q.text)-q.pos)
	n.keys = taken(&q.names, q.keys[firstKey:], len(q.text)-q.pos)
	q.items, q.keys = q.items[:firstItem], q.keys[:firstKey]
	return n, true
}

// bytesEach is how much of a reply one value takes, with its key.
const bytesEach = 24

// taken moves what has been gathered into a common room, which is made for the
// rest of a reply too.
func taken[T any](room *[]T, gathered []T, rest int) []T {
	if cap(*room)-len(*room) < len(gathered) {
		*room = make([]T, 0, len(gathered)+min(rest, 1<<12)/bytesEach)
	}
	from := len(*room)
	*room = append(*room, gathered...)
	return (*room)[from:len(*room):len(*room)]
}

// key reads an object's key and the colon behind it.
func (q *quick) key(first int) bool {
	if q.next() != '"' {
		return false
	}
	key, ok := q.string()
	if !ok || q.next() != ':' {
		return false
	}
	q.pos++
	others := q.keys[first:]
	if len(others) == quickMembers || slices.Contains(others, key) {
		return false
	}
	q.keys = append(q.keys, key)
	return true
}

func (q *quick) literal(word string) bool {
	ok := strings.HasPrefix(q.text[q.pos:], word)
	q.pos += len(word)
	return ok && q.ended()
}

// ended tells whether no further letter follows a word or number.
func (q *quick) ended() bool {
	switch q.next() {
	case ',', ']', '}':
		return true
	}
	return false
}

// number reads a number without an exponent.
func (q *quick) number() (text string, ok bool) {
	from := q.pos
	if q.text[from:] != "" && q.text[from] == '-' {
		q.pos++
	}
	whole := q.digits()
	if whole == 0 || whole > 1 && q.text[q.pos-whole] == '0' {
		return "", false
	}
	if q.pos < len(q.text) && q.text[q.pos] == '.' {
		if q.pos++; q.digits() == 0 {
			return "", false
		}
	}
	return q.text[from:q.pos], q.ended()
}

// digits skips digits and tells how many there were.
func (q *quick) digits() int {
	from := q.pos
	for q.pos < len(q.text) && '0' <= q.text[q.pos] && q.text[q.pos] <= '9' {
		q.pos++
	}
	return q.pos - from
}

// string reads a string that begins here.
func (q *quick) string() (text string, ok bool) {
	q.pos++
	from, escaped := q.pos, false
	for ; q.pos < len(q.text); q.pos++ {
		switch c := q.text[q.pos]; {
		case c == '"':
			text = q.text[from:q.pos]
			q.pos++
			if escaped {
				return unescaped(text)
			}
			return text, true
		case c == '\\':
			escaped = true
			q.pos++
		case c < ' ':
			return "", false
		}
	}
	return "", false
}

// unescaped replaces the escapes of a string's inside.
func unescaped(inside string) (text string, ok bool) {
	out := make([]byte, 0, len(inside))
	for rest := inside; ; {
		plain, after, more := strings.Cut(rest, `\`)
		out = append(out, plain...)
		if !more {
			return string(out), true
		}
		if after == "" {
			return "", false
		}
		size := 1
		switch c := after[0]; c {
		case '"', '\\', '/':
			out = append(out, c)
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, ok := hex4(after[1:])
			if !ok {
				return "", false
			}
			out = utf8.AppendRune(out, r)
			size = 5
		default:
			return "", false
		}
		rest = after[size:]
	}
}

// hex4 reads the four digits of an escape that stands for itself: no half of a
// surrogate pair.
func hex4(digits string) (r rune, ok bool) {
	if len(digits) < 4 {
		return 0, false
	}
	for _, c := range []byte(digits[:4]) {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, r < 0xD800 || r > 0xDFFF
}

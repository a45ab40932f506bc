package wire

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// delta is an event of the shape that nearly all events of a stream have: one
// choice that goes on by some text. Its members are parts of the event's own
// bytes, between the quotes, and nil where they are absent or null.
type delta struct {
	id, object, model, fingerprint, tier []byte
	created                              int64
	index                                int64
	role, content, refusal, reasoning    []byte
	finish                               []byte
	said                                 bool // content is a string, be it empty
	at                                   int  // where in the event content begins
	size                                 int  // of the delta, in bytes of JSON
}

// deltaReader reads events of that shape in one pass. It decides nothing: an
// event with anything else in it, or anything wrong with it, is left to the
// careful reader, which judges first and reads then. So it may be quick about
// what it takes, as long as it takes nothing that the other would refuse or
// read otherwise; a fuzz test holds one against the other.
type deltaReader struct {
	// The events of a stream mostly differ in their text only. What stood
	// before and behind it in the last event is compared, not read again.
	lead, tail []byte
	index      int64
	size       int // of the delta without its text
}

// read reads one event.
func (r *deltaReader) read(data []byte) (delta, bool) {
	if d, ok := r.again(data); ok {
		return d, true
	}
	d, ok := readDelta(data)
	if !ok {
		return d, false
	}
	r.lead, r.tail = r.lead[:0], r.tail[:0]
	if d.said && len(d.refusal)+len(d.reasoning)+len(d.finish) == 0 {
		r.lead = append(r.lead, data[:d.at]...)
		r.tail = append(r.tail, data[d.at+len(d.content):]...)
		r.index, r.size = d.index, d.size-len(d.content)
	}
	return d, true
}

// again reads an event that is the last one but for its text. What else it
// holds has been taken with that one, and is left out of the delta.
func (r *deltaReader) again(data []byte) (d delta, ok bool) {
	if len(r.lead) == 0 || !bytes.HasPrefix(data, r.lead) {
		return d, false
	}
	s := scanner{data: data, pos: len(r.lead) - 1} // at the quote
	if !s.text(&d.content) || !bytes.Equal(data[s.pos-1:], r.tail) || !utf8.Valid(d.content) {
		return d, false
	}
	d.index, d.size, d.said = r.index, r.size+len(d.content), true
	return d, true
}

// readDelta reads an event from its beginning.
func readDelta(data []byte) (d delta, ok bool) {
	s := scanner{data: data}
	ok = s.object(func(name []byte) bool {
		switch string(name) {
		case "id":
			return s.seen(0) && s.plain(&d.id)
		case "object":
			return s.seen(1) && s.plain(&d.object)
		case "model":
			return s.seen(2) && s.plain(&d.model)
		case "system_fingerprint":
			return s.seen(3) && s.plain(&d.fingerprint)
		case "service_tier":
			return s.seen(4) && s.plain(&d.tier)
		case "obfuscation":
			var padding []byte
			return s.seen(5) && s.plain(&padding)
		case "created":
			return s.seen(6) && s.integer(&d.created)
		case "usage":
			return s.seen(7) && s.null()
		case "choices":
			return s.seen(8) && s.next('[') && s.choice(&d) && s.next(']')
		}
		return false
	})
	return d, ok && s.end() && s.has(8) && utf8.Valid(data)
}

// choice reads the one choice.
func (s *scanner) choice(d *delta) bool {
	return s.object(func(name []byte) bool {
		switch string(name) {
		case "index":
			return s.seen(9) && s.integer(&d.index)
		case "delta":
			s.space()
			from := s.pos
			ok := s.seen(10) && s.delta(d)
			d.size = s.pos - from
			return ok
		case "finish_reason":
			return s.seen(11) && s.plain(&d.finish)
		case "logprobs":
			return s.seen(12) && s.null()
		case "stop_reason":
			return s.seen(13) && s.null()
		case "token_ids":
			return s.seen(14) && s.null()
		}
		return false
	}) && s.has(10)
}

// delta reads what the choice goes on by.
func (s *scanner) delta(d *delta) bool {
	return s.object(func(name []byte) bool {
		switch string(name) {
		case "role":
			return s.seen(15) && s.plain(&d.role)
		case "content":
			ok := s.seen(16) && s.text(&d.content)
			d.said = d.content != nil
			d.at = s.pos - 1 - len(d.content)
			return ok
		case "refusal":
			return s.seen(17) && s.text(&d.refusal)
		case "reasoning_content", "reasoning": // only one of them, or their order would matter
			return s.seen(18) && s.text(&d.reasoning)
		case "function_call":
			return s.seen(19) && s.null()
		case "tool_calls":
			return s.seen(20) && s.null()
		}
		return false
	})
}

// scanner reads JSON from the front. Every method reports whether what it
// wants stood there; once one did not, the text is given up.
type scanner struct {
	data []byte
	pos  int
	met  uint32 // names met so far, a bit each
}

// seen notes a name. It reports false for one that comes a second time, which
// the careful reader refuses.
func (s *scanner) seen(name uint) bool {
	again := s.has(name)
	s.met |= 1 << name
	return !again
}

func (s *scanner) has(name uint) bool { return s.met>>name&1 == 1 }

func (s *scanner) space() {
	for s.pos < len(s.data) && (s.data[s.pos] == ' ' || s.data[s.pos] == '\n' || s.data[s.pos] == '\t' || s.data[s.pos] == '\r') {
		s.pos++
	}
}

// next takes one byte, after white space.
func (s *scanner) next(c byte) bool {
	s.space()
	if s.pos == len(s.data) || s.data[s.pos] != c {
		return false
	}
	s.pos++
	return true
}

// end tells whether nothing is left.
func (s *scanner) end() bool {
	s.space()
	return s.pos == len(s.data)
}

// object reads an object, and has member read the value of each name.
func (s *scanner) object(member func(name []byte) bool) bool {
	if !s.next('{') {
		return false
	}
	if s.next('}') {
		return true
	}
	for {
		var name []byte
		if !s.plain(&name) || name == nil || !s.next(':') || !member(name) {
			return false
		}
		if s.next('}') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

// null takes the literal null.
func (s *scanner) null() bool {
	s.space()
	if !bytes.HasPrefix(s.data[s.pos:], []byte("null")) {
		return false
	}
	s.pos += len("null")
	return true
}

// integer reads a whole number that needs no care: digits only.
func (s *scanner) integer(n *int64) bool {
	s.space()
	from := s.pos
	for s.pos < len(s.data) && isDigit(s.data[s.pos]) {
		s.pos++
	}
	digits := s.data[from:s.pos]
	if len(digits) == 0 || len(digits) > 1 && digits[0] == '0' {
		return false
	}
	value, err := strconv.ParseInt(string(digits), 10, 64)
	*n = value
	return err == nil
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// plain reads a string in which nothing is escaped, or null.
func (s *scanner) plain(text *[]byte) bool {
	return s.text(text) && bytes.IndexByte(*text, '\\') < 0
}

// text reads a string, or null. It gives what stands between the quotes.
func (s *scanner) text(text *[]byte) bool {
	s.space()
	if s.pos == len(s.data) || s.data[s.pos] != '"' {
		return s.null()
	}
	s.pos++
	for from := s.pos; s.pos < len(s.data); s.pos++ {
		switch c := s.data[s.pos]; {
		case c > '\\' || c != '"' && c != '\\' && c >= ' ':
		case c == '"':
			*text = s.data[from:s.pos]
			s.pos++
			return true
		case c < ' ':
			return false
		case c == '\\':
			n := simpleEscape(s.data[s.pos:])
			if n == 0 {
				return false
			}
			s.pos += n - 1
		}
	}
	return false
}

// simpleEscape returns the length of the escape at the front of s: 0 for none,
// and for half of a pair, which the careful reader mends.
func simpleEscape(s []byte) int {
	if len(s) < 2 {
		return 0
	}
	if bytes.IndexByte([]byte(`"\/bfnrt`), s[1]) >= 0 {
		return 2
	}
	unit, ok := hexUnit(s)
	if !ok || 0xD800 <= unit && unit < 0xE000 {
		return 0
	}
	return 6
}

// appendText appends what stands between the quotes of a JSON string.
func appendText(dst, inner []byte) []byte {
	for {
		at := bytes.IndexByte(inner, '\\')
		if at < 0 {
			return append(dst, inner...)
		}
		r, n := escaped(inner[at:])
		dst = utf8.AppendRune(append(dst, inner[:at]...), r)
		inner = inner[at+n:]
	}
}

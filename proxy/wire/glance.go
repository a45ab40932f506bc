package wire

import (
	"bytes"
	"unicode/utf8"
)

// Glance reads what a gateway asks about a request that it sends on as it came
// and neither verifies nor has to gate. It judges what it reads, and that the
// body is an object in which no name stands twice; it steps over everything
// else, which is the upstream's to judge, and keeps nothing of the body: Raw is
// empty, so that there is nothing to edit. ok is false where it cannot tell,
// and for every fault: then Check and ParseEnvelope are to be asked, whose view
// of a sound body is the same.
func (s Surface) Glance(body []byte) (c *Chat, ok bool) {
	c = &Chat{Surface: s, N: 1, Stored: true, members: make([]member, 0, 8)}
	in := scanner{data: body}
	ok = in.object(func(spelt []byte) bool {
		name := string(spelt)
		if !utf8.ValidString(name) || len(c.members) == soundMembers || c.Has(name) {
			return false
		}
		in.space()
		read, known := s.reader(name)
		start := in.pos
		if taken := known && read != nil; taken && !in.value(soundDepth) || !taken && !in.skip() {
			return false
		}
		c.members = append(c.members, member{name, start, in.pos})
		if !known {
			return s.misspelt(name) == nil
		}
		value := body[start:in.pos]
		return read == nil || value[0] == 'n' || utf8.Valid(value) && read(c, name, resultOf(string(value), span{0, len(value)})) == nil
	})
	return c, ok && in.end()
}

// skip steps over a value without judging it.
func (s *scanner) skip() bool {
	from, depth := s.pos, 0
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case '"':
			if !s.skipString() {
				return false
			}
			s.pos--
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',', ' ', '\n', '\t', '\r':
			if depth == 0 {
				return s.pos > from
			}
		}
		if depth < 0 { // of what the value stands in
			return s.pos > from
		}
		s.pos++
	}
	return false
}

// skipString steps over a string: to the first quote that no backslash escapes.
func (s *scanner) skipString() bool {
	first := s.pos + 1
	for i := first; ; {
		n := bytes.IndexByte(s.data[i:], '"')
		if n < 0 {
			return false
		}
		quote := i + n
		slash := quote
		for slash > i && s.data[slash-1] == '\\' {
			slash--
		}
		if i = quote + 1; (quote-slash)%2 == 0 {
			s.pos = i
			return true
		}
	}
}

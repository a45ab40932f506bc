package wire

import (
	"strings"
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
	in := scanner{data: view(body)}
	ok = in.object(func(spelt string) bool {
		name := strings.Clone(spelt)
		if !(utf8.ValidString(name) && strings.IndexByte(name, '\\') < 0) || len(c.members) == soundMembers || c.Has(name) {
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

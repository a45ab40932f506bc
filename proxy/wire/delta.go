package wire

import (
	"bytes"
	"strings"
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

// feedDelta takes an event that a deltaReader has read.
func (g *Gatherer) feedDelta(d *delta) *BrokenReply {
	h := &g.head
	g.keepFirst(&h.ID, d.id)
	g.keepFirst(&h.Object, d.object)
	g.keepFirst(&h.Model, d.model)
	g.keepFirst(&h.SystemFingerprint, d.fingerprint)
	g.keepFirst(&h.ServiceTier, d.tier)
	if h.Created == 0 {
		h.Created = d.created
	}
	c, fault := g.choice(d.index, d.size)
	if fault != nil {
		return fault
	}
	if fault := c.end(string(d.finish)); fault != nil {
		return fault
	}
	g.keepFirst(&c.role, d.role)
	c.hasContent = c.hasContent || d.said
	g.add(&c.content, d.content)
	g.add(&c.refusal, d.refusal)
	g.add(&c.reasoning, d.reasoning)
	return nil
}

// keepFirst is the function of that name for what is still the event's.
func (g *Gatherer) keepFirst(s *string, value []byte) {
	if *s == "" && len(value) > 0 {
		*s = string(value)
	}
}

// usualText is room for a short answer, in bytes.
const usualText = 1 << 10

// add adds what stands between the quotes of a JSON string.
func (g *Gatherer) add(to *strings.Builder, inner []byte) {
	if to.Cap() == 0 && len(inner) > 0 {
		to.Grow(usualText)
	}
	if bytes.IndexByte(inner, '\\') < 0 {
		to.Write(inner)
		return
	}
	g.scratch = appendText(g.scratch[:0], inner)
	to.Write(g.scratch)
}

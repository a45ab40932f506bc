package wire

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// delta is an event of the shape that nearly all events of a stream have: one
// choice that goes on by some text. Its members are parts of the event's own
// bytes, and empty where they are absent or null.
type delta struct {
	id, object, model, fingerprint, tier string
	created                              int64
	index                                int64
	role, finish                         string
	content, refusal, reasoning          string // with their quotes
	at                                   int    // where in the event content begins
	size                                 int    // of the delta, in bytes of JSON
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
	if d.content != "" && d.refusal+d.reasoning+d.finish == "" {
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
	s := scanner{data: view(data), pos: len(r.lead)}
	if !s.at('"') || !s.text(&d.content) || !bytes.Equal(data[s.pos:], r.tail) || !utf8.ValidString(d.content) {
		return d, false
	}
	d.index, d.size = r.index, r.size+len(d.content)
	return d, true
}

// readDelta reads an event from its beginning.
func readDelta(data []byte) (d delta, ok bool) {
	s := scanner{data: view(data)}
	ok = s.object(func(name string) bool {
		switch name {
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
			var padding string
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
	return s.object(func(name string) bool {
		switch name {
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
	return s.object(func(name string) bool {
		switch name {
		case "role":
			return s.seen(15) && s.plain(&d.role)
		case "content":
			ok := s.seen(16) && s.text(&d.content)
			d.at = s.pos - len(d.content)
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

// feedDelta takes an event that a deltaReader has read.
func (g *Gatherer) feedDelta(d *delta) *BrokenReply {
	h := &g.head
	cloneFirst(&h.ID, d.id)
	cloneFirst(&h.Object, d.object)
	cloneFirst(&h.Model, d.model)
	cloneFirst(&h.SystemFingerprint, d.fingerprint)
	cloneFirst(&h.ServiceTier, d.tier)
	if h.Created == 0 {
		h.Created = d.created
	}
	c, fault := g.choice(d.index, d.size)
	if fault != nil {
		return fault
	}
	if fault := c.end(strings.Clone(d.finish)); fault != nil {
		return fault
	}
	cloneFirst(&c.role, d.role)
	c.hasContent = c.hasContent || d.content != ""
	addTo(&c.content, d.content)
	addTo(&c.refusal, d.refusal)
	addTo(&c.reasoning, d.reasoning)
	return nil
}

// cloneFirst is keepFirst for what is still the event's.
func cloneFirst(s *string, value string) {
	if *s == "" {
		*s = strings.Clone(value)
	}
}

// usualText is room for a short answer, in bytes.
const usualText = 1 << 10

// addTo adds what a JSON string says, "" for none.
func addTo(to *strings.Builder, quoted string) {
	if len(quoted) <= len(`""`) {
		return
	}
	if to.Cap() == 0 {
		to.Grow(usualText)
	}
	if strings.IndexByte(quoted, '\\') < 0 {
		to.WriteString(quoted[1 : len(quoted)-1])
		return
	}
	var room [256]byte
	text, _ := jsontext.AppendUnquote(room[:0], quoted) // a scanner has judged it
	to.Write(text)
}

package wire

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// delta is an event of the shape that nearly all events of a stream have: one
// choice that goes on by some text. Its members are parts of the event's own
// bytes, and empty where they are absent or null.
type delta struct {
	scanner
	id, kind, model, fingerprint, tier string
	padding                            string
	created, index                     int64
	role, finish                       string
	content, refusal, reasoning        string // with their quotes
	thought                            string // the name of the member that held reasoning
	begins                             int    // where in the event content does
	size                               int    // of the delta, in bytes of JSON
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
	size       int   // of the delta without its text
	event      delta // the one at hand
}

// read reads one event. What it returns is good until the next.
func (r *deltaReader) read(data []byte) (*delta, bool) {
	d := &r.event
	if r.again(data) {
		return d, true
	}
	if *d = (delta{scanner: scanner{data: view(data)}}); !(d.parts(eventParts) && d.end() && d.has(choicesBit) && utf8.ValidString(d.data)) {
		return d, false
	}
	r.lead, r.tail = r.lead[:0], r.tail[:0]
	if d.content != "" && d.refusal+d.reasoning+d.finish == "" {
		r.lead = append(r.lead, data[:d.begins]...)
		r.tail = append(r.tail, data[d.begins+len(d.content):]...)
		r.index, r.size = d.index, d.size-len(d.content)
	}
	return d, true
}

// again reads an event that is the last one but for its text. What else it
// holds has been taken with that one, and is left out of the delta.
func (r *deltaReader) again(data []byte) bool {
	if len(r.lead) == 0 || !bytes.HasPrefix(data, r.lead) {
		return false
	}
	d := &r.event
	*d = delta{scanner: scanner{data: view(data), pos: len(r.lead)}, index: r.index}
	ok := d.at('"') && d.text(&d.content) && bytes.Equal(data[d.pos:], r.tail) && utf8.ValidString(d.content)
	d.size = r.size + len(d.content)
	return ok
}

// part is a member of an event: the bit that notes it, and what reads its value.
type part struct {
	bit  uint
	read func(*delta) bool
}

const choicesBit, deltaBit = 8, 10

// The members that an event, its choice and the choice's delta may have.
var (
	eventParts = map[string]part{
		"id":                 {0, plainPart(func(d *delta) *string { return &d.id })},
		"object":             {1, plainPart(func(d *delta) *string { return &d.kind })},
		"model":              {2, plainPart(func(d *delta) *string { return &d.model })},
		"system_fingerprint": {3, plainPart(func(d *delta) *string { return &d.fingerprint })},
		"service_tier":       {4, plainPart(func(d *delta) *string { return &d.tier })},
		"obfuscation":        {5, plainPart(func(d *delta) *string { return &d.padding })},
		"created":            {6, func(d *delta) bool { return d.integer(&d.created) }},
		"usage":              {7, nullPart},
		"choices": {choicesBit, func(d *delta) bool {
			return d.next('[') && d.parts(choiceParts) && d.has(deltaBit) && d.next(']')
		}},
	}
	choiceParts = map[string]part{
		"index": {9, func(d *delta) bool { return d.integer(&d.index) }},
		"delta": {deltaBit, func(d *delta) bool {
			d.space()
			from := d.pos
			ok := d.parts(deltaParts)
			d.size = d.pos - from
			return ok
		}},
		"finish_reason": {11, plainPart(func(d *delta) *string { return &d.finish })},
		"logprobs":      {12, nullPart},
		"stop_reason":   {13, nullPart},
		"token_ids":     {14, nullPart},
	}
	deltaParts = map[string]part{
		"role": {15, plainPart(func(d *delta) *string { return &d.role })},
		"content": {16, func(d *delta) bool {
			ok := d.text(&d.content)
			d.begins = d.pos - len(d.content)
			return ok
		}},
		"refusal":           {17, func(d *delta) bool { return d.text(&d.refusal) }},
		"reasoning_content": {18, readReasoning("reasoning_content")},
		"reasoning":         {18, readReasoning("reasoning")}, // only one of them, or their order would matter
		"function_call":     {19, nullPart},
		"tool_calls":        {20, nullPart},
	}
)

func plainPart(field func(*delta) *string) func(*delta) bool {
	return func(d *delta) bool { return d.plain(field(d)) }
}

func nullPart(d *delta) bool { return d.null() }

func readReasoning(name string) func(*delta) bool {
	return func(d *delta) bool {
		d.thought = name
		return d.text(&d.reasoning)
	}
}

// parts reads an object that has these members only, none of them twice.
func (d *delta) parts(known map[string]part) bool {
	return d.object(func(name string) bool {
		p, ok := known[name]
		return ok && d.seen(p.bit) && p.read(d)
	})
}

// feedDelta takes an event that a deltaReader has read.
func (g *Gatherer) feedDelta(d *delta) *BrokenReply {
	h := &g.head
	cloneFirst(&h.ID, d.id)
	cloneFirst(&h.Object, d.kind)
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
	keepFirst(&c.thought.Name, d.thought)
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
	to.Write(appendText(room[:0], quoted))
}

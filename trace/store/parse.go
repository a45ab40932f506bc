package store

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Parse takes a line of the ledger apart.
func Parse(line []byte) (*Trace, error) {
	p := parser{scanner: newScanner(line), draft: draft{trace: &Trace{}}}
	if p.dec.PeekKind() != jsontext.KindBeginObject {
		return nil, errNoTrace
	}
	p.object(p.member)
	if !p.whole() {
		return nil, errNoTrace
	}
	at, err := time.Parse(time.RFC3339Nano, p.trace.summary.Timestamp)
	if p.trace.summary.ID == "" || err != nil {
		return nil, fmt.Errorf("%w: it has no id or no time", errNoTrace)
	}
	p.trace.at = at.UnixMilli()
	t := p.finish()
	t.pack(line)
	return t, nil
}

// parser reads a trace, each byte once.
type parser struct {
	scanner
	draft
}

// draft is what is known of a trace before it is put together.
type draft struct {
	trace     *Trace
	question  string
	cited     sources
	attempted []citation // by the attempts
	cost      cost
}

// chunk notes a chunk, and that its text is stored apart unless it is short.
func (d *draft) chunk(id string, names *documentNames, bytes int, h hash, start, end int) {
	document := strings.Clone(names.document())
	d.cited.add(id, source{document: document, hash: h, text: bytes > 0})
	d.entitle(document, names)
	if bytes >= inlineBytes {
		d.trace.chunks = append(d.trace.chunks, chunk{hash: h, document: document, start: start, end: end})
	}
}

// entitle notes what a document is called beside its name.
func (d *draft) entitle(document string, names *documentNames) {
	title := clip(plain(names[titleName]), nameBytes)
	if title == "" || title == document || strings.HasPrefix(title, hashedText) {
		return
	}
	if d.trace.titles == nil {
		d.trace.titles = map[string]string{}
	}
	d.trace.titles[document] = strings.Clone(title)
}

// finish puts together what is known.
func (d *draft) finish() *Trace {
	t := d.trace
	t.summary.Question = strings.Clone(clipRunes(plain(d.question), questionRunes))
	t.summary.Failing = t.summary.failing()
	t.summary.Citations = len(d.cited.citations)
	d.cited.citeFailed(d.attempted)
	d.cost.total = t.summary.TotalMS
	t.cells = t.countCost(&d.cost, t.count(&d.cited))
	return t
}

// member reads a member of a trace.
func (p *parser) member(name []byte) {
	m := &p.trace.summary
	switch string(name) {
	case "query_id":
		m.ID = p.name()
	case "timestamp":
		m.Timestamp = p.name()
	case "app":
		m.App = p.name()
	case "user":
		m.User = p.name()
	case "conversation":
		m.Conversation = p.name()
	case "policy":
		m.Policy = p.name()
	case "model":
		m.Model = p.name()
	case "verdict":
		m.Verdict = p.name()
	case "reason":
		m.Reason = p.name()
	default:
		p.part(name)
	}
}

// part reads a member that is more than a name.
func (p *parser) part(name []byte) {
	switch string(name) {
	case "question":
		p.question = p.string()
	case "citations":
		p.array(func() { p.cited.citations = append(p.cited.citations, p.citation()) })
	case "findings":
		p.array(p.finding)
	case "chunks":
		p.array(p.chunk)
	case "attempts":
		p.array(p.attempt)
	case "latency":
		p.object(p.latency)
	case "engine":
		p.cost.known = p.dec.PeekKind() == jsontext.KindBeginObject
		p.skip()
	case "feedback":
		p.trace.summary.HasFeedback = p.dec.PeekKind() == jsontext.KindBeginObject
		p.skip()
	default:
		p.skip()
	}
}

// name reads what something is called.
func (p *parser) name() string { return clip(plain(p.string()), nameBytes) }

func (p *parser) latency(name []byte) {
	if string(name) != "total_ms" {
		p.skip()
		return
	}
	p.trace.summary.TotalMS = p.number()
}

// number reads a number; 0 for what is none.
func (p *parser) number() float64 {
	_, raw := p.value()
	n, _ := strconv.ParseFloat(string(raw), 64)
	return n
}

func (p *parser) finding() {
	m := &p.trace.summary
	p.object(func(name []byte) {
		if string(name) != "code" {
			p.skip()
			return
		}
		if code := plain(p.string()); code != "" && !slices.Contains(m.Findings, code) {
			m.Findings = append(m.Findings, code)
		}
	})
}

// attempt counts an attempt, and notes what failed in it.
func (p *parser) attempt() {
	p.trace.summary.Attempts++
	var ms float64
	var usage []byte
	p.object(func(name []byte) {
		switch string(name) {
		case "findings":
			p.array(p.finding)
		case "citations":
			p.array(func() { p.attempted = append(p.attempted, p.citation()) })
		case "duration_ms":
			ms = p.number()
		case "usage":
			_, usage = p.value()
		default:
			p.skip()
		}
	})
	p.cost.call(ms, usage)
}

func (p *parser) citation() citation {
	var c citation
	var in documentNames
	p.object(func(name []byte) {
		switch string(name) {
		case "chunk_id":
			c.chunkID = p.string()
		case "snippet":
			c.snippet = p.string()
		case "verified":
			c.verified = p.truth()
		default:
			in.read(&p.scanner, name)
		}
	})
	c.document = in.document()
	return c
}

// chunk reads a chunk. In a line that was stored a hash stands for its text.
func (p *parser) chunk() {
	var id string
	var in documentNames
	var raw []byte
	var start int
	p.object(func(name []byte) {
		switch string(name) {
		case "chunk_id":
			id = p.string()
		case "text":
			start, raw = p.value()
		default:
			in.read(&p.scanner, name)
		}
	})
	text := unquoted(raw)
	if text == nil {
		if h, ok := hashIn(raw); ok {
			p.cited.add(id, source{document: in.document(), hash: h, text: true})
			p.entitle(in.document(), &in)
			return
		}
	}
	p.draft.chunk(id, &in, len(text), hashOf(text), start, start+len(raw))
}

// hashIn reads the hash in the place of a chunk's text.
func hashIn(raw []byte) (h hash, ok bool) {
	s := newScanner(raw)
	s.object(func(name []byte) {
		if string(name) != "sha256" {
			s.skip()
			return
		}
		n, err := hex.Decode(h[:], []byte(clip(s.string(), 2*len(h))))
		ok = err == nil && n == len(h)
	})
	return h, ok
}

// documentNames are what chunks and citations call their document, the best
// name first.
type documentNames [4]string

// titleName is the place of the title among them.
const titleName = 3

// read reads a member that may be such a name.
func (d *documentNames) read(s *scanner, member []byte) {
	switch string(member) {
	case "doc_id":
		d[0] = s.string()
	case "source_filename":
		d[1] = s.string()
	case "url":
		d[2] = s.string()
	case "title":
		d[titleName] = s.string()
	default:
		s.skip()
	}
}

// document is the best name; "" where there is none.
func (d *documentNames) document() string {
	for _, name := range d {
		if name != "" {
			return plain(name)
		}
	}
	return ""
}

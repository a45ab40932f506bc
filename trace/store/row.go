package store

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// Row makes of a trace what the store keeps beside its line. It refers to no text of
// the trace, so that the trace may change when it returns. What only the hashes of chunk
// texts tell is made when they are, see settle.
func Row(t *ledger.Trace) any {
	p := parser{trace: &Trace{at: t.Timestamp.UnixMilli()}}
	m := &p.trace.summary
	m.ID, m.Timestamp = name(said(t.QueryID)), string(ledger.AppendTime(nil, t.Timestamp))
	m.App, m.User, m.Conversation = name(said(t.App)), name(said(t.User)), name(said(t.Conversation))
	m.Policy, m.Model, m.Reason = name(said(t.Policy)), name(said(t.Model)), name(said(t.Reason))
	p.trace.rules(t.PolicyHash, t.Engine.Version, t.Engine.Data)
	m.Verdict, m.Proof, m.CountsAs = string(t.Verdict), string(t.Proof), t.Counts()
	m.TotalMS, m.HasFeedback = ledger.Milliseconds(t.Latency.Total), isObject(t.Feedback)
	p.question, p.cost.known = said(t.Question), t.Engine != ledger.Engine{}
	p.cited.citations = citationsOf(t.Citations)
	p.opinions.answer = opinionsOf(t.Claims)
	if t.Heard != nil {
		p.opinions.heard = heard{name(said(t.Heard.Judge)), int64(t.Heard.Calls), int64(t.Heard.Tokens)}
	}
	for _, code := range t.Codes() {
		p.trace.summary.found(string(code))
	}
	for i := range t.Attempts {
		p.tried(&t.Attempts[i])
	}
	p.chunksOf(t.Chunks)
	p.finish()
	return p.trace
}

// tried reads an attempt, of which the citations and claims are told where something failed.
func (p *parser) tried(a *ledger.Attempt) {
	p.trace.summary.Attempts++
	failed := len(a.Findings) > 0
	var claims []opinion
	if failed {
		cited := citationsOf(a.Citations)
		claims = opinionsOf(a.Claims)
		doubt(cited, claims)
		p.attempted = append(p.attempted, cited...)
	}
	p.opinions.attempt(claims, failed)
	p.cost.call(ledger.Milliseconds(a.Duration), a.Usage)
}

func citationsOf(all []report.Citation) []citation {
	out := make([]citation, len(all))
	for i := range all {
		c := &all[i]
		names := documentNames{saidIn(c.DocID), saidIn(c.SourceFilename), saidIn(c.URL), saidIn(c.Title)}
		out[i] = citation{said(c.ChunkID), names.document(), said(c.Snippet), int64(c.Number), c.Verified}
	}
	return out
}

func opinionsOf(claims []report.Claim) []opinion {
	out := make([]opinion, len(claims))
	for i := range claims {
		c := &claims[i]
		out[i].carried = c.Supported == nil || *c.Supported
		if c.Judge != nil {
			out[i].judge = name(said(c.Judge.Name))
		}
		for _, n := range c.Citations {
			out[i].cites = append(out[i].cites, int64(n))
		}
	}
	return out
}

// chunksOf reads the chunks, and keeps of them what is cited and what their documents are called.
func (p *parser) chunksOf(chunks []evidence.Chunk) {
	for _, c := range slices.Concat(p.cited.citations, p.attempted) {
		p.cited.add(c.chunkID, source{unknown: true})
	}
	last := ""
	for i := range chunks {
		c := &chunks[i]
		names := documentNames{said(c.DocID), said(c.Filename), said(c.URL), said(c.Title)}
		document := names.document()
		if document != last {
			document = strings.Clone(document)
			last = document
		}
		p.noteTitle(last, &names)
		apart := ledger.KeptApart(c.Text)
		if apart {
			p.trace.documents = append(p.trace.documents, last)
		}
		id := said(c.ID)
		if _, cited := p.cited.byID[id]; !cited {
			continue
		}
		s := source{document: called(last, id), text: c.Text != ""}
		if apart {
			s.apart = len(p.trace.documents)
		} else {
			s.hash = hashOf(said(c.Text))
		}
		p.cited.byID[id] = s
	}
}

// said is a text as JSON tells it: bytes that are no UTF-8 have no place in it.
func said(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

func saidIn(s *string) string {
	if s == nil {
		return ""
	}
	return said(*s)
}

func isObject(v json.RawMessage) bool {
	return strings.HasPrefix(strings.TrimLeft(string(v[:min(len(v), 64)]), " \t\r\n"), "{") && json.Valid(v)
}

// settle makes the rest of a row that Row has made, of the line of the same trace. It
// is done once, though a line may come again.
func (t *Trace) settle(line ledger.Line) *Trace {
	if t.body != nil {
		return t
	}
	t.detach(line)
	named := make(map[hash]string, len(t.chunks))
	for i, c := range t.chunks {
		if _, ok := named[c.hash]; !ok {
			named[c.hash] = t.documents[i]
		}
	}
	for i := range t.chunks {
		t.chunks[i].document = named[t.chunks[i].hash]
	}
	t.countUses()
	return t
}

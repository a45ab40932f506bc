package store

import (
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// Of takes a trace apart that has just been written as a line, with what it
// would be found to say there: a line is read again only where it comes back
// from somewhere. texts are the places of the chunks' texts. It keeps nothing
// of what it is given, and returns nil where the line has to be read.
func Of(t *ledger.Trace, line []byte, texts []ledger.Span) *Trace {
	if t.QueryID == "" || len(t.Feedback) > 0 || len(texts) != len(t.Chunks) {
		return nil
	}
	d := draft{trace: &Trace{at: t.Timestamp.UnixMilli()}, question: said(t.Question)}
	m := &d.trace.summary
	m.ID, m.Timestamp = name(t.QueryID), string(ledger.AppendTime(nil, t.Timestamp))
	m.App, m.User, m.Conversation = name(t.App), name(t.User), name(t.Conversation)
	m.Policy, m.Model, m.Verdict, m.Reason = name(t.Policy), name(t.Model), name(string(t.Verdict)), name(t.Reason)
	m.TotalMS, m.Attempts = ledger.Milliseconds(t.Latency.Total), len(t.Attempts)
	d.cited.citations = citationsOf(t.Citations)
	m.add(t.Findings)
	d.opinions.answer, d.opinions.ms = opinionsOf(t.Claims), ledger.Milliseconds(t.Latency.Judge)
	d.opinions.heard = heardOf(t.Heard)
	d.chunksOf(t, line, texts)
	d.cost.known = t.Engine != ledger.Engine{}
	for i := range t.Attempts {
		a := &t.Attempts[i]
		d.cost.call(ledger.Milliseconds(a.Duration), a.Usage)
		m.add(a.Findings)
		var cited []citation
		if len(a.Findings) > 0 { // without findings its citations are not written
			cited = citationsOf(a.Citations)
		}
		d.attempt(cited, opinionsOf(a.Claims), len(a.Findings) > 0)
	}
	return d.finish()
}

// chunksOf notes the chunks, and where the texts stand that are stored apart.
func (d *draft) chunksOf(t *ledger.Trace, line []byte, texts []ledger.Span) {
	d.trace.chunks = make([]chunk, 0, len(t.Chunks))
	for i := range t.Chunks {
		c, at := &t.Chunks[i], texts[i]
		h, n := textOf(t, line, i, at)
		names := documentNames{said(c.DocID), said(c.Filename), said(c.URL), said(c.Title)}
		d.chunk(said(c.ID), &names, n, h, at.Start, at.End)
	}
}

// textOf is the hash of a chunk's text and how many bytes it has. Who asks
// again and again with the same chunks has long known the hashes of their
// texts.
func textOf(t *ledger.Trace, line []byte, i int, at ledger.Span) (hash, int) {
	if n := len(t.Chunks[i].Text); n >= inlineBytes && t.Sum != nil {
		sum := t.Sum(i)
		return hash(sum[:len(hash{})]), n
	}
	text := unquoted(line[at.Start:at.End])
	return hashOf(text), len(text)
}

// add notes the codes of findings, each once.
func (m *Summary) add(findings []report.Finding) {
	for i := range findings {
		m.found(string(findings[i].Code))
	}
}

func citationsOf(in []report.Citation) []citation {
	out := make([]citation, len(in))
	for i := range in {
		c := &in[i]
		names := documentNames{optional(c.DocID), optional(c.SourceFilename), optional(c.URL), optional(c.Title)}
		out[i] = citation{chunkID: said(c.ChunkID), document: strings.Clone(names.document()), snippet: said(c.Snippet),
			number: int64(c.Number), verified: c.Verified}
	}
	return out
}

func optional(s *string) string {
	if s == nil {
		return ""
	}
	return said(*s)
}

// name is what something is called, as the parser reads it.
func name(s string) string { return strings.Clone(clip(plain(said(s)), nameBytes)) }

// said is a text as its line says it: each byte that is no UTF-8 is U+FFFD
// there.
func said(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}

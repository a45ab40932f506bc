package store

import (
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
	"unique"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// row is what the store keeps of a trace. It holds no part of the trace itself.
type row struct {
	seq     int64
	at      int64 // milliseconds
	summary Summary
	body    []byte  // the packed line, without the texts that are kept apart
	apart   []chunk // texts that are kept apart
	figures []figure
	terms   string // with spaces between them
}

// Line is the line of the trace.
func (r *row) Line() []byte {
	line, _ := unpack(r.body) // which this process has packed
	texts := make(map[hash]string, len(r.apart))
	for _, c := range r.apart {
		texts[c.hash] = c.text
	}
	return body{line: line}.assemble(texts)
}

// chunk is a chunk's text that is stored apart.
type chunk struct {
	hash hash
	text string
}

// maker has the room in which rows are made.
type maker struct {
	words   wordSet
	line    []byte
	figures []figure
}

var makers = sync.Pool{New: func() any { return new(maker) }}

// longText is from how many bytes on a text may be kept apart.
const longText = 64

// rowOf makes the row of a trace of its line, and of where the texts of its chunks stand in that.
func (s *sights) rowOf(f *facts, line []byte, texts []ledger.Place) *row {
	m := makers.Get().(*maker)
	defer makers.Put(m)
	r := m.row(f)
	from := 0
	m.line = m.line[:0]
	for _, at := range texts {
		if s.standsApart(f, at.Chunk) {
			c := chunk{f.hash(at.Chunk), strings.Clone(f.Chunks[at.Chunk].Text)}
			r.apart = append(r.apart, c)
			m.line = append(append(m.line, line[from:at.Start]...), `{"sha256":"`...)
			m.line = append(hex.AppendEncode(m.line, c.hash[:]), `"}`...)
			from = at.End
		}
	}
	if from > 0 {
		m.line = append(m.line, line[from:]...)
		line = m.line
	}
	if r.body = pack(line); cap(m.line) > mostRoom {
		m.line = nil
	}
	return r
}

// rowOfLine makes the row of a trace that somebody may have written, in any version.
func (s *sights) rowOfLine(line []byte) (*row, error) {
	f, err := read(line)
	if err != nil {
		return nil, err
	}
	return s.rowOf(f, line, textsIn(line)), nil
}

// standsApart reports whether a chunk's text is kept apart: one that has come before, so that it is kept once by its
// hash, and one with a citation that does not hold, which lists show by its hash.
func (s *sights) standsApart(f *facts, i int) bool {
	text := f.Chunks[i].Text
	return len(text) >= longText && (s.again(text) || f.failed[i]) && utf8.ValidString(text)
}

// rowOfText makes the row of a trace that is stored, of the text of its body, without what is kept of it already: its line
// and its texts.
func rowOfText(line []byte) (*row, error) {
	f, err := read(line)
	if err != nil {
		return nil, err
	}
	m := makers.Get().(*maker)
	defer makers.Put(m)
	return m.row(f), nil
}

// rowOfBody makes it of a packed body.
func rowOfBody(packed []byte) (*row, error) {
	line, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	return rowOfText(line)
}

// row makes what of a row its line does not hold.
func (m *maker) row(f *facts) *row {
	r := &row{at: f.Timestamp.UnixMilli(), summary: f.summary()}
	r.seq = sequence(r.at, r.summary.ID)
	r.figures = m.figures[:0]
	r.count(f)
	w := &m.words
	w.reset()
	for _, c := range f.cited {
		w.add(named(termChunkID, c.chunkID))
	}
	failed := map[hash]bool{}
	for _, u := range f.uses() {
		r.countUse(u, w, failed)
	}
	m.figures = r.figures
	r.figures = slices.Clone(r.figures)
	w.text(f.Question)
	w.text(f.Answer)
	for i := range f.Attempts {
		if reply := unescaped(f.Attempts[i].Reply); reply != f.Answer {
			w.text(reply)
		}
	}
	r.terms = string(w.all)
	return r
}

// facts are a trace, and what of it the store looks at several times.
type facts struct {
	*ledger.Trace
	cited    []citation // by the answer and all attempts at it
	lasting  int        // of these, citations of the answer
	byID     map[string]int
	hashes   []hash // of the texts of chunks; those in names, and others when they are needed
	hashed   []bool
	failed   []bool // a citation of the chunk does not hold
	opinions opinions
}

// factsOf looks at a trace. names are those of the texts that were kept apart already, nil for none.
func factsOf(t *ledger.Trace, names []string) *facts {
	n := len(t.Chunks)
	f := &facts{Trace: t, cited: citationsOf(t.Citations), hashes: make([]hash, n), hashed: make([]bool, n), failed: make([]bool, n)}
	for i, name := range names {
		if name != "" {
			b, err := hex.DecodeString(clip(name, 2*len(hash{})))
			f.hashed[i] = err == nil && copy(f.hashes[i][:], b) == len(hash{})
		}
	}
	f.opinions.answer = opinionsOf(t.Claims)
	doubt(f.cited, f.opinions.answer)
	f.lasting = len(f.cited)
	for i := range t.Attempts {
		a := &t.Attempts[i]
		var claims []opinion
		failed := len(a.Findings) > 0
		if failed {
			cited := citationsOf(a.Citations)
			claims = opinionsOf(a.Claims)
			doubt(cited, claims)
			f.cited = append(f.cited, cited...)
		}
		f.opinions.attempt(claims, failed)
	}
	if len(f.cited) > 0 {
		f.byID = make(map[string]int, n)
		for i := range t.Chunks {
			f.byID[said(t.Chunks[i].ID)] = i
		}
	}
	for _, c := range f.cited {
		if i, ok := f.byID[c.chunkID]; ok && !c.verified {
			f.failed[i] = true
		}
	}
	return f
}

// hash is that of a chunk's text.
func (f *facts) hash(i int) hash {
	if !f.hashed[i] {
		f.hashes[i], f.hashed[i] = hashOf(said(f.Chunks[i].Text)), true
	}
	return f.hashes[i]
}

func (f *facts) hasText(i int) bool { return f.Chunks[i].Text != "" || f.hashed[i] }

func (f *facts) documentOf(i int) string { n := namesOf(&f.Chunks[i]); return n.document() }

func namesOf(c *evidence.Chunk) documentNames {
	return documentNames{said(c.DocID), said(c.Filename), said(c.URL), said(c.Title)}
}

// summary is what lists show of the trace.
func (f *facts) summary() Summary {
	t := f.Trace
	m := Summary{ID: name(t.QueryID), App: kept(t.App), User: strings.Clone(name(t.User)),
		Conversation: strings.Clone(name(t.Conversation)), Policy: kept(t.Policy), Model: kept(t.Model), Reason: kept(t.Reason),
		Question: strings.Clone(clipRunes(plain(said(t.Question)), questionRunes)),
		Verdict:  name(string(t.Verdict)), CountsAs: t.Counts(), Proof: name(string(t.Proof)), Citations: f.lasting, Attempts: len(t.Attempts),
		TotalMS: ledger.Milliseconds(t.Latency.Total), HasFeedback: isObject(t.Feedback)}
	for _, code := range t.Codes() {
		m.Findings = append(m.Findings, plain(said(string(code))))
	}
	m.Failing = m.CountsAs.Fails()
	return m
}

// title is what a document that is cited is called beside its name; "" for nothing.
func (f *facts) title(document string) string {
	for _, c := range f.cited {
		if i, known := f.byID[c.chunkID]; known && f.documentOf(i) == document {
			title := clip(plain(said(f.Chunks[i].Title)), nameBytes)
			if title != "" && title != document && !strings.HasPrefix(title, hashedText) {
				return title
			}
		}
	}
	return ""
}

// uses are the sources of all citations: of those of the answer, and of those of attempts that did not hold and are
// not among them, each once.
func (f *facts) uses() []use {
	out := make([]use, 0, len(f.cited))
	there := map[citation]bool{}
	for i, c := range f.cited {
		if len(f.cited) > f.lasting { // else none comes again
			same := c
			same.number = 0
			if i >= f.lasting && (c.verified || there[same]) {
				continue
			}
			there[same] = true
		}
		u := use{document: c.document, failed: !c.verified}
		if at, ok := f.byID[c.chunkID]; ok {
			u.document, u.text = called(f.documentOf(at), c.chunkID), f.hasText(at)
			if u.text {
				u.hash = f.hash(at)
			}
		}
		out = append(out, u)
	}
	return out
}

// use is a source that was cited.
type use struct {
	document string
	hash     hash
	text     bool // there is one
	failed   bool
}

type citation struct {
	chunkID, document, snippet string
	number                     int
	verified                   bool // and the claims that rest on it hold
}

func citationsOf(all []report.Citation) []citation {
	out := make([]citation, len(all))
	for i := range all {
		c := &all[i]
		names := documentNames{saidIn(c.DocID), saidIn(c.SourceFilename), saidIn(c.URL), saidIn(c.Title)}
		out[i] = citation{said(c.ChunkID), names.document(), said(c.Snippet), c.Number, c.Verified}
	}
	return out
}

func opinionsOf(claims []report.Claim) []opinion {
	out := make([]opinion, len(claims))
	for i := range claims {
		c := &claims[i]
		out[i] = opinion{carried: c.Supported == nil || *c.Supported, cites: c.Citations}
		if c.Judge != nil {
			out[i].judge = name(c.Judge.Name)
		}
	}
	return out
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

// documentNames are what chunks and citations call their document, the best
// name first.
type documentNames [4]string

// document is the best name; "" where there is none.
func (d *documentNames) document() string {
	for _, name := range d {
		if name != "" {
			return plain(name)
		}
	}
	return ""
}

// called is what the document of a chunk is called in lists of what is cited: where the app
// names none, by the id that it gave the chunk. A mere number, and what evidence.Set calls a chunk
// without an id (c1, c2, …), counts the passages of one prompt and names nothing beyond it.
func called(document, id string) string {
	if document != "" || strings.Trim(strings.TrimPrefix(id, "c"), "0123456789") == "" {
		return document
	}
	return name(id)
}

// kept is a name that comes again and again, as one string.
func kept(s string) string { return unique.Make(name(s)).Value() }

// name is what something is called, within the bound of an index.
func name(s string) string { return clip(plain(said(s)), nameBytes) }

package store

import (
	"encoding/hex"
	"encoding/json"
	"strings"
	"sync"
	"unicode/utf8"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// row is what the store keeps of a trace. It refers to the texts of the trace.
type row struct {
	seq     int64
	at      int64 // milliseconds
	summary Summary
	body    []byte  // the packed line, without the texts that are kept apart
	apart   []chunk // texts that are kept apart
	cells   []cell
	terms   []string
}

// chunk is a chunk's text that is stored apart.
type chunk struct {
	hash hash
	text string
}

// maker makes rows, one after the other.
type maker struct {
	seen  *sights // nil: the texts of no trace come again
	words wordSet
	room  []byte
	cells []cell // of the rows so far
}

// makers are kept with their room from batch to batch.
var makers = sync.Pool{New: func() any { return new(maker) }}

func newMaker(seen *sights) *maker {
	m := makers.Get().(*maker)
	m.seen = seen
	return m
}

// free gives a maker back when its rows are stored.
func (m *maker) free() {
	if cap(m.room) <= mostRoom && cap(m.cells) <= mostRoom/64 {
		m.cells = m.cells[:0]
		makers.Put(m)
	}
}

// longText is from how many bytes on a text may be kept apart.
const longText = 64

// ofTrace makes the row of a trace.
func (m *maker) ofTrace(t *ledger.Trace) *row {
	f := factsOf(t, nil)
	r := m.row(f)
	m.room = ledger.AppendBrief(m.room[:0], t, func(i int) string {
		if !m.standsApart(f, i) {
			return ""
		}
		return r.keepApart(f, i)
	})
	r.body = pack(m.room)
	return r
}

// standsApart reports whether a chunk's text is kept apart: one that has come before, so that it is kept once by its
// hash, and one with a citation that does not hold, which lists show by its hash.
func (m *maker) standsApart(f *facts, i int) bool {
	text := f.Chunks[i].Text
	return len(text) >= longText && (m.seen.again(text) || f.failed[i]) && utf8.ValidString(text)
}

// ofLine makes the row of a trace that somebody may have written, in any version.
func (m *maker) ofLine(line []byte) (*row, error) {
	t, names, err := read(line)
	if err != nil {
		return nil, err
	}
	f := factsOf(t, names)
	r := m.row(f)
	m.room = m.room[:0]
	from := 0
	for _, at := range textsIn(line) {
		if m.standsApart(f, at.chunk) {
			m.room = append(append(m.room, line[from:at.start]...), `{"sha256":"`...)
			m.room = append(append(m.room, r.keepApart(f, at.chunk)...), `"}`...)
			from = at.end
		}
	}
	m.room = append(m.room, line[from:]...)
	r.body = pack(m.room)
	return r, nil
}

// ofStored makes the row of a trace that is stored, without what is kept of it already: its line and its texts.
func (m *maker) ofStored(packed []byte) (*row, error) {
	line, err := unpack(packed)
	if err != nil {
		return nil, err
	}
	return m.ofText(line)
}

// ofText makes it of the text of a body.
func (m *maker) ofText(line []byte) (*row, error) {
	t, names, err := read(line)
	if err != nil {
		return nil, err
	}
	return m.row(factsOf(t, names)), nil
}

// keepApart keeps a chunk's text apart, and returns its name.
func (r *row) keepApart(f *facts, i int) string {
	c := chunk{f.hash(i), f.Chunks[i].Text}
	r.apart = append(r.apart, c)
	return hex.EncodeToString(c.hash[:])
}

// row makes what of a row its line does not hold.
func (m *maker) row(f *facts) *row {
	r := &row{at: f.Timestamp.UnixMilli(), summary: f.summary()}
	r.seq = sequence(r.at, r.summary.ID)
	uses := f.uses()
	before := len(m.cells)
	r.cells = m.cells
	r.count(f)
	w := &m.words
	w.reset()
	for _, c := range f.cited {
		w.add(named(termChunkID, c.chunkID))
	}
	failed := map[hash]bool{}
	for _, u := range uses {
		r.countUse(u, w, failed)
	}
	m.cells, r.cells = r.cells, r.cells[before:len(r.cells):len(r.cells)]
	w.text(f.Question)
	w.text(f.Answer)
	for i := range f.Attempts {
		if reply := unescaped(f.Attempts[i].Reply); reply != f.Answer {
			w.text(reply)
		}
	}
	r.terms = w.all
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
	m := Summary{ID: name(t.QueryID), App: name(t.App), User: name(t.User),
		Conversation: name(t.Conversation), Policy: name(t.Policy), Model: name(t.Model), Reason: name(t.Reason),
		Question: strings.Clone(clipRunes(plain(said(t.Question)), questionRunes)),
		Verdict:  name(string(t.Verdict)), CountsAs: t.Counts(), Proof: name(string(t.Proof)), Citations: f.lasting,
		Attempts: len(t.Attempts),
		TotalMS:  ledger.Milliseconds(t.Latency.Total)}
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
	there := make(map[citation]bool, f.lasting)
	for i, c := range f.cited {
		same := c
		same.number = 0
		if i >= f.lasting && (c.verified || there[same]) {
			continue
		}
		there[same] = true
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

// name is what something is called, within the bound of an index.
func name(s string) string { return clip(plain(said(s)), nameBytes) }

// Summary is what a list shows of a trace.
type Summary struct {
	ID           string          `json:"query_id"`
	Timestamp    string          `json:"timestamp"` // RFC 3339, UTC
	App          string          `json:"app"`
	User         string          `json:"user,omitempty"`
	Conversation string          `json:"conversation,omitempty"`
	Policy       string          `json:"policy"`
	Model        string          `json:"model"`
	Question     string          `json:"question"` // its first 240 characters
	Verdict      string          `json:"verdict"`
	CountsAs     report.CountsAs `json:"counts_as"`
	Proof        string          `json:"proof,omitempty"`
	Reason       string          `json:"reason,omitempty"`
	Failing      bool            `json:"failing"`          // it counts as a grounding failure
	Findings     []string        `json:"findings"`         // codes, each once
	Detail       string          `json:"detail,omitempty"` // of the first finding that tells any: what exactly failed
	Citations    int             `json:"citations"`
	Attempts     int             `json:"attempts"`
	TotalMS      float64         `json:"total_ms"`
	Feedback     json.RawMessage `json:"feedback"` // what was said of it; null for nothing
}

// nameBytes bounds what clients call things: it stands in every index.
const nameBytes = 200

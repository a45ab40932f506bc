package store

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// draft is what is known of a trace before it is put together.
type draft struct {
	trace     *Trace
	question  string
	cited     sources
	attempted []citation // by the attempts
	opinions  opinions
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

// attempt notes the citations and claims of an attempt at the answer.
func (d *draft) attempt(cited []citation, claims []opinion, failed bool) {
	doubt(cited, claims)
	d.attempted = append(d.attempted, cited...)
	d.opinions.attempt(claims, failed)
}

// finish puts together what is known.
func (d *draft) finish() *Trace {
	t := d.trace
	doubt(d.cited.citations, d.opinions.answer)
	t.summary.Question = strings.Clone(clipRunes(plain(d.question), questionRunes))
	t.summary.Failing = t.summary.failing()
	t.summary.Citations = len(d.cited.citations)
	d.cited.citeFailed(d.attempted)
	d.cost.total = t.summary.TotalMS
	t.cells = t.countOpinions(&d.opinions, t.countCost(&d.cost, t.count(&d.cited)))
	return t
}

// found notes the code of a finding, once.
func (m *Summary) found(code string) {
	if code != "" && !slices.Contains(m.Findings, code) {
		m.Findings = append(m.Findings, code)
	}
}

// documentNames are what chunks and citations call their document, the best
// name first.
type documentNames [4]string

// titleName is the place of the title among them.
const titleName = 3

// nameMembers are the members that hold them.
var nameMembers = [...]string{"doc_id", "source_filename", "url", "title"}

// read reads a member that may be such a name.
func (d *documentNames) read(member string, v gjson.Result) {
	if i := slices.Index(nameMembers[:], member); i >= 0 {
		d[i] = v.Str
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

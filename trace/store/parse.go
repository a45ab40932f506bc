package store

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// Parse takes a line of the ledger apart that anybody may have written.
func Parse(line []byte) (*Trace, error) {
	// Names that come twice are the writer's affair, and half of a surrogate pair
	// may be escaped. The depth is bounded.
	sound := jsontext.Value(line).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if !sound || !utf8.Valid(line) {
		return nil, errNoTrace
	}
	texts := ledger.Line{JSON: line, Texts: textsIn(line)}
	t := &Trace{}
	rest := t.detachTo(nil, texts)
	t.body = pack(rest)
	t.terms.words(string(rest))
	return t, t.parse(string(rest))
}

// textsIn are the long texts of the chunks in a line.
func textsIn(line []byte) (texts []ledger.Text) {
	members(gjson.ParseBytes(line), func(name string, v gjson.Result) {
		if name != "chunks" {
			return
		}
		elements(v, func(c gjson.Result) {
			if text := c.Get("text"); len(text.Str) >= ledger.LongText {
				texts = append(texts, ledger.Text{Said: text.Str, Start: text.Index, End: text.Index + len(text.Raw)})
			}
		})
	})
	return texts
}

// parse reads a line whose chunk texts are detached.
func (t *Trace) parse(rest string) error {
	p := parser{trace: t, documents: map[hash]string{}}
	members(gjson.Parse(rest), p.member)
	at, err := time.Parse(time.RFC3339Nano, p.trace.summary.Timestamp)
	if p.trace.summary.ID == "" || err != nil {
		return fmt.Errorf("%w: it has no id or no time", errNoTrace)
	}
	t.at = at.UnixMilli()
	for i := range t.chunks {
		t.chunks[i].document = p.documents[t.chunks[i].hash]
	}
	p.finish()
	t.countUses()
	return nil
}

// members hands on the members of an object; nothing of any other value.
func members(v gjson.Result, member func(name string, value gjson.Result)) {
	if v.IsObject() {
		v.ForEach(func(name, value gjson.Result) bool { member(name.Str, value); return true })
	}
}

// elements hands on the elements of an array; nothing of any other value.
func elements(v gjson.Result, element func(gjson.Result)) {
	if v.IsArray() {
		v.ForEach(func(_, value gjson.Result) bool { element(value); return true })
	}
}

// number is that of a value; 0 for what is none.
func number(v gjson.Result) float64 {
	if v.Type != gjson.Number {
		return 0
	}
	return v.Num
}

// parser reads a trace out of its line. It holds what is known of the trace before
// it is put together.
type parser struct {
	trace     *Trace
	question  string
	documents map[hash]string // by the text of a chunk that stands apart
	cited     sources
	attempted []citation // by the attempts
	opinions  opinions
	cost      cost

	hash, version, data string // of the policy; of the engine
}

// callMembers are the members that say what something is called.
var callMembers = [...]string{"query_id", "timestamp", "app", "user", "conversation", "policy", "model", "verdict", "proof", "reason"}

// member reads a member of a trace.
func (p *parser) member(member string, v gjson.Result) {
	m := &p.trace.summary
	called := [...]*string{&m.ID, &m.Timestamp, &m.App, &m.User, &m.Conversation, &m.Policy, &m.Model, &m.Verdict, &m.Proof, &m.Reason}
	if i := slices.Index(callMembers[:], member); i >= 0 {
		*called[i] = name(v.Str)
		return
	}
	switch member {
	case "counts_as":
		m.CountsAs = report.CountsAs(name(v.Str))
	case "question":
		p.question = v.Str
	case "citations":
		elements(v, func(c gjson.Result) { p.cited.citations = append(p.cited.citations, citationIn(c)) })
	case "claims":
		p.opinions.answer = opinionsIn(v)
	case "findings":
		elements(v, p.finding)
	case "chunks":
		elements(v, p.chunk)
	case "attempts":
		elements(v, p.attempt)
	case "latency":
		m.TotalMS = number(v.Get("total_ms"))
	case "judge":
		p.opinions.heard = heard{name(v.Get("name").Str), v.Get("calls").Int(), v.Get("tokens").Int()}
	case "policy_hash":
		p.hash = v.Str
	case "engine":
		p.cost.known = v.IsObject()
		p.version, p.data = v.Get("version").Str, v.Get("data").Str
	case "feedback":
		m.HasFeedback = v.IsObject()
	}
}

func (p *parser) finding(f gjson.Result) {
	p.trace.summary.found(strings.Clone(plain(f.Get("code").Str)))
}

// attempt counts an attempt, and notes its citations and claims and what failed in
// it.
func (p *parser) attempt(a gjson.Result) {
	p.trace.summary.Attempts++
	var cited []citation
	var claims []opinion
	var failed bool
	var ms float64
	var usage string
	members(a, func(name string, v gjson.Result) {
		switch name {
		case "findings":
			elements(v, func(f gjson.Result) { failed = true; p.finding(f) })
		case "citations":
			elements(v, func(c gjson.Result) { cited = append(cited, citationIn(c)) })
		case "claims":
			claims = opinionsIn(v)
		case "duration_ms":
			ms = number(v)
		case "usage":
			usage = v.Raw
		}
	})
	doubt(cited, claims)
	p.attempted = append(p.attempted, cited...)
	p.opinions.attempt(claims, failed)
	p.cost.call(ms, []byte(usage))
}

func citationIn(v gjson.Result) citation {
	var c citation
	var names documentNames
	members(v, func(name string, v gjson.Result) {
		switch name {
		case "chunk_id":
			c.chunkID = v.Str
		case "snippet":
			c.snippet = v.Str
		case "number":
			c.number = v.Int()
		case "verified":
			c.verified = v.Type == gjson.True
		default:
			names.read(name, v)
		}
	})
	c.document = names.document()
	return c
}

// chunk reads a chunk. A hash stands for a long text.
func (p *parser) chunk(c gjson.Result) {
	var id string
	var names documentNames
	members(c, func(name string, v gjson.Result) {
		if name == "chunk_id" {
			id = v.Str
		}
		names.read(name, v)
	})
	document := names.document()
	p.noteTitle(document, &names)
	text, h, stored := reference(c)
	if !stored {
		h = hashOf(text.Str)
	} else if _, ok := p.documents[h]; !ok {
		p.documents[h] = document
	}
	p.cited.add(id, source{document: called(document, id), hash: h, text: stored || text.Str != ""})
}

// noteTitle notes what a document is called beside its name.
func (p *parser) noteTitle(document string, names *documentNames) {
	title := clip(plain(names[titleName]), nameBytes)
	if title == "" || title == document || strings.HasPrefix(title, hashedText) {
		return
	}
	if p.trace.titles == nil {
		p.trace.titles = map[string]string{}
	}
	p.trace.titles[document] = strings.Clone(title)
}

// finish puts together what is known.
func (p *parser) finish() {
	t := p.trace
	doubt(p.cited.citations, p.opinions.answer)
	t.summary.Question = strings.Clone(clipRunes(plain(p.question), questionRunes))
	t.summary.count()
	t.summary.Citations = len(p.cited.citations)
	for _, c := range p.cited.citations {
		t.terms.add(named(termChunkID, c.chunkID))
	}
	for _, c := range p.attempted {
		t.terms.add(named(termChunkID, c.chunkID))
	}
	p.cited.citeFailed(p.attempted)
	p.cost.total = t.summary.TotalMS
	t.uses = p.cited.uses()
	if t.policy == "" {
		t.rules(p.hash, p.version, p.data)
	}
	t.count()
	t.countCost(&p.cost)
	t.countOpinions(&p.opinions)
}

// count says what the trace counts as, where an older version did not.
func (m *Summary) count() {
	if !slices.Contains(report.AllCounts(), m.CountsAs) {
		m.CountsAs = report.Verdict(m.Verdict).CountsAs(report.Verbatim(m.Attempts, m.Findings))
	}
	m.Failing = m.CountsAs.Fails()
}

// rules notes by which rules, and by which program, a trace was judged.
func (t *Trace) rules(hash, version, data string) {
	t.policy, t.engine = name(t.summary.Policy+" "+said(hash)), ""
	if version != "" {
		t.engine = name(said(version) + " " + said(data))
	}
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
func name(s string) string { return strings.Clone(clip(plain(s), nameBytes)) }

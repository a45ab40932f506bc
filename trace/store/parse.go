package store

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tidwall/gjson"
)

// Parse takes a line of the ledger apart.
func Parse(line []byte) (*Trace, error) {
	root := gjson.ParseBytes(line)
	// Names that come twice are the writer's affair, and half of a surrogate pair
	// may be escaped. The depth is bounded.
	sound := jsontext.Value(line).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if !sound || !root.IsObject() || !utf8.Valid(line) {
		return nil, errNoTrace
	}
	p := parser{trace: &Trace{}}
	members(root, p.member)
	at, err := time.Parse(time.RFC3339Nano, p.trace.summary.Timestamp)
	if p.trace.summary.ID == "" || err != nil {
		return nil, fmt.Errorf("%w: it has no id or no time", errNoTrace)
	}
	p.trace.at = at.UnixMilli()
	t := p.finish()
	t.pack(line)
	return t, nil
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
	cited     sources
	attempted []citation // by the attempts
	opinions  opinions
	cost      cost
}

// callMembers are the members that say what something is called.
var callMembers = [...]string{"query_id", "timestamp", "app", "user", "conversation", "policy", "model", "verdict", "reason"}

// member reads a member of a trace.
func (p *parser) member(member string, v gjson.Result) {
	m := &p.trace.summary
	called := [...]*string{&m.ID, &m.Timestamp, &m.App, &m.User, &m.Conversation, &m.Policy, &m.Model, &m.Verdict, &m.Reason}
	if i := slices.Index(callMembers[:], member); i >= 0 {
		*called[i] = name(v.Str)
		return
	}
	switch member {
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
		m.TotalMS, p.opinions.ms = number(v.Get("total_ms")), number(v.Get("judge_ms"))
	case "judge":
		p.opinions.heard = heardIn(v)
	case "engine":
		p.cost.known = v.IsObject()
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
	findings := a.Get("findings")
	elements(findings, p.finding)
	var cited []citation
	elements(a.Get("citations"), func(c gjson.Result) { cited = append(cited, citationIn(c)) })
	claims := opinionsIn(a.Get("claims"))
	doubt(cited, claims)
	p.attempted = append(p.attempted, cited...)
	p.opinions.attempt(claims, findings.Get("#").Int() > 0)
	p.cost.call(number(a.Get("duration_ms")), []byte(a.Get("usage").Raw))
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

// chunk reads a chunk, and notes its text where it is to be stored apart. In a line
// that was stored a hash stands for the text.
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
	p.entitle(document, &names)
	text, h, stored := reference(c)
	if !stored {
		h = hashOf([]byte(text.Str))
	}
	p.cited.add(id, source{document: document, hash: h, text: stored || text.Str != ""})
	if len(text.Str) >= inlineBytes {
		at := chunk{hash: h, document: document, start: text.Index, end: text.Index + len(text.Raw)}
		p.trace.chunks = append(p.trace.chunks, at)
	}
}

// entitle notes what a document is called beside its name.
func (p *parser) entitle(document string, names *documentNames) {
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
func (p *parser) finish() *Trace {
	t := p.trace
	doubt(p.cited.citations, p.opinions.answer)
	t.summary.Question = strings.Clone(clipRunes(plain(p.question), questionRunes))
	t.summary.Failing = t.summary.failing()
	t.summary.Citations = len(p.cited.citations)
	p.cited.citeFailed(p.attempted)
	p.cost.total = t.summary.TotalMS
	t.cells = t.countOpinions(&p.opinions, t.countCost(&p.cost, t.count(&p.cited)))
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

// name is what something is called, within the bound of an index.
func name(s string) string { return strings.Clone(clip(plain(s), nameBytes)) }

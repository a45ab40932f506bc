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
	p := parser{draft: draft{trace: &Trace{}}}
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

// parser reads a trace out of its line.
type parser struct{ draft }

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
		elements(v, p.attemptIn)
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

// attemptIn counts an attempt, and notes what failed in it.
func (p *parser) attemptIn(a gjson.Result) {
	p.trace.summary.Attempts++
	findings := a.Get("findings")
	elements(findings, p.finding)
	var cited []citation
	elements(a.Get("citations"), func(c gjson.Result) { cited = append(cited, citationIn(c)) })
	p.draft.attempt(cited, opinionsIn(a.Get("claims")), findings.Get("#").Int() > 0)
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

// chunk reads a chunk. In a line that was stored a hash stands for its text.
func (p *parser) chunk(c gjson.Result) {
	var id string
	var names documentNames
	members(c, func(name string, v gjson.Result) {
		if name == "chunk_id" {
			id = v.Str
		}
		names.read(name, v)
	})
	text, h, stored := reference(c)
	if stored {
		p.cited.add(id, source{document: names.document(), hash: h, text: true})
		p.entitle(names.document(), &names)
		return
	}
	p.draft.chunk(id, &names, len(text.Str), hashOf([]byte(text.Str)), text.Index, text.Index+len(text.Raw))
}

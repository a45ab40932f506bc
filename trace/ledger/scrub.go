package ledger

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"html"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// mask stands for what a redaction pattern matched.
const mask = "[redacted]"

// scrubber takes out of a trace what is not to be kept. Ids, file names,
// addresses, codes and figures stay: without them a trace says nothing.
type scrubber struct {
	patterns []*regexp.Regexp
	key      []byte // of the installation; nil: no hash can be made
}

// scrub returns a trace with its texts masked and, as content says, hashed or
// left out. The trace given is not changed. Hashed content without a key is
// treated as none: a hash that anyone can compute would give texts away.
func (s *scrubber) scrub(t Trace, content Content) Trace {
	if content == Hashed && s.key == nil {
		content = None
	}
	if content == Full && len(s.patterns) == 0 {
		return t
	}
	words := func(text string) string { return s.text(text, content) }
	k := keeper{words: words, names: s.masked, json: func(v json.RawMessage) json.RawMessage { return scrubJSON(v, words, s.masked) }}
	k.trace(&t)
	return t
}

// owned is a trace that keeps no more memory than its line takes: its texts may be parts of bodies that are many times as
// long, and it may wait. Most of a prompt with chunks is in the trace, and stays where it is.
func owned(t Trace) Trace {
	if t.Body > mostAround && t.Body > 4*lengthOf(&t) {
		k := keeper{words: strings.Clone, names: strings.Clone, json: slices.Clone[json.RawMessage]}
		k.trace(&t)
		return t
	}
	t.Answer = strings.Clone(t.Answer)
	t.Attempts = each(t.Attempts, func(a *Attempt) { a.Reply = strings.Clone(a.Reply) })
	return t
}

// mostAround is how long a body may be, in bytes, of which a trace keeps a part and so the whole.
const mostAround = 64 << 10

// text masks a text and brings it to the form in which it is kept.
func (s *scrubber) text(text string, content Content) string {
	if text == "" || content == None {
		return ""
	}
	text = s.masked(text)
	if content == Hashed {
		return s.hash(text)
	}
	return text
}

// masked covers whatever a pattern matches, however it is spelled.
func (s *scrubber) masked(text string) string {
	if len(s.patterns) == 0 {
		return text
	}
	var found []span
	r, spelled := plainly(text), true
	for level := 0; spelled && level <= deepest; level++ {
		for _, p := range s.patterns {
			for _, at := range p.FindAllIndex(r.text, -1) {
				found = append(found, span{r.from[at[0]], r.from[at[1]]})
			}
		}
		r, spelled = r.decoded()
	}
	return covered(text, found)
}

// hash replaces a text by its length in code points and an HMAC-SHA256 of it,
// cut to 128 bits: equal texts can be found, and nothing else be learnt.
func (s *scrubber) hash(text string) string {
	h := hmac.New(sha256.New, s.key)
	io.WriteString(h, text) // a hash never fails to write
	sum := hex.EncodeToString(h.Sum(nil)[:16])
	return "hmac-sha256:" + sum + ":" + strconv.Itoa(utf8.RuneCountInString(text))
}

// each copies a slice and changes every element of the copy.
func each[T any](values []T, change func(*T)) []T {
	out := make([]T, len(values))
	for i, v := range values {
		change(&v)
		out[i] = v
	}
	return out
}

// keeper brings words (what someone wrote) and names (what a thing is called
// by) to the form in which they are kept.
type keeper struct {
	words, names func(string) string
	json         func(json.RawMessage) json.RawMessage
}

func (k keeper) trace(t *Trace) {
	t.Model, t.User, t.Conversation = k.names(t.Model), k.names(t.User), k.names(t.Conversation)
	t.Question, t.Answer = k.words(t.Question), k.words(t.Answer)
	t.Citations = each(t.Citations, k.citation)
	t.Claims = each(t.Claims, k.claim)
	t.Choices = each(t.Choices, func(c *Choice) { c.Answer = k.words(c.Answer) })
	t.Findings = each(t.Findings, k.finding)
	t.Chunks = each(t.Chunks, k.chunk)
	t.Attempts = each(t.Attempts, k.attempt)
	t.Feedback, t.Metadata = k.json(t.Feedback), k.json(t.Metadata)
	if t.Heard != nil && t.Heard.Cause != "" {
		heard := *t.Heard
		heard.Cause = k.words(heard.Cause) // a server may repeat what it was sent
		t.Heard = &heard
	}
}

func (k keeper) citation(c *report.Citation) {
	c.Link = optional(c.Link, func(address string) string { return k.link(address, c) })
	c.Snippet, c.Marker = k.words(c.Snippet), k.words(c.Marker)
	c.ChunkID = k.names(c.ChunkID)
	c.Title = optional(c.Title, k.words)
	c.DocID, c.URL = optional(c.DocID, k.names), optional(c.URL, k.names)
	c.SourceFilename = optional(c.SourceFilename, k.names)
	c.Authors = each(c.Authors, func(a *string) { *a = k.words(*a) })
	if c.Sentence != nil {
		c.Sentence = k.sentence(*c.Sentence)
	}
	if c.Heal == nil {
		return
	}
	heal, keep := *c.Heal, k.names // a relink speaks of ids
	if heal.Kind == "snap" {
		keep = k.words
	}
	heal.From, heal.To = keep(heal.From), keep(heal.To)
	c.Heal = &heal
}

func (k keeper) sentence(s report.Sentence) *report.Sentence {
	s.Text = k.words(s.Text)
	if s.Lead != nil {
		lead := *s.Lead
		lead.Text = k.words(lead.Text)
		s.Lead = &lead
	}
	return &s
}

// link is an address with the words of the source that it points at, where these are kept as they are: it may have their beginning and
// their end only, where no pattern finds what it finds in the whole.
func (k keeper) link(address string, of *report.Citation) string {
	whole := address
	if s := of.Sentence; s != nil {
		whole += "\n" + s.Text
	}
	if k.words(whole) != whole {
		address, _, _ = strings.Cut(address, ":~:text=")
		address = strings.TrimSuffix(address, "#")
	}
	return k.names(address)
}

func (k keeper) claim(c *report.Claim) { c.Text = k.words(c.Text) }

func (k keeper) finding(f *report.Finding) { f.Detail = k.words(f.Detail) }

func (k keeper) attempt(a *Attempt) {
	a.Asked, a.Reply = k.words(a.Asked), k.words(a.Reply)
	a.Findings = each(a.Findings, k.finding)
	a.Citations, a.Claims = each(a.Citations, k.citation), each(a.Claims, k.claim)
}

func (k keeper) chunk(c *evidence.Chunk) {
	c.Text, c.Title = k.words(c.Text), k.words(c.Title)
	c.Before, c.Behind = k.words(c.Before), k.words(c.Behind)
	c.ID, c.DocID = k.names(c.ID), k.names(c.DocID)
	c.URL, c.Source, c.Filename = k.names(c.URL), k.names(c.Source), k.names(c.Filename)
	c.Authors = each(c.Authors, func(a *string) { *a = k.words(*a) })
	if len(c.Meta) == 0 {
		return
	}
	meta := make(map[string]json.RawMessage, len(c.Meta))
	for name, value := range c.Meta {
		meta[k.names(name)] = k.json(value)
	}
	c.Meta = meta
}

// optional applies keep to a text that may be missing.
func optional(text *string, keep func(string) string) *string {
	if text == nil {
		return nil
	}
	kept := keep(*text)
	return &kept
}

// scrubJSON applies words to every string value of a JSON text, and names to every name of a member. What is no
// JSON is dropped: it could not be searched.
func scrubJSON(v json.RawMessage, words, names func(string) string) json.RawMessage {
	if len(v) == 0 {
		return nil
	}
	in := jsontext.NewDecoder(bytes.NewReader(v))
	var buf bytes.Buffer
	out := jsontext.NewEncoder(&buf)
	for {
		isName := nextIsName(in)
		token, err := in.ReadToken()
		if err == io.EOF {
			return buf.Bytes()
		}
		if err != nil {
			return nil
		}
		switch {
		case token.Kind() != '"':
		case isName:
			token = jsontext.String(names(token.String()))
		default:
			token = jsontext.String(words(token.String()))
		}
		if out.WriteToken(token) != nil {
			return nil
		}
	}
}

// nextIsName reports whether the next token is the name of an object's member.
func nextIsName(in *jsontext.Decoder) bool {
	kind, length := in.StackIndex(in.StackDepth())
	return kind == '{' && length%2 == 0
}

// A pattern speaks of what people read. A text may spell that otherwise: with the escapes of JSON, as a model writes it, percent-encoded
// in an address, with the entities of HTML, with letters between that nobody sees, and one of these within another.

// spelled is a text as it is read, and where each of its bytes, and its end, is spelled.
type spelled struct {
	text []byte
	from []int
}

// deepest is how many spellings stand within each other at most: nobody but an adversary writes more.
const deepest = 8

// plainly is a text that is read as it stands.
func plainly(said string) *spelled {
	s := &spelled{[]byte(said), make([]int, len(said)+1)}
	for i := range s.from {
		s.from[i] = i
	}
	return s
}

// escapes are the spellings of a character.
var escapes = regexp.MustCompile(`\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\[^u]|%[0-9a-fA-F]{2}|&#?[0-9A-Za-z]{1,31};`)

// decoded is the text with each spelling read once, and without what nobody sees; false where there is neither.
func (s *spelled) decoded() (out *spelled, changed bool) {
	out = &spelled{}
	at := 0
	add := func(end int) {
		for at < end {
			r, size := utf8.DecodeRune(s.text[at:end])
			if text.Invisible(r) {
				changed = true
			} else {
				out.text, out.from = append(out.text, s.text[at:at+size]...), append(out.from, s.from[at:at+size]...)
			}
			at += size
		}
	}
	for _, found := range escapes.FindAllIndex(s.text, -1) {
		add(found[0])
		escape := string(s.text[found[0]:found[1]])
		read := character(escape)
		changed = changed || read != escape
		for _, b := range []byte(read) {
			out.text, out.from = append(out.text, b), append(out.from, s.from[found[0]])
		}
		at = found[1]
	}
	add(len(s.text))
	out.from = append(out.from, s.from[len(s.text)])
	return out, changed
}

// character is what an escape spells.
func character(escape string) string {
	switch {
	case escape[0] == '&':
		return html.UnescapeString(escape)
	case escape[0] == '%':
		b, _ := strconv.ParseUint(escape[1:], 16, 8)
		return string([]byte{byte(b)})
	case escape[1] != 'u':
		if at := strings.IndexByte("bfnrt", escape[1]); at >= 0 {
			return "\b\f\n\r\t"[at : at+1]
		}
		return escape[1:]
	}
	unit := func(digits string) rune { n, _ := strconv.ParseUint(digits, 16, 16); return rune(n) }
	r := unit(escape[2:6])
	if len(escape) > 6 {
		r = utf16.DecodeRune(r, unit(escape[8:]))
	}
	return string(utf8.AppendRune(nil, r))
}

// span is a part of a text, in bytes.
type span struct{ start, end int }

// covered is a text with a mask in the place of each stretch that some spans cover.
func covered(text string, spans []span) string {
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	var out strings.Builder
	at := 0
	for i := 0; i < len(spans); {
		start, end := spans[i].start, spans[i].end
		for i++; i < len(spans) && spans[i].start < end; i++ {
			end = max(end, spans[i].end)
		}
		if end > start {
			out.WriteString(text[at:start] + mask)
			at = end
		}
	}
	if at == 0 {
		return text
	}
	return out.String() + text[at:]
}

package layout

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// maxJSONDepth is how deep records are looked for in a JSON value.
const maxJSONDepth = 8

// shellKeys hold a record's own members one level further down.
var shellKeys = set(words("shell_keys")...)

// proseKeys hold an answer that a model wrote, or an echo of the question.
var proseKeys = set(words("prose_keys")...)

// readJSON reads the records of a JSON text.
func readJSON(raw string) []evidence.Chunk {
	list := jsonRecords(raw)
	chunks := make([]*evidence.Chunk, len(list))
	for i := range list {
		chunks[i] = &list[i]
	}
	liftHeads(chunks)
	return list
}

// jsonRecords are the records of a JSON text, metadata in their texts left in.
func jsonRecords(raw string) []evidence.Chunk {
	var list []evidence.Chunk
	walkJSON(gjson.Parse(raw), 0, &list)
	return list
}

// walkJSON collects records from a value of any shape.
func walkJSON(v gjson.Result, depth int, list *[]evidence.Chunk) {
	if depth > maxJSONDepth {
		return
	}
	switch {
	case v.IsArray():
		walkArray(v, depth, list)
	case v.IsObject():
		o := lookInto(v)
		if o.readColumns(list) {
			return
		}
		c, ok := o.record()
		if ok && !(o.answer.Type == gjson.String && holdsRecords(v)) {
			appendRecord(c, depth, list)
			return
		}
		before := len(*list)
		v.ForEach(func(key, member gjson.Result) bool {
			if (member.IsArray() || member.IsObject()) && !proseKeys[foldKey(key.Str)] {
				walkJSON(member, depth+1, list)
			}
			return true
		})
		if len(*list) == before {
			readMap(v, list)
		}
		inherit(&c, (*list)[before:])
	}
}

// readMap reads an object whose every member is a text under its id.
func readMap(v gjson.Result, list *[]evidence.Chunk) {
	var texts []evidence.Chunk
	all := true
	v.ForEach(func(key, m gjson.Result) bool {
		all = m.Type == gjson.String && heavier(m.Str, minParagraph) && fieldOf(key.Str) == fieldNone &&
			!proseKeys[foldKey(key.Str)] && strings.ContainsAny(key.Str, "0123456789")
		texts = append(texts, evidence.Chunk{ID: key.Str, Text: trimText(m.Str)})
		return all
	})
	if all && len(texts) > 1 {
		*list = append(*list, texts...)
	}
}

// inherit gives records the file, address and id of the document that holds
// them, and its title.
func inherit(parent *evidence.Chunk, records []evidence.Chunk) {
	for i := range records {
		first(&records[i].Filename, parent.Filename)
		first(&records[i].URL, parent.URL)
		first(&records[i].DocID, parent.DocID)
		if parent.DocID != "" || parent.URL != "" || parent.Filename != "" || parent.ID != "" {
			first(&records[i].Title, parent.Title)
			if len(records) == 1 {
				first(&records[i].ID, parent.ID)
			}
		}
	}
}

func walkArray(v gjson.Result, depth int, list *[]evidence.Chunk) {
	if c, ok := pairRecord(v); ok {
		appendRecord(c, depth, list)
		return
	}
	v.ForEach(func(_, e gjson.Result) bool {
		if e.Type == gjson.String {
			if heavier(e.Str, 20) {
				appendRecord(evidence.Chunk{Text: e.Str}, depth, list)
			}
			return true
		}
		walkJSON(e, depth+1, list)
		return true
	})
}

// pairRecord reads an array of a few plain values as one record: a text with its
// score or source, as Python's tuples are printed.
func pairRecord(v gjson.Result) (c evidence.Chunk, ok bool) {
	n := 0
	v.ForEach(func(_, e gjson.Result) bool {
		n++
		long := heavier(e.Str, minParagraph)
		ok = n <= 4 && (e.Type == gjson.Number || e.Type == gjson.String && !(long && c.Text != ""))
		switch {
		case e.Type == gjson.Number:
			setSimilarity(&c, e.Raw)
		case long:
			c.Text = e.Str
		default:
			setSource(&c, e.Str)
		}
		return ok
	})
	return c, ok && n > 1 && c.Text != ""
}

// appendRecord adds a record, or those inside it where its text is itself
// JSON: tool frameworks wrap one JSON text in another. A record with an id or
// a source is no wrapper: JSON in its text is what a document says.
func appendRecord(c evidence.Chunk, depth int, list *[]evidence.Chunk) {
	text := strings.TrimSpace(c.Text)
	if !identified(&c) && len(text) > 1 && (text[0] == '{' || text[0] == '[') && prompt.IsJSON(text) {
		n := len(*list)
		walkJSON(gjson.Parse(text), depth+1, list)
		if len(*list) > n {
			return
		}
	}
	c.Text = trimText(c.Text)
	if c.Text == "" {
		return
	}
	*list = append(*list, c)
}

// holdsRecords tells whether a member is a list of objects: what stands beside
// it is an answer, not a passage.
func holdsRecords(v gjson.Result) bool {
	holds := false
	v.ForEach(func(_, m gjson.Result) bool {
		holds = holdsObjects(m)
		return !holds
	})
	return holds
}

// object is what one pass over an object's members has found.
type object struct {
	fields                              evidence.Chunk
	texts                               textChoice
	documents, ids, metas, answer, role gjson.Result // members of these names, the first of each
}

func lookInto(v gjson.Result) *object {
	o := &object{}
	v.ForEach(func(key, m gjson.Result) bool {
		if named := o.member(key.Str); named != nil && !named.Exists() {
			*named = m
		}
		fillMember(key.Str, m, filing{&o.fields, &o.texts}, 0)
		return true
	})
	return o
}

// member is where a member of some name is noted, nil for most.
func (o *object) member(key string) *gjson.Result {
	switch key {
	case "documents":
		return &o.documents
	case "ids":
		return &o.ids
	case "metadatas":
		return &o.metas
	case "answer":
		return &o.answer
	case "role":
		return &o.role
	}
	return nil
}

// record is the object as one record, if it has a passage's text.
func (o *object) record() (evidence.Chunk, bool) {
	c := o.fields
	c.Text = o.texts.choose()
	if c.Text == "" && heavier(c.Title, 40) {
		c.Text, c.Title = c.Title, "" // the text is called name
	}
	return c, heavier(c.Text, 6) && !isTalkRole(o.role.Str) // what was said in the conversation is no passage
}

// isTalkRole tells the roles of a conversation from those of documents.
func isTalkRole(s string) bool { return talkRoles[strings.ToLower(s)] }

var talkRoles = set(words("talk_roles")...)

// textChoice gathers what could be a record's text: the first of some length
// wins, else the first.
type textChoice struct{ long, short string }

func (t *textChoice) offer(s string) {
	if t.long == "" && heavier(s, 40) {
		t.long = s
	}
	first(&t.short, strings.TrimSpace(s))
}

func (t *textChoice) choose() string {
	if t.long != "" {
		return t.long
	}
	return t.short
}

// fillObject files an object's members, and those of its shells.
func fillObject(v gjson.Result, c *evidence.Chunk, texts *textChoice, depth int) {
	v.ForEach(func(key, m gjson.Result) bool {
		fillMember(key.Str, m, filing{c, texts}, depth)
		return true
	})
}

// filing is what an object's members are filed in.
type filing struct {
	*evidence.Chunk
	texts *textChoice
}

func fillMember(key string, m gjson.Result, in filing, depth int) {
	name := foldKey(key)
	f := fieldOf(name)
	switch {
	case name == "index" && key[0] == '_': // the store's, not the record's
		setRaw(in.Chunk, key, json.RawMessage(m.Raw))
	case m.IsObject() && depth < 4 && (shellKeys[name] || shellKeys[strings.TrimPrefix(name, "_")]):
		fillObject(m, in.Chunk, in.texts, depth+1)
	case m.IsArray() && f == fieldAuthor:
		fillAuthors(m, in.Chunk)
	case m.IsObject() || m.IsArray():
		if !holdsObjects(m) {
			setRaw(in.Chunk, key, json.RawMessage(m.Raw))
		}
	case f == fieldText, f == fieldID && m.Type == gjson.String && heavier(m.Str, 100):
		in.texts.offer(m.String())
	case m.Type == gjson.Null:
	case f == fieldNone || f == fieldOther:
		setRaw(in.Chunk, key, json.RawMessage(m.Raw))
	default:
		setField(in.Chunk, key, m.String())
	}
}

func holdsObjects(v gjson.Result) bool {
	return v.IsArray() && v.Get("0").IsObject()
}

func fillAuthors(v gjson.Result, c *evidence.Chunk) {
	if len(c.Authors) > 0 {
		return
	}
	v.ForEach(func(_, e gjson.Result) bool {
		name := e.String()
		if e.IsObject() {
			name = e.Get("name").String()
		}
		if name != "" {
			c.Authors = append(c.Authors, name)
		}
		return true
	})
}

// readColumns reads records that are stored by column, as vector stores
// return them: {"ids":[["a"]],"documents":[["text"]],"metadatas":[[{…}]]}.
func (o *object) readColumns(list *[]evidence.Chunk) bool {
	if !o.documents.Exists() || !o.ids.IsArray() && !o.metas.IsArray() {
		return false
	}
	texts := flatten(o.documents)
	if len(texts) == 0 || texts[0].Type != gjson.String {
		return false
	}
	ids, metas := flatten(o.ids), flatten(o.metas)
	for i, t := range texts {
		var c evidence.Chunk
		if i < len(ids) {
			c.ID = ids[i].String()
		}
		if i < len(metas) && metas[i].IsObject() {
			fillObject(metas[i], &c, &textChoice{}, 1)
		}
		c.Text = t.String()
		appendRecord(c, 1, list)
	}
	return true
}

// flatten opens the one level of nesting that batched queries add.
func flatten(v gjson.Result) []gjson.Result {
	list := v.Array()
	if len(list) > 0 && list[0].IsArray() {
		var flat []gjson.Result
		for _, inner := range list {
			flat = append(flat, inner.Array()...)
		}
		return flat
	}
	return list
}

// besideChunks reads evidence given beside the messages: a JSON array of
// objects, flat or with `data`, or of plain strings.
func besideChunks(raw string) []evidence.Chunk {
	var list []evidence.Chunk
	gjson.Parse(raw).ForEach(func(_, e gjson.Result) bool {
		var c evidence.Chunk
		if e.Type == gjson.String {
			c.Text = trimText(e.Str)
		} else {
			var texts textChoice
			fillObject(e, &c, &texts, 0)
			c.Text = trimText(texts.choose())
		}
		if c.Text != "" {
			complete(&c)
			list = append(list, c)
		}
		return true
	})
	return list
}

// azureCitations reads the citations of Azure On Your Data, which answers
// name by position: [doc1], [doc2], ….
func azureCitations(raw string) []evidence.Chunk {
	v := gjson.Parse(raw)
	if v.Type == gjson.String {
		v = gjson.Parse(v.Str)
	}
	cited := v.Get("citations")
	if !cited.IsArray() || !cited.Get("0.content").Exists() {
		return nil
	}
	var list []evidence.Chunk
	cited.ForEach(func(_, e gjson.Result) bool {
		c, ok := lookInto(e).record()
		if ok {
			c.ID, c.Text = "doc"+strconv.Itoa(len(list)+1), trimText(c.Text)
			complete(&c)
			list = append(list, c)
		}
		return true
	})
	return list
}

package layout

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// maxJSONDepth is how deep records are looked for in a JSON value.
const maxJSONDepth = 8

var (
	shellKeys = set(words("shell_keys")...) // hold a record's own members one level further down
	proseKeys = set(words("prose_keys")...) // hold an answer that a model wrote, or an echo of the question
	talkRoles = set(words("talk_roles")...) // are those of a conversation, not of documents
)

// jsonRecords are the records of a JSON text of any shape.
func jsonRecords(raw string) []found {
	var w walker
	v := gjson.Parse(raw)
	if v.Type == gjson.String {
		if !prompt.IsJSON(v.Str) {
			return nil
		}
		v = gjson.Parse(v.Str)
	}
	w.walk(v, 0)
	return w.records
}

// walker collects the records of a JSON value.
type walker struct{ records []found }

func (w *walker) walk(v gjson.Result, depth int) {
	switch {
	case depth > maxJSONDepth:
	case v.IsObject():
		w.object(v, depth)
	case v.IsArray():
		v.ForEach(func(_, e gjson.Result) bool {
			if e.Type == gjson.String && heavier(e.Str, 20) {
				w.add(evidence.Chunk{Text: e.Str}, depth)
			} else {
				w.walk(e, depth+1)
			}
			return true
		})
	}
}

// object reads an object: a record, or what holds records by row or by id.
func (w *walker) object(v gjson.Result, depth int) {
	o := readObject(v)
	c := o.record()
	if c.Text != "" && !(o.answers && o.lists) {
		w.add(c, depth)
		return
	}
	before := len(w.records)
	v.ForEach(func(key, member gjson.Result) bool {
		if !proseKeys[foldKey(key.Str)] {
			w.walk(member, depth+1)
		}
		return true
	})
	if len(w.records) == before {
		w.addMap(v)
	}
	inherit(&c, w.records[before:])
}

// add adds a record, or those inside it where its text is itself
// JSON: tool frameworks wrap one JSON text in another. A record with an id or
// a source is no wrapper: JSON in its text is what a document says.
func (w *walker) add(c evidence.Chunk, depth int) {
	c.Text = strings.TrimSpace(c.Text)
	if opensWith(c.Text, "{", "[") && !identified(&c) && prompt.IsJSON(c.Text) {
		n := len(w.records)
		if w.walk(gjson.Parse(c.Text), depth+1); len(w.records) > n {
			return
		}
	}
	if c.Text != "" {
		w.records = append(w.records, found{Chunk: c})
	}
}

// addMap reads an object whose every member is a text under its id.
func (w *walker) addMap(v gjson.Result) {
	var texts []found
	all := true
	v.ForEach(func(key, m gjson.Result) bool {
		texts = append(texts, found{Chunk: evidence.Chunk{ID: key.Str, Text: strings.TrimSpace(m.Str)}})
		all = heavier(m.Str, minParagraph) && strings.ContainsAny(key.Str, "0123456789")
		return all
	})
	if all && len(texts) > 1 {
		w.records = append(w.records, texts...)
	}
}

// inherit gives records the file, address and id of the document that holds
// them, and its title.
func inherit(parent *evidence.Chunk, records []found) {
	named := parent.DocID != "" || parent.URL != "" || parent.Filename != "" || parent.ID != ""
	for i := range records {
		r := &records[i].Chunk
		first(&r.Filename, parent.Filename)
		first(&r.URL, parent.URL)
		first(&r.DocID, parent.DocID)
		if named {
			first(&r.Title, parent.Title)
		}
		if len(records) == 1 {
			first(&r.ID, parent.ID)
		}
	}
}

// object is what one pass over an object's members has filed.
type object struct {
	evidence.Chunk
	texts   []string  // of the members that are known as texts, and of others that state something
	room    [2]string // for those of most objects
	text    bool      // one of them is known as a text
	answers bool      // a member is called answer, and is a text
	lists   bool      // a member is a list of objects
	talks   bool      // the role is that of a conversation
}

func readObject(v gjson.Result) *object {
	o := &object{}
	o.texts = o.room[:0]
	o.fill(v, 0)
	return o
}

// record is the object as one record, without a Text where it is none.
func (o *object) record() evidence.Chunk {
	c := o.Chunk
	if o.text {
		c.Text = o.said()
	}
	if c.Text == "" && heavier(c.Title, 40) {
		c.Text, c.Title = c.Title, "" // the text is called name
	}
	if o.talks || !heavier(c.Text, 6) {
		c.Text = "" // what was said in the conversation is no passage
	}
	return c
}

// said is all that an object's members say, in their order and each thing once.
func (o *object) said() string {
	const most = 16 // members of which it is told whether another one says the same
	if len(o.texts) == 1 {
		return o.texts[0]
	}
	parts := make([]string, 0, len(o.texts))
	for i, s := range o.texts {
		near := slices.Concat(o.texts[max(0, i-most):i], o.texts[i+1:min(len(o.texts), i+most)])
		said := func(other string) bool {
			return strings.Contains(other, s) && (other != s || slices.Contains(parts, s))
		}
		if !slices.ContainsFunc(near, said) {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n\n")
}

// fill files an object's members, and those of its shells.
func (o *object) fill(v gjson.Result, depth int) {
	v.ForEach(func(key, m gjson.Result) bool {
		name := foldKey(key.Str)
		switch {
		case m.Type == gjson.JSON:
			o.fillJSON(key.Str, name, m, depth)
		case name == "index" && key.Str[0] == '_': // the store's, not the record's
			setRaw(&o.Chunk, key.Str, json.RawMessage(m.Raw))
		case m.Type != gjson.Null:
			o.fillPlain(key.Str, name, m)
		}
		return true
	})
}

// fillPlain files a text, a number or a truth value.
func (o *object) fillPlain(key, name string, m gjson.Result) {
	f := fieldOf(name)
	o.answers = o.answers || name == "answer"
	o.talks = o.talks || name == "role" && talkRoles[strings.ToLower(m.Str)]
	switch {
	case f == fieldText || f == fieldID && heavier(m.Str, 100):
		o.text = true
		o.add(m.String())
	case f == fieldNone && !proseKeys[name] && isStatement(m.Str):
		o.add(m.Str)
	case f == fieldNone || f == fieldOther:
		setRaw(&o.Chunk, key, json.RawMessage(m.Raw))
	default:
		setField(&o.Chunk, key, m.String())
	}
}

func (o *object) add(text string) {
	if text = strings.TrimSpace(text); text != "" {
		o.texts = append(o.texts, text)
	}
}

// fillJSON files an object or an array.
func (o *object) fillJSON(key, name string, m gjson.Result, depth int) {
	shell := shellKeys[name]
	switch {
	case m.IsObject() && shell && depth < 4:
		o.fill(m, depth+1)
	case m.IsArray() && fieldOf(name) == fieldAuthor:
		o.fillAuthors(m)
	case m.Get("0").IsObject():
		o.lists = true
	default:
		setRaw(&o.Chunk, key, json.RawMessage(m.Raw))
	}
}

func (o *object) fillAuthors(v gjson.Result) {
	v.ForEach(func(_, e gjson.Result) bool {
		if e.IsObject() {
			e = e.Get("name")
		}
		if name := e.String(); name != "" {
			o.Authors = append(o.Authors, name)
		}
		return true
	})
}

// besideChunks reads evidence given beside the messages: a JSON array of
// objects, flat or with `data` (an object or a text), or of plain strings.
func besideChunks(raw string) []evidence.Chunk {
	var list []evidence.Chunk
	gjson.Parse(raw).ForEach(func(_, e gjson.Result) bool {
		o := readObject(e)
		o.Text = cmp.Or(strings.TrimSpace(e.Str), o.said(), strings.TrimSpace(e.Get("data").Str))
		if o.Text != "" {
			complete(&o.Chunk)
			list = append(list, o.Chunk)
		}
		return true
	})
	return list
}

// azureCitations reads the citations of Azure On Your Data, which answers
// name by position: [doc1], [doc2], ….
func azureCitations(raw string) []found {
	v := gjson.Parse(raw)
	if v.Type == gjson.String {
		v = gjson.Parse(v.Str)
	}
	cited := v.Get("citations")
	if !cited.Get("0.content").Exists() {
		return nil
	}
	var list []found
	cited.ForEach(func(_, e gjson.Result) bool {
		if c := readObject(e).record(); c.Text != "" {
			c.ID, c.Text = "doc"+strconv.Itoa(len(list)+1), strings.TrimSpace(c.Text)
			complete(&c)
			list = append(list, found{Chunk: c})
		}
		return true
	})
	return list
}

func identified(c *evidence.Chunk) bool {
	return slices.ContainsFunc([]string{c.ID, c.Title, c.URL, c.Filename}, func(s string) bool { return s != "" })
}

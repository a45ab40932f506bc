package layout

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
)

// field is what a key of a record stands for.
type field int

const (
	fieldNone field = iota
	fieldID
	fieldDoc
	fieldTitle
	fieldFile
	fieldURL
	fieldSource
	fieldPage
	fieldAuthor
	fieldDate
	fieldYear
	fieldSimilarity
	fieldOther // known metadata that we have no name for
	fieldText
)

// fieldKinds are the kinds of fields by their names in fields.yaml.
var fieldKinds = map[string]field{
	"id": fieldID, "document": fieldDoc, "title": fieldTitle, "file": fieldFile, "url": fieldURL, "source": fieldSource,
	"page": fieldPage, "author": fieldAuthor, "date": fieldDate, "year": fieldYear, "similarity": fieldSimilarity,
	"other": fieldOther, "text": fieldText,
}

// knownKey is a key of fields.yaml, folded.
type knownKey struct {
	key   string
	field field
}

// fields knows the keys of all layouts, folded, alone and behind the word for what they
// belong to: `title`, `articletitle`.
var fields = func() map[string]knownKey {
	var lists map[string][]string
	readData("fields.yaml", &lists)
	table := make(map[string]knownKey, 256)
	for kind, keys := range lists {
		for _, key := range keys {
			key = foldRunes(key)
			table[key] = knownKey{key, fieldKinds[kind]}
		}
	}
	for _, known := range slices.Collect(maps.Values(table)) {
		for _, owner := range words("owners") {
			key := owner + known.key
			if _, own := table[key]; !own {
				table[key] = knownKey{key, known.field}
			}
		}
	}
	return table
}()

// Standing is what the value of a key is for a record.
type Standing int

// What a record holds under a key.
const (
	Metadata Standing = iota
	ID                // or a passage, where it is an object
	Title
	Unknown
	Content
)

var standings = map[field]Standing{fieldNone: Unknown, fieldID: ID, fieldDoc: ID, fieldTitle: Title, fieldText: Content}

// StandingOf tells what a record holds under a key.
func StandingOf(key string) Standing {
	if key == "_source" { // Elasticsearch's record
		return Unknown
	}
	return standings[fieldOf(key)]
}

// fieldOf is what a key stands for, or fieldNone.
func fieldOf(key string) field { return lookUp(key).field }

// foldKey makes spellings of a key one: case, spaces, '_' and '-' do not count.
func foldKey(key string) string { return lookUp(key).key }

// lookUp folds a key and tells what it stands for. A known key of ASCII, as nearly
// all are, is not copied for it.
func lookUp(key string) knownKey {
	var folded [48]byte
	if len(key) > len(folded) || !text.IsASCII(key) {
		key = foldRunes(key)
		return knownKey{key, fields[key].field}
	}
	n := 0
	for i := range len(key) {
		if !dropped(rune(key[i])) {
			folded[n] = lower(key[i])
			n++
		}
	}
	if known, ok := fields[string(folded[:n])]; ok {
		return known
	}
	return knownKey{key: string(folded[:n])}
}

// dropped tells whether a sign in a key does not count.
func dropped(r rune) bool { return r == ' ' || r == '_' || r == '-' || r == '*' || r == '.' }

func foldRunes(key string) string {
	return strings.Map(func(r rune) rune {
		if dropped(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, key)
}

// setField files a value under a key. The first value of a kind stays: the
// more specific key comes first in every layout known.
func setField(c *evidence.Chunk, key, value string) {
	value = strings.TrimSpace(value)
	if value == "" {
		return
	}
	switch f := fieldOf(key); f {
	case fieldID:
		setID(c, foldKey(key), cleanID(value))
	case fieldDoc:
		first(&c.DocID, value)
	case fieldTitle:
		if c.Filename != "" && ofDocument[foldKey(key)] {
			setMeta(c, key, value) // a part of the file that is named
			return
		}
		first(&c.Title, value)
	case fieldFile:
		first(&c.Filename, withoutRemark(c, value))
	case fieldURL:
		first(&c.URL, strings.Trim(value, "<>"))
	case fieldSource:
		setSource(c, value)
	case fieldPage:
		if foldKey(key) == "page" && len(value) > 8 && !strings.ContainsAny(value, "0123456789") {
			first(&c.Title, value) // the name of a page
			return
		}
		first(&c.Page, value)
	case fieldAuthor:
		setAuthors(c, value)
	case fieldDate:
		first(&c.Date, value)
		setMeta(c, key, value)
	case fieldYear:
		c.Year, _ = strconv.Atoi(value)
	case fieldSimilarity:
		setSimilarity(c, value)
	case fieldText:
		const longest = 16 << 10 // bytes of a text to which another one is added: each is searched
		if len(c.Text) < longest && !strings.Contains(c.Text, value) {
			c.Text = strings.TrimSpace(c.Text + "\n\n" + value)
		}
	default:
		setMeta(c, key, value)
	}
}

// ofDocument are the keys of titles that a part of a document has, too.
var ofDocument = set(words("of_document")...)

// setID files an id. An `id` outranks a mere index, a `chunkid` outranks both.
func setID(c *evidence.Chunk, key, id string) {
	if key == "document" && isFile(id) {
		first(&c.Filename, id)
		return
	}
	outranks := key == "chunkid" || key == "id" && c.ID != "" && isDigits(c.ID)
	if c.ID == "" || outranks && id != "" {
		c.ID = id
		return
	}
}

func first(to *string, value string) {
	if *to == "" {
		*to = value
	}
}

// setSource reads a `source`, which is an address, a file, a number or a name.
func setSource(c *evidence.Chunk, value string) {
	value = withoutRemark(c, value)
	switch {
	case strings.HasPrefix(value, "{"):
		setPythonDict(c, value)
	case isURL(value):
		first(&c.URL, value)
	case isFile(value):
		first(&c.Filename, value)
	case isDigits(value):
		first(&c.ID, value)
		return
	}
	first(&c.Source, value)
}

// withoutRemark takes what stands in parentheses behind a file or an address
// off it: `a.pdf (page 3)`.
func withoutRemark(c *evidence.Chunk, value string) string {
	name, remark, ok := strings.Cut(value, " (")
	if !ok || !strings.HasSuffix(remark, ")") || !isFile(name) && !isURL(name) {
		return value
	}
	readExtra(c, strings.TrimSuffix(remark, ")"))
	return name
}

func setAuthors(c *evidence.Chunk, value string) {
	if len(c.Authors) > 0 {
		return
	}
	for _, name := range strings.FieldsFunc(value, func(r rune) bool { return r == ';' || r == '、' }) {
		if name = strings.TrimSpace(name); name != "" {
			c.Authors = append(c.Authors, name)
		}
	}
}

// setSimilarity takes the retriever's own figure: a number between 0 and 1.
func setSimilarity(c *evidence.Chunk, value string) {
	if x, err := strconv.ParseFloat(value, 64); err == nil && x >= 0 && x <= 1 && c.Similarity == nil {
		c.Similarity = &x
	}
}

func setMeta(c *evidence.Chunk, key, value string) {
	raw, err := json.Marshal(value)
	if err != nil {
		return
	}
	setRaw(c, key, raw)
}

func setRaw(c *evidence.Chunk, key string, raw json.RawMessage) {
	if _, held := c.Meta[key]; held {
		return
	}
	if c.Meta == nil {
		c.Meta = make(map[string]json.RawMessage, 1)
	}
	c.Meta[key] = raw
}

// maxInherited bounds the unnamed metadata that is handed down, for each heir
// gets a copy.
const maxInherited = 64

// heir is a chunk that begins with what another one has, and shares nothing
// with it that is written to.
func heir(of evidence.Chunk) evidence.Chunk {
	if len(of.Meta) > maxInherited {
		of.Meta = nil
	}
	of.Meta = maps.Clone(of.Meta)
	return of
}

// cleanID takes off the brackets that some layouts print around an id, the
// private-use citation sign and what follows an anchor in parentheses.
func cleanID(id string) string {
	id = strings.TrimPrefix(id, "\ue202")
	id = strings.TrimPrefix(id, `\ue202`)
	if name, _, ok := strings.Cut(id, " ("); ok {
		id = name
	}
	return strings.TrimSpace(strings.Trim(id, "[]【】"))
}

var decimal = regexp.MustCompile(`^\d+[.,]\d+$`)

// complete settles what can be told only once a record has been read whole.
func complete(c *evidence.Chunk) {
	if decimal.MatchString(c.Title) { // a score, or the number of a section
		setMeta(c, "label", c.Title)
		c.Title = ""
	}
	if c.Filename == "" && isFile(c.Title) && !isURL(c.Title) {
		c.Filename = c.Title
	}
	if c.Title == "" {
		c.Title = c.Filename
	}
	if c.Title == "" && c.Source != "" && !isURL(c.Source) && !strings.HasPrefix(c.Source, "{") {
		c.Title = c.Source
	}
	if c.ID == "" {
		c.ID = c.DocID
	}
	if c.Year == 0 && len(c.Date) >= 4 && isDigits(c.Date[:4]) {
		c.Year, _ = strconv.Atoi(c.Date[:4])
	}
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

package repair

import (
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	lexis "vouchsafe/grounding/text"
)

// shape is what kind of block a sentence stands in.
type shape int

const (
	para   shape = iota
	bullet       // an item of a list
	step         // an item of a numbered list: its place in the order says something
	row          // a row of a table
	heading
	code  // a fenced block
	quote // a block quotation
)

// unit is one sentence of the whole text, the least that can go.
type unit struct {
	start, end int // bytes in the whole text, without white space around it
	kind       claim.Kind
	shape      shape
	block      int  // the paragraph, item or row it stands in, counted from 0
	group      int  // the list or table that the block belongs to; -1 for none
	depth      int  // indentation of an item in bytes, level of a heading
	leads      bool // it opens its block
	tied       bool // a pair of brackets, quotes or marks holds it and the sentence before together
	colon      bool
	cues       cues
}

// document is a text cut into units, and which of them are to go.
type document struct {
	text    string
	lang    lexis.Language
	foreign bool // its words are on no list
	units   []unit
	inBlock []stretch // by block
	inGroup []stretch // by group
	gone    []bool
	changed bool
}

// enoughWords is how many words in Latin letters tell their language, if it is
// one that is known.
const enoughWords = 40

// newDocument cuts a text into its units.
func newDocument(text string) *document {
	d := &document{text: text, lang: lexis.LanguageOf(text)}
	d.foreign = d.lang == lexis.Unknown && (lexis.ScriptOf(text) != lexis.Latin || len(fold(text, enoughWords)) == enoughWords)
	for _, s := range claim.Split(text) {
		d.units = append(d.units, unit{start: s.Start, end: s.End, kind: s.Kind, group: -1})
	}
	d.gone = make([]bool, len(d.units))
	d.blocks()
	d.groups()
	d.inBlock, d.inGroup = d.runs(blockOf), d.runs(groupOf)
	d.pairs()
	for i := range d.units {
		u := &d.units[i]
		u.cues = read(bare(text[u.start:u.end]), d.lang)
		u.colon = endsInColon(text[u.start:u.end])
	}
	return d
}

// drop lets a unit go.
func (d *document) drop(i int) {
	if i >= 0 && i < len(d.units) && !d.gone[i] {
		d.gone[i], d.changed = true, true
	}
}

// dropRange lets the units from i up to, and without, j go.
func (d *document) dropRange(i, j int) {
	for ; i < j; i++ {
		d.drop(i)
	}
}

// gap is the white space between a unit and the one before it.
func (d *document) gap(i int) string {
	if i == 0 {
		return d.text[:d.units[0].start]
	}
	return d.text[d.units[i-1].end:d.units[i].start]
}

// blocks tells which units stand in one paragraph, item or row, and of which
// shape that is.
func (d *document) blocks() {
	fences := answer.Code(d.text)
	for i := range d.units {
		u := &d.units[i]
		newLine := i == 0 || strings.Contains(d.gap(i), "\n")
		for len(fences) > 0 && (fences[0].Fence == "" || fences[0].End <= u.start) {
			fences = fences[1:]
		}
		if len(fences) > 0 && fences[0].Start < u.end {
			u.shape = code
			u.leads = i == 0 || d.units[i-1].shape != code || d.units[i-1].start < fences[0].Start
		} else {
			u.leads = newLine && d.opens(i)
		}
		switch {
		case i == 0:
		case u.leads:
			u.block = d.units[i-1].block + 1
		default:
			before := &d.units[i-1]
			u.block, u.shape, u.depth = before.block, before.shape, before.depth
		}
	}
}

// opens reads the shape of the line at which a unit starts, and reports
// whether it opens a block: a line that goes on with its paragraph does not.
func (d *document) opens(i int) bool {
	u := &d.units[i]
	body := d.text[u.start:u.end]
	lineStart := strings.LastIndexByte(d.text[:u.start], '\n') + 1
	switch {
	case body[0] == '|':
		u.shape = row
	case body[0] == '>':
		u.shape = quote
		return i == 0 || d.units[i-1].shape != quote || strings.Count(d.gap(i), "\n") != 1
	case body[0] == '#' || u.kind == claim.Heading:
		u.shape, u.depth = heading, level(body)
	case mark(body) > 0:
		u.shape, u.depth = bullet, u.start-lineStart
		if ordered(body) {
			u.shape = step
		}
	case isStep(body):
		u.shape, u.depth = step, u.start-lineStart
	default:
		return i == 0 || strings.Count(d.gap(i), "\n") > 1 || !d.goesOn(i)
	}
	return true
}

// goesOn reports whether a unit on a line of its own belongs to the block
// before it: more text of a list's item, or of a paragraph that is wrapped.
func (d *document) goesOn(i int) bool {
	switch d.units[i-1].shape {
	case para, bullet, step, quote:
		return true
	}
	return false
}

// groups joins neighbouring items into lists and neighbouring rows into tables.
func (d *document) groups() {
	next := 0
	for i := range d.units {
		u := &d.units[i]
		switch {
		case !u.listed() && u.shape != row:
		case i > 0 && (u.listed() && d.units[i-1].listed() || u.shape == row && d.units[i-1].shape == row):
			u.group = d.units[i-1].group
		default:
			u.group = next
			next++
		}
	}
}

// listed reports whether a unit stands in an item of a list.
func (u *unit) listed() bool { return u.shape == bullet || u.shape == step }

// level is the rank of a heading: 1 to 6, and 7 for a line in bold type.
func level(body string) int {
	if n := len(body) - len(strings.TrimLeft(body, "#")); n > 0 {
		return n
	}
	return 7
}

func endsInColon(body string) bool {
	body = strings.TrimRight(body, "*_ \t")
	return strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：")
}

// stretch is a run of units, end exclusive.
type stretch struct{ from, to int }

// runs returns the runs of neighbouring units with the same key of 0 or more,
// by that key. Equal keys stand together.
func (d *document) runs(key func(*unit) int) []stretch {
	var out []stretch
	for i := range d.units {
		k := key(&d.units[i])
		if k < 0 {
			continue
		}
		for len(out) <= k {
			out = append(out, stretch{i, i})
		}
		out[k].to = i + 1
	}
	return out
}

func blockOf(u *unit) int { return u.block }
func groupOf(u *unit) int { return u.group }

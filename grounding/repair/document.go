package repair

import (
	"regexp"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

// shape is the kind of block that a sentence stands in.
type shape int

const (
	paragraph shape = iota
	bullet          // an item of a list
	step            // an item of a numbered list
	row             // a row of a table
	heading
	code     // a fenced block
	citation // a block quotation
)

// unit is one sentence of the text, the smallest part that can be dropped.
type unit struct {
	start, end int // bytes in the whole text, without white space around it
	kind       claim.Kind
	shape      shape
	block      int  // the paragraph, item or row it stands in, counted from 0
	group      int  // the list or table that the block belongs to; -1 for none
	depth      int  // indentation of an item in bytes, level of a heading
	opens      bool // it opens its block
	fixed      bool // it is the app's own form: it stays
	cues       cues
}

// listed reports whether a unit stands in an item of a list.
func (u *unit) listed() bool { return u.shape == bullet || u.shape == step }

// stretch is a run of units, end exclusive.
type stretch struct{ from, to int }

// document is a text cut into units, and which of them to drop.
type document struct {
	text     string
	foreign  bool // its words are on no list
	units    []unit
	blocks   []stretch
	groups   []stretch
	bonds    []bond
	leaning  []int  // by unit: the first of those before it on which it leans, one on the other
	gone     []bool // it is dropped, or its source's words stand in its place
	passed   passed // from the first bond on
	changed  bool
	quotable func(unit int) bool
	proven   func(unit int) bool // it is a whole sentence in its source's own words
}

// enoughWords is how many words in Latin letters suffice to recognise a known
// language.
const enoughWords = 40

// newDocument cuts a text into its units. Frames are the stretches, in order, that belong to
// the app's own form.
func newDocument(written string, frames ...answer.Region) *document {
	d := &document{text: written, quotable: func(int) bool { return false }, proven: func(int) bool { return false }}
	lang := text.LanguageOf(written)
	d.foreign = lang.Grammar() == "" && (text.ScriptOf(written) != text.Latin || len(fold(written, enoughWords)) == enoughWords)
	fences := answer.Code(written)
	for i, s := range split(written, frames) {
		for len(frames) > 0 && frames[0].End <= s.Start {
			frames = frames[1:]
		}
		for len(fences) > 0 && (fences[0].Fence == "" || fences[0].End <= s.Start) {
			fences = fences[1:]
		}
		d.units = append(d.units, unit{start: s.Start, end: s.End, kind: s.Kind, group: -1, fixed: len(frames) > 0 && frames[0].Start <= s.Start})
		if inside := len(fences) > 0 && fences[0].Start < s.End; inside {
			d.units[i].shape = code
			d.units[i].opens = i == 0 || d.units[i-1].shape != code || d.units[i-1].start < fences[0].Start
		} else {
			d.units[i].opens = d.opens(i)
		}
		d.join(i)
		if d.units[i].fixed {
			continue
		}
		d.units[i].cues = read(bare(d.body(i)), lang)
		if endsInColon(d.body(i)) {
			d.units[i].cues |= leads
		}
	}
	d.gone = make([]bool, len(d.units))
	return d
}

// split cuts a text into sentences, and each stretch of a form by itself.
func split(written string, frames []answer.Region) (out []claim.Sentence) {
	at := 0
	cut := func(to int) {
		for _, s := range claim.Split(written[at:to]) {
			s.Start, s.End = s.Start+at, s.End+at
			out = append(out, s)
		}
		at = to
	}
	for _, f := range frames {
		cut(f.Start)
		if said := strings.TrimSpace(written[f.Start:f.End]); said != "" {
			start := f.Start + strings.Index(written[f.Start:f.End], said)
			out = append(out, claim.Sentence{Start: start, End: start + len(said), Kind: claim.Empty})
		}
		at = f.End
	}
	cut(len(written))
	return out
}

// opens reads the shape of the line at which a unit starts, and reports whether
// it opens a block. A line that continues its paragraph does not.
func (d *document) opens(i int) bool {
	u, body := &d.units[i], d.body(i)
	if i > 0 && !strings.Contains(d.gap(i), "\n") {
		return false
	}
	switch {
	case body[0] == '|':
		u.shape = row
	case body[0] == '>':
		u.shape = citation
		return i == 0 || d.units[i-1].shape != citation || strings.Count(d.gap(i), "\n") != 1
	case body[0] == '#' || u.kind == claim.Heading:
		u.shape, u.depth = heading, level(body)
	case mark(body) > 0:
		u.shape, u.depth = bullet, u.start-strings.LastIndexByte(d.text[:u.start], '\n')-1
		if ordered(body) {
			u.shape = step
		}
	default:
		before := shape(paragraph)
		if i > 0 {
			before = d.units[i-1].shape
		}
		return i == 0 || strings.Count(d.gap(i), "\n") > 1 || before == heading || before == row || before == code
	}
	return true
}

// join sets the block of a unit, and joins neighbouring items into lists and
// neighbouring rows into tables.
func (d *document) join(i int) {
	u := &d.units[i]
	if u.opens {
		d.blocks = append(d.blocks, stretch{i, i})
	} else {
		u.shape, u.depth = d.units[i-1].shape, d.units[i-1].depth
	}
	u.block = len(d.blocks) - 1
	d.blocks[u.block].to = i + 1
	if !u.listed() && u.shape != row {
		return
	}
	if i == 0 || d.units[i-1].group < 0 || u.listed() != d.units[i-1].listed() {
		d.groups = append(d.groups, stretch{i, i})
	}
	u.group = len(d.groups) - 1
	d.groups[u.group].to = i + 1
}

func (d *document) body(i int) string { return d.text[d.units[i].start:d.units[i].end] }

// drop drops a unit.
func (d *document) drop(i int) {
	if !d.gone[i] && !d.units[i].fixed {
		d.gone[i], d.changed = true, true
	}
}

// dropRange drops the units of a stretch.
func (d *document) dropRange(from, to int) {
	for ; from < to; from++ {
		d.drop(from)
	}
}

// lost reports whether nothing stands in a unit's place.
func (d *document) lost(i int) bool { return d.gone[i] && !d.quotable(i) }

// gap is the white space between a unit and the one before it.
func (d *document) gap(i int) string {
	if i == 0 {
		return d.text[:d.units[0].start]
	}
	return d.text[d.units[i-1].end:d.units[i].start]
}

// level is the rank of a heading: 1 to 6, and 7 for a line in bold type.
func level(body string) int {
	const bold = 7
	if n := len(body) - len(strings.TrimLeft(body, "#")); n > 0 {
		return min(n, bold)
	}
	return bold
}

func endsInColon(body string) bool {
	body = strings.TrimRight(body, "*_ \t")
	return strings.HasSuffix(body, ":") || strings.HasSuffix(body, "：")
}

// itemMark matches the mark of a list's item at the start of a line, with the
// white space behind it: "- ", "* ", "3. ", "(3) ", "1、", "①".
var itemMark = regexp.MustCompile(`^(?:(?:[-*+•‣◦▪●·・–—]|\(?\d{1,9}[).．）])(?:[ \t]+|$)|(?:\(?\d{1,9}、|[①-⑳])[ \t]*)`)

// mark returns the length of an item's mark, or 0.
func mark(line string) int { return len(itemMark.FindString(line)) }

// ordered reports whether the item that a line opens has a number.
func ordered(line string) bool {
	return strings.ContainsAny(itemMark.FindString(line), "0123456789①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳")
}

// bare is a sentence without the marks that open its block.
func bare(body string) string {
	body = strings.TrimLeft(body, ">#| \t")
	body = body[mark(body):]
	return strings.TrimLeft(body, "*_~`[ \t")
}

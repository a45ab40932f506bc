package repair

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	lexis "vouchsafe/grounding/text"
)

// shape is what kind of block a sentence stands in.
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

// unit is one sentence of the whole text, the least that can go.
type unit struct {
	start, end int // bytes in the whole text, without white space around it
	kind       claim.Kind
	shape      shape
	block      int  // the paragraph, item or row it stands in, counted from 0
	group      int  // the list or table that the block belongs to; -1 for none
	depth      int  // indentation of an item in bytes, level of a heading
	opens      bool // it opens its block
	cues       cues
}

// listed reports whether a unit stands in an item of a list.
func (u *unit) listed() bool { return u.shape == bullet || u.shape == step }

// stretch is a run of units, end exclusive.
type stretch struct{ from, to int }

// document is a text cut into units, and which of them are to go.
type document struct {
	text     string
	foreign  bool // its words are on no list
	units    []unit
	blocks   []stretch
	groups   []stretch
	gone     []bool // it is dropped, or its source's words stand in its place
	changed  bool
	quotable func(unit int) bool
}

// enoughWords is how many words in Latin letters tell their language, if it is
// one that is known.
const enoughWords = 40

// newDocument cuts a text into its units.
func newDocument(text string) *document {
	d := &document{text: text, quotable: func(int) bool { return false }}
	lang := lexis.LanguageOf(text)
	d.foreign = lang == lexis.Unknown && (lexis.ScriptOf(text) != lexis.Latin || len(fold(text, enoughWords)) == enoughWords)
	for _, s := range claim.Split(text) {
		d.units = append(d.units, unit{start: s.Start, end: s.End, kind: s.Kind, group: -1})
	}
	d.gone = make([]bool, len(d.units))
	d.findBlocks()
	d.findGroups()
	for i := range d.units {
		u := &d.units[i]
		u.cues = read(bare(d.body(i)), lang)
		if endsInColon(d.body(i)) {
			u.cues |= leads
		}
	}
	return d
}

func (d *document) body(i int) string { return d.text[d.units[i].start:d.units[i].end] }

// drop lets a unit go.
func (d *document) drop(i int) {
	if i >= 0 && i < len(d.units) && !d.gone[i] {
		d.gone[i], d.changed = true, true
	}
}

// dropRange lets the units of a stretch go.
func (d *document) dropRange(from, to int) {
	for ; from < to; from++ {
		d.drop(from)
	}
}

// lost reports whether nothing stands in a unit's place.
func (d *document) lost(i int) bool { return d.gone[i] && !d.quotable(i) }

func (d *document) anyLost(s stretch) bool {
	for i := s.from; i < s.to; i++ {
		if d.lost(i) {
			return true
		}
	}
	return false
}

// allLost reports whether nothing of a stretch that says anything is left.
func (d *document) allLost(s stretch) bool {
	for i := s.from; i < s.to; i++ {
		if !d.lost(i) && d.units[i].kind != claim.Empty {
			return false
		}
	}
	return true
}

// gap is the white space between a unit and the one before it.
func (d *document) gap(i int) string {
	if i == 0 {
		return d.text[:d.units[0].start]
	}
	return d.text[d.units[i-1].end:d.units[i].start]
}

// findBlocks tells which units stand in one paragraph, item or row, and of
// which shape that is.
func (d *document) findBlocks() {
	fences := answer.Code(d.text)
	for i := range d.units {
		u := &d.units[i]
		for len(fences) > 0 && (fences[0].Fence == "" || fences[0].End <= u.start) {
			fences = fences[1:]
		}
		if len(fences) > 0 && fences[0].Start < u.end {
			u.shape = code
			u.opens = i == 0 || d.units[i-1].shape != code || d.units[i-1].start < fences[0].Start
		} else {
			u.opens = i == 0 || strings.Contains(d.gap(i), "\n") && d.opens(i)
			if i == 0 {
				d.opens(i)
			}
		}
		if u.opens {
			d.blocks = append(d.blocks, stretch{i, i})
		} else {
			u.shape, u.depth = d.units[i-1].shape, d.units[i-1].depth
		}
		u.block = len(d.blocks) - 1
		d.blocks[u.block].to = i + 1
	}
}

// opens reads the shape of the line at which a unit starts, and reports
// whether it opens a block: a line that goes on with its paragraph does not.
func (d *document) opens(i int) bool {
	u, body := &d.units[i], d.body(i)
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
		return i == 0 || strings.Count(d.gap(i), "\n") > 1 || slices.Contains([]shape{heading, row, code}, d.units[i-1].shape)
	}
	return true
}

// findGroups joins neighbouring items into lists and neighbouring rows into
// tables.
func (d *document) findGroups() {
	for i := range d.units {
		u := &d.units[i]
		if !u.listed() && u.shape != row {
			continue
		}
		if i == 0 || d.units[i-1].group < 0 || u.listed() != d.units[i-1].listed() {
			d.groups = append(d.groups, stretch{i, i})
		}
		u.group = len(d.groups) - 1
		d.groups[u.group].to = i + 1
	}
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

// mark returns the length of the mark of a list's item at the start of a line,
// with the white space behind it, or 0: "- ", "* ", "3. ", "(3) ", "1、", "①".
func mark(line string) int {
	r, n := utf8.DecodeRuneInString(line)
	if !strings.ContainsRune("-*+•‣◦▪●·・–—", r) && !circled(r) {
		n = numeral(line)
	}
	rest := strings.TrimLeft(line[n:], " \t")
	if n == 0 || rest == line[n:] && rest != "" && !circled(r) && !strings.HasSuffix(line[:n], "、") {
		return 0
	}
	return len(line) - len(rest)
}

// ordered reports whether the item that a line opens has a place in an order.
func ordered(line string) bool {
	r, _ := utf8.DecodeRuneInString(line)
	return circled(r) || numeral(line) > 0
}

func circled(r rune) bool { return r >= '①' && r <= '⑳' }

// numeral returns the length of "12.", "3)", "(4)", "1、" at the start of a
// line, or 0.
func numeral(line string) int {
	body := strings.TrimPrefix(line, "(")
	rest := strings.TrimLeftFunc(body, unicode.IsDigit)
	if n := len(body) - len(rest); n == 0 || n > 9 {
		return 0
	}
	for _, end := range []string{")", ".", "、", "．", "）"} {
		if strings.HasPrefix(rest, end) {
			return len(line) - len(rest) + len(end)
		}
	}
	return 0
}

// bare is a sentence without the marks that open its block.
func bare(body string) string {
	body = strings.TrimLeft(body, ">#| \t")
	body = body[mark(body):]
	return strings.TrimLeft(body, "*_~`[ \t")
}

package repair

import (
	"strings"

	"vouchsafe/grounding/claim"
)

// rules let further sentences go, for the sake of those that have gone. They
// are gone through until none has anything to add.
var rules = []func(*document){
	(*document).foreignWhole, (*document).pairsWhole, (*document).blocksWhole, (*document).items, (*document).lists,
	(*document).tables, (*document).led, (*document).sections, (*document).headings, (*document).leaning, (*document).limiting,
}

// maxRounds bounds how often the rules are gone through. Each of them follows
// chains to their end, so that few rounds are needed; an answer that needs
// more is too entangled to be cut.
const maxRounds = 12

// settle goes through the rules until nothing changes, and reports whether
// that came about.
func (d *document) settle() bool {
	for range maxRounds {
		d.changed = false
		for _, rule := range rules {
			rule(d)
		}
		if !d.changed {
			return true
		}
	}
	return false
}

// foreignWhole: where no words tell what hangs together, a paragraph, a list
// and a table do.
func (d *document) foreignWhole() {
	if !d.foreign {
		return
	}
	for _, s := range append(d.blocks, d.groups...) {
		if d.anyLost(s) {
			d.dropRange(s.from, s.to)
		}
	}
}

// pairsWhole: a pair of brackets, quotation marks or Markdown's marks that
// opens in one sentence and closes in another holds its paragraph together.
func (d *document) pairsWhole() {
	for _, b := range d.blocks {
		if b.to-b.from > 1 && d.anyLost(b) && d.paired(b) {
			d.dropRange(b.from, b.to)
		}
	}
}

// pairs are the signs that open and close a stretch. Those of one sign are
// told by parity; so are curly quotation marks, whose sides languages swap.
var pairs = []struct{ open, close string }{
	{"**", ""}, {"*", ""}, {"~~", ""}, {"$$", ""}, {`"`, ""}, {"__", ""}, {"„“”", ""},
	{"(", ")"}, {"（", "）"}, {"«", "»"}, {"「", "」"}, {"『", "』"}, {"[", "]"},
}

// paired reports whether some pair is open between two sentences of a block.
// A sign without its partner in the block is an inch, or a smile.
func (d *document) paired(b stretch) bool {
	for _, p := range pairs {
		total, open := 0, false
		for i := b.from; i < b.to; i++ {
			n := opened(d.body(i), p.open, p.close)
			open, total = open || n != 0, total+n
		}
		if p.close == "" {
			total &= 1
		}
		if open && total == 0 {
			return true
		}
	}
	return false
}

// opened is how many pairs a sentence opens more than it closes.
func opened(body, open, close string) int {
	switch {
	case close != "":
		return strings.Count(body, open) - strings.Count(body, close)
	case open == "*":
		body = body[mark(body):]
		return (strings.Count(body, "*") - 2*strings.Count(body, "**")) & 1
	case open == "„“”":
		return (strings.Count(body, "„") + strings.Count(body, "“") + strings.Count(body, "”")) & 1
	}
	return strings.Count(body, open) & 1
}

// blocksWhole: half a block of code does something else, and half a quotation
// was never said.
func (d *document) blocksWhole() {
	for _, b := range d.blocks {
		if s := d.units[b.from].shape; (s == code || s == citation) && d.anyLost(b) {
			d.dropRange(b.from, b.to)
		}
	}
}

// items: an item whose first sentence goes has lost its subject, and items set
// in below another have lost what they belong to.
func (d *document) items() {
	for _, b := range d.blocks {
		if d.units[b.from].listed() && d.lost(b.from) {
			d.dropRange(b.from, max(b.to, d.below(b.from)))
		}
	}
}

// lists: a procedure without one of its steps is another procedure, and a list
// that counts its items or sets a condition says another thing without one.
func (d *document) lists() {
	for _, g := range d.groups {
		if !d.units[g.from].listed() || !d.anyLost(g) {
			continue
		}
		lead := d.leadOf(g)
		bound := lead >= 0 && d.units[lead].cues&binds != 0
		for i := g.from; i < g.to && !bound; i++ {
			u := &d.units[i]
			bound = d.lost(i) && (u.shape == step && !d.loose(g) || u.opens && u.cues&limits != 0)
		}
		if bound {
			d.dropRange(g.from, g.to)
			d.drop(lead)
		}
	}
}

// loose reports whether what stands above a numbered list says that it is no
// procedure: "Here are some tips:".
func (d *document) loose(g stretch) bool {
	lead := d.leadOf(g)
	if lead < 0 && g.from > 0 && d.units[g.from-1].shape == heading {
		lead = g.from - 1
	}
	return lead >= 0 && d.units[lead].cues&loose != 0
}

// leadOf returns the sentence that leads up to a list, a table or a block of
// code: the one right before it that ends in a colon, stands on the line
// above, or speaks of what follows. It is -1 for none.
func (d *document) leadOf(g stretch) int {
	i := g.from - 1
	if i < 0 || d.units[i].shape == heading {
		return -1
	}
	u := &d.units[i]
	if u.cues&leads != 0 || u.kind == claim.Transition || strings.Count(d.gap(g.from), "\n") == 1 {
		return i
	}
	return -1
}

// tables: rows without their head cannot be read, nor a row that leaves to the
// one above what it speaks of; a head without rows says nothing.
func (d *document) tables() {
	for _, g := range d.groups {
		if d.units[g.from].shape != row || !d.anyLost(g) {
			continue
		}
		head := g.from + 1
		if head < g.to && strings.Trim(d.body(head), "|:- \t") == "" {
			head++
		}
		if d.anyLost(stretch{g.from, head}) {
			d.dropRange(g.from, g.to)
		}
		for i := head + 1; i < g.to; i++ {
			if d.gone[i-1] && emptyCell(d.body(i)) {
				d.drop(i)
			}
		}
		if d.allLost(stretch{head, g.to}) {
			d.dropRange(g.from, head)
		}
	}
}

// emptyCell reports whether a row's first cell is empty, or repeats by a sign.
func emptyCell(row string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	return strings.Trim(first, " \t\"″〃'-–—") == ""
}

// led: what a sentence led up to goes with it, and where all of that has gone
// it goes too.
func (d *document) led() {
	swept := 0
	for i := 0; i+1 < len(d.units); i++ {
		led, ok := d.ledBy(i)
		switch {
		case !ok:
		case d.lost(i):
			d.dropRange(max(swept, led.from), led.to)
			swept = max(swept, led.to)
		case d.allLost(led):
			d.drop(i)
		}
	}
}

// ledBy returns what a sentence leads up to: items below its own, the list,
// table, code or paragraph behind it, or the rest of its own paragraph.
func (d *document) ledBy(i int) (stretch, bool) {
	u, next := &d.units[i], &d.units[i+1]
	leading := u.cues&leads != 0 || u.kind == claim.Question
	if u.shape == heading || next.shape == heading {
		return stretch{}, false
	}
	if u.group >= 0 && next.group == u.group {
		return stretch{i + 1, d.below(i)}, u.listed() && next.depth > u.depth && leading
	}
	led := d.blocks[next.block]
	if next.group >= 0 {
		led = d.groups[next.group]
		return led, leading || d.leadOf(led) == i
	}
	if next.block == u.block {
		return stretch{i + 1, led.to}, leading
	}
	return led, leading || next.shape == code && u.cues&leans != 0
}

// below returns where the items set in below an item end.
func (d *document) below(i int) int {
	const most = 256 // items below one: beyond, a list is taken as ending
	u, to := &d.units[i], i+1
	for to < len(d.units) && to < i+most && d.units[to].group == u.group && (d.units[to].block == u.block || d.units[to].depth > u.depth) {
		to++
	}
	return to
}

// sections: what stood under a heading that goes would stand under another.
// Where nothing stands above, it stays.
func (d *document) sections() {
	under := 0     // rank of the heading that has gone, 0 for none
	above := false // something above is left
	for i := range d.units {
		u := &d.units[i]
		switch {
		case u.shape != heading || !u.opens || under > 0 && u.depth > under:
		case !d.gone[i]:
			under = 0
		case above:
			under = u.depth
		}
		if under > 0 {
			d.drop(i)
		}
		above = above || !d.gone[i]
	}
}

// headings: a heading with nothing left below it goes.
func (d *document) headings() {
	for i := range d.units {
		if u := &d.units[i]; u.shape == heading && u.opens && !d.holds(i) {
			d.drop(i)
		}
	}
}

// holds reports whether anything is left in the section of a heading.
func (d *document) holds(i int) bool {
	for k := i + 1; k < len(d.units); k++ {
		switch u := &d.units[k]; {
		case u.shape == heading && u.opens && u.depth <= d.units[i].depth:
			return false
		case u.shape != heading && !d.lost(k) && u.kind != claim.Empty:
			return true
		}
	}
	return false
}

// leaning: a sentence whose "it" or "therefore" would be read into another
// sentence goes with the one that it was written for.
func (d *document) leaning() {
	for i := 1; i < len(d.units); i++ {
		u := &d.units[i]
		leaning := u.cues&leans != 0 && (u.shape == paragraph || u.listed() || u.shape == citation)
		if d.gone[i-1] && leaning && d.units[i-1].shape != heading && u.kind != claim.Offer && u.kind != claim.Greeting {
			d.drop(i)
		}
	}
}

// limiting: what a sentence limits must not stand without it: the sentence
// before it and those that this one leans on; the whole paragraph before it,
// where it opens one; a whole list or table, where it follows one.
func (d *document) limiting() {
	for i := len(d.units) - 1; i > 0; i-- {
		if u := &d.units[i]; d.lost(i) && u.cues&limits != 0 && u.shape != heading && u.shape != row {
			d.limited(i)
		}
	}
}

func (d *document) limited(i int) {
	u, before := &d.units[i], &d.units[i-1]
	switch {
	case before.shape == heading:
	case before.group >= 0 && before.group != u.group:
		g := d.groups[before.group]
		d.dropRange(g.from, g.to)
		d.drop(d.leadOf(g))
	case u.opens && u.shape == paragraph:
		d.dropRange(d.blocks[before.block].from, i)
	default:
		k := i - 1
		for d.drop(k); k > 0 && d.units[k].cues&leans != 0 && d.units[k-1].shape != heading; {
			k--
			d.drop(k)
		}
	}
}

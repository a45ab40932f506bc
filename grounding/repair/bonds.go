package repair

import (
	"slices"
	"strings"

	"vouchsafe/grounding/claim"
)

// bond ties sentences to others: where any of the cause is lost (or all of it),
// the effect goes. Bonds are made once, of the text; what goes then follows from
// them.
type bond struct {
	cause, effect stretch
	all           bool // all of the cause has to be lost
	gone          bool // it is enough that something else stands in the cause's place
	under         bool // only where something above the cause is left
	done          bool
}

// maxRounds bounds how often the bonds are gone through. An answer that needs
// more is too entangled to be cut.
const maxRounds = 12

// settle lets go what is bound to what has gone, and reports whether that came to
// an end.
func (d *document) settle() bool {
	if d.bonds == nil {
		d.bind()
	}
	for range maxRounds {
		d.changed = false
		for i := range d.bonds {
			if b := &d.bonds[i]; !b.done && d.fires(b) {
				b.done = true
				d.dropRange(b.effect.from, b.effect.to)
			}
		}
		if !d.changed {
			return true
		}
	}
	return false
}

func (d *document) fires(b *bond) bool {
	if b.under && !slices.Contains(d.gone[:b.cause.from], false) {
		return false
	}
	for i := b.cause.from; i < b.cause.to; i++ {
		lost := d.gone[i] && (b.gone || !d.quotable(i))
		silent := d.units[i].kind == claim.Empty || d.units[i].shape == heading
		if b.all && !lost && !silent {
			return false
		}
		if !b.all && lost {
			return true
		}
	}
	return b.all
}

// tie makes a bond; one with itself holds a stretch together.
func (d *document) tie(cause, effect stretch) {
	d.bonds = append(d.bonds, bond{cause: cause, effect: effect})
}

func one(i int) stretch { return stretch{i, i + 1} }

// bind makes the bonds of the text.
func (d *document) bind() {
	d.bonds = []bond{}
	for _, b := range d.blocks {
		d.bindBlock(b)
	}
	for _, g := range d.groups {
		switch {
		case d.foreign:
			d.tie(g, g)
		case d.units[g.from].listed():
			d.bindList(g)
		default:
			d.bindTable(g)
		}
	}
	for i := range d.units {
		u := &d.units[i]
		if u.shape == heading && u.opens {
			d.bindSection(i)
		}
		if i+1 < len(d.units) {
			d.bindLed(i)
		}
		if i > 0 {
			d.bindNeighbours(i)
		}
	}
}

// bindBlock: half a block of code does something else, and half a quotation was
// never said; a pair of brackets that opens in one sentence and closes in another
// holds its paragraph together; so does a language whose words are not known. An
// item whose first sentence goes has lost its subject, and items set in below
// another have lost what they belong to.
func (d *document) bindBlock(b stretch) {
	first := &d.units[b.from]
	if d.foreign || first.shape == code || first.shape == citation || b.to-b.from > 1 && d.paired(b) {
		d.tie(b, b)
	}
	if first.listed() {
		d.tie(one(b.from), stretch{b.from, max(b.to, d.below(b.from))})
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

// bindList: a procedure without one of its steps is another procedure, and a list
// that counts its items or sets a condition says another thing without one. What
// leads such a list in goes with it.
func (d *document) bindList(g stretch) {
	whole := g
	lead := d.leadOf(g)
	if lead >= 0 {
		whole.from = lead
	}
	if lead >= 0 && d.units[lead].cues&binds != 0 {
		d.tie(g, whole)
		return
	}
	for i := g.from; i < g.to; i++ {
		if u := &d.units[i]; u.shape == step && !d.loose(g) || u.opens && u.cues&limits != 0 {
			d.tie(one(i), whole)
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

// bindTable: rows without their head cannot be read, nor a row that leaves to the
// one above what it speaks of; a head without rows says nothing.
func (d *document) bindTable(g stretch) {
	head := g.from + 1
	if head < g.to && strings.Trim(d.body(head), "|:- \t") == "" {
		head++
	}
	d.tie(stretch{g.from, head}, g)
	for i := head + 1; i < g.to; i++ {
		if emptyCell(d.body(i)) {
			d.bonds = append(d.bonds, bond{cause: one(i - 1), effect: one(i), gone: true})
		}
	}
	d.bonds = append(d.bonds, bond{cause: stretch{head, g.to}, effect: stretch{g.from, head}, all: true})
}

// emptyCell reports whether a row's first cell is empty, or repeats by a sign.
func emptyCell(row string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	return strings.Trim(first, " \t\"″〃'-–—") == ""
}

// bindSection: what stood under a heading that goes would stand under another;
// where nothing stands above, it stays. A heading with nothing left below it goes.
func (d *document) bindSection(i int) {
	to := i + 1
	for to < len(d.units) && (d.units[to].shape != heading || !d.units[to].opens || d.units[to].depth > d.units[i].depth) {
		to++
	}
	below := stretch{i + 1, to}
	d.bonds = append(d.bonds, bond{cause: one(i), effect: below, gone: true, under: true}, bond{cause: below, effect: one(i), all: true})
}

// bindLed: what a sentence led up to goes with it, and where all of that has gone
// it goes too.
func (d *document) bindLed(i int) {
	if led, ok := d.ledBy(i); ok {
		d.tie(one(i), led)
		d.bonds = append(d.bonds, bond{cause: led, effect: one(i), all: true})
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
	switch {
	case next.group >= 0:
		led = d.groups[next.group]
		return led, leading || d.leadOf(led) == i
	case next.block == u.block:
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

// bindNeighbours: a sentence whose "it" or "therefore" would be read into another
// sentence goes with the one that it was written for; and what a sentence limits
// must not stand without it.
func (d *document) bindNeighbours(i int) {
	u, before := &d.units[i], &d.units[i-1]
	if before.shape == heading {
		return
	}
	courtesy := u.kind == claim.Offer || u.kind == claim.Greeting
	if u.cues&leans != 0 && !courtesy && (u.shape == paragraph || u.listed() || u.shape == citation) {
		d.bonds = append(d.bonds, bond{cause: one(i - 1), effect: one(i), gone: true})
	}
	if u.cues&limits != 0 && u.shape != heading && u.shape != row {
		d.tie(one(i), d.limitedBy(i))
	}
}

// limitedBy is what a sentence limits: the sentence before it and those that this
// one leans on; the whole paragraph before it, where it opens one; a whole list or
// table, where it follows one.
func (d *document) limitedBy(i int) stretch {
	u, before := &d.units[i], &d.units[i-1]
	if before.group >= 0 && before.group != u.group {
		whole := d.groups[before.group]
		if lead := d.leadOf(whole); lead >= 0 {
			whole.from = lead
		}
		return whole
	}
	if u.opens && u.shape == paragraph {
		return stretch{d.blocks[before.block].from, i}
	}
	from := i - 1
	for from > 0 && d.units[from].cues&leans != 0 && d.units[from-1].shape != heading {
		from--
	}
	return stretch{from, i}
}

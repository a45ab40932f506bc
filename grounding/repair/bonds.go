package repair

import (
	"strings"

	"vouchsafe/grounding/claim"
)

// bond ties sentences to others: if any sentence of the cause is dropped (or all of
// them), the effect is dropped too. Bonds are made once, from the text; what has to
// go follows from them.
type bond struct {
	cause, effect stretch
	all           bool // all of the cause has to be lost
	gone          bool // it is enough that something else stands in the cause's place
	under         bool // only where something above the cause is left
	led           bool // the cause introduces the effect, of which a proven sentence needs no introduction
	beside        bool // only where the heading that is left above the cause is none of a section around it
	done          bool
}

// maxRounds bounds how often all bonds are applied. An answer that needs more
// rounds is too entangled to be cut.
const maxRounds = 12

// settle drops what is bound to dropped sentences, and reports whether it came to
// an end.
func (d *document) settle() bool {
	if d.bonds == nil {
		d.bind()
		d.passed = newPassed(len(d.units))
	}
	for range maxRounds {
		d.changed = false
		for i := range d.bonds {
			if b := &d.bonds[i]; !b.done && d.fires(b) {
				b.done = true
				for k := b.droppable(d, b.effect.from); k < b.effect.to; k = b.droppable(d, k+1) {
					d.drop(k)
				}
			}
		}
		if !d.changed {
			return true
		}
	}
	return false
}

func (d *document) fires(b *bond) bool {
	if b.under && d.passed.gone.next(0, func(i int) bool { return d.gone[i] }) >= b.cause.from || b.beside && !d.besideHeading(b.cause.from) {
		return false
	}
	if b.all {
		return d.passed.silent.next(b.cause.from, d.silent) >= b.cause.to
	}
	for i := b.cause.from; i < b.cause.to; i++ {
		if d.gone[i] && (b.gone || !d.quotable(i)) {
			return true
		}
	}
	return false
}

// silent reports whether a unit is lost, or says nothing.
func (d *document) silent(i int) bool {
	return d.units[i].kind == claim.Empty || d.units[i].shape == heading || d.lost(i)
}

// droppable is the first unit from one on that a bond may still drop.
func (b *bond) droppable(d *document, from int) int {
	kept := func(i int) bool { return d.gone[i] || d.units[i].fixed }
	if b.led {
		return d.passed.led.next(from, func(i int) bool { return kept(i) || d.proven(i) })
	}
	return d.passed.kept.next(from, kept)
}

// passed are the units that bonds need not look at again, for the different things that they
// look for: many bonds are about the same stretch.
type passed struct {
	gone, silent, kept, led skips
	above                   skips // counted from the end
}

func newPassed(units int) passed {
	room := make(skips, 5*units)
	for i := range room {
		room[i] = i%units + 1
	}
	of := func(k int) skips { return room[k*units : (k+1)*units] }
	return passed{of(0), of(1), of(2), of(3), of(4)}
}

// skips says by unit where to look next if that one is passed, which it then is for good.
type skips []int

// next is the first unit from one on that is not passed.
func (s skips) next(from int, passed func(int) bool) int {
	at := from
	for at < len(s) && passed(at) {
		at = s[at]
	}
	for from < at {
		from, s[from] = s[from], at
	}
	return at
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
	d.leaning = make([]int, len(d.units))
	for i := range d.units {
		u := &d.units[i]
		if d.leaning[i] = i; i > 0 && u.cues&leans != 0 && d.units[i-1].shape != heading {
			d.leaning[i] = d.leaning[i-1]
		}
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

// bindBlock keeps together what means something else in part: a block of code, a
// quotation, a paragraph in which brackets open in one sentence and close in
// another, a paragraph in a language without data. If the first sentence of an item
// goes, its other sentences lose their subject and go; so do items indented below it.
func (d *document) bindBlock(b stretch) {
	first := &d.units[b.from]
	if d.foreign || first.shape == code || first.shape == citation || b.to-b.from > 1 && d.paired(b) {
		d.tie(b, b)
	}
	if first.listed() {
		d.tie(one(b.from), stretch{b.from, max(b.to, d.below(b.from))})
	}
}

// pairs are the signs that open and close a stretch. Parity decides for signs whose
// two sides look alike, and for curly quotation marks, whose sides differ by language.
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

// bindList keeps a procedure together, because it is another procedure without one
// of its steps, and a list whose lead counts the items or sets a condition. The lead
// goes with the list.
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
	loose := d.loose(g)
	for i := g.from; i < g.to; i++ {
		if u := &d.units[i]; u.shape == step && !loose || u.opens && u.cues&limits != 0 {
			d.tie(one(i), whole)
		}
	}
}

// loose reports whether the text above a numbered list says that the list is no
// procedure: "Here are some tips:".
func (d *document) loose(g stretch) bool {
	lead := d.leadOf(g)
	if lead < 0 && g.from > 0 && d.units[g.from-1].shape == heading {
		lead = g.from - 1
	}
	return lead >= 0 && d.units[lead].cues&loose != 0
}

// leadOf returns the sentence that introduces a list, a table or a block of code:
// the sentence right before it, if that ends in a colon, stands on the line above,
// or announces what follows. It is -1 for none.
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

// bindTable keeps rows with their head, because nobody can read rows without it; a
// row with an empty first cell with the row above; and a head with its rows.
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

// besideHeading reports whether the heading that is left right above another is none of a
// section around it.
func (d *document) besideHeading(i int) bool {
	last := len(d.units) - 1
	above := last - d.passed.above.next(last-i+1, func(back int) bool {
		u := &d.units[last-back]
		return u.shape != heading || !u.opens || d.gone[last-back]
	})
	return above >= 0 && d.units[above].depth >= d.units[i].depth
}

// bindSection drops the text below a dropped heading, because it would stand under
// the heading above: all of it under one that is none of a section around it, else
// what leans on it. If nothing stands above, the text stays. A heading goes if nothing
// is left below it.
func (d *document) bindSection(i int) {
	to := i + 1
	for to < len(d.units) && (d.units[to].shape != heading || !d.units[to].opens || d.units[to].depth > d.units[i].depth) {
		to++
	}
	below := stretch{i + 1, to}
	d.bonds = append(d.bonds, bond{cause: one(i), effect: below, gone: true, beside: true}, bond{cause: below, effect: one(i), all: true})
	for k := below.from; k < below.to; k++ {
		if u := &d.units[k]; u.shape != heading && (u.shape != paragraph || u.cues&leans != 0 || d.foreign) {
			d.bonds = append(d.bonds, bond{cause: one(i), effect: one(k), gone: true, under: true})
		}
	}
}

// bindLed drops what a dropped sentence introduced, and a sentence if all that it
// introduced has gone.
func (d *document) bindLed(i int) {
	if led, ok := d.ledBy(i); ok {
		d.bonds = append(d.bonds, bond{cause: one(i), effect: led, led: true}, bond{cause: led, effect: one(i), all: true})
	}
}

// ledBy returns what a sentence introduces: items below its own item; the list,
// table, code or paragraph behind it; or the rest of its own paragraph.
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

// below returns the end of the items indented below an item.
func (d *document) below(i int) int {
	const most = 256 // items below one: beyond, a list is taken as ending
	u, to := &d.units[i], i+1
	for to < len(d.units) && to < i+most && d.units[to].group == u.group && (d.units[to].block == u.block || d.units[to].depth > u.depth) {
		to++
	}
	return to
}

// bindNeighbours drops a sentence with the sentence that its "it" or "therefore"
// refers to, and drops what a sentence limits with that sentence.
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

// limitedBy returns what a sentence limits: the sentence before it, with those on
// which that sentence leans; the whole paragraph before it, if it opens a paragraph;
// the whole list or table before it.
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
	return stretch{d.leaning[i-1], i}
}

package repair

import (
	"strings"

	"vouchsafe/grounding/claim"
)

// rule lets further sentences go, for the sake of those that have gone.
type rule func(*document)

// rules are all of them. They are gone through until none has anything to add.
var rules = []rule{
	foreign, ties, wholes, items, lists, tables, leads, sections, headings, orders, scopes, leaning, limiting, answers, questions,
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
		for _, r := range rules {
			r(d)
		}
		if !d.changed {
			return true
		}
	}
	return false
}

// foreign: where no words tell what hangs together, a paragraph, a list and a
// table do.
func foreign(d *document) {
	if !d.foreign {
		return
	}
	for _, runs := range [][]stretch{d.inBlock, d.inGroup} {
		for _, s := range runs {
			if d.anyGone(s) {
				d.dropRange(s.from, s.to)
			}
		}
	}
}

// ties: what a pair of brackets or quotes holds together goes together.
func ties(d *document) {
	for i := 1; i < len(d.units); i++ {
		if d.units[i].tied && d.gone[i-1] {
			d.drop(i)
		}
	}
	for i := len(d.units) - 1; i > 0; i-- {
		if d.units[i].tied && d.gone[i] {
			d.drop(i - 1)
		}
	}
}

// wholes: half a block of code does something else, and half a quotation was
// never said.
func wholes(d *document) {
	for _, b := range d.inBlock {
		if s := d.units[b.from].shape; (s == code || s == quote) && d.anyGone(b) {
			d.dropRange(b.from, b.to)
		}
	}
}

// items: an item whose first sentence goes has lost its subject, and items set
// in below another have lost what they belong to.
func items(d *document) {
	swept := 0
	for _, b := range d.inBlock {
		u := &d.units[b.from]
		if !u.listed() || !d.gone[b.from] {
			continue
		}
		d.dropRange(b.from, b.to)
		for swept = max(swept, b.to); swept < len(d.units) && d.units[swept].group == u.group && d.units[swept].depth > u.depth; swept++ {
			d.drop(swept)
		}
	}
}

// lists: a procedure without one of its steps is another procedure, and a
// list that counts its items, sets a condition or an exception says another
// thing without one of them.
func lists(d *document) {
	for _, g := range d.inGroup {
		if d.units[g.from].shape == row || !d.anyGone(g) {
			continue
		}
		lead, ordered := d.leadOf(g), !d.loose(g)
		bound := lead >= 0 && (d.units[lead].cues.bound || d.units[lead].cues.counts)
		for i := g.from; i < g.to && !bound; i++ {
			u := &d.units[i]
			bound = d.gone[i] && (u.shape == step && ordered || u.leads && u.cues.excepts)
		}
		if !bound {
			continue
		}
		d.dropRange(g.from, g.to)
		d.drop(lead)
	}
}

// loose reports whether what stands above a numbered list says that it is no
// procedure: "Here are some tips:".
func (d *document) loose(g stretch) bool {
	lead := d.leadOf(g)
	if lead < 0 && g.from > 0 && d.units[g.from-1].shape == heading {
		lead = g.from - 1
	}
	return lead >= 0 && d.units[lead].cues.loose
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
	if u.colon || u.cues.heads || u.kind == claim.Transition || strings.Count(d.gap(g.from), "\n") == 1 {
		return i
	}
	return -1
}

// leads: what a colon led up to goes with it, and where all of that has gone
// the lead goes too.
func leads(d *document) {
	swept, left := 0, d.left()
	for i := range d.units {
		u := &d.units[i]
		if u.shape == heading || i+1 == len(d.units) {
			continue
		}
		led, isLead := d.ledBy(i)
		switch {
		case !isLead:
		case d.gone[i]:
			d.dropRange(max(swept, led.from), led.to)
			swept = max(swept, led.to)
		case left[led.from] >= led.to:
			d.drop(i)
		}
	}
}

// ledBy returns what a sentence leads up to: items below its own, the list,
// table or code behind it, or the sentence behind its colon.
func (d *document) ledBy(i int) (stretch, bool) {
	u, next := &d.units[i], &d.units[i+1]
	if next.shape == heading {
		return stretch{}, false
	}
	if u.group >= 0 && next.group == u.group {
		return stretch{i + 1, d.below(i)}, u.listed() && next.depth > u.depth && u.colon
	}
	led := d.inBlock[next.block]
	if next.group >= 0 {
		led = d.inGroup[next.group]
	}
	if next.block == u.block {
		return stretch{i + 1, led.to}, u.colon
	}
	if next.shape == para || next.shape == quote {
		return led, u.colon
	}
	return led, next.shape == code && (u.colon || u.cues.leans || u.cues.heads) || next.group >= 0 && d.leadOf(led) == i
}

// below returns where the items set in below an item end.
func (d *document) below(i int) int {
	const most = 256 // items below one: beyond, a list is taken as ending
	to := i + 1
	for to < len(d.units) && to < i+most && d.units[to].group == d.units[i].group && d.units[to].depth > d.units[i].depth {
		to++
	}
	return to
}

// left returns, for each unit, the first one from there on that has not gone
// and says anything.
func (d *document) left() []int {
	out := make([]int, len(d.units)+1)
	out[len(d.units)] = len(d.units)
	for i := len(d.units) - 1; i >= 0; i-- {
		out[i] = i
		if d.gone[i] || d.units[i].kind == claim.Empty {
			out[i] = out[i+1]
		}
	}
	return out
}

// sections: what stood under a heading that goes would stand under another.
func sections(d *document) {
	under := 0 // rank of the heading that has gone, 0 for none
	for i := range d.units {
		if u := &d.units[i]; u.shape == heading && u.leads {
			switch {
			case under > 0 && u.depth > under:
			case d.gone[i]:
				under = u.depth
			default:
				under = 0
			}
		}
		if under > 0 {
			d.drop(i)
		}
	}
}

// headings: a heading with nothing left below it goes.
func headings(d *document) {
	var open []int // headings above the place, of falling rank
	left := make([]bool, len(d.units))
	close := func(rank int) {
		for len(open) > 0 && d.units[open[len(open)-1]].depth >= rank {
			at := open[len(open)-1]
			open = open[:len(open)-1]
			switch {
			case !left[at]:
				d.drop(at)
			case len(open) > 0:
				left[open[len(open)-1]] = true
			}
		}
	}
	for i := range d.units {
		u := &d.units[i]
		switch {
		case u.shape == heading && u.leads:
			close(u.depth)
			open = append(open, i)
		case u.shape != heading && !d.gone[i] && u.kind != claim.Empty && len(open) > 0:
			left[open[len(open)-1]] = true
		}
	}
	close(0)
}

func (d *document) anyGone(s stretch) bool {
	for i := s.from; i < s.to; i++ {
		if d.gone[i] {
			return true
		}
	}
	return false
}

// allGone reports whether nothing of a stretch that says anything is left.
func (d *document) allGone(s stretch) bool {
	for i := s.from; i < s.to; i++ {
		if !d.gone[i] && d.units[i].kind != claim.Empty {
			return false
		}
	}
	return true
}

package layout

import (
	"slices"
	"strings"
)

// A message may hold several lists, each below a label of its own: a manual and tickets, memories and documents.
// Labels that are written alike, each right above a head, part it into regions; each is read like a message of its own.

const (
	noLevel  = -1
	tagLevel = 9 // `<tickets>`
)

// regionLevel is the level of the label of a list that line i is, noLevel for none.
func (p *page) regionLevel(i int) int {
	if p.marks[i]&plainText != 0 || p.blank(i) || p.inFence(i) {
		return noLevel
	}
	level, _ := p.partLabel(i)
	if _, ok := openTag(p.str(i)); ok {
		level = tagLevel
	}
	next := p.after(i)
	if level == noLevel || next == len(p.lines) || level == labelLevel && !p.leads(i) {
		return noLevel
	}
	if h, ok := parseHead(p, next); ok && h.strength != listed || p.leads(i) && (ok || opensRecord(p.str(next))) {
		return level
	}
	return noLevel
}

// regionTops are the lines with labels of lists that are written alike, where two are. What stands in a list
// in front of its last passage is a passage's own.
func (p *page) regionTops(list []candidate) []int {
	var alone [tagLevel + 1]int // by level: one line more than the first
	var tops [tagLevel + 1][]int
	for i := range p.lines {
		level, at := p.regionLevel(i), p.lines[i].start
		if level == noLevel || level > tagLevel || len(tops[level]) == maxRuns || slices.ContainsFunc(list, func(c candidate) bool {
			last := c.found[len(c.found)-1].start
			return c.start <= at && at <= last || last < at && at < c.end && (alone[level] == 0 || !p.leads(i))
		}) {
			continue
		}
		switch {
		case alone[level] == 0:
			alone[level] = i + 1
		case tops[level] == nil:
			tops[level] = []int{alone[level] - 1, i}
		default:
			tops[level] = append(tops[level], i)
		}
	}
	for _, list := range tops {
		if len(list) > 1 {
			return list
		}
	}
	return nil
}

// regions reads the regions of a page, and gives the list back where it has none. In a user's message they stand
// inside of the list that was chosen: what follows that may be typed.
func regions(p *page, allowed map[string]bool, list []candidate) []candidate {
	tops := p.regionTops(list)
	if len(tops) < 2 || p.role == "tool" {
		return list
	}
	from, end := 0, len(p.lines)
	switch {
	case !p.user():
		end = max(tailStart(p, tops[len(tops)-1], end), tops[len(tops)-1]+1)
	case p.nextAsked()[0] > 0 && p.nextAsked()[0] < end:
		end = p.nextAsked()[0]
	case len(list) == 1 && list[0].layout == "heads":
		from, end = max(p.before(p.lineAt(list[0].start)), 0), p.lineAt(list[0].end-1)+1
	default:
		return list
	}
	tops = slices.DeleteFunc(tops, func(i int) bool { return i < from || i >= end || p.classes()[i] == sample })
	if len(tops) < 2 {
		return list
	}
	led := slices.ContainsFunc(tops, p.leads) || source(p.text[:p.lines[tops[0]].end], isApps(p.role)) != ""
	var read []candidate
	for n, top := range tops {
		bottom := end
		if n+1 < len(tops) {
			bottom = tops[n+1]
		}
		lists := p.readRegion(top, bottom, led, allowed)
		light := func(c candidate) bool {
			return slices.ContainsFunc(c.found, func(r found) bool { return !heavier(r.Text, minParagraph) })
		}
		if slices.ContainsFunc(lists, light) {
			return list // what a passage consulted
		}
		read = append(read, lists...)
	}
	if len(read) < 2 {
		return list
	}
	span := line{p.lines[tops[0]].start, p.lines[end-1].end}
	list = slices.DeleteFunc(list, func(c candidate) bool { return c.start < span.end && span.start < c.end })
	return append(list, read...)
}

// readRegion reads lines [top, bottom) like a message of their own.
func (p *page) readRegion(top, bottom int, led bool, allowed map[string]bool) []candidate {
	at := line{p.lines[top].start, p.lines[bottom-1].end}
	q := newPage(p.text[at.start:at.end], p.role)
	q.messages, q.read, q.told = p.messages, p.read, p.told
	class := classOf(strings.ToLower(unframed(p.str(top))))
	q.led, q.region = led && class <= material, true
	list := choose(q, readings(q, allowed))
	for n := range list {
		list[n].shift(at.start)
	}
	return list
}

// shift moves a reading of a part of a page to where it stands on the page.
func (c *candidate) shift(by int) {
	c.begin, c.start, c.end = c.begin+by, c.start+by, c.end+by
	for i := range c.found {
		r := &c.found[i]
		r.start, r.inner, r.end = r.start+by, r.inner+by, r.end+by
	}
}

// labelAbove is the line at which passage i of a list ends: a label right above the next head that is written like the one
// above the first names the next passage.
func (p *page) labelAbove(run []head, i, end int) (line int, name string) {
	above, label := p.before(run[0].line), p.before(end)
	if above < 0 || i+1 == len(run) || label <= run[i].line {
		return end, ""
	}
	at, _ := p.partLabel(above)
	if level, _ := p.partLabel(label); level != noLevel && level == at {
		return label, unframed(p.str(label))
	}
	return end, ""
}

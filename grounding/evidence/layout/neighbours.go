package layout

import "strings"

// partLists ends a list of heads where another one begins below a lead-in of its
// own: `Web pages:`, then `[W1] …`. The end of each was looked for on the whole
// page, so that its last passage took in what follows.
func partLists(p *page, list []candidate) {
	for i := range list {
		a := &list[i]
		if len(a.found) == 0 || !ledByLine(p, a) {
			continue
		}
		last := a.found[len(a.found)-1].start
		for j := range list {
			if b := &list[j]; b.start > last && b.start < a.end && allWeighty(b.found) && ledByLine(p, b) {
				cutAt(p, a, p.lines[p.before(p.lineAt(b.start))].start)
			}
		}
	}
}

// allWeighty tells whether a list has two texts or more, each long enough for a
// passage: a list of short ones is a passage's own.
func allWeighty(list []found) bool {
	for i := range list {
		if !heavier(list[i].Text, minParagraph) {
			return false
		}
	}
	return len(list) > 1
}

// ledByLine tells whether the line right above a list leads in to it.
func ledByLine(p *page, c *candidate) bool {
	above := p.before(p.lineAt(c.start))
	return above >= 0 && (isLead(p.str(above)) && endsInColon(p.str(above)) || isHeadline(p.str(above)))
}

// cutAt ends a list at a byte of its last passage.
func cutAt(p *page, c *candidate, at int) {
	last := &c.found[len(c.found)-1]
	if rest, ok := strings.CutSuffix(last.Text, strings.TrimSpace(p.text[at:c.end])); ok && at > last.inner {
		last.Text, last.end, c.end = stripEnd(rest), at, at
	}
}

// allAbove tells whether lists of a user's message all stand in front of the
// question by its label, each below a lead-in: what is typed stands behind it.
func allAbove(p *page, list []candidate) bool {
	asked := -1
	for i := range p.lines {
		if _, ok := askValue(p.str(i)); ok {
			asked = p.lines[i].start
			break
		}
	}
	for i := range list {
		if list[i].end > asked || list[i].rank == rankBare || !ledByLine(p, &list[i]) {
			return false
		}
	}
	return true
}

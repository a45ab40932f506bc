package layout

import (
	"strings"
)

// maxLook bounds how many heads are looked at for a second one of a number.
const maxLook = 256

// countUp follows a list from its first head. With apart only heads that a
// blank line or a rule sets off are followed, the first excepted.
//
// A list inside a passage starts anew; its heads are passed over. Of two heads
// of one number with nothing but text between them the later one is the app's:
// what a passage says stands in front of the passage that follows it.
func countUp(p *page, heads []head, apart bool) []head {
	if apart {
		heads = apartHeads(p, heads)
	}
	left := map[int]int{}
	for i := range heads {
		left[heads[i].num]++
	}
	run := heads[:1:1]
	base, inner, doubled := heads[0].num, -1, false
	left[base]--
	for i := 1; i < len(heads); i++ {
		h := heads[i]
		next := run[len(run)-1].num + 1
		left[h.num]--
		switch {
		case h.num == base:
			inner = base + 1
		case h.num == inner && (h.num != next || left[h.num] > 0):
			inner++
		case h.num != next:
		case inner < 0 && secondAhead(heads[i+1:], next, base):
			doubled = true
		default:
			h.doubled, doubled = doubled, false
			run = append(run, h)
		}
	}
	return run
}

// apartHeads keeps the first head and those that something sets off.
func apartHeads(p *page, heads []head) []head {
	kept := heads[:1:1]
	for _, h := range heads[1:] {
		if setOff(p, h.line) {
			kept = append(kept, h)
		}
	}
	return kept
}

// secondAhead tells whether another head of number n follows before the next
// number, and before a list starts anew.
func secondAhead(heads []head, n, base int) bool {
	for i := range heads[:min(len(heads), maxLook)] {
		switch heads[i].num {
		case n:
			return true
		case n + 1, base:
			return false
		}
	}
	return false
}

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

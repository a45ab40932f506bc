package layout

import (
	"slices"
	"strings"
)

const (
	maxRuns   = 64  // lists of heads written alike that are read; an app's own is among the first
	maxStarts = 4   // places that are tried as the beginning of a list, from either end
	maxLook   = 256 // heads that are looked at for a second one of a number
)

// findHeads reads passages below or behind heads.
func findHeads(p *page) []candidate {
	groups := map[string][]head{}
	var order []string
	for i := range p.free {
		if h, ok := parseHead(p, i); ok {
			if groups[h.sig] == nil {
				order = append(order, h.sig)
			}
			groups[h.sig] = append(groups[h.sig], h)
		}
	}
	var list []candidate
	for _, sig := range order {
		run := pickRun(p, groups[sig])
		if len(run) == 0 {
			continue
		}
		if list = append(list, readTo(p, run, runEnd(p, run))); len(list) == maxRuns {
			break // the end of each is looked for on the whole page
		}
	}
	return list
}

// pickRun picks the heads of one list among all that are written alike: those
// that count up from 0 or 1, of several such the one that a lead-in line
// introduces, then the longest, then the last (examples come first).
func pickRun(p *page, heads []head) []head {
	first := &heads[0]
	if first.num < 0 {
		return pickNamed(p, heads)
	}
	var best []head
	bestScore := -1
	for _, s := range listStarts(heads) {
		for _, apart := range [...]bool{true, false} {
			run := countUp(p, heads[s:], apart)
			if score := runScore(p, run); score > bestScore {
				best, bestScore = run, score
			}
		}
	}
	if best == nil && len(heads) > 1 && first.strength != counted && first.strength != listed {
		best = heads
	}
	inner := first.strength == boxed && len(best) > 0 && best[0].line != first.line && hasLead(p, first.line)
	if inner || first.strength > listed && isApps(p.role) && ordered(p, first.line) {
		if all := apartHeads(p, heads); len(all) > len(best) {
			best = all // numbers that name places, in no order
		}
	}
	if len(best) == 0 || !enough(p, best) {
		return nil
	}
	return best
}

// ordered tells whether the line above ends with an order to answer from material.
func ordered(p *page, i int) bool {
	above := p.before(i)
	return above >= 0 && !endsInColon(p.str(above)) && source(p.str(above), isApps(p.role)) != ""
}

// listStarts are the heads at which a list may begin.
func listStarts(heads []head) []int {
	var starts []int
	for i := range heads {
		if heads[i].num <= 1 {
			starts = append(starts, i)
		}
	}
	if len(starts) > 2*maxStarts {
		starts = slices.Concat(starts[:maxStarts], starts[len(starts)-maxStarts:])
	}
	return starts
}

// pickNamed accepts heads whose ids are words, or that have none: at least two of
// them, or one that is named and has an id or a frame.
func pickNamed(p *page, heads []head) []head {
	h := &heads[0]
	alone := !p.region && (h.strength < named || h.id == "" && (h.sig[0] != '='))
	switch {
	case len(heads) < 2 && alone:
	case h.strength == odd && !hasLead(p, h.line):
	default:
		return heads
	}
	return nil
}

// setOff tells whether a line has a blank line, a rule or a tag above it.
func setOff(p *page, i int) bool {
	return i == 0 || p.blank(i-1) || isRule(p.str(i-1))
}

// runScore rates a run: introduced, no example, long.
func runScore(p *page, run []head) int {
	score := min(len(run), 1000)
	above := p.before(run[0].line)
	if above < 0 || leadsIn(p.str(above)) && !strings.Contains(strings.ToLower(p.str(above)), "example") {
		score += 5000
	}
	return score
}

// enough tells whether a run proves to be a list of passages. One head alone
// must be named; a plain numbered list needs a lead-in that speaks of evidence.
func enough(p *page, run []head) bool {
	h := &run[0]
	above := p.before(h.line)
	led := hasLead(p, h.line)
	switch {
	case h.strength < named && above >= 0 && isOffer(p.str(above)):
		return false
	case h.strength == odd:
		return (len(run) > 1 || p.region) && led
	case h.strength == listed:
		return len(run) > 1 && (led || p.role == "tool") && weighed(p, run, true)
	case led || h.strength == boxed && len(run) > 1:
		return true
	case len(run) == 1:
		return h.strength == boxed || h.strength == named && !p.user() || isApps(p.role) && ordered(p, h.line) || strings.HasSuffix(h.sig, "«")
	}
	return above < 0 && !p.user() || above >= 0 && speaksOfEvidence(p.str(above)) || weighed(p, run, false)
}

// speaksOfEvidence tells whether a line ends with a sentence that speaks of material, and asks nothing of it:
// `Use the following documents to answer.`
func speaksOfEvidence(s string) bool {
	s = lastSentence(s)
	return evidenceNouns.in(s) && !endsInQuestion(s)
}

// isOffer tells whether a line introduces what the model may choose from or is to keep
// to: its last sentence does, and names no evidence.
func isOffer(s string) bool {
	if !endsInColon(s) {
		return false
	}
	last := lastSentence(s)
	return offers.in(last) && !evidenceNouns.in(last)
}

var offers = phrasesOf(words("offers")...)

// weighed tells whether all items, or any but the last one, are long enough for
// passages rather than points of an instruction. The last one has no end of its own.
func weighed(p *page, run []head, all bool) bool {
	for i := range run {
		end := len(p.text)
		if i+1 < len(run) {
			end = p.lines[run[i+1].line].start
		} else if !all {
			return false
		}
		if heavier(p.text[run[i].rest:end], minParagraph) != all {
			return !all
		}
	}
	return all
}

// countUp follows a list from its first head. With apart only heads that a
// blank line or a rule sets off are followed, the first excepted.
//
// Of two heads of one number the later one is the app's: what a passage says stands in
// front of the passage that follows it.
func countUp(p *page, heads []head, apart bool) []head {
	if apart {
		heads = apartHeads(p, heads)
	}
	if counts(heads) {
		return heads
	}
	run := append(make([]head, 0, len(heads)), heads[0])
	doubled := false
	for i := 1; i < len(heads); i++ {
		h := heads[i]
		switch next := run[len(run)-1].num + 1; {
		case h.num != next:
		case secondAhead(heads[i+1:], next, heads[0].num):
			doubled = true
		default:
			h.doubled, doubled = doubled, false
			run = append(run, h)
		}
	}
	return run
}

// counts tells whether heads count up as they stand.
func counts(heads []head) bool {
	for i := range heads {
		if heads[i].num != heads[0].num+i {
			return false
		}
	}
	return true
}

// apartHeads keeps the first head and those that something sets off.
func apartHeads(p *page, heads []head) []head {
	if all := !slices.ContainsFunc(heads[1:], func(h head) bool { return !setOff(p, h.line) }); all {
		return heads
	}
	kept := append(make([]head, 0, len(heads)), heads[0])
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

// allWeighty tells whether a list has two texts or more, each long enough for a
// passage: a list of short ones is a passage's own.
func allWeighty(list []found) bool {
	light := func(r found) bool { return !heavier(r.Text, minParagraph) }
	return len(list) > 1 && !slices.ContainsFunc(list, light)
}

// cutAt ends a list at a byte of its last passage.
func cutAt(p *page, c *candidate, at int) {
	last := &c.found[len(c.found)-1]
	if rest, ok := strings.CutSuffix(last.Text, strings.TrimSpace(p.text[at:c.end])); ok && at > last.inner {
		last.Text, last.end, c.end = stripEnd(rest), at, at
	}
}

package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findHeads reads passages below or behind numbered heads.
func findHeads(p *page) []candidate {
	groups := map[string][]head{}
	var order []string
	for i := range p.lines {
		if p.blank(i) {
			continue
		}
		h, ok := parseHead(p, i)
		if !ok {
			continue
		}
		if _, seen := groups[h.sig]; !seen {
			order = append(order, h.sig)
		}
		groups[h.sig] = append(groups[h.sig], h)
	}
	list := headedPassages(p)
	for _, sig := range order {
		run := pickRun(p, groups[sig])
		if len(run) == 0 {
			continue
		}
		if list = append(list, readRun(p, run)); len(list) == maxRuns {
			break // the end of each is looked for on the whole page
		}
	}
	partLists(p, list)
	return list
}

// maxRuns is how many lists of heads written alike are read. An app's own is
// among the first.
const maxRuns = 64

func treeBelow(p *page, i int) bool {
	return i+1 < len(p.lines) && (strings.HasPrefix(p.str(i+1), "├") || strings.HasPrefix(p.str(i+1), "└"))
}

// maxStarts bounds how many places are tried as the beginning of a list.
const maxStarts = 4

// pickRun picks the heads of one list among all that are written alike: those
// that count up from 0 or 1, of several such the one that a lead-in line
// introduces, then the longest, then the last (examples come first).
func pickRun(p *page, heads []head) []head {
	if heads[0].num < 0 {
		return pickNamed(p, heads)
	}
	var starts []int
	for i := range heads {
		if heads[i].num <= 1 {
			starts = append(starts, i)
		}
	}
	if len(starts) > 2*maxStarts {
		starts = append(starts[:maxStarts:maxStarts], starts[len(starts)-maxStarts:]...)
	}
	var best []head
	bestScore := -1
	for _, s := range starts {
		for _, apart := range [...]bool{true, false} {
			run := countUp(p, heads[s:], apart)
			score := runScore(p, run, apart)
			if score > bestScore {
				best, bestScore = run, score
			}
		}
	}
	if best == nil && len(heads) > 1 && (heads[0].named || heads[0].odd) && distinct(heads) && !remnant(heads) {
		best = heads
	}
	if all := apartHeads(p, heads); len(all) > len(best) && len(best) > 0 && best[0].line != heads[0].line &&
		heads[0].boxed && distinct(all) && hasLead(p, heads[0].line) {
		best = all // numbers that name places, in no order
	}
	if !enough(p, best) {
		return nil
	}
	return best
}

// pickNamed accepts heads whose ids are words: at least two of them.
func pickNamed(p *page, heads []head) []head {
	if len(heads) < 2 && !heads[0].named || heads[0].odd && !hasLead(p, heads[0].line) {
		return nil
	}
	if heads[0].id != "" && !distinct(heads) {
		return nil
	}
	if len(heads) < 2 && heads[0].id == "" && !(heads[0].boxed && strings.HasPrefix(heads[0].sig, "=")) {
		return nil
	}
	return heads
}

// remnant tells whether numbers go on from 2 or 3: the rest of a list whose
// beginning is not here, so one that a passage quotes.
func remnant(heads []head) bool {
	return (heads[0].num == 2 || heads[0].num == 3) && heads[1].num == heads[0].num+1
}

func distinct(heads []head) bool {
	seen := make(map[string]bool, len(heads))
	for i := range heads {
		if seen[heads[i].id] {
			return false
		}
		seen[heads[i].id] = true
	}
	return true
}

// setOff tells whether a line has a blank line, a rule or a tag above it.
func setOff(p *page, i int) bool {
	if i == 0 || p.blank(i-1) {
		return true
	}
	s := p.str(i - 1)
	return isRule(s) || strings.HasPrefix(s, "[END") || strings.HasPrefix(s, "```")
}

// runScore rates a run: introduced, no example, long.
func runScore(p *page, run []head, apart bool) int {
	score := 2 * min(len(run), 1000)
	above := p.before(run[0].line)
	switch {
	case above < 0 || run[0].line == 0:
		score += 5000
	case strings.Contains(strings.ToLower(p.str(above)), "example"):
	case leadsIn(p.str(above)):
		score += 5000
	}
	if !apart || len(run) < 2 {
		return score
	}
	return score + 3
}

// enough tells whether a run proves to be a list of passages. One head alone
// must be named; a plain numbered list needs a lead-in that speaks of evidence.
func enough(p *page, run []head) bool {
	if len(run) == 0 {
		return false
	}
	h := run[0]
	if above := p.before(h.line); above >= 0 && !h.named && endsInColon(p.str(above)) && !isLead(p.str(above)) && offers.in(p.str(above)) {
		return false
	}
	if h.odd {
		return len(run) >= 2 && hasLead(p, h.line)
	}
	if h.list {
		return len(run) >= 2 && (hasLead(p, h.line) || p.role == "tool") && listTexts(p, run)
	}
	if len(run) == 1 {
		return h.named && (!p.user() || h.boxed) || hasLead(p, h.line) || strings.HasSuffix(h.sig, "«")
	}
	return h.boxed || hasLead(p, h.line) || !p.user() && p.before(h.line) < 0 || someText(p, run)
}

// offers name what a prompt lists for the model to choose from or to keep to.
var offers = phrasesOf(words("offers")...)

// someText tells whether some item is long enough to be a passage: a list of
// short ones without a lead-in is part of a text.
// The last one has no end of its own and proves nothing.
func someText(p *page, run []head) bool {
	for i := range run[:len(run)-1] {
		if heavier(p.text[run[i].rest:p.lines[run[i+1].line].start], minParagraph) {
			return true
		}
	}
	return false
}

// listTexts tells whether the items of a plain list are long enough to be
// passages rather than points of an instruction.
func listTexts(p *page, run []head) bool {
	for i := range run {
		end := len(p.text)
		if i+1 < len(run) {
			end = p.lines[run[i+1].line].start
		}
		if !heavier(p.text[run[i].rest:end], minParagraph) {
			return false
		}
	}
	return true
}

// readRun reads the passages of a list.
func readRun(p *page, run []head) candidate {
	return readTo(p, run, runEnd(p, run))
}

// readTo reads the passages of a list that ends above line last.
func readTo(p *page, run []head, last int) candidate {
	rank := rankRecord
	if bereft(p, run, last) {
		last = firstBelow(p, last)
	}
	c := candidate{layout: "heads", start: p.lines[run[0].line].start, rank: rank}
	titled := headsAreTitles(p, run, last)
	usual := usualBelow(p, run, last, titled)
	for i, h := range run {
		r := readPassage(p, h, runStop(run, i, last), titled, usual)
		if i == len(run)-1 && bare(r.Text, usual) && !isEndMark(p.str(h.line)) {
			r = readPassage(p, h, firstBelow(p, last), titled, usual)
		}
		if !heavier(r.Text, 6) {
			continue
		}
		c.found = append(c.found, r)
		c.end = max(c.end, r.end)
	}
	for _, h := range run {
		if h.doubled {
			c.untrusted = append(c.untrusted, "a passage holds a head with the number "+h.id+" of the next one")
		}
	}
	liftEnds(c.found)
	liftAffixes(c.found)
	unquoteAll(c.found)
	return c
}

// unquoteAll takes the quotation marks around the texts off where a layout puts
// each of several between some.
func unquoteAll(list []found) {
	for i := range list {
		if s := list[i].Text; len(list) < 2 || len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
			return
		}
	}
	for i := range list {
		list[i].Text = strings.TrimSpace(list[i].Text[1 : len(list[i].Text)-1])
	}
}

// readPassage reads the passage of one head without the metadata below it.
func readPassage(p *page, h head, end int, titled bool, usual map[string]bool) found {
	r := readHead(p, h, end, titled)
	if strings.HasSuffix(h.sig, "uri") {
		r.Text = strings.TrimPrefix(strings.TrimSpace(r.Text), "## ")
	}
	text := headLines(&r.Chunk, r.Text, usual)
	if rule, below, ok := strings.Cut(text, "\n"); ok && isRule(strings.TrimSpace(rule)) {
		text = below // between the metadata and the text
	}
	r.Text = unwrap(text)
	return r
}

// bereft tells whether nothing is left of the last passage but a title, where
// below all other heads there is a text.
func bereft(p *page, run []head, last int) bool {
	for i, h := range run {
		below := lastText(p, h.line+1, runStop(run, i, last)) > h.line+1
		if below == (i == len(run)-1) || h.rest < h.end && !isTitle(restTitle(p, h)) {
			return false
		}
	}
	return len(run) > 1
}

// bare tells whether a text is none, or but one of the usual metadata lines.
func bare(text string, usual map[string]bool) bool {
	key, _, f := cutKey(text)
	return !heavier(text, 6) || f != fieldNone && usual[foldKey(key)] && !strings.Contains(text, "\n")
}

// restTitle is what stands behind a head on its line, without marks around it.
func restTitle(p *page, h head) string {
	return strings.Trim(p.text[h.rest:h.end], "#*=-_~+ \t")
}

// isTitle tells a title from the beginning of a text: it is short, no sentence,
// and asks nothing.
func isTitle(s string) bool {
	if _, asked := askValue(s); asked {
		return false
	}
	return s != "" && len(s) <= 160 && !strings.HasPrefix(s, "«") && !strings.HasPrefix(s, "`") &&
		!strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "。") && !strings.HasSuffix(s, ":")
}

// runStop is the line at which the passage of head i ends.
func runStop(run []head, i, last int) int {
	if i+1 < len(run) {
		return run[i+1].line
	}
	return last
}

// usualBelow are the usual keys of the lines below the heads of a run.
func usualBelow(p *page, run []head, last int, titled bool) map[string]bool {
	texts := make([]string, 0, len(run))
	for i, h := range run {
		from := h.rest
		if titled || h.rest == h.end {
			from = h.end
		}
		stop := p.lines[max(runStop(run, i, last)-1, h.line)].end
		texts = append(texts, strings.TrimLeft(p.text[from:max(stop, from)], "\r\n"))
	}
	return usualKeys(texts)
}

// readHead reads the passage of one head, up to line end.
func readHead(p *page, h head, end int, titled bool) found {
	stop := h.end
	if e := lastText(p, h.line, end); e > h.line {
		stop = p.lines[e-1].end
	}
	c := evidence.Chunk{ID: cleanID(h.id)}
	readExtra(&c, h.extra)
	text := p.text[h.rest:max(stop, h.rest)]
	if titled {
		title, below, _ := strings.Cut(text, "\n")
		setHeading(&c, title)
		text = below
	}
	c.Text = stripEnd(text)
	return found{Chunk: c, start: p.lines[h.line].start, inner: h.rest, end: stop}
}

// headsAreTitles tells whether what stands behind the heads are titles: short,
// no sentences, and each with a text below it.
func headsAreTitles(p *page, run []head, last int) bool {
	colons := 0
	for _, h := range run {
		if endsInColon(p.text[h.rest:h.end]) {
			colons++
		}
	}
	for i, h := range run {
		title := restTitle(p, h)
		if colons == len(run) && len(run) > 1 {
			title = strings.TrimRight(title, ":： ")
		}
		if !isTitle(title) {
			return false
		}
		end := runStop(run, i, last)
		if lastText(p, h.line+1, end) <= h.line+1 {
			return false
		}
	}
	return true
}

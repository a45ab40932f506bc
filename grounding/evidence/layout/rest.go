package layout

import "strings"

// rest reads what a message of the last turn says that it holds where no reader found it: the
// longest run of paragraphs that state something, and neither order nor ask. It is done only
// where the message tells the model to answer from something.
func (f *finder) rest() {
	if f.allowed != nil || f.out.hasEvidence() {
		return
	}
	for i := range f.p.Messages {
		role := roleOf(&f.p.Messages[i])
		if role == "assistant" || role == "tool" || f.standing(role) == "" || f.turns[i] != f.lastTurn() {
			continue
		}
		p := newPage(f.texts[i], role).without(f.out.samples[i])
		if speaksOfEvidence(f.texts[i]) == "" && !(isApps(role) && p.namesBase()) {
			continue
		}
		if c := p.stated(); len(c.found) > 0 {
			f.addFound(i, c)
		}
	}
}

// namesBase tells whether a sentence of a message orders an answer and names material.
func (p *page) namesBase() bool {
	for i := range p.lines {
		for s, rest := nextSentence(p.str(i)); s != ""; s, rest = nextSentence(rest) {
			if isOrder(s) && evidenceNouns.in(s) {
				return true
			}
		}
	}
	return false
}

// stated is the longest run of paragraphs that could be passages, as a section. In a
// user's message the last paragraph is what is asked.
func (p *page) stated() candidate {
	from, best := -1, line{}
	end := lastText(p, 0, len(p.lines))
	if p.user() {
		end = blockTop(p, 0, end)
	}
	for top := p.after(-1); top < end; {
		stop := top + 1
		for stop < end && !p.blank(stop) {
			stop++
		}
		if !p.couldState(top, stop) {
			from = -1
		} else if from < 0 {
			from = top
		}
		if at := (line{p.lines[max(from, 0)].start, p.lines[stop-1].end}); from >= 0 && at.end-at.start > best.end-best.start {
			best = at
		}
		top = p.after(stop - 1)
	}
	if text := p.text[best.start:best.end]; !heavier(text, 2*minParagraph) || !states(text) || strings.Count(text, ".")+strings.Count(text, "。") < 2 {
		return candidate{}
	}
	c := sectionOf(p, best.start, best.end, false)
	if onlyPlaceholders(&c) || isDirectory(&c) || instructing(&c) || directed(&c) {
		return candidate{}
	}
	return c
}

// couldState tells whether the paragraph on lines [top, stop) could be one of a passage.
func (p *page) couldState(top, stop int) bool {
	if p.tails(top) || p.leads(top) || p.leads(stop-1) || p.labelMarks(top)&(labelOfApp|labelTalks|labelReplies) != 0 {
		return false
	}
	if level, name := p.partLabel(top); level >= 0 && classOf(name) > material {
		return false
	}
	text := p.text[p.lines[top].start:p.lines[stop-1].end]
	return !isInstructive(text) && !endsInQuestion(text) && speaksOfEvidence(text) == "" && !strings.HasPrefix(text, "</")
}

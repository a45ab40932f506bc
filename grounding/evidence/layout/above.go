package layout

import "strings"

// aboveSection reads the text of a user's message that stands in front of an
// instruction to answer from what is above it, where nothing else tells what the
// evidence is.
func aboveSection(p *page) (candidate, bool) {
	if !p.user() {
		return candidate{}, false
	}
	for i := range p.lines {
		if !isTailCue(p.str(i)) || !pointsUp.in(p.str(i)) {
			continue
		}
		from, to := 0, i
		for to > 0 && !p.blank(to-1) {
			to--
		}
		for from < to && (p.blank(from) || isTailCue(p.str(from)) || isRule(p.str(from)) || isToken(p.str(from))) {
			from++
		}
		end := lastText(p, from, to)
		if end <= from || !heavier(p.text[p.lines[from].start:p.lines[end-1].end], 2*minParagraph) {
			return candidate{}, false
		}
		c := sectionOf(p, p.lines[from].start, p.lines[end-1].end, false)
		return c, len(c.found) > 0
	}
	return candidate{}, false
}

// pointsUp are words of instructions that name evidence above them.
var pointsUp = phrasesOf(words("points_up")...)

// isToken tells whether a line is of a model's own marks for turns.
func isToken(s string) bool { return strings.HasPrefix(s, "<|") && strings.HasSuffix(s, "|>") }

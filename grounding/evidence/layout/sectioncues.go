package layout

import (
	"strings"
)

// cuedSection reads text behind a cue to the end, or to the app's closing
// instructions: `Context:` with the text behind or below it, or a paragraph
// that says that the context follows.
func cuedSection(p *page) (candidate, bool) {
	for i := range p.lines {
		s := p.str(i)
		if p.inFence(i) || s == "" {
			continue
		}
		at := cueValue(s)
		if at == 0 && isTextCue(s) && (askedBelow(p, i) || askedAbove(p, i)) {
			at = strings.IndexByte(s, ':') + 1
		}
		if at > 0 {
			if c, ok := behindCue(p, i, p.lines[i].start+at); ok {
				return c, true
			}
		}
		framed := isFramedPart(s)
		if !isLead(s) && !framed {
			continue
		}
		next := belowLead(p, i)
		if !framed && !endsInColon(s) && s[0] != '#' && !p.blank(next-1) {
			continue
		}
		if next < len(p.lines) && !isFramedPart(p.str(next)) &&
			(!isTailCue(p.str(next)) || answered(p, next, blockEnd(p, next))) &&
			!(isLead(p.str(next)) && endsInColon(p.str(next)) && len(p.str(next)) < 60) {
			if c, ok := behindCue(p, next, p.lines[next].start); ok {
				return c, true
			}
		}
	}
	return candidate{}, false
}

// belowLead is the line below a lead-in, or below the rest of its paragraph
// where that goes on with instructions.
func belowLead(p *page, i int) int {
	next := p.after(i)
	if next != i+1 || endsInColon(p.str(i)) {
		return next
	}
	for end := min(len(p.lines), i+maxTailBlocks); next < end && !p.blank(next); {
		if !isTailCue(p.str(next)) {
			return next
		}
		next++
	}
	return p.after(next - 1)
}

// cueLabels introduce text on the same line.
var cueLabels = set(words("cue_labels")...)

// textLabels introduce text only where a question follows by its label: a text
// may be there for other ends than to answer from.
var textLabels = set(words("text_labels")...)

func isTextCue(s string) bool {
	name, value, ok := label(s)
	return ok && textLabels[name] && heavier(value, 12) && !isFile(value)
}

// askedBelow tells whether a labelled question stands below line i.
func askedBelow(p *page, i int) bool {
	for j := i + 1; j < min(len(p.lines), i+maxAbove); j++ {
		if value, ok := askValue(p.str(j)); ok && value != "" {
			return true
		}
	}
	return false
}

// isCue tells whether a line is the label of evidence.
func isCue(s string) bool {
	name, _, ok := label(s)
	return ok && cueLabels[name]
}

// cueValue is where the text behind a cue's colon begins on its line, or 0.
func cueValue(s string) int {
	name, value, ok := label(s)
	if ok && cueLabels[name] && heavier(value, 8) {
		return strings.Index(s, value)
	}
	return gluedValue(s)
}

// gluedValue is cueValue for cues that stand behind other words of their line.
func gluedValue(s string) int {
	value := 0
	for at := strings.IndexByte(s, ':'); at >= 0; {
		next := strings.IndexByte(s[at+1:], ':')
		if strings.HasPrefix(s[at:], ": ") {
			if strings.HasSuffix(s[:at], "Additional Information") {
				return at + len(": ")
			}
			if value == 0 && (strings.HasSuffix(s[:at], "provided context") || leadsInline(s[:at], s[at+2:])) {
				value = at + len(": ")
			}
		}
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return value
}

// leadsInline tells whether the words in front of a colon lead in to the text
// behind it on the same line: `Use the following context to answer the
// question: …`. They speak of answering, too, and the text begins like a
// sentence: what goes on in small letters is a part of the instruction.
func leadsInline(head, text string) bool {
	if len(head) > 240 || !directions.in(head) || !answering.in(head) || !isStatement(text) || isTailCue(text) {
		return false
	}
	last := head[max(0, len(head)-24):]
	return evidenceNouns.in(last) || evidenceNouns.in(head) && (strings.HasSuffix(last, "question") || strings.HasSuffix(last, "answer"))
}

// answering are words of orders to answer from something.
var answering = phrasesOf(words("answering")...)

// behindCue reads from a place on line i to where the closing words begin.
func behindCue(p *page, i, at int) (candidate, bool) {
	if next := p.after(i); isRule(p.str(i)) && next < len(p.lines) {
		i, at = next, p.lines[next].start
	}
	end := tailStart(p, i, len(p.lines))
	if askedAbove(p, i) {
		end = labelTail(p, i, len(p.lines))
	}
	if mark := endMark(p, i, end); mark > i {
		end = lastText(p, i, mark)
	} else if next := nextPart(p, i, end); next > i {
		end = lastText(p, i, next)
	}
	if end <= i {
		return candidate{}, false
	}
	c := sectionOf(p, at, askedOn(p, end-1, at), false)
	text := p.text[c.start:c.end]
	if len(c.found) == 0 || !heavier(text, minParagraph) && !isStatement(text) ||
		describesTask(p, i, text) || at > p.lines[i].start && isPhrase(text) {
		return candidate{}, false
	}
	return c, true
}

// askedOn is the end of line i, or of what stands there before the question
// that a label on it introduces.
func askedOn(p *page, i, at int) int {
	from := max(at, p.lines[i].start)
	for _, name := range [...]string{" Question: ", " Query: ", " QUESTION: "} {
		if n := strings.Index(p.text[from:p.lines[i].end], name); n > 0 {
			return from + n
		}
	}
	return p.lines[i].end
}

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

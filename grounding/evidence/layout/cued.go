package layout

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/evidence"
)

var (
	cueLabels  = set(words("cue_labels")...)      // introduce text on the same line
	textLabels = set(words("text_labels")...)     // do so only where a question stands by its label
	answering  = phrasesOf(words("answering")...) // are words of orders to answer from something
	pointsUp   = phrasesOf(words("points_up")...) // are words of instructions that name evidence above them
	inlineCues = words("inline_cues")             // introduce text behind other words of their line
)

// cuedSection reads text behind a cue to the end, or to the app's closing
// instructions: `Context:` with the text behind or below it, or a paragraph
// that says that the context follows. In an app's message a cue that introduces no
// material hides none below it; in a user's what follows may be typed.
func cuedSection(p *page) candidate {
	most := 8 // readings that are looked at
	if p.user() {
		most = 1
	}
	for i, read := 0, 0; i < len(p.lines) && read < most; i++ {
		s := p.str(i)
		if s == "" || p.inFence(i) {
			continue
		}
		at := cueValue(s)
		if nextItem(p, i) || asksInLead(p, i) && cuedBelow(p, i+1) {
			at = 0 // a rule among others; or what is asked stands there, and the material below its own label
		}
		if p.labelMarks(i)&labelCues != 0 && hasTextLabel(s) && (labelBelow(p, i) || askedAbove(p, i)) {
			at = strings.IndexByte(s, ':') + 1
		}
		if at > 0 {
			if at += p.lines[i].start; inList(p, at) {
				return candidate{}
			}
			if c := behindCue(p, i, at); isMaterial(p, &c) {
				return c
			} else if len(c.found) > 0 && !onlyPlaceholders(&c) {
				read++
			}
		}
		if next := belowLead(p, i); next < len(p.lines) {
			if inList(p, p.lines[next].start) {
				return candidate{}
			}
			if c := behindCue(p, next, p.lines[next].start); isMaterial(p, &c) {
				return c
			} else if len(c.found) > 0 && !onlyPlaceholders(&c) {
				read++
			}
		}
	}
	return candidate{}
}

// inList tells whether a place stands in a list of passages: no cue is needed for that.
func inList(p *page, at int) bool {
	at = trimmed(p.text, at, len(p.text)).start
	return slices.ContainsFunc(p.lists, func(l candidate) bool { return l.start <= at && at < l.end })
}

// belowLead is the line at which the text begins that a lead-in on line i introduces,
// len(p.lines) where there is none. A lead-in that is no label introduces it below its
// paragraph, where that goes on with instructions.
func belowLead(p *page, i int) int {
	s := p.str(i)
	framed := isFramedPart(s) || p.isMaterialFrame(i) || isFrameLine(s) && p.leads(i)
	if !framed && (!p.leads(i) || nextItem(p, i)) {
		return len(p.lines)
	}
	next := p.after(i)
	if next == i+1 && !endsInColon(s) {
		asked := false
		for end := min(len(p.lines), i+maxTailBlocks); next < end && p.tails(next); {
			asked = asked || p.asksAt(next)
			next++
		}
		if next = p.after(next - 1); asked && p.user() {
			return len(p.lines) // what is typed may go on in front of the label of the context
		}
	}
	if asksInLead(p, i) && cuedBelow(p, next) {
		return len(p.lines) // the question stands on the line of the lead-in, and may go on
	}
	if next == len(p.lines) || !framed && !endsInColon(s) && s[0] != '#' && !p.blank(next-1) {
		return len(p.lines)
	}
	if !framed && !endsInColon(s) && p.user() && labelledBelow(p, next+1) {
		return len(p.lines) // the instructions go on, and the material has a label
	}
	below := p.str(next)
	label := p.leads(next) && (len(below) < 60 || endsInColon(below))
	if label || isFramedPart(below) || p.tails(next) && !answered(p, next, blockEnd(p, next)) {
		return len(p.lines)
	}
	return next
}

// nextItem tells whether line i is an item of a numbered list, and the line below it the
// next: an item introduces nothing that stands behind it.
func nextItem(p *page, i int) bool {
	if i+1 >= len(p.lines) {
		return false
	}
	n, _, ok := strings.Cut(p.str(i), ". ")
	next, _, listed := strings.Cut(p.str(i+1), ". ")
	this, err := strconv.Atoi(n)
	return ok && listed && err == nil && next == strconv.Itoa(this+1)
}

// labelledBelow tells whether one of the lines from i on, above the question, is but the label of material.
func labelledBelow(p *page, i int) bool {
	for end := min(len(p.lines), i+maxBehind); i < end; i++ {
		if _, value := label(p.str(i)); p.asksAt(i) && value != "" && !isPlaceholder(value) {
			return false
		}
		if p.namesMaterialAt(i) {
			return true
		}
	}
	return false
}

// hasTextLabel tells whether a line begins with the label of a text, or is one.
func hasTextLabel(s string) bool {
	name, value := label(s)
	return textLabels[name] && !isFile(value)
}

// asksInLead tells whether what a user asks begins behind a colon of line i: `Based on these
// documents, answer the question: …`.
func asksInLead(p *page, i int) bool {
	head, _, ok := strings.Cut(p.str(i), ": ")
	return ok && p.user() && endsWith(head, "question", "query")
}

// cuedBelow tells whether one of the lines from i on is the label of evidence.
func cuedBelow(p *page, i int) bool {
	for end := min(len(p.lines), i+maxBehind); i < end; i++ {
		if p.labelMarks(i)&labelCues != 0 {
			return true
		}
	}
	return false
}

// labelBelow tells whether a labelled question stands below line i.
func labelBelow(p *page, i int) bool { return askedIn(p, i+1, min(len(p.lines), i+maxAbove)) }

// cueValue is where the text behind a cue's colon begins on its line, or 0. A cue may
// stand behind other words of its line.
func cueValue(s string) int {
	if name, value := label(s); cueLabels[name] && heavier(value, 8) {
		return strings.Index(s, value)
	}
	var lead leadIn
	for at, first := 0, true; ; first = false {
		i := strings.Index(s[at:], ": ")
		if i < 0 {
			return 0
		}
		lead.read(s[max(0, at-longestLead) : at+i])
		at += i + len(": ")
		head := s[:at-len(": ")]
		if insideForm(head[min(len(head), max(1, len(head)-longestLead)):]) {
			continue
		}
		if endsWith(head, inlineCues...) || (lead.ends(head) || endsInCue(head) || first && opensWith(s[at:], quoteMarks...) && basis(lastSentence(head), false) != "") && startsText(s[at:]) {
			return at
		}
	}
}

// quoteMarks open a text that an order to answer from it has right behind its colon.
var quoteMarks = []string{`"`, "'", "“", "„", "«", "<<", "`"}

// insideForm tells whether a text ends inside of brackets that open in it: what stands there is the form of
// a citation or of a reply, [Source: name], {"evidence": …}, and introduces nothing.
func insideForm(s string) bool { return strings.LastIndexAny(s, "[{") > strings.LastIndexAny(s, "]}") }

// endsInCue tells whether the words in front of a colon end in a sentence that is but the
// label of evidence: `Use the context. Context: …`.
func endsInCue(head string) bool {
	head = head[max(0, len(head)-longestLead):]
	last := lastSentence(head)
	return len(last) < len(head) && cueLabels[strings.ToLower(strings.TrimSpace(last))]
}

// startsText tells whether a text begins like a sentence and has some length.
func startsText(s string) bool {
	const enough = 400 // bytes of a text that are looked at
	if len(s) > enough {
		return !isLower(s[0]) && strings.Contains(s[:enough], ". ")
	}
	return !foundNothing(s) && !isLower(s[0]) && (isStatement(s) || strings.Contains(s, ". ") && heavier(s, 2*minParagraph))
}

// leadIn tells whether the words in front of a colon lead in to the text behind it on
// the same line: `Use the following context to answer the question: …`. They say that
// evidence follows, and the text begins like a sentence: what goes on in small letters is
// a part of the instruction. A line may have many colons, so no word is read for each.
type leadIn struct{ directs, answers bool }

// longestLead is more than the bytes of any word that a leadIn looks for.
const longestLead = 64

// read takes in the words that go on, from longestLead bytes before them.
func (l *leadIn) read(words string) {
	l.directs = l.directs || directions.in(words)
	l.answers = l.answers || answering.in(words)
}

// ends tells whether what was read leads in to text, and the head ends like that.
func (l *leadIn) ends(head string) bool {
	last := lastSentence(head[max(0, len(head)-24):])
	return l.directs && (evidenceNouns.in(last) || l.answers && endsWith(last, "question", "answer"))
}

// behindCue reads from a place on line i to where the closing words begin.
func behindCue(p *page, i, at int) candidate {
	if next := p.after(i); (isRule(p.str(i)) || p.str(i) == "```") && next < len(p.lines) {
		i, at = next, p.lines[next].start
	}
	if at == p.lines[i].start {
		i = belowNotes(p, i)
		at = p.lines[i].start
	}
	end := cueEnd(p, i)
	if at > p.lines[i].start {
		end = max(end, i+1) // the cue is the app's, and the text behind it is not
		if askedOn(p, i, at) < p.lines[i].end {
			end = i + 1 // as is what follows the question on the same line
		}
	}
	if end <= i {
		return candidate{}
	}
	c := sectionOf(p, at, askedOn(p, end-1, at), false)
	text := p.text[c.start:c.end]
	short := !heavier(text, minParagraph) && !isStatement(text)
	if short || at > p.lines[i].start && isPhrase(text) {
		return candidate{}
	}
	return c
}

// belowNotes is the line from i on below the paragraphs that tell the model how to read what
// follows; i where nothing follows them.
func belowNotes(p *page, i int) int {
	const most = 4 // paragraphs
	first := i
	for range most {
		end := blockEnd(p, i)
		if end == len(p.lines) || end == i {
			return first
		}
		if !isInstructive(p.text[p.lines[i].start:p.lines[end-1].end]) {
			return i
		}
		if i = p.after(end); i == len(p.lines) {
			return first
		}
	}
	return first
}

// cueEnd is the line at which the text behind a cue on line i ends.
func cueEnd(p *page, i int) int {
	end := tailStart(p, i, len(p.lines))
	if mark := endMark(p, i, end); mark > i {
		return lastText(p, i, mark)
	}
	if next := nextPart(p, i, end); next > i {
		return lastText(p, i, next)
	}
	return end
}

var inlineQuestion = regexp.MustCompile(` (?:(?:[Uu]ser |User's )?(?:Question|Query|question)|QUESTION|Q): `)

// askedOn is the end of line i, or of what stands there before the question that a label
// on it introduces, or before an order about the answer.
func askedOn(p *page, i, at int) int {
	from := max(at, p.lines[i].start)
	end := p.lines[i].end
	if strings.Contains(p.text[from:end], ": ") {
		if loc := inlineQuestion.FindStringIndex(p.text[from:end]); loc != nil && loc[0] > 0 {
			end = from + loc[0]
		}
	}
	if n := inlineAsk(p.text[from:end]); n > 0 && end == p.lines[i].end {
		end = from + n
	}
	for at := from; ; {
		n, behind := fullStop(p.text[at:end])
		if n < 0 {
			return end
		}
		at += behind
		next, _ := fullStop(p.text[at:end])
		if next < 0 {
			next = end - at
		}
		if isOrder(p.text[at : at+next]) {
			return at
		}
	}
}

// belowOrders is the line of [from, to) below the app's own words. What stands right below an
// order is a part of it, unless these words say to answer from something.
func belowOrders(p *page, from, to int) int {
	ordered, based := false, false
	for ; from < to; from++ {
		s := p.str(from)
		switch {
		case p.blank(from):
			ordered, based = false, false
		case endsInColon(s) && directs(s):
			based, ordered = true, false
		case p.tails(from) && !answered(p, from, blockEnd(p, from)), toModel(p, from), distributes(s), endsInColon(s) && dutyWords.in(s):
			based = based || evidenceNouns.in(s) && (answering.in(s) || foreignDirections.in(s)) || source(s, false) != ""
			ordered = !based
		case !ordered && !isRule(s) && !p.leadLabel(from):
			return from
		}
	}
	return to
}

// states tells whether a text could be a passage: it has sentences, none of which orders
// anything, and is not about its writer.
func states(text string) bool {
	for s, rest := nextSentence(text); s != ""; s, rest = nextSentence(rest) {
		if isOrder(s) || isOfModel(s) || foundNothing(s) {
			return false
		}
	}
	return strings.ContainsAny(text, ".。।؟") && !directed([]found{{Chunk: evidence.Chunk{Text: text}}}) && !firstPerson.in(" "+text+" ")
}

package layout

import (
	"slices"
	"strings"
	"unicode"

	"vouchsafe/grounding/text"
	"vouchsafe/proxy/wire/prompt"
)

// An app tells the model what its users ask for, and calls it nothing that is known: prices, opening hours, questions with their
// answers. What its message says in rows, answers or figures, and not to order something, is material if it has a word of the
// user's that the app's other words do not have. The language does not matter.

// stated reads what the app's messages of the last turn state about what the user asks.
func (f *finder) stated() {
	if f.allowed != nil || f.out.hasEvidence() {
		return
	}
	asked := askedStems(f.p.Messages, false)
	for i := range f.p.Messages {
		role := f.p.Messages[i].Role
		if len(asked) == 0 || !isApps(role) || f.standing(role) == "" || f.turns[i] != f.lastTurn() {
			continue
		}
		if !strings.ContainsFunc(f.texts[i], ofFacts) || countStems(f.texts[i], "", asked) == 0 {
			continue
		}
		for _, c := range f.pageOf(f.texts[i], role).without(f.out.samples[i]).factsAbout(asked) {
			f.addBare(i, c)
		}
	}
}

// ofFacts tells a sign without which a text has neither rows nor questions with answers nor figures.
func ofFacts(r rune) bool {
	return r == '|' || r == '?' || r == '？' || r == '؟' || unicode.IsDigit(r)
}

// askedStems are the stems of what the user says last, if that is no long text; of a long one, and where nothing but a question
// counts, those of its last question.
func askedStems(messages []prompt.Message, question bool) []string {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == "user" {
			said := TextOf(&messages[i])
			if question || len(said) > longestAsking {
				said = lastAsked(said[max(0, len(said)-longestOrders):])
			}
			return stemsIn(said)
		}
	}
	return nil
}

// factsAbout are the stretches of an app's message that state facts, if they are much of it and have a word of what is asked.
func (p *page) factsAbout(asked []string) (list []candidate) {
	const share = 5 // of the message that they are at least
	facts, n, about := p.facts(), 0, false
	other := lowerEnds(unshown(p.text, facts))
	asked = slices.DeleteFunc(slices.Clone(asked), func(stem string) bool { return hasStem(other, stem) })
	for _, at := range facts {
		n += at.end - at.start
		about = about || countStems(p.text[at.start:at.end], "", asked) > 0
	}
	if !about || share*n < len(p.text) {
		return nil
	}
	for _, at := range facts {
		if c := sectionOf(p, at.start, at.end, false); len(c.found) > 0 && !onlyPlaceholders(&c) {
			list = append(list, c)
		}
	}
	return list
}

// countStems counts the stems that a text has, and some other text does not.
func countStems(text, other string, stems []string) (n int) {
	has, without := lowerEnds(text), lowerEnds(other)
	for _, stem := range stems {
		if hasStem(has, stem) && !hasStem(without, stem) {
			n++
		}
	}
	return n
}

// facts are the stretches of an app's message that state facts: paragraphs that follow each other, with their headings.
func (p *page) facts() (list []line) {
	open, head := false, -1 // the last stretch goes on; the first of the headings right above
	for top := p.after(-1); top < len(p.lines); {
		stop := top + 1
		for stop < len(p.lines) && !p.blank(stop) {
			stop++
		}
		from := belowLabels(p, top, stop)
		if top == p.after(-1) && from == top && !p.isRow(top) {
			from++ // who the model is
		}
		switch {
		case from < stop && !p.inFence(top) && p.isFact(from, stop):
			if head < 0 {
				head = from
			}
			if !open {
				list = append(list, line{start: p.lines[head].start})
			}
			list[len(list)-1].end = p.lines[stop-1].end
			open, head = true, -1
		case stop-top == 1 && p.isHeading(top):
			if head < 0 {
				head = top
			}
		default:
			open, head = false, -1
		}
		top = p.after(stop - 1)
	}
	return list
}

// isHeading tells whether line i could be the heading of what stands below it: no sentence ends in it.
func (p *page) isHeading(i int) bool {
	at, _ := fullStop(p.str(i))
	return at < 0 && !endsSentence(p.str(i)) && !p.inFence(i)
}

// isRow tells whether line i is the row of a table or an item of a list.
func (p *page) isRow(i int) bool { return strings.IndexByte("|-*•", p.str(i)[0]) >= 0 }

// isFact tells whether lines [top, stop) are rows of a table, questions with their answers, or sentences most of which have a
// figure and give no orders.
func (p *page) isFact(top, stop int) bool {
	const rows = 3 // with the head
	tabled, answers, figures, sentences := 0, 0, 0, 0
	for i := top; i < stop; i++ {
		s := p.str(i)
		if s[0] == '|' {
			tabled++
		}
		if i > top && endsInQuestion(p.str(i-1)) && !endsInQuestion(s) {
			answers++
		}
		for said, rest := cutSentence(s[text.ListMarker(s):]); said != ""; said, rest = cutSentence(rest) {
			if sentences++; strings.ContainsFunc(said, unicode.IsDigit) && !strings.Contains(said, "://") {
				figures++
			}
		}
	}
	return tabled >= rows || answers > 0 && 3*answers >= stop-top || 2*figures >= sentences && couldState(p, top, stop)
}

// stemsIn are the stems of the words of a text that have a content of their own.
func stemsIn(s string) (stems []string) {
	const most = 64
	for word := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(stems) < most && !text.IsPlainStop(word) {
			stems = append(stems, stemsOf(word)...)
		}
	}
	return stems
}

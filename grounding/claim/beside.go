package claim

import "vouchsafe/grounding/text"

// In other languages than English no grammar tells what a neighbour does to a sentence. A list
// of words that doubt tells a part of it; without a list each short neighbour may doubt.

// readDoubts reads how a sentence speaks of those beside it.
func (p *page) readDoubts(i int) text.Doubting {
	return p.lang.ReadDoubts(p.said(i))
}

// listsDoubts reports whether the words that doubt are known in the language of the source.
func (p *page) listsDoubts() bool { return p.lang.HasDoubts(p.text) }

// headingDoubts tells how a heading that doubts lets stand what is below it. One in a language
// whose words that doubt nobody knows may doubt.
func headingDoubts(s *Source, i int) standing {
	switch {
	case s.page.lang <= text.English && s.statement(i).contains(badKey), s.page.lang != text.English && s.page.readDoubts(i).Doubts:
		return takenBack
	case s.page.lang != text.English && !s.page.listsDoubts():
		return suspect
	}
	return plain
}

// doubtedBeside tells how a sentence stands beside its lead, one in front that announces it, or a
// short sentence in front of it or behind it, that takes it back or may do so.
func doubtedBeside(s *Source, i int) standing {
	if s.page.lang == text.English {
		return plain
	}
	unknown := plain // how one stands beside words that nobody knows
	if !s.page.listsDoubts() {
		unknown = suspect
	}
	if lead := s.page.leadOf(i); lead >= 0 {
		if s.page.readDoubts(lead).Doubts {
			return disputed
		}
		if unknown > plain {
			return unknown
		}
	}
	const few, farthest = 10, 12 // words, sentences
	beside := true               // sentence k stands in the paragraph
	for k := i - 1; k >= max(0, i-farthest) && s.page.headingLevel(k) == noHeading; k-- {
		d := s.page.readDoubts(k)
		if beside = beside && s.page.inParagraph(k, i); beside && (d.Opens && d.Words > 1 || d.Doubts && d.Words <= few && k == i-1) {
			return disputed
		}
		if d.Ahead && (d.Doubts || d.Denies) { // the last one counts
			return disputed
		}
		if d.Ahead {
			return plain
		}
	}
	if i+1 == len(s.page.sents) || !s.page.inParagraph(i, i+1) {
		return plain
	}
	switch d := s.page.readDoubts(i + 1); {
	case d.Words > few:
		return plain
	case d.Doubts, d.Denies && d.Points:
		return disputed
	}
	return unknown
}

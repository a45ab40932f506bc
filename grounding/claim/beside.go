package claim

import "vouchsafe/grounding/text"

// In other languages than English no grammar tells what a neighbour does to a sentence. A list
// of words that doubt tells a part of it; without a list each short neighbour may doubt.

// readDoubts reads how a sentence speaks of those beside it.
func (s *Source) readDoubts(i int) text.Doubting {
	return s.lang.ReadDoubts(s.text[s.sents[i].Start:s.sents[i].End])
}

// listsDoubts reports whether the words that doubt are known in the language of the source.
func (s *Source) listsDoubts() bool { return s.lang.HasDoubts(s.text) }

// headingDoubts tells how a heading that doubts lets stand what is below it. One in a language
// whose words that doubt nobody knows may doubt.
func (s *Source) headingDoubts(i int) standing {
	switch {
	case s.lang <= text.English && s.statement(i).contains(badKey), s.lang != text.English && s.readDoubts(i).Doubts:
		return takenBack
	case s.lang != text.English && !s.listsDoubts():
		return suspect
	}
	return plain
}

// doubtedBeside tells how a sentence stands beside its lead, one in front that announces it, or a
// short sentence in front of it or behind it, that takes it back or may do so.
func (s *Source) doubtedBeside(i int) standing {
	if s.lang == text.English {
		return plain
	}
	unknown := plain // how one stands beside words that nobody knows
	if !s.listsDoubts() {
		unknown = suspect
	}
	if lead := s.leadOf(i); lead >= 0 {
		if s.readDoubts(lead).Doubts {
			return disputed
		}
		if unknown > plain {
			return unknown
		}
	}
	const few, farthest = 10, 12 // words, sentences
	beside := true               // sentence k stands in the paragraph
	for k := i - 1; k >= max(0, i-farthest) && s.headingLevel(k) == noHeading; k-- {
		d := s.readDoubts(k)
		if beside = beside && s.inParagraph(k, i); beside && (d.Opens && d.Words > 1 || d.Doubts && d.Words <= few && k == i-1) {
			return disputed
		}
		if d.Ahead && (d.Doubts || d.Denies) { // the last one counts
			return disputed
		}
		if d.Ahead {
			return plain
		}
	}
	if i+1 == len(s.sents) || !s.inParagraph(i, i+1) {
		return plain
	}
	switch d := s.readDoubts(i + 1); {
	case d.Words > few:
		return plain
	case d.Doubts, d.Denies && d.Points:
		return disputed
	}
	return unknown
}

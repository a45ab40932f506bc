package claim

import "vouchsafe/grounding/text"

// In other languages than English no grammar tells what a neighbour does to a sentence. A list
// of words that doubt tells a part of it; without a list each short neighbour may doubt.

// readDoubts reads how a sentence speaks of those beside it.
func (s *Source) readDoubts(i int) text.Doubting {
	return s.lang.ReadDoubts(s.text[s.sents[i].start:s.sents[i].end])
}

// listsDoubts reports whether the words that doubt are known in the language of the source.
func (s *Source) listsDoubts() bool { return s.lang.HasDoubts(s.text) }

// headingDoubts reports whether a heading may take back what stands below it.
func (s *Source) headingDoubts(i int) bool {
	st := s.statement(i)
	return s.lang <= text.English && st.contains(badKey) || s.lang != text.English && (s.readDoubts(i).Doubts || !s.listsDoubts())
}

// doubtedBeside reports whether the lead of a sentence, one in front that announces it, or a short
// sentence in front of it or behind it, may take it back.
func (s *Source) doubtedBeside(i int) bool {
	if s.lang == text.English {
		return false
	}
	listed := s.listsDoubts()
	if lead := s.leadOf(i); lead >= 0 && (s.readDoubts(lead).Doubts || !listed) {
		return true
	}
	const few, farthest = 10, 12 // words, sentences
	beside := true               // sentence k stands in the paragraph
	for k := i - 1; k >= max(0, i-farthest) && s.headingLevel(k) == noHeading; k-- {
		d := s.readDoubts(k)
		if beside = beside && s.inParagraph(k, i); beside && (d.Opens && d.Words > 1 || d.Doubts && d.Words <= few && k == i-1) {
			return true
		}
		if d.Ahead { // the last one counts
			return d.Doubts || d.Denies
		}
	}
	if i+1 == len(s.sents) || !s.inParagraph(i, i+1) {
		return false
	}
	d := s.readDoubts(i + 1)
	return d.Words <= few && (d.Doubts || d.Denies && d.Points || !listed)
}

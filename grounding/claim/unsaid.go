package claim

import "strings"

// unsaid reports whether a sentence stands in a comment of a page, or whether the page
// strikes some of it out: a reader of the page does not find it said. Tags that strike
// out are "~~" in a page as it is shown (text.ShowPage).
func (s *Source) unsaid(i int) bool {
	const longest = 2000 // bytes from where a mark opens
	start, end := int(s.sents[i].start), int(s.sents[i].end)
	before, said := s.text[max(0, start-longest):start], s.text[start:end]
	if strings.Contains(said, "~~") || strings.Count(before, "~~")%2 == 1 {
		return true
	}
	return strings.Contains(said, "<!--") || strings.LastIndex(before, "<!--") > strings.LastIndex(before, "-->")
}

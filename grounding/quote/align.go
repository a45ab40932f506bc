package quote

import "vouchsafe/grounding/text"

// edit is a run of tokens of the source against a run of the snippet's; both
// are the same token if equal.
type edit struct {
	source, snippet text.Run
	equal           bool
}

// align walks over the source from a token on and over the snippet side by side. Where
// they differ it goes on at the nearest tokens from which both agree again.
func (s *search) align(start int) (place text.Run, edits []edit) {
	i, j := start, 0
	for j < len(s.snippet.Tokens) && i < len(s.text.Tokens) {
		more, extra := s.skip(i, j)
		e := edit{run(i, i+more), run(j, j+extra), more+extra == 0}
		if e.equal {
			e.source.End, e.snippet.End = i+1, j+1
		}
		if last := len(edits) - 1; last >= 0 && !e.equal && !edits[last].equal {
			edits[last].source.End, edits[last].snippet.End = e.source.End, e.snippet.End
		} else {
			edits = append(edits, e)
		}
		i, j = e.source.End, e.snippet.End
	}
	if j < len(s.snippet.Tokens) {
		edits = append(edits, edit{run(i, i), run(j, len(s.snippet.Tokens)), false})
	}
	return run(start, i), edits
}

// skip tells how many tokens of the source and of the snippet differ from two on, none
// where they are the same. At its end the snippet has another word rather than one more.
func (s *search) skip(i, j int) (more, extra int) {
	const longest = 6 // tokens of both
	for both := range longest + 1 {
		for extra = range both + 1 {
			more = both - extra
			if i+more > len(s.text.Tokens) || j+extra > len(s.snippet.Tokens) {
				continue
			}
			ends := j+extra == len(s.snippet.Tokens)
			if ends && more == extra || !ends && s.agrees(i+more, j+extra) && (both == 0 || s.agrees(i+more+1, j+extra+1)) {
				return more, extra
			}
		}
	}
	return 1, 1
}

// agrees tells that two tokens are the same; behind the end of the snippet any is.
func (s *search) agrees(i, j int) bool {
	return j >= len(s.snippet.Tokens) || i < len(s.text.Tokens) && s.text.Word(i) == s.snippet.Word(j)
}

// similarity is 2M/T over folded characters.
func (s *search) similarity(place text.Run, edits []edit) float64 {
	common, total := 0, len(s.text.Characters(place))+len(s.snippet.Folded.Folded)
	for _, e := range edits {
		common += shared(s.text.Characters(e.source), s.snippet.Characters(e.snippet))
	}
	return 2 * float64(common) / float64(total)
}

// shared counts the bytes at the start and at the end of two strings that are
// the same.
func shared(a, b string) int {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return head + tail
}

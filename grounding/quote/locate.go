package quote

import (
	"strings"

	"vouchsafe/grounding/text"
)

// Bounds of the search for the best place. They keep it linear.
const (
	maxWindows = 12  // stretches of the snippet that are looked for
	maxPlaces  = 8   // places of each
	maxShift   = 3   // tokens by which what differs may move the beginning
	altered    = 0.7 // similarity below which nothing is called a place
)

// locate finds the place that the snippet most likely came from, and says what
// differs there.
func (s *search) locate() Result {
	shift, ok := s.shift()
	if !ok {
		return none(0, "no words of the snippet are in the source")
	}
	var place text.Run
	var edits []edit
	best := 0.0
	for start := max(0, shift-maxShift); start <= min(shift+maxShift, len(s.text.Tokens)-1); start++ {
		at, found := s.align(start)
		if similarity := s.similarity(at, found); similarity > best && !found[0].source.Empty() {
			place, edits, best = at, found, similarity
		}
	}
	if best < altered {
		return none(best, "no place in the source comes close")
	}
	r := s.result(place, KindFuzzy, min(best, 0.9999))
	return s.edge(s.settle(r, s.guard(place, edits)), place)
}

// shift is how far most stretches of the snippet that stand in the source are shifted
// against it.
func (s *search) shift() (most int, ok bool) {
	n := len(s.snippet.Tokens)
	size := min(3, 1+n/4)
	votes := map[int]int{}
	for from := 0; from+size <= n; from += max(1, n/maxWindows) {
		places := 0
		s.text.hits(s.snippet.Characters(run(from, from+size)), 0, func(hit text.Run) bool {
			shift := hit.First - from
			if votes[shift]++; !ok || votes[shift] > votes[most] {
				most, ok = shift, true
			}
			places++
			return places < maxPlaces
		})
	}
	return most, ok
}

// MayStandIn reports whether Find may verify a prepared snippet in a page, or find that it goes on
// there, by a look at the page as it is written: each figure of the snippet has to stand in it, up
// to what sets off its thousands.
func (t *Text) MayStandIn(page string) bool {
	const group, longest = 3, 11 // digits that nothing parts, digits of what is no code
	if strings.Contains(t.Original, "..") || strings.Contains(t.Original, "…") {
		return true // words of it may be left out
	}
	for i := range t.Tokens {
		figure := t.Word(i)
		if t.Is(i, text.TokenDigit) && len(figure) <= longest && strings.Trim(figure, "0123456789") == "" &&
			!strings.Contains(page, figure[max(0, len(figure)-group):]) {
			return !showsAsWritten(page)
		}
	}
	return true
}

// showsAsWritten reports whether nothing of a page is shown otherwise than it is written, so that no
// figure stands in it that its bytes do not have.
func showsAsWritten(page string) bool {
	return !strings.ContainsAny(page, `<&\`) && !strings.Contains(page, "](") && text.Show(page).Text == page
}

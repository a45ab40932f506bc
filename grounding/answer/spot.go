package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Spot is where an app's samples show markers. The zero value is behind the stop of the
// sentence, set off by a space.
type Spot struct {
	Before bool // before the stop
	Glued  bool // to what is in front of it
}

// addSpot counts where a sample stands in a sentence that the app shows with it: one that
// does not itself speak of citing.
func (v *votes) addSpot(text string, s sampled) {
	before := strings.TrimRight(text[max(0, s.start-maxSample):s.start], " ")
	sentence := before[strings.LastIndexAny(before, ":\n\"“`")+1:]
	if strings.Count(strings.TrimSpace(sentence), " ") < 1 || cue.in(sentence) {
		return
	}
	last, _ := utf8.DecodeLastRuneInString(sentence)
	next, _ := utf8.DecodeRuneInString(text[s.end:])
	glued := 0
	if strings.HasSuffix(text[:s.start], before) {
		glued = 1
	}
	switch {
	case stops(last):
		v.places[0][glued]++
	case stops(next) && (unicode.IsLetter(last) || unicode.IsDigit(last)):
		v.places[1][glued]++
	}
}

// stops tells a sign that ends a sentence, as far as a marker stands on either side of it.
func stops(r rune) bool { return strings.ContainsRune(".!?。！？", r) }

// spot is where most samples stand.
func (v *votes) spot() (most Spot) {
	count := 0
	for before := range v.places {
		for glued, n := range v.places[before] {
			if n > count {
				most, count = Spot{Before: before == 1, Glued: glued == 1}, n
			}
		}
	}
	return most
}

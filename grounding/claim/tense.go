package claim

import (
	"strings"

	lexis "vouchsafe/grounding/text"
)

var (
	// futures tell what is to come, or is only hoped for.
	futures = set(`will shall you'll they'll it'll we'll he'll she'll expected expects expect anticipates anticipated forecast forecasts plans planned intends proposes proposed scheduled
		upcoming wird werden voraussichtlich sera seront prévoit será serán prevé propondrá sarà saranno prevede zal zullen будет будут`)
	pasts    = set("was were had wurde wurden était étaient fue fueron era erano werd werden был была были")
	presents = set("is are has ist sind est sont es son è sono heeft")
	// endings tell that what was so is so no longer.
	endings = set("until formerly previously ehemals früher autrefois antiguamente")
)

// otherTime finds what the quoted sentence expects told as what happened, what
// happened as what is to come, and what was so until a time as what is so.
func (r *reading) otherTime(w *window) (code, detail string) {
	mine := r.whole()
	here, there := mine.traits, w.traits
	if w.closeness < 0.6 || (here|there)&(futureTrait|endedTrait) == 0 || anyNegated(r.tokens) != w.negated {
		return "", ""
	}
	switch {
	case there&futureTrait == 0 && mine.expects(w):
		return CodeNegation, "the claim tells as to come what the quoted words tell as past"
	case here&futureTrait == 0 && w.expects(mine):
		return CodeNegation, "the claim tells as past what the quoted words tell as to come"
	case here&presentTrait != 0 && here&(pastTrait|futureTrait|endedTrait) == 0 && there&pastTrait != 0 && there&endedTrait != 0 && there&presentTrait == 0,
		here&(pastTrait|futureTrait|endedTrait) == 0 && mine.goesOn(w):
		return CodeNegation, "the claim tells as present what the quoted words tell as past"
	}
	return "", ""
}

// goesOn reports whether the window has in the present a verb that the other has in the
// past, in a sentence that says how long it was so: "trams cross it", "trams crossed it
// until 1956".
func (w *window) goesOn(other *window) bool {
	for k := 1; k < len(other.tokens); k++ {
		if !other.past(k) || summaryOf(other.sentenceAt(k)).traits&endedTrait == 0 {
			continue
		}
		for i := 1; i < len(w.tokens); i++ {
			t := &w.tokens[i]
			if t.stem == other.tokens[k].stem && !w.past(i) && w.tokens[i-1].content() && !t.is(parted|opener) && w.agree(i) {
				return true
			}
		}
	}
	return false
}

// agree reports whether the word at token i goes as a verb of the third person with the
// one before it: "trams cross", "a tram crosses".
func (w *window) agree(i int) bool {
	s := func(t *token) bool {
		word := w.textOf(i)[t.start:t.end]
		return strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss")
	}
	return s(&w.tokens[i]) != s(&w.tokens[i-1])
}

// past reports whether token i has the ending of the past, behind what did it.
func (w *window) past(i int) bool {
	t := &w.tokens[i]
	return t.content() && !t.is(numeral|wide|parted|opener) && w.tokens[i-1].content() && strings.HasSuffix(w.textOf(i)[t.start:t.end], "ed")
}

// expects reports whether the window has as to come what the other has as past.
func (w *window) expects(other *window) bool {
	for i := range w.tokens {
		if !w.tokens[i].has(futureTrait) {
			continue
		}
		if k := contentFrom(w.tokens, i, 1); k >= 0 && !w.tokens[k].is(numeral|capital) && other.happened(w.tokens[k].stem) {
			return true
		}
	}
	return false
}

// happened reports whether the window has a verb as past wherever it has it:
// behind "was", or with the ending of the past and right behind what did it.
func (w *window) happened(stem uint32) bool {
	found := false
	for i := 1; i < len(w.tokens); i++ {
		t, before := &w.tokens[i], &w.tokens[i-1]
		if t.stem != stem {
			continue
		}
		text := w.textOf(i)[t.start:t.end]
		plain := before.content() && !before.role.Has(lexis.Modal) && !before.is(numeral) && !t.is(parted|opener) && strings.HasSuffix(text, "ed")
		if !before.has(pastTrait) && !plain {
			return false
		}
		found = true
	}
	return found
}

package claim

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// On another scale a temperature has another figure than a difference of temperatures: 2 °C
// are 35.6 °F, and 2 °C more are 3.6 °F more. Degrees that are surely a difference get a unit
// of their own; others are converted only if they are surely a temperature.

// apartUnit begins the unit of a difference of degrees.
const apartUnit = "Δ"

var (
	heatWords        = wordSet("heatWords")
	differenceBefore = wordSet("differenceBefore")
	differenceBehind = wordSet("differenceBehind")
)

// apart marks the degrees among the numbers of a text that are a difference.
func apart(numbers []text.Number, s string) []text.Number {
	for i := range numbers {
		if n := &numbers[i]; n.Unit != "" && measureOf(n) == "heat" && tellsDifference(n, s) {
			n.Unit = apartUnit + text.UnitName(n.Unit)
		}
	}
	return numbers
}

// tellsDifference reports whether degrees tell how far two temperatures are apart: "rose by
// 2 °C", "a difference of 2 °C", "2 °C warmer".
func tellsDifference(n *text.Number, s string) bool {
	const near = 3 // words
	before := s[:n.Start]
	if lastWord(before) != "by" && tellsHeat(n, s) {
		return false
	}
	for range near {
		word := lastWord(before)
		if differenceBefore[word] {
			return true
		}
		before = strings.TrimRight(before, " ")
		before = before[:max(0, len(before)-len(word))]
	}
	return differenceBehind[text.Fold(text.FirstLetters(strings.TrimLeft(s[n.End:], " ")))]
}

// isTemperature reports whether degrees are surely a temperature, in a statement that speaks of
// no difference: "a rise above 2 °C" may be either, "it rose from 2 °C" not.
func (st *statement) isTemperature(n *text.Number) bool {
	return tellsHeat(n, st.text) && !slices.ContainsFunc(st.atoms, func(a atom) bool {
		return a.key != byKey && !st.isPast(&a) && differenceBefore[st.fold(&a)]
	})
}

// tellsHeat reports whether degrees are surely a temperature: "at 20 °C", "between 10 and 20 °C",
// "a temperature of 20 °C".
func tellsHeat(n *text.Number, s string) bool {
	word, before := lastWord(s[:n.Start]), s[:n.Start]
	if word == "of" {
		return strings.HasSuffix(strings.ToLower(before), "temperature of ")
	}
	return heatWords[word] || heatWords[text.Fold(text.FirstLetters(n.Text))]
}

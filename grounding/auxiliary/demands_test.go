package auxiliary

import (
	"strings"
	"testing"
)

func TestEveryOpeningOfAnOrderIsLookedAt(t *testing.T) {
	for letter, all := range openings {
		for _, opening := range all {
			if opening[0] != byte('`'+letter) {
				t.Errorf("%q stands under %c", opening, '`'+letter)
			}
			for _, lead := range []string{"", "  - ", "3.) ", "• ", "\u00a0"} {
				for _, text := range []string{lead + opening, lead + strings.ToUpper(opening)} {
					if !mayOrder(text) {
						t.Errorf("%q is passed over", text)
					}
				}
			}
		}
	}
}

// What is passed over by its first letter is nothing that is an order.
func FuzzOrdersArePassedOver(f *testing.F) {
	f.Add("- Respond with JSON only")
	f.Add("1. Überlegen: respond in JSON")
	f.Fuzz(func(t *testing.T, sentence string) {
		if !mayOrder(sentence) && orders(strings.TrimSpace(sentence)) != "" {
			t.Errorf("%q is an order", sentence)
		}
	})
}

package layout

import (
	"strings"
	"testing"
)

// TestWhatAnAppStatedWasNoEvidence: price lists, answers and hours of a stranger's system messages, in any language and behind any
// words, were not seen, and a false figure passed.
func TestWhatAnAppStatedWasNoEvidence(t *testing.T) {
	for asked, said := range map[string]string{
		"What does a Mocha cost?":                 "You are Ann, the bot of a bar.\n\n{| Drink | Price |\n|---|---|\n| Mocha | 4.20 |\n| Latte | 3.90 |}\n\nNever take orders.",
		"Are dogs allowed?":                       "You are Finn, a sailor of 30 years, and help passengers.\n\n{Q: Are dogs allowed?\nA: Dogs travel free on deck.}\n\nSend people to the pier.",
		"Когда доставка бесплатна?":               "Ты помощник магазина. Вот что нужно знать:\n\n{Доставка бесплатна от 3000 рублей.}",
		"满多少免运费？":                                 "你是商店客服。须知：\n\n{满300元免运费。}",
		"Genç tarifesi kaç lira?":                 "Sen Defne'sin, 9 yıllık deneyimin var.\n\nTarife bilgileri:\n{- Genç: 180 TL, 20 GB internet\n- Aile: 320 TL, 40 GB internet}",
		"When do you close, and are you a robot?": "You are the phone bot of a shop since 1990.",
	} {
		_, want, _ := strings.Cut(said, "{")
		want, _, _ = strings.Cut(want, "}")
		text := strings.NewReplacer("{", "", "}", "").Replace(said)
		got := strings.Join(textsOf(say("system", text, "user", asked)), "\n")
		for line := range strings.Lines(want) {
			if !strings.Contains(got, strings.TrimSpace(strings.TrimPrefix(line, "- "))) {
				t.Errorf("%s: %q is no evidence, but %q", asked, line, got)
			}
		}
		if persona, _, _ := strings.Cut(text, "\n"); strings.Contains(got, persona) {
			t.Errorf("%s: %q is evidence", asked, persona)
		}
	}
}

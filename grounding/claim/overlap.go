package claim

import "vouchsafe/grounding/text"

// Verifiable returns the share of a text's content words, each occurrence
// counted, that stand in any of the sources: 0 to 1, four decimals; 1 for a
// text without content words.
func Verifiable(s string, sources []*Source) float64 {
	lang := text.English
	if len(sources) > 0 {
		lang = sources[0].lang
	}
	stems := contentStems(text.Read(s), lang)
	found := 0
	for _, stem := range stems {
		for _, src := range sources {
			if src.holds(stem) {
				found++
				break
			}
		}
	}
	if len(stems) == 0 {
		return 1
	}
	return round4(float64(found) / float64(len(stems)))
}

// Overlap returns how much two answers have in common: the harmonic mean of
// the shares of each one's different content words that the other holds too,
// 0 to 1, four decimals. Two texts without content words have all in common.
func Overlap(a, b string) float64 {
	x, y := stemSet(a), stemSet(b)
	if len(x)+len(y) == 0 {
		return 1
	}
	common := 0
	for s := range x {
		if y[s] {
			common++
		}
	}
	return round4(2 * float64(common) / float64(len(x)+len(y)))
}

func stemSet(s string) map[uint32]bool {
	t, out := text.Read(s), make(map[uint32]bool)
	for _, stem := range contentStems(t, t.Language()) {
		out[stem] = true
	}
	return out
}

// contentStems lists the stems of a text's content words.
func contentStems(t *text.Text, lang text.Language) (out []uint32) {
	for _, token := range tokensOf(t, lang, nil) {
		if token.content() {
			out = append(out, token.stem)
		}
	}
	return out
}

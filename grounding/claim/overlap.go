package claim

import lexis "vouchsafe/grounding/text"

// Verifiable returns the share of a text's content words, each occurrence
// counted, that stand in any of the sources: 0 to 1, four decimals; 1 for a
// text without content words.
func Verifiable(text string, sources []*Source) float64 {
	lang := lexis.English
	if len(sources) > 0 {
		lang = sources[0].lang
	}
	all, found := 0, 0
	z := newTokenizer(text, lang)
	for t, ok := z.next(); ok; t, ok = z.next() {
		if t.is(stopWord) {
			continue
		}
		all++
		for _, s := range sources {
			if s.first(t.stem) >= 0 {
				found++
				break
			}
		}
	}
	if all == 0 {
		return 1
	}
	return round4(float64(found) / float64(all))
}

// Overlap returns how much two answers have in common: the harmonic mean of
// the shares of each one's different content words that the other holds too,
// 0 to 1, four decimals. Two texts without content words have all in common.
func Overlap(a, b string) float64 {
	x, y := contentStems(a), contentStems(b)
	if len(x) == 0 && len(y) == 0 {
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

func contentStems(text string) map[uint32]bool {
	out := make(map[uint32]bool)
	z := newTokenizer(text, lexis.LanguageOf(text))
	for t, ok := z.next(); ok; t, ok = z.next() {
		if !t.is(stopWord) {
			out[t.stem] = true
		}
	}
	return out
}

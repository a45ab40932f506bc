package claim

import "strings"

// hides reports whether a text holds characters that show nothing of what they
// say, or show it the other way round: the letters of the tag block outside of
// a flag, and overrides of the direction of writing. No sentence needs them, and
// whatever reads the text by its characters reads another one than people do.
func hides(text string) bool {
	const flag, longest = '\U0001F3F4', 7 // England's is this one and six tags
	if !strings.Contains(text, "\xf3\xa0") && !strings.Contains(text, "\xe2\x80") {
		return false
	}
	tags := longest // that may still be a flag's
	for _, r := range text {
		switch {
		case r == '\u202d' || r == '\u202e':
			return true
		case r < 0xE0001 || r > 0xE007F:
			tags = longest
			if r == flag {
				tags = 0
			}
		case tags == longest:
			return true
		default:
			tags++
		}
	}
	return false
}

// verdictHeading reports whether a title gives a verdict behind a colon: "Copper
// valves: safe".
func verdictHeading(title string) bool {
	_, said, ok := strings.Cut(title, ": ")
	if !ok {
		return false
	}
	for word := range strings.FieldsFuncSeq(strings.ToLower(said), notLetter) {
		if verdicts[word] {
			return true
		}
	}
	return false
}

// verdicts are further words that tell how something is.
var verdicts = wordSet("verdicts")

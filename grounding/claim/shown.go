package claim

import (
	"slices"
	"strings"

	lexis "vouchsafe/grounding/text"
)

// A claim is read as people see it, and so is what it is held against. What no
// reader could see, or would read as another word, makes it unsupported.

// shown returns the words beside the sources as people see them. Sources are
// prepared from such texts by their owner.
func (ev Evidence) shown() Evidence {
	ev.Question = lexis.Show(ev.Question).Text
	for i, title := range ev.Titles {
		if plain := lexis.Show(title).Text; plain != title {
			ev.Titles = slices.Clone(ev.Titles)
			ev.Titles[i] = plain
		}
	}
	return ev
}

// disguises tells what a claim shows otherwise than it is written: characters
// that turn the text around, and words in letters of two alphabets that no
// source has.
func disguises(text string, ev Evidence) []Finding {
	var out []Finding
	if hides(text) {
		out = append(out, Finding{CodeUnsupported, "it holds characters that show nothing, or turn around what they show"})
	}
	for _, word := range lexis.Disguised(lexis.Show(text).Text) {
		written := func(s *Source) bool { return strings.Contains(s.text, word) }
		if !slices.ContainsFunc(ev.Sources, written) && !strings.Contains(ev.Question, word) {
			out = append(out, Finding{CodeUnsupported, "the letters of " + word + " look like those of another word"})
		}
	}
	return out
}

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

package claim

import (
	"slices"
	"strings"

	"vouchsafe/grounding/text"
)

// A claim is read as people see it, and so is what it is held against. What no
// reader could see, or would read as another word, makes it unsupported.

// shown returns the words beside the sources as people see them. Sources are
// prepared from such texts by their owner.
func (ev Evidence) shown() Evidence {
	ev.Question = text.Show(ev.Question).Text
	for i, title := range ev.Titles {
		if plain := text.Show(title).Text; plain != title {
			ev.Titles = slices.Clone(ev.Titles)
			ev.Titles[i] = plain
		}
	}
	return ev
}

// disguises tells what a claim shows otherwise than it is written: characters
// that turn the text around, and words in letters of two alphabets that no
// source has.
func disguises(original, shown string, ev Evidence) (out []Finding) {
	if hides(original) {
		out = append(out, Finding{CodeUnsupported, "it holds characters that show nothing, or turn around what they show"})
	}
	for _, word := range text.Disguised(shown) {
		written := func(s *Source) bool { return strings.Contains(s.text, word) }
		if !slices.ContainsFunc(ev.Sources, written) && !strings.Contains(ev.Question, word) {
			out = append(out, Finding{CodeUnsupported, "the letters of " + word + " look like those of another word"})
		}
	}
	return out
}

package claim

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	lexis "vouchsafe/grounding/text"
)

// listed are nouns by which an answer counts its own points.
var listed = wordSet("listed")

// counts reports whether n is a small count of the answer's own points ("two
// options"), or stands for things named before it ("one of them", "the two
// are"). A count that the evidence gives of the same things is a fact.
func (r *reading) counts(n lexis.Number) bool {
	v, err := strconv.Atoi(n.Value)
	if err != nil || v > 12 || n.Unit != "" || n.Kind != lexis.Plain {
		return false
	}
	const near = 3 // words: "two very important aspects"
	i := 0
	for word := range strings.FieldsFuncSeq(r.text[n.End:], notLetter) {
		word = strings.ToLower(word)
		if i == 0 && r.standsFor(n, v, word) || listed[word] && !r.evidenceCounts(word) {
			return true
		}
		if i++; i == near {
			break
		}
	}
	return i == 0 && r.standsFor(n, v, "")
}

// standsFor reports whether a number word is a pronoun: "one of them", "the
// two are alike". "Closes at eight on Sundays" has a figure in the same place.
func (r *reading) standsFor(n lexis.Number, v int, next string) bool {
	if !n.Spelled || next != "" && !r.lang.Class(next).Has(function|lexis.Modal) {
		return false
	}
	switch lastWord(r.text[:n.Start]) {
	case "the", "these", "those", "its", "their", "both", "all", "die", "diese", "les", "ces", "los", "las", "estos", "i", "gli", "le", "os", "as", "de":
		return v <= 3
	case "at", "by", "until", "till", "from", "after", "before", "to", "than", "for", "um", "bis", "ab", "à", "jusqu'à", "a", "hasta", "até", "tot":
		return false
	}
	return v == 1 && next != ""
}

// evidenceCounts reports whether the evidence itself counts things of a name.
func (r *reading) evidenceCounts(name string) bool {
	const near = 3
	for _, src := range r.sources {
		for have := range src.numbers() {
			i := 0
			for word := range strings.FieldsFuncSeq(src.text[min(have.End, len(src.text)):], notLetter) {
				if strings.EqualFold(word, name) {
					return true
				}
				if i++; i == near {
					break
				}
			}
		}
	}
	return false
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// aboutUser reports whether the claim speaks to the user about what they said.
func (r *reading) aboutUser() bool {
	return slices.ContainsFunc(r.tokens, func(t token) bool { return t.has(addressTrait) })
}

// addresses are the words by which one speaks to somebody.
var addresses = wordSet("addresses")

package claim

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	lexis "vouchsafe/grounding/text"
)

// references are words whose number names a part of the evidence or of the
// answer and states nothing.
var references = lexis.ReferenceWords

// stated returns the numbers of a claim that must have support: list ordinals,
// citation markers and references to passages are left out.
func stated(text string) []lexis.Number { return statedOf(lexis.Numbers(text), text) }

// statedOf leaves them out of the numbers of a text, in place.
func statedOf(all []lexis.Number, text string) []lexis.Number {
	out := all[:0]
	skip, referred := lexis.ListMarker(text), -1
	for _, n := range all {
		before := lastWord(text[:n.Start])
		if n.Start < skip || inMarker(text, n.Start) || n.Text == "24/7" || isExponent(before) || vague(n) {
			continue
		}
		if references[before] || referred >= 0 && joinsReference(text[referred:n.Start]) {
			referred = n.End
			continue
		}
		if out = append(out, n); len(out) == maxNumbers {
			break
		}
	}
	return out
}

// maxNumbers is how many numbers of one claim are checked; a claim with more,
// the dump of a table, is not one sentence that anyone wrote.
const maxNumbers = 64

// vague reports whether a number word gives no number: "thousands of people".
func vague(n lexis.Number) bool {
	return n.Spelled && strings.HasSuffix(n.Text, "s") && n.Unit == "" && !strings.Contains(n.Text, " ")
}

// isExponent reports whether a number behind this word only raises a unit:
// "cm3", "cm-3".
func isExponent(before string) bool {
	before = strings.TrimRight(before, "-−^")
	before = before[strings.LastIndexByte(before, '/')+1:]
	return len(before) > 0 && len(before) <= 3 && lexis.IsUnitSymbol(before) && before != "a"
}

// joinsReference reports whether between holds only what joins the numbers of
// one reference: "passages 1, 2 and 3".
func joinsReference(between string) bool {
	switch strings.ToLower(strings.Trim(between, " ,&-–")) {
	case "", "and", "or", "und", "et", "y", "e", "en", "passage", "and passage", "source", "and source":
		return true
	}
	return false
}

// lastWord returns the last word of s in lower case.
func lastWord(s string) string {
	const longest = 40 // bytes: what matters here is short
	s = s[max(0, len(s)-longest):]
	s = strings.TrimRight(s, " #:.*_(\"")
	return strings.ToLower(s[strings.LastIndexAny(s, " \t\n([*_\"")+1:])
}

// inMarker reports whether byte i stands inside a citation marker.
func inMarker(text string, i int) bool {
	from := max(0, i-lexis.LongestMarker)
	open := max(strings.LastIndexByte(text[from:i], '['), strings.LastIndex(text[from:i], "【"))
	return open >= 0 && from+open+lexis.MarkerLength(text[from+open:]) > i
}

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

package claim

import (
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/text"
)

// maxNumbers is how many numbers of one claim are checked; a claim with more,
// the dump of a table, is not one sentence that anyone wrote.
const maxNumbers = 64

// statedOf returns the numbers of a sentence that must have support: it leaves out of the numbers of a text, in place, list ordinals, citation
// markers, references to passages, powers of units and vague words.
func statedOf(all []text.Number, s string) []text.Number {
	out := all[:0]
	mark := text.ListMarker(s)
	for _, n := range all {
		before := lastWord(s[:n.Start])
		switch {
		case n.Start < mark, inMarker(s, n.Start), !strings.HasSuffix(s[:n.Start], " ") && isExponent(before), vague(&n):
		case text.ReferenceWords[before]:
		case len(out) < maxNumbers:
			out = append(out, n)
		}
	}
	return out
}

// vague reports whether a number gives no number: "thousands of people", "24/7", "zero".
func vague(n *text.Number) bool {
	if n.Text == "24/7" || n.Spelled && n.Value == "0" {
		return true
	}
	return n.Spelled && n.Unit == "" && strings.HasSuffix(n.Text, "s") && !strings.Contains(n.Text, " ")
}

// isExponent reports whether a number behind this word only raises a unit:
// "cm3", "cm-3".
func isExponent(before string) bool {
	before = strings.TrimRight(before, "-−^")
	before = before[strings.LastIndexByte(before, '/')+1:]
	return before != "" && len(before) <= len("cm²") && before != "a" && text.IsUnitSymbol(before)
}

// lastWord returns the last word of s, folded.
func lastWord(s string) string {
	const longest = 40 // bytes: what matters here is short
	s = strings.TrimRight(s[max(0, len(s)-longest):], " #:.*_(\"")
	return strings.ToLower(s[strings.LastIndexAny(s, " \t\n([*_\"")+1:])
}

// inMarker reports whether byte i stands inside a citation marker.
func inMarker(s string, i int) bool {
	from := max(0, i-text.LongestMarker)
	open := max(strings.LastIndexByte(s[from:i], '['), strings.LastIndex(s[from:i], "【"))
	return open >= 0 && from+open+text.MarkerLength(s[from+open:]) > i
}

// statesNumber reports whether a sentence has a number that states something:
// digits other than a list's ordinal or a citation marker.
func statesNumber(t *text.Text) bool {
	mark := text.ListMarker(t.Text)
	for i := range t.Words {
		if w := &t.Words[i]; w.Flags.Has(text.Digits) && w.Start >= mark && !inMarker(t.Text, w.Start) {
			return true
		}
	}
	return false
}

// spellsNumber reports whether a sentence has a number word. A word for one is as a rule an article; the last is no number.
func spellsNumber(t *text.Text) bool {
	for i := range t.Words {
		if value, ok := t.Language().NumberValue(t.Words[i].Fold); ok && value != "1" && value != "-1" {
			return true
		}
	}
	return false
}

// counts reports whether n is a small count of the answer's own points: "two options", or a
// pronoun: "one of them", "the two".
func (c *wording) counts(n *text.Number) bool {
	const most, near = 12, 3 // "two very important aspects"
	v, err := strconv.Atoi(n.Value)
	if err != nil || v > most || !n.Bare() {
		return false
	}
	behind := strings.FieldsFunc(strings.ToLower(c.text[n.End:]), notLetter)
	pronoun := len(behind) == 0 || c.lang.Class(behind[0]).Has(function|text.Modal)
	if n.Spelled && pronoun && (v == 1 && len(behind) > 0 || v <= 3 && pointers[lastWord(c.text[:n.Start])]) {
		return true
	}
	return slices.ContainsFunc(behind[:min(near, len(behind))], func(word string) bool { return listed[word] })
}

// listed are nouns by which an answer counts its own points; pointers stand in front of a number
// word that stands for things.
var (
	listed   = wordSet("listed")
	pointers = wordSet("pointers")
)

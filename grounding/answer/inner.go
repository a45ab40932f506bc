package answer

import (
	"slices"
	"strconv"
	"strings"
)

// maxRange bounds how many numbers `[1-9]` is spelt out to.
const maxRange = 50

// maxPlausible is the greatest number that is still taken for a marker where
// it resolves to nothing: `[7]` beside five sources is a marker gone wrong,
// `[2023]` is a year and `[404]` a code.
const maxPlausible = 99

// readInner reads what stands between square brackets.
func (s *scanner) readInner(m *mark, inner string) {
	inner = strings.TrimSpace(inner)
	if numbers, ok := splitNumbers(strings.ReplaceAll(inner, "†", "")); ok {
		m.refs, m.sure = numbers, weak
		switch {
		case strings.Contains(inner, "†"):
			m.sure = certain
		case allPlausible(numbers):
			m.sure = plausible
		}
		return
	}
	if note, ok := strings.CutPrefix(inner, "^"); ok {
		m.refs = []string{note}
		return
	}
	for _, announcing := range [][]string{words.SourceWords, words.Passages, words.Labels} {
		if s.readPrefixed(m, inner, announcing) {
			return
		}
	}
	if s.readYears(m, inner) {
		return
	}
	m.refs, m.alt = []string{inner}, [][]string{splitRefs(inner)}
	if s.known.counted && isCounted(inner) || isFileName(inner) {
		m.sure = certain
	}
}

// readPrefixed reads `doc1`, `ID:0`, `citation:1`, `Source: x` and `Source 2`:
// one of some words, and behind it a number or, after a colon, a name.
func (s *scanner) readPrefixed(m *mark, inner string, announcing []string) bool {
	lower := strings.ToLower(inner)
	for _, word := range announcing {
		if !strings.HasPrefix(lower, word) || len(lower) != len(inner) {
			continue
		}
		name, colon := cutColon(inner[len(word):])
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		numbers, isNumber := splitNumbers(name)
		if !colon && !isNumber {
			continue
		}
		m.refs, m.alt, m.sure = []string{inner}, [][]string{{name}, splitRefs(name), numbers, unlabelled(name)}, weak
		switch {
		case isNumber && allPlausible(numbers):
			m.sure = plausible
		case !isNumber && isSourceWord(word):
			m.sure = certain
		}
		return true
	}
	return false
}

// unlabelled splits `Passage 1, 3` into its numbers or names.
func unlabelled(name string) []string {
	refs := splitRefs(name)
	for i, ref := range refs {
		for _, word := range words.Passages {
			if len(ref) > len(word) && strings.EqualFold(ref[:len(word)], word) {
				refs[i] = strings.Trim(ref[len(word):], " #")
				break
			}
		}
	}
	return refs
}

func cutColon(s string) (string, bool) {
	return cutAny(strings.TrimLeft(s, " "), ":", "：")
}

// isSourceWord tells a word, or a link's text, that only points at a source.
func isSourceWord(word string) bool {
	word = strings.ToLower(strings.TrimSpace(word))
	return word == "link" || slices.Contains(words.SourceWords, word)
}

// splitRefs splits a list of references at commas and semicolons.
func splitRefs(s string) []string {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == '，' || r == '、' })
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// splitNumbers reads a list of numbers and ranges: `1`, `1, 2`, `1-3`,
// `1, 2 and 3`. It is not ok for anything else, nor for an empty list.
func splitNumbers(s string) ([]string, bool) {
	var out []string
	for {
		first, rest, ok := cutNumber(s)
		if !ok {
			return nil, false
		}
		last := first
		if after, isRange := cutAny(rest, "-", "–", "—"); isRange {
			if last, rest, ok = cutNumber(after); !ok || last < first || last-first >= maxRange {
				return nil, false
			}
		}
		for n := first; n <= last; n++ {
			out = append(out, strconv.Itoa(n))
		}
		if rest == "" {
			return out, true
		}
		if s, ok = cutAny(rest, ", and ", ",", ";", "，", "、", "&", "and "); !ok {
			return nil, false
		}
	}
}

// cutNumber cuts a number off the start of a text, with a number sign before
// it and spaces around it.
func cutNumber(s string) (n int, rest string, ok bool) {
	s = strings.TrimLeft(s, " #")
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	n, ok = plainNumber(s[:digits])
	return n, strings.TrimLeft(s[digits:], " "), ok
}

// cutAny cuts the first of some prefixes that a text has.
func cutAny(s string, prefixes ...string) (string, bool) {
	for _, prefix := range prefixes {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			return rest, true
		}
	}
	return s, false
}

func allPlausible(numbers []string) bool {
	for _, s := range numbers {
		if n, _ := plainNumber(s); n < 1 || n > maxPlausible {
			return false
		}
	}
	return true
}

func isFileName(s string) bool {
	if isWebURL(s) {
		return false // an address may be what the answer is about
	}
	file, _, _ := strings.Cut(strings.ToLower(s), "#")
	for _, ending := range words.FileEndings {
		if len(file) > len(ending) && strings.HasSuffix(file, ending) {
			return true
		}
	}
	return false
}

package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	listOrder = regexp.MustCompile("(?i)" + strings.Join(forms.Lists, "|"))
	listName  = regexp.MustCompile("(?im)\\A(#{1,4} +|\\*\\*|[\"“«`'])(" + anyOf(words.ListHeadings) + "|" + anyOf(words.DoubtfulHeadings) + ")(:?)(?:[\"”»`'*:]|[ \t]*$)")
)

// ListAskedFor returns the heading of a list of sources that an app's own words order, as
// they write it; "" where they order none.
func ListAskedFor(texts ...string) string {
	for _, text := range texts {
		if name := headingIn(text[:min(len(text), maxFormText)]); name != "" {
			return name
		}
	}
	return ""
}

// headingIn is a heading that lists of sources have, of the first list that a text orders; ""
// for none.
func headingIn(text string) string {
	for at, tries := listOpening.next(text, 0), 0; at < len(text) && tries < maxSamples; at = listOpening.next(text, at) {
		rest := text[at:min(len(text), at+maxSample)]
		sign, size := utf8.DecodeRuneInString(rest)
		var m []int
		if strings.ContainsRune(listSigns, sign) {
			tries++
			m = listName.FindStringSubmatchIndex(rest)
		}
		if m == nil {
			at += size
			continue
		}
		if listOrder.MatchString(text[max(0, at-maxSample):min(len(text), at+m[1]+maxSample)]) && !isForbidden(text, at) {
			if name := rest[m[4]:m[5]]; rest[0] != '#' {
				return name + ":"
			}
			return rest[m[2]:m[5]]
		}
		at += m[1]
	}
	return ""
}

// listSigns can open the name of a list.
const listSigns = "#*\"“«`'"

var listOpening = beginningsOf(listSigns)

// hasFold reports whether a word of ASCII stands in a text, in whatever case.
func hasFold(text, word string) bool {
	capital := word[0] - 'a' + 'A'
	for at := range len(text) - len(word) + 1 {
		if c := text[at]; (c == word[0] || c == capital) && strings.EqualFold(text[at:at+len(word)], word) {
			return true
		}
	}
	return false
}

// NotesShown reports whether an app's own words show the notes of footnotes: `[^1]: …`.
func NotesShown(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return shownNote.MatchString(text[:min(len(text), maxFormText)]) })
}

var shownNote = regexp.MustCompile(`\[\^[^\[\]\n]{1,20}\]:`)

package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	listOrder = regexp.MustCompile("(?i)" + strings.Join(forms.Lists, "|"))
	listing   = regexp.MustCompile("(?i)" + strings.Join(forms.Listing, "|"))
	listEnds  = regexp.MustCompile("(?i)" + strings.Join(forms.Ends, "|"))
	headings  = anyOf(words.ListHeadings) + "|" + anyOf(words.DoubtfulHeadings)

	listName = regexp.MustCompile("(?im)\\A(#{1,4} +|\\*\\*|[\"“«`'])(" + headings + ")(:?)(?:[\"”»`'*:]|[ \t]*$)")
	// anyName is a name in such signs, and bareName a heading that is called one.
	anyName  = regexp.MustCompile("\\A(#{1,4} +|\\*\\*|[\"“«])(\\p{L}[^\"“”«»`'*:#.\n]{2,40})(:?)(?:[\"”»`'*:.]|[ \t]*$)")
	bareName = regexp.MustCompile("(?i)\\b(" + headings + ") (?:section|list)\\b|\\b(?:section|list) (?:called|titled|named|entitled) (" + headings + ")\\b")
)

// ListAskedFor returns the heading of a list of sources that an app's own words order, as
// they write it; "" where they order none.
func ListAskedFor(texts ...string) string {
	for _, find := range [...]func(string) string{headingIn, bareIn, nameIn} {
		for _, text := range texts {
			if name := find(text[:min(len(text), maxFormText)]); name != "" {
				return name
			}
		}
	}
	return ""
}

// headingIn is a heading that lists of sources have, and nameIn any other name, of the first
// list that a text orders; "" for none.
func headingIn(text string) string {
	return namedList(text, listName, func(at, end int) bool {
		return listOrder.MatchString(text[max(0, at-maxSample):min(len(text), end+maxSample)])
	})
}

func nameIn(text string) string {
	return namedList(text, anyName, func(at, end int) bool {
		line := text[max(strings.LastIndexByte(text[:at], '\n')+1, at-maxSample):min(lineEnd(text, end), end+maxSample)]
		return listing.MatchString(line) && cue.MatchString(line)
	})
}

// listSigns can open the name of a list.
const listSigns = "#*\"“«`'"

var listOpening = beginningsOf(listSigns)

// namedList is the first name in signs that a pattern fits and a text orders.
func namedList(text string, fits *regexp.Regexp, orders func(at, end int) bool) string {
	for at, tries := listOpening.next(text, 0), 0; at < len(text) && tries < maxSamples; at = listOpening.next(text, at) {
		rest := text[at:min(len(text), at+maxSample)]
		sign, size := utf8.DecodeRuneInString(rest)
		var m []int
		if strings.ContainsRune(listSigns, sign) {
			tries++
			m = fits.FindStringSubmatchIndex(rest)
		}
		if m == nil {
			at += size
			continue
		}
		if orders(at, at+m[1]) && !isForbidden(text, at) {
			if name := rest[m[4]:m[5]]; rest[0] != '#' {
				return name + ":"
			}
			return rest[m[2]:m[5]]
		}
		at += m[1]
	}
	return ""
}

// bareIn is such a heading that stands in no signs: "add a References section at the end".
func bareIn(text string) string {
	if !hasFold(text, "section") && !hasFold(text, "list") { // one of which stands in each
		return ""
	}
	for _, m := range bareName.FindAllStringSubmatchIndex(text, maxSamples) {
		start, end := max(m[2], m[4]), max(m[3], m[5])
		line := text[max(strings.LastIndexByte(text[:m[0]], '\n')+1, m[0]-maxSample):min(lineEnd(text, m[1]), m[1]+maxSample)]
		if name := text[start:end]; strings.ToLower(name[:1]) != name[:1] && listEnds.MatchString(line) && !isForbidden(text, m[0]) {
			return name + ":"
		}
	}
	return ""
}

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

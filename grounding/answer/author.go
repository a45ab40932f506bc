package answer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// work is what one author-year reference says.
type work struct {
	names  []string // surnames or an organisation, folded
	others bool     // et al.
	year   int      // 0: n.d.
}

// dated matches the authors of a reference and its years, of which there may be
// several, before a place in the work: `Smith, 2019, 2020a, p. 12`.
var dated = func() *regexp.Regexp {
	year := `(?:(?:1[5-9]|20)\d\d[a-z]?|` + anyOf(words.NoYear) + `)`
	return regexp.MustCompile(`^(\p{L}.*?)[, ]+(` + year + `(?:[, ]+` + year + `)*)(?:, (?:` + anyOf(words.Places) + `).*)?$`)
}()

// anyOf is a pattern that matches each of some words.
func anyOf(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = regexp.QuoteMeta(w)
	}
	return strings.Join(quoted, "|")
}

// splitYears spells `Smith, 2019, 2020a; Lee, 2021` out as one reference for
// each year; nil where an item does not end in a year or has no name before it.
func splitYears(list string) (refs []string) {
	for item := range strings.SplitSeq(list, ";") {
		m := dated.FindStringSubmatch(strings.TrimSpace(item))
		if m == nil {
			return nil
		}
		for _, year := range strings.Fields(strings.ReplaceAll(m[2], ",", " ")) {
			refs = append(refs, m[1]+", "+year)
		}
	}
	return refs
}

// maxNarrative bounds, in words, the authors before a year in parentheses.
const maxNarrative = 6

// narrated reads what stands before the year of `Smith and Jones (2020) found …`:
// a reference for each of the last words that may begin the authors.
func narrated(before, year string) (refs []string) {
	if _, ok := readYear(year); !ok {
		return nil
	}
	words := strings.Fields(before[strings.LastIndexAny(before, "\n([])")+1:])
	for i := max(0, len(words)-maxNarrative); i < len(words); i++ {
		if startsUpper(words[i]) {
			refs = append(refs, strings.Join(words[i:], " ")+", "+year)
		}
	}
	return refs
}

// looksAuthored tells `Smith, 2020` from `May 2020` and `in 2020`.
func looksAuthored(inner string) bool {
	name, _, comma := strings.Cut(inner, ",")
	_, err := time.Parse("January", name)
	return comma && err != nil && startsUpper(name)
}

func startsUpper(s string) bool {
	for _, r := range s {
		return unicode.IsUpper(r)
	}
	return false
}

// readYear reads `2020`, `2020a` and `n.d.` (0).
func readYear(s string) (int, bool) {
	if slices.Contains(words.NoYear, s) {
		return 0, true
	}
	if m := dated.FindStringSubmatch("a " + s); m == nil || m[2] != s {
		return 0, false
	}
	year, err := strconv.Atoi(s[:4]) // a letter tells works of one year apart
	return year, err == nil
}

// authored finds sources by authors and year.
func (d *directory) authored(ref string) (found []int) {
	cut := strings.LastIndexByte(ref, ' ')
	year, ok := readYear(ref[cut+1:])
	if cut < 0 || !ok {
		return nil
	}
	w := readNames(strings.TrimRight(ref[:cut], ", "))
	if w.year = year; len(w.names) == 0 {
		return nil
	}
	if d.authors == nil {
		for i := range d.sources {
			d.authors = append(d.authors, authorshipOf(&d.sources[i]))
		}
	}
	for i := range d.authors {
		if w.isOf(&d.authors[i]) {
			found = append(found, i)
		}
	}
	return found
}

// readNames reads the authors of a reference.
func readNames(s string) (w work) {
	for _, lead := range words.WorkLeads {
		s = strings.TrimPrefix(s, lead+" ")
	}
	lower := strings.ToLower(s)
	for _, tail := range words.OtherAuthors {
		if at := strings.Index(lower, " "+tail); at > 0 && len(lower) == len(s) {
			s, w.others = s[:at], true
			break
		}
	}
	for _, name := range splitAuthors(s) {
		for i, part := range strings.Split(name, ",") {
			if folded := foldName(part); folded != "" && (i == 0 || !isInitials(part)) {
				w.names = append(w.names, folded)
			}
		}
	}
	return w
}

// authorship is what a source says of its authors.
type authorship struct {
	authors [][]string // for each author the names to cite it by, folded
	more    bool       // the list itself ends in "et al."
	title   string     // folded
	year    int
}

func authorshipOf(s *Source) authorship {
	a := authorship{title: foldName(s.Title), year: s.Year}
	for _, entry := range s.Authors {
		for _, name := range splitAuthors(entry) {
			name, _, others := strings.Cut(name, " et al")
			a.more = a.more || others
			a.authors = append(a.authors, citedAs(name))
		}
	}
	return a
}

// isOf tells whether a reference names a source: its authors in their order,
// compared by whole surnames, and its year. "Li" is not "Oliver", and "et al."
// needs further authors. A source without authors is named by its title.
func (w *work) isOf(a *authorship) bool {
	switch {
	case w.year != a.year:
		return false
	case len(a.authors) == 0:
		return !w.others && strings.Join(w.names, " ") == a.title
	case len(w.names) > len(a.authors):
		return false
	case w.others && !a.more && len(a.authors) == len(w.names):
		return false
	}
	for i, name := range w.names {
		if !slices.Contains(a.authors[i], name) {
			return false
		}
	}
	return true
}

// citedAs lists the forms of one author: the surname in "Smith, J.", and every
// end of "Ludwig van Beethoven", the whole name among them, for organisations.
func citedAs(name string) []string {
	surname, _, inverted := strings.Cut(name, ",")
	forms := []string{foldName(name), foldName(surname)}
	raw := strings.Fields(surname)
	for len(raw) > 1 && isInitials(raw[len(raw)-1]) {
		raw = raw[:len(raw)-1] // "Smith JA"
	}
	for i := range raw {
		if !inverted {
			forms = append(forms, foldName(strings.Join(raw[i:], " ")))
		}
	}
	return forms
}

// Surname returns what cites one author: the surname in "Smith, J." and in
// "Ludwig van Beethoven", with the particles before it. An organisation is
// cited by its whole name.
func Surname(author string) string {
	if surname, _, ok := strings.Cut(author, ","); ok {
		return surname
	}
	parts := strings.Fields(author)
	isBody := func(word string) bool { return slices.Contains(words.Bodies, strings.ToLower(strings.Trim(word, "."))) }
	if len(parts) < 2 || slices.ContainsFunc(parts, isBody) {
		return author
	}
	first := len(parts) - 1
	for first > 1 && !startsUpper(parts[first-1]) {
		first--
	}
	return strings.Join(parts[first:], " ")
}

// isInitials tells "J.", "JA" and "J. K." from a surname such as "Ng".
func isInitials(s string) bool {
	letters := 0
	for _, r := range s {
		if !unicode.IsLetter(r) {
			continue
		}
		if letters++; !unicode.IsUpper(r) {
			return false
		}
	}
	return letters > 0 && letters <= 3
}

var betweenAuthors = strings.NewReplacer(" & ", ";", " and ", ";", " und ", ";", "&", ";")

// splitAuthors splits a list of authors at what parts whole names.
func splitAuthors(s string) (out []string) {
	for name := range strings.SplitSeq(betweenAuthors.Replace(s), ";") {
		if name = strings.Trim(name, " ,"); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// foldName makes names comparable: letters without accents, in lower case.
func foldName(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r) || strings.ContainsRune(".'’", r):
			return -1
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return ' '
	}, norm.NFKD.String(s))), " ")
}

package answer

import (
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

// readYears reads `Author, Year` and lists of it. In the dialect author_year
// such a bracket is a marker even where it names nothing that was retrieved.
func (s *scanner) readYears(m *mark, inner string) bool {
	var refs []string
	for _, item := range strings.Split(inner, ";") {
		works := splitYears(strings.TrimSpace(item))
		if works == nil {
			return false
		}
		refs = append(refs, works...)
	}
	m.refs, m.sure = refs, weak
	if s.asked == AuthorYear && looksAuthored(inner) {
		m.sure = certain
	}
	return true
}

// maxNarrative bounds, in words, the authors before a year in parentheses.
const maxNarrative = 6

// readNarrative reads the year of `Smith and Jones (2020) found …`. The names
// stay in the sentence; the year goes, and what it cites holds for the whole
// sentence. It tries the words before the year from the sixth on.
func (s *scanner) readNarrative(m *mark, inner string) bool {
	if _, ok := readYear(inner); !ok {
		return false
	}
	before := strings.TrimRight(s.text[max(0, s.pos-maxInside):s.pos], " ")
	before = before[strings.LastIndexAny(before, "\n([])")+1:]
	words := strings.Fields(before)
	for i := max(0, len(words)-maxNarrative); i < len(words); i++ {
		if unicode.IsUpper(firstRune(words[i])) {
			m.alt = append(m.alt, []string{strings.Join(words[i:], " ") + ", " + inner})
		}
	}
	m.start -= len(s.text[:s.pos]) - len(strings.TrimRight(s.text[:s.pos], " "))
	m.kept = Region{m.start, m.start}
	return len(m.alt) > 0
}

// looksAuthored tells `Smith, 2020` from `May 2020` and `in 2020`.
func looksAuthored(inner string) bool {
	name, _, comma := strings.Cut(inner, ",")
	_, err := time.Parse("January", name)
	first := firstRune(name)
	return comma && err != nil && unicode.IsUpper(first)
}

// splitYears spells `Smith, 2019, 2020a` out as one reference for each year;
// nil for what does not end in a year or has no name before it.
func splitYears(item string) []string {
	item = withoutPage(item)
	var years []string
	for {
		cut := strings.LastIndexAny(item, ", ")
		if cut < 0 {
			break
		}
		if _, ok := readYear(item[cut+1:]); !ok {
			break
		}
		years = append(years, item[cut+1:])
		item = strings.TrimRight(item[:cut], ", ")
	}
	first := firstRune(item)
	if len(years) == 0 || item == "" || !unicode.IsLetter(first) {
		return nil
	}
	refs := make([]string, 0, len(years))
	for i := len(years) - 1; i >= 0; i-- {
		refs = append(refs, item+", "+years[i])
	}
	return refs
}

// withoutPage takes a place in the work off the end: `, p. 12`, `, pp. 3-4`.
func withoutPage(item string) string {
	for _, sign := range []string{", p. ", ", pp. ", ", p.", ", S. ", ", ch. "} {
		if at := strings.LastIndex(item, sign); at > 0 {
			return item[:at]
		}
	}
	return item
}

// readYear reads `2020`, `2020a` and `n.d.` (0).
func readYear(s string) (int, bool) {
	switch strings.ToLower(s) {
	case "n.d.", "n.d", "o.j.", "s.f.":
		return 0, true
	}
	if len(s) == 5 && s[4] >= 'a' && s[4] <= 'z' {
		s = s[:4] // the letter tells works of one year apart
	}
	year, err := strconv.Atoi(s)
	return year, err == nil && len(s) == 4 && year >= 1500 && year < 2100
}

// authored finds sources by authors and year.
func (d *directory) authored(ref string) []int {
	cut := strings.LastIndexByte(ref, ' ')
	if cut < 0 {
		return nil
	}
	year, ok := readYear(ref[cut+1:])
	if !ok {
		return nil
	}
	w := readNames(strings.TrimRight(ref[:cut], ", "))
	if w.year = year; len(w.names) == 0 {
		return nil
	}
	if d.authors == nil {
		d.authors = make([]authorship, len(d.sources))
		for i := range d.sources {
			d.authors[i] = authorshipOf(&d.sources[i])
		}
	}
	var found []int
	for i := range d.authors {
		if w.isOf(&d.authors[i]) {
			found = append(found, i)
		}
	}
	return found
}

// readNames reads the authors of a reference.
func readNames(s string) work {
	var w work
	for _, lead := range []string{"see also ", "see ", "cf. ", "e.g., ", "vgl. "} {
		s = strings.TrimPrefix(s, lead)
	}
	lower := strings.ToLower(s)
	for _, tail := range []string{" et al.", " et al", " and others", " u. a.", " 等"} {
		if at := strings.Index(lower, tail); at > 0 && len(lower) == len(s) {
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
	authors []map[string]bool // for each author the names to cite it by, folded
	more    bool              // the list itself ends in "et al."
	title   string            // folded
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
	if w.year != a.year {
		return false
	}
	if len(a.authors) == 0 {
		return !w.others && strings.Join(w.names, " ") == a.title
	}
	if len(w.names) > len(a.authors) || w.others && !a.more && len(a.authors) <= len(w.names) {
		return false
	}
	for i, name := range w.names {
		if !a.authors[i][name] {
			return false
		}
	}
	return true
}

// citedAs lists the forms of one author: the surname in "Smith, J." and in
// "J. Smith", with its particles, and the whole name, for organisations.
func citedAs(name string) map[string]bool {
	forms := map[string]bool{foldName(name): true}
	if surname, _, ok := strings.Cut(name, ","); ok {
		forms[foldName(surname)] = true
		return forms
	}
	raw := strings.Fields(name)
	for len(raw) > 1 && isInitials(raw[len(raw)-1]) {
		raw = raw[:len(raw)-1] // "Smith JA"
	}
	words := strings.Fields(foldName(strings.Join(raw, " ")))
	if len(words) > 0 {
		forms[words[len(words)-1]] = true
	}
	for i := 1; i < len(words)-1; i++ {
		if isParticle(words[i]) {
			forms[strings.Join(words[i:], " ")] = true
			break
		}
	}
	return forms
}

func isParticle(word string) bool {
	switch word {
	case "van", "von", "de", "del", "della", "di", "da", "dos", "du", "der", "den", "la", "le", "bin", "ibn", "al", "ter", "zu":
		return true
	}
	return false
}

// isInitials tells "J.", "JA" and "J. K." from a surname such as "Ng".
func isInitials(s string) bool {
	letters := 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r) && !unicode.IsUpper(r):
			return false
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters > 0 && letters <= 3
}

// splitAuthors splits a list of authors at what parts whole names.
func splitAuthors(s string) []string {
	s = strings.NewReplacer(" & ", ";", " and ", ";", " und ", ";", ", and ", ";", ", & ", ";", "&", ";").Replace(s)
	var out []string
	for _, name := range strings.Split(s, ";") {
		if name = strings.Trim(name, " ,"); name != "" {
			out = append(out, name)
		}
	}
	return out
}

// foldName makes names comparable: letters without accents, in lower case.
func foldName(s string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(s) {
		switch {
		case unicode.Is(unicode.Mn, r) || r == '.' || r == '\'' || r == '’':
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// firstRune is the first character of a text, 0 of an empty one.
func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Name is a guess at a proper name, an acronym or a code.
type Name struct {
	Start, End int    // bytes
	Text       string // as written
	First      bool   // it opens a sentence: the capital may mean nothing
	Code       bool   // an acronym or a code (WHO, B12, COVID-19)
}

// Names finds capitalised words, taken together where they follow each other
// ("New York", "Bank of England"), acronyms and codes. A capital at the start
// of a sentence is marked, not trusted; so are all nouns of German, which the
// caller must weigh (German capitalises them). Scripts without capitals yield
// only Latin names and codes.
func Names(s string) []Name {
	var c Cut
	c.Anew(s)
	return c.Names(nil)
}

// Names appends the names of the text to out, as the function of that name
// finds them.
func (c *Cut) Names(out []Name) []Name {
	s, all := c.text, c.all()
	for i := 0; i < len(all); {
		end := nameEnd(s, all, i)
		if end == i {
			i++
			continue
		}
		name := Name{Start: int(all[i].start), End: int(all[end-1].end), First: opens(s, all, i)}
		name.Text = s[name.Start:name.End]
		name.Code = IsCode(name.Text)
		single := end == i+1
		if !(single && name.First && !name.Code && isFunction(name.Text)) {
			out = append(out, name)
		}
		i = end
	}
	return out
}

// isFunction reports whether a word is a stop word or has a role in any
// language, so that its capital at the start of a sentence means nothing.
func isFunction(word string) bool {
	var room [48]byte
	return lexicons[Unknown].classes[string(AppendFold(room[:0], word))].Has(Stop | Critical)
}

// nameEnd returns the piece behind the name that starts at piece i, or i.
func nameEnd(s string, all []piece, i int) int {
	if !capital(s, all[i]) {
		return i
	}
	end := i + 1
	for end < len(all) {
		switch {
		case codeTail(all, end):
			end++
		case all[end].kind == word && capital(s, all[end]):
			end++
		case nameParticles[s[all[end].start:all[end].end]] && end+1 < len(all) && all[end+1].kind == word && capital(s, all[end+1]):
			end += 2
		case s[all[end].start:all[end].end] == "-" && end+1 < len(all) && !all[end].spaced && !all[end+1].spaced &&
			all[end+1].kind != sign:
			end += 2
		default:
			return end
		}
	}
	return end
}

// codeTail takes in digits that are glued to the letters: B12.
func codeTail(all []piece, i int) bool {
	return all[i].kind == digits && !all[i].spaced
}

func capital(s string, p piece) bool {
	r, _ := utf8.DecodeRuneInString(s[p.start:p.end])
	return p.kind == word && unicode.IsUpper(r)
}

var nameParticles = WordSet("name_particles")

// opens reports whether piece i is the first word of a sentence or a line.
func opens(s string, all []piece, i int) bool {
	if i == 0 {
		return true
	}
	if all[i-1].kind == word && all[i-1].end+1 == all[i].start && s[all[i-1].end] == ' ' {
		return false // a space, as nearly always
	}
	gap := s[all[i-1].start:all[i].start]
	return strings.ContainsAny(gap, ".!?\n:;。！？\"“„«•") || strings.HasPrefix(gap, "-")
}

// IsCode reports whether a name has a digit or more than one capital and no
// small letter.
func IsCode(text string) bool {
	upper, lower := 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			return true
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLower(r):
			lower++
		}
	}
	return upper > 1 && lower == 0
}

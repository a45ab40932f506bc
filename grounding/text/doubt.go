package text

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Doubting says how a text speaks of another one beside it, by the lists of all languages
// but English, whose words package claim weighs itself.
type Doubting struct {
	Words  int  // in it; of a script without spaces two characters are one
	Doubts bool // it has a word that doubts: false, myth, formerly
	Opens  bool // it begins with such a word
	Points bool // it begins with a word that speaks of what was said before
	Denies bool // it has a negator
	Ahead  bool // it has a word that speaks of what follows: the following
}

// doubtList has the entries of a list, by whether they are parts of unspaced text.
type doubtList struct {
	words []string // with a space in front, and one behind but for stems
	parts []string
}

// doubtWords are the words that doubt in any language, aheadWords those that announce: a short text may be taken for one of
// another language. pointWords are by language, of all for Unknown.
var (
	doubtWords = listDoubts(slices.Collect(maps.Keys(WordSet("doubts"))))
	aheadWords = listDoubts(slices.Collect(maps.Keys(WordSet("announced"))))
	pointWords = func() (out []doubtList) {
		out = append(out, listDoubts(slices.Collect(maps.Keys(WordSet("pointing")))))
		for _, l := range Languages() {
			out = append(out, listDoubts(l.WordList("pointing")))
		}
		return out
	}()
)

func listDoubts(entries []string) (out doubtList) {
	for _, entry := range entries {
		stem, open := strings.CutSuffix(entry, "*")
		if ScriptOf(stem).Unspaced() {
			out.parts = append(out.parts, stem)
			continue
		}
		word := strings.TrimRight(spaceWords(stem), " ")
		if !open {
			word += " "
		}
		out.words = append(out.words, word)
	}
	return out
}

// spaceWords writes a text as its folded words with one space around each.
func spaceWords(s string) string {
	return " " + strings.Join(strings.FieldsFunc(Fold(s), func(r rune) bool { return !inWord(r) || r == '\'' || r == '’' }), " ") + " "
}

// in reports whether an entry of the list stands in a text, or in its first words.
func (l *doubtList) in(words, said string) bool {
	for _, w := range l.words {
		if strings.Contains(words, w) {
			return true
		}
	}
	for _, p := range l.parts {
		if strings.Contains(said, p) {
			return true
		}
	}
	return false
}

// ReadDoubts reads a sentence or a heading. Of a long one the beginning is read.
func (l Language) ReadDoubts(s string) (d Doubting) {
	const longest, opening, characters = 400, 3, 6 // bytes, words, characters of a script without spaces
	if len(s) > longest {
		s = s[:longest]
	}
	words := spaceWords(s)
	fields := strings.Fields(words)
	first := " " + strings.Join(fields[:min(opening, len(fields))], " ") + " "
	begins := firstRunes(strings.TrimLeftFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }), characters)
	d.Words = len(fields)
	if ScriptOf(s).Unspaced() {
		d.Words = len([]rune(s)) / 2
		d.Denies = strings.ContainsFunc(s, func(r rune) bool { return l.IsNegator(string(r)) })
	}
	for _, w := range fields {
		d.Denies = d.Denies || l.IsNegator(w)
	}
	d.Doubts, d.Opens, d.Points = doubtWords.in(words, s), doubtWords.in(first, begins), pointWords[l].in(first, begins)
	d.Ahead = aheadWords.in(words, s)
	return d
}

func firstRunes(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// HasDoubts reports whether there is a list of words that doubt in the language of a text:
// of a short text without a language in each that it may be of, and it is taken to be English if its words are.
func (l Language) HasDoubts(s string) bool {
	known := func(l Language) bool { return l == English || len(l.WordList("doubts")) > 0 }
	if l != Unknown {
		return known(l)
	}
	among := stopLanguages.tied(s)
	if len(among) > 0 && !slices.ContainsFunc(among, func(l Language) bool { return !known(l) }) {
		return true
	}
	const shortest = 3 // letters
	common, all := 0, 0
	for _, word := range strings.Fields(spaceWords(clip(s))) {
		if len(word) < shortest {
			continue
		}
		all++
		if IsASCII(word) && (isCommon(word) || FormOf(word) || English.IsStop(word)) {
			common++
		}
	}
	return 2*common >= all
}

package quote

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/text"
)

// Least lengths, in letters, of words in which a slip is evident.
const (
	minTypo     = 5
	minMistaken = 8  // one letter for another: too many short words are a letter apart (water, wafer)
	minUnlisted = 10 // in a word that no list has
)

// evidentSlip reports whether one word is an evident slip of another: one letter
// dropped, doubled, mistaken or swapped inside a long common word, and the result no
// word that anyone knows.
func (s *search) evidentSlip(right, wrong string) bool {
	n := utf8.RuneCountInString(right)
	if n < minTypo || s.text.hasWord(wrong) || text.Listed(wrong) || text.IsUnit(wrong) {
		return false
	}
	slip, at := slipOf(right, wrong)
	if slip == noSlip || variant(right, wrong) || confusing(right, wrong, slip) {
		return false
	}
	if s.inEnglish() && text.Listed(right) && (slip != substituted || n >= minMistaken) {
		return true
	}
	return s.deepSlip([]rune(right), []rune(wrong), slip, at)
}

// inEnglish reports whether the common words are those of the text's language.
func (s *search) inEnglish() bool { return s.in(text.English, text.Unknown) }

// vowels and telling letters: words are often told apart by one consonant for
// another, by one vowel for another, and by l, m, n, r alone (geschlossen,
// geschossen; Mandant, Mandat).
const (
	vowels  = "aeiouyäöüáàâãåéèêëíìîïóòôõúùûаеёиоуыэюя"
	telling = "lmnrлмнр"
)

func isVowel(r rune) bool { return strings.ContainsRune(vowels, r) }

// deepSlip is what is asked of a slip in a word that no list has: deep inside a long
// word, and of a sort that rarely makes another one. German ie and ei swapped make
// one (verschieden, verscheiden).
func (s *search) deepSlip(right, wrong []rune, slip slip, at int) bool {
	n := len(right)
	deep := n >= minUnlisted && at >= 5 && at <= n-5
	switch slip {
	case swapped:
		return n >= 7 && at >= 3 && at <= n-4 && !(s.in(text.German, text.Dutch, text.Unknown) && diphthong(right[at], right[at+1]))
	case substituted:
		return deep && isVowel(right[at]) != isVowel(wrong[at])
	case inserted:
		return s.extra(wrong, at, deep)
	}
	return s.extra(right, at, deep) || isVowel(right[at]) && n >= 8 && at >= 2 && crowded(wrong, at)
}

func diphthong(a, b rune) bool { return a == 'i' && b == 'e' || a == 'e' && b == 'i' }

// in reports whether the text is in one of some languages.
func (s *search) in(languages ...text.Language) bool {
	return slices.Contains(languages, s.text.language())
}

// extra judges a letter that only the longer of two words has. What doubling a letter
// means depends on the language.
func (s *search) extra(longer []rune, at int, deep bool) bool {
	letter, n := longer[at], len(longer)
	if letter == longer[at-1] {
		tells := s.in(text.Italian) || s.in(text.Spanish, text.Portuguese) && strings.ContainsRune("rl", letter)
		return n >= 8 && at >= 2 && at <= n-3 && !tells
	}
	return deep && !strings.ContainsRune(telling, letter)
}

// crowded reports whether three consonants of Latin script meet in a word at a
// letter, as they rarely do where no vowel was dropped, but before l and r.
func crowded(word []rune, at int) bool {
	for from := max(0, at-2); from <= at && from+3 <= len(word); from++ {
		three := word[from : from+3]
		if !slices.ContainsFunc(three, func(r rune) bool { return isVowel(r) || r >= 0x250 }) {
			return three[2] != 'l' && three[2] != 'r'
		}
	}
	return false
}

// slip is the kind of a one-letter difference.
type slip uint8

const (
	noSlip slip = iota
	dropped
	inserted
	substituted
	swapped
)

// slipOf finds the one slip that makes b of a, and at which letter (in code
// points); noSlip if there is none or more than one. The first letter never
// slips: readers and writers both watch it.
func slipOf(a, b string) (slip, int) {
	x, y := []rune(a), []rune(b)
	head := 0
	for head < len(x) && head < len(y) && x[head] == y[head] {
		head++
	}
	tail := 0
	for tail < len(x)-head && tail < len(y)-head && x[len(x)-1-tail] == y[len(y)-1-tail] {
		tail++
	}
	left, right := x[head:len(x)-tail], y[head:len(y)-tail]
	kind := slips[[2]int{len(left), len(right)}]
	if head == 0 || kind == swapped && (left[0] != right[1] || left[1] != right[0]) {
		return noSlip, 0
	}
	return kind, head
}

// slips are the kinds of slip by how many letters differ on both sides.
var slips = map[[2]int]slip{{1, 0}: dropped, {0, 1}: inserted, {1, 1}: substituted, {2, 2}: swapped}

// similar reports whether two words are alike enough to be aligned with each
// other.
func similar(a, b string) bool {
	if len(a) < 4 || len(b) < 4 || a[0] != b[0] || max(len(a), len(b))-min(len(a), len(b)) > 2 {
		return false
	}
	if shared(a, b)*4 >= 3*max(len(a), len(b)) {
		return true
	}
	slip, _ := slipOf(a, b)
	return slip != noSlip
}

// tellingPrefixes decide the meaning of what follows and differ by a letter or two;
// tellingEndings are those that chemistry and medicine tell apart by a letter.
var (
	tellingPrefixes = text.WordSet("telling_prefixes")
	tellingEndings  = text.WordSet("telling_endings")
)

// confusing reports whether two words that are a slip apart differ in a prefix
// or a technical ending, where one letter makes another word. Letters that were
// swapped inside a prefix make none, unless they make another prefix.
func confusing(a, b string, slip slip) bool {
	if p, q := prefixOf(a), prefixOf(b); p != q && (slip != swapped || !strings.HasPrefix(p, q)) {
		return true
	}
	if slip == swapped && endingOf(b) == "" || endingOf(a) == endingOf(b) {
		return false
	}
	return !text.Listed(a) && !text.Known(b)
}

// longestAffix bounds the listed prefixes and endings, in bytes.
const longestAffix = 6

// endingOf returns the longest listed ending of a word, or "".
func endingOf(word string) string {
	for at := max(0, len(word)-longestAffix); at < len(word); at++ {
		if tellingEndings[word[at:]] {
			return word[at:]
		}
	}
	return ""
}

// prefixOf returns the longest listed prefix of a word, or "".
func prefixOf(word string) string {
	for end := min(len(word), longestAffix); end > 0; end-- {
		if tellingPrefixes[word[:end]] {
			return word[:end]
		}
	}
	return ""
}

// slipInRole reports an evident typo in a word with a role that is no negation
// or exception ("shouuld"): it is spelt wrong, and still that word. Number words,
// months and units keep their last letter (seventy, seventh) and are long.
func (s *search) slipInRole(i, j int) bool {
	const never, counting = text.Negator | text.Exception, text.NumberWord | text.OrdinalWord | text.Month
	source, snippet := s.text.Word(i), s.snippet.Word(j)
	class := text.Unknown.Class(source)
	unit := text.IsUnit(source) && !text.IsUnitSymbol(source)
	if !unit && !class.Has(text.Critical) || class.Has(never) || s.decisive(s.snippet, j) && !unit {
		return false
	}
	if unit || class.Has(counting) {
		if len(source) <= minTypo || source[len(source)-1] != snippet[len(snippet)-1] {
			return false
		}
	}
	return s.evidentSlip(source, snippet)
}

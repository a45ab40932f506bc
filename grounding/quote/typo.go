package quote

import (
	"strings"
	"unicode/utf8"

	lexis "vouchsafe/grounding/text"
)

// typo reports whether a snippet's word is an evident slip of the source's: one
// letter dropped, doubled, mistaken or swapped inside a long common word, and
// the result no word that anyone knows.
func (s *search) typo(i, j int) bool {
	source, snippet := s.text.word(i), s.snippet.word(j)
	if utf8.RuneCountInString(source) < minTypo || s.text.hasWord(snippet) || lexis.Known(snippet) ||
		lexis.FormOf(snippet) || lexis.IsUnit(snippet) {
		return false
	}
	slip, at := slipOf(source, snippet)
	if slip == noSlip || variant(source, snippet) {
		return false
	}
	if confusing(source, snippet, slip) {
		return false
	}
	language := s.text.language()
	slippery := slip != substituted || utf8.RuneCountInString(source) >= minMistaken
	listed := slippery && (language == lexis.English || language == lexis.Unknown) && (lexis.Known(source) || lexis.FormOf(source))
	return listed || s.inner(slip, at, source, snippet)
}

// minMistaken is the least length of a word in which one letter for another is
// evident: too many short words are a letter apart (water, wafer).
const minMistaken = 8

// minTypo is the least length of a word in which a typo is evident.
const minTypo = 5

// corrected reports whether the source has an evident slip, its own or one of text
// recognition ("recieve", "rep0rt", "sball"), that the snippet puts right: it has a
// common word where the source has none. What the source has might still be a term
// that few know, so its words are to take the snippet's place.
func (s *search) corrected(i, j int) bool {
	const may = lexis.Stop | lexis.Modal | lexis.Auxiliary
	source, snippet := s.text.word(i), s.snippet.word(j)
	token := s.text.tokens[i]
	if utf8.RuneCountInString(snippet) < minTypo || !lexis.Known(snippet) && !lexis.FormOf(snippet) ||
		lexis.Known(source) || lexis.FormOf(source) || lexis.IsUnit(source) || s.snippet.tokens[j].flags&hasDigit != 0 {
		return false
	}
	if class := lexis.Unknown.Class(snippet); class&^may != 0 {
		return false
	}
	if token.flags&hasDigit != 0 {
		return recognised.Replace(source) == snippet
	}
	language := s.text.language()
	if token.flags&upperCase != 0 && !s.opensStatement(i) || language != lexis.English && language != lexis.Unknown {
		return false
	}
	slip, at := slipOf(source, snippet)
	x, y := []rune(source), []rune(snippet)
	switch slip {
	case swapped:
		return prefixOf(source) == prefixOf(snippet)
	case substituted:
		return isVowel(x[at]) && isVowel(y[at]) || strings.Contains(mistaken, string([]rune{x[at], y[at]}))
	case inserted:
		return y[at] == y[at-1]
	case dropped:
		return x[at] == x[at-1]
	}
	return false
}

// mistaken are pairs of letters of which text recognition takes the second for the
// first.
const mistaken = "bh hb ec ce li il tf ft un nu"

// recognised writes the digits that text recognition takes letters for.
var recognised = strings.NewReplacer("0", "o", "1", "l", "5", "s", "8", "b")

// inner is what is asked of a slip in a word that no list has: deep inside a
// long word, and of a sort that rarely makes another one. German ie and ei
// swapped make one (verschieden, verscheiden), and so do l, m, n, r dropped or
// added (geschlossen, geschossen; Mandant, Mandat).
func (s *search) inner(slip slip, at int, source, snippet string) bool {
	n := utf8.RuneCountInString(source)
	deep := n >= 10 && at >= 5 && at <= n-5
	x, y := []rune(source), []rune(snippet)
	switch slip {
	case swapped:
		return n >= 7 && at >= 3 && at <= n-4 && !(s.germanic() && strings.ContainsRune("ie", x[at]) &&
			strings.ContainsRune("ie", x[at+1]))
	case substituted:
		return deep && isVowel(x[at]) != isVowel(y[at])
	case inserted:
		return s.extra(y, at, deep)
	}
	return s.extra(x, at, deep) || isVowel(x[at]) && crowded(y, at) && n >= 8 && at >= 2
}

// germanic reports whether the source is German or Dutch, or may be.
func (s *search) germanic() bool {
	language := s.text.language()
	return language == lexis.German || language == lexis.Dutch || language == lexis.Unknown
}

// extra judges a letter that only the longer of two words has: a doubled
// letter, a vowel, or a consonant that rarely tells words apart. What doubling
// a letter means depends on the language.
func (s *search) extra(longer []rune, at int, deep bool) bool {
	letter, n := longer[at], len(longer)
	if letter == longer[at-1] {
		language := s.text.language()
		iberian := language == lexis.Spanish || language == lexis.Portuguese
		return n >= 8 && at >= 2 && at <= n-3 && language != lexis.Italian && !(iberian && strings.ContainsRune("rl", letter))
	}
	return deep && (isVowel(letter) || !strings.ContainsRune("lmnrлмнр", letter))
}

// crowded reports whether three consonants of Latin script meet in a word at a
// letter, as they rarely do where no vowel was dropped, but before l and r.
func crowded(word []rune, at int) bool {
	run := 0
	for i := max(0, at-2); i < min(len(word), at+2); i++ {
		if isVowel(word[i]) || word[i] >= 0x250 {
			run = 0
			continue
		}
		if run++; run == 3 {
			return word[i] != 'l' && word[i] != 'r'
		}
	}
	return false
}

func isVowel(r rune) bool { return strings.ContainsRune(vowels, r) }

const vowels = "aeiouyäöüáàâãåéèêëíìîïóòôõúùûаеёиоуыэюя"

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
	if head == 0 {
		return noSlip, 0
	}
	rest, other := string(x[head:]), string(y[head:])
	switch len(y) - len(x) {
	case -1:
		if string(x[head+1:]) == other {
			return dropped, head
		}
	case 1:
		if string(y[head+1:]) == rest {
			return inserted, head
		}
	case 0:
		if head+1 <= len(x) && head < len(x) && string(x[head+1:]) == string(y[head+1:]) {
			return substituted, head
		}
		if head+2 <= len(x) && x[head] == y[head+1] && x[head+1] == y[head] && string(x[head+2:]) == string(y[head+2:]) {
			return swapped, head
		}
	}
	return noSlip, 0
}

// similar reports whether two words are alike enough to be aligned with each
// other.
func similar(a, b string) bool {
	if len(a) < 4 || len(b) < 4 || a[0] != b[0] || abs(len(a)-len(b)) > 2 {
		return false
	}
	if shared(a, b)*4 >= 3*max(len(a), len(b)) {
		return true
	}
	slip, _ := slipOf(a, b)
	return slip != noSlip
}

// prefixes decide the meaning of what follows and differ by a letter or two.
var prefixes = []string{"hypo", "hyper", "inter", "intra", "infra", "ante", "anti", "pre", "pro", "per", "post",
	"endo", "ecto", "exo", "macro", "micro",
	"nitr", "sulf", "meth", "eth", "prop", "but", "un", "in", "im", "il", "ir", "dis", "de", "non", "ab", "ad", "em",
	"en", "ex", "hydro", "hygro", "super", "supra", "sub"}

// endings that chemistry and medicine tell apart by a letter.
var endings = []string{"ine", "ide", "ate", "ite", "ane", "ene", "yne", "one", "ase", "ose", "ol", "al", "yl",
	"ic", "ous", "ium", "emia", "uria", "itis", "osis", "oma", "tomy", "stomy", "ectomy", "pathy"}

// confusing reports whether two words that are a slip apart differ in a prefix
// or a technical ending, where one letter makes another word. Letters that were
// swapped inside a prefix make none, unless they make another prefix.
func confusing(a, b string, slip slip) bool {
	if p, q := prefixOf(a), prefixOf(b); p != q && (slip != swapped || !strings.HasPrefix(p, q)) {
		return true
	}
	if slip == swapped && endingOf(b) == "" {
		return false
	}
	return endingOf(a) != endingOf(b) && technical(a, b)
}

// endingOf returns the longest listed ending of a word, or "".
func endingOf(word string) string {
	longest := ""
	for _, ending := range endings {
		if len(ending) > len(longest) && strings.HasSuffix(word, ending) {
			longest = ending
		}
	}
	return longest
}

// prefixOf returns the longest listed prefix of a word, or "".
func prefixOf(word string) string {
	longest := ""
	for _, prefix := range prefixes {
		if len(prefix) > len(longest) && strings.HasPrefix(word, prefix) {
			longest = prefix
		}
	}
	return longest
}

// technical reports whether neither word is in the list of common words, as
// the names of substances and diseases are.
func technical(a, b string) bool { return !lexis.Known(a) && !lexis.Known(b) && !lexis.FormOf(a) }

package text

import (
	"strings"
	"unicode"
)

// alphabetOf returns the script of a letter that can be taken for one of another; ok is
// false for digits, signs, and scripts that are written beside Latin words and look
// like no other.
func alphabetOf(r rune) (script Script, ok bool) {
	switch script = ScriptOfRune(r); {
	case script.Unspaced(), script == Hangul, !unicode.IsLetter(r), unicode.In(r, unicode.Common, unicode.Bopomofo):
		return script, false
	case script == OtherScript && unicode.Is(unicode.Latin, r):
		return Latin, true
	}
	return script, true
}

// Disguised returns the words of a text whose letters are not all of one
// alphabet, so that they look like a word and are none ("nоt" with a Cyrillic
// о), and, in a text of Latin letters, words of another alphabet that look like
// a Latin word of the lists ("ΝΟΤ" in Greek capitals). Greek letters as symbols
// (ΔG, TNFα, μmol) disguise nothing.
func Disguised(s string) []string {
	if IsASCII(s) {
		return nil
	}
	var out []string
	latin := ScriptOf(s) == Latin
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) }) {
		if !IsASCII(word) && disguised(word, latin) {
			out = append(out, word)
		}
	}
	return out
}

func disguised(word string, inLatin bool) bool {
	var letters [Thai + 1]int
	small, kinds := 0, 0 // small Latin letters, alphabets
	for _, r := range word {
		alphabet, ok := alphabetOf(r)
		if !ok {
			continue
		}
		if letters[alphabet]++; letters[alphabet] == 1 {
			kinds++
		}
		if alphabet == Latin && unicode.IsLower(r) {
			small++
		}
	}
	plain := Skeleton(word)
	switch {
	case kinds == 0 || kinds == 1 && letters[Latin] > 0:
		return false
	case kinds == 1:
		return inLatin && plain != word && Unknown.Class(Fold(plain)) != 0
	case kinds == 2 && letters[Latin] > 0 && letters[Greek] > 0:
		symbol := strings.ContainsAny(word[:2], "μΜΔΩ") || strings.HasSuffix(word, "Ω")
		return Listed(Fold(plain)) || small > 1 && !symbol
	}
	return true
}

// twins maps Cyrillic and Greek letters to the Latin letter that they look like.
var twins = func() map[rune]rune {
	out := map[rune]rune{}
	for letter, latin := range Pairs("twins") {
		out[[]rune(letter)[0]] = rune(latin[0])
	}
	return out
}()

// Skeleton writes the Cyrillic and Greek letters of a word as the Latin letters
// that they look like.
func Skeleton(word string) string {
	return strings.Map(func(r rune) rune {
		if twin, ok := twins[r]; ok {
			return twin
		}
		return r
	}, word)
}

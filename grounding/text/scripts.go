package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// alphabet is a script whose letters can be taken for those of another.
type alphabet uint8

const (
	noAlphabet alphabet = iota // digits, signs, and scripts that look like no other
	latinLetters
	cyrillicLetters
	greekLetters
	otherLetters
)

func alphabetOf(r rune) alphabet {
	switch {
	case r < utf8.RuneSelf:
		if letterByte(byte(r)) {
			return latinLetters
		}
		return noAlphabet
	case !unicode.IsLetter(r):
		return noAlphabet
	case unicode.Is(unicode.Latin, r):
		return latinLetters
	case unicode.Is(unicode.Cyrillic, r):
		return cyrillicLetters
	case unicode.Is(unicode.Greek, r):
		return greekLetters
	case unicode.In(r, unicode.Common, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Bopomofo, unicode.Thai, unicode.Lao, unicode.Myanmar, unicode.Khmer):
		return noAlphabet // written without spaces beside Latin words
	}
	return otherLetters
}

// Disguised returns the words of a text whose letters are not all of one
// alphabet, so that they look like a word and are none ("nоt" with a Cyrillic
// о), and, in a text of Latin letters, words of another alphabet that look like
// a Latin word of the lists ("ΝΟΤ" in Greek capitals). Greek letters as symbols
// (ΔG, TNFα, μmol) disguise nothing.
func Disguised(s string) []string {
	if isASCII(s) {
		return nil
	}
	var out []string
	latin := ScriptOf(s) == Latin
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) }) {
		if !isASCII(word) && disguised(word, latin) {
			out = append(out, word)
		}
	}
	return out
}

func disguised(word string, inLatin bool) bool {
	var letters [otherLetters + 1]int
	small := 0 // small Latin letters
	for _, r := range word {
		a := alphabetOf(r)
		letters[a]++
		if a == latinLetters && unicode.IsLower(r) {
			small++
		}
	}
	kinds := 0
	for a := latinLetters; a <= otherLetters; a++ {
		if letters[a] > 0 {
			kinds++
		}
	}
	switch {
	case kinds == 0 || kinds == 1 && letters[latinLetters] > 0:
		return false
	case kinds == 1:
		return inLatin && Unknown.Class(Fold(Skeleton(word))) != 0 && Skeleton(word) != word
	case kinds == 2 && letters[latinLetters] > 0 && letters[greekLetters] > 0:
		return Listed(Fold(Skeleton(word))) || small > 1 && !strings.ContainsAny(word[:2], "μΜΔΩ") && !strings.HasSuffix(word, "Ω")
	}
	return true
}

// twins maps Cyrillic and Greek letters to the Latin letter that they look like.
var twins = func() map[rune]rune {
	out := map[rune]rune{}
	for _, pair := range []string{
		"аa", "еe", "оo", "рp", "сc", "уy", "хx", "іi", "јj", "ѕs", "ԁd", "һh", "кk", "мm", "тt", "вb", "нh", "ԛq", "ԝw",
		"АA", "ВB", "ЕE", "ЅS", "ІI", "ЈJ", "КK", "МM", "НH", "ОO", "РP", "СC", "ТT", "УY", "ХX",
		"αa", "οo", "νv", "ρp", "ιi", "κk", "υu", "τt", "εe", "ηn", "χx", "ɑa",
		"ΑA", "ΒB", "ΕE", "ΖZ", "ΗH", "ΙI", "ΚK", "ΜM", "ΝN", "ΟO", "ΡP", "ΤT", "ΥY", "ΧX",
	} {
		runes := []rune(pair)
		out[runes[0]] = runes[1]
	}
	return out
}()

// Twin returns the Latin letter that a Cyrillic or Greek letter looks like, or 0.
func Twin(r rune) rune { return twins[r] }

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

package text

import (
	"math/bits"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a word in the form in which it is listed: lower case, composed
// (NFC), typographic apostrophes straightened.
func Fold(word string) string {
	if isLowerASCII(word) {
		return word
	}
	if IsASCII(word) {
		return strings.ToLower(word)
	}
	return strings.ReplaceAll(norm.NFC.String(strings.ToLower(word)), "’", "'")
}

// AppendFold appends a word's folded form to dst: Fold without a string of its
// own, for looking the word up.
func AppendFold(dst []byte, word string) []byte {
	start := len(dst)
	dst = append(dst, word...)
	for i, c := range dst[start:] {
		if c >= utf8.RuneSelf {
			return append(dst[:start], Fold(word)...)
		}
		if 'A' <= c && c <= 'Z' {
			dst[start+i] = c + 'a' - 'A'
		}
	}
	return dst
}

// IsASCII reports whether all bytes of a text are of ASCII.
func IsASCII(s string) bool {
	for len(s) >= 8 {
		if (s[0] | s[1] | s[2] | s[3] | s[4] | s[5] | s[6] | s[7]) >= utf8.RuneSelf {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isLowerASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || 'A' <= s[i] && s[i] <= 'Z' {
			return false
		}
	}
	return true
}

// Script is the writing system most letters of a text belong to.
type Script uint8

// The scripts that matter for how words are told apart.
const (
	OtherScript Script = iota
	Latin
	Cyrillic
	Greek
	ArabicScript
	Hebrew
	Han
	Kana
	Hangul
	Thai // and its neighbours that put no spaces between words: Lao, Burmese, Khmer
)

// Unspaced reports whether a script puts no spaces between words.
func (s Script) Unspaced() bool { return s == Han || s == Kana || s == Thai }

// scriptRanges are the letters of the scripts, in order.
var scriptRanges = [...]struct {
	first, last rune
	script      Script
}{
	{0x41, 0x36F, Latin}, {0x370, 0x3FF, Greek}, {0x400, 0x52F, Cyrillic}, {0x590, 0x5FF, Hebrew}, {0x600, 0x77F, ArabicScript},
	{0xE00, 0xEFF, Thai}, {0x1000, 0x109F, Thai}, {0x1100, 0x11FF, Hangul}, {0x1780, 0x17FF, Thai}, {0x1E00, 0x1EFF, Latin},
	{0x3005, 0x3007, Han}, {0x3041, 0x30FF, Kana}, {0x31F0, 0x31FF, Kana}, {0x3400, 0x9FFF, Han}, {0xAC00, 0xD7A3, Hangul},
	{0xF900, 0xFAFF, Han}, {0xFB50, 0xFDFF, ArabicScript}, {0xFE70, 0xFEFE, ArabicScript}, {0x20000, 0x3FFFF, Han},
}

// ScriptOfRune returns the script of a letter, OtherScript for anything else.
func ScriptOfRune(r rune) Script {
	for _, in := range &scriptRanges {
		switch {
		case r > in.last:
			continue
		case r < in.first, in.first == 'A' && !unicode.IsLetter(r): // signs stand among the Latin letters
			return OtherScript
		}
		return in.script
	}
	return OtherScript
}

// sample is how many bytes of a text are looked at to guess script and
// language: a few sentences are enough, and a guess must stay cheap.
const sample = 2048

// ScriptOf returns the script of most letters at the start of a text. Any
// kana makes it Kana, since Japanese is written with Han as well.
func ScriptOf(s string) Script {
	s = clip(s)
	if IsASCII(s) {
		return scriptOfASCII(s)
	}
	var count [Thai + 1]int
	for _, r := range s {
		if r < utf8.RuneSelf {
			if low := r | 0x20; 'a' <= low && low <= 'z' {
				count[Latin]++
			}
			continue
		}
		count[ScriptOfRune(r)]++
	}
	if count[Kana] > 0 && count[Kana]*10 >= count[Han] && count[Kana]+count[Han] > count[Latin] {
		return Kana
	}
	best := OtherScript
	for script := Latin; script <= Thai; script++ {
		if count[script] > count[best] || best == OtherScript && count[script] > 0 {
			best = script
		}
	}
	return best
}

func scriptOfASCII(s string) Script {
	for i := range len(s) {
		if letterByte(s[i]) {
			return Latin
		}
	}
	return OtherScript
}

func clip(s string) string {
	if len(s) <= sample {
		return s
	}
	cut := sample
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}

// LanguageOf guesses the language from the script and, where several languages are
// written in it, from stop words at the start of the text. It returns Unknown where too
// little speaks for any one language: names, codes, a single word.
func LanguageOf(s string) Language {
	script := ScriptOf(s)
	if of := stopLanguages.of[script]; len(of) == 1 && script != OtherScript {
		return of[0]
	}
	return stopLanguages.most(clip(s), script)
}

// most counts stop words. A word that several languages share counts for each of them,
// so it decides nothing.
func (w *stopWords) most(s string, script Script) Language {
	const beginning, lead = 512, 12 // bytes, stop words: such a lead there decides
	var score [MostLanguages]int
	begins := s[:1+strings.LastIndexByte(s[:min(len(s), beginning)], ' ')]
	w.count(begins, &score)
	best, second := w.ahead(&score, script)
	if score[best]-score[second] < lead {
		w.count(s[len(begins):], &score)
		best, second = w.ahead(&score, script)
	}
	switch tie := score[best] == score[second]; {
	case best == English && !tie:
		return English
	case best != Unknown && script == Latin && score[English] >= score[best]-1 && inCommonWords(s):
		return English
	case tie:
		return Unknown
	}
	return best
}

// tied are the languages of which a short text has the most stop words.
func (w *stopWords) tied(s string) (out []Language) {
	var score [MostLanguages]int
	w.count(clip(s), &score)
	most := max(1, slices.Max(score[:]))
	return slices.DeleteFunc(Languages(), func(l Language) bool { return score[l] < most })
}

// ahead are the languages of a script with the most stop words.
func (w *stopWords) ahead(score *[MostLanguages]int, script Script) (best, second Language) {
	for _, l := range w.of[script] {
		switch {
		case score[l] > score[best]:
			best, second = l, best
		case score[l] > score[second]:
			second = l
		}
	}
	return best, second
}

// count adds the stop words of a text to the scores of their languages.
func (w *stopWords) count(s string, score *[MostLanguages]int) {
	var room [64]byte
	for len(s) > 0 {
		n := 0
		for n < len(s) && n < len(room) {
			c := foldedByte[s[n]]
			if c == 0 {
				break
			}
			room[n] = c
			n++
		}
		folded := room[:n]
		if n < len(s) && (s[n] >= utf8.RuneSelf || n == len(room)) {
			n = run(s, n, inWord)
			folded = AppendFold(room[:0], s[:n])
		}
		if n == 0 {
			s = s[1:]
			continue
		}
		in := w.in[w.index.Find(folded)]
		if s = s[n:]; s != "" && isDigitByte(s[0]) {
			in = 0 // "A1" is no article
		}
		for ; in != 0; in &= in - 1 {
			score[bits.TrailingZeros32(in)]++
		}
	}
}

// inCommonWords reports whether most longer words of a text, names apart, are common
// English ones: a short sentence may have but one stop word, which other languages
// have as well.
func inCommonWords(s string) bool {
	const shortest, least = 4, 2 // letters, words
	common, all := 0, 0
	for word := range strings.FieldsFuncSeq(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(word) < shortest || !isLowerASCII(word[:1]) {
			continue
		}
		all++
		if isCommon(word) || FormOf(word) {
			common++
		}
	}
	return common >= least && 2*common > all
}

// foldedByte is the folded form of the ASCII bytes that words have, 0 for other
// bytes.
var foldedByte = func() (to [256]byte) {
	to['\''] = '\''
	for c := byte('a'); c <= 'z'; c++ {
		to[c], to[c-0x20] = c, c
	}
	return to
}()

// stopWords tells in which languages a folded word is a stop word: bit l for language l.
type stopWords struct {
	index *Index
	in    []uint32              // by number
	of    map[Script][]Language // the languages whose stop words are in a script
}

var stopLanguages = func() (out stopWords) {
	out.index, out.in, out.of = NewIndex(), make([]uint32, 1), map[Script][]Language{}
	for _, l := range Languages() {
		stops := langs[l.String()]["stops"]
		if len(stops) == 0 {
			continue
		}
		script := ScriptOf(strings.Join(stops, " "))
		out.of[script] = append(out.of[script], l)
		for word, class := range lexicons[l].classes {
			if !class.Has(Stop) {
				continue
			}
			n := out.index.Add(word)
			for n >= len(out.in) {
				out.in = append(out.in, 0)
			}
			out.in[n] |= 1 << l
		}
	}
	return out
}()

// inWord reports whether a character is part of a word.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return letterByte(byte(r)) || r == '\''
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.M, r) || r == '’'
}

package text

import (
	"encoding/binary"
	"iter"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Language is one of the languages that have a file in lang/, or Unknown.
type Language uint8

// The languages that code speaks of. All others follow in the order of their codes.
const (
	Unknown Language = iota
	English
	German
	French
	Spanish
	Italian
	Portuguese
	Dutch
	Russian
	Arabic
	Chinese
	Japanese
)

// MostLanguages bounds the languages, with Unknown.
const MostLanguages = 32

// codes are the ISO 639-1 codes of the languages.
var codes = func() []string {
	out := []string{"", "en", "de", "fr", "es", "it", "pt", "nl", "ru", "ar", "zh", "ja"}
	for _, code := range slices.Sorted(maps.Keys(langs)) {
		if code != "any" && !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	if len(out) > MostLanguages {
		panic("BUG: more languages than Roles has room for")
	}
	return out
}()

// Languages returns all languages but Unknown.
func Languages() []Language {
	out := make([]Language, 0, len(codes)-1)
	for l := range codes[1:] {
		out = append(out, Language(l+1))
	}
	return out
}

// String returns the ISO 639-1 code, and the empty string for Unknown.
func (l Language) String() string {
	if int(l) >= len(codes) {
		return ""
	}
	return codes[l]
}

// Class is a set of the roles a word can play. A word of more than one role
// has more than one bit ("may" is a modal and, folded, a month).
type Class uint16

// The roles that change what a sentence says.
const (
	Negator     Class = 1 << iota // not, kein, ne, без, 不
	Exception                     // except, unless, außer, sauf
	Quantifier                    // all, some, only, most, keiner
	Modal                         // may, must, should, darf
	Comparative                   // more, less, above, before, left
	Approximate                   // about, nearly, up to
	NumberWord                    // five, dozen, half, zwanzig
	OrdinalWord                   // first, zweite
	Month                         // january, märz
	Weekday                       // monday, samedi
	Connective                    // and, or, but, however
	Auxiliary                     // is, was, had: they carry the tense
	Stop                          // words without content of their own
	Condition                     // if, when, unless, wenn, 如果
	Denying                       // a negator that denies by its own sense: failed, without, 缺乏
)

// Critical is every role whose change alters the meaning of a sentence.
const Critical = Negator | Exception | Quantifier | Modal | Comparative |
	Approximate | NumberWord | OrdinalWord | Month | Weekday | Connective | Auxiliary

// Has reports whether any of the roles in want is in c.
func (c Class) Has(want Class) bool { return c&want != 0 }

// lexicon is the compiled form of words.
type lexicon struct {
	classes map[string]Class
	values  map[string]string // number words: five -> 5
	months  map[string]int    // january -> 1

	numberStarts [256]uint64 // the lengths of number words by their first byte, as bits: most words are none
}

var lexicons = compileAll()

func compileAll() []lexicon {
	out := make([]lexicon, len(codes))
	for l := English; int(l) < len(codes); l++ {
		out[l] = compile(langs[codes[l]])
		out[l].addCompounds(langs[codes[l]])
	}
	out[Unknown] = union(out[English:])
	for l := range out {
		for word := range out[l].values {
			out[l].numberStarts[word[0]] |= lengthBit(len(word))
		}
	}
	return out
}

// classKeys are the keys of the language files whose words have a role.
var classKeys = map[string]Class{
	"negators": Negator, "exceptions": Exception, "conditions": Condition, "quantifiers": Quantifier, "modals": Modal, "comparatives": Comparative,
	"approximators": Approximate, "weekdays": Weekday, "connectives": Connective, "auxiliaries": Auxiliary, "stops": Stop, "denying": Denying,
}

func compile(data langData) lexicon {
	lex := lexicon{classes: map[string]Class{}, values: map[string]string{}, months: map[string]int{}}
	for key, class := range classKeys {
		for _, word := range data[key] {
			lex.classes[word] |= class
			lex.classes[bareAlef(word)] |= class
		}
	}
	lex.addValues(data["numbers"], NumberWord)
	lex.addValues(data["ordinals"], OrdinalWord)
	lex.addMonths(data["months"])
	return lex
}

// addValues reads "one=1 two=2 deux=2".
func (lex *lexicon) addValues(list []string, class Class) {
	for _, pair := range list {
		word, value, _ := strings.Cut(pair, "=")
		for _, form := range []string{word, bareAlef(word)} {
			lex.classes[form] |= class
			lex.values[form] = value
		}
	}
}

// addMonths reads twelve fields, each with its spellings: "january,jan".
func (lex *lexicon) addMonths(list []string) {
	for i, spellings := range list {
		for word := range strings.SplitSeq(spellings, ",") {
			for _, form := range []string{word, bareAlef(word)} {
				lex.classes[form] |= Month
				lex.months[form] = i + 1
			}
		}
	}
}

// bareAlef writes an Arabic word without the hamza of its alefs, as many do.
func bareAlef(word string) string { return alefs.Replace(word) }

var alefs = strings.NewReplacer("أ", "ا", "إ", "ا", "آ", "ا", "ٱ", "ا")

// union joins the lexicons for text whose language is not known. There a number word counts
// that is one in English, or nothing else anywhere: "due" is two in Italian alone.
func union(all []lexicon) lexicon {
	out := compile(nil)
	for _, lex := range all {
		for word, class := range lex.classes {
			out.classes[word] |= class
		}
		maps.Copy(out.values, lex.values)
		maps.Copy(out.months, lex.months)
	}
	for word := range out.values {
		if slices.ContainsFunc(all, func(lex lexicon) bool { return lex.classes[word] != 0 && lex.values[word] == "" }) || isCommon(word) {
			delete(out.values, word)
		}
	}
	maps.Copy(out.values, all[0].values)
	return out
}

func (l Language) lexicon() *lexicon {
	if int(l) >= len(lexicons) {
		l = Unknown
	}
	return &lexicons[l]
}

// Class returns the roles of a folded word in the language; Unknown asks all
// languages at once.
func (l Language) Class(word string) Class { return l.lexicon().classes[word] }

// Roles are the roles that a word has in each language.
type Roles [MostLanguages]Class

// RolesOf looks a folded word up in all languages.
func RolesOf(word string) (r Roles) {
	for l := range lexicons {
		r[l] = lexicons[l].classes[word]
	}
	return r
}

// In returns the roles in one language; Unknown asks all languages at once.
func (r *Roles) In(l Language) Class {
	if int(l) >= len(lexicons) {
		l = Unknown
	}
	return r[l]
}

// Words lists every word that has a role in some language.
func Words() iter.Seq[string] { return maps.Keys(lexicons[Unknown].classes) }

// IsStop reports whether a folded word has no content of its own.
func (l Language) IsStop(word string) bool { return l.Class(word).Has(Stop) }

// IsNegator reports whether a folded word negates.
func (l Language) IsNegator(word string) bool {
	return l.Class(word).Has(Negator) || (l <= English && strings.HasSuffix(word, "n't"))
}

// Lower is strings.ToLower, for long texts that are mostly of ASCII.
func Lower(s string) string {
	if !IsASCII(s) {
		return strings.ToLower(s)
	}
	var out strings.Builder
	out.Grow(len(s))
	var room [256]byte
	for len(s) > 0 {
		n := copy(room[:], s)
		for at := 0; at < n; at += 8 { // the letters A to Z get the bit that makes them small, eight at a time
			const each = 0x0101010101010101
			x := binary.LittleEndian.Uint64(room[at:])
			capitals := (x + (0x80-'A')*each) &^ (x + (0x7f-'Z')*each) & (0x80 * each)
			binary.LittleEndian.PutUint64(room[at:], x|capitals>>2)
		}
		out.Write(room[:n])
		s = s[n:]
	}
	return out.String()
}

// MayDeny reports whether a text in lower case may have a negation. It is cheap: any
// word that is one in some language will do, and any script without spaces.
func MayDeny(s string) bool {
	for word := range strings.FieldsSeq(s) {
		word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
		if word != "" && (word[0] >= 0xe0 || strings.Contains(word, "'") || strings.Contains(word, "’") || negates(word)) {
			return true
		}
	}
	return false
}

// MayDenySomewhere reports whether MayDeny may hold of a sentence of a text, which need not be in lower
// case. It holds of every text that is not all in ASCII.
func MayDenySomewhere(s string) bool {
	var room [48]byte
	for at := 0; at < len(s); {
		n := at
		for n < len(s) && letterByte(s[n]) {
			n++
		}
		if n < len(s) && (s[n] >= utf8.RuneSelf || s[n] == '\'') {
			return true
		}
		if n > at && negators.may(s[at]|0x20, n-at) && negators.Find(AppendFold(room[:0], s[at:n])) > 0 {
			return true
		}
		at = n + 1
	}
	return false
}

// negates reports whether a folded word negates in some language.
func negates(word string) bool {
	return negators.may(word[0], len(word)) && negators.Find([]byte(word)) > 0
}

// negators are the words of all languages that negate, or say that something is not so.
var negators = func() *Index {
	out := NewIndex()
	for word, class := range lexicons[Unknown].classes {
		if class.Has(Negator) {
			out.Add(word)
		}
	}
	for word := range refuting {
		out.Add(word)
	}
	return out
}()

// Month returns 1 to 12 for a folded month name or its abbreviation, else 0.
func (l Language) Month(word string) int { return l.lexicon().months[word] }

// NumberValue returns the value of a folded number word or ordinal word as a
// decimal ("twelve" gives "12", "half" gives "0.5").
func (l Language) NumberValue(word string) (value string, ok bool) {
	lex := l.lexicon()
	if word == "" || lex.numberStarts[word[0]]&lengthBit(len(word)) == 0 {
		return "", false
	}
	value, ok = lex.values[word]
	return value, ok
}

// subordinators open a clause that another one speaks of.
var subordinators = WordSet("subordinators")

// refuting words say that a clause is not so.
var refuting = WordSet("refuting")

// IsSubordinator reports whether a folded word opens a clause that another one
// speaks of: "that", "dass", "что".
func IsSubordinator(word string) bool { return subordinators[word] }

// IsRefuting reports whether a folded word says that something is not so:
// "wrong", "bestreitet", "ложно".
func IsRefuting(word string) bool { return refuting[word] }

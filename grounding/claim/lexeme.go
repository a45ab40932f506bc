package claim

import "vouchsafe/grounding/text"

// lexeme is all that the word lists, here and in package text, say of one
// word. It is looked up once, when the word is read.
type lexeme struct {
	roles      text.Roles
	stem, root uint32 // hashes, as tokens have them
	part       part
	trait      trait
}

// trait is the set of further lists that a word stands in.
type trait uint8

const (
	hollowTrait    trait = 1 << iota // states nothing about the world
	referenceTrait                   // its number names a part of the evidence
)

// traitLists are the lists whose words have a trait.
var traitLists = map[trait]map[string]bool{
	hollowTrait: wordSet("hollow"), referenceTrait: text.ReferenceWords,
}

// lists hold the lexemes of all listed words, by number; number 0 is any other
// word, of which nothing is known.
type lists struct {
	index   *text.Index
	lexemes []lexeme
}

var listedWords = gather()

// gather reads all word lists.
func gather() *lists {
	v := &lists{text.NewIndex(), make([]lexeme, 1)}
	for word := range text.Words() {
		v.add(word).roles = text.RolesOf(word)
	}
	for t, list := range traitLists {
		for word := range list {
			v.add(word).trait |= t
		}
	}
	for _, list := range signLists {
		for word := range list {
			v.add(word)
		}
	}
	for p, list := range partLists {
		for word := range wordSet(list) {
			v.add(word).part |= p
		}
	}
	for word := range boilerplate {
		v.add(word).part |= phraseStart
	}
	for n := range v.lexemes {
		if x := &v.lexemes[n]; x.roles.In(text.Unknown).Has(function) {
			x.part |= fills
		}
	}
	return v
}

// add returns the lexeme of a word, which is empty if it was not listed yet.
func (v *lists) add(word string) *lexeme {
	n := v.index.Add(word)
	if n == len(v.lexemes) {
		x := lexeme{}
		x.stem, x.root = hashesOf(word)
		v.lexemes = append(v.lexemes, x)
	}
	return &v.lexemes[n]
}

// numbered returns the number of a word, which is listed if it was not.
func (v *lists) numbered(word string) uint16 {
	v.add(word)
	return v.number(word)
}

// number returns the number of a folded word's lexeme.
func (v *lists) number(word string) uint16 { return uint16(v.index.Find([]byte(word))) }

// of returns the lexeme of a folded word.
func (v *lists) of(word string) *lexeme { return &v.lexemes[v.number(word)] }

// lexeme is what is known of a token's word.
func (t *token) lexeme() *lexeme { return &listedWords.lexemes[t.word] }

// has reports whether a token's word stands in one of some lists.
func (t *token) has(lists trait) bool { return t.lexeme().trait&lists != 0 }

// foldedWord is a token's word as lists have it.
func foldedWord(s string, t *token) string {
	if t.word != 0 {
		return listedWords.index.Word(int(t.word))
	}
	return text.Fold(s[t.start:t.end])
}

// stem cuts the commonest endings from a folded word, in place: English
// plurals, verb forms and adverbs, and with them much of what other European
// languages inflect by. It is a light stemmer: two words that it equates are
// nearly always forms of one; not all forms of one are equated (root does
// that, roughly). It takes some tens of nanoseconds, which is why it is here.
func stem(w []byte) []byte {
	if n := len(w); n > 2 && w[n-1] == 's' && w[n-2] == '\'' {
		w = w[:n-2]
	}
	if len(w) < 4 {
		if string(w) == "use" {
			return w[:2]
		}
		return w
	}
	w = plural(w)
	switch {
	case ends(w, "ingly", 8), ends(w, "edly", 7):
		w = w[:len(w)-2]
	case ends(w, "ly", 6):
		w = w[:len(w)-2]
	}
	switch {
	case ends(w, "ing", 5) && hasVowel(w[:len(w)-3]):
		w = undouble(w[:len(w)-3])
	case ends(w, "ied", 5):
		w = w[:len(w)-2]
	case ends(w, "ed", 4) && w[len(w)-3] != 'e' && hasVowel(w[:len(w)-2]):
		w = undouble(w[:len(w)-2])
	}
	switch {
	case ends(w, "ness", 7):
		w = w[:len(w)-4]
	case ends(w, "ment", 8):
		w = w[:len(w)-4]
	}
	switch last := w[len(w)-1]; {
	case last == 'e' && (len(w) > 3 || string(w) == "use"):
		w = w[:len(w)-1]
	case last == 'y' && len(w) > 3:
		w[len(w)-1] = 'i'
	}
	return w
}

// plural cuts a plural ending.
func plural(w []byte) []byte {
	n := len(w)
	if w[n-1] != 's' || w[n-2] == 's' || w[n-2] == 'u' || w[n-2] == 'i' {
		return w
	}
	switch {
	case ends(w, "ies", 5):
		w[n-3] = 'y'
		return w[:n-2]
	case ends(w, "sses", 6), ends(w, "xes", 5), ends(w, "ches", 6), ends(w, "shes", 6):
		return w[:n-2]
	}
	return w[:n-1]
}

// undouble takes one of two equal final consonants: "stopp" is "stop".
func undouble(w []byte) []byte {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' && w[n-1] != 'e' {
		return w[:n-1]
	}
	return w
}

// hasVowel reports whether w is long enough to be a stem by itself.
func hasVowel(w []byte) bool {
	for _, c := range w {
		switch c {
		case 'a', 'e', 'i', 'o', 'u', 'y':
			return true
		}
	}
	return false
}

// ends reports whether w has the suffix and at least the given length.
func ends(w []byte, suffix string, length int) bool {
	return len(w) >= length && string(w[len(w)-len(suffix):]) == suffix
}

// rootLength is how many letters of a stem two words of one family share.
const rootLength = 5

// hashesOf returns the hash of a word's stem and that of the stem's beginning.
func hashesOf(word string) (whole, root uint32) {
	var room [48]byte
	return hashes(stem(append(room[:0], word...)))
}

// hashes returns the hash of a stem and that of its beginning, which is the same
// for most words derived from each other ("ferment", "fermentation").
func hashes(stem []byte) (whole, root uint32) {
	h := fnv(offset, stem[:min(len(stem), rootLength)])
	if root = finished(h); len(stem) <= rootLength {
		return root, root
	}
	return finished(fnv(h, stem[rootLength:])), root
}

// Lemma returns what the forms of one word share: "closes" and "closed" are cut to one
// stem, "freeze" and "frozen" are listed. The word is folded.
func Lemma(word string, lang text.Language) uint32 {
	if e := vocabularyOf(lang).find(listedWords.number(word)); e.has(irregularUse) {
		return e.key
	}
	return stemKey(word)
}

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
	addressTrait                     // speaks to somebody: "you"
)

// traitLists are the lists whose words have a trait.
var traitLists = map[trait]map[string]bool{
	hollowTrait: wordSet("hollow"), referenceTrait: text.ReferenceWords, addressTrait: wordSet("addresses"),
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

package claim

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"

	lexis "vouchsafe/grounding/text"
)

// idfText tells in how many training contexts each stem occurs: a first line
// "contexts N", then one "stem N" a line, with "name" behind it where the stem
// is mostly capitalised. The trainer in test/risk writes it.
//
//go:embed idf.txt
var idfText string

// Weights of tokens that the table does not speak of.
const (
	stopWeight    = 0.5 // so that a claim of nothing but stop words can be weighed
	numeralWeight = 5
	pairWeight    = 3
)

// lexicon knows how much a word says: its inverse document frequency.
type lexicon struct {
	idf     table
	names   table   // stems that are mostly capitalised
	kin     table   // roots of the others
	unknown float32 // weight of a stem that no context held
}

// table is a set of hashes with a weight each, open addressing.
type table struct {
	keys    []uint32
	weights []float32
	mask    uint32
}

func newTable(n int) table {
	size := 16
	for size < 2*n {
		size *= 2
	}
	return table{make([]uint32, size), make([]float32, size), uint32(size - 1)}
}

// put adds a key; zero is kept free for empty places.
func (t *table) put(key uint32, weight float32) {
	key |= 1
	i := (key >> 1) & t.mask
	for t.keys[i] != 0 && t.keys[i] != key {
		i = (i + 1) & t.mask
	}
	t.keys[i], t.weights[i] = key, weight
}

func (t *table) get(key uint32) (float32, bool) {
	key |= 1
	for i := (key >> 1) & t.mask; t.keys[i] != 0; i = (i + 1) & t.mask {
		if t.keys[i] == key {
			return t.weights[i], true
		}
	}
	return 0, false
}

func (l *lexicon) weight(stem uint32) float32 {
	if w, ok := l.idf.get(stem); ok {
		return w
	}
	return l.unknown
}

// common reports whether a stem is a word of everyday language rather than a
// part of names.
func (l *lexicon) common(stem uint32) bool {
	_, listed := l.idf.get(stem)
	_, name := l.names.get(stem)
	return listed && !name
}

// related reports whether a root is that of a word of everyday language.
func (l *lexicon) related(root uint32) bool {
	_, ok := l.kin.get(root)
	return ok
}

// loadLexicon reads the tables once.
var loadLexicon = sync.OnceValue(func() *lexicon {
	lines := strings.Count(idfText, "\n")
	l := &lexicon{idf: newTable(lines), names: newTable(lines), kin: newTable(lines)}
	contexts := 1.0
	for line := range strings.Lines(idfText) {
		word, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		count, name := strings.CutSuffix(count, " name")
		if name {
			l.names.put(hash([]byte(word)), 1)
		} else {
			l.kin.put(root([]byte(word)), 1)
		}
		n, err := strconv.ParseFloat(count, 64)
		switch {
		case err != nil || n <= 0:
		case word == "contexts":
			contexts = n
			l.unknown = float32(math.Log(contexts + 1))
		default:
			l.idf.put(hash([]byte(word)), float32(math.Log((contexts+1)/(n+0.5))))
		}
	}
	return l
})

// Load reads the tables that judging needs, which the first claim would else
// wait for. It takes some milliseconds.
func Load() {
	loadLexicon()
	loadForest()
	loadHarm()
}

// lexeme is all that the word lists, here and in package text, say of one
// word. It is looked up once, when the word is read.
type lexeme struct {
	roles      lexis.Roles
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
	exampleTrait                     // opens a list of examples, or a reason
)

// lists hold the lexemes of all listed words, by number; number 0 is any other
// word, of which nothing is known.
type lists struct {
	index   *lexis.Index
	lexemes []lexeme
}

var listedWords = gather()

// gather reads all word lists.
func gather() *lists {
	v := &lists{lexis.NewIndex(), make([]lexeme, 1)}
	for word := range lexis.Words() {
		v.add(word).roles = lexis.RolesOf(word)
	}
	for t, list := range map[trait]map[string]bool{
		hollowTrait: hollow, referenceTrait: references, addressTrait: addresses, exampleTrait: exampleWords,
	} {
		for word := range list {
			v.add(word).trait |= t
		}
	}
	v.addParts()
	return v
}

// add returns the lexeme of a word, which is empty if it was not listed yet.
func (v *lists) add(word string) *lexeme {
	n := v.index.Add(word)
	if n == len(v.lexemes) {
		x := lexeme{}
		x.stem, x.root = hashes(stem([]byte(word)))
		v.lexemes = append(v.lexemes, x)
	}
	return &v.lexemes[n]
}

// numbered returns the number of a word, which is listed if it was not.
func (v *lists) numbered(word string) uint16 {
	v.add(word)
	return uint16(v.index.Find([]byte(word)))
}

// number returns the number of a folded word's lexeme.
func (v *lists) number(word []byte) uint16 { return uint16(v.index.Find(word)) }

// of returns the lexeme of a folded word.
func (v *lists) of(word []byte) *lexeme { return &v.lexemes[v.index.Find(word)] }

// lexeme is what is known of a token's word.
func (t *token) lexeme() *lexeme { return &listedWords.lexemes[t.word] }

// has reports whether a token's word stands in one of some lists.
func (t *token) has(lists trait) bool { return t.lexeme().trait&lists != 0 }

// foldedWord is a token's word as lists have it.
func foldedWord(text string, t *token) string {
	if t.word != 0 {
		return listedWords.index.Word(int(t.word))
	}
	return lexis.Fold(text[t.start:t.end])
}

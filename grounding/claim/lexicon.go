package claim

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// idfText tells in how many training contexts each stem occurs: a first line
// "contexts N", then one "stem N" a line, with "name" behind it where the stem
// is mostly capitalised. The trainer in test/risk writes it.
//
//go:embed idf.txt
var idfText string

// Weights of tokens that the table does not speak of.
const (
	numeralWeight = 5
	pairWeight    = 3
)

// weigh returns how much a token says.
func (l *lexicon) weigh(t *token) float32 {
	switch {
	case t.is(numeral):
		return numeralWeight
	case t.is(wide):
		return pairWeight
	}
	return l.weight(t.stem)
}

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
			_, root := hashes([]byte(word))
			l.kin.put(root, 1)
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
	loadModel()
	loadHarm()
}

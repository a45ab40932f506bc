package claim

import (
	_ "embed"
	"math"
	"slices"
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

// lexicon knows how much a word says: its inverse document frequency.
type lexicon struct {
	idf     map[uint32]float32
	names   map[uint32]bool // stems that are mostly capitalised
	kin     map[uint32]bool // roots of the others
	unknown float32         // weight of a stem that no context held
}

// weigh returns how much a token says.
func (l *lexicon) weigh(t *token) float32 {
	switch {
	case t.is(numeral):
		return numeralWeight
	case t.is(wide):
		return pairWeight
	}
	if w, ok := l.idf[t.stem]; ok {
		return w
	}
	return l.unknown
}

// common reports whether a stem is a word of everyday language rather than a
// part of names.
func (l *lexicon) common(stem uint32) bool { return l.idf[stem] > 0 && !l.names[stem] }

// related reports whether a root is that of a word of everyday language.
func (l *lexicon) related(root uint32) bool { return l.kin[root] }

// loadLexicon reads the tables once.
var loadLexicon = sync.OnceValue(func() *lexicon {
	l := &lexicon{idf: map[uint32]float32{}, names: map[uint32]bool{}, kin: map[uint32]bool{}}
	contexts := 1.0
	for line := range strings.Lines(idfText) {
		word, count, _ := strings.Cut(strings.TrimSpace(line), " ")
		count, name := strings.CutSuffix(count, " name")
		n, err := strconv.ParseFloat(count, 64)
		if err != nil || n <= 0 {
			continue
		}
		if word == "contexts" {
			contexts, l.unknown = n, float32(math.Log(n+1))
			continue
		}
		stem, root := hashes([]byte(word))
		l.idf[stem] = float32(math.Log((contexts + 1) / (n + 0.5)))
		if name {
			l.names[stem] = true
		} else {
			l.kin[root] = true
		}
	}
	return l
})

// Load reads the tables that judging needs, which the first claim would else
// wait for. It takes some milliseconds.
func Load() {
	loadLexicon()
	loadModel()
	doubtWords()
	contrasted()
}

// doubtText has English words by which a sentence may be taken back. The file names its
// source and licence.
//
//go:embed doubts.txt
var doubtText string

// doubtWords are these words, by their keys; true for those that a section may be about, which
// stand in the line that begins with a semicolon.
var doubtWords = sync.OnceValue(func() map[uint32]bool {
	out := map[uint32]bool{}
	for line := range strings.Lines(doubtText) {
		topics, isTopics := strings.CutPrefix(line, ";")
		for word := range strings.FieldsSeq(topics) {
			if line[0] != '#' {
				out[stemKey(word)] = isTopics
			}
		}
	}
	return out
})

// deniesBelow reports whether a word among some atoms of a heading doubts what stands below it.
func deniesBelow(atoms []atom) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { topic, listed := doubtWords()[a.key]; return listed && !topic })
}

// doubts reports whether a word among some atoms doubts.
func doubts(atoms []atom) bool {
	return slices.ContainsFunc(atoms, func(a atom) bool { _, listed := doubtWords()[a.key]; return listed })
}

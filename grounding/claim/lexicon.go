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
	loadHarm()
	places()
	loadSynonyms()
	loadSorts()
}

// harmText tells how often words that a model added turned out to be invented:
// one "stem taint" a line, log odds in hundredths against the mean. The trainer in
// test/risk writes it.
//
//go:embed harm.txt
var harmText string

// Harm knows which added words tend to be invented (an ingredient, a place)
// and which are only other words for what the evidence says ("provide").
type Harm map[uint32]float32

// taint is the log odds that a word which the evidence lacks is invented.
func (h Harm) taint(stem uint32) float32 { return h[stem] }

// loadHarm reads the embedded table once.
var loadHarm = sync.OnceValue(func() Harm { return NewHarm(harmText) })

// NewHarm reads a table in the form of harmText.
func NewHarm(table string) Harm {
	h := make(Harm, strings.Count(table, "\n"))
	for line := range strings.Lines(table) {
		stem, taint, _ := strings.Cut(strings.TrimSpace(line), " ")
		if v, err := strconv.Atoi(taint); err == nil {
			h[hashString(stem)] = float32(v) / 100
		}
	}
	return h
}

// synonymText has English words that may stand for each other: spellings of one word, and
// words that mostly mean the same. The file names its source and licence.
//
//go:embed synonyms.txt
var synonymText string

// loadSynonyms reads them once, by the key of a word.
var loadSynonyms = sync.OnceValue(func() map[uint32][]uint32 {
	out := map[uint32][]uint32{}
	for line := range strings.Lines(synonymText) {
		if line[0] == '#' {
			continue
		}
		words := strings.Fields(line)
		first := stemKey(words[0])
		for _, word := range words[1:] {
			other := stemKey(word)
			out[first], out[other] = append(out[first], other), append(out[other], first)
		}
	}
	return out
})

// sortText has English words of a sort that matters for what may be left out or stands
// around a sentence. The file names its source and licence.
//
//go:embed sorts.txt
var sortText string

// wordSort is what a word mostly means, by WordNet's counts.
type wordSort uint8

const (
	plainSort    wordSort = iota
	doubtSort             // what is not so, no longer so, or only said or supposed to be so: "myth", "retract"
	togetherSort          // what is done to several things together: "link", "separate"
)

// loadSorts reads them once, by the key of a word.
var loadSorts = sync.OnceValue(func() map[uint32]wordSort {
	sorts, out := map[string]wordSort{"doubt": doubtSort, "together": togetherSort}, map[uint32]wordSort{}
	for line := range strings.Lines(sortText) {
		if name, words, found := strings.Cut(line, ": "); found && line[0] != '#' {
			for word := range strings.FieldsSeq(words) {
				out[stemKey(word)] = sorts[name]
			}
		}
	}
	return out
})

// sortOf returns the sort of an atom's word.
func sortOf(a *atom) wordSort { return loadSorts()[a.key] }

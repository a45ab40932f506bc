package claim

import (
	_ "embed"
	"encoding/json"
	"math"
	"sync"
)

// modelJSON holds the risk model's weights. The trainer in test/risk writes it.
//
//go:embed model.json
var modelJSON []byte

// Model is a set of small boosted trees over the figures of Features, and the
// map from their score to a risk.
type Model struct {
	Features    []string     `json:"features"` // names, to notice weights of another version
	Base        float32      `json:"base"`
	Trees       []Tree       `json:"trees"`
	Calibration [][2]float64 `json:"calibration"` // score, risk: rising, linear in between
}

// Tree is a complete binary tree. Node i has the children 2i+1 (value at most
// Threshold) and 2i+2; the leaves follow the last inner node.
type Tree struct {
	Feature   Indices   `json:"f"`
	Threshold []float32 `json:"t"`
	Leaf      []float32 `json:"l"`
}

// Indices are feature numbers, written as plain numbers in JSON.
type Indices []uint8

// UnmarshalJSON reads an array of numbers, where a byte slice would be base64.
func (x *Indices) UnmarshalJSON(data []byte) error {
	var wide []uint16
	if err := json.Unmarshal(data, &wide); err != nil {
		return err
	}
	*x = make(Indices, len(wide))
	for i, v := range wide {
		(*x)[i] = uint8(min(v, 255))
	}
	return nil
}

// Score returns the log odds, as trained, that the evidence does not carry a
// claim with the given figures.
func (m *Model) Score(figures []float32) float32 {
	sum := m.Base
	for i := range m.Trees {
		t := &m.Trees[i]
		n := 0
		for n < len(t.Feature) {
			if figures[t.Feature[n]] <= t.Threshold[n] {
				n = 2*n + 1
			} else {
				n = 2*n + 2
			}
		}
		sum += t.Leaf[n-len(t.Feature)]
	}
	return sum
}

// Risk maps a score to a risk between 0 and 1, four decimals.
func (m *Model) Risk(score float32) float64 {
	c, x := m.Calibration, float64(score)
	if len(c) == 0 {
		return round4(1 / (1 + math.Exp(-x)))
	}
	if x <= c[0][0] {
		return round4(c[0][1])
	}
	for i := 1; i < len(c); i++ {
		if x <= c[i][0] {
			share := (x - c[i-1][0]) / (c[i][0] - c[i-1][0])
			return round4(c[i-1][1] + share*(c[i][1]-c[i-1][1]))
		}
	}
	return round4(c[len(c)-1][1])
}

// fits reports whether the weights belong to this version's figures and every
// tree is whole and no deeper than a forest's, so that Score cannot go astray.
func (m *Model) fits() bool {
	if len(m.Features) != int(features) {
		return false
	}
	for i, name := range m.Features {
		if name != FeatureNames[i] {
			return false
		}
	}
	for _, t := range m.Trees {
		if len(t.Threshold) != len(t.Feature) || len(t.Leaf) != len(t.Feature)+1 || len(t.Feature) >= 1<<depth {
			return false
		}
		for _, f := range t.Feature {
			if int(f) >= int(features) {
				return false
			}
		}
	}
	return true
}

// loadModel reads the embedded weights once. Weights that do not fit give a
// model without trees, whose risk is even for every claim; a test sees to it
// that this never ships.
var loadModel = sync.OnceValue(func() *Model {
	m := new(Model)
	if err := json.Unmarshal(modelJSON, m); err != nil || !m.fits() {
		return new(Model)
	}
	return m
})

func round4(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// forest is a model's trees, brought to one depth: every claim walks the same
// few steps down each of them, without a branch that depends on the claim.
type forest struct {
	base  float32
	trees []walked
}

// depth is how many questions every tree asks.
const depth = 4

// walked is a tree of that depth: node i has the children 2i+1 and 2i+2, and
// the leaves are numbered on behind the last of them.
type walked struct {
	feature   [1 << depth]uint8
	threshold [1 << depth]int32 // see ordered
	leaf      [1 << depth]float32
}

// loadForest lays out the embedded model once.
var loadForest = sync.OnceValue(func() *forest { return newForest(loadModel()) })

func newForest(m *Model) *forest {
	f := &forest{base: m.Base, trees: make([]walked, len(m.Trees))}
	for i := range m.Trees {
		f.trees[i].plant(&m.Trees[i], 0, 0)
	}
	return f
}

// plant copies the part of a tree below node from to node to. Where the tree
// has its leaf already, whatever is asked below it leads there.
func (w *walked) plant(t *Tree, from, to int) {
	const inner = 1<<depth - 1
	next := [2]int{2*from + 1, 2*from + 2}
	if from >= len(t.Feature) {
		next = [2]int{from, from}
	}
	switch {
	case to >= inner:
		w.leaf[to-inner] = t.Leaf[from-len(t.Feature)]
		return
	case from >= len(t.Feature):
		w.threshold[to] = math.MaxInt32
	default:
		w.feature[to], w.threshold[to] = t.Feature[from], ordered(t.Threshold[from])
	}
	w.plant(t, next[0], 2*to+1)
	w.plant(t, next[1], 2*to+2)
}

// ordered maps a number to an integer, greater for a greater number.
func ordered(x float32) int32 {
	bits := int32(math.Float32bits(x + 0)) // no zero is less than another
	return bits ^ bits>>31&math.MaxInt32
}

// score is what Model.Score gives for the same trees.
func (f *forest) score(figures *vector) float32 {
	var a asked
	for i, x := range figures {
		a[i] = ordered(x)
	}
	sum := f.base
	for i := range f.trees {
		t := &f.trees[i]
		n := t.below(t.below(t.below(t.below(0, &a), &a), &a), &a) // as deep as all leaves are
		sum += t.leaf[(n+1)%(1<<depth)]                            // they are numbered from 2^depth-1 on
	}
	return sum
}

// asked are the figures of a claim in the form of the thresholds, in a length
// that has room for all of them and that a feature's number cannot exceed.
type asked [64]int32

// below is the child of node n that the figures lead to. Whether one is above
// the threshold is told by the sign of their difference.
func (w *walked) below(n uint64, figures *asked) uint64 {
	i := n % (1 << depth)
	above := uint64(int64(w.threshold[i])-int64(figures[w.feature[i]%64])) >> 63
	return 2*n + 1 + above
}

// feature names one figure that the risk model looks at.
type feature int

const (
	fWords        feature = iota // tokens of the claim
	fContent                     // content words, each once
	fCoverage                    // share of their weight found in the evidence
	fNovelWeight                 // weight of those not found
	fNovel                       // number of those not found
	fWindow                      // greatest share found in two neighbouring sentences
	fSingle                      // greatest share found in one source
	fSpread                      // fSingle - fWindow: how scattered the words are
	fLongestRun                  // longest run of tokens that stands in the evidence
	fRunShare3                   // share of tokens inside runs of three or more
	fRunShare2                   // the same for two or more
	fPairs                       // share of neighbouring content words that share a sentence
	fNovelMax                    // greatest weight of a word not found
	fAlien                       // weight of words not found, nor any of their family
	fAlienCount                  // number of those
	fStretch                     // greatest weight of words in a row that were not found
	fTailNovel                   // weight of words not found in the last third
	fExampleNovel                // weight of words not found behind "such as" and the like
	fTaint                       // learnt harm of the words not found, summed
	fTaintMax                    // and its greatest
	fNumbers                     // numbers
	fNumbersNovel                // those not found
	fNames                       // names
	fNamesNovel                  // those not found
	fEcho                        // share of content weight that echoes the question
	fNovelNoEcho                 // weight not found in evidence and question
	fMeanWeight                  // mean weight of the content words
	fNegations                   // negation words
	fTone                        // learnt harm of the words found or stop words, summed
	fToneMean                    // the same per word
	fOpening                     // learnt harm of the first two words
	fReverse                     // share of the closest sentence that the claim takes up
	fOrder                       // share of neighbouring words that keep their order there
	fNumbersFar                  // numbers found, but not near the closest sentence
	fDigest                      // fWindow, counting half for a word of which a relative is there
	fRefusal                     // 1 for a sentence that is no claim: a refusal
	fHollow                      // 1 for other boilerplate
	fItem                        // 1 for a list item
	fEvidence                    // size of the evidence, in sentences
	fOrdinal                     // number of the list item, 0 for none
	fLead                        // 1 for a claim with a lead: "Dose: …"
	fReferences                  // words for passages and steps
	fWorstClause                 // least share found of a clause's content weight
	fClauseNovel                 // greatest weight not found in one clause
	fBeforeNovel                 // weight not found in a claim before this one, on average (see course)
	fBeforeHarm                  // learnt harm of one, on average
	fBeforeWorst                 // and its greatest
	fBeforeSum                   // weight not found in them all
	features                     // how many there are
)

// FeatureNames names the figures of Features, in order.
var FeatureNames = [features]string{
	"words", "content", "coverage", "novel-weight", "novel", "window", "single", "spread",
	"longest-run", "run-share-3", "run-share-2", "pairs", "novel-max", "alien", "alien-count",
	"stretch", "tail-novel", "example-novel", "taint", "taint-max", "numbers", "numbers-novel",
	"names", "names-novel", "echo", "novel-no-echo", "mean-weight", "negations", "tone", "tone-mean",
	"opening", "reverse", "order", "numbers-far", "digest", "refusal", "hollow", "item", "evidence",
	"ordinal", "lead", "references", "worst-clause", "clause-novel",
	"before-novel", "before-harm", "before-worst", "before-sum",
}

package claim

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"vouchsafe/grounding/text"
)

// modelJSON holds the risk model's weights. The trainer in test/risk writes it.
//
//go:embed model.json
var modelJSON []byte

// Model is a set of small boosted trees over the figures of FeatureNames, and the
// map from their score to a risk.
type Model struct {
	Features    []string     `json:"features"` // names, to notice weights of another version
	Base        float32      `json:"base"`
	Trees       []Tree       `json:"trees"`
	Calibration [][2]float64 `json:"calibration"` // score, risk: rising, linear in between
}

// Depth is how many questions every tree asks.
const Depth = 4

// Tree is a complete binary tree. Node i has the children 2i+1 (value at most
// Threshold) and 2i+2; the leaves follow the last inner node.
type Tree struct {
	Feature   [1<<Depth - 1]uint8   `json:"f"`
	Threshold [1<<Depth - 1]float32 `json:"t"`
	Leaf      [1 << Depth]float32   `json:"l"`
}

// Score returns the log odds, as trained, that the evidence does not carry a
// claim with the given figures.
func (m *Model) Score(figures []float32) float32 {
	sum := m.Base
	for i := range m.Trees {
		t, n := &m.Trees[i], 0
		for range Depth {
			above := figures[t.Feature[n]] > t.Threshold[n]
			n = 2*n + 1
			if above {
				n++
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

// fits reports whether the weights belong to this version's figures, so that Score
// cannot go astray.
func (m *Model) fits() bool {
	if !slices.Equal(m.Features, FeatureNames[:]) {
		return false
	}
	for i := range m.Trees {
		if slices.Max(m.Trees[i].Feature[:]) >= uint8(features) {
			return false
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

// feature names one figure that the risk model looks at.
type feature int

const (
	fWords       feature = iota // tokens of the claim
	fContent                    // content words, each once
	fCoverage                   // share of their weight found in the evidence
	fNovelWeight                // weight of those not found
	fWindow                     // greatest share found in two neighbouring sentences
	fAlien                      // weight of words not found, nor any of their family
	fAlienCount                 // number of those
	fNovelNoEcho                // weight not found in evidence and question
	fItem                       // 1 for a list item
	fEvidence                   // size of the evidence, in sentences
	features                    // how many there are
)

// FeatureNames names the figures of Features, in order.
var FeatureNames = [features]string{
	"words", "content", "coverage", "novel-weight", "window", "alien", "alien-count", "novel-no-echo", "item", "evidence",
}

// DataHash returns a hash of the data that claims are judged by beside the languages:
// the weights of words and the model of risk.
func DataHash() string {
	sum := sha256.New()
	sum.Write([]byte(idfText))
	sum.Write([]byte(antonyms))
	sum.Write(modelJSON)
	return hex.EncodeToString(sum.Sum(nil))
}

// Word is a word of a claim as the trainer in test/risk sees it.
type Word struct {
	Stem       string
	Start, End int  // bytes in the claim
	Novel      bool // a content word that the evidence lacks
	Content    bool
	Capital    bool // capitalised, and not for opening a sentence
}

// Words returns the words of a claim and whether the evidence has them. It
// serves training only.
func Words(claim string, ev Evidence) (out []Word) {
	r := new(Hearing).read(claim, ev)
	for i := range r.said.tokens {
		t, j := &r.said.tokens[i], r.said.of[i]
		w := wordOf(r.said.text, t)
		w.Novel = t.content() && j >= 0 && r.found&(1<<j) == 0
		out = append(out, w)
	}
	return out
}

// Figures returns what the risk model looks at for a claim, in the order of
// FeatureNames, and whether the claim speaks of something else altogether. It
// serves training only.
func Figures(claim string, ev Evidence) (figures []float32, alien bool) {
	r := new(Hearing).read(claim, ev)
	v := r.measure()
	return v[:], r.alien()
}

// Stems returns the words of a text of evidence, numbers left out. It serves
// training only.
func Stems(s string) (out []Word) {
	read := text.Read(s)
	tokens := tokensOf(read, text.English, nil)
	for i := range tokens {
		if !tokens[i].is(numeral | wide) {
			out = append(out, wordOf(read.Text, &tokens[i]))
		}
	}
	return out
}

func wordOf(s string, t *token) Word {
	w := Word{Start: int(t.start), End: int(t.end), Content: t.content(), Capital: t.is(capital) && !t.is(opener)}
	if w.Stem = s[t.start:t.end]; !t.is(numeral | wide) {
		w.Stem = string(stem([]byte(text.Fold(w.Stem))))
	}
	return w
}

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

package claim

import "sync"

// forest is a model's trees in a row, each its inner nodes and then its leaves:
// what is walked for every claim lies together.
type forest struct {
	base  float32
	nodes []node
	inner []int // by tree: how many inner nodes
}

// node is an inner node of a tree, or one of its leaves.
type node struct {
	value   float32 // the threshold; what a leaf adds
	feature uint8
}

// loadForest lays out the embedded model once.
var loadForest = sync.OnceValue(func() *forest { return newForest(loadModel()) })

func newForest(m *Model) *forest {
	f := &forest{base: m.Base}
	for _, t := range m.Trees {
		f.inner = append(f.inner, len(t.Feature))
		for i, feature := range t.Feature {
			f.nodes = append(f.nodes, node{t.Threshold[i], feature})
		}
		for _, leaf := range t.Leaf {
			f.nodes = append(f.nodes, node{value: leaf})
		}
	}
	return f
}

// score is what Model.Score gives for the same trees.
func (f *forest) score(figures *vector) float32 {
	sum, rest := f.base, f.nodes
	for _, inner := range f.inner {
		n := 0
		for n < inner {
			if at := &rest[n]; figures[at.feature] <= at.value {
				n = 2*n + 1
			} else {
				n = 2*n + 2
			}
		}
		sum += rest[n].value
		rest = rest[2*inner+1:]
	}
	return sum
}

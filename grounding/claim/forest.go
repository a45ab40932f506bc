package claim

import (
	"math"
	"sync"
)

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

package main

import (
	"math"
	"math/rand/v2"
	"sort"

	"vouchsafe/grounding/claim"
)

// boosting holds the settings of gradient boosting on logistic loss: second
// order, on histograms of quantiles, complete trees.
type boosting struct {
	trees      int
	rate       float64 // share of each tree that is added
	lambda     float64 // ridge on leaf values
	minWeight  float64 // least hessian in a leaf
	rows, cols float64 // shares sampled for each tree
}

const bins = 64

// binned is a training set with every figure replaced by its quantile.
type binned struct {
	cuts [][]float32 // by feature: upper bounds of the bins
	x    [][]uint8   // by feature, by row
	y    []float64
}

// bin finds quantiles and applies them.
func bin(rows [][]float32, y []float64) *binned {
	n := len(rows[0])
	b := &binned{cuts: make([][]float32, n), x: make([][]uint8, n), y: y}
	for f := range n {
		column := make([]float32, len(rows))
		for i, r := range rows {
			column[i] = r[f]
		}
		sorted := append([]float32(nil), column...)
		sort.Slice(sorted, func(i, j int) bool { return sorted[i] < sorted[j] })
		for q := 1; q < bins; q++ {
			cut := sorted[q*(len(sorted)-1)/bins]
			if k := len(b.cuts[f]); k == 0 || b.cuts[f][k-1] < cut {
				b.cuts[f] = append(b.cuts[f], cut)
			}
		}
		b.x[f] = make([]uint8, len(rows))
		for i, v := range column {
			b.x[f][i] = uint8(sort.Search(len(b.cuts[f]), func(k int) bool { return v <= b.cuts[f][k] }))
		}
	}
	return b
}

// fit trains a model on rows of figures, their labels and weights. It is
// deterministic for a seed.
func (o boosting) fit(rows [][]float32, y, weight []float64, seed uint64) *claim.Model {
	b := bin(rows, y)
	rng := rand.New(rand.NewPCG(seed, 7))
	mean := 0.0
	for _, v := range y {
		mean += v / float64(len(y))
	}
	m := &claim.Model{Base: float32(math.Log(mean / (1 - mean)))}
	score := make([]float64, len(y))
	for i := range score {
		score[i] = float64(m.Base)
	}
	grad, hess := make([]float64, len(y)), make([]float64, len(y))
	for range o.trees {
		for i := range y {
			p := 1 / (1 + math.Exp(-score[i]))
			grad[i], hess[i] = weight[i]*(p-y[i]), weight[i]*p*(1-p)
			if rng.Float64() >= o.rows {
				grad[i], hess[i] = 0, 0
			}
		}
		g := grower{boosting: o, binned: b, grad: grad, hess: hess, node: make([]int32, len(y))}
		for f := range rows[0] {
			if rng.Float64() < o.cols {
				g.features = append(g.features, f)
			}
		}
		t := g.grow()
		m.Trees = append(m.Trees, t)
		inner := len(t.Feature)
		for i := range score {
			score[i] += float64(t.Leaf[int(g.node[i])-inner])
		}
	}
	return m
}

// grower grows one complete tree, level by level.
type grower struct {
	boosting
	*binned
	grad, hess []float64
	node       []int32 // by row: where it stands
	features   []int
}

type split struct {
	feature, bin int
	gain         float64
}

func (g *grower) grow() claim.Tree {
	var t claim.Tree
	inner := len(t.Feature)
	for level := range claim.Depth {
		first, count := 1<<level-1, 1<<level
		splits := g.best(first, count)
		for k, s := range splits {
			n := first + k
			t.Feature[n], t.Threshold[n] = uint8(s.feature), math.MaxFloat32
			if s.gain > 0 {
				t.Threshold[n] = g.cuts[s.feature][s.bin]
			}
		}
		for i, n := range g.node {
			s := &splits[int(n)-first]
			g.node[i] = 2*n + 1
			if s.gain > 0 && int(g.x[s.feature][i]) > s.bin {
				g.node[i]++
			}
		}
	}
	sums := make([][2]float64, inner+1)
	for i, n := range g.node {
		sums[int(n)-inner][0] += g.grad[i]
		sums[int(n)-inner][1] += g.hess[i]
	}
	for k, s := range sums {
		v := -s[0] / (s[1] + g.lambda)
		t.Leaf[k] = float32(math.Round(v*g.rate*1e4) / 1e4)
	}
	return t
}

// best finds the best split of each of count nodes from first on.
func (g *grower) best(first, count int) []split {
	out := make([]split, count)
	hist := make([][bins][2]float64, count)
	for _, f := range g.features {
		clear(hist)
		for i, n := range g.node {
			if g.hess[i] == 0 {
				continue
			}
			h := &hist[int(n)-first][g.x[f][i]]
			h[0] += g.grad[i]
			h[1] += g.hess[i]
		}
		for k := range hist {
			g.scan(&hist[k], f, &out[k])
		}
	}
	return out
}

// scan tries every cut of one feature in one node.
func (g *grower) scan(hist *[bins][2]float64, f int, best *split) {
	var grad, hess float64
	for _, h := range hist {
		grad += h[0]
		hess += h[1]
	}
	whole := grad * grad / (hess + g.lambda)
	var lg, lh float64
	for b := range g.cuts[f] {
		lg += hist[b][0]
		lh += hist[b][1]
		rg, rh := grad-lg, hess-lh
		if lh < g.minWeight || rh < g.minWeight {
			continue
		}
		gain := lg*lg/(lh+g.lambda) + rg*rg/(rh+g.lambda) - whole
		if gain > best.gain+1e-9 {
			*best = split{f, b, gain}
		}
	}
}

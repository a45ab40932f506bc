package claim

import "testing"

func TestAForestScoresAsItsModel(t *testing.T) {
	uneven := &Model{Base: 0.5, Trees: []Tree{
		{Leaf: []float32{0.25}},
		{Feature: Indices{1}, Threshold: []float32{2}, Leaf: []float32{-1, 1}},
		{Feature: Indices{0, 1, 2}, Threshold: []float32{1, 1, 1}, Leaf: []float32{1, 2, 3, 4}},
	}}
	ev := Evidence{Sources: []*Source{Prepare(passage)}}
	for _, m := range []*Model{loadModel(), uneven, {}} {
		f := newForest(m)
		for i, text := range answer {
			v := newReading(text, ev, loadHarm()).measure()
			for k := range v {
				v[k] *= float32((i+k)%5) / 2
			}
			if got, want := f.score(&v), m.Score(v[:]); got != want {
				t.Errorf("%d trees, %q: %v, want %v", len(m.Trees), text, got, want)
			}
		}
	}
}

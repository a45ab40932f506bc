package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"vouchsafe/claim"
)

const folds = 5

func settings() boosting {
	o := boosting{trees: 150, depth: 4, rate: 0.07, lambda: 5, minWeight: 8, rows: 0.7, cols: 0.5}
	if v := os.Getenv("HP"); v != "" {
		fmt.Sscan(v, &o.trees, &o.depth, &o.rate, &o.lambda, &o.minWeight, &o.rows, &o.cols)
	}
	return boosting{trees: o.trees, depth: o.depth, rate: o.rate, lambda: o.lambda, minWeight: o.minWeight, rows: o.rows, cols: o.cols,
		rising: make([]int8, len(claim.FeatureNames))}
}

func run(data, out string, write bool) error {
	answers, err := load(data, folds)
	if err != nil {
		return err
	}
	if write {
		if err := os.WriteFile(filepath.Join(out, "idf.txt"), []byte(frequencies(answers)), 0o644); err != nil {
			return err
		}
	}
	all := crossValidate(answers, folds)
	quick(answers, all)
	if os.Getenv("PROBE") != "" {
		probe(answers)
	}
	joint(answers, all)
	exper(answers, all)
	errs(answers, all)
	if !write {
		return nil
	}
	figureNested(answers, folds)
	m := train(answers)
	return save(out, m, countHarms(answers).table(harmShrink, harmLeast))
}

// save writes the harm table and the model, one tree a line.
func save(out string, m *claim.Model, harm string) error {
	var b strings.Builder
	enc := func(v any) string { j, _ := json.Marshal(v); return string(j) }
	fmt.Fprintf(&b, "{\"features\":%s,\n\"base\":%s,\n\"calibration\":%s,\n\"trees\":[\n", enc(m.Features), enc(m.Base), enc(m.Calibration))
	for i, t := range m.Trees {
		end := ",\n"
		if i == len(m.Trees)-1 {
			end = "\n"
		}
		b.WriteString(enc(struct {
			F []int     `json:"f"`
			T []float32 `json:"t"`
			L []float32 `json:"l"`
		}{ints(t.Feature), t.Threshold, t.Leaf}) + end)
	}
	b.WriteString("]}\n")
	if err := os.WriteFile(filepath.Join(out, "model.json"), []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(out, "harm.txt"), []byte(harm), 0o644)
}

func ints(b []uint8) []int {
	out := make([]int, len(b))
	for i, v := range b {
		out[i] = int(v)
	}
	return out
}

// frequencies counts in how many contexts each stem stands, and marks with
// "name" those that are mostly capitalised.
func frequencies(answers []*answer) string {
	type count struct{ contexts, all, capital int }
	counts := map[string]*count{}
	done := map[string]bool{}
	for _, a := range answers {
		if done[a.SourceID] {
			continue
		}
		done[a.SourceID] = true
		seen := map[string]bool{}
		for _, c := range a.Context {
			for _, w := range claim.Stems(c.Text) {
				n := counts[w.Stem]
				if n == nil {
					n = new(count)
					counts[w.Stem] = n
				}
				n.all++
				if w.Capital {
					n.capital++
				}
				if !seen[w.Stem] {
					seen[w.Stem] = true
					n.contexts++
				}
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "contexts %d\n", len(done))
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		n := counts[s]
		if n.contexts < fewestContexts {
			continue
		}
		mark := ""
		if 2*n.capital > n.all {
			mark = " name"
		}
		fmt.Fprintf(&b, "%s %d%s\n", s, n.contexts, mark)
	}
	return b.String()
}

// fewestContexts is how many contexts a stem must stand in to be listed: so
// many that no single one decides whether it is.
const fewestContexts = 3

func quick(answers []*answer, all [][]scored) {
	var s []float64
	var bad []bool
	var cs []float64
	var cbad []bool
	for _, a := range all {
		for _, x := range a {
			s = append(s, float64(x.score))
			bad = append(bad, x.bad)
			if x.kind == claim.Claim {
				cs = append(cs, float64(x.score))
				cbad = append(cbad, x.bad)
			}
		}
	}
	nb := 0
	for _, b := range bad {
		if b {
			nb++
		}
	}
	fmt.Printf("sentences %d bad %.3f auc %.4f   claims %d auc %.4f\n", len(s), float64(nb)/float64(len(s)), auc(s, bad), len(cs), auc(cs, cbad))
	for _, claimsOnly := range []bool{false, true} {
		var mx, no []float64
		var ab []bool
		for i, a := range answers {
			m, q := -9.0, 1.0
			for _, x := range all[i] {
				if claimsOnly && x.kind != claim.Claim {
					continue
				}
				m = max(m, float64(x.score))
				q *= 1 - 1/(1+math.Exp(-float64(x.score)))
			}
			mx = append(mx, m)
			no = append(no, 1-q)
			ab = append(ab, a.bad)
		}
		fmt.Printf("answers claimsOnly=%v auc max %.4f noisy-or %.4f\n", claimsOnly, auc(mx, ab), auc(no, ab))
		for _, fpr := range []float64{0.03, 0.05, 0.1, 0.15} {
			fmt.Printf("  fpr %.2f tpr max %.3f noisyor %.3f\n", fpr, tprAt(mx, ab, fpr), tprAt(no, ab, fpr))
		}
	}
}

// joint reports what the whole rule set does at some budgets of clean answers
// rejected: a finding rejects, and so does a score above the threshold.
func joint(answers []*answer, all [][]scored) {
	var s []float64
	var bad []bool
	for i, a := range answers {
		m := -99.0
		for _, x := range all[i] {
			if x.kind != claim.Claim {
				continue
			}
			m = max(m, float64(x.score))
			if x.finding {
				m = 99
				break
			}
		}
		s = append(s, m)
		bad = append(bad, a.bad)
	}
	fmt.Printf("JOINT auc %.4f", auc(s, bad))
	for _, f := range []float64{0.05, 0.06, 0.08, 0.1, 0.15} {
		fmt.Printf("  %.2f:%.3f", f, tprAt(s, bad, f))
	}
	fmt.Println()
}

func tprAt(score []float64, bad []bool, fpr float64) float64 {
	var good []float64
	for i, s := range score {
		if !bad[i] {
			good = append(good, s)
		}
	}
	sort.Float64s(good)
	th := good[int(float64(len(good))*(1-fpr))]
	n, k := 0, 0
	for i, s := range score {
		if bad[i] {
			n++
			if s > th {
				k++
			}
		}
	}
	return float64(k) / float64(n)
}

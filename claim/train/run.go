package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"vouchsafe/claim"
)

const folds = 5

func settings() boosting {
	return boosting{trees: 150, depth: 4, rate: 0.07, lambda: 5, minWeight: 8, rows: 0.7, cols: 0.5,
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
	probe(answers)
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

func frequencies(answers []*answer) string {
	df := map[string]int{}
	seenSource := map[string]bool{}
	n := 0
	for _, a := range answers {
		if seenSource[a.SourceID] {
			continue
		}
		seenSource[a.SourceID] = true
		n++
		seen := map[string]bool{}
		for _, c := range a.Context {
			for _, s := range claim.Stems(c.Text) {
				if !seen[s] {
					seen[s] = true
					df[s]++
				}
			}
		}
	}
	var stems []string
	for s, k := range df {
		if k >= 3 {
			stems = append(stems, s)
		}
	}
	sort.Strings(stems)
	var b strings.Builder
	fmt.Fprintf(&b, "contexts %d\n", n)
	for _, s := range stems {
		fmt.Fprintf(&b, "%s %d\n", s, df[s])
	}
	return b.String()
}

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

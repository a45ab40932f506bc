package main

import (
	"fmt"
	"os"
	"sort"
)

func errs(answers []*answer, all [][]scored) {
	f, _ := os.Create("/tmp/claimerrs.txt")
	defer f.Close()
	type e struct {
		i int
		s float32
	}
	var fp, fn []e
	for i, a := range answers {
		m := float32(-9)
		for _, x := range all[i] {
			if x.score > m {
				m = x.score
			}
		}
		if a.bad {
			fn = append(fn, e{i, m})
		} else {
			fp = append(fp, e{i, m})
		}
	}
	sort.Slice(fp, func(a, b int) bool { return fp[a].s > fp[b].s })
	sort.Slice(fn, func(a, b int) bool { return fn[a].s < fn[b].s })
	show := func(n string, l []e, k int) {
		for _, x := range l[:k] {
			a := answers[x.i]
			fmt.Fprintf(f, "=== %s score %.2f Q=%s\n", n, x.s, a.Question)
			for _, s := range all[x.i] {
				mark := "  "
				if s.bad {
					mark = "!!"
				}
				if s.score > x.s-0.01 || s.bad {
					nov := ""
					for _, w := range s.words {
						if w.Novel {
							nov += w.Stem + " "
						}
					}
					fmt.Fprintf(f, " %s %.2f %s %s\n      novel: %s\n", mark, s.score, s.kind, s.text, nov)
					if s.bad {
						sp := ""
						for k, w := range s.words {
							if s.marked[k] {
								sp += s.text[w.Start:w.End] + " "
							}
						}
						fmt.Fprintf(f, "      MARKED: %s\n", sp)
					}
				}
			}
		}
	}
	show("FP", fp, 70)
	show("FN", fn[:], 300)
}

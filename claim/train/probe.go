package main

import (
	"fmt"
	"os"

	"vouchsafe/claim"
)

// probe prints what the rules alone do. Temporary.
func probe(answers []*answer) {
	codes := []string{claim.CodeNumber, claim.CodeEntity, claim.CodeNegation}
	hit := map[string][4]int{} // clean answers, bad answers, good sentences, bad sentences
	var nClean, nBad int
	f, _ := os.Create("/tmp/claimprobe.txt")
	defer f.Close()
	for _, a := range answers {
		if a.bad {
			nBad++
		} else {
			nClean++
		}
		seen := map[string]bool{}
		for _, s := range a.sentences {
			if s.kind != claim.Claim {
				continue
			}
			j := claim.Judge(s.text, a.evidence, claim.Rules{MaxRisk: 1})
			for _, fd := range j.Findings {
				h := hit[fd.Code]
				if !seen[fd.Code] {
					seen[fd.Code] = true
					seen["any"] = true
					if a.bad {
						h[1]++
					} else {
						h[0]++
					}
				}
				if s.bad {
					h[3]++
				} else {
					h[2]++
				}
				hit[fd.Code] = h
				fmt.Fprintf(f, "%s\tansbad=%v sentbad=%v\t%s\t%q\tQ=%s\n", fd.Code, a.bad, s.bad, fd.Detail, s.text, a.Question)
			}
		}
		if seen["any"] {
			h := hit["any"]
			if a.bad {
				h[1]++
			} else {
				h[0]++
			}
			hit["any"] = h
		}
	}
	for _, c := range append(codes, "any") {
		h := hit[c]
		fmt.Printf("%-16s clean %.4f bad %.4f   sentences good %d bad %d\n", c, float64(h[0])/float64(nClean), float64(h[1])/float64(nBad), h[2], h[3])
	}
}

// Command claims measures what words make of labelled pairs of a claim and its
// evidence, by source and label, with 95 % intervals:
//
//	go run ./test/claims -data pairs.jsonl.gz
//	go run ./test/claims -data pairs.jsonl.gz -half work -show refuted/supported/CondaQA
//	go run ./test/claims -data pairs.jsonl.gz -rows > before.txt
//
// A line of the file is {"evidence","claim","label","source","kind"}, the label
// being supported, contradicted or unsupported. Each claim is held against the
// whole evidence text, as `balanced` holds it. -show prints the pairs with an
// outcome, label and source; -rows prints one line for each pair, so that two
// versions can be compared.
package main

import (
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/text"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "file of labelled pairs, JSON lines, gzip or not")
	flag.StringVar(&o.half, "half", "", "`work` or `check`: only one half of the evidence texts")
	flag.StringVar(&o.show, "show", "", "outcome/label/source: print those pairs")
	flag.BoolVar(&o.rows, "rows", false, "print the outcome of each pair instead of the table")
	flag.Parse()
	if err := o.run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "claims:", err)
		os.Exit(1)
	}
}

type options struct {
	data, half, show string
	rows             bool
}

func (o options) run(out io.Writer) error {
	pairs, err := readPairs(o.data)
	if err != nil {
		return err
	}
	var t table
	for i, p := range pairs {
		if !inHalf(p.Evidence, o.half) {
			continue
		}
		j := p.judge()
		t.add(p, j)
		switch {
		case o.rows:
			fmt.Fprintf(out, "%d %s %s %s %v\n", i, p.Source, p.Label, j.Outcome, j.Findings)
		case o.show != "" && strings.HasPrefix(string(j.Outcome)+"/"+p.Label+"/"+p.Source, o.show):
			fmt.Fprintf(out, "--- %d %s %s %s [%s] %v\n  E: %s\n  C: %s\n", i, j.Outcome, p.Label, p.Source, p.Kind,
				j.Findings, p.Evidence, p.Claim)
		}
	}
	if !o.rows {
		_, err = io.WriteString(out, t.String())
	}
	return err
}

// judge holds the claim against the whole evidence, with the limits of `balanced`.
func (p pair) judge() claim.Judgement {
	shown := text.Show(p.Evidence).Text
	whole := claim.Quote{End: utf8.RuneCountInString(shown)}
	ev := claim.Evidence{Sources: []*claim.Source{claim.Prepare(shown)}, Quotes: []claim.Quote{whole}}
	return claim.Judge(p.Claim, ev, claim.Rules{MinSupport: 0.15, MaxRisk: 0.8})
}

// inHalf reports whether an evidence text is in the half that is asked for: rules
// are worked out on one half and checked on the other.
func inHalf(evidence, half string) bool {
	odd := crc32.ChecksumIEEE([]byte(evidence))%2 == 1
	switch half {
	case "work":
		return !odd
	case "check":
		return odd
	}
	return true
}

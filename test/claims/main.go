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
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"os"
	"slices"
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

// pair is a line of a file of labelled pairs.
type pair struct {
	Evidence, Claim, Label, Source, Kind string
}

// readPairs reads a file of labelled pairs.
func readPairs(path string) ([]pair, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the pairs: %w", err)
	}
	in := bufio.NewReader(bytes.NewReader(data))
	if strings.HasSuffix(path, ".gz") {
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("cannot unpack the pairs: %w", err)
		}
		in = bufio.NewReader(unpacked)
	}
	var out []pair
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p pair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("cannot read pair %d: %w", len(out)+1, err)
		}
		out = append(out, p)
	}
	return out, lines.Err()
}

// counts tells what came of the pairs of one source with one label.
type counts struct {
	total, failed int
	outcomes      map[claim.Outcome]int
}

// key names a line of the table.
type key struct{ source, label string }

// table counts outcomes by source and label.
type table map[key]*counts

// add counts a pair in its own line and in that of all sources.
func (t *table) add(p pair, j claim.Judgement) {
	if *t == nil {
		*t = table{}
	}
	for _, k := range []key{{p.Source, p.Label}, {allSources, p.Label}} {
		c := (*t)[k]
		if c == nil {
			c = &counts{outcomes: map[claim.Outcome]int{}}
			(*t)[k] = c
		}
		c.total++
		c.outcomes[j.Outcome]++
		if len(j.Findings) > 0 {
			c.failed++
		}
	}
}

// allSources sorts behind the names of the sources.
const allSources = "~ all"

// String renders the table: shares in per cent, with their intervals and counts.
func (t table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-22s %-13s %6s %23s %23s %6s %23s\n", "source", "label", "pairs",
		"carried %", "refuted %", "unj.", "failed (balanced) %")
	keys := slices.SortedFunc(maps.Keys(t), func(a, b key) int {
		return strings.Compare(a.source+a.label, b.source+b.label)
	})
	for _, k := range keys {
		c := t[k]
		fmt.Fprintf(&b, "%-22s %-13s %6d %23s %23s %6d %23s\n", k.source, k.label, c.total, share(c.outcomes[claim.Carried], c.total),
			share(c.outcomes[claim.Refuted], c.total), c.outcomes[claim.Unjudged], share(c.failed, c.total))
	}
	return b.String()
}

// share writes k of n as a percentage with its 95 % interval and k itself.
func share(k, n int) string {
	low, high := wilson(k, n)
	return fmt.Sprintf("%5.2f (%4.1f-%5.1f) %d", 100*float64(k)/float64(n), 100*low, 100*high, k)
}

// wilson is the 95 % interval of a share (Wilson 1927, without correction for
// continuity).
func wilson(k, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, middle-half), min(1, middle+half)
}

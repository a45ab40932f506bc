package claim

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// labelledPair is one line of a file of labelled pairs.
type labelledPair struct {
	Evidence, Claim, Label, Source, Kind string
}

// tally counts what came of the pairs with one label.
type tally struct{ carried, refuted, open, unjudged, failed, total int }

// TestLabelledPairs prints what Judge makes of labelled pairs, by source. It
// needs VOUCHSAFE_PAIRS, the path of a file of pairs (JSON lines, gzip or not).
// VOUCHSAFE_PAIRS_HALF=work or =check takes one half of the evidence texts;
// VOUCHSAFE_PAIRS_SHOW=outcome/label[/source] prints those pairs.
func TestLabelledPairs(t *testing.T) {
	path := os.Getenv("VOUCHSAFE_PAIRS")
	if path == "" {
		t.Skip("VOUCHSAFE_PAIRS names no file of labelled pairs")
	}
	counts := map[string]map[string]*tally{}
	for _, p := range readLabelled(t, path) {
		if !inHalf(p.Evidence, os.Getenv("VOUCHSAFE_PAIRS_HALF")) {
			continue
		}
		j := judgePair(p)
		for _, source := range []string{p.Source, allButTables(p.Source)} {
			if counts[source] == nil {
				counts[source] = map[string]*tally{"supported": {}, "contradicted": {}, "unsupported": {}}
			}
			counts[source][p.Label].add(j)
		}
		showPair(p, j)
	}
	printTallies(counts)
}

func allButTables(source string) string {
	if source == "TabFact" || strings.HasPrefix(source, "DNC") {
		return "~TabFact+DNC"
	}
	return "~others"
}

func judgePair(p labelledPair) Judgement {
	ev := Evidence{Sources: []*Source{Prepare(p.Evidence)}, Quotes: []Quote{{0, 0, utf8.RuneCountInString(p.Evidence)}}}
	return Judge(p.Claim, ev, Rules{MinSupport: 0.15, MaxRisk: 0.8})
}

func (c *tally) add(j Judgement) {
	c.total++
	switch j.Outcome {
	case Carried:
		c.carried++
	case Refuted:
		c.refuted++
	case Unjudged:
		c.unjudged++
	default:
		c.open++
	}
	if len(j.Findings) > 0 {
		c.failed++
	}
}

func showPair(p labelledPair, j Judgement) {
	want := os.Getenv("VOUCHSAFE_PAIRS_SHOW")
	if want == "" || !strings.HasPrefix(string(j.Outcome)+"/"+p.Label+"/"+p.Source, want) {
		return
	}
	fmt.Printf("--- %s %s %s [%s] %v\n  E: %s\n  C: %s\n", j.Outcome, p.Label, p.Source, p.Kind, j.Findings, p.Evidence, p.Claim)
}

func printTallies(counts map[string]map[string]*tally) {
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Printf("%-22s %-13s %6s %22s %22s %6s %22s\n", "source", "label", "pairs", "carried %", "refuted %", "unj.", "failed (balanced) %")
	for _, name := range names {
		for _, label := range []string{"supported", "contradicted", "unsupported"} {
			if c := counts[name][label]; c.total > 0 {
				fmt.Printf("%-22s %-13s %6d %22s %22s %6d %22s\n", name, label, c.total, share(c.carried, c.total), share(c.refuted, c.total), c.unjudged, share(c.failed, c.total))
			}
		}
	}
}

// share writes a percentage with its 95 % interval after Wilson.
func share(k, n int) string {
	low, high := wilson(k, n)
	return fmt.Sprintf("%5.2f (%4.1f-%4.1f) %d", 100*float64(k)/float64(n), 100*low, 100*high, k)
}

func wilson(k, n int) (low, high float64) {
	const z = 1.96
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return middle - half, middle + half
}

// inHalf tells whether an evidence text is in the half that is asked for.
func inHalf(evidence, half string) bool {
	h := crc32.ChecksumIEEE([]byte(evidence))
	switch half {
	case "work":
		return h%2 == 0
	case "check":
		return h%2 == 1
	}
	return true
}

func readLabelled(t *testing.T, path string) (out []labelledPair) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p labelledPair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	return out
}

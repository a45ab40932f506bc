package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"vouchsafe/grounding/claim"
	"vouchsafe/proxy/judge"
)

// evaluation is how a judge fared on labelled pairs. Shares are from 0 to 1.
type evaluation struct {
	Judge     string            `json:"judge"`
	Pairs     int               `json:"pairs"`
	Supported int               `json:"supported"`
	Errors    int               `json:"errors"` // pairs without an opinion
	Error     string            `json:"error,omitempty"`
	Words     map[string][2]int `json:"words"`      // outcome: how many supported pairs have it, how many others
	WordsOnly rates             `json:"words_only"` // where nothing passes but what words carry
	Asked     float64           `json:"asked"`      // share of pairs that words leave open or cannot judge
	Batch     float64           `json:"batch_ms"`
	Calls     int64             `json:"calls"`
	Tokens    int64             `json:"tokens"`
	Curve     []threshold       `json:"curve"`
	Best      float64           `json:"best_threshold"` // of the judge behind the words
}

// threshold is how often a verdict is right at one threshold. Balanced is the
// mean of the shares of supported pairs passed and of others failed.
type threshold struct {
	At       float64 `json:"threshold"`
	Alone    rates   `json:"judge"`
	Together rates   `json:"words_and_judge"`
}

type rates struct {
	Refused  float64 `json:"supported_refused"`
	Passed   float64 `json:"others_passed"`
	Balanced float64 `json:"balanced_accuracy"`
}

func newEvaluation(name string, pairs []*pair, j *judge.Judge) *evaluation {
	askPairs(pairs, j)
	e := &evaluation{Judge: name, Pairs: len(pairs), Words: map[string][2]int{}}
	for _, p := range pairs {
		e.count(p)
	}
	e.Asked /= float64(len(pairs))
	e.WordsOnly = ratesOf(pairs, func(p *pair) bool { return p.words == claim.Carried })
	for at := 1; at < 20; at++ {
		e.Curve = append(e.Curve, thresholdAt(float64(at)/20, pairs))
	}
	e.Best = slices.MaxFunc(e.Curve, func(a, b threshold) int { return cmp.Compare(a.Together.Balanced, b.Together.Balanced) }).At
	c := j.Counts()
	e.Calls, e.Tokens = c.Calls, c.Tokens
	e.Batch = float64(c.Spent.Milliseconds()) / float64((len(pairs)+judgedAtOnce-1)/judgedAtOnce)
	return e
}

func (e *evaluation) count(p *pair) {
	e.Supported += number(p.supported())
	of := e.Words[string(p.words)]
	of[number(!p.supported())]++
	e.Words[string(p.words)] = of
	if open(p) {
		e.Asked++
	}
	if p.opinion.Err != nil {
		e.Errors++
		e.Error = p.opinion.Err.Error()
	}
}

// open reports whether the judge would be asked about a pair.
func open(p *pair) bool { return p.words == claim.Open || p.words == claim.Unjudged }

// thresholdAt counts verdicts at a threshold. A pair without an opinion passes
// nowhere.
func thresholdAt(at float64, pairs []*pair) threshold {
	alone := func(p *pair) bool { return p.opinion.Err == nil && p.opinion.Score >= at }
	return threshold{at, ratesOf(pairs, alone), ratesOf(pairs, func(p *pair) bool {
		return p.words == claim.Carried || open(p) && alone(p)
	})}
}

func ratesOf(pairs []*pair, passes func(*pair) bool) rates {
	var supported, others, refused, passed int
	for _, p := range pairs {
		ok := passes(p)
		if p.supported() {
			supported++
			refused += number(!ok)
		} else {
			others++
			passed += number(ok)
		}
	}
	r := rates{Refused: share(refused, supported), Passed: share(passed, others)}
	r.Balanced = (2 - r.Refused - r.Passed) / 2
	return r
}

func number(b bool) int { return int(truth(b)) }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

// print writes the figures for people.
func (e *evaluation) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "%d pairs, %d supported; words leave %.1f%% to the judge %s\n", e.Pairs, e.Supported, 100*e.Asked, e.Judge)
	fmt.Fprintf(w, "%d calls, %.0f ms for %d claims (%.0f ms a pair), %d tokens, %d pairs without an opinion\n",
		e.Calls, e.Batch, min(judgedAtOnce, e.Pairs), e.Batch/float64(min(judgedAtOnce, e.Pairs)), e.Tokens, e.Errors)
	if e.Error != "" {
		fmt.Fprintf(w, "last error: %s\n", e.Error)
	}
	fmt.Fprintf(w, "\nwords alone\tsupported\tothers\t\n")
	for _, outcome := range slices.Sorted(maps.Keys(e.Words)) {
		n := e.Words[outcome]
		fmt.Fprintf(w, "%s\t%d (%.1f%%)\t%d (%.1f%%)\t\n", outcome,
			n[0], 100*share(n[0], e.Supported), n[1], 100*share(n[1], e.Pairs-e.Supported))
	}
	fmt.Fprintf(w, "\nwords only\tbalanced\tsupported refused\tothers passed\t\n\t%s\t\n", e.WordsOnly)
	fmt.Fprintf(w, "\n\tjudge alone\t\t\twords, then judge\t\t\t\n")
	fmt.Fprintf(w, "threshold\tbalanced\tsupported refused\tothers passed\tbalanced\tsupported refused\tothers passed\t\n")
	for _, t := range e.Curve {
		fmt.Fprintf(w, "%.2f\t%s\t%s\t\n", t.At, t.Alone, t.Together)
	}
	fmt.Fprintf(w, "\nbest threshold behind the words: %.2f\n", e.Best)
	return w.Flush()
}

func (r rates) String() string {
	return fmt.Sprintf("%.1f%%\t%.1f%%\t%.1f%%", 100*r.Balanced, 100*r.Refused, 100*r.Passed)
}

// names lists the keys of a map, or says that there are none.
func names[T any](m map[string]T) string {
	if len(m) == 0 {
		return "none"
	}
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}

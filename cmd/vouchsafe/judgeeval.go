package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"vouchsafe/grounding/claim"
	"vouchsafe/proxy/judge"
)

// pair is one labelled pair, and what was found of it.
type pair struct {
	Evidence string `json:"evidence"`
	Claim    string `json:"claim"`
	Label    string `json:"label"`

	words   claim.Outcome
	opinion judge.Opinion
}

func (p *pair) supported() bool { return p.Label == "supported" }

// Flags of judge-eval.
var (
	judgeEvalJudge = &flag{name: "judge", about: "the judge's `NAME` in the configuration (required)"}
	judgeEvalJSON  = &flag{name: "json", isSwitch: true, about: "print the figures as one JSON object"}
)

var judgeEvalCommand = command{
	page: "judges#how-good-is-it",
	use:  "judge-eval PAIRS.jsonl|-", does: "Measure how good a judge is on labelled pairs",
	more: "Asks a judge of the configuration about labelled pairs, one JSON object a line:\n" +
		"{\"evidence\": \"…\", \"claim\": \"…\", \"label\": \"supported\" | \"contradicted\" | \"unsupported\"}\n" +
		"It prints for each threshold how often the judge is right, alone and after the words.",
	arguments: [2]int{1, 1},
	flags:     []*flag{judgeEvalJudge, judgeEvalJSON, configFlag},
	do:        evaluateJudge,
}

// evaluateJudge measures a judge of the configuration on labelled pairs.
func evaluateJudge(c call) error {
	settings, err := loadConfig(c.text(configFlag), c.streams)
	if err != nil {
		return err
	}
	name := c.text(judgeEvalJudge)
	set, known := settings.Judges[name]
	switch {
	case name == "":
		return fmt.Errorf("--judge is required; the configuration has these judges: %s", names(settings.Judges))
	case !known:
		return fmt.Errorf("there is no judge %q; the configuration has these judges: %s", name, names(settings.Judges))
	case set.Hosted() && (set.Upstream == "" || set.Model == ""):
		return fmt.Errorf("the judge %s asks the upstream and the model of each exchange; name both to measure it", name)
	}
	j, err := oneJudge(settings, name)
	if err != nil {
		return err
	}
	pairs, err := readPairs(c.args[0], c.streams)
	if err != nil {
		return err
	}
	e := newEvaluation(name, pairs, j)
	if e.Errors == e.Pairs { // figures would tell of the words alone
		return &exit{exitFailed, fmt.Errorf("no pair got an opinion: %s", e.Error)}
	}
	if c.isOn(judgeEvalJSON) {
		return writeLine(c.out, e)
	}
	return e.print(c.out)
}

// readPairs reads labelled pairs.
func readPairs(path string, s streams) ([]*pair, error) {
	in, err := openInput(path, s.in)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var pairs []*pair
	err = linesOf(in).filled(func(n int, line []byte) error {
		p := &pair{}
		if err := json.Unmarshal(line, p); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		if !slices.Contains([]string{"supported", "contradicted", "unsupported"}, p.Label) {
			return fmt.Errorf("line %d: the label is %q, not supported, contradicted or unsupported", n, p.Label)
		}
		pairs = append(pairs, p)
		return nil
	})
	if err == nil && len(pairs) == 0 {
		err = errors.New("there are no pairs")
	}
	return pairs, err
}

// judgedAtOnce is how many pairs are asked about in one batch, as an answer
// with that many claims would.
const judgedAtOnce = 10

// askPairs finds what words and the judge say of each pair.
func askPairs(pairs []*pair, j *judge.Judge) {
	for _, p := range pairs {
		p.words = claim.Judge(p.Claim, claim.Evidence{Sources: []*claim.Source{claim.Prepare(p.Evidence)}}, claim.Rules{MaxRisk: 1}).Outcome
	}
	for from := 0; from < len(pairs); from += judgedAtOnce {
		part := pairs[from:min(from+judgedAtOnce, len(pairs))]
		var questions []judge.Question
		for _, p := range part {
			questions = append(questions, judge.Question{Claim: p.Claim, Evidence: p.Evidence})
		}
		said, _ := j.Ask(context.Background(), judge.Server{}, questions)
		for i, o := range said {
			part[i].opinion = o
		}
	}
}

// evaluation is how a judge fared on labelled pairs. Shares are from 0 to 1.
type evaluation struct {
	Judge     string      `json:"judge"`
	Pairs     int         `json:"pairs"`
	Supported int         `json:"supported"`
	Errors    int         `json:"errors"` // pairs without an opinion
	Error     string      `json:"error,omitempty"`
	Asked     float64     `json:"asked"` // share of pairs that words leave open or cannot judge
	Batch     float64     `json:"batch_ms"`
	Calls     int64       `json:"calls"`
	Tokens    int64       `json:"tokens"`
	Curve     []threshold `json:"curve"`
	Best      float64     `json:"best_threshold"` // of the judge behind the words
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
	e := &evaluation{Judge: name, Pairs: len(pairs)}
	for _, p := range pairs {
		e.Supported += number(p.supported())
		e.Asked += truth(open(p)) / float64(len(pairs))
		if p.opinion.Err != nil {
			e.Errors++
			e.Error = p.opinion.Err.Error()
		}
	}
	for at := 1; at < 20; at++ {
		e.Curve = append(e.Curve, thresholdAt(float64(at)/20, pairs))
	}
	e.Best = slices.MaxFunc(e.Curve, func(a, b threshold) int { return cmp.Compare(a.Together.Balanced, b.Together.Balanced) }).At
	c := j.Counts()
	e.Calls, e.Tokens = c.Calls, c.Tokens
	e.Batch = float64(c.Spent.Milliseconds()) / float64((len(pairs)+judgedAtOnce-1)/judgedAtOnce)
	return e
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

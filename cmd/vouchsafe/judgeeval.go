package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"vouchsafe/grounding/claim"
	"vouchsafe/proxy/judge"
)

// judgeEvalFlags are the command line of judge-eval.
type judgeEvalFlags struct {
	config, judge string
	limit         int
	json          bool
}

func judgeEvalCommand(s streams) *cobra.Command {
	var f judgeEvalFlags
	cmd := &cobra.Command{
		Use: "judge-eval PAIRS.jsonl|-", Short: "Measure how good a judge is on labelled pairs", Args: takes(1, 1),
		Long: "Asks a judge of the configuration about labelled pairs, one JSON object a line:\n" +
			`{"evidence": "…", "claim": "…", "label": "supported" | "contradicted" | "unsupported"}` + "\n" +
			"and prints what words alone say, and for each threshold how often the judge, alone and behind the words, is right.",
		RunE: func(_ *cobra.Command, args []string) error { return f.run(args[0], s) },
	}
	configFlag(cmd, &f.config)
	flags := cmd.Flags()
	flags.StringVar(&f.judge, "judge", "", "name of the judge in the configuration (required)")
	flags.IntVar(&f.limit, "limit", 0, "ask about this many pairs only, the first ones; 0 for all")
	flags.BoolVar(&f.json, "json", false, "print the figures as one JSON object")
	return cmd
}

// pair is one labelled pair, and what was found of it.
type pair struct {
	Evidence string `json:"evidence"`
	Claim    string `json:"claim"`
	Label    string `json:"label"`

	words   claim.Outcome
	opinion judge.Opinion
}

func (p *pair) supported() bool { return p.Label == "supported" }

func (f judgeEvalFlags) run(path string, s streams) error {
	c, err := loadConfig(f.config, s)
	if err != nil {
		return err
	}
	set, known := c.Judges[f.judge]
	switch {
	case !known:
		return &exit{exitUsage, fmt.Errorf("there is no judge %q (--judge): the configuration has %s", f.judge, names(c.Judges))}
	case set.Hosted() && (set.Upstream == "" || set.Model == ""):
		err := fmt.Errorf("the judge %s asks the upstream and the model of each exchange; name both to measure it", f.judge)
		return &exit{exitUsage, err}
	}
	j, err := oneJudge(c, f.judge)
	if err != nil {
		return &exit{exitUsage, err}
	}
	pairs, err := readPairs(path, f.limit, s)
	if err != nil {
		return &exit{exitUsage, err}
	}
	e := newEvaluation(f.judge, pairs, j)
	if f.json {
		return writeLine(s.out, e)
	}
	return e.print(s.out)
}

// readPairs reads labelled pairs, all or the first ones.
func readPairs(path string, limit int, s streams) ([]*pair, error) {
	in, err := openInput(path, s.in)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var pairs []*pair
	for l := newLines(in); limit == 0 || len(pairs) < limit; {
		line, err := l.next()
		if errors.Is(err, io.EOF) {
			break
		}
		p := &pair{}
		if err == nil {
			err = json.Unmarshal(line, p)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", l.n, err)
		}
		switch p.Label {
		case "supported", "contradicted", "unsupported":
		default:
			return nil, fmt.Errorf("line %d: the label is %q, not supported, contradicted or unsupported", l.n, p.Label)
		}
		pairs = append(pairs, p)
	}
	if len(pairs) == 0 {
		return nil, errors.New("there are no pairs")
	}
	return pairs, nil
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
		var b judge.Batch
		for _, p := range part {
			b.Questions = append(b.Questions, judge.Question{Claim: p.Claim, Evidence: p.Evidence})
		}
		for i, o := range j.Ask(context.Background(), b).Claims {
			part[i].opinion = o
		}
	}
}

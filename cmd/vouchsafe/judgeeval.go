package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

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
		"It prints what words alone say, and for each threshold how often the judge is right, alone and after the words.",
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
		var b judge.Batch
		for _, p := range part {
			b.Questions = append(b.Questions, judge.Question{Claim: p.Claim, Evidence: p.Evidence})
		}
		for i, o := range j.Ask(context.Background(), b).Claims {
			part[i].opinion = o
		}
	}
}

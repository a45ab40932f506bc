package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"vouchsafe/cache"
	"vouchsafe/config"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy"
	"vouchsafe/proxy/judge"
	"vouchsafe/trace/audit"
)

// verifyFlags are the command line of verify.
type verifyFlags struct {
	config, app, policy, evidence string
	out, html                     string
	failUnder                     string
}

func verifyCommand(s streams) *cobra.Command {
	var f verifyFlags
	cmd := &cobra.Command{
		Use: "verify INPUT.jsonl|-", Short: "Verify answers that exist already, one JSON object a line", Args: takes(1, 1),
		RunE: func(_ *cobra.Command, args []string) error { return verifyFile(args[0], f, s) },
	}
	configFlag(cmd, &f.config)
	flags := cmd.Flags()
	flags.StringVar(&f.app, "app", "", "verify under the policy of this app (default: the app default, or the only app)")
	flags.StringVar(&f.policy, "policy", "", "verify under this policy")
	cmd.MarkFlagsMutuallyExclusive("app", "policy")
	flags.StringVar(&f.evidence, "evidence", "",
		"cited: an answer must cite; all: one that cites nothing is held against all its chunks "+
			"(default cited, under an observing policy all)")
	flags.StringVarP(&f.out, "out", "o", "", "write the results to this file instead of standard output")
	flags.StringVar(&f.html, "html", "", "write a report to this file, for people to read")
	flags.StringVar(&f.failUnder, "fail-under", "", "exit with 1 if a smaller share of the rows passes: 0.9 or 90%")
	return cmd
}

// verifyFile audits every line of the input and sums up.
func verifyFile(input string, f verifyFlags, s streams) error {
	least, err := parseRate(f.failUnder)
	if err != nil {
		return &exit{exitUsage, err}
	}
	rules, err := verifyRules(f, s)
	if err != nil {
		return err
	}
	in, err := openInput(input, s.in)
	if err != nil {
		return &exit{exitUsage, err}
	}
	defer in.Close()
	files, err := openResults(input, f, s)
	if err != nil {
		return &exit{exitUsage, err}
	}
	run := &verifyRun{
		lines: newLines(in), options: rules.options, out: files.out,
		progress: newProgress(s.err), page: newSelection(files.html != nil, rules.options.Prepare),
	}
	err = run.all()
	if err == nil && files.html != nil {
		err = run.page.write(files.html, run.tally, run.tally.passed(), factsOf(input, rules))
	}
	if err = errors.Join(err, files.close()); err != nil {
		return &exit{exitFailed, err}
	}
	fmt.Fprintln(s.err, run.tally.summary(least))
	if !run.tally.reaches(least) {
		return &exit{code: exitFailed}
	}
	return nil
}

// ruleset is what a run goes by, and how it is called.
type ruleset struct {
	options audit.Options
	policy  string // its name
	hash    string
}

// verifyRules finds the policy, and makes of it what an audit goes by.
func verifyRules(f verifyFlags, s streams) (ruleset, error) {
	c, err := loadConfig(f.config, s)
	if err != nil {
		return ruleset{}, err
	}
	name := f.policy
	if name == "" {
		app, err := chooseApp(c, f.app)
		if err != nil {
			return ruleset{}, err
		}
		name = c.Apps[app].Policy
	}
	p, ok := c.Policies[name]
	if !ok {
		known := slices.Sorted(maps.Keys(c.Policies))
		return ruleset{}, &exit{exitUsage, fmt.Errorf("there is no policy %q; there are %s", name, strings.Join(known, ", "))}
	}
	all := f.evidence == "all" || f.evidence == "" && p.Mode == policy.Observe
	if f.evidence != "" && f.evidence != "all" && f.evidence != "cited" {
		return ruleset{}, &exit{exitUsage, fmt.Errorf("--evidence is cited or all, not %q", f.evidence)}
	}
	options, err := auditOptions(c, p, all)
	if err != nil {
		return ruleset{}, &exit{exitUsage, err}
	}
	return ruleset{options, name, policy.Hash(p)}, nil
}

// chooseApp is the app that a command speaks of: the one that is named, else
// the app default, else the only one that there is.
func chooseApp(c *config.Config, named string) (string, error) {
	known := appNames(c)
	switch {
	case named != "" && !slices.Contains(known, named):
		return "", &exit{exitUsage, fmt.Errorf("there is no app %q; there are %s", named, strings.Join(known, ", "))}
	case named != "":
		return named, nil
	case len(known) == 1, len(known) > 0 && known[0] == config.DefaultApp:
		return known[0], nil
	}
	return "", &exit{exitUsage, fmt.Errorf("the configuration has no app %q: say which one with --app; there are %s",
		config.DefaultApp, strings.Join(known, ", "))}
}

func auditOptions(c *config.Config, p policy.Policy, all bool) (audit.Options, error) {
	exempt, err := buildExempt(p.Exempt)
	if err != nil {
		return audit.Options{}, err
	}
	opine, err := hearing(c, &p)
	if err != nil {
		return audit.Options{}, err
	}
	app := proxy.App{Policy: p, Layouts: buildLayouts(c.Layouts)}
	return audit.Options{
		Policy: p, Layouts: app.LayoutOptions(true), Exempt: exempt, All: all, Now: time.Now(), Opine: opine, Prepare: preparer(),
	}, nil
}

// hearing has the judge of a policy heard; nil where the policy names none.
// There is no exchange here whose upstream and model a judge could ask.
func hearing(c *config.Config, p *policy.Policy) (func(*verify.Result, string) bool, error) {
	if p.Verify.Judge == "" {
		return nil, nil
	}
	j, err := oneJudge(c, p.Verify.Judge)
	if err != nil {
		return nil, err
	}
	return func(r *verify.Result, question string) bool {
		h := judge.Hearing{Judge: j, Policy: p, Question: question}
		return h.Hear(context.Background(), r, "")
	}, nil
}

// Rows of one data set share their chunks; what is prepared once is kept.
const (
	preparedChunks = 10_000
	preparedBytes  = 128 << 20
)

func preparer() func(string) *verify.Passage {
	kept := cache.NewSized[string, *verify.Passage](preparedChunks, preparedBytes)
	return func(text string) *verify.Passage {
		if p, ok := kept.Get(text); ok {
			return p
		}
		text = strings.Clone(text) // it shares the memory of its whole line
		p := verify.NewPassage(text, func(bytes int) { kept.Grow(text, bytes) })
		kept.Add(text, p, len(text))
		return p
	}
}

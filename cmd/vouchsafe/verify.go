package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"vouchsafe/cache"
	"vouchsafe/config"
	"vouchsafe/grounding/verify"
	"vouchsafe/policy"
	"vouchsafe/proxy"
	"vouchsafe/proxy/judge"
	"vouchsafe/trace/audit"
)

// Flags of verify.
var (
	verifyApp = &flag{name: "app",
		about: "check under the policy of this app, by `NAME` (default: the app default, or the only app)"}
	verifyPolicy   = &flag{name: "policy", about: "check under this policy, by `NAME`"}
	verifyEvidence = &flag{name: "evidence", words: []string{"cited", "all"},
		about: "`cited|all`: an answer must cite, or one that cites nothing is held against all its chunks (default cited; all under a " +
			"policy that only observes)"}
	verifyOut       = &flag{name: "out", letter: "o", about: "write the results to this `FILE` instead of standard output"}
	verifyHTML      = &flag{name: "html", about: "write a page for people to this `FILE`"}
	verifyFailUnder = &flag{name: "fail-under", about: "exit with 1 if a smaller `SHARE` of the rows passes: 0.9 or 90%"}
)

var verifyCommand = command{
	page: "audit",
	use:  "verify INPUT.jsonl|-", does: "Check answers that exist already, one JSON object a line",
	arguments: [2]int{1, 1},
	flags:     []*flag{verifyApp, verifyPolicy, verifyEvidence, verifyOut, verifyHTML, verifyFailUnder, configFlag},
	apart:     []*flag{verifyApp, verifyPolicy},
	do:        verifyFile,
}

// verifyFile checks the answers in a file.
func verifyFile(c call) error {
	input := c.args[0]
	least, err := parseRate(c.text(verifyFailUnder))
	if err != nil {
		return err
	}
	rules, err := verifyRules(c)
	if err != nil {
		return err
	}
	in, err := openInput(input, c.in)
	if err != nil {
		return err
	}
	defer in.Close()
	files, err := openResults(c, verifyOut, verifyHTML, c.out, input)
	if err != nil {
		return err
	}
	run := &pass{judge: rules.judge, out: files.out, live: c.err, page: newSelection(files.html != nil, rules.options.Prepare)}
	err = run.over(linesOf(in).traces)
	if err == nil && files.html != nil {
		err = run.page.write(files.html, run.tally.Tally, factsOf(input, rules))
	}
	if err = errors.Join(err, files.close()); err != nil {
		return &exit{exitFailed, err}
	}
	fmt.Fprintln(c.err, run.tally.summary(least))
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

// judge audits one line.
func (r ruleset) judge(o *outcome, line []byte) {
	o.item, o.err = audit.Line(line, r.options)
	o.told = o.item
	if o.err != nil {
		o.told = unreadable{o.item.ID, o.line, o.err.Error()}
	}
}

// verifyRules finds the policy, and makes of it what an audit goes by.
func verifyRules(c call) (ruleset, error) {
	settings, err := loadConfig(c.text(configFlag), c.streams)
	if err != nil {
		return ruleset{}, err
	}
	name := c.text(verifyPolicy)
	if name == "" {
		app, err := chooseApp(settings, c.text(verifyApp))
		if err != nil {
			return ruleset{}, err
		}
		name = settings.Apps[app].Policy
	}
	p, err := choosePolicy(settings, name)
	if err != nil {
		return ruleset{}, err
	}
	all := c.text(verifyEvidence) == "all" || c.text(verifyEvidence) == "" && p.Mode == policy.Observe
	options, err := auditOptions(settings, p, all)
	if err != nil {
		return ruleset{}, err
	}
	return ruleset{options, name, policy.Hash(p)}, nil
}

// choosePolicy finds the policy that is asked for.
func choosePolicy(c *config.Config, name string) (policy.Policy, error) {
	known := names(c.Policies)
	p, ok := c.Policies[name]
	switch {
	case name == "":
		return p, fmt.Errorf("--policy is required: one of %s", known)
	case !ok:
		return p, fmt.Errorf("there is no policy %q; the configuration has these policies: %s", name, known)
	}
	return p, nil
}

// chooseApp is the app that a command speaks of: the one that is named, else
// the app default, else the only one that there is.
func chooseApp(c *config.Config, named string) (string, error) {
	known := appNames(c)
	switch {
	case named != "" && !slices.Contains(known, named):
		err := fmt.Errorf("there is no app %q; the configuration has these apps: %s", named, strings.Join(known, ", "))
		return "", err
	case named != "":
		return named, nil
	case len(known) == 1, len(known) > 0 && known[0] == config.DefaultApp:
		return known[0], nil
	}
	return "", fmt.Errorf("the configuration has no app %q: name one of its apps with --app: %s",
		config.DefaultApp, strings.Join(known, ", "))
}

func auditOptions(c *config.Config, p policy.Policy, all bool) (audit.Options, error) {
	exempt, err := buildExempt(p.Exempt)
	if err != nil {
		return audit.Options{}, err
	}
	opine, err := judgeHearing(c, &p)
	if err != nil {
		return audit.Options{}, err
	}
	app := proxy.App{Policy: p, Layouts: buildLayouts(c.Layouts)}
	return audit.Options{
		Policy: p, Layouts: app.LayoutOptions(true), Exempt: exempt, All: all, Now: time.Now(), Opine: opine, Prepare: preparer(),
	}, nil
}

// judgeHearing has the judge of a policy heard; nil where the policy names none.
// There is no exchange here whose upstream and model a judge could ask.
func judgeHearing(c *config.Config, p *policy.Policy) (func(*verify.Result, string) bool, error) {
	if p.Verify.Judge == "" {
		return nil, nil
	}
	j, err := oneJudge(c, p.Verify.Judge)
	if err != nil {
		return nil, err
	}
	return func(r *verify.Result, question string) bool {
		h := judge.Hearing{Judge: j, Policy: p, Question: question}
		return h.Hear(context.Background(), r, false)
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

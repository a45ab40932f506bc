package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// facts are what a binary says of one line, as short texts by kind. The kinds
// are compared one by one.
type facts map[string][]string

// inspected reads a line of `inspect`.
func inspected(line []byte) (facts, error) {
	var seen struct {
		Chunks []struct {
			ID       string `json:"chunk_id"`
			Text     string
			Standing string
		}
		Question *string
		Error    json.RawMessage
	}
	if err := json.Unmarshal(line, &seen); err != nil {
		return nil, err
	}
	f := facts{}
	for _, c := range seen.Chunks {
		f.add("chunk", fmt.Sprintf("%s %s %q", c.ID, c.Standing, c.Text))
	}
	if seen.Question != nil {
		f.add("question", fmt.Sprintf("%q", *seen.Question))
	}
	if seen.Error != nil {
		f.add("error", "refused")
	}
	return f, nil
}

// verified reads a line of `verify`.
func verified(line []byte) (facts, error) {
	var found struct {
		Verdict string
		Error   json.RawMessage
		Report  struct {
			Citations []struct {
				Verified bool
				Match    string
			}
			Claims []struct {
				Text      string
				Supported *bool
			}
			Findings []struct{ Code string }
		}
	}
	if err := json.Unmarshal(line, &found); err != nil {
		return nil, err
	}
	f := facts{}
	f.add("verdict", found.Verdict)
	if found.Error != nil {
		f.add("error", "refused")
	}
	for i, c := range found.Report.Citations {
		f.add("citation", fmt.Sprintf("%d %v %s", i+1, c.Verified, c.Match))
	}
	for _, c := range found.Report.Claims {
		f.add("claim", fmt.Sprintf("%s %q", told(c.Supported), c.Text))
	}
	for _, finding := range found.Report.Findings {
		f.add("finding", finding.Code)
	}
	return f, nil
}

func told(supported *bool) string {
	if supported == nil {
		return "open"
	}
	return map[bool]string{true: "supported", false: "failed"}[*supported]
}

func (f facts) add(kind, fact string) { f[kind] = append(f[kind], fact) }

// difference counts and prints what two binaries say differently.
type difference struct {
	all   bool
	lines int
	kinds map[string]int
	out   io.Writer
}

// most is how many differences of a kind are printed where not all are asked for.
const most = 20

// add compares what two binaries say of one line.
func (d *difference) add(name string, old, now facts) {
	differs := false
	for _, kind := range []string{"error", "chunk", "question", "verdict", "citation", "claim", "finding"} {
		if slices.Equal(old[kind], now[kind]) {
			continue
		}
		differs = true
		d.kinds[kind]++
		if d.all || d.kinds[kind] <= most {
			fmt.Fprintf(d.out, "%s: %s\n", name, kind)
			printLost(d.out, "-", old[kind], now[kind])
			printLost(d.out, "+", now[kind], old[kind])
		}
	}
	if differs {
		d.lines++
	}
}

// printLost prints what one side has and the other has not.
func printLost(out io.Writer, sign string, has, hasNot []string) {
	for _, fact := range has {
		if !slices.Contains(hasNot, fact) {
			fmt.Fprintf(out, "  %s %s\n", sign, fact)
		}
	}
}

// counts tells how often each kind differs.
func (d *difference) counts() string {
	var parts []string
	for kind, n := range d.kinds {
		parts = append(parts, fmt.Sprintf("%s %d", kind, n))
	}
	slices.Sort(parts)
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

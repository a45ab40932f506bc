package contact

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"vouchsafe/config"
	"vouchsafe/grounding/evidence/layout"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/verify"
	"vouchsafe/trace/audit"
)

// readRows reads what testers noted, a row a line.
func readRows[T any](t *testing.T, name string) (out []T) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var row T
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%s: %v in %s", name, err, line)
		}
		out = append(out, row)
	}
	return out
}

// promptRow is what was read of a public RAG prompt.
type promptRow struct{ Seen, Exact bool }

// formRow is what came of an honest and of a lying answer in the form that a public prompt
// orders; the lists name policies.
type formRow struct {
	Honest []string // that delivered each sentence and sign of the honest one
	False  []string // that delivered the lie unmarked
}

type taskRow struct{ Untouched []string }

// count counts the rows that hold.
func count[T any](rows []T, holds func(T) bool) (n int) {
	for _, r := range rows {
		if holds(r) {
			n++
		}
	}
	return n
}

// counts tells in how many lists each name stands.
func counts[T any](rows []T, list func(T) []string, names ...string) string {
	var parts []string
	for _, name := range names {
		parts = append(parts, fmt.Sprint(count(rows, func(r T) bool { return slices.Contains(list(r), name) })))
	}
	return strings.Join(parts, "; ")
}

// firstRun are the rows of the table on the first page.
func firstRun(t *testing.T) []string {
	prompts, forms, tasks := readRows[promptRow](t, "first/prompts.jsonl"), readRows[formRow](t, "first/forms.jsonl"), readRows[taskRow](t, "first/tasks.jsonl")
	claims := func(label string, names ...string) (int, string) {
		all := slices.DeleteFunc(readLines(t, "third.jsonl"), func(l line) bool { return l.Label != label })
		return len(all), counts(all, func(l line) []string { return l.First }, names...)
	}
	copies, proven := claims("copy", "proven", "balanced")
	honest, passed := claims("honest", "balanced", "strict")
	lies, through := claims("false", "proven", "balanced", "strict", "verbatim")
	return []string{
		fmt.Sprintf("| %d public RAG prompts: all passages seen; exactly, with nothing else | %d; %d |", len(prompts),
			count(prompts, func(r promptRow) bool { return r.Seen }), count(prompts, func(r promptRow) bool { return r.Exact })),
		fmt.Sprintf("| %d honest answers in a form that a public prompt orders: whole, `balanced`; `strict` | %s |", len(forms), counts(forms, func(r formRow) []string { return r.Honest }, "balanced", "strict")),
		fmt.Sprintf("| the same with one lie: delivered unmarked, `balanced`; `strict` | %s |", counts(forms, func(r formRow) []string { return r.False }, "balanced", "strict")),
		fmt.Sprintf("| %d public task prompts: reply untouched | %s |", len(tasks), counts(tasks, func(r taskRow) []string { return r.Untouched }, "balanced")),
		fmt.Sprintf("| %d copies of the source: proven; passed by `balanced` | %s |", copies, proven),
		fmt.Sprintf("| %d honest retellings: passed by `balanced`; `strict` | %s |", honest, passed),
		fmt.Sprintf("| %d false claims: **false proofs**; passed by `balanced`; `strict`; `verbatim` | %s |", lies, through),
	}
}

// TestTheTableOfTheFirstPage: each of its figures is the sum of rows that are kept here. With
// -v it prints them, and what the program makes of the claims now.
func TestTheTableOfTheFirstPage(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range firstRun(t) {
		t.Log(row)
		if !strings.Contains(string(page), row+"\n") {
			t.Errorf("README.md does not say %s", row)
		}
	}
	for _, label := range []string{"copy", "honest", "false"} {
		all := slices.DeleteFunc(readLines(t, "third.jsonl"), func(l line) bool { return l.Label != label })
		var now [][]string
		for i := range all {
			now = append(now, passedBy(t, &all[i]))
		}
		t.Logf("now, of %d marked %s: proven; passed by balanced; strict; verbatim: %s", len(all), label,
			counts(now, func(passed []string) []string { return passed }, "proven", "balanced", "strict", "verbatim"))
	}
}

// passedBy names the policies that pass a claim now which cites its source without a quote,
// and says "proven" where it is the source's own words.
func passedBy(t *testing.T, l *line) (out []string) {
	t.Helper()
	row, err := json.Marshal(map[string]any{"chunks": []any{map[string]string{"chunk_id": "d1", "text": l.Source}}, "answer": l.Claim + " [1]"})
	if err != nil {
		t.Fatal(err)
	}
	known := config.Default(func(string) (string, bool) { return "", false }).Policies
	for _, name := range []string{"balanced", "strict", "verbatim"} {
		item, err := audit.Line(row, audit.Options{Policy: known[name], Layouts: layout.Defaults(), Prepare: func(text string) *verify.Passage { return verify.NewPassage(text, nil) }})
		if err != nil {
			t.Fatal(err)
		}
		if item.Verdict == report.Grounded || item.Verdict == report.Healed {
			out = append(out, name)
		}
		if name == "balanced" && slices.ContainsFunc(item.Report.Claims, func(c report.Claim) bool { return c.Judgement == report.Carried }) {
			out = append(out, "proven")
		}
	}
	return out
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// tried is what came of all prompts, asked in one way.
type tried struct {
	calls, failed     int
	fault             string // of the first call that failed
	nothing           int    // prompts with nothing to verify
	formed, misformed int    // first replies in the dialect's form, and not
	held, fallen      int    // quotes of first replies that stand in their source, and do not
	repairs           int
	verdicts, proofs  map[string]int
	findings          map[report.Code]finds
	took              time.Duration // until the whole reply was there, of the calls that did not fail
	input, output     int           // tokens, of all attempts
}

func newTried() *tried {
	return &tried{verdicts: map[string]int{}, proofs: map[string]int{}, findings: map[report.Code]finds{}}
}

// add counts the trace of one call.
func (t *tried) add(trace *ledger.Trace) {
	switch trace.Verdict {
	case report.Failed:
		return // it is counted by its status
	case report.Skipped:
		t.nothing++
		return
	}
	t.verdicts[string(trace.Verdict)]++
	t.proofs[string(cmp.Or(trace.Proof, "none"))]++
	t.repairs += max(0, len(trace.Attempts)-1)
	for i := range trace.Attempts {
		for _, f := range trace.Attempts[i].Findings {
			kept := t.findings[f.Code]
			t.findings[f.Code] = finds{kept.n + 1, cmp.Or(kept.example, f.Detail)}
		}
	}
	if len(trace.Attempts) > 0 {
		t.addFirst(&trace.Attempts[0], trace)
	}
}

// addFirst counts the form and the quotes of a first reply. An attempt without
// findings holds no citations of its own: they are those of the answer.
func (t *tried) addFirst(a *ledger.Attempt, trace *ledger.Trace) {
	formless := func(f report.Finding) bool { return f.Code == report.MalformedOutput || f.Code == report.MissingField }
	prose := answer.Schema(answer.Dialect(trace.App)) != "" && !gjson.Valid(a.Reply)
	if prose || slices.ContainsFunc(a.Findings, formless) {
		t.misformed++
	} else {
		t.formed++
	}
	cited := a.Citations
	if len(a.Findings) == 0 {
		cited = trace.Citations
	}
	for i := range cited {
		if cited[i].Match == "none" {
			t.fallen++
		} else {
			t.held++
		}
	}
}

// trialLine is a line of JSON output.
type trialLine struct {
	Dialect  string         `json:"dialect"` // plain: the prompt as it stands, nothing asked
	Calls    int            `json:"calls"`
	Failed   int            `json:"failed"`
	Nothing  int            `json:"nothing_to_verify"`
	Formed   int            `json:"first_replies_in_form"`
	Replies  int            `json:"first_replies"`
	Held     int            `json:"quotes_held"`
	Quotes   int            `json:"quotes"`
	Repairs  int            `json:"repairs"`
	Verdicts map[string]int `json:"verdicts"`
	Proof    map[string]int `json:"proof"`
	Input    float64        `json:"input_tokens_a_call"`
	Output   float64        `json:"output_tokens_a_call"`
	Millis   float64        `json:"milliseconds_a_call"`
	Findings map[string]int `json:"findings"`
}

// told is what came of it, as a line of output.
func (t *tried) told(name string) trialLine {
	found := map[string]int{}
	for code, f := range t.findings {
		found[string(code)] = f.n
	}
	return trialLine{Dialect: name, Calls: t.calls, Failed: t.failed, Nothing: t.nothing, Formed: t.formed, Replies: t.formed + t.misformed,
		Held: t.held, Quotes: t.held + t.fallen, Repairs: t.repairs, Verdicts: t.verdicts, Proof: t.proofs, Findings: found,
		Input: t.each(float64(t.input)), Output: t.each(float64(t.output)), Millis: t.each(float64(t.took.Milliseconds()))}
}

// each is a share of a sum for each call that did not fail.
func (t *tried) each(sum float64) float64 { return sum / float64(max(1, t.calls-t.failed)) }

// writeTable writes the comparison for people, a column for each way of asking.
func (t *trial) writeTable(w io.Writer) error {
	plain := t.all[plainApp]
	names := []string{plainApp}
	for _, d := range t.dialects {
		names = append(names, string(d))
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tab, "\t%s\n", strings.Join(names, "\t"))
	for _, row := range trialRows {
		fmt.Fprint(tab, row.label)
		for _, name := range names {
			fmt.Fprintf(tab, "\t%s", row.cell(t.all[name], plain))
		}
		fmt.Fprintln(tab)
	}
	if err := tab.Flush(); err != nil {
		return &exit{exitFailed, err}
	}
	t.writeFindings(w)
	return nil
}

// trialRows are the rows of the table. What plain calls have none of is a dash.
var trialRows = []struct {
	label string
	cell  func(t, plain *tried) string
}{
	{"calls", func(t, _ *tried) string { return fmt.Sprint(t.calls) }},
	{"failed", func(t, _ *tried) string { return fmt.Sprint(t.failed) }},
	{"nothing to verify", func(t, plain *tried) string { return unlessPlain(t, plain, fmt.Sprint(t.nothing)) }},
	{"first replies in form", func(t, _ *tried) string { return shareOf(t.formed, t.formed+t.misformed) }},
	{"quotes that hold", func(t, _ *tried) string { return shareOf(t.held, t.held+t.fallen) }},
	{"passed as written", func(t, _ *tried) string {
		return shareOf(t.verdicts["grounded"]+t.verdicts["healed"]+t.verdicts["declined"], t.answers())
	}},
	{"repaired", func(t, _ *tried) string { return shareOf(t.verdicts["repaired"], t.answers()) }},
	{"changed", func(t, _ *tried) string {
		return shareOf(t.verdicts["quoted"]+t.verdicts["redacted"]+t.verdicts["marked"], t.answers())
	}},
	{"refused", func(t, _ *tried) string { return shareOf(t.verdicts["refused"], t.answers()) }},
	{"proof", func(t, plain *tried) string { return unlessPlain(t, plain, cmp.Or(told(t.proofs), "-")) }},
	{"repairs", func(t, plain *tried) string { return unlessPlain(t, plain, fmt.Sprint(t.repairs)) }},
	{"input tokens a call", func(t, plain *tried) string {
		return beside(t.each(float64(t.input)), plain.each(float64(plain.input)))
	}},
	{"output tokens a call", func(t, plain *tried) string {
		return beside(t.each(float64(t.output)), plain.each(float64(plain.output)))
	}},
	{"milliseconds a call", func(t, plain *tried) string {
		return beside(t.each(float64(t.took.Milliseconds())), plain.each(float64(plain.took.Milliseconds())))
	}},
}

func (t *tried) answers() (n int) {
	for _, of := range t.verdicts {
		n += of
	}
	return n
}

func unlessPlain(t, plain *tried, text string) string {
	if t == plain {
		return "-"
	}
	return text
}

// shareOf is a part of a whole; a dash for a part of nothing.
func shareOf(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d", n, of)
}

// beside is a figure with what it is more than the plain one.
func beside(n, plain float64) string {
	if plain == 0 || n == plain {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.0f (%+.0f %%)", n, 100*(n-plain)/plain)
}

// writeFindings tells the most frequent findings of each dialect, each with an
// example, and why calls failed.
func (t *trial) writeFindings(w io.Writer) {
	const shown = 100 // characters of an example
	if plain := t.all[plainApp]; plain.fault != "" {
		fmt.Fprintf(w, "\nplain calls failed, for example: %s\n", visible(clipText(plain.fault, shown)))
	}
	for _, d := range t.dialects {
		of := t.all[string(d)]
		if of.fault != "" {
			fmt.Fprintf(w, "\n%s: calls failed, for example: %s\n", d, visible(clipText(of.fault, shown)))
		}
		if len(of.findings) > 0 {
			fmt.Fprintf(w, "\n%s, most frequent findings:\n", d)
		}
		for _, line := range frequent(of.findings) {
			fmt.Fprintln(w, "  "+line)
		}
	}
}

// frequent are the most frequent findings, each with an example.
func frequent(found map[report.Code]finds) (out []string) {
	const most, shown = 5, 100 // findings; characters of an example
	codes := slices.SortedFunc(maps.Keys(found), func(a, b report.Code) int {
		return cmp.Or(found[b].n-found[a].n, cmp.Compare(a, b))
	})
	for _, code := range codes[:min(most, len(codes))] {
		out = append(out, fmt.Sprintf("%s %d: %s", code, found[code].n, visible(clipText(found[code].example, shown))))
	}
	return out
}

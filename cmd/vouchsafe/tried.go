package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/trace/ledger"
)

// tried is what came of all prompts, asked in one way. As a line of output its last figures are
// for each call that did not fail.
type tried struct {
	Dialect  string         `json:"dialect"` // plain: the prompt as it stands, nothing asked
	Suits    bool           `json:"suits_best"`
	Calls    int            `json:"calls"`
	Failed   int            `json:"failed"`
	Nothing  int            `json:"nothing_to_verify"`
	Formed   int            `json:"first_replies_in_form"`
	Replies  int            `json:"first_replies"`
	Citing   int            `json:"first_replies_that_cite"`
	Held     int            `json:"quotes_held"` // of first replies
	Quotes   int            `json:"quotes"`
	Good     int            `json:"whole_with_citation"` // answers that reach users whole and whose citations hold
	Answers  int            `json:"answers"`
	Repairs  int            `json:"repairs"`
	Verdicts map[string]int `json:"verdicts"`
	Proof    map[string]int `json:"proof"`
	Findings map[string]int `json:"findings"`
	Examples []string       `json:"most_frequent_findings"` // five, each with an example
	Unasked  []string       `json:"unverified_prompts"`     // the first in which there was nothing to verify, and why
	Input    float64        `json:"input_tokens_a_call"`    // of all attempts
	Output   float64        `json:"output_tokens_a_call"`
	Millis   float64        `json:"milliseconds_a_call"` // until the whole reply was there

	said map[string]string // of each finding, once
}

func newTried(name string) *tried {
	return &tried{Dialect: name, Verdicts: map[string]int{}, Proof: map[string]int{}, Findings: map[string]int{}, said: map[string]string{}}
}

// add counts the trace of one call.
func (t *tried) add(trace *ledger.Trace) {
	const shown = 60 // characters of a question
	switch trace.Verdict {
	case report.Failed:
		return // it is counted by its status
	case report.Skipped:
		t.Nothing++
		t.Unasked = append(t.Unasked, fmt.Sprintf("%q (%s)", visible(clipText(trace.Question, shown)), trace.Reason))
		return
	}
	if trace.Reason != "" { // the reply was an error, which tells no tokens
		t.count(trace.Usage)
	}
	t.Answers++
	t.Verdicts[string(trace.Verdict)]++
	t.Proof[string(cmp.Or(trace.Proof, report.NoProof))]++
	// One whose key or whose response_format was turned away says nothing of the model.
	answered := slices.DeleteFunc(slices.Clone(trace.Attempts), func(a ledger.Attempt) bool { return a.Status/100 != 2 })
	for i := range answered {
		a := &answered[i]
		if a.Repair {
			t.Repairs++
		}
		for _, f := range a.Findings {
			code := string(f.Code)
			t.Findings[code]++
			t.said[code] = cmp.Or(t.said[code], exampleOf(f, a))
		}
	}
	if n := len(answered); n > 0 {
		t.addFirst(&answered[0], trace)
		if cites(&answered[n-1], trace.Citations) && trace.Verdict.Stands() {
			t.Good++
		}
	}
}

// count adds the tokens of a call.
func (t *tried) count(usage []byte) {
	t.Input += gjson.GetBytes(usage, "[prompt_tokens,input_tokens].0").Float()
	t.Output += gjson.GetBytes(usage, "[completion_tokens,output_tokens].0").Float()
}

// exampleOf is a finding with the words of the reply that it speaks of.
func exampleOf(f report.Finding, a *ledger.Attempt) string {
	const shown = 60 // characters of the words
	words := a.Reply
	switch {
	case f.Claim != nil && *f.Claim < len(a.Claims):
		words = a.Claims[*f.Claim].Text
	case f.Citation != nil && *f.Citation > 0 && *f.Citation <= len(a.Citations):
		words = cmp.Or(a.Citations[*f.Citation-1].Snippet, words)
	}
	return strings.TrimSuffix(fmt.Sprintf("%q: %s", clipText(words, shown), f.Detail), ": ")
}

// cites reports whether a reply has a citation that holds and that the model itself wrote:
// what is told in a source's own words gets one from the gateway too.
func cites(a *ledger.Attempt, citations []report.Citation) bool {
	return slices.ContainsFunc(citations, func(c report.Citation) bool { return c.Match != "none" && (c.Quoted || a.Cited > 0) })
}

// addFirst counts the form and the citations of a first reply. An attempt without
// findings holds no citations of its own: they are those of the answer.
func (t *tried) addFirst(a *ledger.Attempt, trace *ledger.Trace) {
	cited := a.Citations
	if len(a.Findings) == 0 {
		cited = trace.Citations
	}
	quoted := slices.ContainsFunc(cited, func(c report.Citation) bool { return c.Quoted })
	formless := func(f report.Finding) bool { return f.Code == report.MalformedOutput || f.Code == report.MissingField }
	inForm := gjson.Valid(a.Reply)
	if answer.Schema(answer.Dialect(trace.App)) == "" { // prose, whose form are its markers
		inForm = a.Cited > 0 || quoted || trace.Verdict == report.Declined
	}
	t.Replies++
	t.Formed += number(inForm && !slices.ContainsFunc(a.Findings, formless))
	if a.Cited == 0 && !quoted {
		return // what citations there are were not the model's
	}
	t.Citing++
	for i := range cited {
		t.Quotes++
		t.Held += number(cited[i].Match != "none")
	}
}

// told is what came of it, as a line of output.
func (t *tried) told() tried {
	line, calls := *t, float64(max(1, t.Calls-t.Failed))
	line.Examples, line.Unasked = frequent(t.Findings, t.said), slices.Clone(firstOf5(t.Unasked))
	line.Input, line.Output, line.Millis = t.Input/calls, t.Output/calls, t.Millis/calls
	return line
}

// writeTable writes the comparison for people, a column for each way of asking.
func (t *trial) writeTable(w io.Writer) error {
	ways := []tried{t.all[plainApp].told()}
	for _, d := range t.dialects {
		ways = append(ways, t.all[string(d)].told())
	}
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range trialRows {
		fmt.Fprint(tab, row.label)
		for i := range ways {
			fmt.Fprintf(tab, "\t%s", row.cell(&ways[i], &ways[0]))
		}
		fmt.Fprintln(tab)
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	t.writeFindings(w)
	_, err := fmt.Fprintln(w, "\n"+wrapped(t.advice(), 0))
	return err
}

// trialRow is a row of the table. What plain calls have none of is a dash.
type trialRow struct {
	label string
	cell  func(t, plain *tried) string
}

var trialRows = []trialRow{
	{"", func(t, _ *tried) string { return t.Dialect }},
	{"calls", func(t, _ *tried) string { return fmt.Sprint(t.Calls) }},
	{"failed", func(t, _ *tried) string { return fmt.Sprint(t.Failed) }},
	{"nothing to verify", func(t, _ *tried) string { return shareOf(t.Nothing, t.Calls-t.Failed) }},
	{"replies in form", func(t, _ *tried) string { return shareOf(t.Formed, t.Replies) }},
	{"replies that cite", func(t, _ *tried) string { return shareOf(t.Citing, t.Replies) }},
	{"quotes that hold", func(t, _ *tried) string { return shareOf(t.Held, t.Quotes) }},
	verdictRow("users get: as written", report.Grounded, report.Healed),
	verdictRow("  after a repair", report.Repaired),
	verdictRow("  a source's words", report.Quoted),
	verdictRow("  cut or marked", report.Redacted, report.Marked),
	verdictRow("  a refusal", report.Refused),
	verdictRow("  the model's decline", report.Declined),
	{"whole and citing", func(t, _ *tried) string { return shareOf(t.Good, t.Answers) }},
	proofRow("proof: own words", report.OwnWords),
	proofRow("  a judge's", report.Judged),
	proofRow("  cited, not proven", report.Cited),
	proofRow("  none", report.NoProof),
	{"repairs", func(t, plain *tried) string {
		if t == plain {
			return "-"
		}
		return fmt.Sprint(t.Repairs)
	}},
	costRow("input tokens a call", func(t *tried) float64 { return t.Input }),
	costRow("output tokens a call", func(t *tried) float64 { return t.Output }),
	costRow("milliseconds a call", func(t *tried) float64 { return t.Millis }),
}

func verdictRow(label string, verdicts ...report.Verdict) trialRow {
	return trialRow{label, func(t, _ *tried) string {
		n := 0
		for _, v := range verdicts {
			n += t.Verdicts[string(v)]
		}
		return shareOf(n, t.Answers)
	}}
}

func proofRow(label string, p report.Proof) trialRow {
	return trialRow{label, func(t, _ *tried) string { return shareOf(t.Proof[string(p)], t.Answers) }}
}

// costRow is what a call takes: of a plain one, and how much more in each dialect.
func costRow(label string, of func(*tried) float64) trialRow {
	return trialRow{label, func(t, plain *tried) string {
		switch {
		case t.Calls == t.Failed:
			return "-"
		case t == plain || plain.Calls == plain.Failed:
			return fmt.Sprintf("%.0f", of(t))
		}
		return fmt.Sprintf("%+.0f", of(t)-of(plain))
	}}
}

// shareOf is a part of a whole; a dash for a part of nothing.
func shareOf(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%d/%d", n, of)
}

// writeFindings tells why calls failed, which prompts held nothing to verify, and the most
// frequent findings of each dialect, each with an example.
func (t *trial) writeFindings(w io.Writer) {
	for _, fault := range slices.Sorted(maps.Keys(t.faults)) {
		fmt.Fprintln(w, "\n"+wrapped(fmt.Sprintf("%s failed: %s%s", countOf(t.faults[fault], "call"), visible(fault), t.ofKey(fault)), 2))
	}
	t.writeUnasked(w)
	for _, d := range t.dialects {
		lines := t.all[string(d)].told().Examples
		if len(lines) > 0 {
			fmt.Fprintf(w, "\n%s, most frequent findings:\n", d)
		}
		for _, line := range lines {
			fmt.Fprintln(w, "  "+wrapped(line, 4))
		}
	}
}

// writeUnasked names the prompts that say nothing of the model.
func (t *trial) writeUnasked(w io.Writer) {
	of := t.all[string(t.dialects[0])]
	if of.Nothing == 0 {
		return
	}
	fmt.Fprintf(w, "\nnothing to verify, such as in (`vouchsafe inspect` shows what is seen in a prompt):\n")
	for _, line := range firstOf5(of.Unasked) {
		fmt.Fprintln(w, "  "+line)
	}
}

func firstOf5[T any](all []T) []T { return all[:min(len(all), 5)] }

// chance is how many answers more or less tell nothing: dialects so near are told apart by
// what users get.
const chance = 2

// suits reports whether at least half of the answers reach users whole, each with a
// citation of the model's own that holds.
func (t *tried) suits() bool { return t.Good > 0 && 2*t.Good >= t.Answers }

// best is the dialect in which most answers reach users whole with citations that hold. Of
// those that are near it the one that suits, leaves fewest users without an answer, and takes
// fewest tokens.
func (t *trial) best() *tried {
	var near []*tried
	for _, d := range t.dialects {
		near = append(near, t.all[string(d)])
	}
	most := slices.MaxFunc(near, func(a, b *tried) int { return a.Good - b.Good }).Good
	near = slices.DeleteFunc(near, func(of *tried) bool { return of.Good < most-chance })
	return slices.MinFunc(near, func(a, b *tried) int {
		return cmp.Or(number(b.suits())-number(a.suits()), a.without()-b.without(), b.Good-a.Good,
			cmp.Compare(a.Input+a.Output, b.Input+b.Output))
	})
}

// without is how many users get no answer.
func (t *tried) without() int { return t.Verdicts[string(report.Refused)] + t.Failed }

// advice says which dialect suits the model, if any does, where there are answers enough to tell.
func (t *trial) advice() string {
	const few, many = 5, 30 // answers; below many one or two more or less are chance
	best := t.best()
	of, plain := best.told(), t.all[plainApp].told()
	if of.Answers < few {
		return fmt.Sprintf("%s: too few for advice. From %d on they tell whether the model can cite, from %d on which dialect suits it.",
			countOf(of.Answers, "answer"), few, many)
	}
	figures := fmt.Sprintf("With %s %d of %s would reach users whole and with a citation of the model's own that holds",
		of.Dialect, of.Good, countOf(of.Answers, "answer"))
	if plain.Calls > plain.Failed {
		figures += fmt.Sprintf(", for %+.0f input and %+.0f output tokens a call", of.Input-plain.Input, of.Output-plain.Output)
	}
	text := figures + ". No dialect does better: set citations.dialect: " + of.Dialect + "."
	if !best.suits() {
		text = "No dialect suits this model: in each, fewer than half of the answers reach users whole and with a citation of its own. " +
			figures + ". Try another model."
	}
	if of.Answers < many {
		text += fmt.Sprintf(" That is few (%d): one or two more or less are chance.", of.Answers)
	}
	return text
}

// frequent are the most frequent findings, each with an example.
func frequent(found map[string]int, said map[string]string) []string {
	const most, shown = 5, 160 // findings; characters of an example
	out := []string{}
	codes := byCount(found)
	for _, code := range codes[:min(most, len(codes))] {
		out = append(out, fmt.Sprintf("%s %d: %s", code, found[code], visible(clipText(said[code], shown))))
	}
	return out
}

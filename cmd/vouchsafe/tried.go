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
	nothing           int // prompts with nothing to verify
	formed, misformed int // first replies in the dialect's form, and not
	citing            int // first replies with a citation of the model's own that holds
	held, fallen      int // quotes of first replies that stand in their source, and do not
	good              int // answers that reach users whole and whose citations hold
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
	answered := answeredOf(trace.Attempts)
	for i := range answered {
		a := &answered[i]
		if a.IsRepair() {
			t.repairs++
		}
		for _, f := range a.Findings {
			kept := t.findings[f.Code]
			t.findings[f.Code] = finds{kept.n + 1, cmp.Or(kept.example, exampleOf(f, a))}
		}
	}
	if n := len(answered); n > 0 {
		t.addFirst(&answered[0], trace)
		if cites(&answered[n-1], trace.Citations) && isWhole(trace.Verdict) {
			t.good++
		}
	}
}

// answeredOf are the attempts that brought a reply: one whose key or whose response_format was
// turned away says nothing of the model.
func answeredOf(all []ledger.Attempt) []ledger.Attempt {
	return slices.DeleteFunc(slices.Clone(all), func(a ledger.Attempt) bool { return a.Status/100 != 2 })
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

// isWhole reports whether an answer reached the user as the model wrote it, at the first
// time or after a repair.
func isWhole(v report.Verdict) bool {
	return v == report.Grounded || v == report.Healed || v == report.Repaired
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
	if !inForm || slices.ContainsFunc(a.Findings, formless) {
		t.misformed++
	} else {
		t.formed++
	}
	if cites(a, cited) {
		t.citing++
	}
	if a.Cited == 0 && !quoted {
		return // those that there are were not the model's
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
	Suits    bool           `json:"suits_best"`
	Calls    int            `json:"calls"`
	Failed   int            `json:"failed"`
	Nothing  int            `json:"nothing_to_verify"`
	Formed   int            `json:"first_replies_in_form"`
	Replies  int            `json:"first_replies"`
	Citing   int            `json:"first_replies_that_cite"` // with a citation of the model's own that holds
	Held     int            `json:"quotes_held"`
	Quotes   int            `json:"quotes"`
	Good     int            `json:"whole_with_citation"` // answers that reach users whole and whose citations hold
	Answers  int            `json:"answers"`
	Repairs  int            `json:"repairs"`
	Verdicts map[string]int `json:"verdicts"`
	Proof    map[string]int `json:"proof"`
	Input    float64        `json:"input_tokens_a_call"`
	Output   float64        `json:"output_tokens_a_call"`
	Millis   float64        `json:"milliseconds_a_call"`
	Findings map[string]int `json:"findings"`
	Examples []string       `json:"most_frequent_findings"` // five, each with an example
}

// told is what came of it, as a line of output.
func (t *tried) told(name string) trialLine {
	found := map[string]int{}
	for code, f := range t.findings {
		found[string(code)] = f.n
	}
	return trialLine{Dialect: name, Calls: t.calls, Failed: t.failed, Nothing: t.nothing, Formed: t.formed, Replies: t.formed + t.misformed,
		Citing: t.citing, Held: t.held, Quotes: t.held + t.fallen, Good: t.good, Answers: t.answers(), Repairs: t.repairs, Verdicts: t.verdicts, Proof: t.proofs, Findings: found, Examples: frequent(t.findings),
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
		return err
	}
	t.writeFindings(w)
	_, err := fmt.Fprintln(w, "\n"+t.advice())
	return err
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
	{"first replies that cite", func(t, _ *tried) string { return shareOf(t.citing, t.formed+t.misformed) }},
	{"quotes that hold", func(t, _ *tried) string { return shareOf(t.held, t.held+t.fallen) }},
	{"users get: as written", func(t, _ *tried) string { return shareOf(t.verdicts["grounded"]+t.verdicts["healed"], t.answers()) }},
	{"  after a repair", func(t, _ *tried) string { return shareOf(t.verdicts["repaired"], t.answers()) }},
	{"  a source's words", func(t, _ *tried) string { return shareOf(t.verdicts["quoted"], t.answers()) }},
	{"  cut or marked", func(t, _ *tried) string {
		return shareOf(t.verdicts["redacted"]+t.verdicts["marked"], t.answers())
	}},
	{"  a refusal", func(t, _ *tried) string { return shareOf(t.verdicts["refused"], t.answers()) }},
	{"  the model's decline", func(t, _ *tried) string { return shareOf(t.verdicts["declined"], t.answers()) }},
	{"whole and citing", func(t, _ *tried) string { return shareOf(t.good, t.answers()) }},
	{"proof", func(t, plain *tried) string { return unlessPlain(t, plain, cmp.Or(told(t.proofs), "-")) }},
	{"repairs", func(t, plain *tried) string { return unlessPlain(t, plain, fmt.Sprint(t.repairs)) }},
	{"input tokens a call", func(t, plain *tried) string { return beside(t, plain, func(t *tried) int { return t.input }) }},
	{"output tokens a call", func(t, plain *tried) string { return beside(t, plain, func(t *tried) int { return t.output }) }},
	{"milliseconds a call", func(t, plain *tried) string {
		return beside(t, plain, func(t *tried) int { return int(t.took.Milliseconds()) })
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

// beside is what a call took, with what that is more than a plain one; a dash where no call
// was answered.
func beside(t, plain *tried, sum func(*tried) int) string {
	if t.calls == t.failed {
		return "-"
	}
	n, without := t.each(float64(sum(t))), plain.each(float64(sum(plain)))
	if without == 0 || n == without {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.0f (%+.0f %%)", n, 100*(n-without)/without)
}

// writeFindings tells the most frequent findings of each dialect, each with an
// example, and why calls failed.
func (t *trial) writeFindings(w io.Writer) {
	for _, fault := range slices.Sorted(maps.Keys(t.faults)) {
		fmt.Fprintf(w, "\n%s failed: %s\n", countOf(t.faults[fault], "call"), visible(fault)+t.ofKey(fault))
	}
	for _, d := range t.dialects {
		of := t.all[string(d)]
		if len(of.findings) > 0 {
			fmt.Fprintf(w, "\n%s, most frequent findings:\n", d)
		}
		for _, line := range frequent(of.findings) {
			fmt.Fprintln(w, "  "+line)
		}
	}
}

// chance is how many answers more or less tell nothing: dialects so near are told apart by
// what users get.
const chance = 2

// suits reports whether at least half of the answers reach users whole, each with a
// citation of the model's own that holds.
func (t *tried) suits() bool { return t.good > 0 && 2*t.good >= t.answers() }

// best is the dialect in which most answers reach users whole with citations that hold, one
// that suits before all others. Of those that are near it the one that leaves fewest users
// without an answer, then shows most of them a whole one, then a source's own words, and
// then takes fewest tokens.
func (t *trial) best() answer.Dialect {
	of := func(d answer.Dialect) *tried { return t.all[string(d)] }
	most := of(slices.MaxFunc(t.dialects, func(a, b answer.Dialect) int { return of(a).good - of(b).good })).good
	suited := slices.ContainsFunc(t.dialects, func(d answer.Dialect) bool { return of(d).suits() })
	near := slices.DeleteFunc(slices.Clone(t.dialects), func(d answer.Dialect) bool {
		return of(d).good < most-chance || suited && !of(d).suits()
	})
	return slices.MinFunc(near, func(a, b answer.Dialect) int {
		x, y := of(a), of(b)
		return cmp.Or(x.without()-y.without(), y.good-x.good, y.whole()-x.whole(), y.verdicts["quoted"]-x.verdicts["quoted"],
			cmp.Compare(x.each(float64(x.input+x.output)), y.each(float64(y.input+y.output))))
	})
}

// without is how many users get no answer.
func (t *tried) without() int { return t.verdicts["refused"] + t.failed }

func (t *tried) whole() (n int) {
	for verdict, of := range t.verdicts {
		if isWhole(report.Verdict(verdict)) {
			n += of
		}
	}
	return n
}

// instead tells what users get in place of answers that are whole and cite, as shares.
func (t *tried) instead() string {
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{
		{t.whole() - t.good, "the answer without a citation of the model's own"},
		{t.verdicts["quoted"], "a source's own words"},
		{t.verdicts["redacted"] + t.verdicts["marked"], "a cut or marked answer"},
		{t.verdicts["declined"], "the model's decline"},
		{t.verdicts["refused"], "a refusal"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%s in %d %%", p.what, (100*p.n+t.answers()/2)/t.answers()))
		}
	}
	return strings.Join(parts, ", ")
}

// advice says which dialect suits the model, if any does, and what users get with it.
func (t *trial) advice() string {
	const few = 30 // answers, among which one or two more or less are chance
	best := t.best()
	of := t.all[string(best)]
	n := of.answers()
	figures := fmt.Sprintf("ith %s %d of %s would reach users whole and with a citation of the model's own that holds%s", best, of.good, countOf(n, "answer"), t.price(of))
	if instead := of.instead(); instead != "" {
		figures += "; else users get " + instead
	}
	text := "W" + figures + ". No dialect does better: set citations.dialect: " + string(best) + "."
	if !of.suits() {
		text = "No dialect suits this model: in each, fewer than half of the answers reach users whole. At best, w" + figures + ". Try another model."
	}
	if n < few {
		text += fmt.Sprintf(" That is few (%d): one or two more or less are chance.", n)
	}
	return text
}

// price is what a way of asking takes beyond a plain call; "" where no plain call was answered.
func (t *trial) price(of *tried) string {
	plain := t.all[plainApp]
	if plain.calls == plain.failed {
		return ""
	}
	return fmt.Sprintf(", for %+.0f input and %+.0f output tokens a call", of.each(float64(of.input))-plain.each(float64(plain.input)),
		of.each(float64(of.output))-plain.each(float64(plain.output)))
}

// frequent are the most frequent findings, each with an example.
func frequent(found map[report.Code]finds) []string {
	const most, shown = 5, 160 // findings; characters of an example
	out := []string{}
	codes := slices.SortedFunc(maps.Keys(found), func(a, b report.Code) int {
		return cmp.Or(found[b].n-found[a].n, cmp.Compare(a, b))
	})
	for _, code := range codes[:min(most, len(codes))] {
		out = append(out, fmt.Sprintf("%s %d: %s", code, found[code].n, visible(clipText(found[code].example, shown))))
	}
	return out
}

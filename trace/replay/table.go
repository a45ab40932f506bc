package replay

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"vouchsafe/grounding/report"
)

const (
	topFindings = 3 // of an app
	sampleIDs   = 3
)

// Table counts decisions by app. The zero value is an empty table.
type Table struct {
	all  App
	apps map[string]*App
}

// App is what the traces of one app came to.
type App struct {
	Classes map[Class]int
	Changes Counts // "was → now", of those whose verdict would be another one
	Audits  Counts // verdicts of answers whose model was not asked for citations, held against all their evidence

	why      Counts // of those that are not decidable
	findings Counts
	samples  []string // ids of traces at risk, the first ones
}

// Counts say how often things came up.
type Counts map[string]int

// String tells of each, the most frequent first.
func (c Counts) String() string { return strings.Join(c.told("%[1]s %[2]d", len(c)), ", ") }

// told tells of the most frequent ones, in a form for name and number.
func (c Counts) told(form string, most int) (out []string) {
	names := slices.SortedFunc(maps.Keys(c), func(a, b string) int { return cmp.Or(cmp.Compare(c[b], c[a]), cmp.Compare(a, b)) })
	for _, name := range names[:min(len(names), most)] {
		out = append(out, fmt.Sprintf(form, name, c[name]))
	}
	return out
}

// Add counts a decision.
func (t *Table) Add(d Decision) {
	if t.apps == nil {
		t.apps, t.all = map[string]*App{}, newApp()
	}
	if t.apps[d.App] == nil {
		app := newApp()
		t.apps[d.App] = &app
	}
	t.apps[d.App].add(d)
	t.all.add(d)
}

func newApp() App {
	return App{Classes: map[Class]int{}, Changes: Counts{}, Audits: Counts{}, why: Counts{}, findings: Counts{}}
}

func (a *App) add(d Decision) {
	a.Classes[d.Class]++
	if d.Now != "" && d.Now != d.Was {
		a.Changes[string(d.Was)+" → "+string(d.Now)]++
	}
	if d.Class == NotDecidable {
		a.why[d.Why]++
	}
	if d.Audit != "" {
		a.Audits[string(d.Audit)]++
	}
	if d.Class == AtRisk || d.Audit == report.Ungrounded {
		for _, code := range d.Findings {
			a.findings[string(code)]++
		}
		if len(a.samples) < sampleIDs {
			a.samples = append(a.samples, d.QueryID)
		}
	}
}

// Passed is how many verified traces would pass, and of how many that are
// decidable.
func (t *Table) Passed() (n, of int) {
	n = t.all.Classes[WouldPass]
	return n, n + t.all.Classes[AtRisk]
}

// Apps are the apps with traces, in the order of their names.
func (t *Table) Apps() []string { return slices.Sorted(maps.Keys(t.apps)) }

// App is what the traces of an app came to; nil where there are none.
func (t *Table) App(name string) *App { return t.apps[name] }

// Write writes the table for people, and below it, for each reason, how many
// traces could not be decided.
func (t *Table) Write(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "app\ttraces\twould pass\tat risk\tnot verified\tnot decidable\twas → would be\ttop findings\tat risk, for example")
	for _, name := range t.Apps() {
		a := t.apps[name]
		undecided := fmt.Sprint(a.Classes[NotDecidable])
		if len(a.Audits) > 0 {
			undecided += fmt.Sprintf(" (audited: %v)", a.Audits)
		}
		all := a.Classes[WouldPass] + a.Classes[AtRisk] + a.Classes[NotVerified] + a.Classes[NotDecidable]
		top := strings.Join(a.findings.told("%[1]s %[2]d", topFindings), ", ")
		// An exchange that was turned away has no app.
		fmt.Fprintf(tab, "%s\t%d\t%s\t%s\t%d\t%s\t%s\t%s\t%s\n", cmp.Or(name, "(none)"), all, a.told(WouldPass),
			a.told(AtRisk), a.Classes[NotVerified], undecided,
			cmp.Or(a.Changes.String(), "-"), cmp.Or(top, "-"), cmp.Or(strings.Join(a.samples, " "), "-"))
	}
	for _, line := range t.all.why.told("not decidable: %[2]d, %[1]s", len(t.all.why)) {
		fmt.Fprintln(tab, line)
	}
	if err := tab.Flush(); err != nil {
		return fmt.Errorf("cannot write the table: %w", err)
	}
	return nil
}

// told is how many traces fell into a class, with their share of those that are
// verified and decidable.
func (a *App) told(c Class) string {
	n, of := a.Classes[c], a.Classes[WouldPass]+a.Classes[AtRisk]
	if of == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.1f%%)", n, 100*float64(n)/float64(of))
}

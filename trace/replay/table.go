package replay

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
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
	apps map[string]*row
}

// row is what one app's traces came to.
type row struct {
	classes  map[Class]int
	why      map[string]int // of those that are not decidable
	findings map[report.Code]int
	changes  map[string]int // "was → now", of those whose verdict would be another one
	samples  []string       // ids of traces at risk, the first ones
	audited  map[report.Verdict]int
}

func (t *Table) of(app string) *row {
	if t.apps == nil {
		t.apps = map[string]*row{}
	}
	r := t.apps[app]
	if r == nil {
		r = &row{classes: map[Class]int{}, why: map[string]int{}, findings: map[report.Code]int{}, changes: map[string]int{},
			audited: map[report.Verdict]int{}}
		t.apps[app] = r
	}
	return r
}

// Add counts a decision.
func (t *Table) Add(d Decision) {
	r := t.of(d.App)
	r.classes[d.Class]++
	if d.Now != "" && d.Now != d.Was {
		r.changes[string(d.Was)+" → "+string(d.Now)]++
	}
	if d.Class == NotDecidable {
		r.why[d.Why]++
	}
	if d.Audit != "" {
		r.audited[d.Audit]++
	}
	if d.Class == AtRisk || d.Audit == report.Ungrounded {
		for _, code := range d.Findings {
			r.findings[code]++
		}
		if len(r.samples) < sampleIDs {
			r.samples = append(r.samples, d.QueryID)
		}
	}
}

// Count is how many traces of an app fell into a class.
func (t *Table) Count(app string, c Class) int {
	if r := t.apps[app]; r != nil {
		return r.classes[c]
	}
	return 0
}

// Changes tell how verdicts of an app would change, the most frequent first.
func (t *Table) Changes(app string) []string {
	var out []string
	changes := t.of(app).changes
	for _, change := range slices.SortedFunc(maps.Keys(changes), func(a, b string) int {
		return cmp.Or(cmp.Compare(changes[b], changes[a]), cmp.Compare(a, b))
	}) {
		out = append(out, fmt.Sprintf("%s %d", change, changes[change]))
	}
	return out
}

// Audits tell what the answers of an app came to whose model was not asked for
// citations, held against all their evidence; "" where there are none.
func (t *Table) Audits(app string) string {
	var out []string
	for _, v := range report.Verdicts() {
		if n := t.of(app).audited[v]; n > 0 {
			out = append(out, fmt.Sprintf("%s %d", v, n))
		}
	}
	return strings.Join(out, ", ")
}

// Total is how many traces fell into a class.
func (t *Table) Total(c Class) (n int) {
	for app := range t.apps {
		n += t.Count(app, c)
	}
	return n
}

// Share is the share of would-pass in all that is decidable; 0 of nothing.
func (t *Table) Share() float64 {
	passed, of := 0, 0
	for _, r := range t.apps {
		passed += r.classes[WouldPass]
		of += r.classes[WouldPass] + r.classes[AtRisk]
	}
	if of == 0 {
		return 0
	}
	return float64(passed) / float64(of)
}

// Apps are the apps with traces, in the order of their names.
func (t *Table) Apps() []string { return slices.Sorted(maps.Keys(t.apps)) }

// Write writes the table for people, and below it, for each reason, how many
// traces could not be decided.
func (t *Table) Write(w io.Writer) error {
	tab := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tab, "app\ttraces\twould pass\tat risk\tnot decidable\twas → would be\ttop findings\tat risk, for example")
	why := map[string]int{}
	for _, app := range t.Apps() {
		r := t.apps[app]
		fmt.Fprintf(tab, "%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\n", name(app), r.all(), r.share(WouldPass), r.share(AtRisk),
			t.undecided(app), orDash(strings.Join(t.Changes(app), ", ")), orDash(r.top()), orDash(strings.Join(r.samples, " ")))
		for reason, n := range r.why {
			why[reason] += n
		}
	}
	if err := tab.Flush(); err != nil {
		return fmt.Errorf("cannot write the table: %w", err)
	}
	for _, reason := range slices.Sorted(maps.Keys(why)) {
		if _, err := fmt.Fprintf(w, "not decidable: %d, %s\n", why[reason], reason); err != nil {
			return fmt.Errorf("cannot write the table: %w", err)
		}
	}
	return nil
}

// undecided is how many traces of an app are not decidable, and what an audit
// says of some of them.
func (t *Table) undecided(app string) string {
	n := strconv.Itoa(t.Count(app, NotDecidable))
	if audits := t.Audits(app); audits != "" {
		return n + " (audited: " + audits + ")"
	}
	return n
}

func (r *row) all() int {
	return r.classes[WouldPass] + r.classes[AtRisk] + r.classes[NotDecidable]
}

// share is a count, with its share of the traces that are decidable.
func (r *row) share(c Class) string {
	n, of := r.classes[c], r.classes[WouldPass]+r.classes[AtRisk]
	if of == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.1f%%)", n, 100*float64(n)/float64(of))
}

// top are the findings that most traces at risk have; among equals the order
// of the list of codes decides.
func (r *row) top() string {
	codes := slices.DeleteFunc(report.Codes(), func(c report.Code) bool { return r.findings[c] == 0 })
	slices.SortStableFunc(codes, func(a, b report.Code) int { return r.findings[b] - r.findings[a] })
	var out []string
	for _, c := range codes[:min(len(codes), topFindings)] {
		out = append(out, fmt.Sprintf("%s %d", c, r.findings[c]))
	}
	return strings.Join(out, ", ")
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// name is an app's name; an exchange that was turned away has none.
func name(app string) string {
	if app == "" {
		return "(none)"
	}
	return app
}

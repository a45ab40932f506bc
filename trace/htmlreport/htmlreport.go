// Package htmlreport writes a verification report as one HTML page that can be
// filed, mailed or printed: figures first, then every answer with its claims
// beside the words of the sources that carry them, or fail to.
//
// The page is whole in itself. It loads nothing, runs no script, and its
// content security policy forbids both; whatever answers and sources hold is
// shown as text. It reads in light and dark, on paper, on a phone, from right
// to left, and without colours.
//
// The package is pure: data in, HTML out. It verifies nothing and chooses
// nothing; which rows are worth showing is the caller's affair.
package htmlreport

import (
	"slices"

	"vouchsafe/grounding/report"
)

// Page is all that a report shows.
type Page struct {
	Title    string    // such as "Verification page"
	Facts    []Fact    // what was verified, when, by which rules
	Tally    Tally     // of all rows, shown or not
	Rows     []Row     // those that are shown, in the order of the input
	Would    bool      // the verdicts are what would be: nothing of it happened
	Rate     bool      // lead with the failure rate, not with the share that passes
	Note     string    // which rows are shown, where not all are; "" for all
	Evidence *Evidence // of a report on one exchange
	Period   *Period   // of a report on a time
	Check    *Check    // of a report that is filed
}

// one reports whether the page is about one exchange, of which there is nothing
// to count.
func (p *Page) one() bool {
	return p.Period == nil && p.Tally.Rows == 1 && len(p.Rows) == 1 && p.Rows[0].Hash != ""
}

// Fact is a line under the title.
type Fact struct{ Label, Value string }

// Tally counts rows by verdict and findings by code.
type Tally struct {
	Rows       int
	Figures    report.Figures // of the rows that could be read
	Passed     int            // verified rows with which the policy finds no fault
	Of         int            // rows that Passed is a share of: what was not verified never counts as good
	Unreadable int            // rows that could not be read; they do not pass
	Verdicts   map[report.Verdict]int
	Findings   map[report.Code]int
}

// Count counts a row by its report.
func (t *Tally) Count(r *report.Report) {
	if t.Verdicts == nil {
		t.Verdicts, t.Findings = map[report.Verdict]int{}, map[report.Code]int{}
	}
	t.Rows++
	t.Verdicts[r.Verdict]++
	counts := r.Verdict.CountsAs(false)
	t.Figures.Add(counts, 1)
	if counts.Verified() {
		t.Of++
		if Passes(r.Verdict) {
			t.Passed++
		}
	}
	for _, f := range r.Findings {
		t.Findings[f.Code]++
	}
}

// Passes reports whether a policy would let such an answer through, as it stands
// or as a repair made it.
func Passes(v report.Verdict) bool {
	return slices.Contains([]report.Verdict{report.Grounded, report.Healed, report.Repaired, report.Declined, report.Skipped}, v)
}

// Row is one answer. Claims of the report have their places in Answer, and
// citations theirs in the text of the source that bears their chunk id.
type Row struct {
	Line     int            // of the input, from 1
	ID       string         // "" for none
	Was      report.Verdict // what the verdict is compared with; "" for nothing
	Hash     string         // SHA-256 of the stored trace that the row is; "" for a line of input
	Error    string         // why the row could not be read; the rest is then empty
	Question string
	Answer   string
	Report   report.Report
	Choices  int   // of the reply that the answer is the worst of; 0 and 1 for a single one
	Each     []Row // of a stored trace: its choices, each told by itself; none for a single one
	Sources  []Source
	Nearest  []Place   // for claims without a citation that stands
	Lead     string    // of a stored trace: what happened, in plain words
	Written  []Written // of a stored trace: what the model wrote, and its reader did not get
}

// Place is where a source comes nearest to a claim.
type Place struct {
	Claim  int    `json:"claim"`    // index into the report's claims
	Source string `json:"chunk_id"` // its id
	Start  int    `json:"start"`    // code points of the source's text
	End    int    `json:"end"`      // exclusive
}

// Source is a chunk that a citation or a place names.
type Source struct {
	ID   string `json:"chunk_id"`
	Page string `json:"page"`
	Text string `json:"text"`
}

package main

import (
	"fmt"
	"strconv"
	"strings"

	"vouchsafe/grounding/report"
	"vouchsafe/trace/htmlreport"
)

// verdictOrder is the order in which an audit's verdicts are told of.
var verdictOrder = [...]report.Verdict{report.Grounded, report.Healed, report.Declined, report.Skipped, report.Ungrounded}

// tally counts rows by verdict and findings by code.
type tally struct{ htmlreport.Tally }

func (t *tally) add(o outcome) {
	if o.err != nil {
		t.Rows++
		t.Of++
		t.Unreadable++
		return
	}
	t.Count(&o.item.Report)
}

// share is the share of verified rows that pass; 0 of none. A row that cannot be
// read does not pass.
func (t *tally) share() float64 {
	if t.Of == 0 {
		return 0
	}
	return float64(t.Passed) / float64(t.Of)
}

// reaches tells whether enough rows pass; nil asks for nothing.
func (t *tally) reaches(least *float64) bool {
	return least == nil || float64(t.Passed) >= *least*float64(t.Of)-1e-9 && (t.Of > 0 || *least == 0)
}

// summary is the run in one line.
func (t *tally) summary(least *float64) string {
	var verdicts, findings []string
	for _, v := range verdictOrder {
		if n := t.Verdicts[v]; n > 0 {
			verdicts = append(verdicts, fmt.Sprintf("%s %d", v, n))
		}
	}
	if t.Unreadable > 0 {
		verdicts = append(verdicts, fmt.Sprintf("unreadable %d", t.Unreadable))
	}
	for _, code := range report.Codes() {
		if n := t.Findings[code]; n > 0 {
			findings = append(findings, fmt.Sprintf("%s %d", code, n))
		}
	}
	s := fmt.Sprintf("rows %d: %s; pass %.1f%%", t.Rows, listOr(verdicts, "none"), 100*t.share())
	if !t.reaches(least) {
		s += fmt.Sprintf(", less than the %s%% asked for", strconv.FormatFloat(100**least, 'f', -1, 64))
	}
	return s + "; findings: " + listOr(findings, "none")
}

func listOr(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}

// parseRate reads a share: 0.9 or 90%, and nothing that could be taken for
// either. nil for "".
func parseRate(s string) (*float64, error) {
	if s == "" {
		return nil, nil
	}
	number, percent := strings.CutSuffix(s, "%")
	rate, err := strconv.ParseFloat(number, 64)
	if percent {
		rate /= 100
	}
	if err != nil || !(rate >= 0 && rate <= 1) {
		return nil, fmt.Errorf("--fail-under is a share from 0 to 1, such as 0.9, or a percentage with its sign, such as 90%%; not %q", s)
	}
	return &rate, nil
}

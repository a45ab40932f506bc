package verify

import (
	"fmt"
	"strings"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// frame is what stands above the sentence at hand and governs it: the head of its
// table, or the lead-in of its list.
type frame struct{ head, lead string }

// enter notes what a sentence is to those below it.
func (f *frame) enter(said string, kind claim.Kind) {
	said = strings.TrimSpace(said)
	row := strings.HasPrefix(said, "|")
	switch {
	case kind == claim.Heading && row:
		*f = frame{head: said}
	case kind == claim.Empty, row, text.ListMarker(said) > 0:
	case strings.HasSuffix(strings.TrimRight(said, "*_ "), ":"):
		*f = frame{lead: said}
	default:
		*f = frame{}
	}
}

// framed fails a row whose columns the source calls otherwise, and an item of a list
// whose lead-in denies what the source says of it.
func (w *walk) framed(index int) {
	cl := &w.res.Claims[index]
	for _, i := range cl.Citations {
		sentence := &w.res.Citations[i].Sentence
		lead := ""
		if sentence.Lead != nil {
			lead = sentence.Lead.Text
		}
		column := ""
		if w.frame.head != "" {
			column = swapped(cells(w.frame.head), cells(cl.Text), cells(lead), cells(sentence.Text))
		}
		switch {
		case !cl.Stands:
			return
		case column != "":
			cl.Stands = false
			w.res.find(report.ClaimUnsupported, -1, index, fmt.Sprintf("the source has other figures under %q", column))
		case w.denied(cl.Text, lead) && w.affirmed(cl.Text, &w.res.Citations[i]):
			cl.Stands = false
			detail := fmt.Sprintf("the source says %.150q, the answer %q above it", sentence.Text, w.frame.lead)
			w.res.find(report.ClaimNegation, -1, index, detail)
		}
	}
}

// denied reports whether an item of a list stands below a lead-in that denies, and its
// source below none.
func (w *walk) denied(item, sourceLead string) bool {
	if w.frame.lead == "" || text.ListMarker(item) == 0 {
		return false
	}
	return readSpoken(w.frame.lead).turned && !readStatement(sourceLead).turned
}

// affirmed reports whether a source sentence says what an item says.
func (w *walk) affirmed(item string, cit *Citation) bool {
	return readStatement(item).opposite().against(w.m.ev.reading(cit), nil) == turned
}

// cells are the cells of a table's row, nil for any other text.
func cells(row string) (out []string) {
	row = strings.TrimSpace(row)
	if !strings.HasPrefix(row, "|") {
		return nil
	}
	for cell := range strings.SplitSeq(strings.Trim(row, "|"), "|") {
		out = append(out, strings.TrimSpace(cell))
	}
	return out
}

// swapped returns a column of an answer's table whose value stands in a column of
// the source's that is called like another one, "" for none.
func swapped(head, row, theirHead, theirRow []string) string {
	for k := range min(len(head), len(row)) {
		name := readSpoken(head[k])
		for j := range min(len(theirHead), len(theirRow)) {
			if row[k] == "" || row[k] != theirRow[j] || name.in(readStatement(theirHead[j]), nil).found > 0 {
				continue
			}
			for m := range theirHead {
				if m != j && name.in(readStatement(theirHead[m]), nil).found > 0 && theirRow[min(m, len(theirRow)-1)] != row[k] {
					return head[k]
				}
			}
		}
	}
	return ""
}

package verify

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// A title or a lead-in names what stands below it: "Here are the prices:", "## Prices". One in words that neither the
// question nor a source has says nothing of what they speak of. Where claims may be told in other words than their
// sources', it is judged with the first claim below it, as one claim.

// mayLead reports whether a remark is a title or a lead-in of what may be told in other words than the sources'.
func (a *remarks) mayLead(r remark) bool {
	return a.m.rules.accounts() && !a.m.rules.proven() && a.res.Mode == answer.ModeAnswer && r.leads()
}

// leads reports whether a remark is a title, or ends in a colon.
func (r *remark) leads() bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(r.said, "*_ \t\r\n"))
	return r.Block == text.Title || last == ':' || last == '：'
}

// settleLeads judges the titles and lead-ins that nothing vouches for.
func (w *walk) settleLeads() {
	const most = 64 // that are judged, each with all of the source below it
	for i, r := range w.remarks.leads {
		if cl := w.below(r); i >= most || cl == nil || !w.judging.ledBy(r, cl) {
			w.res.Segments[r.segment].Stands = false
			w.remarks.unvouched(r, report.TextUnaccounted, unaccounted)
			continue
		}
		leave(r.claim(), w.res)
	}
	w.settleBorrowed()
}

// settleBorrowed fails the titles and lead-ins that take a word from another sentence than the claim below them does: two true
// sentences make a false one, "In August:" of "The clinic is closed in August." above when visitors may stay.
func (w *walk) settleBorrowed() {
	for _, r := range w.remarks.borrowed {
		if cl := w.below(r); cl != nil && w.judging.borrows(r, cl) {
			w.res.Segments[r.segment].Stands = w.remarks.unvouched(r, report.TextUnaccounted, unaccounted) && w.res.Segments[r.segment].Stands
		}
	}
}

// borrows reports whether a remark has a word of the sources that stands neither in a claim, in what the claim cites and what that
// stands under, nor in the question.
func (j *judging) borrows(r remark, cl *Claim) bool {
	const most = 16 // citations that are looked at
	own := []*statement{readStatement(cl.Text), j.m.asked()}
	for _, i := range cl.Citations[:min(len(cl.Citations), most)] {
		if cit := &j.res.Citations[i]; cit.Chunk >= 0 {
			own = append(own, readStatement(cit.Sentence.Text))
			for _, title := range j.m.ev.titles(nil, cit.Chunk) {
				own = append(own, readStatement(title))
			}
			for _, head := range headsAbove(j.m.ev.Set.At(cit.Chunk).Text, cit.Match.Start) {
				own = append(own, readStatement(head))
			}
		}
	}
	return slices.ContainsFunc(readSpoken(r.said).words, func(w term) bool {
		has := func(s *statement) bool { return s != nil && s.find(&w) >= 0 }
		return !slices.ContainsFunc(own, has) && j.m.knows(w.fold)
	})
}

// headsAbove are the last lines of a text above a place that head others: headings, emphasised lines, and those that end in a colon.
func headsAbove(s string, end int) (heads []string) {
	const most, near = 8, 8 << 10 // lines, bytes
	s = s[max(0, min(end, len(s))-near):max(0, min(end, len(s)))]
	for l := range strings.Lines(s) {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "#") || strings.HasPrefix(l, "**") || strings.HasSuffix(l, ":") || strings.HasSuffix(l, "：") {
			heads = append(heads, l)
		}
	}
	return heads[max(0, len(heads)-most):]
}

// below is the first claim behind a title or a lead-in, if that governs it.
func (w *walk) below(r remark) *Claim {
	governs := func(g governor) bool { return g.said == strings.TrimSpace(r.said) }
	if r.claims >= len(w.res.Claims) || !slices.ContainsFunc(w.res.Claims[r.claims].under, governs) {
		return nil
	}
	return &w.res.Claims[r.claims]
}

// ledBy reports whether a claim in its source's own words holds, too, behind words that lead it in.
func (j *judging) ledBy(r remark, cl *Claim) bool {
	told := cl.Stands && (cl.Outcome == report.Carried || cl.together)
	if !told || claim.MayLimitBelow(r.said, cl.Text) || !j.vouching.namesOnly(r.said) {
		return false
	}
	ev, led := claim.Evidence{Question: j.m.ev.Question}, *cl
	for _, i := range cl.Citations {
		j.m.ev.quote(&ev, &j.res.Citations[i])
	}
	if len(ev.Sources) == 0 || !j.gathering.mayCompare(ev.Sources...) {
		return false
	}
	lead := strings.TrimLeft(r.said, "#*_ \t\r\n")
	first, size := utf8.DecodeRuneInString(lead) // in upper case it would be a name
	led.Text = string(unicode.ToLower(first)) + strings.TrimRight(lead[size:], "#*_ \t\r\n") + " " + strings.TrimSpace(cl.Text[text.ListMarker(cl.Text):])
	found := j.hear(&led, ev, claim.Rules{MaxRisk: j.m.rules.MaxRisk})
	return found.Outcome != claim.Refuted && len(found.Findings) == 0
}

// namesOnly reports whether words in front of others deny, bound and compare nothing and say nothing of what the question
// and the sources speak of: all of them are new, or all are theirs and no source says otherwise.
func (v *vouching) namesOnly(said string) bool {
	p := readSpoken(said)
	known := func(w term) bool { return v.m.knows(w.fold) }
	return !tells(said, operators|comparisons) && (v.titles(p) || !slices.ContainsFunc(p.words, known))
}

package verify

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// Frame is what stands above the sentence at hand and governs it: headings, the head of its
// table, the lead-in of its list and the items that its own belongs to.
type Frame struct {
	above  []governor
	leads  bool    // the last of them governs what comes next, whatever that is
	rank   int     // of the last of them
	before *spoken // the last sentence, but for titles and tables
	claims bool    // one has come
}

// spoken is a sentence of the answer as others lean on it.
type spoken struct {
	said    string
	rank    int
	sources []SourceSentence // what it was judged against
	before  *spoken
}

// context is what stands in front of a claim that does not stand by itself: what an item stands below, and what a
// sentence leans on. What governs it is told without.
func (c *Claim) context(leans func(sentence string) bool) (all []*spoken) {
	at := c.at
	if at == nil {
		return nil
	}
	for b := at.before; b != nil && len(all) < mostAbove; b = b.before {
		switch item := at.rank >= highestItem; {
		case item && b.rank >= at.rank:
			continue
		case !item && !leans(at.said), slices.ContainsFunc(c.under, func(g governor) bool { return g.said == b.said }):
			return all
		}
		all, at = append(all, b), b
	}
	return all
}

// Leant are the source sentences of what a claim leans on.
func (c *Claim) Leant(leans func(sentence string) bool) (all []SourceSentence) {
	for _, b := range slices.Backward(c.context(leans)) {
		all = append(all, b.sources...)
	}
	return all
}

// governor is a text that governs what stands below it, up to the next one of its rank or a higher one.
type governor struct {
	said string
	rank int
}

// The ranks of governors, behind those of headings by their marks. An item ranks by how far it is
// moved in, a bullet below a number.
const (
	lowestTitle = 7 + iota // a line in bold
	leadIn
	tableHead
	highestItem
)

// mostAbove bounds how many texts govern a sentence.
const mostAbove = 8

// pass takes a sentence of a stretch of the answer. It returns what governs it, and notes what it is
// to those below it.
func (f *Frame) pass(stretch string, s claim.Sentence) (above []governor) {
	said, leads := strings.TrimSpace(stretch[s.Start:s.End]), false
	if bare := strings.TrimRight(said, "*_ "); bare != "" {
		last, _ := utf8.DecodeLastRuneInString(bare)
		leads = strings.ContainsRune(":：?？", last)
	}
	before := strings.TrimRight(stretch[:s.Start], " \t")
	indent := 0
	if before == "" || strings.HasSuffix(before, "\n") {
		indent = s.Start - len(before)
	}
	rank, governs, inTable := leadIn, leads, s.Block == text.Row || s.Block == text.TableHead
	switch {
	case s.Kind == claim.Empty:
		return f.above
	case s.Block == text.Title:
		rank, governs, leads = lowestTitle, true, false
		if marks := len(said) - len(strings.TrimLeft(said, "#")); marks > 0 {
			rank = min(marks, lowestTitle)
		}
		f.up(rank)
	case inTable:
		f.up(highestItem)
		rank, governs, leads = tableHead, headOf(f.above) == "" || s.Block == text.TableHead, false
		if governs {
			f.up(rank)
		}
	case text.ListMarker(said) > 0:
		if headOf(f.above) != "" {
			f.up(tableHead)
		}
		rank = highestItem + 2*indent
		if said[0] < '0' || said[0] > '9' {
			rank++
		}
		f.up(rank)
		governs = leads || !endsWhole(said)
	case !f.leads && indent > 0:
		f.up(highestItem + 2*indent)
	case !f.leads:
		f.up(leadIn)
	}
	if rank == leadIn && !governs { // a line that names what is listed below it
		const longest = 60 // bytes
		behind := strings.TrimLeft(stretch[s.End:], " \t")
		governs = len(said) <= longest && !endsWhole(said) && (behind == "" || behind[0] == '\n')
	}
	above, f.leads, f.rank = f.above, leads, rank
	if governs {
		f.above = append(slices.Clip(f.above), governor{said, rank})
		f.above = f.above[max(0, len(f.above)-mostAbove):]
	}
	return above
}

// heads reports whether a text is a line without figures that governs what comes next.
func (f *Frame) heads(said string) bool {
	return !strings.ContainsFunc(said, unicode.IsDigit) && len(f.above) > 0 && f.above[len(f.above)-1] == governor{strings.TrimSpace(said), leadIn}
}

// up leaves only what governs where something of a rank stands.
func (f *Frame) up(rank int) {
	if n := slices.IndexFunc(f.above, func(g governor) bool { return g.rank >= rank }); n >= 0 {
		f.above = f.above[:n]
	}
}

// headOf is the head of a table that governs a row of it directly, "" for none.
func headOf(above []governor) string {
	if n := len(above); n > 0 && above[n-1].rank == tableHead {
		return above[n-1].said
	}
	return ""
}

// leadOf is the lead-in that governs an item directly or through others, "" for none.
func leadOf(above []governor) string {
	for _, g := range slices.Backward(above) {
		if g.rank == leadIn && strings.HasSuffix(strings.TrimRight(g.said, "*_ "), ":") {
			return g.said
		}
	}
	return ""
}

// Told is what a claim says where it stands, as people read it: behind what governs it and what it leans on, and the
// cells of a row under the head of its table.
func (c *Claim) Told(leans func(sentence string) bool) string {
	above, said := c.under, text.Rendered(c.Statement())
	if head := headOf(above); head != "" {
		above, said = above[:len(above)-1], underHead(head, c.Text)
	}
	var b strings.Builder
	for _, g := range above {
		b.WriteString(text.Rendered(g.said) + "\n")
	}
	for _, before := range slices.Backward(c.context(leans)) {
		b.WriteString(text.Rendered(before.said) + "\n")
	}
	return b.String() + said
}

// Told is what source sentences say behind what governs them, as people read it.
func (s *SourceSentence) Told() string {
	switch {
	case s.Lead == nil:
		return text.Rendered(s.Text)
	case strings.HasPrefix(strings.TrimSpace(s.Lead.Text), "|"):
		return underHead(s.Lead.Text, s.Text)
	}
	return text.Rendered(s.Lead.Text) + "\n" + text.Rendered(s.Text)
}

// underHead are the rows of a table as people read them, each cell under its head.
func underHead(head, rows string) string {
	var b strings.Builder
	heads := cells(head)
	for row := range strings.Lines(rows) {
		row := cells(row)
		if len(row) != len(heads) {
			return text.Rendered(head) + "\n" + text.Rendered(rows)
		}
		for k := range row {
			if heads[k] != "" {
				b.WriteString(text.Rendered(heads[k]) + ": ")
			}
			b.WriteString(text.Rendered(row[k]) + "; ")
		}
	}
	return strings.TrimSuffix(b.String(), "; ")
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
		if head := headOf(cl.under); head != "" {
			column = swapped(cells(head), cells(cl.Text), cells(lead), cells(sentence.Text))
		}
		switch {
		case !cl.Stands:
			return
		case column != "":
			cl.Stands = false
			w.res.find(report.ClaimUnsupported, -1, index, fmt.Sprintf("the source has other figures under %q", column))
		case w.denied(cl, lead) && w.affirmed(cl.Text, &w.res.Citations[i]):
			cl.Stands = false
			detail := fmt.Sprintf("the source says %.150q, the answer %q above it", sentence.Text, leadOf(cl.under))
			w.res.find(report.ClaimNegation, -1, index, detail)
		}
	}
}

// denied reports whether an item of a list stands below a lead-in that denies, and its
// source below none.
func (w *walk) denied(item *Claim, sourceLead string) bool {
	lead := leadOf(item.under)
	return lead != "" && text.ListMarker(item.Text) > 0 && readSpoken(lead).turned && !readStatement(sourceLead).turned
}

// affirmed reports whether a source sentence says what an item says.
func (w *walk) affirmed(item string, cit *Citation) bool {
	return readStatement(item).opposite().against(w.m.ev.reading(cit), nil) == turned
}

// cells are the cells of a table's row, nil for any other text.
func cells(row string) (out []string) {
	row = strings.TrimSpace(text.Untagged(row))
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

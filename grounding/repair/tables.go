package repair

import "strings"

// tables: rows without their head cannot be read, nor a row that leaves to the
// one above what it speaks of; a head without rows says nothing.
func tables(d *document) {
	for _, g := range d.inGroup {
		if d.units[g.from].shape != row || !d.anyGone(g) {
			continue
		}
		head := g.from + 1
		if head < g.to && isRule(d.body(head)) {
			head++
		}
		if d.anyGone(stretch{g.from, head}) {
			d.dropRange(g.from, g.to)
		}
		for i := head; i < g.to; i++ {
			if d.gone[i-1] && i > head && emptyCell(d.body(i)) {
				d.drop(i)
			}
		}
		if d.allGone(stretch{head, g.to}) {
			d.dropRange(g.from, head)
		}
	}
}

func (d *document) body(i int) string { return d.text[d.units[i].start:d.units[i].end] }

// isRule reports whether a row is the line of dashes under a table's head.
func isRule(row string) bool { return strings.Trim(row, "|:- \t") == "" }

// emptyCell reports whether a row's first cell is empty, or repeats by a sign.
func emptyCell(row string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	return strings.Trim(first, " \t\"″〃'-–—") == ""
}

package layout

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// passageAt is the text of a span as a passage.
func passageAt(p *page, start, end int) found {
	s := trimmed(p.text, start, max(start, end))
	return found{Chunk: evidence.Chunk{Text: dedent(p.text[s.start:s.end])}, start: s.start, inner: s.start, end: s.end}
}

// splitMarked parts text that shows where its passages begin: at rules that
// stand alone between blank lines (long ones where there are none), or as a
// list of which every line is an item. There are none where one of them is short.
func splitMarked(p *page, at line) []found {
	first, last := p.lineAt(at.start), p.lineAt(max(at.start, at.end-1))
	list := shapedParts(p, first, last, at)
	if len(list) < 2 {
		list = ruledParts(p, first, last, at)
	}
	if slices.ContainsFunc(list, func(r found) bool { return !heavier(r.Text, 20) }) {
		return nil
	}
	return list
}

// ruledParts parts lines [first, last] at equal rules between blank lines.
func ruledParts(p *page, first, last int, at line) []found {
	var parts []found
	from, rule := first, ""
	for i := first; i <= last; i++ {
		s := p.str(i)
		if !isRule(s) || rule != "" && s != rule {
			continue
		}
		if rule = s; i > from {
			parts = append(parts, passageAt(p, max(p.lines[from].start, at.start), min(p.lines[i-1].end, at.end)))
		}
		from = i + 1
	}
	if rule != "" && from <= last {
		parts = append(parts, passageAt(p, max(p.lines[from].start, at.start), min(p.lines[last].end, at.end)))
	}
	if !certain(parts) {
		return nil
	}
	return parts
}

// certain tells whether a rule parts passages, rather than the text of one: a
// single one between several paragraphs may do either.
func certain(parts []found) bool {
	paragraphs := 0
	for i := range parts {
		paragraphs += 1 + strings.Count(parts[i].Text, "\n\n")
	}
	return len(parts) > 2 || paragraphs == len(parts)
}

// splitParagraphs parts text at blank lines outside code fences.
func splitParagraphs(p *page, at line) []found {
	var list []found
	first, last := p.lineAt(at.start), p.lineAt(max(at.start, at.end-1))
	from := -1
	for i := first; i <= last+1; i++ {
		gap := i > last || p.blank(i) && !p.inFence(i)
		if !gap && from < 0 {
			from = i
		} else if gap && from >= 0 {
			list = append(list, passageAt(p, max(p.lines[from].start, at.start), min(p.lines[i-1].end, at.end)))
			from = -1
		}
	}
	return list
}

// plausible tells whether every paragraph can be a passage of its own: of some
// length, no heading, not announced by the one before, no part of a list.
func plausible(list []found) bool {
	for i := range list {
		text := list[i].Text
		alone := !heavier(text, minParagraph) || text[0] == '#' || isRule(text)
		if alone || len(list) > 1 && opensWith(text, "- ", "* ", "• ", "```", "|") || i+1 < len(list) && endsInColon(text) {
			return false
		}
	}
	return len(list) > 0
}

// dedent takes off the indentation that all lines but the first share: that
// of the template, not of the passage.
func dedent(s string) string {
	if !strings.Contains(s, "\n ") && !strings.Contains(s, "\n\t") {
		return s
	}
	lines := strings.Split(s, "\n")
	shared := len(s)
	for _, l := range lines[1:] {
		if inner := strings.TrimLeft(l, " \t"); strings.TrimSpace(l) != "" {
			shared = min(shared, len(l)-len(inner))
		}
	}
	for i, l := range lines[1:] {
		lines[i+1] = l[min(shared, len(l)):]
	}
	return strings.Join(lines, "\n")
}

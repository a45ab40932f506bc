package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// splitMarked parts text that shows where its passages begin: at rules that
// stand alone between blank lines (long ones where there are none), or as a
// list of which every line is an item.
func splitMarked(p *page, at line) []found {
	first, last := p.lineAt(at.start), p.lineAt(max(at.start, at.end-1))
	parts, items := ruledParts(p, first, last), false
	if len(parts) < 2 {
		parts, items = itemParts(p, first, last), true
	}
	var list []found
	for _, s := range parts {
		s = trimmed(p.text, max(s.start, at.start), min(s.end, at.end))
		text := dedent(p.text[s.start:max(s.start, s.end)])
		if !heavier(text, 20) {
			return nil
		}
		list = append(list, found{Chunk: evidence.Chunk{Text: text}, start: s.start, inner: s.start, end: s.end})
	}
	if liftAffixes(list); items && len(list) > 1 {
		liftEach(list, liftLabel)
	}
	return list
}

// ruledParts parts lines [first, last] at equal rules between blank lines.
func ruledParts(p *page, first, last int) []line {
	var parts []line
	from, rule := first, ""
	dense := !hasBlank(p, first, last)
	for i := first; i <= last; i++ {
		s := p.str(i)
		if !isRule(s) || rule != "" && s != rule || !dense && (i > 0 && !p.blank(i-1) || i+1 < len(p.lines) && !p.blank(i+1)) {
			continue
		}
		rule = s
		if i > from {
			parts = append(parts, line{p.lines[from].start, p.lines[i-1].end})
		}
		from = i + 1
	}
	if rule != "" && from <= last {
		parts = append(parts, line{p.lines[from].start, p.lines[last].end})
	}
	if !certain(p, parts, rule) {
		return nil
	}
	return parts
}

// certain tells whether a rule parts passages, rather than the text of one: a
// single one between several paragraphs may do either, and a rule that also
// stands inside a paragraph is text.
func certain(p *page, parts []line, rule string) bool {
	paragraphs := 0
	for _, s := range parts {
		text := p.text[s.start:s.end]
		paragraphs += 1 + strings.Count(strings.TrimSpace(text), "\n\n")
		if strings.Contains(text, "\n"+rule+"\n") {
			return false
		}
	}
	return len(parts) > 2 || paragraphs == len(parts)
}

func hasBlank(p *page, first, last int) bool {
	for i := first; i <= last; i++ {
		if p.blank(i) {
			return true
		}
	}
	return false
}

// itemParts parts lines that are all items of one list.
func itemParts(p *page, first, last int) []line {
	var parts []line
	for i := first; i <= last; i++ {
		s := p.str(i)
		if s == "" || s == "<ul>" || s == "<ol>" || s == "</ul>" || s == "</ol>" {
			continue
		}
		text, ok := bullet(s)
		if inner, li := strings.CutPrefix(s, "<li>"); li {
			text, ok = strings.TrimSuffix(inner, "</li>"), true
		}
		if !ok || isTailCue(text) {
			return nil
		}
		start := p.lines[i].start + strings.Index(s, text)
		parts = append(parts, line{start, start + len(text)})
	}
	return parts
}

// splitParagraphs parts text at blank lines outside code fences.
func splitParagraphs(p *page, at line) []line {
	var list []line
	first, last := p.lineAt(at.start), p.lineAt(max(at.start, at.end-1))
	open := -1
	for i := first; i <= last; i++ {
		if p.blank(i) && !p.inFence(i) {
			open = -1
			continue
		}
		if open < 0 {
			open = len(list)
			list = append(list, line{max(p.lines[i].start, at.start), p.lines[i].end})
		}
		list[open].end = min(p.lines[i].end, at.end)
	}
	return list
}

// plausible tells whether every paragraph can be a passage of its own: of some
// length, no heading, not announced by the one before, no part of a list.
func plausible(p *page, list []line) bool {
	keyed := 0
	for _, s := range list {
		if _, _, f := cutKey(p.text[s.start:s.end]); f != fieldNone && !strings.Contains(p.text[s.start:s.end], "\n") {
			keyed++
		}
	}
	if keyed > 0 && keyed < len(list) {
		return false // some go on with what stands above them
	}
	for i, s := range list {
		text := p.text[s.start:s.end]
		if !heavier(text, minParagraph) || text[0] == '#' || isRule(text) || isMarked(text) && len(list) > 1 {
			return false
		}
		if i+1 < len(list) && endsInColon(text) {
			return false
		}
	}
	return len(list) > 0
}

// isMarked tells whether a paragraph begins with a list mark or a fence: then
// it belongs to what stands above it.
func isMarked(s string) bool {
	return opensWith(s, "- ", "* ", "• ", "```", "|")
}

// dedent takes off the indentation that all lines but the first share: that
// of the template, not of the passage.
func dedent(s string) string {
	if !strings.Contains(s, "\n ") && !strings.Contains(s, "\n\t") {
		return s
	}
	lines := strings.Split(s, "\n")
	shared := -1
	for _, l := range lines[1:] {
		if strings.TrimSpace(l) == "" {
			continue
		}
		n := len(l) - len(strings.TrimLeft(l, " \t"))
		if shared < 0 || n < shared {
			shared = n
		}
	}
	if shared <= 0 {
		return s
	}
	for i, l := range lines[1:] {
		lines[i+1] = l[min(shared, len(l)):]
	}
	return strings.Join(lines, "\n")
}

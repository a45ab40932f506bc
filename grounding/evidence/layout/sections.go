package layout

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/text"
)

const (
	minParagraph = 40 // least weight of a paragraph that may be a passage
	maxSections  = 8  // parts of bare text that an app's message may have
)

// findSections reads bare text: between the tags of a container, between two
// rules, or behind a cue. It returns at most one reading of each kind.
func findSections(p *page) []candidate {
	if list := taggedSections(p); len(list) > 0 {
		return list
	}
	if list := findObservations(p); len(list) > 0 {
		return list
	}
	if p.marked {
		return nil // what no more than a cue introduces would not be taken
	}
	ruled := ruledSection(p)
	framed := len(ruled.found) > 0
	cued := cuedSection(p)
	above := len(cued.found) > 0 && cued.start < ruled.start && heavier(p.text[cued.start:ruled.start], minParagraph)
	if framed && !above {
		return ruled.list() // of two the one that begins first: a rule may close a passage
	}
	return cued.list()
}

// taggedSections reads <context>bare text</context>: in a user's message the
// first, for what follows may be typed.
func taggedSections(p *page) []candidate {
	tags := p.tagList()
	var list []candidate
	for i := range tags {
		t := &tags[i]
		if t.closing || t.partner < 0 || !isContainer(t.name) {
			continue
		}
		n := len(list)
		from, to := t.end, tags[t.partner].start
		body := strings.TrimSpace(p.text[from:to])
		if !heavier(body, 12) || p.inFence(p.lineAt(from)) || n > 0 && t.start < list[n-1].end {
			continue
		}
		if records := body[0] == '<' && (!isDigit(body[1]) || tags[i+1].number != ""); records {
			continue
		}
		if n == maxSections || n > 0 && p.user() {
			break
		}
		c := sectionOf(p, from, to, false)
		c.start, c.end, c.rank = t.start, p.lines[p.lineAt(to)].end, rankRecord
		list = append(list, c)
	}
	return list
}

// ruledSection reads text between two equal rules, or behind one to the end.
// A rule counts only below a line that leads in to evidence.
func ruledSection(p *page) candidate {
	for i := range p.lines {
		if !isFrame(p, i) || !introduced(p, i) {
			continue
		}
		from := p.after(i)
		closer := frameEnd(p, i)
		end := closer
		if closer < 0 {
			end = tailStart(p, from, len(p.lines))
		}
		if end <= from {
			continue
		}
		c := sectionOf(p, p.lines[from].start, p.lines[end-1].end, closer < 0 || knownJoin(p, i))
		return c
	}
	return candidate{}
}

// frameEnd is the last line that closes the frame on line i, in a user's message the
// first in front of the closing words; -1 for none.
func frameEnd(p *page, i int) int {
	closer := -1
	for j := i + 1; j < len(p.lines); j++ {
		if p.str(j) != p.str(i) {
			continue
		}
		if closer = j; p.user() && closes(p, j) {
			break
		}
	}
	return closer
}

// isFrame tells whether line i can open a framed section: a rule, triple quotes, or a bare fence in no item.
func isFrame(p *page, i int) bool {
	switch s := p.str(i); s {
	case `"""`, "'''":
		return true
	case "```":
		above := p.before(i)
		inItem := above >= 0 && text.ListMarker(p.str(above)) > 0 && p.indent(i) > p.indent(above)
		return p.inFence(i) && (i == 0 || !p.inFence(i-1)) && !inItem
	default:
		return isRule(s) && (len(s) >= 4 || i > 0 && (p.leads(i-1) || source(p.str(i-1), isApps(p.role)) != ""))
	}
}

// introduced tells whether one of the few lines above says that evidence follows, names it, or orders to
// answer from it, as another message may where none stands above.
func introduced(p *page, i int) bool {
	const most = 3 // lines
	for range most {
		if i = p.before(i); i < 0 {
			return slices.ContainsFunc(p.told.upTo(p), drawsOn)
		}
		s := p.str(i)
		name, _ := cutRemark(s)
		if p.leadLabel(i) || source(s, isApps(p.role)) != "" || evidenceNouns.in(s) && (directs(s) || answering.in(s) || endsInColon(s) || isHeadline(name)) {
			return true
		}
	}
	return false
}

// closes tells whether a rule is followed by instructions or by nothing.
func closes(p *page, j int) bool {
	next := p.after(j)
	if next == len(p.lines) || p.tails(next) {
		return true
	}
	end := blockEnd(p, next)
	return isInstructive(p.text[p.lines[next].start:p.lines[end-1].end])
}

// knownJoin tells whether the lead-in is that of a framework which joins its
// passages by a blank line, so that a single paragraph is one passage.
func knownJoin(p *page, i int) bool {
	above := p.before(i)
	return above >= 0 && joinLeads.in(p.str(above)) && strings.HasSuffix(p.str(above), "below.")
}

var joinLeads = phrasesOf(words("join_leads")...)

// isStatement tells whether a short text is a sentence, rather than a phrase
// that says what a conversation is about, a notice that nothing was found, or an
// instruction that goes on.
func isStatement(s string) bool {
	return s != "" && !isLower(s[0]) && !foundNothing(s) && (strings.HasSuffix(s, "。") || endsSentence(s) && strings.Count(s, " ") >= 3)
}

// isPhrase tells whether a text on its cue's own line goes on in small letters
// and is no more than one sentence, with little below it: it says what the talk is about. A passage
// that was cut in mid-sentence goes on behind the next full stop.
func isPhrase(s string) bool {
	s, rest, _ := strings.Cut(s, "\n")
	return s != "" && isLower(s[0]) && !strings.Contains(s, ". ") && !heavier(rest, 2*minParagraph)
}

// sectionOf reads bare text [start, end): as passages where it shows where they begin,
// or where blank lines part paragraphs that can each be one, else as one section. A single
// paragraph is a passage only where passages are known to be joined so.
func sectionOf(p *page, start, end int, joined bool) candidate {
	at := trimmed(p.text, start, end)
	at = aboveLabels(p, belowTitle(p, at))
	if skip := cueValue(firstLine(p.text[at.start:at.end])); skip > 0 {
		at = trimmed(p.text, at.start+skip, at.end)
	}
	c := candidate{layout: "sections", start: at.start, end: at.end, rank: rankBare}
	text := p.text[at.start:at.end]
	paragraphs := underHeadings(p, splitParagraphs(p, at))
	if len(paragraphs) == 1 {
		paragraphs = sentenceLines(p, at, paragraphs)
	}
	if c.found = splitMarked(p, at); len(c.found) > 1 {
		liftHeads(c.found)
		return c
	} else if head := oneHeaded(text); head != nil {
		c.found = []found{{Chunk: *head, start: at.start, inner: at.start, end: at.end}}
	} else if c.found = nil; len(paragraphs) == 1 && (foundNothing(text) || !p.user() && ofConversation(text)) || !heavier(text, 12) {
		return c
	} else if (joined || len(paragraphs) > 1) && plausible(paragraphs) {
		for i := range paragraphs {
			paragraphs[i].Text = unquoteLines(paragraphs[i].Text)
		}
		liftShared(paragraphs)
		c.found = paragraphs
	} else {
		c.found = []found{passageAt(p, at.start, at.end)}
		c.found[0].Kind = evidence.Section
		return c
	}
	liftHeads(c.found)
	return c
}

// belowTitle is a stretch of text without the lines it begins with that are but rules and the
// name of the material: they stand in front of it.
func belowTitle(p *page, at line) line {
	for i := p.lineAt(at.start); p.lines[i].start == at.start && p.lines[i].end < at.end; i = p.lineAt(at.start) {
		if !isRule(p.str(i)) && !namesPart(p, i) {
			break
		}
		at = trimmed(p.text, p.lines[i].end, at.end)
	}
	return at
}

// aboveLabels is a stretch of text without the labels and rules that it ends in: they belong to what follows.
func aboveLabels(p *page, at line) line {
	for i := p.lineAt(max(at.end-1, 0)); p.lines[i].start > at.start; i = p.lineAt(max(at.end-1, 0)) {
		if s := p.str(i); !isRule(s) && !(endsInColon(s) && p.blank(i-1) && len(s) <= longestHead) {
			break
		}
		at = trimmed(p.text, at.start, p.lines[i].start)
	}
	return at
}

// namesPart tells whether line i is but the name of material, and not that of one passage.
func namesPart(p *page, i int) bool {
	s := p.str(i)
	return !strings.ContainsAny(s, "0123456789") && !distributes(s) && (isCaption(s) || p.namesMaterialAt(i) || isFrameLine(s) && evidenceNouns.in(s))
}

// oneHeaded reads a section that is one passage below its metadata.
func oneHeaded(text string) *evidence.Chunk {
	c := evidence.Chunk{Text: text}
	if !liftHead(&c) || strings.Contains(c.Text, "\n\n") {
		return nil
	}
	complete(&c)
	return &c
}

// findObservations reads what tools returned to an agent that keeps its thoughts
// and calls in one text: `Observation: …`, up to its next thought.
func findObservations(p *page) []candidate {
	const label = "Observation:"
	if !p.user() || !strings.Contains(p.text, label) {
		return nil
	}
	var c candidate
	for i := 0; i < len(p.lines); i++ {
		if !strings.HasPrefix(p.str(i), label) {
			continue
		}
		end := i + 1
		for end < len(p.lines) && !isStep(p.str(end)) {
			end++
		}
		from, to := p.lines[i].start+len(label), p.lines[end-1].end
		if text := strings.TrimSpace(p.text[from:max(from, to)]); end < len(p.lines) && heavier(text, minParagraph) {
			section := evidence.Chunk{Text: text, Kind: evidence.Section}
			c.add("sections", found{Chunk: section, start: p.lines[i].start, inner: from, end: to})
		}
		i = end - 1
	}
	c.rank = rankRecord
	return c.list()
}

// isStep tells whether a line opens a step of such an agent.
func isStep(s string) bool {
	name, _, _ := strings.Cut(s, ":")
	return agentSteps[name]
}

var agentSteps = set(words("agent_steps")...)

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
	list := repeatedParts(p, first, last, at)
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
	from, rule, apart := first, "", false
	for i := first; i <= last; i++ {
		s := p.str(i)
		if !isRule(s) || rule != "" && s != rule {
			continue
		}
		if rule = s; i > from {
			parts = append(parts, passageAt(p, max(p.lines[from].start, at.start), min(p.lines[i-1].end, at.end)))
		}
		from, apart = i+1, i > first && i < last && p.blank(i-1) && p.blank(i+1)
	}
	if rule != "" && from <= last {
		parts = append(parts, passageAt(p, max(p.lines[from].start, at.start), min(p.lines[last].end, at.end)))
	}
	if !apart && !certain(parts) {
		return nil
	}
	return parts
}

// certain tells whether a rule parts passages, rather than the text of one: a
// single one that no blank lines set off, between several paragraphs, may do either.
func certain(parts []found) bool {
	paragraphs := 0
	for i := range parts {
		paragraphs += 1 + strings.Count(parts[i].Text, "\n\n")
	}
	return len(parts) > 2 || paragraphs == len(parts)
}

// splitParagraphs parts text at blank lines outside code fences.
func splitParagraphs(p *page, at line) []found {
	const usual = 8 // paragraphs that need no more room
	list := make([]found, 0, usual)
	first, last := p.lineAt(at.start), p.lineAt(max(at.start, at.end-1))
	from, within := -1, p.inFence(first) && p.inFence(last) && !strings.HasPrefix(p.str(first), "```")
	for i := first; i <= last+1; i++ {
		gap := i > last || p.blank(i) && (within || !p.inFence(i))
		if !gap && from < 0 {
			from = i
		} else if gap && from >= 0 {
			list = append(list, passageAt(p, max(p.lines[from].start, at.start), min(p.lines[i-1].end, at.end)))
			from = -1
		}
	}
	return list
}

// sentenceLines are the lines of a text without blank ones, if each is some sentences: the text
// of one passage is not broken so. Otherwise they are the paragraphs that it has.
func sentenceLines(p *page, at line, paragraphs []found) []found {
	first, last := p.lineAt(at.start), p.lineAt(max(at.start, at.end-1))
	list := make([]found, 0, last-first+1)
	for i := first; i <= last; i++ {
		r := passageAt(p, max(p.lines[i].start, at.start), min(p.lines[i].end, at.end))
		if !heavier(r.Text, minParagraph) || !endsSentence(r.Text) || p.inFence(i) {
			return paragraphs
		}
		list = append(list, r)
	}
	return list
}

// underHeadings joins the blocks that blank lines part to passages: a heading begins the
// passage of the block below it, and a lower heading goes on with what stands above it.
func underHeadings(p *page, blocks []found) []found {
	list := blocks[:0]
	open := false // the last passage so far ends in a heading
	top := 0      // level of the heading of Markdown that stands above
	for i, b := range blocks {
		depth := level(b.Text)
		if n := len(list); n > 0 && (open || top > 0 && depth > top) {
			list[n-1].Text, list[n-1].end = "", b.end
		} else {
			list = append(list, b)
			top = max(top, depth)
		}
		open = i+1 < len(blocks) && heads(b.Text)
	}
	for i := range list {
		if list[i].Text == "" {
			list[i] = passageAt(p, list[i].start, list[i].end)
		}
	}
	return list
}

// heads tells whether a block is but the heading of what stands below it.
func heads(block string) bool {
	return !strings.Contains(block, "\n") && !goesOn(block) && (block[0] == '#' || !heavier(block, minParagraph) && isTitle(block))
}

// plausible tells whether every text can be a passage of its own: of some length, not
// announced by the one before, no part of a list.
func plausible(list []found) bool {
	for i := range list {
		text := list[i].Text
		alone := !heavier(text, minParagraph) || isRule(text)
		if alone || len(list) > 1 && goesOn(text) || i+1 < len(list) && endsInColon(text) {
			return false
		}
	}
	return len(list) > 0
}

// goesOn tells whether a block goes on with what stands above it: a list, a table, code.
func goesOn(block string) bool {
	return opensWith(block, "- ", "* ", "• ", "```", "|")
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

package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// findSections reads bare text: between the tags of a container, between two
// rules, or behind a cue. It returns at most one reading of each kind.
func findSections(p *page) []candidate {
	var list []candidate
	if list = taggedSections(p); len(list) > 0 {
		return list
	}
	if list = findObservations(p); len(list) > 0 {
		return list
	}
	if p.marked {
		return nil // what no more than a cue introduces would not be taken
	}
	ruled, framed := ruledSection(p)
	if framed && hasLead(p, p.lineAt(ruled.start)) {
		return append(list, ruled)
	}
	cued, ok := cuedSection(p)
	if framed && !(ok && cued.start < ruled.start && heavier(p.text[cued.start:ruled.start], minParagraph)) {
		return append(list, ruled)
	}
	if !ok {
		cued, ok = aboveSection(p)
	}
	if ok {
		list = append(list, cued) // of two the one that begins first: a rule may close a passage
	}
	return list
}

// taggedSections reads <context>bare text</context>: in a user's message the
// first, for what follows may be typed.
func taggedSections(p *page) []candidate {
	tags := p.tagList()
	var list []candidate
	for i := range tags {
		t := &tags[i]
		if t.closing || !t.fixed || t.partner < 0 || !containerTags[t.name] {
			continue
		}
		from, to := p.lineAt(t.end), p.lineAt(tags[t.partner].start)
		body := strings.TrimSpace(p.text[t.end:tags[t.partner].start])
		if !heavier(body, 12) || p.inFence(from) || body[0] == '<' && (!isDigits(body[1:2]) || tags[i+1].number != "") {
			continue
		}
		if n := len(list); n > 0 && (p.user() || n == maxSections) {
			break
		} else if n > 0 && t.start < list[n-1].end {
			continue
		}
		c := sectionOf(p, t.end, tags[t.partner].start, false)
		c.start, c.end = p.lines[from].start, p.lines[to].end
		c.rank = rankRecord
		list = append(list, c)
	}
	return list
}

// maxSections is how many parts of bare text an app's message may have.
const maxSections = 8

// ruledSection reads text between two equal rules, or behind one to the end.
// A rule counts only below a line that leads in to evidence.
func ruledSection(p *page) (candidate, bool) {
	for i := range p.lines {
		rule := p.str(i)
		if !isFrame(p, i) || !introduced(p, i) {
			continue
		}
		close := -1
		for j := i + 1; j < len(p.lines); j++ {
			if p.str(j) != rule {
				continue
			}
			close = j
			if p.user() && closes(p, j) {
				break
			}
		}
		from := p.after(i)
		if close > from {
			c := sectionOf(p, p.lines[from].start, p.lines[close-1].end, knownJoin(p, i))
			c.end = p.lines[close].end
			return c, len(c.found) > 0
		}
		if close < 0 && from < len(p.lines) {
			end := tailStart(p, from, len(p.lines))
			if end > from {
				c := sectionOf(p, p.lines[from].start, p.lines[end-1].end, true)
				return c, len(c.found) > 0
			}
		}
	}
	return candidate{}, false
}

// isFrame tells whether line i can open a framed section: a rule, triple
// quotes, or a bare fence right below a line that ends in a colon.
func isFrame(p *page, i int) bool {
	switch s := p.str(i); s {
	case `"""`, "'''":
		return true
	case "```":
		above := p.before(i)
		return above >= 0 && !p.inFence(above) && isLead(p.str(above)) && endsInColon(p.str(above))
	default:
		return isRule(s) && len(s) >= 4
	}
}

// introduced tells whether one of the few lines above speaks of evidence.
func introduced(p *page, i int) bool {
	for n := 0; n < 3; n++ {
		j := p.before(i)
		if j < 0 {
			return false
		}
		if s := p.str(j); isLead(s) || evidenceNouns.in(s) {
			return true
		}
		i = j
	}
	return false
}

// closes tells whether a rule is followed by instructions or by nothing.
func closes(p *page, j int) bool {
	next := p.after(j)
	return next == len(p.lines) || isTailCue(p.str(next))
}

// knownJoin tells whether the lead-in is that of a framework which joins its
// passages by a blank line, so that a single paragraph is one passage.
func knownJoin(p *page, i int) bool {
	j := p.before(i)
	if j < 0 {
		return false
	}
	s := strings.ToLower(p.str(j))
	return strings.HasPrefix(s, "context information") && strings.HasSuffix(s, "below.") || strings.Contains(s, "more context below")
}

// minParagraph is the least weight of a paragraph that may be a passage.
const minParagraph = 40

// isStatement tells whether a short text is a sentence, rather than a phrase
// that says what a conversation is about.
func isStatement(s string) bool {
	if opensWith(strings.ToLower(s[:min(len(s), 8)]), "no ", "none", "nothing") {
		return false // that nothing was found
	}
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return false // an instruction goes on
	}
	return strings.HasSuffix(s, "。") || endsSentence(s) && strings.Count(s, " ") >= 3
}

// isPhrase tells whether a text on its cue's own line goes on in small letters
// and is no more than one sentence, with little below it: it says what the talk is about. A passage
// that was cut in mid-sentence goes on behind the next full stop.
func isPhrase(s string) bool {
	s, rest, _ := strings.Cut(s, "\n")
	return s != "" && s[0] >= 'a' && s[0] <= 'z' && !strings.Contains(s, ". ") && !heavier(rest, 2*minParagraph)
}

// sectionOf reads bare text [start, end): as passages where blank lines part
// paragraphs that can each be one, else as one section.
func sectionOf(p *page, start, end int, joined bool) candidate {
	at := trimmed(p.text, start, end)
	if head, _, _ := strings.Cut(p.text[at.start:at.end], "\n"); cueValue(head) > 0 {
		at = trimmed(p.text, at.start+cueValue(head), at.end)
	}
	c := candidate{layout: "sections", start: at.start, end: at.end, rank: rankBare}
	if parts := splitMarked(p, at); len(parts) > 1 {
		c.found = parts
		liftEach(c.found, liftLink)
		liftHeads(c.found)
		return c
	}
	paragraphs := splitParagraphs(p, at)
	if r, ok := oneHeaded(p, at); ok {
		c.found = []found{r}
		return c
	}
	if len(paragraphs) == 1 && saysNothing(p, p.text[at.start:at.end]) {
		return c
	}
	if !joined && len(paragraphs) < 2 || !plausible(p, paragraphs) {
		if text := p.text[at.start:at.end]; heavier(text, 12) {
			c.found = []found{{Chunk: evidence.Chunk{Text: dedent(text), Kind: evidence.Section}, start: at.start, inner: at.start, end: at.end}}
		}
		return c
	}
	for _, s := range paragraphs {
		r := found{Chunk: evidence.Chunk{Text: unquoteLines(dedent(p.text[s.start:s.end]))}, start: s.start, inner: s.start, end: s.end}
		c.found = append(c.found, r)
	}
	liftHeads(c.found)
	return c
}

// oneHeaded reads a section that is one passage below its metadata.
func oneHeaded(p *page, at line) (found, bool) {
	c := evidence.Chunk{Text: p.text[at.start:at.end]}
	_, value, _ := cutKey(firstLine(c.Text))
	if isSentence(value) || !liftHead(&c) || strings.Contains(c.Text, "\n\n") {
		return found{}, false
	}
	complete(&c)
	return found{Chunk: c, start: at.start, inner: at.start, end: at.end}, true
}

// findObservations reads what tools returned to an agent that keeps its thoughts
// and calls in one text: `Observation: …`, up to its next thought.
func findObservations(p *page) []candidate {
	if !p.user() || !strings.Contains(p.text, "Observation:") {
		return nil
	}
	var c candidate
	for i := 0; i < len(p.lines); i++ {
		if !strings.HasPrefix(p.str(i), "Observation:") {
			continue
		}
		end := i + 1
		for end < len(p.lines) && !isStep(p.str(end)) {
			end++
		}
		from := p.lines[i].start + len("Observation:")
		if text := strings.TrimSpace(p.text[from:max(from, p.lines[end-1].end)]); end < len(p.lines) && heavier(text, minParagraph) {
			c.add("sections", found{Chunk: evidence.Chunk{Text: text, Kind: evidence.Section},
				start: p.lines[i].start, inner: from, end: p.lines[end-1].end})
		}
		i = end - 1
	}
	c.rank = rankRecord
	return c.list()
}

// isStep tells whether a line opens a step of such an agent.
func isStep(s string) bool {
	name, _, ok := strings.Cut(s, ":")
	switch name {
	case "Observation", "Thought", "Action", "Action Input", "Final Answer", "Question":
		return ok
	}
	return false
}

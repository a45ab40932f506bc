package layout

import (
	"strings"

	"vouchsafe/chunk"
)

// minParagraph is the least weight of a paragraph that may be a passage.
const minParagraph = 40

// findSections reads bare text: between the tags of a container, between two
// rules, or behind a cue. It returns at most one reading of each kind.
func findSections(p *page) []candidate {
	var list []candidate
	if c, ok := taggedSection(p); ok {
		return append(list, c)
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
	if ok {
		list = append(list, cued) // of two the one that begins first: a rule may close a passage
	}
	return list
}

// taggedSection reads <context>bare text</context>.
func taggedSection(p *page) (candidate, bool) {
	tags := p.tagList()
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
		c := sectionOf(p, t.end, tags[t.partner].start, false)
		c.start, c.end = p.lines[from].start, p.lines[to].end
		c.rank = rankRecord
		return c, true
	}
	return candidate{}, false
}

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

// cuedSection reads text behind a cue to the end, or to the app's closing
// instructions: `Context:` with the text behind or below it, or a paragraph
// that says that the context follows.
func cuedSection(p *page) (candidate, bool) {
	real, looks := 0, 0 // where the real evidence begins below an example
	for i := range p.lines {
		s := p.str(i)
		if p.inFence(i) || s == "" || i < real {
			continue
		}
		at := cueValue(s)
		if looks < maxFails && (at > 0 || isLead(s)) {
			looks++
			if real = behindExample(p, i); real > i {
				continue
			}
		}
		if at == 0 && isTextCue(s) && askedBelow(p, i) {
			at = strings.IndexByte(s, ':') + 1
		}
		if at > 0 {
			if c, ok := behindCue(p, i, p.lines[i].start+at); ok {
				return c, true
			}
		}
		framed := isFramedPart(s)
		if !isLead(s) && !framed {
			continue
		}
		next := belowLead(p, i)
		if !framed && !endsInColon(s) && s[0] != '#' && !p.blank(next-1) {
			continue
		}
		if next < len(p.lines) && !isFramedPart(p.str(next)) && (!isTailCue(p.str(next)) || answered(p, next, blockEnd(p, next))) && !(isLead(p.str(next)) && endsInColon(p.str(next)) && len(p.str(next)) < 60) {
			if c, ok := behindCue(p, next, p.lines[next].start); ok {
				return c, true
			}
		}
	}
	return candidate{}, false
}

// belowLead is the line below a lead-in, or below the rest of its paragraph
// where that goes on with instructions.
func belowLead(p *page, i int) int {
	next := p.after(i)
	if next != i+1 || endsInColon(p.str(i)) {
		return next
	}
	for end := min(len(p.lines), i+maxTailBlocks); next < end && !p.blank(next); {
		if !isTailCue(p.str(next)) {
			return next
		}
		next++
	}
	return p.after(next - 1)
}

// cueLabels introduce text on the same line.
var cueLabels = set("context", "kontext", "contexte", "contexto", "contesto", "контекст", "السياق", "上下文", "已知信息", "参考资料", "コンテキスト", "bağlam", "kontekst", "sammanhang", "konteks", "ngữ cảnh", "संदर्भ", "הקשר", "متن", "문맥", "컨텍스트", "บริบท",
	"additional information", "documents", "context information", "background", "facts", "retrieved context", "reference", "new context",
	"knowledge", "information", "context is", "provided text content is", "参考信息", "背景", "背景知识", "relevant information", "relevant context", "long_term_memory", "relevant memories/facts", "memories")

// textLabels introduce text only where a question follows by its label: a text
// may be there for other ends than to answer from.
var textLabels = set("text", "passage", "document", "article", "excerpt", "paragraph", "source text", "source", "reference text")

func isTextCue(s string) bool {
	name, value, ok := label(s)
	return ok && textLabels[name] && heavier(value, 12)
}

// askedBelow tells whether a labelled question stands below line i.
func askedBelow(p *page, i int) bool {
	for j := i + 1; j < min(len(p.lines), i+maxAbove); j++ {
		if value, ok := askValue(p.str(j)); ok && value != "" {
			return true
		}
	}
	return false
}

// isCue tells whether a line is the label of evidence.
func isCue(s string) bool {
	name, _, ok := label(s)
	return ok && cueLabels[name]
}

// cueValue is where the text behind a cue's colon begins on its line, or 0.
func cueValue(s string) int {
	name, value, ok := label(s)
	if ok && cueLabels[name] && heavier(value, 8) {
		return strings.Index(s, value)
	}
	return gluedValue(s)
}

// gluedValue is cueValue for cues that stand behind other words of their line.
func gluedValue(s string) int {
	value := 0
	for at := strings.IndexByte(s, ':'); at >= 0; {
		next := strings.IndexByte(s[at+1:], ':')
		if strings.HasPrefix(s[at:], ": ") {
			if strings.HasSuffix(s[:at], "Additional Information") {
				return at + len(": ")
			}
			if value == 0 && (strings.HasSuffix(s[:at], "provided context") || leadsInline(s[:at], s[at+2:])) {
				value = at + len(": ")
			}
		}
		if next < 0 {
			break
		}
		at += 1 + next
	}
	return value
}

// leadsInline tells whether the words in front of a colon lead in to the text
// behind it on the same line: `Use the following context to answer the
// question: …`. They speak of answering, too, and the text begins like a
// sentence: what goes on in small letters is a part of the instruction.
func leadsInline(head, text string) bool {
	if len(head) > 240 || !directions.in(head) || !answering.in(head) || !isStatement(text) || isTailCue(text) {
		return false
	}
	last := head[max(0, len(head)-24):]
	return evidenceNouns.in(last) || evidenceNouns.in(head) && (strings.HasSuffix(last, "question") || strings.HasSuffix(last, "answer"))
}

// answering are words of orders to answer from something.
var answering = phrasesOf("answer", "respond", "reply", "question", "context", "based on", "rely on", "only use", "use only")

// isFramedPart tells whether a line is the name of a part of the prompt that
// holds evidence, in a frame: `=== CONTEXT ===`, `[CONTEXT]`.
func isFramedPart(s string) bool {
	if len(s) > 60 || !strings.HasSuffix(s, s[:1]) && s[0] != '[' {
		return false
	}
	inner := strings.Trim(s, "=*-~_#[]<>|% ")
	if len(inner) == len(s) {
		return false
	}
	return holds(partNames, withoutBegin(inner)) || manyInCapitals(inner)
}

// manyInCapitals tells whether a name in capitals is one of several passages:
// `RETRIEVED KNOWLEDGE BASE DOCUMENTS`.
func manyInCapitals(s string) bool {
	return len(s) > 8 && strings.HasSuffix(s, "S") && evidenceNouns.in(s) && strings.ToUpper(s) == s && !strings.ContainsAny(s, "0123456789.")
}

// endMark is the line of [from, to) that closes the framed part around line
// from, such as `=== END CONTEXT ===`: the last one that ends in the word that
// the part's name ends in, in a user's message the first. It is 0 where there
// is none.
func endMark(p *page, from, to int) int {
	opener := partAbove(p, from)
	if opener < 0 {
		return 0
	}
	word := lastWord(p.str(opener))
	at, other := 0, 0
	for i := from + 1; i < to; i++ {
		if !isEndMark(p.str(i)) || p.inFence(i) {
			continue
		}
		if lastWord(p.str(i)) == word {
			if at = i; p.user() {
				break
			}
		} else if p.str(i)[0] != '<' {
			other = i
		}
	}
	if at == 0 {
		return other
	}
	return at
}

// partAbove is the line that opens the framed part around line i: one of the
// few above it, -1 where none does.
func partAbove(p *page, i int) int {
	for range 4 {
		if i = p.before(i); i < 0 || isFramedPart(p.str(i)) {
			return i
		}
	}
	return -1
}

// lastWord is the word that a framed name ends in.
func lastWord(s string) string {
	s = strings.ToLower(strings.TrimRight(s, "=*-~_#[]<>|% "))
	return s[strings.LastIndexAny(s, " /")+1:]
}

// behindCue reads from a place on line i to where the closing words begin.
func behindCue(p *page, i, at int) (candidate, bool) {
	if next := p.after(i); isRule(p.str(i)) && next < len(p.lines) {
		i, at = next, p.lines[next].start
	}
	end := tailStart(p, i, len(p.lines))
	if askedAbove(p, i) {
		end = labelTail(p, i, len(p.lines))
	}
	if mark := endMark(p, i, end); mark > i {
		end = lastText(p, i, mark)
	}
	if end <= i {
		return candidate{}, false
	}
	c := sectionOf(p, at, askedOn(p, end-1, at), false)
	if text := p.text[c.start:c.end]; len(c.found) == 0 || !heavier(text, minParagraph) && !isStatement(text) {
		return candidate{}, false
	}
	return c, true
}

// askedOn is the end of line i, or of what stands there before the question
// that a label on it introduces.
func askedOn(p *page, i, at int) int {
	from := max(at, p.lines[i].start)
	for _, name := range [...]string{" Question: ", " Query: ", " QUESTION: "} {
		if n := strings.Index(p.text[from:p.lines[i].end], name); n > 0 {
			return from + n
		}
	}
	return p.lines[i].end
}

// isStatement tells whether a short text is a sentence, rather than a phrase
// that says what a conversation is about.
func isStatement(s string) bool {
	if low := strings.ToLower(s[:min(len(s), 8)]); strings.HasPrefix(low, "no ") || strings.HasPrefix(low, "none") || strings.HasPrefix(low, "nothing") {
		return false // that nothing was found
	}
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return false // an instruction goes on
	}
	return strings.HasSuffix(s, "。") || endsSentence(s) && strings.Count(s, " ") >= 3
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
		liftLinks(c.found)
		liftFound(c.found)
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
			c.found = []found{{Chunk: chunk.Chunk{Text: dedent(text), Kind: chunk.Section}, start: at.start, inner: at.start, end: at.end}}
		}
		return c
	}
	for _, s := range paragraphs {
		r := found{Chunk: chunk.Chunk{Text: dedent(p.text[s.start:s.end])}, start: s.start, inner: s.start, end: s.end}
		c.found = append(c.found, r)
	}
	liftFound(c.found)
	return c
}

// oneHeaded reads a section that is one passage below its metadata.
func oneHeaded(p *page, at line) (found, bool) {
	c := chunk.Chunk{Text: p.text[at.start:at.end]}
	_, value, _ := cutKey(firstLine(c.Text))
	if isSentence(value) || !liftHead(&c) || strings.Contains(c.Text, "\n\n") {
		return found{}, false
	}
	complete(&c)
	return found{Chunk: c, start: at.start, inner: at.start, end: at.end}, true
}

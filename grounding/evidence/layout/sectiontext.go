package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
)

// minParagraph is the least weight of a paragraph that may be a passage.
const minParagraph = 40

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
			c.found = []found{{Chunk: evidence.Chunk{Text: dedent(text), Kind: evidence.Section}, start: at.start, inner: at.start, end: at.end}}
		}
		return c
	}
	for _, s := range paragraphs {
		r := found{Chunk: evidence.Chunk{Text: unquoteLines(dedent(p.text[s.start:s.end]))}, start: s.start, inner: s.start, end: s.end}
		c.found = append(c.found, r)
	}
	liftFound(c.found)
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

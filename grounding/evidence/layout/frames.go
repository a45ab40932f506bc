package layout

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// isFramedPart tells whether a line is the name of a part of the prompt that
// holds evidence, in a frame: `=== CONTEXT ===`, `[CONTEXT]`.
func isFramedPart(s string) bool {
	if beginsInCapitals(s) {
		return true
	}
	if len(s) > 60 || !strings.HasSuffix(s, s[:1]) && s[0] != '[' {
		return false
	}
	name := unframed(s)
	return len(name) < len(s) && holds(partNames, withoutBegin(name))
}

// isMaterialFrame tells whether line i is the name of material in a frame, by its noun:
// `--- Inspection reports ---`. In material such a name is a passage's title, and in a user's
// message it may be that of a text to work on, unless the frame ends by name or the question has
// such a frame too.
func (p *page) isMaterialFrame(i int) bool {
	s := p.str(i)
	if s == "" || isLetter(s[0]) || p.classAbove(i) == material || isEndMark(s) {
		return false
	}
	level, name := p.partLabel(i)
	return level == frameLevel && classOf(name) == material && (isApps(p.role) || p.framesQuestion())
}

// framesQuestion tells whether the label of the question stands in a frame of rules.
func (p *page) framesQuestion() bool {
	if p.askFrame == nil {
		framed := slices.ContainsFunc(p.lines, func(l line) bool {
			level, name := p.partLabel(p.lineAt(l.start))
			return level == frameLevel && classOf(name) == asking
		})
		p.askFrame = &framed
	}
	return *p.askFrame
}

// isFrameLine tells whether a line is but words in a frame of marks.
func isFrameLine(s string) bool {
	name := unframed(s)
	return len(s) <= 60 && len(name) > 2 && len(name)+2 <= len(s) && s[0] != name[0] && s[len(s)-1] != name[len(name)-1] && !strings.ContainsAny(name, "0123456789:：.")
}

// unframed is a line without the frame around it.
func unframed(s string) string { return strings.Trim(s, "=*-~_#[]<>|% ") }

// beginsInCapitals tells whether a line in capitals says that evidence begins:
// `START CONTEXT BLOCK`, `CONTEXT START`.
func beginsInCapitals(s string) bool {
	if len(s) > 60 || s != strings.ToUpper(s) || !evidenceNouns.in(s) {
		return false
	}
	name := unframed(s)
	return beginWords.word(name)
}

// endMark is the last line of (from, to) that closes the framed part around line from,
// such as `=== END CONTEXT ===`, in a user's message the first. It is 0 where there is none.
func endMark(p *page, from, to int) int {
	if partAbove(p, from) < 0 {
		return 0
	}
	at := 0
	for i := from + 1; i < to; i++ {
		if !isEndMark(p.str(i)) || p.str(i)[0] == '<' {
			continue
		}
		if at = i; p.user() {
			break
		}
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

// nextPart is the line of (i, to) at which the framed part around line i ends
// because another one begins, written alike; 0 where none does.
func nextPart(p *page, i, to int) int {
	opener := p.before(i)
	if opener < 0 || !opensPart(p.str(opener)) {
		return 0
	}
	for j := i + 1; j < to; j++ {
		s := p.str(j)
		alike := s != "" && s[0] == p.str(opener)[0] && level(s) == level(p.str(opener))
		if alike && p.blank(j-1) && opensPart(s) {
			return j
		}
	}
	return 0
}

// opensPart tells whether a line is the name of a part that holds evidence, in a frame or
// as a heading.
func opensPart(s string) bool { return isFramedPart(s) || s[0] == '#' && isLead(s) }

// level is that of a heading, 0 for another line.
func level(s string) int { return len(s) - len(strings.TrimLeft(s, "#")) }

// partNames are the names of a prompt's own parts.
var partNames = set(words("part_names")...)

// foundNothing tells whether a text says that nothing was found.
func foundNothing(text string) bool {
	if len(text) <= 160 && !strings.Contains(text, "\n") && opensWith(text, "(", "（") && endsWith(text, ")", "）") {
		return true // a passage does not stand in parentheses
	}
	text = strings.TrimLeft(text, "([<（【*_- ")
	return len(text) <= 200 && denials.begin(text) && (findings.in(text) || len(text) <= 24)
}

var (
	denials  = phrasesOf(words("denials")...)
	findings = phrasesOf(words("findings")...)
)

// ofWriter tells whether what a mere cue introduces in a user's message is one
// short text about who writes it: no app retrieved that.
func ofWriter(p *page, c *candidate) bool {
	if !p.user() || c.rank != rankBare || len(c.found) != 1 {
		return false
	}
	text := c.found[0].Text
	return len(text) <= 400 && (firstPerson.in(" "+text+" ") || !strings.ContainsAny(text, ".。!"))
}

// ofSettings tells whether a lead-in in lower case names what an app tells a
// model about itself and its place: `brand context:`, `## user context`.
func ofSettings(low string) bool {
	name, ok := strings.CutSuffix(strings.Trim(low, "#*=-: "), " context")
	return ok && settings[name]
}

var settings = set(words("settings")...)

// ofConversation tells whether a text speaks of the conversation that the
// model is in and of who takes part in it: what many an app calls context.
func ofConversation(text string) bool {
	return len(text) <= 800 && conversations.in(text)
}

var conversations = phrasesOf(words("conversations")...)

// findFences reads fenced blocks whose info string is a path.
func findFences(p *page) []candidate {
	if !p.has('`') {
		return nil
	}
	var c candidate
	for i := 0; i < len(p.lines); i++ {
		name := fencePath(p.str(i))
		if name == "" {
			continue
		}
		end := fenceEnd(p, i)
		if end < 0 {
			continue
		}
		text := strings.TrimSpace(p.text[p.lines[i].end:p.lines[end].start])
		if heavier(text, 6) {
			r := evidence.Chunk{Title: name, Filename: name, Text: text}
			c.add("fences", found{Chunk: r, start: p.lines[i].start, inner: p.lines[i].end, end: p.lines[end].end})
		}
		i = end
	}
	return c.list()
}

// fencePath is the file that the info string of a fence line names, "" for none.
func fencePath(s string) string {
	info, ok := strings.CutPrefix(s, "```")
	if lang, name, two := strings.Cut(info, " "); two && !isFile(lang) {
		info = strings.TrimPrefix(name, "title=")
	}
	info, _, _ = strings.Cut(strings.Trim(info, " \"'`"), " (")
	if !ok || !isFile(info) {
		return ""
	}
	return info
}

// fenceEnd is the line that closes the fence at i. Fences inside the text are
// skipped where the next path fence or the page's end bears that out.
func fenceEnd(p *page, i int) int {
	last := -1
	for j := i + 1; j < len(p.lines) && fencePath(p.str(j)) == ""; j++ {
		if p.str(j) != "```" {
			continue
		}
		if last = j; p.after(j) > j+1 {
			break
		}
	}
	return last
}

// findQuotes reads passages in triple quotes: several of them, or one that a
// label or a lead-in introduces.
func findQuotes(p *page) []candidate {
	for _, quote := range [...]string{`"""`, "'''"} {
		var c candidate
		for at := 0; ; {
			open := strings.Index(p.text[at:], quote)
			if open < 0 {
				break
			}
			open += at
			n := strings.Index(p.text[open+len(quote):], quote)
			if n < 0 {
				break
			}
			at = open + n + 2*len(quote)
			r := quotedAt(p, open, at, len(quote))
			if heavier(r.Text, minParagraph) || heavier(r.Text, 6) && introducesQuote(p, p.lineAt(open)) {
				c.add("quotes", r)
			}
		}
		if len(c.found) > 1 {
			return c.list()
		}
		if len(c.found) == 1 && introducesQuote(p, p.lineAt(c.start)) {
			s := sectionOf(p, c.found[0].inner, c.found[0].end-len(quote), false)
			s.layout, s.start, s.end, s.rank = "quotes", c.start, c.end, rankRecord
			return s.list()
		}
	}
	return nil
}

// quotedAt is the text in the quotes at [open, end), of some width.
func quotedAt(p *page, open, end, width int) found {
	r := passageAt(p, open+width, end-width)
	r.start, r.inner, r.end = p.lines[p.lineAt(open)].start, open+width, end
	return r
}

// introducesQuote tells whether line i, on which a text in quotes begins, or the line
// above introduces evidence.
func introducesQuote(p *page, i int) bool {
	return hasTextLabel(p.str(i)) || hasLead(p, i)
}

package layout

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// ambient records what the app's own system text states outside of its
// passages (the date, opening hours, the user's plan), as a section: an answer
// may say so too. Instructions state nothing. It is done only where the request
// has other evidence, so that a plain chat stays one without context, and where what the user
// typed stands in another message.
func (f *finder) ambient() {
	if len(f.out.Chunks) == 0 || f.mixed {
		return
	}
	for i := range f.p.Messages {
		role := f.p.Messages[i].Role
		standing := f.standing(role)
		if !isApps(role) || standing == "" || f.turns[i] != f.lastTurn() || f.allowed != nil {
			continue
		}
		before, after := outside(unshown(f.texts[i], f.out.samples[i]), f.out.spans[i])
		text := strings.TrimSpace(statements(before) + "\n" + statements(after))
		if text == "" {
			continue
		}
		f.add(evidence.Chunk{Text: text, Kind: evidence.Section, Ambient: true,
			Role: role, Message: i, Layout: "system-text", Standing: standing}, f.turns[i])
	}
}

// unshown is a text without its samples. Offsets stay as they are.
func unshown(text string, samples []line) string {
	if len(samples) == 0 {
		return text
	}
	out := []byte(text)
	for _, s := range samples {
		for i := s.start; i < s.end; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	return string(out)
}

// statements keeps the lines that state a figure and tell nobody what to do.
func statements(text string) string {
	var kept []string
	for s := range strings.SplitSeq(text, "\n") {
		s = strings.TrimSpace(s)
		stated := strings.TrimLeft(s, "0123456789.)-*• ") // the number of a list item states nothing
		if len(s) < 20 || len(s) > 600 || endsInColon(s) || !strings.ContainsAny(stated, "0123456789") ||
			strings.ContainsAny(s, "[]<>{}【】?") ||
			s[0] == '#' || holds(commands, firstWord(stated)) || toldTo(s) || isTailCue(s) || isLead(s) || demands.in(s) {
			continue
		}
		kept = append(kept, s)
	}
	return strings.Join(kept, "\n")
}

// demands are words of instructions. In languages whose verbs are not read, what the material is
// called tells them.
var demands = phrasesOf(append(words("demands"), wordsBut("evidence_nouns", "en")...)...)

// Unreadable is why a request that looks like retrieval shows no evidence: its only context
// is images, audio or files, or its words speak of documents and no passage could be read.
const Unreadable = "unreadable-context"

// Why nothing was seen, apart from a prompt that speaks of passages and holds none.
const (
	TooLong = "a message has more lines than are read"
	NotText = "the context is images, audio or files, which cannot be read"
)

// LookedFor is what may be passages in a prompt.
const LookedFor = "tags, numbered or titled passages, lines that begin alike, JSON, tables, quotes, and text below words such as “Context:”"

// unseen notes why a request shows no evidence although it looks like retrieval.
func (f *finder) unseen() {
	if f.out.hasEvidence() {
		return
	}
	if f.tooLong {
		f.out.Unseen, f.out.UnseenWhy = Unreadable, TooLong
		return
	}
	for i := range f.p.Messages {
		if f.p.Messages[i].Unreadable && f.turns[i] == f.lastTurn() {
			f.out.Unseen, f.out.UnseenWhy = Unreadable, NotText
			return
		}
	}
	for i := range f.p.Messages {
		if role := roleOf(&f.p.Messages[i]); f.turns[i] != f.lastTurn() || role == "assistant" || role == "tool" {
			continue
		}
		if said := speaksOfEvidence(f.texts[i]); said != "" {
			f.out.Unseen = Unreadable
			f.out.UnseenWhy = "the prompt says “" + said + "”, and nothing was seen of what was looked for: " + LookedFor
			return
		}
	}
}

// hasEvidence tells whether a chunk was found that is more than text of its
// channel.
func (f *Found) hasEvidence() bool {
	return slices.ContainsFunc(f.Chunks, func(c evidence.Chunk) bool { return !c.Ambient && c.Standing != evidence.Stale })
}

// speaksOfEvidence is the sentence in which a text tells the model to answer from something
// that it calls material, "" for none.
func speaksOfEvidence(text string) string {
	for l := range strings.Lines(text) {
		for s, rest := nextSentence(l); s != ""; s, rest = nextSentence(rest) {
			orders := isOrder(s) || bases.in(s) || endsInColon(s) && directs(s)
			if orders && evidenceNouns.in(s) && (directs(s) || bases.in(s) || pointsUp.in(s)) && !firstPerson.in(s) && !isTransforming(s) {
				return s[:min(len(s), longestSaid)]
			}
		}
	}
	return ""
}

// longestSaid is how much of such a sentence is told, in bytes.
const longestSaid = 160

func isTransforming(s string) bool { return transforming.begin(s) }

// rest reads what a message of the last turn says that it holds where no reader found it: the
// longest run of paragraphs that state something, and neither order nor ask. It is done only
// where the message tells the model to answer from something.
func (f *finder) rest() {
	if f.allowed != nil || f.out.hasEvidence() {
		return
	}
	for i := range f.p.Messages {
		role := roleOf(&f.p.Messages[i])
		if role == "assistant" || role == "tool" || f.standing(role) == "" || f.turns[i] != f.lastTurn() {
			continue
		}
		p := f.pageOf(f.texts[i], role).without(f.out.samples[i])
		if speaksOfEvidence(f.texts[i]) == "" && !(isApps(role) && (namesBase(p) || f.speaksAbove(i))) {
			continue
		}
		if c := statedText(p); len(c.found) > 0 {
			f.addFound(i, c)
		}
	}
}

// speaksAbove tells whether an app's message above message i speaks of evidence: passages may
// be sent apart from the instructions.
func (r *request) speaksAbove(i int) bool {
	for j := range i {
		if isApps(r.p.Messages[j].Role) && evidenceNouns.in(r.texts[j]) {
			return true
		}
	}
	return false
}

// namesBase tells whether a sentence of a message orders an answer and names material.
func namesBase(p *page) bool {
	for i := range p.lines {
		for s, rest := nextSentence(p.str(i)); s != ""; s, rest = nextSentence(rest) {
			if isOrder(s) && evidenceNouns.in(s) {
				return true
			}
		}
	}
	return false
}

// statedText is the longest run of paragraphs that could be passages, as a section. In a
// user's message the last paragraph is what is asked.
func statedText(p *page) candidate {
	from, best := -1, line{}
	end := lastText(p, 0, len(p.lines))
	if p.user() {
		end = blockTop(p, 0, end)
	}
	for top := p.after(-1); top < end; {
		stop := top + 1
		for stop < end && !p.blank(stop) {
			stop++
		}
		if !couldState(p, top, stop) {
			from = -1
		} else if from < 0 {
			from = top
		}
		if at := (line{p.lines[max(from, 0)].start, p.lines[stop-1].end}); from >= 0 && at.end-at.start > best.end-best.start {
			best = at
		}
		top = p.after(stop - 1)
	}
	if text := p.text[best.start:best.end]; !heavier(text, 2*minParagraph) || !states(text) || strings.Count(text, ".")+strings.Count(text, "。") < 2 {
		return candidate{}
	}
	c := sectionOf(p, best.start, best.end, false)
	if directed(c.found) {
		return candidate{}
	}
	return c
}

// couldState tells whether the paragraph on lines [top, stop) could be one of a passage.
func couldState(p *page, top, stop int) bool {
	if p.leads(top) || p.labelMarks(top)&(labelOfApp|labelTalks|labelReplies) != 0 {
		return false
	}
	if level, name := p.partLabel(top); level >= 0 && classOf(name) > material {
		return false
	}
	text := p.text[p.lines[top].start:p.lines[stop-1].end]
	return !isInstructive(text) && !endsInQuestion(text) && speaksOfEvidence(text) == "" && !strings.HasPrefix(text, "</")
}

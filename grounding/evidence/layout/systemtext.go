package layout

import (
	"slices"
	"strings"
	"unicode"

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
		state := func(shown []line) string {
			before, after := outside(unshown(f.texts[i], shown), f.out.spans[i])
			return strings.TrimSpace(statements(belowRole(before)) + "\n" + statements(after))
		}
		text := state(f.out.samples[i])
		if text != "" { // few prompts state anything
			text = state(append(slices.Clip(f.out.samples[i]), f.pageOf(f.texts[i], role).examples()...))
		}
		if text == "" {
			continue
		}
		f.add(evidence.Chunk{Text: text, Kind: evidence.Section, Ambient: true,
			Role: role, Message: i, Layout: "system-text", Standing: standing}, f.turns[i])
	}
}

// examples are the lines below the label of worked examples.
func (p *page) examples() (shown []line) {
	for i, class := range p.classes() {
		if class == sample {
			shown = append(shown, p.lines[i])
		}
	}
	return shown
}

// belowRole is a text of an app's without the sentence that it begins with: that tells who the model is. One with a label or
// with a date states something.
func belowRole(text string) string {
	text = strings.TrimSpace(text)
	end, behind := sentenceEnd(text)
	name, _ := label(firstLine(text))
	figures := strings.FieldsFunc(text[:end], func(r rune) bool { return !unicode.IsDigit(r) })
	if name != "" || len(figures) > 1 {
		return text
	}
	return text[behind:]
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
	NotText = "the context is images, audio or files, which cannot be read, or stands under a role that the interface does not have"
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
	if len(f.out.Mute) > 0 {
		f.out.Unseen, f.out.UnseenWhy = Unreadable, "no element of "+f.out.Mute[0]+" has a text"
		return
	}
	for i := range f.p.Messages {
		if f.p.Messages[i].Unreadable && f.turns[i] == f.lastTurn() {
			f.out.Unseen, f.out.UnseenWhy = Unreadable, NotText
			return
		}
	}
	for i := range f.p.Messages {
		role := roleOf(&f.p.Messages[i])
		if f.turns[i] != f.lastTurn() || role == "assistant" || role == "tool" {
			continue
		}
		if said := f.sourceOf(i); said != "" {
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

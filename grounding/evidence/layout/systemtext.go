package layout

import (
	"cmp"
	"slices"

	"vouchsafe/grounding/evidence"
)

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
		if said := cmp.Or(f.sourceOf(i), f.hiddenIn(i)); said != "" {
			f.out.Unseen = Unreadable
			f.out.UnseenWhy = "the prompt says “" + said + "”, and nothing was seen of what was looked for: " + LookedFor
			return
		}
	}
}

// hiddenIn is a line of an app's message i at which material seems to begin, "" for none.
func (f *finder) hiddenIn(i int) string {
	p := f.pageOf(f.texts[i], f.p.Messages[i].Role)
	for n := 0; isApps(f.p.Messages[i].Role) && n+1 < len(p.lines); n++ {
		if opensPassage(p.str(n)) || p.leadLabel(n) && heavier(p.str(min(p.after(n), len(p.lines)-1)), minParagraph) {
			return told(p.str(n))
		}
	}
	return ""
}

// hasEvidence tells whether a chunk was found that is more than text of its
// channel.
func (f *Found) hasEvidence() bool {
	return slices.ContainsFunc(f.Chunks, func(c evidence.Chunk) bool { return !c.Ambient && c.Standing != evidence.Stale })
}

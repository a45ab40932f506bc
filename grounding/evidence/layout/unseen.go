package layout

import (
	"strings"

	"vouchsafe/grounding/evidence"
	"vouchsafe/proxy/wire/prompt"
)

// Reasons why a request that looks like retrieval shows no evidence.
const (
	// Unreadable: the only context is images, audio or files.
	Unreadable = "unreadable-context"
	// Unrecognised: the prompt speaks of a context, and no passage was found.
	Unrecognised = "unrecognised-context"
)

// passagesAlone reads a system message of bare passages behind the one that
// instructs: the app tells the model to answer from passages, and sends them
// apart.
func (f *finder) passagesAlone(p *page, i int) {
	if p.role != "system" && p.role != "developer" || f.allowed != nil || !f.instructedAbove(i) || !statesOnly(p) {
		return
	}
	c := sectionOf(p, 0, len(p.text), false)
	f.addFound(i, c)
}

// instructedAbove tells whether a system message above message i names evidence.
func (f *finder) instructedAbove(i int) bool {
	for j, m := range f.p.Messages[:i] {
		if (m.Role == "system" || m.Role == "developer") && evidenceNouns.in(f.texts[j]) {
			return true
		}
	}
	return false
}

// statesOnly tells whether a page holds several sentences and none of its
// lines asks, instructs or speaks to the model.
func statesOnly(p *page) bool {
	if !heavier(p.text, 2*minParagraph) || strings.Count(p.text, ".")+strings.Count(p.text, "。") < 2 {
		return false
	}
	for i := range p.lines {
		if s := p.str(i); isTailCue(s) || ofConversation(s) {
			return false
		}
	}
	return true
}

// unseen tells why a request shows no evidence although it looks like retrieval.
func (f *finder) unseen() string {
	if f.hasEvidence() {
		return ""
	}
	for i := range f.p.Messages {
		if f.p.Messages[i].Unreadable && f.turns[i] == f.lastTurn() {
			return Unreadable
		}
	}
	for i := range f.p.Messages {
		if f.turns[i] == f.lastTurn() && speaksOfEvidence(&f.p.Messages[i]) {
			return Unrecognised
		}
	}
	return ""
}

// hasEvidence tells whether a chunk was found that is more than text of its
// channel.
func (f *finder) hasEvidence() bool {
	for i := range f.out.Chunks {
		if c := &f.out.Chunks[i]; !c.Ambient && c.Standing != evidence.Stale {
			return true
		}
	}
	return false
}

// speaksOfEvidence tells whether a message tells the model to answer from
// something, or introduces it.
func speaksOfEvidence(m *prompt.Message) bool {
	if role := roleOf(m); role == "assistant" || role == "tool" {
		return false
	}
	for _, part := range m.Parts {
		for s := range strings.Lines(part) {
			s = strings.TrimSpace(s)
			if isLead(s) || s != "" && evidenceNouns.in(s) && directions.in(s) && answering.in(s) {
				return true
			}
		}
	}
	return false
}

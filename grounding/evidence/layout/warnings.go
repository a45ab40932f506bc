package layout

import (
	"fmt"

	"vouchsafe/grounding/evidence"
)

// Warnings tells, for whoever integrates an app, of each thing that was not
// certain: what to declare, or to lay out otherwise.
func (f *Found) Warnings() []string {
	var out []string
	for i := range f.Chunks {
		out = appendDoubts(out, i+1, &f.Chunks[i])
	}
	out = append(out, f.sharedIDs()...)
	for _, channel := range f.Mute {
		out = append(out, fmt.Sprintf("%s holds no text that could be read", channel))
	}
	switch f.Unseen {
	case Unreadable:
		out = append(out, Unreadable+": the context is images, audio or files, which cannot be read")
	case Unrecognised:
		out = append(out, Unrecognised+": the prompt speaks of a context and no passage was found; its answer passes unverified unless when_no_context is refuse")
	}
	if len(f.Chunks) > 0 && !f.HasQuestion {
		out = append(out, "no question was found")
	}
	return append(out, f.Untrusted...)
}

// appendDoubts tells of what is uncertain about the nth chunk.
func appendDoubts(out []string, n int, c *evidence.Chunk) []string {
	switch {
	case c.Kind == evidence.Section && c.Ambient:
		out = append(out, fmt.Sprintf("chunk %d is text of a %s message in which no layout was recognised", n, c.Role))
	case c.Kind == evidence.Section:
		out = append(out, fmt.Sprintf("chunk %d is a section: its passages cannot be told apart, so quotes are checked against the whole", n))
	}
	if c.Truncated {
		out = append(out, fmt.Sprintf("chunk %d has no end: it may have been cut off", n))
	}
	if c.Standing == evidence.Fallback {
		out = append(out, fmt.Sprintf("chunk %d stands where a user could have typed it: it counts only where the app sends nothing better", n))
	}
	if c.Derived {
		out = append(out, fmt.Sprintf("chunk %d looks like what a model wrote", n))
	}
	return out
}

// sharedIDs tells of ids that do not name one chunk of the current turn.
func (f *Found) sharedIDs() []string {
	count := map[string]int{}
	for i := range f.Chunks {
		if c := &f.Chunks[i]; c.ID != "" && c.Standing != evidence.Stale {
			count[c.ID]++
		}
	}
	var out []string
	for i := range f.Chunks {
		id := f.Chunks[i].ID
		if count[id] > 1 {
			out = append(out, fmt.Sprintf("%d chunks show the id %q: the model is told other names for them", count[id], id))
			count[id] = 0
		}
	}
	return out
}

package layout

import "vouchsafe/grounding/evidence"

// candidate is one reading of a page: a list of passages in one layout.
type candidate struct {
	layout     string
	start, end int
	found      []found
	rank       rank
	untrusted  []string
}

// rank says how much a reading's form proves by itself.
type rank int

const (
	rankBare   rank = iota // a cue and text: anything may look like that
	rankRecord             // heads or keys at line starts
	rankMarked             // tags, JSON or a literal of a known system
)

// add appends a passage to a reading and widens it.
func (c *candidate) add(layout string, r found) {
	if len(c.found) == 0 {
		c.layout, c.start, c.rank = layout, r.start, rankMarked
	}
	c.found = append(c.found, r)
	c.end = max(c.end, r.end)
}

// list is the reading if it found anything.
func (c *candidate) list() []candidate {
	if len(c.found) == 0 {
		return nil
	}
	return []candidate{*c}
}

// found is a passage and its place on the page, in bytes: from its head to
// behind its closer; inner is where its own text begins.
type found struct {
	evidence.Chunk
	start, inner, end int
	group             line // the outermost element around it
}

// weighty tells whether some text is long enough for a passage: in what a user
// types, short records are more likely data of the user's own.
func weighty(list []found) bool {
	for i := range list {
		if heavier(list[i].Text, minParagraph) {
			return true
		}
	}
	return false
}

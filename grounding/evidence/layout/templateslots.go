package layout

import (
	"fmt"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// slots that a Record.Begin may hold.
var slots = []string{"id", "title", "url", "filename", "page", "date", "any"}

func validateSlots(begin string) []string {
	var problems []string
	pieces := parseSlots(begin)
	for i, s := range pieces {
		if s.slot == "" {
			continue
		}
		if !slices.Contains(slots, s.slot) {
			problems = append(problems, fmt.Sprintf("slot {%s} is none of %s", s.slot, strings.Join(slots, ", ")))
		}
		if i+1 == len(pieces) || pieces[i+1].literal == "" {
			problems = append(problems, fmt.Sprintf("slot {%s} needs literal text behind it", s.slot))
		}
	}
	if len(pieces) > 0 && pieces[0].slot != "" {
		problems = append(problems, "record.begin must begin with literal text")
	}
	return problems
}

// piece is a literal or a slot of a Record.Begin.
type piece struct{ literal, slot string }

func parseSlots(s string) []piece {
	var list []piece
	for s != "" {
		open := strings.IndexByte(s, '{')
		end := strings.IndexByte(s[max(open, 0):], '}')
		if open < 0 || end < 0 {
			return append(list, piece{literal: s})
		}
		if open > 0 {
			list = append(list, piece{literal: s[:open]})
		}
		list = append(list, piece{slot: s[open+1 : open+end]})
		s = s[open+end+1:]
	}
	return list
}

// fillSlots matches the pieces of a Begin at a place. A slot is filled with
// what stands on one line before the next literal.
func fillSlots(text string, at int, pieces []piece, c *evidence.Chunk) (int, bool) {
	*c = evidence.Chunk{}
	for i := 0; i < len(pieces); i++ {
		if pieces[i].slot == "" {
			if !strings.HasPrefix(text[at:], pieces[i].literal) {
				return 0, false
			}
			at += len(pieces[i].literal)
			continue
		}
		if i+1 >= len(pieces) {
			return 0, false
		}
		n := strings.Index(text[at:min(len(text), at+maxTag)], pieces[i+1].literal)
		if n < 0 || strings.Contains(text[at:at+n], "\n") {
			return 0, false
		}
		if pieces[i].slot != "any" {
			setField(c, pieces[i].slot, text[at:at+n])
		}
		at += n
	}
	return at, true
}

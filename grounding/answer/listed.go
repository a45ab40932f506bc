package answer

import (
	"regexp"
	"strings"

	"vouchsafe/grounding/evidence"
)

var (
	numberedEntry = regexp.MustCompile(`^[-*+• \t]*(?:[\[【][^\d\[\]]{0,12}(\d{1,4})[\]】]:?|(\d{1,4})[.)])\s+(.+)$`)
	webAddress    = regexp.MustCompile(`https?://[^\s<>()\[\]]+`)
)

// numbersOf reads which sources the numbers of a list of sources stand for. It
// is nil where the list does not say so of each of them.
func (r *reader) numbersOf(list string) map[string][]int {
	out := map[string][]int{}
	for line := range strings.Lines(list) {
		entry := numberedEntry.FindStringSubmatch(strings.TrimSpace(line))
		if entry == nil {
			continue
		}
		sources := r.known.described(entry[3])
		if len(sources) == 0 {
			return nil
		}
		out[entry[1]+entry[2]] = sources
	}
	return out
}

// described finds the sources that an entry of a list describes: by their
// address, else by the longest title or file name in it.
func (d *directory) described(entry string) []int {
	for _, address := range webAddress.FindAllString(entry, -1) {
		if at := d.url(strings.TrimRight(address, ".,;")); at != nil {
			return at
		}
	}
	d.build()
	folded, longest := evidence.FoldName(entry), ""
	for name := range d.names {
		if len(name) >= minName && len(name) > len(longest) && strings.Contains(folded, name) {
			longest = name
		}
	}
	return d.names[longest]
}

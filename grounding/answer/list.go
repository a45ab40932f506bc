package answer

import (
	"regexp"
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// Bounds on a list of sources: longer lines and lists are text, and a shorter
// name can stand in any line by chance.
const (
	maxEntries = 200
	maxEntry   = 600
	minName    = 4
)

// cutList parts the list of sources that a model wrote at the end of its text
// from the text. A text that is nothing but such a list stays.
func (d *directory) cutList(text string) (body, list string) {
	if !strings.Contains(text, "\n") {
		return text, "" // a list has a line of its own
	}
	at := d.listStart(text)
	body = strings.TrimRight(text[:at], " \t\r\n")
	body = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(body, "\n---"), "\n***"), " \t\r\n")
	if at == len(text) || blank(body) {
		return text, ""
	}
	return body, strings.TrimSpace(text[at:])
}

// listStart finds where a list of sources begins: at its heading, else at the
// first of the footnote definitions that end the text; else the text's end.
// It walks backwards over the lines that can be entries.
func (d *directory) listStart(text string) int {
	notes, onlyNotes := len(text), true
	entries, known := true, true // all lines so far look like entries; name sources
	for at, n := len(text), 0; at > 0 && n < maxEntries && (entries || known); n++ {
		end := at
		at = strings.LastIndexByte(strings.TrimSuffix(text[:end], "\n"), '\n') + 1
		line := strings.TrimSpace(text[at:end])
		if line == "" {
			continue
		}
		if len(line) > maxEntry {
			break
		}
		sure, doubtful, rest := d.listHeading(line)
		named := known && (rest == "" || d.namesSource(rest) || d.namesAll(rest))
		if (sure || doubtful) && named || sure && entries && (rest == "" || isListed(rest)) {
			return at
		}
		if onlyNotes = onlyNotes && isNote(line); onlyNotes {
			notes = at
		}
		entries, known = entries && isListed(line), known && d.namesSource(line)
	}
	return notes
}

// listHeading tells a line that heads a list of sources, for certain or where
// its entries name some: `## References`, `**Sources:**`, `Sources: a, b`, and the heading
// that the app orders. rest is what follows on the line.
func (d *directory) listHeading(line string) (sure, doubtful bool, rest string) {
	heading, rest := splitHeading(line)
	doubtful = slices.Contains(words.DoubtfulHeadings, heading) || heading != "" && heading == d.heading
	return slices.Contains(words.ListHeadings, heading), doubtful, rest
}

func splitHeading(line string) (heading, rest string) {
	line = strings.TrimLeft(line, "#*_> ")
	heading, rest, _ = strings.Cut(strings.Replace(line, "：", ":", 1), ":")
	return strings.ToLower(strings.Trim(heading, "*_ ")), strings.Trim(rest, "*_ ")
}

var note = regexp.MustCompile(`^\[(?:\^[^\]]*|\d{1,6})\]:`)

// isNote tells a definition of a footnote or link: `[^1]: …`, `[1]: …`.
func isNote(line string) bool { return note.MatchString(line) }

// isListed tells a line that has the look of an entry: a bullet or number.
func isListed(line string) bool {
	return strings.TrimLeft(line, "-*+[†•0123456789") != line || strings.Contains(line, "://")
}

// namesSource tells a line that begins with a marker, or holds an address or
// the title or file name of a known source.
func (d *directory) namesSource(line string) bool {
	if webAddress.MatchString(line) {
		return true
	}
	body := strings.TrimLeft(line, "-*+• \t")
	if inner, _, ok := strings.Cut(strings.TrimPrefix(body, "["), "]"); ok && body[0] == '[' {
		if _, isNumbers := splitNumbers(strings.Trim(inner, "†^")); isNumbers || d.any(inner) != nil {
			return true
		}
	}
	return d.titled(body) != nil
}

// namesAll tells `1, 2` and `a.pdf and b.pdf`: names of sources and nothing else.
func (d *directory) namesAll(rest string) bool {
	refs := splitRefs(strings.TrimRight(rest, "."))
	return len(refs) > 0 && !slices.ContainsFunc(refs, func(ref string) bool { return d.any(ref) == nil })
}

// titled finds the sources whose title or file name stands in a text, the
// longest of several.
func (d *directory) titled(text string) []int {
	d.build()
	folded, longest := evidence.FoldName(text), ""
	for title := range d.titles {
		if len(title) >= minName && len(title) > len(longest) && strings.Contains(folded, title) {
			longest = title
		}
	}
	return d.titles[longest]
}

// dropList takes a list of sources off the end of segments already read.
func (r *reader) dropList() {
	if !slices.ContainsFunc(r.answer.Segments, func(s Segment) bool { return strings.Contains(s.Text, "\n") }) {
		return // a list has a line of its own
	}
	body, list := r.known.cutList(r.answer.Text())
	if list == "" {
		return
	}
	r.answer.List = list
	left := len(body)
	for i := range r.answer.Segments {
		s := &r.answer.Segments[i]
		if len(s.Text) >= left {
			s.Text = s.Text[:left]
			s.Signs = slices.DeleteFunc(s.Signs, func(sign Sign) bool { return sign.At > left })
			r.answer.Segments = r.answer.Segments[:i+1]
			return
		}
		left -= len(s.Text)
	}
}

var (
	numberedEntry = regexp.MustCompile(`^[-*+• \t]*(?:[\[【({（][^\d\[\]]{0,12}(\d{1,4})[\]】)}）]:?|(\d{1,4})[.)])\s+(.+)$`)
	webAddress    = regexp.MustCompile(`https?://[^\s<>()\[\]]+`)
)

// numbersOf reads which sources the numbers of a list of sources stand for. It
// is nil where the list does not say so of each of them.
func (d *directory) numbersOf(list string) map[string][]int {
	out := map[string][]int{}
	for line := range strings.Lines(list) {
		entry := numberedEntry.FindStringSubmatch(strings.TrimSpace(line))
		if entry == nil {
			continue
		}
		sources := d.described(entry[3])
		if len(sources) == 0 {
			return nil
		}
		out[entry[1]+entry[2]] = sources
	}
	return out
}

// described finds the sources that an entry of a list describes: by their
// address, else by the title or file name in it.
func (d *directory) described(entry string) []int {
	d.build()
	for _, address := range webAddress.FindAllString(entry, -1) {
		if at := d.urls[foldURL(strings.TrimRight(address, ".,;"))]; at != nil {
			return at
		}
	}
	return d.titled(entry)
}

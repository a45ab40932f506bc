package layout

import (
	"slices"
	"strings"

	"vouchsafe/grounding/evidence"
)

// detector reads a page in one layout. It returns every list of passages it
// can see, in order; which of them is meant is for choose to tell.
type detector struct {
	name string
	find func(p *page) []candidate
}

// detectors in the order that decides between readings of the same place.
var detectors = []detector{
	{"tags", findTags},
	{"pseudo-json", findPseudoJSON},
	{"json", findJSON},
	{"python", findPython},
	{"pipe", findIn(lineForm{"pipe", " | ", pipeLine, always})},
	{"html-heads", findIn(lineForm{"html-heads", "<b>", htmlLine, always})},
	{"table", findTables},
	{"fences", findFences},
	{"quotes", findQuotes},
	{"heads", findHeads},
	{"key-value", findKeyValues},
	{"yaml", findYAML},
	{"file-lines", findIn(lineForm{"file-lines", ".", fileLine, ledTo})},
	{"bullets", findBullets},
	{"sections", findSections},
}

// Names lists the names of all layouts that can be asked for.
func Names() []string {
	var names []string
	for _, d := range detectors {
		names = append(names, d.name)
	}
	return names
}

// allowed is the choice of layouts, nil for all.
func allowed(o Options) map[string]bool {
	if len(o.Layouts) == 0 || slices.Contains(o.Layouts, "auto") {
		return nil
	}
	names := set(Names()...)
	m := map[string]bool{}
	for _, name := range o.Layouts {
		if names[name] {
			m[name] = true
		}
	}
	return m
}

// read runs the detectors over a page.
func (f *finder) read(p *page) []candidate {
	var list []candidate
	for _, d := range detectors {
		if f.allowed == nil || f.allowed[d.name] {
			p.marked = clearlyMarked(p, list)
			for _, c := range d.find(p) {
				if len(c.found) > 0 && !p.shows(&c) && !onlyPlaceholders(&c) {
					list = append(list, c)
				}
			}
		}
	}
	return list
}

// choose picks the readings that are meant: the outermost of those that
// overlap, and in a user's message one only, for the rest may be typed.
func choose(p *page, list []candidate) []candidate {
	begin := make([]int, len(list))
	order := make([]int, len(list))
	for i := range list {
		begin[i], order[i] = leadStart(p, &list[i]), i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if begin[a] != begin[b] {
			return begin[a] - begin[b]
		}
		return int(list[b].rank - list[a].rank)
	})
	marked := clearlyMarked(p, list)
	var kept []candidate
	end := -1
	for _, i := range order {
		c := &list[i]
		if c.start < end || marked && (c.rank == rankBare || c.layout == "heads" && p.inFence(p.lineAt(c.start))) {
			continue
		}
		if len(kept) == 1 && kept[0].rank == rankBare && c.rank > rankBare && hasLead(p, p.lineAt(c.start)) {
			kept = kept[:0] // what a mere cue introduces in front of a list of its own
		}
		if n := len(kept); n > 0 && !together(p, &kept[n-1], c) {
			continue
		}
		kept = append(kept, *c)
		end = c.end
	}
	if p.user() && len(kept) > 1 {
		return onlyOne(p, kept)
	}
	return kept
}

// clearlyMarked tells whether some reading is in tags or JSON and not in a
// code fence: that outweighs text that a mere cue introduces.
func clearlyMarked(p *page, list []candidate) bool {
	for i := range list {
		if list[i].rank == rankMarked && (!p.inFence(p.lineAt(list[i].start)) ||
			(list[i].layout == "json" || list[i].layout == "table") && !p.user()) {
			return true
		}
	}
	return false
}

// together tells whether a further reading of a page counts too.
func together(p *page, before, c *candidate) bool {
	return c.rank == rankMarked || c.layout == before.layout && c.rank > rankBare && !p.user()
}

// onlyOne picks one of several separate lists in a user's message: the first
// that a lead-in line of an app introduces, else the first.
func onlyOne(p *page, kept []candidate) []candidate {
	same := true
	for i := range kept {
		same = same && kept[i].layout == kept[0].layout && isWorkspace(p.text[kept[i].start:])
	}
	if same {
		return kept
	}
	best := 0
	for i := range kept {
		if hasLead(p, p.lineAt(kept[i].start)) {
			best = i
			break
		}
	}
	c := kept[best]
	c.untrusted = append(c.untrusted, "a user message holds more than one block that looks like evidence")
	return []candidate{c}
}

// isWorkspace tells whether a block is one of the files that coding
// assistants attach one by one.
func isWorkspace(s string) bool {
	return opensWith(s, "<file_content", "<url_content", "<folder_content", "```")
}

// leadStart is where a reading begins with the lines that lead in to it:
// labels, headings, rules and the tags around it.
func leadStart(p *page, c *candidate) int {
	i := p.lineAt(c.start)
	if c.rank == rankBare || c.layout == "tags" && p.inFence(i) {
		return c.start
	}
	start := c.start
	for n := 0; n < 8; n++ {
		j := p.before(i)
		if j < 0 || !leadsIn(p.str(j)) {
			break
		}
		i, start = j, p.lines[j].start
	}
	return start
}

func leadsIn(s string) bool {
	return isRule(s) || s[0] == '#' || strings.HasPrefix(s, "```") || s[0] == '<' && s[len(s)-1] == '>' && len(s) < 200 ||
		len(s) < 32 && endsInColon(s) || isLead(s) || isCaption(s) || isFramedPart(s)
}

// isCaption tells whether a line is but the title of what follows, in capitals
// or in brackets: `DOCUMENTS`, `【文档内容】`.
func isCaption(s string) bool {
	if len(s) > 60 {
		return false
	}
	if strings.HasPrefix(s, "【") && strings.HasSuffix(s, "】") {
		return true
	}
	return s[0] >= 'A' && s[0] <= 'Z' && evidenceNouns.in(s) && strings.ToUpper(s) == s
}

// isHeadline tells whether a line is but the name of the evidence below it:
// `【参考资料】`, `Evidence snippets`.
func isHeadline(s string) bool {
	if strings.HasPrefix(s, "【") {
		return isCaption(s) && evidenceNouns.in(s)
	}
	if name, ok := openTag(s); ok && containerTags[strings.ToLower(name)] || isFramedPart(s) {
		return true
	}
	return len(s) <= 40 && strings.Count(s, " ") < 4 && isTitle(s) && s[0] >= 'A' && s[0] <= 'Z' &&
		!strings.ContainsAny(s, "?!,;:.0123456789") && evidenceNouns.in(s)
}

// hasLead tells whether a lead-in line stands above line i, tags and rules
// between them.
func hasLead(p *page, i int) bool {
	for n := 0; n < 4; n++ {
		j := p.before(i)
		if j < 0 {
			return p.led
		}
		if s := p.str(j); isLead(s) || isHeadline(s) {
			return true
		} else if !leadsIn(s) {
			return false
		}
		i = j
	}
	return false
}

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

package layout

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

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
	{"json", findJSON},
	{"python", findPython},
	{"pipe", findIn(lineForm{"pipe", '|', pipeLine, true})},
	{"html-heads", findIn(lineForm{"html-heads", '<', htmlLine, true})},
	{"table", findTables},
	{"fences", findFences},
	{"quotes", findQuotes},
	{"heads", findHeads},
	{"key-value", findKeyValues},
	{"yaml", findYAML},
	{"file-lines", findIn(lineForm{"file-lines", '.', fileLine, false})},
	{"sections", findSections},
}

// retired are layouts that configurations may still name, and what reads them now.
var retired = map[string]string{"bullets": "sections", "pseudo-json": "json"}

// Names lists the names of all layouts that can be asked for.
func Names() []string {
	var list []string
	for _, d := range detectors {
		list = append(list, d.name)
	}
	return append(list, slices.Sorted(maps.Keys(retired))...)
}

// allowed is the choice of layouts, nil for all.
func allowed(o Options) map[string]bool {
	if len(o.Layouts) == 0 || slices.Contains(o.Layouts, "auto") {
		return nil
	}
	allowed := set(o.Layouts...)
	for name, now := range retired {
		allowed[now] = allowed[now] || allowed[name]
	}
	return allowed
}

// readings runs the detectors over a page.
func readings(p *page, allowed map[string]bool) []candidate {
	var list []candidate
	for _, d := range detectors {
		if allowed != nil && !allowed[d.name] {
			continue
		}
		p.lists, p.marked = list, clearlyMarked(p, list)
		for _, c := range d.find(p) {
			if isMaterial(p, &c) {
				c.begin = leadStart(p, &c)
				list = append(list, c)
				take(p, &c)
			} else if tellsCiting(p, &c) {
				p.shown = append(p.shown, line{leadStart(p, &c), c.end})
			}
		}
	}
	return list
}

// take notes the lines of passages in clear marks, if these are the longest so far: what others
// would see in there is a passage's own.
func take(p *page, c *candidate) {
	if c.rank != rankMarked || c.guessed || len(c.found) < 2 || c.end-c.start <= p.taken.end-p.taken.start {
		return
	}
	p.taken = line{c.start, c.end}
	p.from, p.to = p.lineAt(c.start), p.lineAt(c.end-1)+1
}

// free are the lines outside of what is taken.
func (p *page) free(yield func(i int) bool) {
	for i := 0; i < len(p.lines); i++ {
		if i == p.from && p.to > p.from {
			if i = p.to; i >= len(p.lines) {
				return
			}
		}
		if !yield(i) {
			return
		}
	}
}

// isMaterial tells whether a reading holds passages to answer from.
func isMaterial(p *page, c *candidate) bool {
	return len(c.found) > 0 && !inSample(p, c) && !onlyPlaceholders(c) && ofMaterial(p, c) && !tellsCiting(p, c)
}

// choose picks the readings that are meant: the outermost of those that
// overlap, and in a user's message one only, for the rest may be typed.
func choose(p *page, list []candidate) []candidate {
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.begin, b.begin), cmp.Compare(b.rank, a.rank))
	})
	kept := make([]candidate, 0, min(len(list), 1))
	for i := range list {
		c := &list[i]
		if n := len(kept); n > 0 && !together(p, kept[n-1], c) {
			bare := kept[0].rank == rankBare && c.rank > rankBare
			apart := c.start >= kept[0].end && hasLead(p, p.lineAt(c.start)) || onlyLabels(p, kept[0].start, c.begin) && allWeighty(c.found) && c.found[0].ID != ""
			if !bare || !apart {
				continue
			}
			kept = kept[:0] // what a mere cue introduces in front of a list of its own
		}
		kept = append(kept, *c)
	}
	if p.user() && len(kept) > 1 {
		return onlyOne(p, kept)
	}
	return kept
}

// onlyLabels tells whether the lines of a span are labels with what they stand for, and
// no text: `Machine: press`.
func onlyLabels(p *page, from, to int) bool {
	for i := p.lineAt(from); i < p.lineAt(to); i++ {
		if name, _ := label(p.str(i)); name == "" && !p.blank(i) {
			return false
		}
	}
	return to > from
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
func together(p *page, before candidate, c *candidate) bool {
	alike := c.layout == before.layout && c.rank > rankBare && !p.user()
	return c.start >= before.end && (c.rank == rankMarked || alike)
}

// onlyOne picks one of several separate lists in a user's message: the first
// that a lead-in line of an app introduces, else the first. The files that coding
// assistants attach one by one all count.
func onlyOne(p *page, kept []candidate) []candidate {
	other := func(c candidate) bool {
		return !opensWith(p.text[c.start:], "<file_content", "<url_content", "<folder_content", "```")
	}
	if !slices.ContainsFunc(kept, other) {
		return kept
	}
	best := slices.IndexFunc(kept, func(c candidate) bool { return hasLead(p, p.lineAt(c.start)) })
	c := kept[max(best, 0)]
	c.untrusted = append(c.untrusted, "a user message holds more than one block that looks like evidence")
	return []candidate{c}
}

// leadStart is where a reading begins with the lines that lead in to it:
// labels, headings, rules and the tags around it.
func leadStart(p *page, c *candidate) int {
	const most = 8 // lines
	start, i := c.start, p.lineAt(c.start)
	for range most {
		if i = p.before(i); i < 0 || !leadsIn(p.str(i)) {
			break
		}
		start = p.lines[i].start
	}
	return start
}

func leadsIn(s string) bool {
	tag := s[0] == '<' && s[len(s)-1] == '>'
	return isRule(s) || opensWith(s, "#", "```") || tag || len(s) < 32 && endsInColon(s) || isCaption(s)
}

// isCaption tells whether a line is but the title of what follows, in capitals
// or in brackets: `DOCUMENTS`, `【文档内容】`.
func isCaption(s string) bool {
	bracketed := strings.HasPrefix(s, "【") && strings.HasSuffix(s, "】") || s[0] == '[' && strings.Index(s, "]") == len(s)-1
	return evidenceNouns.in(s) && !strings.ContainsAny(s, "0123456789.:") && (bracketed || isUpper(s[0]) && strings.ToUpper(s) == s)
}

// isHeadline tells whether a line is but the name of the evidence below it:
// `【参考资料】`, `Evidence snippets`.
func isHeadline(s string) bool {
	if opensWith(s, "【", "[") {
		return isCaption(s)
	}
	if name, _ := openTag(s); isContainer(strings.ToLower(name)) || isFramedPart(s) {
		return true
	}
	return headline.MatchString(s) && evidenceNouns.in(s)
}

// headline fits up to four words of letters, the first with a capital.
var headline = regexp.MustCompile(`^[A-Z][^ ?!,;:.0-9]{0,39}(?: [^ ?!,;:.0-9]+){0,3}$`)

// hasLead tells whether a lead-in line stands above line i, tags and rules
// between them.
func hasLead(p *page, i int) bool {
	const most = 4 // lines
	for range most {
		if i = p.before(i); i < 0 {
			return p.led
		}
		if s := p.str(i); p.leads(i) || isHeadline(s) {
			return true
		} else if distributes(s) {
			return false
		} else if !leadsIn(s) {
			return false
		}
	}
	return false
}

// candidate is one reading of a page: a list of passages in one layout.
type candidate struct {
	layout     string
	begin      int // where the lines begin that lead in to it
	start, end int
	found      []found
	rank       rank
	untrusted  []string
	guessed    bool // its records stand in tags of names that nobody knows
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
	group             line   // the outermost element around it
	tag               string // the name of its own element, "" for none
	guessed           bool   // nobody knows that name
}

// frame notes the page's words right in front of a passage's text and right behind it: a model may
// copy these words into a quote.
func (r *found) frame(page string) {
	const most = 300 // bytes on each side
	if r.end <= r.start || r.end > len(page) {
		return
	}
	start := strings.Index(page[r.start:r.end], r.Text) + r.start
	if start < r.start || r.Text == "" {
		return
	}
	label := strings.LastIndexAny(page[max(0, r.start-most):r.start], "\n.!?。") + 1 + max(0, r.start-most)
	before := page[max(label, start-most):start]
	r.Before = worded(before[strings.LastIndexByte(before, '>')+1:])
	end := start + len(r.Text)
	behind, _, _ := strings.Cut(page[end:max(end, min(r.end, end+most))], "<")
	r.Behind = worded(behind)
}

// worded is a text without the white space around it, "" where it has neither letters nor digits.
func worded(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return ""
	}
	return strings.TrimSpace(s)
}

// weighty tells whether some text is long enough for a passage: in what a user
// types, short records are more likely data of the user's own.
func weighty(list []found) bool {
	return slices.ContainsFunc(list, func(r found) bool { return heavier(r.Text, minParagraph) })
}

package answer

import (
	"fmt"
	"slices"
	"sort"
)

// certainty says how far the form of a candidate alone makes it a marker.
type certainty int

const (
	weak      certainty = iota // a marker only if everything in it resolves
	plausible                  // a marker if it is single or something in it resolves
	certain                    // nothing but a marker looks like this
)

// mark is an inline marker in a text, or a candidate for one.
type mark struct {
	start, end int        // bytes, the marker as written
	refs       []string   // what it names, ranges spelt out
	readings   [][]string // others of it, tried in order where refs do not resolve
	kept       Region     // words inside it that are part of the sentence (a link's)
	sure       certainty
	bound      []binding // one for each ref
	leads      bool      // what it stands before is its source\'s own sentence
	frame      bool      // it cites nothing: it is a sign of the form that the app's own words show
	thinks     bool      // behind it stands the model's own reasoning
	names      []Name    // in it
	named      bool      // it is read by what it names, whatever its signs are
}

// binding is what a reference was found to mean: a citation already read, or
// known sources.
type binding struct {
	citation int
	sources  []int
	ok       bool
}

func bindKnown(sources []int) binding {
	return binding{citation: -1, sources: sources, ok: len(sources) > 0}
}

// marksFrom finds the markers of a text that begin at an offset or behind it, in order,
// given the code there. Bind tells what a reference means in the dialect at hand. Nothing in
// code is a marker.
func (r *reader) marksFrom(text string, from int, code []CodeRegion, bind func(ref string) binding) []mark {
	return merged(r.numberMarks(text, from, code), r.writtenMarks(text, from, code, bind))
}

// proseMarks are marksFrom with the signs of the app's own form.
func (r *reader) proseMarks(text string, from int, code []CodeRegion, bind func(ref string) binding) []mark {
	r.prose = true
	lines, tags := framesIn(r.known, text, from, code, r.grows)
	return merged(lines, merged(r.marksFrom(text, from, code, bind), tags))
}

// merged are marks of two readings, in order: where they overlap, those of the first.
func merged(first, second []mark) []mark {
	if len(first) == 0 {
		return second
	}
	overlaps := func(m mark) bool {
		at := sort.Search(len(first), func(i int) bool { return first[i].end > m.start })
		return at < len(first) && first[at].start < m.end
	}
	all := append(first, slices.DeleteFunc(second, overlaps)...)
	slices.SortFunc(all, func(a, b mark) int { return a.start - b.start })
	return all
}

// writtenMarks are the marks in any form that no instruction has to ask for.
func (r *reader) writtenMarks(text string, from int, code []CodeRegion, bind func(ref string) binding) []mark {
	if !holdsAny(text[from:], &signOpens) && !r.known.mayHold(text[from:]) {
		return nil
	}
	r.known.build()
	s := scanner{text: text, pos: from, code: code, known: r.known, asked: r.asked, opens: r.known.opens}
	var out []mark
	for s.next() {
		m, ok := s.own()
		if ok = ok && m.bind(bind); !ok {
			m, ok = s.candidate()
			if ok = ok && m.bind(bind); r.prose && (!ok || !m.resolves()) {
				if named, found := s.setOff(); found {
					m, ok = named, true
				}
			}
		}
		if ok {
			if len(out) == maxCitations {
				r.tooMany()
				break
			}
			out = append(out, m)
			s.pos = m.end
			continue
		}
		s.pos++
	}
	return out
}

// holdsAny reports whether a text has one of some bytes.
func holdsAny(text string, set *[256]bool) bool {
	for i := range len(text) {
		if set[text[i]] {
			return true
		}
	}
	return false
}

// bind resolves a candidate and tells whether it is a marker.
func (m *mark) bind(bind func(string) binding) bool {
	for i, refs := range append([][]string{m.refs}, m.readings...) {
		bound, found := bindAll(refs, bind)
		if found == len(refs) && found > 0 {
			m.refs, m.bound = refs, bound
			return true
		}
		if i == 0 {
			m.bound = bound
			if m.sure == plausible && found > 0 {
				return true
			}
		}
	}
	return len(m.refs) > 0 && (m.sure == certain || m.sure == plausible && len(m.refs) == 1)
}

// resolves reports whether all that a mark names is known.
func (m *mark) resolves() bool {
	return !slices.ContainsFunc(m.bound, func(b binding) bool { return !b.ok })
}

func bindAll(refs []string, bind func(string) binding) (bound []binding, found int) {
	bound = make([]binding, len(refs))
	for i, ref := range refs {
		if bound[i] = bind(ref); bound[i].ok {
			found++
		}
	}
	return bound, found
}

// citeMarks returns the citations that some markers stand for together, adding
// those that are not in the answer yet. What does not resolve becomes a
// citation too, so that the segment which rests on it fails with it. known are
// the citations of a sentence so far, by what their markers name; it may be nil.
func (r *reader) citeMarks(text string, marks []mark, known map[string]int) []int {
	if len(marks) == 1 && len(marks[0].refs) == 1 && known == nil {
		m := &marks[0]
		return []int{r.citeRef(m.refs[0], m.bound[0], text[m.start:m.end], m.named)}
	}
	if known == nil {
		known = map[string]int{}
	}
	var cited []int
	for _, m := range marks {
		for i, ref := range m.refs {
			at, ok := known[ref]
			if !ok {
				at = r.citeRef(ref, m.bound[i], text[m.start:m.end], m.named)
				known[ref] = at
			}
			if !slices.Contains(cited, at) || len(cited) > maxRange {
				cited = append(cited, at)
			}
		}
	}
	return cited
}

// citeRef returns the citation that one reference in a marker stands for.
func (r *reader) citeRef(ref string, b binding, marker string, byHead bool) int {
	if b.ok && b.citation >= 0 {
		return b.citation
	}
	c := Citation{ChunkID: ref, Marker: marker, ByHead: byHead, ByPart: byHead && r.known.byPart[ref]}
	c.Number, _ = plainNumber(ref)
	if isWebURL(ref) {
		c.URL = ref
	}
	if b.ok {
		c.Candidates = r.known.handles(b.sources)
	}
	if len(c.Candidates) == 1 {
		c.ChunkID = c.Candidates[0]
	}
	at := r.cite(c)
	if !b.ok {
		r.answer.problem(unresolved, at, fmt.Sprintf("the marker %s names no source", marker))
	}
	return at
}

// citedSet is a list of distinct citations, in the order of their first use.
type citedSet struct {
	list []int
	seen map[int]bool // made for the second addition
}

func (c *citedSet) add(more []int) {
	if len(c.list) == 0 && len(more) <= 1 {
		c.list = append(c.list, more...)
		return
	}
	if c.seen == nil {
		c.seen = make(map[int]bool, len(c.list)+len(more))
		for _, at := range c.list {
			c.seen[at] = true
		}
	}
	for _, at := range more {
		if !c.seen[at] {
			c.list = append(c.list, at)
		}
		c.seen[at] = true
	}
}

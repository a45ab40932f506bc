package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
)

// citing checks every citation on its own, before any claim is looked at.
type citing struct {
	m       *material
	res     *Result
	lookUps int                 // in chunks that a citation does not name
	settled map[written]settled // of the answer's parts; nil where it is checked once
}

func (c *citing) citations(a answer.Answer) {
	c.res.Citations = make([]Citation, len(a.Citations))
	for i, written := range a.Citations {
		c.res.Citations[i] = Citation{Citation: written, Chunk: -1, Match: quote.Result{Kind: "none", Start: -1, End: -1}}
		if !c.m.ev.stopped() {
			c.citation(i)
		}
	}
}

// written is all that decides how a citation that quotes fares.
type written struct{ chunk, doc, file, marker, snippet string }

// settled is how it fared, and what was found.
type settled struct {
	citation Citation
	findings []Finding
}

// citation checks the answer's ith citation, or takes over what was found of the
// same in a part.
func (c *citing) citation(i int) {
	cit := &c.res.Citations[i]
	key := written{cit.ChunkID, cit.DocID, cit.Filename, cit.Marker, cit.Snippet}
	repeats := cit.Quoted && cit.Candidates == nil // others depend on more than their own words
	if known, ok := c.settled[key]; ok && repeats {
		known.citation.Citation = cit.Citation
		*cit = known.citation
		for _, f := range known.findings {
			c.res.find(f.Code, i, f.Claim, f.Detail)
		}
		return
	}
	from := len(c.res.Findings)
	c.cite(i)
	if c.settled != nil && repeats {
		found := c.res.Findings[from:]
		c.settled[key] = settled{*cit, found[:len(found):len(found)]}
	}
}

// cite checks one citation: is there such a chunk, and are these words in
// it? An inline citation quotes nothing; whether a span of its chunk carries
// the claim is decided with the claim.
func (c *citing) cite(i int) {
	cit := &c.res.Citations[i]
	where := c.m.ev.resolve(cit)
	switch {
	case cit.Place != nil:
		c.numbered(i, where)
		return
	case !cit.Quoted:
		c.inline(i, where)
		return
	}
	if !c.length(i) {
		return
	}
	if c.quoted(i, where); cit.Chunk >= 0 {
		c.res.judgeSource(i, c.m)
		c.m.ev.sentence(cit)
	}
}

// resolve finds the chunks that a citation may name. The reader of inline
// markers has resolved them already, by what only it knows of their grammar.
func (e *Evidence) resolve(cit *Citation) evidence.Resolution {
	if cit.Candidates == nil {
		return e.Set.Resolve(evidence.Ref{ChunkID: cit.ChunkID, DocID: cit.DocID, Filename: cit.Filename})
	}
	var where evidence.Resolution
	for _, i := range e.Set.Usable() {
		if slices.Contains(cit.Candidates, e.Set.Handle(i)) {
			where.Candidates = append(where.Candidates, i)
		}
	}
	return where
}

// inline keeps the chunks that an inline citation may mean. Which of several
// it is, is settled with the claim: the one that carries it.
func (c *citing) inline(i int, where evidence.Resolution) {
	cit := &c.res.Citations[i]
	if len(where.Candidates) == 0 {
		c.unknown(i, where)
		return
	}
	cit.among, cit.Chunk = where.Candidates, where.Candidates[0]
	if cit.Named == "" {
		return
	}
	to := c.m.ev.Set.Handle(cit.Chunk)
	c.res.find(report.WrongChunk, i, -1, fmt.Sprintf("the words are in chunk %s, not in the sentence that was named", to))
	if cit.Heal = (&report.Heal{Kind: "relink", To: to}); !c.m.rules.Relink {
		cit.among, cit.Chunk, cit.Heal = nil, -1, nil
	}
}

// numbered takes a sentence that was named by its number: its words stand where it
// says, for they were put in from there.
func (c *citing) numbered(i int, where evidence.Resolution) {
	cit := &c.res.Citations[i]
	if len(where.Candidates) != 1 {
		c.unknown(i, where)
		return
	}
	cit.Chunk, cit.Verified, cit.Stands = where.Candidates[0], true, true
	cit.Match = quote.Result{
		Outcome: quote.Verified, Kind: quote.KindSentence, Similarity: 1, Start: cit.Place.Start, End: cit.Place.End, Source: cit.Snippet,
	}
	c.res.judgeSource(i, c.m)
	c.m.ev.sentence(cit)
}

// length turns away a snippet that is no quote: none at all, too short to
// prove anything, or so long that it is the chunk itself.
func (c *citing) length(i int) bool {
	snippet := c.res.Citations[i].Snippet
	if strings.TrimSpace(snippet) == "" {
		c.res.find(report.SnippetMissing, i, -1, "the citation quotes nothing")
		return false
	}
	if n := utf8.RuneCountInString(snippet); c.m.rules.MaxChars > 0 && n > c.m.rules.MaxChars {
		c.res.find(report.SnippetTooLong, i, -1, fmt.Sprintf("%d characters, at most %d", n, c.m.rules.MaxChars))
		return false
	}
	c.res.Citations[i].prepared = quote.Prepare(snippet)
	if n := c.res.Citations[i].prepared.Weight(); n < c.m.rules.MinChars && !c.m.ev.unique(snippet) {
		c.res.find(report.SnippetTooShort, i, -1, fmt.Sprintf("%d characters, at least %d", n, c.m.rules.MinChars))
		return false
	}
	return true
}

// unique reports whether a short snippet proves something all the same: a
// number, a code or a name that stands once in all the evidence.
func (e *Evidence) unique(snippet string) bool {
	if !quote.Distinctive(snippet) {
		return false
	}
	count := 0
	for _, i := range e.Set.Usable() {
		count += quote.Count(e.Passages[i].Text(), snippet)
	}
	return count == 1
}

// quoted looks for the snippet in the chunk that was named, then, where heals
// allow it, in the others.
func (c *citing) quoted(i int, where evidence.Resolution) {
	cit := &c.res.Citations[i]
	if cit.names() == "" {
		c.locate(i)
		return
	}
	if best, at := c.m.best(where.Candidates, cit.prepared); at >= 0 {
		cit.Chunk, cit.Match = at, best
	}
	switch {
	case cit.Match.Outcome == quote.Verified:
		c.verified(i)
	case c.relink(i, where):
	case cit.Match.Outcome == quote.Drifted:
		c.drifted(i)
	case cit.Chunk < 0:
		c.unknown(i, where)
	case cit.Match.Outcome == quote.Falsified:
		c.res.find(report.SnippetAltered, i, -1, cit.Match.Detail)
	default:
		c.res.find(report.SnippetNotFound, i, -1, "no such words in chunk "+c.m.ev.Set.Handle(cit.Chunk))
	}
}

// names is what a citation calls its chunk, "" where it names none.
func (cit *Citation) names() string {
	return strings.TrimSpace(cmp.Or(cit.ChunkID, cit.Filename, cit.DocID))
}

// ranks order the outcomes of finding a snippet.
var ranks = map[quote.Outcome]int{quote.Verified: 3, quote.Drifted: 2, quote.Falsified: 1}

// best finds the snippet's best place among some chunks: the first verified
// one, else the one nearest to it. It returns -1 for no chunk.
func (m *material) best(among []int, snippet *quote.Text) (best quote.Result, at int) {
	at = -1
	for _, i := range among {
		if m.ev.stopped() || best.Outcome == quote.Verified {
			break
		}
		found := m.find(i, snippet)
		order := cmp.Or(cmp.Compare(ranks[found.Outcome], ranks[best.Outcome]), cmp.Compare(found.Similarity, best.Similarity))
		if at < 0 || order > 0 {
			best, at = found, i
		}
	}
	return best, at
}

// find looks for a snippet in a chunk, as it stands there or as the prompt shows it.
func (m *material) find(chunk int, snippet *quote.Text) quote.Result {
	p, shown := m.ev.Passages[chunk], m.ev.Set.At(chunk)
	found, stands := snippet.StandsIn(p.original)
	if !stands {
		found = p.Text().Find(snippet, m.rules.Snippet)
	}
	if found.Outcome != quote.Verified {
		if r := p.Text().FindFramed(snippet, shown.Before, shown.Behind, m.rules.Snippet); ranks[r.Outcome] > ranks[found.Outcome] {
			return r
		}
	}
	return found
}

// verified closes a citation whose words stand where it says, unless it names
// another document than the chunk's own.
func (c *citing) verified(i int) {
	cit := &c.res.Citations[i]
	if own := c.m.ev.Set.At(cit.Chunk).DocID; cit.DocID != "" && own != "" && !strings.EqualFold(strings.TrimSpace(cit.DocID), own) {
		c.res.find(report.WrongChunk, i, -1, fmt.Sprintf("chunk %s is of document %q, not %q", c.m.ev.Set.Handle(cit.Chunk), own, cit.DocID))
		return
	}
	cit.Verified, cit.Stands = true, true
	if c.m.rules.Snap && cit.Match.Kind == "normalized" && cit.Match.Source != cit.Snippet {
		cit.Heal = &report.Heal{Kind: "snap", From: cit.Snippet, To: cit.Match.Source}
	}
}

// drifted heals a snippet that is not in those words, by the source's words,
// where package quote says that nothing of its meaning was changed.
func (c *citing) drifted(i int) {
	cit := &c.res.Citations[i]
	if !c.m.rules.Snap || cit.Match.Source == "" {
		c.res.find(report.SnippetNotFound, i, -1, cmp.Or(cit.Match.Detail, "not in these words in chunk "+c.m.ev.Set.Handle(cit.Chunk)))
		return
	}
	cit.Stands = true
	cit.Heal = &report.Heal{Kind: "snap", From: cit.Snippet, To: cit.Match.Source}
}

// relink looks for the snippet in the chunks that were not named. It heals
// only where the right chunk is beyond doubt: the words stand, exactly or
// normalised, in one other chunk, or in overlapping neighbours of one document.
func (c *citing) relink(i int, where evidence.Resolution) bool {
	cit := &c.res.Citations[i]
	if !c.m.rules.Relink {
		return false
	}
	found, _ := c.only(cit.prepared, where.Candidates)
	if found.at < 0 {
		return false
	}
	from := cit.names()
	if len(where.Candidates) > 0 {
		c.res.find(report.WrongChunk, i, -1, fmt.Sprintf("the words are in chunk %s, not in %q", c.m.ev.Set.Handle(found.at), from))
	} else {
		c.res.find(report.UnknownChunk, i, -1, fmt.Sprintf("there is no chunk %q; the words are in chunk %s", from, c.m.ev.Set.Handle(found.at)))
	}
	cit.Chunk, cit.Match, cit.Stands = found.at, found.match, true
	cit.Heal = &report.Heal{Kind: "relink", From: from, To: c.m.ev.Set.Handle(found.at)}
	return true
}

// place is what was found of a snippet in a chunk, -1 for none.
type place struct {
	at    int
	match quote.Result
}

// mostLookUps bounds in how many chunks one answer's snippets are looked for that do
// not stand where they say: an answer of made-up names over a huge prompt heals
// nothing any more, and costs no more.
const mostLookUps = 20_000

// only returns the single chunk in which a snippet stands, leaving some out, or -1.
// Neighbours of one document that overlap count as one. cut is, where it stands in
// none, the single chunk that has all its words and goes on with what bounds them.
func (c *citing) only(snippet *quote.Text, except []int) (stands, cut place) {
	none := place{at: -1}
	stands, cut = none, none
	cuts := 0
	for _, i := range c.m.ev.Set.Usable() {
		if slices.Contains(except, i) || len(except) > 0 && c.m.ev.Set.At(i).Standing == evidence.Stale {
			continue // what the answer cites is here: earlier words do not take its place
		}
		if c.lookUps++; c.lookUps > mostLookUps || c.m.ev.stopped() {
			return none, none
		}
		if !snippet.MayStandIn(c.m.ev.Passages[i].original) {
			continue
		}
		switch m := c.m.find(i, snippet); {
		case m.Outcome == quote.Drifted && m.Similarity >= 1:
			cuts, cut = cuts+1, place{i, m}
		case m.Outcome != quote.Verified:
		case stands.at < 0:
			stands = place{i, m}
		case !slices.Contains(c.m.ev.Set.Neighbours(stands.at), i):
			return none, none
		}
	}
	if cuts > 1 || stands.at >= 0 {
		cut = none
	}
	return stands, cut
}

// locate finds the chunk of a citation that names none. It is a relink with
// nothing to correct; more than one possible chunk is never guessed between.
func (c *citing) locate(i int) {
	cit := &c.res.Citations[i]
	stands, cut := c.only(cit.prepared, nil)
	switch {
	case stands.at >= 0:
		cit.Chunk, cit.Match = stands.at, stands.match
		c.verified(i)
	case cut.at >= 0 && c.m.rules.Snap:
		cit.Chunk, cit.Match = cut.at, cut.match
		c.drifted(i)
	default:
		c.res.find(report.UnknownChunk, i, -1, "the citation names no chunk, and its words do not stand in exactly one")
	}
}

func (c *citing) unknown(i int, where evidence.Resolution) {
	cit := &c.res.Citations[i]
	switch name := cmp.Or(cit.names(), cit.Marker); {
	case c.m.ev.typed(name):
		c.res.find(report.UntrustedContext, i, -1, fmt.Sprintf("chunk %q was not given by the app", name))
	case where.Ambiguous:
		c.res.find(report.UnknownChunk, i, -1, fmt.Sprintf("%q may mean several chunks", name))
	default:
		c.res.find(report.UnknownChunk, i, -1, fmt.Sprintf("there is no chunk %q", name))
	}
}

// typed reports whether a name is that of a chunk from a channel that does not
// count here: what a user typed beside the app's own evidence.
func (e *Evidence) typed(name string) bool {
	for i := range e.Set.Len() {
		if name != "" && e.Set.At(i).ID == name && !slices.Contains(e.Set.Usable(), i) {
			return true
		}
	}
	return false
}

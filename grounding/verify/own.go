package verify

import (
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
)

// CheckOwn verifies an answer in the client's own form. leaves are the places
// in it that state something; each is a claim, carried by the citations whose
// path names it or what holds it. There are no segments: the answer leaves
// whole or not at all.
func CheckOwn(own ownschema.Own, leaves []ownschema.Leaf, ev Evidence, r Rules) Result {
	a := answer.Answer{Mode: own.Mode, Citations: own.Citations, Problems: own.Problems, Unanswered: own.Unanswered}
	c := checker{ev: ev, rules: r, res: Result{Mode: a.Mode, Unanswered: a.Unanswered}}
	c.problems(a)
	c.suspicions()
	c.citations(a)
	for _, leaf := range leaves {
		if c.ev.stopped() || leaf.Name && c.names(leaf.Text) {
			continue
		}
		if leaf.Small || leaf.Name && ownschema.IsName(leaf.Text) && !mayHoldTarget(leaf.Text) {
			c.smallLeaf(leaf)
			continue
		}
		c.leaf(leaf, a, slices.Contains(own.Quotations, leaf.Path))
		a.Segments = append(a.Segments, answer.Segment{Text: leaf.Text + " "})
	}
	c.missing(a)
	c.totals(a)
	return c.res
}

// leaf judges one leaf. Numbers are claims at every level; of texts the level
// decides, by the sentences that the text holds.
func (c *checker) leaf(leaf ownschema.Leaf, a answer.Answer, quotation bool) {
	if !leaf.Number && !c.states(leaf.Text) {
		c.plainLeaf(leaf)
		return
	}
	var attached []int
	for i := range a.Citations {
		if ownschema.Covers(a.Citations[i].Path, leaf.Path) {
			attached = append(attached, i)
		}
	}
	if quotation {
		c.quotedLeaf(leaf.Text, leaf.Path, attached)
		return
	}
	cl := Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path}
	index := len(c.res.Claims)
	sources := c.gather(&cl, attached)
	c.res.Claims = append(c.res.Claims, cl)
	if leaf.Number {
		c.leafNumber(index)
		return
	}
	c.judge(index, sources, len(attached))
	c.plainLeaf(leaf)
	if leaf.Quote {
		c.leafQuote(index, attached)
	}
	c.leafTargets(index)
}

// names reports whether a text in the place of an identifier or an address is
// one: an address that a source has, or what a source is called.
func (c *checker) names(text string) bool {
	if strings.Contains(text, "://") {
		address, _, _ := strings.Cut(text, "#") // a place in what a source is
		return ownschema.IsName(text) && c.sourced(address)
	}
	for _, i := range c.ev.Set.Usable() {
		ch := c.ev.Set.At(i)
		for _, name := range [...]string{
			ch.ID, ch.DocID, ch.Filename, ch.Title, ch.Source, ch.Page, c.handle(i), strconv.Itoa(i + 1), strconv.Itoa(ch.Year),
		} {
			if name == text {
				return true
			}
		}
	}
	return false
}

// leafTargets fails a leaf with a target that no source has: a leaf is the
// client's own, and nothing is taken out of it.
func (c *checker) leafTargets(index int) {
	cl := &c.res.Claims[index]
	_, strange := Targets(cl.Text, c.known())
	for _, target := range strange {
		cl.Stands, cl.Supported = false, new(bool)
		c.find(report.ClaimEntity, -1, index, "no source has the address "+target)
	}
}

// states reports whether a text holds a claim at the level of the rules. A
// short value without a verb ("50 mg") is one where it holds a number.
func (c *checker) states(text string) bool {
	for _, s := range claim.Split(text) {
		if s.IsClaim(c.rules.Claims) || s.Numeric || s.Kind == claim.Heading && c.rules.Claims != claim.Numeric {
			return true
		}
	}
	return false
}

// leafQuote holds a leaf that says it quotes to its word: it has to stand in
// one of the chunks that are cited for it.
func (c *checker) leafQuote(index int, attached []int) {
	cl := &c.res.Claims[index]
	var chunks []int
	for _, i := range attached {
		if at := c.res.Citations[i].Chunk; at >= 0 {
			chunks = append(chunks, at)
		}
	}
	if m, at := c.best(chunks, quote.Prepare(cl.Text)); at < 0 || rank(m.Outcome) < 3 {
		cl.Stands = false
		c.find(report.SnippetNotFound, -1, index, detailOr(m.Detail, "the quotation at "+cl.Path+" is not in the cited chunks"))
	}
}

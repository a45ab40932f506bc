package verify

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// CheckOwn verifies an answer in the client's own form. leaves are the places
// in it that state something; each is a claim, carried by the citations whose
// path names it or what holds it. There are no segments: the answer leaves
// whole or not at all.
func CheckOwn(own ownschema.Own, leaves []ownschema.Leaf, ev Evidence, r Rules) Result {
	a := answer.Answer{Mode: own.Mode, Citations: own.Citations, Problems: own.Problems, Unanswered: own.Unanswered}
	c := checker{ev: ev, rules: r, hearing: new(claim.Hearing), res: Result{Mode: a.Mode, Unanswered: a.Unanswered}}
	c.problems(a)
	c.suspicions()
	c.citations(a)
	group := objects(leaves)
	for _, leaf := range leaves {
		switch {
		case c.ev.stopped(), c.isName(leaf):
			continue
		case c.hides(leaf):
		case leaf.Short && !leaf.Name:
			c.shortLeaf(leaf, attached(a, leaf), beside(group[parent(leaf.Path)], leaf))
		case leaf.Name && !leaf.Number && ownschema.Tells(leaf.Text):
			told := leaf
			told.Text = ownschema.Spaced(leaf.Text)
			c.textLeaf(told, attached(a, leaf))
		case leaf.Small, leaf.Name && ownschema.IsName(leaf.Text) && !mayHoldTarget(leaf.Text):
			c.smallLeaf(leaf)
			continue
		case leaf.Number:
			c.valueLeaf(leaf, attached(a, leaf), beside(group[parent(leaf.Path)], leaf))
		case slices.Contains(own.Quotations, leaf.Path):
			c.keepQuotation(Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path}, attached(a, leaf))
		default:
			c.textLeaf(leaf, attached(a, leaf))
		}
		a.Segments = append(a.Segments, answer.Segment{Text: leaf.Text + " "})
	}
	c.missing(a)
	c.totals(a)
	return c.res
}

// hides reports whether a leaf has letters that show nothing, or hides some. Nothing is
// taken out of it, so it fails.
func (c *checker) hides(leaf ownschema.Leaf) bool {
	why := hidden(leaf.Text)
	if why == "" && visible(leaf.Text) != leaf.Text {
		why = "it holds letters that show nothing"
	}
	if why != "" {
		c.fail(Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path}, report.TextUnaccounted, why)
	}
	return why != ""
}

// objects are the numbers and short texts of each object, by its path: the first of them
// where they are many.
func objects(leaves []ownschema.Leaf) map[string][]ownschema.Leaf {
	const most = 32
	out := map[string][]ownschema.Leaf{}
	for _, leaf := range leaves {
		if at := parent(leaf.Path); (leaf.Number || leaf.Short) && len(out[at]) < most {
			out[at] = append(out[at], leaf)
		}
	}
	return out
}

// beside are the leaves of a group without one of them.
func beside(group []ownschema.Leaf, leaf ownschema.Leaf) (out []ownschema.Leaf) {
	for _, other := range group {
		if other.Path != leaf.Path {
			out = append(out, other)
		}
	}
	return out
}

// parent is the path of what holds a leaf.
func parent(path string) string { return path[:strings.LastIndexByte(path, '/')+1] }

// attached are the citations that the model gave a leaf.
func attached(a answer.Answer, leaf ownschema.Leaf) (out []int) {
	for i := range a.Citations {
		if ownschema.Covers(a.Citations[i].Path, leaf.Path) {
			out = append(out, i)
		}
	}
	return out
}

// isName reports whether a leaf's value is what a source is called, whatever its member's
// name; a figure is, where the name says that it tells of one.
func (c *checker) isName(leaf ownschema.Leaf) bool {
	figures := !strings.ContainsFunc(leaf.Text, unicode.IsLetter)
	return (leaf.Name || !leaf.Number && !figures || leaf.Refers) && !leaf.Free && c.names(leaf.Text)
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
		if slices.Contains([]string{ch.ID, ch.DocID, ch.Filename, ch.Title, ch.Source, ch.Page, c.handle(i)}, text) ||
			text == strconv.Itoa(i+1) || text == strconv.Itoa(ch.Year) || slices.Contains(ch.Authors, text) || text == strings.Join(ch.Authors, ", ") {
			return true
		}
	}
	return false
}

// textLeaf judges a text: one claim where a sentence of it states something at
// the level of the rules, or where it has a figure. The sentences that are no
// claims are accounted for.
func (c *checker) textLeaf(leaf ownschema.Leaf, attached []int) {
	sentences := claim.Split(leaf.Text)
	said, states := leaf.Text, slices.ContainsFunc(sentences, c.states)
	if figures := text.Numbers(said); !states && len(figures) > 0 {
		said, states = figures[0].Text, true // "12.", which marks a list in running text
	}
	if states {
		index := len(c.res.Claims)
		c.res.Claims = append(c.res.Claims, Claim{Text: said, Segment: -1, Path: leaf.Path})
		c.judge(index, attached)
		if leaf.Quote {
			c.quoteLeaf(index, attached)
		}
		c.leafTargets(index)
	}
	c.accountLeaf(leaf, sentences)
}

// accountLeaf accounts for the sentences of a leaf that are no claims.
func (c *checker) accountLeaf(leaf ownschema.Leaf, sentences []claim.Sentence) {
	for _, s := range sentences {
		switch {
		case !c.rules.Accounted, s.IsClaim(c.rules.Claims), s.Kind == claim.Claim, s.Kind == claim.Empty, s.Kind == claim.Heading:
		case !c.accounted(leaf.Text[s.Start:s.End], s):
			c.fail(Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path}, report.TextUnaccounted, unaccounted)
			return
		}
	}
}

// states reports whether a sentence of a leaf is a claim.
func (c *checker) states(s claim.Sentence) bool {
	return s.IsClaim(c.rules.Claims) || s.Numeric || s.Kind == claim.Heading && c.rules.Claims != claim.Numeric
}

// quoteLeaf holds a leaf that says it quotes to its word: it has to stand in
// one of the chunks that are cited for it.
func (c *checker) quoteLeaf(index int, attached []int) {
	cl := &c.res.Claims[index]
	var chunks []int
	for _, i := range attached {
		if at := c.res.Citations[i].Chunk; at >= 0 {
			chunks = append(chunks, at)
		}
	}
	if m, at := c.best(chunks, quote.Prepare(cl.Text)); at < 0 || m.Outcome != quote.Verified {
		cl.Stands = false
		c.find(report.SnippetNotFound, -1, index, cmp.Or(m.Detail, "the quotation at "+cl.Path+" is not in the cited chunks"))
	}
}

// leafTargets fails a leaf with a target that no source has: a leaf is the
// client's own, and nothing is taken out of it.
func (c *checker) leafTargets(index int) {
	cl := &c.res.Claims[index]
	_, strange := Targets(cl.Text, c.known())
	for _, target := range strange {
		cl.Stands, cl.Supported = false, new(false)
		c.find(report.ClaimEntity, -1, index, "no source has the address "+target)
	}
}

package verify

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/answer/ownschema"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// CheckOwn verifies an answer in the client's own form. leaves are the places
// in it that state something; each is a claim, carried by the citations whose
// path names it or what holds it.
func CheckOwn(own ownschema.Own, leaves []ownschema.Leaf, ev Evidence, r Rules) Result {
	a := answer.Answer{Mode: own.Mode, Citations: own.Citations, Problems: own.Problems, Unanswered: own.Unanswered}
	v := newVerification(ev, r, new(claim.Hearing))
	v.citations(a)
	pass := leafPass{m: &v.material, res: &v.res, vouching: &v.vouching, judging: &v.judging}
	group := objects(leaves)
	quotations := map[string]bool{}
	for _, path := range own.Quotations {
		quotations[path] = true
	}
	var covers ownschema.Covers
	for i := range a.Citations {
		covers.Add(a.Citations[i].Path, i)
	}
	for _, leaf := range leaves {
		if ev.stopped() || v.material.isName(leaf) {
			continue
		}
		if pass.leaf(leaf, covers.Of(leaf.Path), group[parent(leaf.Path)], quotations[leaf.Path]) {
			a.Segments = append(a.Segments, answer.Segment{Text: leaf.Text + " "})
		}
	}
	v.missing(a)
	v.totals(a)
	return v.res
}

// leafPass judges the leaves of an answer in the client's own form.
type leafPass struct {
	m        *material
	res      *Result
	vouching *vouching
	judging  *judging
	ground   *ground    // nil as long as no value asked for it
	citing   []int      // the citations of the last leaf
	cited    citedWords // the words that the last leaf cites
}

// leaf judges a leaf of a group by what it is. It reports whether it is a part of the answer's text.
func (l *leafPass) leaf(leaf ownschema.Leaf, attached []int, group []ownschema.Leaf, quotation bool) bool {
	switch {
	case l.hides(leaf):
	case leaf.Called:
		l.calledLeaf(leaf)
		return false
	case leaf.Short && !leaf.Name:
		l.shortLeaf(leaf, attached, group)
	case leaf.Name && !leaf.Number && ownschema.Tells(leaf.Text):
		leaf.Text = ownschema.Spaced(leaf.Text)
		l.textLeaf(leaf, attached)
	case leaf.Small, leaf.Name && ownschema.IsName(leaf.Text) && !mayHoldTarget(leaf.Text):
		l.smallLeaf(leaf, attached, group)
		return false
	case onlyFigures(leaf), !quotation && !leaf.Quote && l.isCopy(leaf, attached):
		l.valueLeaf(leaf, attached, group)
	case quotation:
		l.res.keepQuotation(claimOf(leaf), attached)
	default:
		l.textLeaf(leaf, attached)
	}
	return true
}

// claimOf is the claim that a leaf is.
func claimOf(leaf ownschema.Leaf) Claim { return Claim{Text: leaf.Text, Segment: -1, Path: leaf.Path} }

// hides reports whether a leaf has letters that show nothing, or hides some. Nothing is
// taken out of it, so it fails.
func (l *leafPass) hides(leaf ownschema.Leaf) bool {
	why := hidden(leaf.Text)
	if why == "" && visible(leaf.Text) != leaf.Text {
		why = "it holds letters that show nothing"
	}
	if why != "" {
		l.res.fail(claimOf(leaf), report.TextUnaccounted, why)
	}
	return why != ""
}

// objects are the numbers and short texts of each object, by its path: the first of them
// where they are many.
func objects(leaves []ownschema.Leaf) map[string][]ownschema.Leaf {
	const most, shortest = 32, 24 // bytes of a text that may have no words but a figure's
	out := map[string][]ownschema.Leaf{}
	for _, leaf := range leaves {
		if at := parent(leaf.Path); !leaf.Called && (leaf.Number || leaf.Short || len(leaf.Text) < shortest) && len(out[at]) < most {
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

// isName reports whether a leaf's value is what a source is called and its member says that it tells of one. Under any other
// member only an identifier is a name that no passage speaks of: a title is a word of the subject, too.
func (m *material) isName(leaf ownschema.Leaf) bool {
	switch {
	case leaf.Free, !leaf.MayName(), !m.names(leaf.Text):
		return false
	case leaf.Name, leaf.Refers:
		return true
	}
	return !slices.ContainsFunc(m.ev.Set.Usable(), func(i int) bool {
		return strings.Contains(m.ev.Set.At(i).Text, leaf.Text) || strings.Contains(m.ev.Set.At(i).Title, leaf.Text)
	})
}

// SourceNames are those of some leaves that are not judged, because they say what a source is called.
func SourceNames(leaves []ownschema.Leaf, ev Evidence) map[string]bool {
	m, out := material{ev: ev}, map[string]bool{}
	for _, leaf := range leaves {
		if m.isName(leaf) {
			out[leaf.Path] = true
		}
	}
	return out
}

// names reports whether a text in the place of an identifier or an address is
// one: an address that a source has, or what a source is called.
func (m *material) names(text string) bool {
	if strings.Contains(text, "://") {
		address, _, _ := strings.Cut(text, "#") // a place in what a source is
		return ownschema.IsName(text) && m.sourced(address)
	}
	for _, i := range m.ev.Set.Usable() {
		ch := m.ev.Set.At(i)
		if slices.Contains([]string{ch.ID, ch.DocID, ch.Filename, ch.Title, ch.Source, ch.Page, m.ev.Set.Handle(i)}, text) ||
			text == strconv.Itoa(i+1) || text == strconv.Itoa(ch.Year) || slices.Contains(ch.Authors, text) || text == strings.Join(ch.Authors, ", ") {
			return true
		}
	}
	return false
}

// textLeaf judges a text: one claim where a sentence of it states something at
// the level of the rules, or where it has a figure. The sentences that are no
// claims are accounted for.
func (l *leafPass) textLeaf(leaf ownschema.Leaf, attached []int) {
	sentences := claim.Split(leaf.Text)
	said, states := leaf.Text, slices.ContainsFunc(sentences, func(s claim.Sentence) bool {
		return l.m.rules.states(s) && !l.vouching.talks(leaf.Text[s.Start:s.End])
	})
	if figures := text.Numbers(said); !states && len(figures) > 0 {
		said, states = figures[0].Text, true // "12.", which marks a list in running text
	}
	switch claims := func(s claim.Sentence) bool { return s.Kind == claim.Claim || s.Kind == claim.Heading }; {
	case states:
		index := len(l.res.Claims)
		l.res.Claims = append(l.res.Claims, Claim{Text: said, Segment: -1, Path: leaf.Path})
		if !l.carriedApart(index, sentences, attached) {
			l.judging.weigh(index, attached)
		}
		l.judging.settle(index)
		if leaf.Quote {
			l.quoteLeaf(index, attached)
		}
		l.leafTargets(index)
	case slices.ContainsFunc(sentences, claims):
		leave(claimOf(leaf), l.res)
	}
	l.accountLeaf(leaf, sentences)
}

// carriedApart lets a text hold of which each sentence is carried by itself, as in prose: some sources'
// own words one after the other are nobody's together.
func (l *leafPass) carriedApart(index int, sentences []claim.Sentence, attached []int) bool {
	cl, cited := &l.res.Claims[index], []int(nil)
	for _, s := range sentences {
		if !l.m.rules.states(s) {
			continue
		}
		if len(sentences) < 2 || s.End > len(cl.Text) {
			return false
		}
		one := Claim{Text: strings.TrimSpace(cl.Text[s.Start:s.End])}
		at := l.m.ev.ownWords(one.Text, nil)
		elsewhere := func(i int) bool {
			cit := &l.res.Citations[i]
			return cit.Chunk != at && !slices.Contains(cit.among, at)
		}
		if at < 0 {
			return false
		}
		ev := l.judging.gathering.gather(&one, slices.DeleteFunc(slices.Clone(attached), elsewhere))
		if len(ev.Sources) == 0 {
			return false
		}
		if found := l.judging.judgement(&one, ev, claim.Rules{}); found.Outcome != claim.Carried || found.TakenBack || len(found.Findings) > 0 {
			return false
		}
		cited = append(cited, one.Citations...)
	}
	if len(cited) == 0 {
		return false
	}
	slices.Sort(cited)
	cl.Citations, cl.Cited, cl.Stands = slices.Compact(cited), true, true
	cl.Judgement = claim.Judgement{Outcome: claim.Carried, Support: 1}
	return true
}

// accountLeaf accounts for the sentences of a leaf that are no claims.
func (l *leafPass) accountLeaf(leaf ownschema.Leaf, sentences []claim.Sentence) {
	for _, s := range sentences {
		switch {
		case s.IsClaim(l.m.rules.Claims), s.Kind == claim.Claim, s.Kind == claim.Empty, s.Kind == claim.Heading:
		case s.Kind == claim.Code && l.m.lines().block(leaf.Text[s.Start:s.End], "", true).stands(&l.m.rules) || s.Kind != claim.Code && l.vouching.accounted(leaf.Text[s.Start:s.End], s):
		case !l.m.rules.Accounted:
			leave(claimOf(leaf), l.res)
		default:
			l.res.fail(claimOf(leaf), report.TextUnaccounted, unaccounted)
			return
		}
	}
}

// states reports whether a sentence of a leaf is a claim.
func (r *Rules) states(s claim.Sentence) bool {
	return s.IsClaim(r.Claims) || s.Numeric || s.Kind == claim.Heading && r.Claims != claim.Numeric
}

// quoteLeaf holds a leaf that says it quotes to its word: it has to stand in
// one of the chunks that are cited for it.
func (l *leafPass) quoteLeaf(index int, attached []int) {
	cl := &l.res.Claims[index]
	var chunks []int
	for _, i := range attached {
		if at := l.res.Citations[i].Chunk; at >= 0 {
			chunks = append(chunks, at)
		}
	}
	if m, at := l.m.best(chunks, quote.Prepare(cl.Text)); at < 0 || m.Outcome != quote.Verified {
		cl.Stands = false
		l.res.find(report.SnippetNotFound, -1, index, cmp.Or(m.Detail, "the quotation at "+cl.Path+" is not in the cited chunks"))
	}
}

// leafTargets fails a leaf with a target that no source has: a leaf is the
// client's own, and nothing is taken out of it.
func (l *leafPass) leafTargets(index int) {
	cl := &l.res.Claims[index]
	_, strange := Targets(cl.Text, l.m.known())
	for _, target := range strange {
		cl.Stands, cl.Supported = false, new(false)
		l.res.find(report.ClaimEntity, -1, index, "no source has the address "+target)
	}
}

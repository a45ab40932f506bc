package verify

import (
	"slices"
	"strconv"
	"strings"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
)

// maxQuotes bounds the quotes that one claim is held against. Nobody reads so
// many, and the work for each claim grows with their square.
const maxQuotes = 64

// segments goes through the answer's text, stretch by stretch, and judges
// every claim in it by the evidence that the stretch cites.
func (c *checker) segments(a answer.Answer) {
	c.res.Segments = make([]Segment, len(a.Segments))
	c.res.Claims = make([]Claim, 0, 2*len(a.Segments))
	if len(a.Segments) > 1 {
		c.frame = frame{} // a part of one segment goes on below what came before it
	}
	c.terse, c.titled, c.talks, c.stances = c.terse[:0], c.titled[:0], false, [3]bool{}
	for s, seg := range a.Segments {
		if c.behind = ""; s+1 < len(a.Segments) {
			c.behind = a.Segments[s+1].Text
		}
		if seg.Quotation {
			c.res.Segments[s] = c.quotation(s, seg)
			continue
		}
		seg.Text = c.clean(seg.Text)
		out := Segment{Text: seg.Text, Attached: seg.Citations, Stands: true}
		first := len(c.res.Claims)
		for _, sentence := range c.split(seg.Text) {
			if c.ev.stopped() {
				continue
			}
			if seg.Lead < sentence.End && seg.Text == a.Segments[s].Text {
				sentence.Start = max(sentence.Start, seg.Lead)
			}
			out.Stands = c.sentenceStands(s, seg, sentence) && out.Stands
		}
		c.unlocated(seg, first)
		out.Citations = c.standing(seg.Citations)
		if seg.Text == a.Segments[s].Text {
			out.Inner = c.standingInside(seg.Inner)
		}
		out.Stands = out.Stands && !c.failed(seg.Citations, len(c.res.Claims) > first)
		c.res.Segments[s] = out
	}
	c.settleTitles()
	c.settleTerse()
	c.settleStance(a)
	c.declared(a)
	c.missing(a)
	c.elsewhere()
}

// sentenceStands accounts for a sentence, or judges it as a claim or as the question's
// answer. It reports whether it may be shown.
func (c *checker) sentenceStands(segment int, seg answer.Segment, s claim.Sentence) bool {
	said, uncited := seg.Text[s.Start:s.End], len(seg.Citations) == 0
	c.frame.enter(said, s.Kind)
	if why := hidden(said); why != "" {
		c.fail(Claim{Text: said, Segment: segment, Start: s.Start, End: s.End}, report.TextUnaccounted, why)
		return false
	}
	if uncited && !c.rules.AgainstAll && s.Kind != claim.Offer && s.Kind != claim.Greeting {
		if does := c.stanceOf(said); does != statesOf {
			c.stances[does], c.talks = true, true
			return true
		}
	}
	switch {
	case c.plain(s), uncited && c.accounts() && statesNothing(said):
		return c.account(segment, seg.Text, s)
	case uncited && !c.rules.AgainstAll && c.userSaid(said):
		return true
	case uncited && c.accounts() && truthIn(said) != apart:
		t := terse{segment, s.Start, s.End, said, s.Kind}
		c.terse = append(c.terse, t)
		return c.answers(t)
	}
	return c.claim(segment, seg, s)
}

// claim judges one sentence. It reports whether the claim stands.
func (c *checker) claim(segment int, seg answer.Segment, s claim.Sentence) bool {
	index := len(c.res.Claims)
	c.res.Claims = append(c.res.Claims, Claim{Text: seg.Text[s.Start:s.End], Segment: segment, Start: s.Start, End: s.End})
	c.judge(index, seg.Citations)
	if c.accounts() && c.frame != (frame{}) {
		c.framed(index)
	}
	return c.res.Claims[index].Stands
}

// littleSupport is up to where a policy asks for support only to turn away what
// has none. Where nothing is cited, closing words and remarks on the sources have
// none either, and the risk tells them from inventions: asked of the sentences
// of an audit, so little turned away one clean answer in ten by itself. A policy
// that asks for more means it of every sentence.
const littleSupport = 0.2

// doubt is the risk from which on a sentence of an audit is turned away all the
// same if nothing of it stands in any passage or the question: it speaks of
// something else altogether. Package test/risk counts it in.
const doubt = 0.6

// judge holds a claim against the evidence of the citations that the model gave
// it, standing or not, and keeps what came of it.
func (c *checker) judge(index int, attached []int) {
	c.weigh(index, attached)
	c.settle(index)
}

// weigh is judge, but for what the rules make of what came of it.
func (c *checker) weigh(index int, attached []int) {
	cl := &c.res.Claims[index]
	ev := c.gather(cl, attached)
	rules := claim.Rules{MinSupport: c.rules.MinSupport, MaxRisk: c.rules.MaxRisk, Near: c.rules.Near}
	if c.rules.AgainstAll && len(ev.Sources) == 0 {
		ev = c.everything()
		rules.Uncited = true
		if rules.MinSupport > 0 && rules.MinSupport <= littleSupport && rules.MaxRisk < 1 {
			rules.MinSupport, rules.Doubt = 0, doubt
		}
	}
	if c.compares(ev.Sources...); c.compared > mostCompared {
		cl.Judgement = claim.Judgement{Outcome: claim.Unjudged, Risk: 1}
		c.find(report.ClaimUnsupported, -1, index, "the answer is too long to be judged")
		return
	}
	if len(ev.Sources) == 0 {
		cl.Judgement = claim.Judgement{Outcome: claim.Unjudged, Risk: 1}
		if len(attached) == 0 {
			c.find(report.ClaimUncited, -1, index, "no citation")
		}
		c.refuteByChunks(cl, index, attached, rules)
		return
	}
	cl.Judgement = c.judgement(cl, ev, rules)
	cl.Stands = len(cl.Judgement.Findings) == 0
	for _, f := range cl.Judgement.Findings {
		c.find(report.Code(f.Code), -1, index, f.Detail)
	}
}

// mostCompared bounds how many sentences of the evidence the claims of one answer are held
// against, all together: what an answer of some megabytes states over a chunk of that size is not
// looked up any more, and fails.
const mostCompared = 30_000_000

// compares counts the sentences of some sources, which a claim is about to be held against.
func (c *checker) compares(sources ...*claim.Source) {
	for _, s := range sources {
		c.compared += s.Sentences()
	}
}

// refuteByChunks holds a claim that no span of its inline citations' chunks carries
// against these chunks as a whole, so that people read what differs: "source 21 days,
// answer 22 days".
func (c *checker) refuteByChunks(cl *Claim, index int, attached []int, rules claim.Rules) {
	ev := claim.Evidence{Question: c.ev.Question}
	for _, i := range attached {
		if cit := &c.res.Citations[i]; !cit.Quoted && cit.Chunk >= 0 && len(ev.Sources) < maxQuotes {
			c.quote(&ev, cit)
		}
	}
	if len(ev.Sources) == 0 {
		return
	}
	if j := c.judgement(cl, ev, rules); j.Outcome == claim.Refuted {
		cl.Judgement = j
		for _, f := range j.Findings {
			c.find(report.Code(f.Code), -1, index, f.Detail)
		}
	}
}

// gather gathers the evidence that a claim's citations give it: the chunks,
// and in them the places that were quoted or, where the dialect does not
// quote, the span that carries the claim. It holds until the next claim's.
func (c *checker) gather(cl *Claim, citations []int) claim.Evidence {
	ev := &c.cited
	ev.Question, ev.Sources, ev.Quotes, ev.Titles = c.ev.Question, ev.Sources[:0], ev.Quotes[:0], ev.Titles[:0]
	ev.Places = ev.Places[:0]
	for _, i := range citations {
		if len(ev.Quotes) == maxQuotes {
			break
		}
		cit := &c.res.Citations[i]
		if cit.Chunk < 0 || (cit.Quoted && !cit.Stands) {
			continue
		}
		if !cit.Quoted && !c.located(i, cl.Text) {
			continue
		}
		cl.Citations = append(cl.Citations, i)
		c.quote(ev, cit)
	}
	switch {
	case len(cl.Citations) == 0:
		c.shareOut(ev, cl, citations)
	case len(cl.Citations) < len(citations):
		c.addClauses(ev, cl, citations)
	}
	cl.Cited = len(cl.Citations) > 0
	return *ev
}

// shareOut gives each clause of a claim that no citation carries alone to the
// citation that carries it. Where one is left over, nothing is given.
func (c *checker) shareOut(ev *claim.Evidence, cl *Claim, citations []int) {
	clauses := clausesOf(cl.Text)
	if len(clauses) < 2 || len(citations) < 2 {
		return
	}
	before := slices.Clone(c.res.Citations)
	var carrying []int
	for _, clause := range clauses {
		at := slices.IndexFunc(citations, func(i int) bool {
			cit := &c.res.Citations[i]
			return !cit.Quoted && cit.Chunk >= 0 && !slices.Contains(carrying, i) && c.located(i, clause)
		})
		if at < 0 {
			c.res.Citations = before
			return
		}
		carrying = append(carrying, citations[at])
	}
	for _, i := range carrying {
		cl.Citations = append(cl.Citations, i)
		c.quote(ev, &c.res.Citations[i])
	}
}

// addClauses adds the citations that carry a clause of a claim which others carry in part.
func (c *checker) addClauses(ev *claim.Evidence, cl *Claim, citations []int) {
	clauses := clausesOf(cl.Text)
	if len(clauses) < 2 {
		return
	}
	for _, i := range citations {
		cit := &c.res.Citations[i]
		if cit.Quoted || cit.Chunk < 0 || slices.Contains(cl.Citations, i) || len(ev.Quotes) == maxQuotes {
			continue
		}
		if slices.ContainsFunc(clauses, func(clause string) bool { return c.located(i, clause) }) {
			cl.Citations = append(cl.Citations, i)
			c.quote(ev, cit)
		}
	}
}

// quote adds one citation's place to a claim's evidence.
func (c *checker) quote(ev *claim.Evidence, cit *Citation) {
	passage := c.ev.Passages[cit.Chunk]
	src := passage.Source()
	at := slices.Index(ev.Sources, src)
	if at < 0 {
		at = len(ev.Sources)
		ev.Sources = append(ev.Sources, src)
		ev.Titles = c.titles(ev.Titles, cit.Chunk)
	}
	if cit.Match.Start < 0 || cit.Match.End <= cit.Match.Start {
		return
	}
	place := claim.Quote{Source: at, Start: passage.shown.ToPlain(cit.Match.Start), End: passage.shown.ToPlain(cit.Match.End)}
	if cit.Quoted {
		ev.Quotes = append(ev.Quotes, place)
	} else {
		ev.Places = append(ev.Places, place)
	}
}

// titles appends the words of the chunk's metadata that a claim may use.
func (c *checker) titles(out []string, i int) []string {
	ch := c.ev.Set.At(i)
	for _, s := range [...]string{ch.Title, ch.Source, ch.Filename, ch.Date, ch.Page, ch.ID} {
		if s != "" {
			out = append(out, s)
		}
	}
	if ch.Year != 0 {
		out = append(out, strconv.Itoa(ch.Year))
	}
	return append(out, ch.Authors...)
}

// everything is the evidence of an audit: all chunks, nothing quoted.
func (c *checker) everything() claim.Evidence {
	if c.all == nil {
		c.all = &claim.Evidence{Question: c.ev.Question}
		for _, i := range c.ev.Set.Usable() {
			c.all.Sources = append(c.all.Sources, c.ev.Passages[i].Source())
			c.all.Titles = c.titles(c.all.Titles, i)
		}
	}
	return *c.all
}

// located finds the span of an inline citation's chunk that carries the claim.
// Of several chunks that it may mean, the best span decides.
func (c *checker) located(i int, text string) bool {
	cit := &c.res.Citations[i]
	best, moved := -1.0, false
	for _, at := range cit.among {
		src := c.ev.Passages[at].Source()
		if c.compares(src); c.compared > mostCompared {
			break
		}
		start, end, score, ok := c.hearing.Locate(text, src)
		if !ok || score <= best {
			continue
		}
		best = score
		if !cit.Stands || score > cit.Match.Similarity {
			cit.Chunk = at
			read := &c.ev.Passages[at].shown
			start, end = read.ToOriginal(start), read.ToOriginal(end)
			cit.Match = quote.Result{
				Outcome: quote.Verified, Kind: "located", Similarity: report.Round4(score),
				Start: start, End: end, Source: c.ev.Passages[at].words(start, end),
			}
			moved = true
		}
	}
	if best < 0 {
		return false
	}
	cit.Verified, cit.Stands = true, true
	if moved {
		c.sentence(i)
	}
	return true
}

// unlocated tells of inline citations of a segment that carry none of its
// claims (those from index first on). Where there is no claim there is
// nothing to carry, and the citation says nothing false.
func (c *checker) unlocated(seg answer.Segment, first int) {
	for _, i := range seg.Citations {
		cit := &c.res.Citations[i]
		if cit.Quoted || cit.Chunk < 0 {
			continue
		}
		if !cit.Stands && c.anyStands(seg.Citations) {
			continue // weak: only its marker goes
		}
		if !cit.Stands && len(c.res.Claims) > first && !c.rules.AgainstAll {
			c.find(report.SnippetNotFound, i, -1, "nothing in chunk "+c.handle(cit.Chunk)+" carries the claim")
			continue
		}
		if cit.Stands {
			c.source(i)
		}
	}
}

// standing returns those of a segment's citations that stand, each once.
func (c *checker) standing(citations []int) []int {
	var out []int
	for _, i := range citations {
		if c.res.Citations[i].Stands && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	return out
}

// standingInside are the markers inside a text, with what they cite as far as it stands.
func (c *checker) standingInside(inner []answer.Inner) (out []answer.Inner) {
	for _, in := range inner {
		if in.Citations = c.standing(in.Citations); len(in.Citations) > 0 {
			out = append(out, in)
		}
	}
	return out
}

// failed reports whether some citation condemns its segment, though another
// one may carry its claims: a reader would follow it. An inline citation of a
// stretch that states nothing has nothing to carry and condemns nothing; one
// beside others that carry the claims is weak, and only its marker goes.
func (c *checker) failed(citations []int, claims bool) bool {
	for _, i := range citations {
		cit := &c.res.Citations[i]
		if !cit.Stands && (cit.Quoted || cit.Chunk < 0 || claims && !c.rules.AgainstAll && !c.anyStands(citations)) {
			return true
		}
	}
	return false
}

func (c *checker) anyStands(citations []int) bool {
	return slices.ContainsFunc(citations, func(i int) bool { return c.res.Citations[i].Stands })
}

// declared takes over the confidence that the model gave to a claim which it
// listed itself.
func (c *checker) declared(a answer.Answer) {
	if len(a.Claims) == 0 {
		return
	}
	confidence := make(map[string]string, len(a.Claims)) // by the claim's words
	for _, d := range a.Claims {
		confidence[wordsOf(d.Text)] = d.Confidence
	}
	for i := range c.res.Claims {
		if said, ok := confidence[wordsOf(c.res.Claims[i].Text)]; ok {
			c.res.Claims[i].Confidence = said
		}
	}
}

// wordsOf is a sentence without what does not make it another one: white space
// and the punctuation at its end.
func wordsOf(sentence string) string {
	return strings.Join(strings.Fields(strings.TrimRight(sentence, " \n\t.!?。！？")), " ")
}

// missing tells of an answer that states something and cites nothing at all.
func (c *checker) missing(a answer.Answer) {
	states := slices.ContainsFunc(c.res.Claims, func(cl Claim) bool { return !cl.Unaccounted })
	if states && len(a.Citations) == 0 && !c.rules.AgainstAll {
		c.find(report.MissingCitations, -1, -1, "the answer cites nothing")
	}
}

// courtesyRisk is the risk below which a sentence that has nothing in common
// with the evidence is a courtesy: "Happy cooking!"
const courtesyRisk = 0.3

// elsewhere turns away an answer that cites nothing and of which no claim has
// anything in common with any passage or the question. One such sentence among
// others may be a remark, and its risk decides; where there is nothing else,
// the answer speaks of something else.
func (c *checker) elsewhere() {
	ofIt := func(cl Claim) bool { return cl.Cited || !cl.Judgement.Alien || cl.Judgement.Risk < courtesyRisk }
	if !c.rules.AgainstAll || c.rules.MinSupport <= 0 || slices.ContainsFunc(c.res.Claims, ofIt) {
		return
	}
	for i := range c.res.Claims {
		if c.res.Claims[i].Stands {
			c.res.Reject(i, report.ClaimUnsupported, "nothing of the answer stands in any passage")
		}
	}
}

// Falsified reports whether some evidence speaks against a sentence: whether,
// held against all of it at once, the sentence has a number or a name that
// none of it has, or denies what it states. A sentence that cites nothing has
// been held against nothing yet; before it is shown with a mark it has to be.
func Falsified(text string, ev Evidence, r Rules) bool {
	c := checker{ev: ev, rules: r}
	j := claim.Judge(text, c.everything(), claim.Rules{MinSupport: r.MinSupport, MaxRisk: r.MaxRisk})
	return slices.ContainsFunc(j.Findings, func(f claim.Finding) bool { return f.Code != claim.CodeUnsupported })
}

package verify

import (
	"slices"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
)

// walk goes through the answer's text, stretch by stretch, and has every claim in it judged by
// the evidence that the stretch cites.
type walk struct {
	m         *material
	res       *Result
	vouching  *vouching
	judging   *judging
	remarks   remarks
	frame     Frame                       // below the sentence at hand
	above     []governor                  // of the sentence at hand
	room      []spoken                    // for the sentences
	alone     bool                        // only the model's own reasoning stands in its form
	sentences map[string][]claim.Sentence // of the stretches so far; nil where an answer is checked once
}

func (w *walk) segments(a answer.Answer) {
	w.res.Segments = make([]Segment, len(a.Segments))
	w.res.Claims = make([]Claim, 0, 2*len(a.Segments))
	w.remarks = remarks{m: w.m, res: w.res, vouching: w.vouching, beside: w.frame.claims}
	w.alone = !slices.ContainsFunc(a.Segments, func(s answer.Segment) bool { return !s.Frame && !s.Thought && strings.TrimSpace(s.Text) != "" })
	for i, seg := range a.Segments {
		behind := ""
		if i+1 < len(a.Segments) {
			behind = a.Segments[i+1].Text
		}
		w.res.Segments[i] = w.segment(i, seg, behind)
	}
	w.remarks.settle(a)
	w.settleLeads()
	w.frame.claims = w.frame.claims || slices.ContainsFunc(w.res.Claims, func(cl Claim) bool { return !cl.Unaccounted })
	w.res.Below = w.frame
}

// segment judges the answer's ith stretch, in front of another.
func (w *walk) segment(i int, seg answer.Segment, behind string) Segment {
	if seg.Quotation {
		return w.quotation(i, seg)
	}
	if seg.Thought {
		return Segment{Text: w.thought(seg.Text), Stands: true, Frame: true}
	}
	clean := w.clean(seg.Text, seg.Frame)
	signs := seg.Frame && clean == seg.Text // no form holds a target or letters that show nothing
	if signs && (len(seg.Names) > 0 || !w.alone && !answers(seg.Text)) {
		for _, s := range w.split(seg.Text) {
			if w.frame.pass(seg.Text, s); w.frame.rank < leadIn {
				w.frame.before = nil
			}
		}
		return Segment{Text: seg.Text, Stands: true, Frame: true, Names: seg.Names}
	}
	if clean != seg.Text {
		seg.Lead, seg.Signs = 0, nil // which stand elsewhere now
	}
	seg.Text = clean
	out := Segment{Text: seg.Text, Attached: seg.Citations, Stands: true}
	first := len(w.res.Claims)
	for _, s := range w.split(seg.Text) {
		if w.m.ev.stopped() {
			continue
		}
		if seg.Lead < s.End {
			s.Start = max(s.Start, seg.Lead)
		}
		r := remark{segment: i, said: seg.Text[s.Start:s.End], claims: len(w.res.Claims), Sentence: s}
		last := strings.TrimSpace(seg.Text[s.End:]) == "" && strings.TrimSpace(behind) == ""
		if seg.Asked && r.Kind == claim.Question && hidden(r.said) == "" && w.vouching.stanceOf(r.said) == asksBack {
			continue
		}
		w.above = w.frame.pass(seg.Text, s)
		r.heads = w.frame.heads(r.said)
		known := len(w.res.Claims)
		out.Stands = w.standsWhole(r, &seg, last) && out.Stands
		w.follow(r, known)
	}
	w.unlocated(seg, first)
	out.Citations, out.Signs = w.res.standing(seg.Citations), w.standingSigns(seg.Signs)
	out.Stands = out.Stands && !w.failed(seg, len(w.res.Claims) > first)
	return out
}

// answers reports whether a text, whatever form it stands in, has a word that may answer a question: "### Yes", "[NO]".
func answers(said string) bool { return truthIn(said) != apart || saysYes(said) }

// follow notes a sentence, of which the claims from an index on are, for those behind it. A title is in front of nothing:
// it governs.
func (w *walk) follow(r remark, first int) {
	switch {
	case r.Kind == claim.Empty, r.Block == text.Row, r.Block == text.TableHead:
		return
	case w.frame.rank < leadIn:
		w.frame.before = nil
		return
	case len(w.room) == cap(w.room):
		w.room = make([]spoken, 0, max(8, 2*len(w.res.Segments)))
	}
	w.room = append(w.room, spoken{said: strings.TrimSpace(r.said), rank: w.frame.rank, before: w.frame.before})
	w.frame.before = &w.room[len(w.room)-1]
	for i := first; i < len(w.res.Claims); i++ {
		w.res.Claims[i].at, w.frame.before.sources = w.frame.before, w.res.Claims[i].Sources
	}
}

// standsWhole is stands for a sentence of a segment, whose markers may hide a figure.
func (w *walk) standsWhole(r remark, seg *answer.Segment, last bool) bool {
	if w.m.rules.plain(r.Sentence) && w.hidingFigure(r, seg) >= 0 {
		w.res.fail(r.claim(), report.TextUnaccounted, hidesFigure)
		return false
	}
	before := len(w.res.Claims)
	if !w.stands(r, seg.Citations, last) {
		return false
	}
	if index := len(w.res.Claims) - 1; index >= before {
		if hiding := w.hidingFigure(r, seg); hiding >= 0 {
			w.refute(index, hiding, report.ClaimNumber, hidesFigure)
			return false
		}
	}
	return true
}

// standingSigns are the signs in a text, with what they cite as far as it stands. One of
// which all stands, as the model named it, may stay as it was written.
func (w *walk) standingSigns(signs []answer.Sign) (out []answer.Sign) {
	idle := func(i int) bool { return !w.res.Citations[i].Stands }
	altered := func(i int) bool { return idle(i) || w.res.Citations[i].Heal != nil }
	for _, sign := range signs {
		if slices.ContainsFunc(sign.Citations, altered) || w.clean(sign.Written, true) != sign.Written {
			sign.Written = ""
		}
		sign.Citations = slices.DeleteFunc(slices.Clone(sign.Citations), idle)
		if len(sign.Citations) > 0 && (sign.Inside || sign.Written != "") {
			out = append(out, sign)
		}
	}
	return out
}

// thought is the text of a model's own reasoning, of which nothing stays that may not.
func (w *walk) thought(text string) string {
	if w.alone || !MayThink(text, w.m.ev, w.m.rules) {
		return text[len(strings.TrimRight(text, " \t\r\n")):]
	}
	return w.clean(text, true)
}

// MayThink reports whether a text may stand as a model's own reasoning beside its answer: where every claim has to be
// proven, in the sources' own words alone; else no source says otherwise, and what it says in their words they carry.
func MayThink(text string, ev Evidence, rules Rules) bool {
	rules.AgainstAll = true
	r := Check(answer.Answer{Mode: answer.ModeAnswer, Segments: []answer.Segment{{Text: text}}}, ev, rules)
	return !slices.ContainsFunc(r.Claims, func(c Claim) bool {
		return c.Outcome != report.Carried && (rules.Claims == claim.All || c.Outcome == report.Refuted || 2*c.Judgement.Support > 1)
	})
}

// stands accounts for a sentence, which may be the answer's last, or judges it as a claim or as
// the question's answer. It reports whether it may be shown. What states something and cites for it is judged at every level: the
// reader is shown the citation.
func (w *walk) stands(r remark, citations []int, last bool) bool {
	signed := func(i int) bool { return !w.res.Citations[i].Below }
	uncited, audit := !slices.ContainsFunc(citations, signed), w.m.rules.AgainstAll
	why := hidden(r.said)
	if why == "" && r.Kind == claim.Code {
		return w.block(r, citations)
	}
	if why == "" && w.m.rules.accounts() && w.m.rules.plain(r.Sentence) && repeats(r.said) {
		why = "it repeats one word"
	}
	if why != "" {
		w.res.fail(r.claim(), report.TextUnaccounted, why)
		return false
	}
	denies := text.MayDenySomewhere(r.said) && endsWhole(r.said) // half a sentence may go on otherwise
	titles := r.Kind == claim.Heading && !last
	mayTalk := !titles && (denies || uncited && !audit && r.Kind != claim.Greeting)
	if mayTalk && w.remarks.onlyTalks(r) {
		return true
	}
	switch {
	case w.m.rules.plain(r.Sentence) && (uncited || r.Kind != claim.Claim), uncited && w.m.rules.accounts() && statesNothing(r.said):
		return w.remarks.account(r, last)
	case len(citations) == 0 && !last && w.remarks.mayLead(r): // the last line leads in to nothing, and may be the answer
		w.remarks.leads = append(w.remarks.leads, r)
		return true
	case uncited && !audit && userSaid(r.said, w.m.ev.Question):
		return true
	case uncited && w.m.rules.accounts() && truthIn(r.said) != apart:
		w.remarks.terse = append(w.remarks.terse, r)
		return w.remarks.answers(r, last)
	}
	index := len(w.res.Claims)
	w.res.Claims = append(w.res.Claims, r.claim())
	w.res.Claims[index].under = w.above
	w.judging.weigh(index, citations)
	w.judging.settle(index)
	if w.m.rules.accounts() {
		w.framed(index)
		w.unmixed(index)
		begins := opening(r.said)
		says := truthIn(begins)
		if saysYes(begins) {
			says = aligned
		}
		if w.vouching.turnedQuestion(says) == turned {
			w.refute(index, -1, report.ClaimNegation, otherWay)
		}
	}
	return w.res.Claims[index].Stands
}

// opening is what may be a yes or no that a sentence begins with: "Yes, …", "✅ …"; "" for nothing.
func opening(said string) string {
	const longest = 24 // bytes
	begins := said[:min(len(said), longest)]
	if at := strings.IndexAny(begins, ",，、"); at >= 0 {
		return said[:at]
	}
	first, _, _ := strings.Cut(begins, " ")
	if strings.ContainsFunc(first, text.OfWord) {
		return ""
	}
	return first
}

// endsWhole reports whether a stop ends a text.
func endsWhole(said string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(said, " \t\r\n*_)\"'”’»"))
	return text.EndsSentence(last)
}

// split cuts a stretch of the answer into sentences.
func (w *walk) split(text string) []claim.Sentence {
	known, ok := w.sentences[text]
	if !ok {
		known = w.m.hearing.Split(text)
	}
	if !ok && w.sentences != nil {
		known = append([]claim.Sentence(nil), known...) // the hearing uses its room again
		w.sentences[text] = known
	}
	return known
}

// quotation takes source sentences that stand in the place of what the model
// wrote for one claim. They are the source's own words: nothing is judged.
func (w *walk) quotation(segment int, seg answer.Segment) Segment {
	text := strings.TrimSpace(seg.Text)
	start := strings.Index(seg.Text, text)
	stands := w.res.keepQuotation(Claim{Text: text, Segment: segment, Start: start, End: start + len(text)}, seg.Citations)
	w.frame.before = &spoken{text, leadIn, w.res.Claims[len(w.res.Claims)-1].Sources, w.frame.before}
	return Segment{Text: seg.Text, Attached: seg.Citations, Citations: w.res.standing(seg.Citations), Stands: stands, Quotation: true}
}

// unlocated tells of inline citations of a segment that carry none of its
// claims (those from index first on). Where there is no claim there is
// nothing to carry, and the citation says nothing false.
func (w *walk) unlocated(seg answer.Segment, first int) {
	for _, i := range seg.Citations {
		switch cit := &w.res.Citations[i]; {
		case cit.Quoted, cit.Chunk < 0:
		case cit.Stands:
			w.res.judgeSource(i, w.m)
		case attributes(w.res, seg, i):
			w.res.find(report.WrongChunk, i, -1, "nothing in chunk "+w.m.ev.Set.Handle(cit.Chunk)+" carries what it is said to say")
		case w.res.anyStands(seg.Citations): // weak: only its marker goes
		case len(w.res.Claims) > first && !w.m.rules.AgainstAll:
			w.res.find(report.SnippetNotFound, i, -1, "nothing in chunk "+w.m.ev.Set.Handle(cit.Chunk)+" carries the claim")
		}
	}
}

// failed reports whether some citation condemns its segment, though another
// one may carry its claims: a reader would follow it. An inline citation of a
// stretch that states nothing has nothing to carry and condemns nothing; one
// beside others that carry the claims is weak, and only its marker goes.
func (w *walk) failed(seg answer.Segment, claims bool) bool {
	return slices.ContainsFunc(seg.Citations, func(i int) bool {
		cit := &w.res.Citations[i]
		return !cit.Stands && (cit.Quoted || cit.Chunk < 0 || claims && !w.m.rules.AgainstAll && !w.res.anyStands(seg.Citations) || attributes(w.res, seg, i))
	})
}

// attributes reports whether a segment begins with words that say whose words follow, and name a source by a citation that carries
// them not, while another one does.
func attributes(res *Result, seg answer.Segment, citation int) bool {
	return res.anyStands(seg.Citations) && slices.ContainsFunc(seg.Signs, func(s answer.Sign) bool {
		return s.Inside && s.At < seg.Lead && slices.Contains(s.Citations, citation)
	})
}

const hidesFigure = "a marker stands where the source has a figure"

// hidingFigure is the citation whose marker stands in a sentence of a segment where its source has a figure,
// -1 for none: a reader would take "Adults take [50] mg" for the dose, and nobody judged it.
func (w *walk) hidingFigure(r remark, seg *answer.Segment) int {
	const longest = 16 << 10 // bytes of a chunk that is read for a heading
	for _, i := range seg.Citations {
		source := w.res.Citations[i].Sentence.Text
		if chunk := w.res.Citations[i].Chunk; source == "" && chunk >= 0 && w.m.rules.plain(r.Sentence) {
			source = w.m.ev.Set.At(chunk).Text
			source = source[:min(len(source), longest)]
		}
		for _, sign := range seg.Signs {
			if at := sign.At - r.Start; sign.Inside && at >= 0 && at <= len(r.said) && text.CoversFigure(r.said[:at], r.said[at:], source) {
				return i
			}
		}
		if text.CoversFigure(strings.TrimSpace(r.said), "", source) {
			return i
		}
	}
	return -1
}

// refute takes a claim for false, by what code and detail say of it and maybe of a citation (-1: of none).
func (w *walk) refute(index, citation int, code report.Code, why string) {
	cl := &w.res.Claims[index]
	w.res.find(code, citation, index, why)
	cl.Stands, cl.Supported = false, new(false)
	cl.Judgement.Outcome, cl.Outcome = claim.Refuted, report.Outcome(claim.Refuted)
}

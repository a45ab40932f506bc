package claim

// Locate finds the span of a source, one sentence or two, that carries a claim
// which cites the source without quoting it. start and end are code points of
// the source's text, end exclusive; score is the weighted share of the claim's
// content words in the span, 0 to 1, four decimals. ok is false where too
// little of the claim is there, or where a number, a name or the polarity
// differs.
func Locate(text string, src *Source) (start, end int, score float64, ok bool) {
	return new(Hearing).Locate(text, src)
}

// Locate is the function of that name, for the next claim of an answer.
func (h *Hearing) Locate(text string, src *Source) (start, end int, score float64, ok bool) {
	ev := Evidence{Sources: []*Source{src}}
	r := h.read(text, ev, loadHarm())
	masks := r.heldBy(src)
	from, to, weight := r.bestSpan(masks)
	if to == 0 {
		return 0, 0, 0, false
	}
	a := area{0, int(src.tokens[src.sents[from].from].start), src.spanEnd(to - 1)}
	score = 1
	if r.total > 0 {
		score = round4(float64(weight / r.total))
	}
	const least = 0.35 // of the claim's weight: below it a span carries nothing
	in := []area{a}
	ok = score >= least && !r.foreign && len(r.numberFindings(ev, in)) == 0 &&
		len(r.entityFindings(ev)) == 0 && len(r.negationFindings(ev)) == 0 && !r.turnsRound(src, a)
	if of := r.spokenOf(masks); ok && of >= 0 && (of < from || of >= to) {
		ok = !r.turnsRound(src, area{0, int(src.tokens[src.sents[of].from].start), src.spanEnd(of)})
	}
	return src.codePoint(a.start), src.codePoint(a.end), score, ok
}

// spanChecks are the checks of a quote that are hardly ever wrong about a span
// which nobody quoted: of 9,000 claims of answers that people found clean, none
// of them holds more than a dozen to be altered.
var spanChecks = [...]func(*reading, *window) (code, detail string){
	(*reading).otherMember, (*reading).otherCount, (*reading).deniedInQuote, (*reading).statedInQuote,
	(*reading).exchanged, (*reading).otherRelation, (*reading).otherLimit, (*reading).otherBound, (*reading).refuted, (*reading).permitted,
	(*reading).exchangedParties, (*reading).inOneClause, (*reading).backwards, (*reading).otherEnd, (*reading).otherJoin,
	(*reading).crossed, (*reading).otherRate, (*reading).otherForce, (*reading).otherTime, (*reading).caused, (*reading).excepted,
	(*reading).otherSubject, (*reading).deniedOfIt, (*reading).opposite, (*reading).otherBeside, (*reading).otherLetter, (*reading).otherSpan,
	(*reading).otherGoal, (*reading).otherEach, (*reading).conceded, (*reading).outOfOrder, (*reading).unreal, (*reading).otherSide,
	(*reading).viewed, (*reading).supposedOtherwise, (*reading).facing, (*reading).otherFrequency, (*reading).misplaced, (*reading).unlimited,
	(*reading).narrowed, (*reading).ofTheRest, (*reading).turnedPassive,
	(*reading).liftedDuty, (*reading).saidOfNone, (*reading).otherChoice, (*reading).otherGroup,
}

// turnsRound reports whether the claim says something else than the span that
// carries most of it.
func (r *reading) turnsRound(src *Source, a area) bool {
	if r.refuses || len(r.tokens) == 0 || len(r.tokens) > mostWords {
		return false
	}
	in := src.within(a.start, a.end)
	w := &window{text: src.text, tokens: in[:len(in):len(in)], said: src.before(in)}
	if len(w.tokens) == 0 || r.copies(w) {
		return false
	}
	w.measure(r)
	for _, check := range spanChecks {
		if code, _ := check(r, w); code != "" {
			return true
		}
	}
	return false
}

// spanEnd returns the byte behind sentence i with the signs that close it.
func (s *Source) spanEnd(i int) int {
	end := int(s.tokens[s.sents[i].to-1].end)
	b := boundaries{text: s.text}
	for end < len(s.text) && class[s.text[end]] == stopByte && s.text[end] != '\n' && s.text[end] != '|' {
		end++
	}
	return b.trail(end)
}

// heldBy returns, for each sentence, the set of the claim's different content
// words that it holds.
func (r *reading) heldBy(src *Source) []uint64 {
	masks := make([]uint64, len(src.sents))
	for j := range r.n {
		for p := src.first(r.tokens[r.unique[j]].stem); p >= 0; p = src.next[p] {
			masks[src.tokens[p].sent] |= 1 << j
		}
	}
	return masks
}

// bestSpan returns the sentences [from,to) that hold most of the claim: one,
// or two where the second adds to it. to is 0 if nothing is found.
func (r *reading) bestSpan(masks []uint64) (from, to int, weight float32) {
	const gain = 1.15 // a second sentence must add this much to be worth showing
	for i, m := range masks {
		if w := r.weigh(m); w > weight {
			from, to, weight = i, i+1, w
		}
	}
	for i := 0; i+1 < len(masks); i++ {
		if w := r.weigh(masks[i] | masks[i+1]); w > gain*weight {
			from, to, weight = i, i+2, w
		}
	}
	return from, to, weight
}

// spokenOf returns the sentence that says most of the claim where what the claim
// is about was named in the sentences before: the one that says something of
// "it", and not the one that says what "it" is. -1 for none.
func (r *reading) spokenOf(masks []uint64) (at int) {
	verb, subject := r.firstVerb(), uint64(0)
	for i := range r.numbers {
		if n := &r.numbers[i]; n.Unit != "" && n.Start < int(r.tokens[verb].start) {
			return -1 // a quantity names nothing
		}
	}
	for k := 0; k < r.n && int(r.unique[k]) < verb; k++ {
		subject |= 1 << k
	}
	at = -1
	var most float32
	for i, own := range masks {
		var before uint64
		for k := max(0, i-saidBefore); k < i; k++ {
			before |= masks[k]
		}
		if w := r.weigh(own | before&subject); own&^subject != 0 && w > most {
			at, most = i, w
		}
	}
	return at
}

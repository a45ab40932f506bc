package claim

import (
	"math/bits"
	"strings"

	"vouchsafe/grounding/text"
)

// vector holds the figures of one claim, in the order of FeatureNames.
type vector [features]float32

// measure fills in what the reading tells about the claim.
func (r *reading) measure() (v vector) {
	novel := r.all() &^ (r.found | r.meta)
	v[fWords] = float32(len(r.tokens))
	v[fContent] = float32(r.n)
	v[fNovel] = float32(bits.OnesCount64(novel))
	v[fNovelWeight] = r.weigh(novel)
	v[fNovelNoEcho] = r.weigh(novel &^ r.echo)
	v[fAlien] = r.weigh(novel &^ r.family)
	v[fAlienCount] = float32(bits.OnesCount64(novel &^ r.family))
	v[fCoverage], v[fWindow], v[fSingle] = 1, 1, 1
	if r.total > 0 {
		v[fCoverage] = r.weigh(r.found) / r.total
		v[fWindow] = r.window / r.total
		v[fSingle] = r.single / r.total
		v[fEcho] = r.weigh(r.echo) / r.total
		v[fMeanWeight] = r.total / float32(r.n)
	}
	v[fSpread] = v[fSingle] - v[fWindow]
	if r.n > 1 {
		v[fPairs] = float32(bits.OnesCount64(r.pairs)) / float32(r.n-1)
	}
	v[fNumbers], v[fNumbersNovel] = float32(len(r.numbers)), float32(len(r.wrongNumbers))
	v[fNames], v[fNamesNovel] = float32(len(r.names)), float32(len(r.wrongNames))
	v[fEvidence] = float32(r.sents)
	if text.ListMarker(r.text) > 0 {
		v[fItem] = 1
	}
	switch r.kind {
	case Refusal:
		v[fRefusal] = 1
	case Claim:
	default:
		v[fHollow] = 1
	}
	r.measureRuns(&v)
	r.measureNovel(&v)
	r.measureClosest(&v)
	r.measureParts(&v)
	return v
}

// measureClosest fills in how the claim and its closest sentence agree.
func (r *reading) measureClosest(v *vector) {
	if r.total > 0 {
		kin := r.weigh(r.family &^ r.found)
		v[fDigest] = (r.window + kin/2) / r.total
	}
	for i := 0; i < len(r.tokens) && i < 2; i++ {
		v[fOpening] += r.harm.opening(r.tokens[i].stem)
	}
	if r.closest.source < 0 {
		return
	}
	src := r.sources[r.closest.source]
	sent := src.sents[r.closest.sentence]
	content, taken := 0, 0
	for p := sent.from; p < sent.to; p++ {
		if t := &src.tokens[p]; t.content() {
			content++
			if r.uniqueAt(t.stem) >= 0 {
				taken++
			}
		}
	}
	v[fReverse] = float32(taken) / float32(max(1, content))
	v[fOrder] = r.keptOrder(src)
	for i := range r.numbers {
		if n := &r.numbers[i]; !src.carriesNear(sent, n) && r.carriedAnywhere(n) {
			v[fNumbersFar]++
		}
	}
}

// carriesNear reports whether a number of a sentence, or of what stands close
// to it, carries one of the claim.
func (s *Source) carriesNear(sent sentence, want *text.Number) bool {
	from, to := int(s.tokens[sent.from].start)-nearby, int(s.tokens[sent.to-1].end)+nearby
	for have := range s.numbersIn(from, to) {
		if have.End <= to && carries(have, want) {
			return true
		}
	}
	return false
}

// keptOrder returns the share of neighbouring words of the closest sentence,
// those that the claim has too, which stand in the same order there; 1 where
// there are no two.
func (r *reading) keptOrder(src *Source) float32 {
	last, kept, pairs := -1, 0, 0
	sent := src.sents[r.closest.sentence]
	for p := sent.from; p < sent.to; p++ {
		t := &src.tokens[p]
		if !t.content() {
			continue
		}
		j := r.uniqueAt(t.stem)
		if j < 0 {
			continue
		}
		if last >= 0 {
			pairs++
			if j > last {
				kept++
			}
		}
		last = j
	}
	if pairs == 0 {
		return 1
	}
	return float32(kept) / float32(pairs)
}

// nearby is how far, in bytes, a number may stand from the sentence that says
// most of the claim and still belong to it.
const nearby = 120

// measureRuns fills in how much of the claim is copied.
func (r *reading) measureRuns(v *vector) {
	if len(r.tokens) == 0 {
		return
	}
	for i := range r.tokens {
		n := r.run[i]
		v[fLongestRun] = max(v[fLongestRun], float32(n))
		if n >= 2 {
			v[fRunShare2]++
		}
		if n >= 3 {
			v[fRunShare3]++
		}
	}
	v[fRunShare2] /= float32(len(r.tokens))
	v[fRunShare3] /= float32(len(r.tokens))
}

// measureNovel fills in where the words that the evidence lacks stand and how
// telling they are.
func (r *reading) measureNovel(v *vector) {
	stretch, example := float32(0), false
	for i := range r.tokens {
		t := &r.tokens[i]
		example = example || t.has(exampleTrait)
		j := r.of[i]
		if !t.content() || j < 0 || (r.found|r.meta)&(1<<j) != 0 {
			v[fTone] += r.harm.tone(t.stem)
			if t.content() {
				stretch = 0
			}
			continue
		}
		stretch += t.weight
		v[fStretch] = max(v[fStretch], stretch)
		if int(r.unique[j]) != i {
			continue
		}
		v[fNovelMax] = max(v[fNovelMax], t.weight)
		if 3*i >= 2*len(r.tokens) {
			v[fTailNovel] += t.weight
		}
		if example {
			v[fExampleNovel] += t.weight
		}
		harm := r.harm.taint(t.stem)
		v[fTaint] += harm
		v[fTaintMax] = max(v[fTaintMax], harm)
	}
	if len(r.tokens) > 0 {
		v[fToneMean] = v[fTone] / float32(len(r.tokens))
	}
}

// course sums up what the claims of an answer so far have that the evidence
// lacks. An answer that has begun to invent goes on with it: where people marked
// what they found invented, a sentence behind such ones is marked more often than
// its own words tell. It counts only where a whole answer cites nothing and is
// judged at one go; a claim that cites is judged by itself, so that a sentence is
// worth the same while it is streamed and when the answer is whole.
type course struct {
	claims      float32 // how many
	novel, harm float32 // sums over them: weight found in neither evidence nor question, learnt harm
	worst       float32 // greatest harm of one of them
}

// enter fills in what came before a claim.
func (c *course) enter(v *vector) {
	if c.claims == 0 {
		return
	}
	v[fBeforeNovel], v[fBeforeHarm] = c.novel/c.claims, c.harm/c.claims
	v[fBeforeWorst], v[fBeforeSum] = c.worst, c.novel
}

// add goes on behind a claim with the given figures.
func (c *course) add(v *vector) {
	c.claims++
	c.novel += v[fNovelNoEcho]
	c.harm += v[fTaint]
	c.worst = max(c.worst, v[fTaint])
}

// measureParts fills in how the claim is put together: its place in a list,
// its lead, what it says of passages, and the clause that is least found.
func (r *reading) measureParts(v *vector) {
	v[fOrdinal] = float32(ordinalOf(r.text))
	if inFront := strings.IndexByte(r.text, ':'); inFront >= 0 && inFront < longestLead && inFront < len(r.text)-1 {
		v[fLead] = 1
	}
	v[fWorstClause] = 1
	novel := r.all() &^ (r.found | r.meta)
	var c clauseWeight
	for i := range r.tokens {
		t := &r.tokens[i]
		if t.has(referenceTrait) {
			v[fReferences]++
		}
		if i > 0 && (t.role.Has(text.Connective) || t.is(parted)) {
			c.enter(v)
			c = clauseWeight{}
		}
		if j := r.of[i]; t.content() && j >= 0 {
			c.add(t.weight, novel&(1<<j) != 0)
		}
	}
	c.enter(v)
}

// clauseWeight sums up the content words of one clause.
type clauseWeight struct {
	all, novel float32
	words      int
}

func (c *clauseWeight) add(weight float32, novel bool) {
	c.all += weight
	c.words++
	if novel {
		c.novel += weight
	}
}

// enter keeps the worst of the clauses; a single word is none.
func (c *clauseWeight) enter(v *vector) {
	if c.words < 2 || c.all == 0 {
		return
	}
	v[fWorstClause] = min(v[fWorstClause], 1-c.novel/c.all)
	v[fClauseNovel] = max(v[fClauseNovel], c.novel)
}

// ordinalOf returns the number of a list item, 0 for none: late steps of a list
// are invented more often than early ones.
func ordinalOf(s string) int {
	const most = 30 // answers have no longer lists; a greater number tells no more
	n := 0
	for _, c := range []byte(s[:text.ListMarker(s)]) {
		if c >= '0' && c <= '9' {
			n = min(n*10+int(c-'0'), most)
		}
	}
	return n
}

// risk estimates the chance that the evidence does not carry the claim that was
// read last. An answer that cites nothing is judged at one go: then what came
// before counts.
func (h *Hearing) risk(ev Evidence, uncited bool) float64 {
	if len(ev.Sources) == 0 {
		return 1
	}
	v := h.reading.measure()
	if uncited {
		h.course.enter(&v)
		if h.reading.kind == Claim {
			h.course.add(&v)
		}
	}
	return loadModel().Risk(loadModel().Score(v[:]))
}

// Package repair says what becomes of an answer that failed: what of it can be left, marked or
// quoted (Redact, and Own for JSON), what the model is told when it is asked again (Request), and
// what a refusal says (Refusal). It decides nothing: package policy does. Start at Redact.
package repair

import (
	"errors"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/text"
	"vouchsafe/grounding/verify"
)

// The reasons why nothing of an answer can be kept.
var (
	ErrWhole     = errors.New("what failed is the whole answer's, not a sentence's")
	ErrNothing   = errors.New("no sentence can be blamed for what failed")
	ErrTooLittle = errors.New("nothing would be left that its evidence carries")
	ErrTangled   = errors.New("the sentences cannot be told from one another")
)

// Options say what may become of sentences that failed.
type Options struct {
	// Mark shows those that nothing carries with a mark. What says, or quotes,
	// something else than its source is dropped all the same.
	Mark bool
	// Falsified reports whether some evidence speaks against a sentence. It is
	// asked before a sentence is marked; nil forbids all marks.
	Falsified func(sentence string) bool

	// Quote puts the source sentences of a claim, in quotation marks, in the
	// place of what does not stand, where Evidence has them.
	Quote    bool
	Open     bool // also in the place of claims that words alone do not carry
	Evidence verify.Evidence
}

// Cut is the rest of an answer.
type Cut struct {
	// Answer is to be verified again, as a whole. Its citations are those that
	// what is left cites, in the order in which the model wrote them.
	Answer answer.Answer
	// Marked tells of each segment of the answer whether it belongs to a
	// sentence that is shown with a mark, and Last whether it ends one: there
	// the mark stands.
	Marked, Last []bool
	// Quoted is how many source sentences stand in the place of claims, and
	// Dropped tells whether a sentence went without one in its place.
	Quoted  int
	Dropped bool
	// Gone are the defects of what has gone, by code only: a reply does not
	// repeat the words that it was spared.
	Gone []verify.Finding
}

// Verdict names the outcome of an answer of which this is left.
func (c *Cut) Verdict() report.Verdict {
	if slices.Contains(c.Marked, true) {
		return report.Marked
	}
	return verdict(c.Quoted, c.Dropped)
}

// verdict tells an answer in which some was quoted and some may have gone.
func verdict(quoted int, dropped bool) report.Verdict {
	if quoted > 0 && !dropped {
		return report.Quoted
	}
	return report.Redacted
}

// Unmarked is the rest without the marked sentences. It must pass verification by
// itself.
func (c *Cut) Unmarked() answer.Answer {
	whole := c.Answer
	whole.Segments = nil
	for i, s := range c.Answer.Segments {
		if !c.Marked[i] {
			whole.Segments = append(whole.Segments, s)
		}
	}
	a := whole.Between(0, len(whole.Segments))
	a.Claims, a.Unanswered, a.List = whole.Claims, whole.Unanswered, whole.List
	return a
}

// Redact drops the sentences of an answer that failed, with those that mean
// something else without them; or marks them; or replaces them with their source
// sentences. If that cannot be done it returns an error, and the answer must be
// refused. For an answer in a form of the client's own use Own.
func Redact(r *verify.Result, o Options) (Cut, error) {
	if len(r.Segments) == 0 || wholly(r) {
		return Cut{}, ErrWhole
	}
	p := newPlan(r, o)
	if !p.blame() {
		return Cut{}, ErrNothing
	}
	if !p.doc.settle() {
		return Cut{}, ErrTangled
	}
	cut := p.cut()
	if cut.Quoted == 0 && !p.anyStands() {
		return Cut{}, ErrTooLittle
	}
	return cut, nil
}

// wholly reports whether a defect concerns the whole answer.
func wholly(r *verify.Result) bool {
	for _, f := range r.Findings {
		if f.Citation < 0 && f.Claim < 0 && RemedyFor(f.Code) == Fatal {
			return true
		}
	}
	return false
}

// plan decides what becomes of each sentence of an answer.
type plan struct {
	doc     *document
	result  *verify.Result
	options Options
	starts  []int   // of each segment in the whole text; one more for its end
	marked  []bool  // by unit
	claims  [][]int // by unit: the claims that begin in it
	quotes  *quotes
}

func newPlan(r *verify.Result, o Options) *plan {
	var text strings.Builder
	starts := make([]int, 0, len(r.Segments)+1)
	var frames []answer.Region
	for i := range r.Segments {
		starts = append(starts, text.Len())
		text.WriteString(r.Segments[i].Text)
		if r.Segments[i].Frame {
			frames = append(frames, answer.Region{Start: starts[i], End: text.Len()})
		}
	}
	p := &plan{doc: newDocument(text.String(), frames...), result: r, options: o, starts: append(starts, text.Len())}
	p.marked, p.claims = make([]bool, len(p.doc.units)), make([][]int, len(p.doc.units))
	for i := range r.Claims {
		if at := p.unitOf(&r.Claims[i]); at < len(p.doc.units) {
			p.claims[at] = append(p.claims[at], i)
		}
	}
	p.doc.proven = p.proven
	if o.Quote {
		p.quotes = newQuotes(p)
		p.saidAlready(p.quotes.said)
		p.doc.quotable = func(i int) bool { return len(p.quotes.of(i)) > 0 }
	}
	return p
}

// proven reports whether a sentence says nothing but what its source says, in the source's words
// and to the end of a sentence: it needs no other beside it.
func (p *plan) proven(i int) bool {
	said := strings.TrimRight(p.doc.body(i), " \t\n*_\"”»")
	last, _ := utf8.DecodeLastRuneInString(said)
	return len(p.claims[i]) > 0 && text.EndsSentence(last) && !slices.ContainsFunc(p.claims[i], func(k int) bool {
		c := &p.result.Claims[k]
		return !c.Stands || c.Outcome != report.Carried
	})
}

// blame settles which sentences failed: those that a claim which does not
// stand touches, and all of a segment that a citation condemns.
// It reports whether there are any.
func (p *plan) blame() bool {
	worst := p.worst()
	for i := range p.result.Claims {
		c := &p.result.Claims[i]
		if p.fails(c) {
			p.condemn(p.starts[c.Segment]+c.Start, p.starts[c.Segment]+c.End, worst.claims[i])
		}
	}
	for i := range p.result.Segments {
		if remedy, condemned := worst.segment(&p.result.Segments[i], p.result); condemned {
			p.condemn(p.starts[i], p.starts[i+1], remedy)
		}
	}
	return p.doc.changed
}

// fails reports whether a claim may not stay as it is.
func (p *plan) fails(c *verify.Claim) bool {
	return !c.Stands || p.options.Open && c.Unproven()
}

// condemn lets the sentences that a stretch of the text touches go, or marks
// them where the remedy, the policy and the evidence allow it.
func (p *plan) condemn(start, end int, remedy Remedy) {
	for i := p.firstUnit(start); i < len(p.doc.units) && p.doc.units[i].start < end; i++ {
		p.doc.changed = true
		if p.doc.units[i].fixed {
			continue
		}
		p.marked[i] = !p.doc.gone[i] && p.options.Mark && remedy == Mark && p.markable(i)
		if !p.marked[i] {
			p.doc.drop(i)
		}
	}
}

// unitOf is the unit in which a claim begins.
func (p *plan) unitOf(c *verify.Claim) int {
	return p.firstUnit(p.starts[c.Segment] + c.Start)
}

// firstUnit is the first unit that ends behind an offset.
func (p *plan) firstUnit(offset int) int {
	return sort.Search(len(p.doc.units), func(i int) bool { return p.doc.units[i].end > offset })
}

// markable reports whether a sentence may be shown with a mark: it has a place
// for one, and nothing speaks against it.
func (p *plan) markable(i int) bool {
	u := &p.doc.units[i]
	return p.marked[i] || u.shape != code && u.shape != heading && p.options.Falsified != nil && !p.options.Falsified(p.doc.body(i))
}

// worst is what can be done about each claim and each citation.
type worst struct{ claims, citations []Remedy }

// worst reads that from the findings: the hardest counts.
func (p *plan) worst() worst {
	out := worst{make([]Remedy, len(p.result.Claims)), make([]Remedy, len(p.result.Citations))}
	for i := range out.claims {
		out.claims[i] = Mark // where nothing else is said its citations say it
	}
	for i := range out.citations {
		out.citations[i] = Told
	}
	for _, f := range p.result.Findings {
		remedy := RemedyFor(f.Code)
		if f.Claim >= 0 {
			out.claims[f.Claim] = min(out.claims[f.Claim], remedy)
		}
		if f.Citation >= 0 {
			out.citations[f.Citation] = min(out.citations[f.Citation], remedy)
		}
	}
	return out
}

// segment tells what can be done about a whole segment, and whether it is
// condemned: by a citation that does not stand, or by one whose form could not
// be read.
func (w worst) segment(s *verify.Segment, r *verify.Result) (remedy Remedy, condemned bool) {
	remedy = Told
	for _, i := range s.Attached {
		c := &r.Citations[i]
		unread := w.citations[i] == Fatal
		if unread || !c.Stands && (c.Quoted || c.Chunk < 0 || !s.Stands) {
			remedy, condemned = min(remedy, max(Drop, w.citations[i])), true
		}
	}
	return min(remedy, Mark), condemned
}

// anyStands reports whether a claim that stands is left.
func (p *plan) anyStands() bool {
	return slices.ContainsFunc(p.result.Claims, func(c verify.Claim) bool { return c.Stands && p.isLeft(&c) })
}

// isLeft reports whether the sentence of a claim stays, without a mark.
func (p *plan) isLeft(c *verify.Claim) bool {
	at := p.unitOf(c)
	return at < len(p.doc.units) && !p.doc.gone[at] && !p.marked[at]
}

// findings are the defects of what has gone, by code.
func (p *plan) findings() []verify.Finding {
	var out []verify.Finding
	for _, f := range p.result.Findings {
		if p.about(f) {
			out = append(out, verify.Finding{Code: f.Code, Citation: -1, Claim: -1})
		}
	}
	return out
}

// about reports whether a finding is about a dropped part. A finding about the whole
// answer, or about a marked sentence, is found again.
func (p *plan) about(f verify.Finding) bool {
	switch {
	case f.Claim >= 0:
		at := p.unitOf(&p.result.Claims[f.Claim])
		return at < len(p.doc.units) && (p.doc.gone[at] || p.marked[at] && f.Code != report.ClaimUncited)
	case f.Citation >= 0:
		return RemedyFor(f.Code) != Told && !p.result.Citations[f.Citation].Stands
	}
	return f.Code == report.TargetRemoved // what is left has it no more, so it is not found again
}

// Before returns what is left of an answer that ends early: the sentences that
// are shown to their last word, without those whose condition, exception or
// continuation is not shown. shown reports whether the text of a segment is
// shown up to an offset, and with it the mark behind the segment where marked
// is true. ok is false where no sentence has to go.
func Before(r *verify.Result, shown func(segment, offset int, marked bool) bool) (cut Cut, ok bool) {
	p := newPlan(r, Options{})
	segment := 0
	for i := range p.doc.units {
		end := p.doc.units[i].start + len(strings.TrimRightFunc(p.doc.body(i), text.NotOfWord)) // behind the last word
		for segment+1 < len(r.Segments) && p.starts[segment+1] < end {
			segment++
		}
		p.marked[i] = r.Segments[segment].Marked
		if !shown(segment, end-p.starts[segment], p.marked[i]) {
			p.doc.drop(i)
		}
	}
	if !p.doc.changed {
		return Cut{}, false
	}
	if !p.doc.settle() {
		p.doc.dropRange(0, len(p.doc.units))
	}
	return p.cut(), true
}

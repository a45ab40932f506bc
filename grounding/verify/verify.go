// Package verify decides what an answer's citations and claims are worth. It
// takes an answer in the common form of all dialects and the recorded
// evidence, and tells for each citation whether its snippet stands in that
// chunk in those words, and for each claim whether the evidence cited for it
// carries it. The two are never one flag.
//
// It is pure: no model call, no clock, no I/O. It knows no policy either: it
// is given Rules, and returns what it found; package policy decides what
// becomes of the answer.
//
// Begin with verification.check. The citing looks citations up; the walk goes through
// sentences, has the judging hold claims against what the gathering finds, and remarks
// account for what is no claim; a leafPass does so for a client's own form. All read from
// one material and write to one Result.
package verify

import (
	"slices"
	"strings"
	"sync"
	"time"

	"vouchsafe/grounding/answer"
	"vouchsafe/grounding/claim"
	"vouchsafe/grounding/evidence"
	"vouchsafe/grounding/quote"
	"vouchsafe/grounding/report"
	"vouchsafe/grounding/trust"
)

// Rules say how strictly to look. The zero value is not useful: policy fills
// every field.
type Rules struct {
	Snippet      quote.Mode
	MinChars     int     // least weight of a snippet, see quote.Weight
	MaxChars     int     // greatest length of a snippet, code points
	MinRetrieval float64 // least retrieval similarity, where a chunk has one
	Claims       claim.Level
	MinSupport   float64
	MaxRisk      float64
	HoldOpen     bool // a claim that words leave open does not stand
	Near         bool // only one in the words of its source, in any form, stands
	HoldUnjudged bool // nor does one about which words say nothing
	Snap, Relink bool // heals that are allowed
	Renumber     bool

	Tiers      trust.Tiers
	MinTrust   float64
	MaxAge     time.Duration // 0: any age
	Now        time.Time
	Accounted  bool                       // text that is no claim must say nothing, or what the question or a cited source says
	Relevance  bool                       // tell where the answer shares no word with the question
	Leans      func(sentence string) bool // whether it needs the sentence in front of it; nil: nobody knows
	Unchanged  bool                       // the answer is only looked at: nothing is taken out of its text
	AgainstAll bool                       // audit: an uncited claim is held against all chunks instead of failing
}

// Evidence is all that an answer may rest on. Passages[i] belongs to Set.At(i).
type Evidence struct {
	Set      *evidence.Set
	Passages []*Passage
	Question string
	Orders   func(question string) bool // whether it orders a program; nil: it does not
	// Untrusted lists what is suspicious about the context, for the reader.
	Untrusted []string
	// Stopped reports whether nobody wants the result any more; nil: somebody
	// does. A check that is stopped finds nothing further and says nothing.
	Stopped func() bool
}

// Bytes is the length of all chunks together.
func (e *Evidence) Bytes() int {
	n := 0
	for _, p := range e.Passages {
		n += len(p.original)
	}
	return n
}

func (e *Evidence) stopped() bool { return e.Stopped != nil && e.Stopped() }

// Citation is one citation of the answer and how it fared.
type Citation struct {
	answer.Citation
	Chunk    int // index in the evidence, -1 where it names none
	Match    quote.Result
	Verified bool         // the snippet is in the chunk it names, in those words
	Stands   bool         // verified, or made good by a heal
	Heal     *report.Heal // what was corrected
	Trust    *trust.Assessment
	Sentence SourceSentence // the source sentences around the snippet; of no length where the citation does not stand

	among    []int       // of an inline citation: the chunks that it may mean
	prepared *quote.Text // the snippet, folded once for all chunks; nil where it is no quote
}

// Claim is one claim of the answer and how it fared.
type Claim struct {
	Text       string
	Segment    int // index into Segments; -1 for a leaf of an own-schema answer
	Start, End int // bytes in the segment's text
	Path       string
	Said       string // what a number or short text of an own-schema answer says with its member's name; "" for others
	untold     bool   // its source may tell its value of something else
	Citations  []int  // indices into Citations of those that stand
	Cited      bool   // carries at least one citation that stands
	Judgement  claim.Judgement
	Stands     bool // it may be shown
	// Unaccounted tells that the text is no claim, and that neither the question
	// nor a cited source says it.
	Unaccounted bool
	Confidence  string

	Outcome   report.Outcome   // what words made of it
	Supported *bool            // nil: it passed without being proven
	By        report.Decider   // who decided
	Judge     *report.Opinion  // nil: no judge was asked
	Sources   []SourceSentence // what it was judged against
	under     []governor       // what governs it where it stands
	at        *spoken          // where it stands behind others; nil in a table
	together  bool             // each line of it stands together in one place of a source
}

// Segment is a stretch of the answer, as it may be shown.
type Segment struct {
	Text      string
	Citations []int         // those that stand, in order, each once
	Attached  []int         // all that the model gave it
	Signs     []answer.Sign // what was taken out of the text, of citations that stand
	Frame     bool          // it belongs to the form that the app's own words show, and states nothing
	Names     []answer.Name // in a frame: the sources that it names
	Stands    bool          // every claim in it stands and no citation of it failed
	Marked    bool          // it is shown although nothing carries it, with a mark that says so
	MarkEnds  bool          // the mark of its sentence stands behind it
	Quotation bool          // source sentences in the place of what the model wrote
}

// Finding is one defect; Citation and Claim are indices, or -1. Some are told
// without being held against the answer; which ones, policy knows.
type Finding struct {
	Code     report.Code
	Citation int
	Claim    int
	Detail   string
}

// Result is the whole account of one answer.
type Result struct {
	Mode       answer.Mode
	Citations  []Citation
	Claims     []Claim
	Unchecked  []Claim            // what the answer says besides, without support, where the rules ask for none
	left       map[stretchAt]bool // where these begin
	moves      int                // how often a citation came to stand, or to stand elsewhere, while the answer was judged
	Segments   []Segment
	Findings   []Finding
	Unanswered []string
	Below      Frame // what governs a text that goes on behind it

	Coverage   float64             // share of claims that carry a citation that stands; 1 where there is no claim
	Support    float64             // mean over claims
	Risk       float64             // greatest over claims
	Verifiable float64             // share of the answer's words that the cited evidence holds
	Trust      *report.AnswerTrust // nil where nothing is cited
}

// Check verifies an answer against the evidence.
func Check(a answer.Answer, ev Evidence, r Rules) Result {
	h := hearings.Get().(*claim.Hearing)
	defer func() {
		h.Forget()
		hearings.Put(h)
	}()
	return newVerification(ev, r, h).check(a)
}

// hearings lend the room that judging takes.
var hearings = sync.Pool{New: func() any { return new(claim.Hearing) }}

// verification is the passes over an answer, in their order, and what they find.
type verification struct {
	material material
	res      Result
	vouching vouching
	citing   citing
	judging  judging
	walk     walk
}

func newVerification(ev Evidence, r Rules, h *claim.Hearing) *verification {
	v := new(verification) // which is large: a literal would be made on the stack and copied
	m, res := &v.material, &v.res
	m.ev, m.rules, m.hearing = ev, r, h
	v.vouching.m, v.vouching.res, v.vouching.denials.m = m, res, m
	v.citing.m, v.citing.res = m, res
	v.judging.m, v.judging.res, v.judging.vouching = m, res, &v.vouching
	v.judging.gathering.m, v.judging.gathering.res = m, res
	v.judging.backing = backing{m: m, res: res}
	v.walk.m, v.walk.res, v.walk.vouching, v.walk.judging = m, res, &v.vouching, &v.judging
	return v
}

// check verifies an answer, or a part of it.
func (v *verification) check(a answer.Answer) Result {
	v.citations(a)
	v.walk.segments(a)
	v.declared(a)
	v.missing(a)
	v.elsewhere()
	v.totals(a)
	return v.res
}

// citations takes over the defects of form that the reader saw, tells of a context that may
// hold more than the app put there, and checks the citations.
func (v *verification) citations(a answer.Answer) {
	v.res = Result{Mode: a.Mode, Unanswered: a.Unanswered, moves: v.res.moves + 1}
	for _, p := range a.Problems {
		if v.material.rules.AgainstAll && p.Code == string(report.MissingCitations) {
			continue // an audit asks for none
		}
		v.res.find(report.Code(p.Code), p.Citation, -1, p.Detail)
	}
	for _, why := range v.material.ev.Untrusted {
		v.res.find(report.UntrustedContext, -1, -1, why)
	}
	v.citing.citations(a)
}

func (r *Result) find(code report.Code, citation, claim int, detail string) {
	r.Findings = append(r.Findings, Finding{Code: code, Citation: citation, Claim: claim, Detail: detail})
}

// declared takes over the confidence that the model gave to a claim which it
// listed itself.
func (v *verification) declared(a answer.Answer) {
	if len(a.Claims) == 0 {
		return
	}
	confidence := make(map[string]string, len(a.Claims)) // by the claim's words
	for _, d := range a.Claims {
		confidence[wordsOf(d.Text)] = d.Confidence
	}
	for i := range v.res.Claims {
		if said, ok := confidence[wordsOf(v.res.Claims[i].Text)]; ok {
			v.res.Claims[i].Confidence = said
		}
	}
}

// wordsOf is a sentence without what does not make it another one: white space
// and the punctuation at its end.
func wordsOf(sentence string) string {
	return strings.Join(strings.Fields(strings.TrimRight(sentence, " \n\t.!?。！？")), " ")
}

// missing tells of an answer that states something and cites nothing at all.
func (v *verification) missing(a answer.Answer) {
	states := slices.ContainsFunc(v.res.Claims, func(cl Claim) bool { return !cl.Unaccounted })
	if states && len(a.Citations) == 0 && !v.material.rules.AgainstAll {
		v.res.find(report.MissingCitations, -1, -1, "the answer cites nothing")
	}
}

// courtesyRisk is the risk below which a sentence that has nothing in common
// with the evidence is a courtesy: "Happy cooking!"
const courtesyRisk = 0.3

// elsewhere turns away an answer that cites nothing and of which no claim has
// anything in common with any passage or the question. One such sentence among
// others may be a remark, and its risk decides; where there is nothing else,
// the answer speaks of something else.
func (v *verification) elsewhere() {
	ofIt := func(cl Claim) bool { return cl.Cited || !cl.Judgement.Alien || cl.Judgement.Risk < courtesyRisk }
	if !v.material.rules.AgainstAll || v.material.rules.MinSupport <= 0 || slices.ContainsFunc(v.res.Claims, ofIt) {
		return
	}
	for i := range v.res.Claims {
		if v.res.Claims[i].Stands {
			v.res.Reject(i, report.ClaimUnsupported, "nothing of the answer stands in any passage")
		}
	}
}

// Parts verifies an answer that is released while it is written: each citation
// as it comes, each sentence, and in the end the whole. What was found of a
// citation or a claim in a part is taken over where it comes again, so that the
// whole costs little once its parts are known. Results are those of Check. It
// is not for concurrent use.
type Parts struct{ v *verification }

// NewParts prepares for the parts of one answer.
func NewParts(ev Evidence, r Rules) *Parts {
	v := newVerification(ev, r, new(claim.Hearing))
	if !r.AgainstAll { // there, what comes before a claim tells on it
		v.citing.settled, v.judging.settled = map[written]settled{}, map[string]claim.Judgement{}
		v.walk.sentences, v.vouching.passed = map[string][]claim.Sentence{}, map[string]bool{}
	}
	return &Parts{v}
}

// Check verifies all of the answer.
func (p *Parts) Check(a answer.Answer) Result { return p.CheckBelow(a, Frame{}) }

// CheckBelow verifies a part of the answer, below what has come before it.
func (p *Parts) CheckBelow(a answer.Answer, above Frame) Result {
	v := p.v
	if v.material.rules.AgainstAll {
		v = newVerification(v.material.ev, v.material.rules, new(claim.Hearing))
	}
	v.walk.frame = above
	return v.check(a)
}

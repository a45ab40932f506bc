package store

import "vouchsafe/trace/ledger"

// opinion is what became of one claim: who judged it, a model or words alone.
type opinion struct {
	judge   string // "" for words alone
	carried bool
	cites   []int // numbers of its citations
}

// opinions are those of an exchange's claims. The claims of an attempt in which
// something failed are not those of the answer that the client got.
type opinions struct {
	answer   []opinion
	attempts []opinion
	whole    bool // nothing failed in the last attempt: its claims are the answer's
}

// attempt adds the claims of an attempt.
func (o *opinions) attempt(claims []opinion, failed bool) {
	o.whole = !failed
	if failed {
		o.attempts = append(o.attempts, claims...)
	}
}

// all are the opinions on all claims that were judged, each claim once.
func (o *opinions) all() []opinion {
	if len(o.attempts) == 0 || o.whole {
		return append(o.attempts[:len(o.attempts):len(o.attempts)], o.answer...)
	}
	return o.attempts
}

// doubt takes a citation for one that does not hold where a claim that rests on
// it does not: its words may stand in the source, and say something else.
func doubt(citations []citation, claims []opinion) {
	if len(citations) == 0 {
		return
	}
	refuted := map[int]bool{}
	for _, claim := range claims {
		for _, number := range claim.cites {
			refuted[number] = refuted[number] || !claim.carried
		}
	}
	for i := range citations {
		citations[i].verified = citations[i].verified && !refuted[citations[i].number]
	}
}

// countOpinions says what a trace adds to the statistics of judges.
func (r *row) countOpinions(o *opinions, heard *ledger.Heard) {
	all, judge, asked := o.all(), "", int64(0)
	for _, one := range all {
		if one.judge != "" {
			asked, judge = asked+1, one.judge
			r.add(kindJudge, judge, 1, oneIf(!one.carried))
		}
	}
	if judge != "" {
		r.add(kindAsked, judge, int64(len(all)), asked)
	}
	if heard != nil && heard.Calls > 0 {
		r.add(kindSpent, name(heard.Judge), int64(heard.Calls), int64(heard.Tokens))
	}
}

// Judged is what a judge did in a time.
type Judged struct {
	Name     string `json:"name"`
	Claims   int64  `json:"claims"`   // of the answers that it was asked about
	Asked    int64  `json:"asked"`    // claims that it was asked about
	Rejected int64  `json:"rejected"` // of these, claims that did not hold
	Calls    int64  `json:"calls"`    // to its server
	Tokens   int64  `json:"tokens"`   // that these cost
}

// add adds what was counted of a judge.
func (j *Judged) add(one cell) {
	switch one.key.kind {
	case kindJudge:
		j.Asked, j.Rejected = j.Asked+one.n, j.Rejected+one.failed
	case kindAsked:
		j.Claims += one.n
	case kindSpent:
		j.Calls, j.Tokens = j.Calls+one.n, j.Tokens+one.failed
	}
}

// Kinds of feedback.
const (
	FalseRefusal = "false_refusal"        // the answer was right and was not let through
	Missed       = "missed_hallucination" // the answer was wrong and was let through
	Right        = "right"                // the verdict was right
)

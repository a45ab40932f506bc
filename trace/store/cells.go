package store

import (
	"cmp"
	"encoding/hex"
	"slices"

	"vouchsafe/trace/ledger"
)

// Spans of the cells in which things are counted, in seconds.
const (
	hour = 3600
	day  = 86400
)

// Kinds of things that are counted.
const (
	kindVerdict  = "verdict"
	kindFinding  = "finding"
	kindModel    = "model"
	kindVerified = "verified" // verified answers by model
	kindDocument = "document" // by citation
	kindChunk    = "chunk"    // by answers in which a citation of it failed; named by the hash of its text
	kindProof    = "proof"    // verified answers by how what was delivered is backed
	kindPolicy   = "policy"   // verified answers by name and hash of the policy
	kindEngine   = "engine"   // verified answers by the program that judged, and its data
	kindJudge    = "judge"    // claims that a judge was asked about; failed are those that did not hold
	kindAsked    = "asked"    // claims of answers that a judge was asked about; failed are those that it was asked about
	kindSpent    = "spent"    // calls to a judge; failed are the tokens that they cost
	kindTokens   = "tokens"   // all tokens; failed are those of repairs
)

// cell is one figure of the statistics: how often something came up in an app
// within a span of time, and how often it failed.
type cell struct {
	key       cellKey
	n, failed int64
}

type cellKey struct {
	span  int64
	kind  string
	start int64 // seconds since 1970
	app   string
	name  string
}

// add adds a figure to the statistics, of its hour and of its day.
func (r *row) add(kind, name string, n, failed int64) {
	r.addIn(hour, kind, name, n, failed)
	r.addIn(day, kind, name, n, failed)
}

func (r *row) addIn(span int64, kind, name string, n, failed int64) {
	r.cells = append(r.cells, cell{cellKey{span, kind, startOf(r.at, span), r.summary.App, name}, n, failed})
}

// count says what a trace adds to the statistics, but for the sources that it cites.
func (r *row) count(f *facts) {
	m, failing := &r.summary, oneIf(r.summary.Failing)
	r.add(kindVerdict, m.Verdict, 1, failing)
	r.add(kindModel, m.Model, 1, failing)
	if m.CountsAs.Verified() {
		r.add(kindVerified, m.Model, 1, failing)
		r.add(kindPolicy, name(m.Policy+" "+f.PolicyHash), 1, failing)
		if m.Proof != "" {
			r.add(kindProof, m.Proof, 1, failing)
		}
		if f.Engine.Version != "" {
			r.add(kindEngine, name(f.Engine.Version+" "+f.Engine.Data), 1, failing)
		}
	}
	for _, code := range m.Findings {
		r.add(kindFinding, code, 1, failing)
	}
	r.countCost(f)
	r.countOpinions(&f.opinions, f.Heard)
}

// countCost says what a trace adds to the statistics of tokens: of all calls, and of repairs.
func (r *row) countCost(f *facts) {
	var tokens, again int64
	for i := range f.Attempts {
		in, out := ledger.Tokens(f.Attempts[i].Usage)
		tokens += in + out
		if f.Attempts[i].Repair {
			again += in + out
		}
	}
	if tokens > 0 {
		r.add(kindTokens, "", tokens, again)
	}
}

// countUse says what a source that a trace cites adds to the statistics, and to its terms. failed are the chunks that it
// has counted.
func (r *row) countUse(u use, w *wordSet, failed map[hash]bool) {
	if u.document != "" {
		w.add(named(termDocument, u.document))
		r.addIn(day, kindDocument, u.document, 1, oneIf(u.failed))
	}
	if u.text {
		sum := hex.EncodeToString(u.hash[:])
		w.add(termChunk + sum)
		if u.failed && !failed[u.hash] {
			failed[u.hash] = true
			r.addIn(day, kindChunk, sum, 1, 1)
		}
	}
}

// oneIf is 1 for what is so, 0 for what is not.
func oneIf(so bool) int64 {
	if so {
		return 1
	}
	return 0
}

// startOf is the beginning of the span that a time lies in, in seconds.
func startOf(ms, span int64) int64 { return ms / 1000 / span * span }

// cellRows are what traces add to the statistics; by is 1, or -1 to take away.
func cellRows(rows []*row, by int64) bulk {
	var sums []cell
	places := map[cellKey]int{}
	for _, r := range rows {
		at := 0 // most traces add to what the one before adds to, in the same order
		for _, c := range r.cells {
			if at == len(sums) || sums[at].key != c.key {
				place, known := places[c.key]
				if !known {
					place = len(sums)
					places[c.key], sums = place, append(sums, cell{key: c.key})
				}
				at = place
			}
			sums[at].n += by * c.n
			sums[at].failed += by * c.failed
			at++
		}
	}
	// In one order everywhere, so that two instances never wait for each other.
	upsert := bulk{
		head: `INSERT INTO cells (span, kind, start, app, name, n, failed) VALUES`, columns: 7,
		tail: `ON CONFLICT (span, kind, start, app, name) DO UPDATE SET n = cells.n + excluded.n, failed = cells.failed + excluded.failed`,
	}
	slices.SortFunc(sums, func(a, b cell) int { return a.key.compare(b.key) })
	for _, c := range sums {
		upsert.values = append(upsert.values, c.key.span, c.key.kind, c.key.start, c.key.app, c.key.name, c.n, c.failed)
	}
	return upsert
}

func (k cellKey) compare(o cellKey) int {
	return cmp.Or(cmp.Compare(k.span, o.span), cmp.Compare(k.kind, o.kind), cmp.Compare(k.start, o.start),
		cmp.Compare(k.app, o.app), cmp.Compare(k.name, o.name))
}

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

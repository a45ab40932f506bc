package store

import (
	"cmp"
	"encoding/hex"
	"maps"
	"slices"
	"strings"
)

// Spans of the cells in which things are counted, in seconds.
const (
	hour = 3600
	day  = 86400
	week = 7 * day // begins on a Thursday, as 1970 did
)

// Kinds of things that are counted.
const (
	kindVerdict  = "verdict"
	kindFinding  = "finding"
	kindModel    = "model"
	kindVerified = "verified" // verified answers by model
	kindDocument = "document" // by citation
	kindChunk    = "chunk"    // by citation; named by the hash of its text
	kindAdded    = "added"    // verified answers by the time that was added, see bucketOf
	kindProof    = "proof"    // verified answers by how what was delivered is backed
	kindPolicy   = "policy"   // verified answers by name and hash of the policy
	kindEngine   = "engine"   // verified answers by the program that judged, and its data
	kindJudge    = "judge"    // claims that a judge was asked about; failed are those that did not hold
	kindAsked    = "asked"    // claims of answers that a judge was asked about; failed are those that it was asked about
	kindSpent    = "spent"    // calls to a judge; failed are the tokens that they cost
	kindTokens   = "tokens"   // all tokens of verified answers; failed are those behind the first call
	kindOthers   = "others"   // the same of all other exchanges, which versions before did not count
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

// Spans in which things are told: answers finely, sources coarsely.
var (
	fine   = [2]int64{hour, day}
	coarse = [2]int64{day, week}
)

// add adds a figure to the statistics.
func (t *Trace) add(spans [2]int64, kind, name string, n, failed int64) {
	for _, span := range spans {
		t.cells = append(t.cells, cell{cellKey{span, kind, startOf(t.at, span), t.summary.App, name}, n, failed})
	}
}

// countCost says what a trace adds to the statistics of cost: tokens always, and the time
// that was added where an answer was verified.
func (t *Trace) countCost(c *cost) {
	kind := kindOthers
	if c.known && c.calls > 0 && t.summary.CountsAs.Verified() {
		kind = kindTokens
		t.add(fine, kindAdded, bucketOf(c.total-c.first), 1, 0)
	}
	if c.tokens > 0 {
		t.add(fine, kind, "", c.tokens, c.again)
	}
}

// count says what a trace adds to the statistics.
func (t *Trace) count() {
	t.cells = make([]cell, 0, 16+2*len(t.summary.Findings)+4*len(t.uses))
	failing := oneIf(t.summary.Failing)
	t.add(fine, kindVerdict, t.summary.Verdict, 1, failing)
	t.add(fine, kindModel, t.summary.Model, 1, failing)
	if t.summary.CountsAs.Verified() {
		t.add(fine, kindVerified, t.summary.Model, 1, failing)
		for _, by := range [...][2]string{{kindProof, t.summary.Proof}, {kindPolicy, t.policy}, {kindEngine, t.engine}} {
			if by[1] != "" {
				t.add(fine, by[0], by[1], 1, failing)
			}
		}
	}
	for _, code := range t.summary.Findings {
		t.add(fine, kindFinding, code, 1, failing)
	}
}

// countUses says what the sources that a trace cites add to the statistics.
func (t *Trace) countUses() {
	for _, u := range t.uses {
		if u.document != "" {
			t.terms.add(named(termDocument, u.document))
			t.add(coarse, kindDocument, u.document, 1, oneIf(u.failed))
		}
		if u.apart > 0 {
			u.hash = t.chunks[u.apart-1].hash
		}
		if u.text {
			t.terms.add(termChunk + hex.EncodeToString(u.hash[:]))
			t.add(coarse, kindChunk, hex.EncodeToString(u.hash[:]), 1, oneIf(u.failed))
		}
	}
	t.uses, t.documents = nil, nil
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
func cellRows(rows []row, by int64) bulk {
	sums := map[cellKey]cell{}
	for _, r := range rows {
		for _, c := range r.trace.cells {
			sum := sums[c.key]
			sums[c.key] = cell{c.key, sum.n + by*c.n, sum.failed + by*c.failed}
		}
	}
	// In one order everywhere, so that two instances never wait for each other.
	upsert := bulk{
		head: `INSERT INTO cells (span, kind, start, app, name, n, failed) VALUES`, columns: 7,
		tail: `ON CONFLICT (span, kind, start, app, name) DO UPDATE SET n = cells.n + excluded.n, failed = cells.failed + excluded.failed`,
	}
	for _, k := range slices.SortedFunc(maps.Keys(sums), cellKey.compare) {
		upsert.values = append(upsert.values, k.span, k.kind, k.start, k.app, k.name, sums[k].n, sums[k].failed)
	}
	return upsert
}

func (k cellKey) compare(o cellKey) int {
	return cmp.Or(cmp.Compare(k.span, o.span), cmp.Compare(k.kind, o.kind), cmp.Compare(k.start, o.start),
		cmp.Compare(k.app, o.app), cmp.Compare(k.name, o.name))
}

// sources are the chunks of a trace by the name that citations use, and the
// citations themselves.
type sources struct {
	byID      map[string]source
	citations []citation
}

type source struct {
	document string
	hash     hash
	text     bool // there is one
	apart    int  // 1 + the place of the text among those that are stored apart, where its hash is not known yet
	unknown  bool // nothing is known of it but that it is cited
}

// use is a source that was cited.
type use struct {
	source
	failed bool
}

type citation struct {
	chunkID, document, snippet string
	number                     int64
	verified                   bool // and the claims that rest on it hold
}

func (s *sources) add(id string, src source) {
	if s.byID == nil {
		s.byID = map[string]source{}
	}
	s.byID[id] = src
}

// citeFailed takes over those citations of a trace's attempts that did not
// hold and are not among those of the answer, each once.
func (s *sources) citeFailed(attempts []citation) {
	there := make(map[citation]bool, len(s.citations))
	for _, c := range s.citations {
		c.number = 0
		there[c] = true
	}
	for _, c := range attempts {
		same := c
		if same.number = 0; !c.verified && !there[same] {
			there[same] = true
			s.citations = append(s.citations, c)
		}
	}
}

// uses are the sources of all citations.
func (s *sources) uses() []use {
	out := make([]use, len(s.citations))
	for i, c := range s.citations {
		out[i] = use{s.of(c), !c.verified}
	}
	return out
}

// of is what a citation cites; its document alone where the chunk is unknown.
func (s *sources) of(c citation) source {
	if src, ok := s.byID[c.chunkID]; ok && !src.unknown {
		return src
	}
	return source{document: strings.Clone(c.document)}
}

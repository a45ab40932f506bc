package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"vouchsafe/grounding/report"
)

// Stats counts traces: those that a list with the same App, Since and Until has, but for shadows where that is of all apps: they
// were served to nobody, and stand in what is told by app alone. Documents are counted by whole days (UTC), see FailingChunks.
type Stats struct {
	Total     int64            `json:"total"`
	Failing   int64            `json:"failing"` // grounding failures
	Figures   report.Figures   `json:"figures"`
	ByVerdict map[string]int64 `json:"by_verdict"`
	ByProof   map[string]int64 `json:"by_proof"` // verified answers by how what was delivered is backed
	ByApp     map[string]int64 `json:"by_app"`
	ByFinding map[string]int64 `json:"by_finding"` // traces with that finding
	ByModel   map[string]int64 `json:"by_model"`
	ByPolicy  map[string]int64 `json:"by_policy"` // verified answers by name and hash of the policy; versions before did not count them
	ByEngine  map[string]int64 `json:"by_engine"` // and by version and data of the program that judged

	FailingByApp     map[string]int64 `json:"failing_by_app"`
	VerifiedByApp    map[string]int64 `json:"verified_by_app"`
	VerifiedByModel  map[string]int64 `json:"verified_by_model"`
	FailingByModel   map[string]int64 `json:"failing_by_model"`
	FailingByFinding map[string]int64 `json:"failing_by_finding"`

	// KeptFrom is the time from which on exchanges are counted, where retention has deleted earlier ones of the time that was asked for.
	KeptFrom *time.Time `json:"kept_from,omitempty"`

	ByDocument []Document `json:"by_document"` // those whose citations fail most first, at most 50
	Cost       Cost       `json:"cost"`
	Judges     []Judged   `json:"judges"`

	Series []Point `json:"series"` // oldest first; a span in which nothing came has none
}

// Document is a document with its citations, and those of them that were not
// verified.
type Document struct {
	Name      string  `json:"doc_id"`
	Title     *string `json:"title"`
	Citations int64   `json:"citations"`
	Failed    int64   `json:"failed"`
}

// Cost is what exchanges cost in tokens.
type Cost struct {
	Tokens int64 `json:"tokens"`       // of all calls of the model
	Again  int64 `json:"tokens_again"` // of repairs
}

// Point is one span of a series.
type Point struct {
	Start     time.Time        `json:"start"`
	Seconds   int64            `json:"seconds"`
	Total     int64            `json:"total"`
	Failing   int64            `json:"failing"`
	Figures   report.Figures   `json:"figures"`
	ByVerdict map[string]int64 `json:"by_verdict"`
	ByProof   map[string]int64 `json:"by_proof"`
	ByApp     map[string]Share `json:"by_app"`
	ByFinding map[string]int64 `json:"by_finding"`
	Cost      Cost             `json:"cost"`
}

// Share is how many traces of those that were verified failed.
type Share struct {
	Total    int64 `json:"total"`
	Verified int64 `json:"verified"`
	Failing  int64 `json:"failing"`
}

// Rate is how often something failed: an app, a model, a finding, a document.
type Rate struct {
	Name    string `json:"name"`
	Of      int64  `json:"of"`
	Failing int64  `json:"failing"`
}

// Rates lists what was counted by name, the most failing first.
func Rates(of, failing map[string]int64) []Rate {
	out := []Rate{}
	for name, n := range of {
		out = append(out, Rate{name, n, failing[name]})
	}
	slices.SortFunc(out, func(a, b Rate) int {
		return cmp.Or(cmp.Compare(b.Failing, a.Failing), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// fineSpan is the longest span that is told by the hour.
const fineSpan = 4 * 24 * time.Hour

// mostDocuments are in the statistics.
const mostDocuments = 50

// keptFrom has a filter's time begin with the oldest exchange that retention has left of it; nil where it has deleted none.
func keptFrom(ctx context.Context, s *Store, f *Filter) (*time.Time, error) {
	e, err := s.Extent(ctx)
	oldest := cmp.Or(e.Oldest, s.db.now()).UTC()
	if err != nil || e.Swept.Unix() == 0 || !e.Begun.Before(oldest.Truncate(time.Second)) || !f.Since.Before(oldest) {
		return nil, err
	}
	f.Since = oldest
	return &oldest, nil
}

// Stats reads the statistics.
func (s *Store) Stats(ctx context.Context, f Filter) (Stats, error) {
	kept, err := keptFrom(ctx, s, &f)
	if err != nil {
		return Stats{}, err
	}
	sums := newCounter(f, spanOf(s.db, f))
	spans := []int64{hour}
	if sums.span == day {
		spans = []int64{day, hour}
	}
	parts, rest := f.wholes(spans...)
	for _, c := range parts {
		query := `SELECT kind, start, app, name, n, failed FROM cells WHERE ` + c.where(len(countedKinds)) + ` AND n > 0`
		var one cell
		err = errors.Join(err, s.db.rows(ctx, query, c.args(countedKinds...), reading(func() {
			sums.add(one)
		}, &one.key.kind, &one.key.start, &one.key.app, &one.key.name, &one.n, &one.failed)))
	}
	for _, part := range rest {
		err = errors.Join(err, countEach(ctx, s.db, part, sums))
	}
	out := sums.finish()
	out.KeptFrom = kept
	if err == nil {
		out.ByDocument, err = readWorst(ctx, s.db, f, mostDocuments)
	}
	return out, cannot("read the statistics", err)
}

// wholes cuts the time of a filter into cells of some spans, the longest where they fit, and what no span fits into.
func (f Filter) wholes(spans ...int64) (cells []cellRange, rest []Filter) {
	if len(spans) == 0 {
		return nil, []Filter{f}
	}
	span := time.Duration(spans[0]) * time.Second
	from, to := f.Since.Truncate(span), f.Until.Truncate(span)
	if from != f.Since {
		from = from.Add(span)
	}
	if !to.IsZero() && !from.Before(to) {
		return f.wholes(spans[1:]...)
	}
	for i, part := range [...][2]time.Time{{f.Since, from}, {from, to}, {to, f.Until}} {
		piece := f
		piece.Since, piece.Until = part[0], part[1]
		switch {
		case i == 1:
			cells = append(cells, piece.cells(spans[0]))
		case part[0] != part[1]:
			c, r := piece.wholes(spans[1:]...)
			cells, rest = append(cells, c...), append(rest, r...)
		}
	}
	return cells, rest
}

// countEach counts traces one by one.
func countEach(ctx context.Context, db *database, f Filter, sums *counter) error {
	q, err := Filter{App: f.App, Since: f.Since, Until: f.Until, Shadows: true}.query(db.d.terms)
	if err != nil {
		return err
	}
	var m maker
	query := `SELECT b.body FROM traces t JOIN bodies b ON b.seq = t.seq WHERE ` + q.where()
	return db.rows(ctx, query, q.args(), func(r *sql.Rows) error {
		var packed sql.RawBytes
		if err := r.Scan(&packed); err != nil {
			return err
		}
		line, err := unpack(packed)
		if err != nil {
			return err
		}
		m.cells = m.cells[:0]
		if one, err := m.ofText(line); err == nil { // any other was refused by the figures, too
			sums.take(one)
		}
		return nil
	})
}

// take adds what a trace adds to the statistics.
func (c *counter) take(one *row) {
	for _, cell := range one.cells {
		if cell.key.span == hour && slices.Contains(countedKinds, any(cell.key.kind)) {
			c.add(cell)
		}
	}
}

// counter adds cells up to statistics.
type counter struct {
	Stats
	of     Filter
	span   int64
	points map[int64]*Point // by their start
	judges map[string]*Judged
}

func newCounter(of Filter, span int64) *counter {
	count := func() map[string]int64 { return map[string]int64{} }
	return &counter{of: of, span: span, points: map[int64]*Point{}, judges: map[string]*Judged{},
		Stats: Stats{ByVerdict: count(), ByProof: count(), ByApp: count(), ByFinding: count(), ByModel: count(),
			ByPolicy: count(), ByEngine: count(),
			FailingByApp: count(), FailingByModel: count(), VerifiedByApp: count(), VerifiedByModel: count(), FailingByFinding: count(),
			Judges: []Judged{}, Series: []Point{}}}
}

// countedKinds are those that the statistics add up.
var countedKinds = []any{kindVerdict, kindFinding, kindModel, kindVerified, kindTokens, kindProof,
	kindPolicy, kindEngine, kindJudge, kindAsked, kindSpent}

// add adds a cell.
func (c *counter) add(one cell) {
	one.key.start = one.key.start / c.span * c.span // an hour of a day
	k, n, failed, p := one.key, one.n, one.failed, c.point(one.key.start)
	switch {
	case k.kind == kindVerdict:
		c.verdict(one, p)
		return
	case c.of.PassesOver(k.app):
		return
	}
	switch k.kind {
	case kindFinding:
		p.ByFinding[k.name] += n
		countOf(c.ByFinding, c.FailingByFinding, k.name, one)
	case kindModel:
		countOf(c.ByModel, c.FailingByModel, k.name, one)
	case kindTokens:
		c.Cost.Tokens, c.Cost.Again = c.Cost.Tokens+n, c.Cost.Again+failed
		p.Cost.Tokens, p.Cost.Again = p.Cost.Tokens+n, p.Cost.Again+failed
	case kindVerified:
		c.VerifiedByModel[k.name] += n
	case kindPolicy:
		c.ByPolicy[k.name] += n
	case kindEngine:
		c.ByEngine[k.name] += n
	case kindProof:
		c.ByProof[k.name] += n
		p.ByProof[k.name] += n
	default:
		c.judge(k.name).add(one)
	}
}

// verdict adds traces of one verdict. Of those that were quoted the ones that failed
// are told apart; of all others the verdict tells.
func (c *counter) verdict(one cell, p *Point) {
	k, v := one.key, report.Verdict(one.key.name)
	var of report.Figures
	of.Add(v.CountsAs(false), one.n)
	if v == report.Quoted {
		of = report.Figures{}
		of.Add(v.CountsAs(false), one.failed)
		of.Add(v.CountsAs(true), one.n-one.failed)
	}
	share := p.ByApp[k.app]
	p.ByApp[k.app] = Share{share.Total + of.Exchanges, share.Verified + of.Verified, share.Failing + of.Failures}
	c.VerifiedByApp[k.app] += of.Verified
	countOf(c.ByApp, c.FailingByApp, k.app, cell{n: one.n, failed: of.Failures})
	if c.of.PassesOver(k.app) {
		return
	}
	for _, count := range report.AllCounts() {
		c.Figures.Add(count, of.Of(count))
		p.Figures.Add(count, of.Of(count))
	}
	c.Total, c.Failing = c.Figures.Exchanges, c.Figures.Failures
	p.Total, p.Failing = p.Figures.Exchanges, p.Figures.Failures
	p.ByVerdict[k.name] += one.n
	c.ByVerdict[k.name] += one.n
}

// PassesOver reports whether figures of the filter's app leave out what is recorded for one: those of all apps are of what was served.
func (f Filter) PassesOver(app string) bool { return f.App == "" && strings.HasSuffix(app, shadowed) }

// shadowed ends the name under which an app's shadows are recorded. No app has such a name.
const shadowed = ":shadow"

// countOf adds a cell to the figures of a name.
func countOf(all, failing map[string]int64, name string, one cell) {
	all[name] += one.n
	if one.failed > 0 {
		failing[name] += one.failed
	}
}

func (c *counter) point(start int64) *Point {
	if c.points[start] == nil {
		c.points[start] = &Point{Start: time.Unix(start, 0).UTC(), Seconds: c.span,
			ByVerdict: map[string]int64{}, ByProof: map[string]int64{}, ByApp: map[string]Share{}, ByFinding: map[string]int64{}}
	}
	return c.points[start]
}

func (c *counter) judge(name string) *Judged {
	if c.judges[name] == nil {
		c.judges[name] = &Judged{Name: name}
	}
	return c.judges[name]
}

// finish puts together what was added up.
func (c *counter) finish() Stats {
	for _, start := range slices.Sorted(maps.Keys(c.points)) {
		p := c.points[start]
		addUnknown(p.ByProof, p.Figures.Verified)
		c.Series = append(c.Series, *p)
	}
	addUnknown(c.ByProof, c.Figures.Verified)
	for _, name := range slices.Sorted(maps.Keys(c.judges)) {
		c.Judges = append(c.Judges, *c.judges[name])
	}
	return c.Stats
}

// addUnknown adds the verified answers whose traces do not say how they are backed: shares are of all verified answers.
func addUnknown(byProof map[string]int64, verified int64) {
	for _, n := range byProof {
		verified -= n
	}
	if verified > 0 {
		byProof[string(report.UnknownProof)] = verified
	}
}

// spanOf is how finely a filter's time is told: by the hour where it is short.
func spanOf(db *database, f Filter) int64 {
	until := f.Until
	if until.IsZero() {
		until = db.now()
	}
	if !f.Since.IsZero() && until.Sub(f.Since) <= fineSpan {
		return hour
	}
	return day
}

// cellRange is the part of the cells that a filter asks for.
type cellRange struct {
	span   int64
	bounds string
	values []any
}

func (f Filter) cells(span int64) cellRange {
	c := cellRange{span: span}
	and := func(condition string, value any) {
		c.bounds += " AND " + condition
		c.values = append(c.values, value)
	}
	if !f.Since.IsZero() {
		and(`start >= ?`, startOf(f.Since.UnixMilli(), span))
	}
	if !f.Until.IsZero() {
		and(`start < ?`, f.Until.Unix())
	}
	if f.App != "" {
		and(`app = ?`, f.App)
	}
	return c
}

// served leaves out the shadows where a filter is of all apps.
func (c cellRange) served(f Filter) cellRange {
	if f.App == "" {
		c.bounds, c.values = c.bounds+` AND app NOT LIKE ?`, append(c.values, "%"+shadowed)
	}
	return c
}

// where is the condition on cells of so many kinds, and args are its values.
func (c cellRange) where(kinds int) string {
	return `span = ? AND kind IN (` + questions(kinds) + `)` + c.bounds
}

func (c cellRange) args(kinds ...any) []any { return slices.Concat([]any{c.span}, kinds, c.values) }

// FailingFindings are the grounding failures that a filter chooses, by their findings: the codes with spaces between them.
func FailingFindings(ctx context.Context, s *Store, f Filter) (map[string]int64, error) {
	f.Failing = true
	q, err := f.query(s.db.d.terms)
	if err != nil {
		return nil, err
	}
	out := map[string]int64{}
	query := `SELECT t.findings, count(*) FROM ` + q.from + ` WHERE ` + q.where() + ` GROUP BY t.findings`
	var codes string
	var n int64
	err = s.db.rows(ctx, query, q.args(), reading(func() { out[codes] = n }, &codes, &n))
	return out, cannot("count the findings of failures", err)
}

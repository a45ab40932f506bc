package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"vouchsafe/grounding/report"
)

// Filter chooses traces; what is empty is not asked for.
type Filter struct {
	App          string
	Verdict      string // or several, with commas between them
	CountsAs     []report.CountsAs
	Proof        []report.Proof // of verified answers
	Finding      string         // code
	Model        string
	User         string
	Conversation string
	Failing      bool   // only grounding failures
	Shadows      bool   // of all apps those, too: without, only what was served
	Document     string // that the answer or an attempt at it cited, by the name that lists of documents give
	Chunk        string // that it cited: its id, or the hash of its text
	Text         string // in the question, the answer or what the model wrote in any attempt, whatever its case
	Feedback     bool   // only those with feedback
	Unreviewed   bool   // only those without
	Since        time.Time
	Until        time.Time // exclusive
	Limit        int       // traces on a page; 0: 50, at most 500
	Cursor       string    // where an earlier page ended
}

const (
	defaultLimit = 50
	mostLimit    = 500
)

// reach is how many traces a page looks at where columns tell, and no index, what the
// filter asks for. It bounds the time that a page takes: one with fewer traces than its
// limit may have a Next.
const reach = 50_000

// Page is one page of a list, newest first.
type Page struct {
	Traces []Summary
	Next   string // the cursor of the next page; "" where this is the last
}

// found is a trace that a filter chooses.
type found struct {
	Summary
	body
}

// List returns the newest traces that a filter chooses.
func (s *Store) List(ctx context.Context, f Filter) (Page, error) {
	traces, next, err := readPage(ctx, s.db, f)
	if err != nil {
		return Page{}, fmt.Errorf("cannot list traces: %w", err)
	}
	page := Page{Next: next}
	for i := range traces {
		if len(traces[i].Findings) > 0 {
			traces[i].Detail = Detail(traces[i].line)
		}
		page.Traces = append(page.Traces, traces[i].Summary)
	}
	return page, nil
}

// Counted is how many traces a filter chooses.
type Counted struct {
	N       int64
	AtLeast bool // there are more
	Unknown bool // counting them would take too long
}

// Bounds of a count.
const (
	mostCounted  = 10_000
	countingTime = 1500 * time.Millisecond
)

// Count counts the traces that a filter chooses, whatever page it asks for.
func (s *Store) Count(ctx context.Context, f Filter) (Counted, error) {
	f.Cursor = ""
	q, err := f.query(s.db.d.terms)
	if err != nil {
		return Counted{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, countingTime)
	defer cancel()
	var c Counted
	statement := `SELECT count(*) FROM (SELECT 1 FROM ` + q.from + ` WHERE ` + q.where() + ` LIMIT ` + strconv.Itoa(mostCounted+1) + `) t`
	err = s.db.rows(ctx, statement, q.args(), func(r *sql.Rows) error { return r.Scan(&c.N) })
	switch {
	case ctx.Err() != nil:
		return Counted{Unknown: true}, nil
	case err != nil:
		return Counted{}, fmt.Errorf("cannot count traces: %w", err)
	case c.N > mostCounted:
		c.N, c.AtLeast = mostCounted, true
	}
	return c, nil
}

// readPage returns the newest traces that a filter chooses, and the cursor of the next
// page.
func readPage(ctx context.Context, db *database, f Filter) (traces []found, next string, err error) {
	q, err := f.query(db.d.terms)
	if err != nil {
		return nil, "", err
	}
	horizon, more, err := readHorizon(ctx, db, q)
	if err != nil {
		return nil, "", err
	}
	if more {
		q.and(`t.seq >= ?`, horizon)
		next = cursor(horizon)
	}
	err = db.rows(ctx, f.statement(q), q.args(), func(r *sql.Rows) error {
		one, err := scan(r)
		traces = append(traces, one)
		return err
	})
	if most := f.limit(); len(traces) > most {
		traces, next = traces[:most], cursor(traces[most-1].seq)
	}
	return traces, next, err
}

// Detail is what the first finding of a trace with any detail tells: of the
// answer, or of the attempts at it.
func Detail(line []byte) string {
	for _, path := range []string{"findings.#.detail", "attempts.#.findings|@flatten|#.detail"} {
		for _, detail := range gjson.GetBytes(line, path).Array() {
			if detail.Str != "" && !strings.HasPrefix(detail.Str, hashedText) {
				return clipRunes(detail.Str, questionRunes)
			}
		}
	}
	return ""
}

// statement reads traces, newest first: as many as a page has and one more.
func (f Filter) statement(q *query) string {
	return `SELECT ` + foundColumns + ` FROM ` + q.from + ` JOIN bodies b ON b.seq = t.seq WHERE ` + q.where() +
		` ORDER BY ` + q.within + q.order + ` DESC LIMIT ` + strconv.Itoa(f.limit()+1)
}

func (f Filter) limit() int {
	if f.Limit <= 0 {
		return defaultLimit
	}
	return min(f.Limit, mostLimit)
}

// firstYear is older than every trace: a cursor from before is a word that happens to be a number.
var firstYear = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)

// cursor is where a page ended; the next one begins below it.
func cursor(seq int64) string { return strconv.FormatInt(seq, 36) }

// query is a filter as conditions: those that one index answers, in the order
// of time, and the rest, which is looked up in the rows.
type query struct {
	from           string
	order          string
	within         string // what the index has in front of the time
	indexed, other []condition
	sought         bool // by its terms, of which the index finds all
}

type condition struct {
	sql  string
	args []any
}

func (q *query) and(sql string, args ...any) { q.indexed = append(q.indexed, condition{sql, args}) }

// equal adds a condition on a column: the first one by its index, a further
// one so that the database is not tempted to use another index.
func (q *query) equal(column, value string) {
	switch {
	case value == "":
	case len(q.indexed) > 0:
		q.other = append(q.other, condition{"t." + column + " || '' = ?", []any{value}})
	default:
		q.and("t."+column+" = ? AND t."+column+" <> ''", value) // the index of users leaves out ''
	}
}

// oneOf adds a condition that several values meet. No index has those in
// the order of time, so they are looked up in the rows.
func oneOf[T ~string](q *query, column string, values []T) {
	c := condition{sql: column + " || '' IN (" + questions(len(values)) + ")"}
	for _, v := range values {
		c.args = append(c.args, plain(string(v)))
	}
	q.other = append(q.other, c)
}

// query puts a filter in terms of the tables. The condition that is likely to
// leave the fewest traces comes first.
func (f Filter) query(index termIndex) (*query, error) {
	q := &query{from: "traces t", order: "t.seq"}
	if !f.Shadows && f.App == "" {
		q.other = append(q.other, condition{"t.app NOT LIKE ?", []any{"%" + shadowed}})
	}
	switch terms, ok := f.sought(); {
	case !ok:
		q.and("1 = 0")
	case len(terms) > 0:
		q.from, q.order, q.sought = "terms f CROSS JOIN traces t", "f.rowid", true
		q.and("t.seq = f.rowid")
		q.and(index.condition, index.query(terms))
		if f.Finding != "" {
			q.and("EXISTS (SELECT 1 FROM findings WHERE code = ? AND seq = t.seq)", plain(f.Finding))
			f.Finding = ""
		}
	}
	if f.Finding != "" {
		q.from, q.order = "findings f JOIN traces t ON t.seq = f.seq", "f.seq"
		q.and("f.code = ?", plain(f.Finding))
		if f.App != "" {
			q.and("f.app = ?", plain(f.App))
			f.App = ""
		}
	}
	if f.Feedback {
		q.and("t.feedback IS NOT NULL")
	}
	if f.Unreviewed {
		q.other = append(q.other, condition{sql: "t.feedback IS NULL"})
	}
	if len(f.CountsAs) > 0 {
		f.Failing = f.Failing || !slices.ContainsFunc(f.CountsAs, func(c report.CountsAs) bool { return !c.Fails() })
		oneOf(q, "t.counts_as", f.CountsAs)
	}
	if len(f.Proof) > 0 {
		oneOf(q, "t.proof", f.Proof)
	}
	if f.Failing {
		q.and("t." + failingOnly)
		if f.App != "" {
			q.and("t.app = ?", plain(f.App))
			f.App, q.within = "", "t.app DESC, "
		}
	}
	q.equal("conversation", plain(f.Conversation))
	q.equal("usr", plain(f.User))
	if strings.Contains(f.Verdict, ",") {
		oneOf(q, "t.verdict", strings.Split(f.Verdict, ","))
		f.Verdict = ""
	}
	q.verdict(plain(f.App), plain(f.Verdict))
	if f.Model != "" {
		q.other = append(q.other, condition{"t.model = ?", []any{plain(f.Model)}})
	}
	return q, f.span(q)
}

// verdict adds conditions on app and verdict. Verdicts that many traces have are looked up in the rows.
func (q *query) verdict(app, verdict string) {
	indexed := verdict != "skipped" && verdict != "grounded" && len(q.indexed) == 0
	switch {
	case verdict == "" || !indexed:
		q.equal("app", app)
		if verdict != "" {
			q.other = append(q.other, condition{"t.verdict || '' = ?", []any{verdict}})
		}
	case app != "":
		// As a range: of two values PostgreSQL thinks that they come up together
		// often, and would look for them among all traces in the order of time.
		q.and("t." + rareVerdict)
		q.and("(t.app, t.verdict) >= (?, ?) AND (t.app, t.verdict) <= (?, ?)", app, verdict, app, verdict)
		q.within = "t.app DESC, t.verdict DESC, "
	default:
		q.and("t." + rareVerdict)
		q.and("t.verdict = ?", verdict)
	}
}

// span adds the bounds of time.
func (f Filter) span(q *query) error {
	if !f.Since.IsZero() {
		q.and(q.order+" >= ?", since(f.Since.UnixMilli()))
	}
	if !f.Until.IsZero() {
		q.and(q.order+" < ?", since(f.Until.UnixMilli()))
	}
	if f.Cursor != "" {
		seq, err := strconv.ParseInt(f.Cursor, 36, 64)
		if err != nil || seq < since(firstYear.UnixMilli()) || cursor(seq) != f.Cursor {
			return fmt.Errorf("%w: the cursor is none of this store", ErrFilter)
		}
		q.and(q.order+" < ?", seq)
	}
	return nil
}

func (q *query) where() string {
	parts := []string{"1 = 1"}
	for _, c := range append(q.indexed[:len(q.indexed):len(q.indexed)], q.other...) {
		parts = append(parts, c.sql)
	}
	return strings.Join(parts, " AND ")
}

func (q *query) args() []any {
	var args []any
	for _, c := range append(q.indexed[:len(q.indexed):len(q.indexed)], q.other...) {
		args = append(args, c.args...)
	}
	return args
}

// readHorizon is the oldest trace that a page looks at, where that is not every
// one that the index finds.
func readHorizon(ctx context.Context, db *database, q *query) (seq int64, more bool, err error) {
	if len(q.other) == 0 || q.sought {
		return 0, false, nil
	}
	inner := &query{from: q.from, order: q.order, within: q.within, indexed: q.indexed}
	if q.order == "f.seq" && !strings.Contains(inner.where(), "t.") {
		inner.from = "findings f" // the index is all that is read
	}
	statement := `SELECT ` + q.order + ` FROM ` + inner.from + ` WHERE ` + inner.where() + ` ORDER BY ` + q.within + q.order +
		` DESC LIMIT 1 OFFSET ` + strconv.Itoa(reach-1)
	err = db.rows(ctx, statement, inner.args(), func(r *sql.Rows) error {
		more = true
		return r.Scan(&seq)
	})
	return seq, more, err
}

const foundColumns = `t.seq, t.id, t.at, t.app, t.usr, t.conversation, t.policy, t.model, t.verdict, t.reason, ` +
	`t.question, t.findings, t.citations, t.attempts, t.total_ms, coalesce(t.feedback, ''), t.counts_as, b.body`

// scan reads these columns of a row.
func scan(r *sql.Rows) (f found, err error) {
	m := &f.Summary
	var at int64
	var findings string
	var packed []byte
	err = r.Scan(&f.seq, &m.ID, &at, &m.App, &m.User, &m.Conversation, &m.Policy, &m.Model, &m.Verdict, &m.Reason, &m.Question,
		&findings, &m.Citations, &m.Attempts, &m.TotalMS, &f.feedback, &m.CountsAs, &packed)
	m.Timestamp = time.UnixMilli(at).UTC().Format("2006-01-02T15:04:05.000Z")
	m.Findings, m.Failing = strings.Fields(findings), m.CountsAs.Fails()
	if said := json.RawMessage(f.feedback); isObject(said) {
		m.Feedback = said
	}
	if err == nil {
		f.line, err = unpack(packed)
		m.Proof = gjson.GetBytes(f.line, "proof").Str
	}
	if m.Proof == "" && m.CountsAs.Verified() {
		m.Proof = string(report.UnknownProof)
	}
	return f, err
}

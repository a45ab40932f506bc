package store

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Check holds what lists are filtered by and figures are made of against the traces themselves, and the texts that
// traces refer to against their hashes, all of one moment. told is given a sentence for each difference.
// Whether a trace is the one that was written, a store cannot know: Ascend hands them on, to be held against a file.
func (s *Store) Check(ctx context.Context, told func(string)) error {
	if err := s.db.prepare(ctx); err != nil {
		return err
	}
	tx, err := s.db.read.BeginTx(ctx, &s.db.d.snapshot)
	if err != nil {
		return fmt.Errorf("cannot check the store: %w", err)
	}
	defer tx.Rollback()
	c := &check{s: s, tx: tx, told: told, sums: map[cellKey]cell{}, found: map[int64]*findable{}, refs: map[hash]int64{}}
	for _, part := range [...]func(context.Context) error{c.schema, c.indexes, c.extent, c.traces, c.strays,
		c.cells, c.terms, c.chunks, c.policies, c.erased} {
		if err := part(ctx); err != nil {
			return fmt.Errorf("cannot check the store: %w", err)
		}
	}
	return nil
}

type check struct {
	s     *Store
	tx    *sql.Tx
	told  func(string)
	sums  map[cellKey]cell    // what the statistics should be
	found map[int64]*findable // by the number of a trace

	refs    map[hash]int64 // by chunk text that stands apart: the day of the newest trace that refers to it
	exact   int64          // the second from which on the statistics are those of the traces that are here
	erasure int64          // how many deletions there were
}

func (c *check) tell(format string, args ...any) {
	c.told(fmt.Sprintf(format, args...))
}

// checked is a trace with what stands beside it.
type checked struct {
	seq     int64
	id      string
	columns []any    // as columns gives them
	codes   []string // of the table of findings
	line    []byte   // nil where it cannot be read
}

// schema holds what there is in the database, by kind and name, against a new one: a trigger would change what comes.
func (c *check) schema(ctx context.Context) (err error) {
	if c.s.db.d.integrity == "" {
		return nil
	}
	dir, err := os.MkdirTemp("", "vouchsafe-schema")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fresh, err := Open(ctx, Options{Driver: SQLite, DSN: filepath.Join(dir, "fresh.db")})
	if err != nil {
		return err
	}
	defer fresh.Close()
	const query = `SELECT type || ' ' || name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'`
	there, right := map[string]bool{}, map[string]bool{}
	into := func(set map[string]bool) func(*sql.Rows) error {
		var what string
		return reading(func() { set[what] = true }, &what)
	}
	err = errors.Join(c.s.db.rowsIn(ctx, c.tx, query, nil, into(there)), fresh.db.rows(ctx, query, nil, into(right)))
	for _, what := range slices.Sorted(maps.Keys(there)) {
		if !right[what] {
			c.tell("the database has a %s, which no version makes", what)
		}
	}
	for _, what := range slices.Sorted(maps.Keys(right)) {
		if !there[what] {
			c.tell("the database has no %s", what)
		}
	}
	return err
}

// indexes has the database hold its indexes against its tables: a row that an index lacks is in no list that reads by it.
func (c *check) indexes(ctx context.Context) error {
	if c.s.db.d.integrity == "" {
		return nil
	}
	said := map[string]bool{}
	var what string
	err := c.s.db.rowsIn(ctx, c.tx, c.s.db.d.integrity, nil, reading(func() {
		if _, index, found := strings.Cut(what, " missing from index "); found { // once, and not for each row
			what = "rows missing from index " + index
		}
		said[what] = true
	}, &what))
	delete(said, "ok")
	if err != nil && ctx.Err() == nil {
		said[err.Error()], err = true, nil
	}
	for _, what := range slices.Sorted(maps.Keys(said)) {
		c.tell("the database says of itself: %s", what)
	}
	return err
}

// extent reads what the store says of its own completeness. Whether that is so, a ledger knows: see Extent.
func (c *check) extent(ctx context.Context) error {
	const query = `SELECT coalesce((SELECT n FROM meta WHERE name = 'exact'), 0), coalesce((SELECT n FROM meta WHERE name = 'erasure'), 0)`
	names := []string{"begun", "erasure", "exact", "generation", "identity", "schema"}
	left := slices.Clone(names)
	var name string
	err := c.s.db.rowsIn(ctx, c.tx, `SELECT name FROM meta`, nil, reading(func() {
		if !slices.Contains(names, name) {
			c.tell("the store says of itself %q, which no version does", name)
		}
		left = slices.DeleteFunc(left, func(one string) bool { return one == name })
	}, &name))
	for _, name := range left {
		c.tell("the store does not say of itself %q", name)
	}
	return errors.Join(err, c.tx.QueryRowContext(ctx, query).Scan(&c.exact, &c.erasure))
}

func (c *check) traces(ctx context.Context) error {
	for from := int64(math.MinInt64); ; {
		page, err := c.page(ctx, from)
		if err != nil || len(page) == 0 {
			return err
		}
		for i := range page {
			if err := c.trace(&page[i]); err != nil {
				return err
			}
		}
		from = page[len(page)-1].seq + 1
	}
}

// page reads some traces from a number on, with what the table of findings says of them.
func (c *check) page(ctx context.Context, from int64) ([]checked, error) {
	var page []checked
	place := map[int64]int{}
	query := `SELECT b.body, ` + columnList + ` FROM traces t LEFT JOIN bodies b ON b.seq = t.seq WHERE t.seq >= ? ORDER BY t.seq LIMIT ?`
	err := c.s.db.rowsIn(ctx, c.tx, strings.Replace(query, "seq,", "t.seq,", 1), []any{from, exportPage}, func(r *sql.Rows) error {
		one := checked{columns: make([]any, columnCount)}
		var packed []byte
		into := []any{&packed}
		for i := range one.columns {
			into = append(into, &one.columns[i])
		}
		err := r.Scan(into...)
		one.seq, _ = one.columns[0].(int64)
		one.id = fmt.Sprint(one.columns[1])
		if err == nil && packed != nil {
			one.line, _ = unpack(packed)
		}
		place[one.seq] = len(page)
		page = append(page, one)
		return err
	})
	if err != nil || len(page) == 0 {
		return nil, err
	}
	query = `SELECT seq, code, app FROM findings WHERE seq >= ? AND seq <= ?`
	var seq int64
	var code, app string
	return page, c.s.db.rowsIn(ctx, c.tx, query, []any{page[0].seq, page[len(page)-1].seq}, reading(func() {
		if i, ok := place[seq]; ok {
			page[i].codes = append(page[i].codes, code+" of "+app)
		}
	}, &seq, &code, &app))
}

// trace makes the row of a trace again from what the trace says itself, and holds every column against it.
func (c *check) trace(one *checked) error {
	if one.line == nil {
		c.tell("trace %s has no text that can be read", one.id)
		return nil
	}
	read, names, err := read(one.line)
	if err != nil {
		c.tell("trace %s cannot be read", one.id)
		return nil
	}
	f := factsOf(read, names)
	t := new(maker).row(f)
	t.seq = numberNear(one.seq, t.seq)
	for _, h := range referred([]body{{line: one.line}}) {
		t.apart = append(t.apart, chunk{hash: h})
	}
	c.found[one.seq] = &findable{one.id, digest(t.terms...), len(t.terms)}
	for i, should := range t.columns(nil) {
		c.hold(one, strings.Split(columnList, ", ")[i], one.columns[i], should)
	}
	var codes []string
	for _, code := range t.summary.Findings {
		codes = append(codes, code+" of "+t.summary.App)
	}
	c.hold(one, "index of findings", strings.Join(slices.Sorted(slices.Values(one.codes)), ", "),
		strings.Join(slices.Sorted(slices.Values(codes)), ", "))
	for _, row := range t.cells {
		sum := c.sums[row.key]
		c.sums[row.key] = cell{row.key, sum.n + row.n, sum.failed + row.failed}
	}
	for i, name := range names {
		if name != "" {
			c.refs[f.hash(i)] = max(c.refs[f.hash(i)], t.at/1000/day)
		}
	}
	return nil
}

// hold tells of a column that is not what it should be.
func (c *check) hold(one *checked, column string, is, should any) {
	if is, should := columnText(column, is), columnText(column, should); is != should {
		c.tell("the %s of trace %s is %q, and the trace itself says %q", cmp.Or(columnNames[column], column), one.id, is, should)
	}
}

// columnNames are those of columns that have another one outside.
var columnNames = map[string]string{"usr": "user", "at": "time", "seq": "number"}

// columnText is a value of a column, whatever a driver makes of it.
func columnText(column string, v any) string {
	text := fmt.Sprint(v)
	switch v := v.(type) {
	case []byte:
		text = string(v)
	case float64:
		text = fmt.Sprintf("%.3f", v)
	case int64:
		if column == "at" {
			text = momentOf(v)
		}
	}
	if column == "findings" { // another version may have told them in another order
		text = strings.Join(slices.Sorted(strings.FieldsSeq(text)), " ")
	}
	return text
}

// findable is what a trace should be found by.
type findable struct {
	id  string
	sum uint64 // of its terms, as digested
	n   int    // how many these are
}

// strays names rows of a trace that is not there.
func (c *check) strays(ctx context.Context) error {
	for _, table := range [...]string{"bodies", "findings"} {
		query := `SELECT seq FROM ` + table + ` WHERE seq NOT IN (SELECT seq FROM traces)`
		var seq int64
		err := c.s.db.rowsIn(ctx, c.tx, query, nil, reading(func() {
			c.tell("the table %s has a row of number %d, and there is no such trace", table, seq)
		}, &seq))
		if err != nil {
			return err
		}
	}
	return nil
}

// erased holds what is noted of deletions against the traces, and against how many there were.
func (c *check) erased(ctx context.Context) error {
	const query = `SELECT e.n, e.id, e.at, t.id IS NOT NULL FROM erased e LEFT JOIN traces t ON t.id = e.id
		UNION ALL SELECT n, instance, 0, 1 = 0 FROM erasers`
	return c.s.db.rowsIn(ctx, c.tx, query, nil, func(r *sql.Rows) error {
		var n, at int64
		var of string
		var there bool
		err := r.Scan(&n, &of, &at, &there)
		switch {
		case err != nil:
		case n < 1 || n > c.erasure:
			c.tell("deletion %d is noted of %s, and there were %d", n, of, c.erasure)
		case at > c.s.db.now().UnixMilli():
			c.tell("trace %s is noted as deleted on %s, which is to come", of, momentOf(at))
		case there && !c.s.db.d.numbered: // gateways that share a server may bring what another one has deleted meanwhile
			c.tell("trace %s is here, and noted as deleted", of)
		}
		return err
	})
}

// numberNear is a trace's number where it may be that: one whose number another trace had got the next one.
func numberNear(is, should int64) int64 {
	if is >= should && is < should+attemptsToNumber {
		return is
	}
	return should
}

func momentOf(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

// digest is a sum over terms in which their order makes no difference.
func digest(terms ...string) (sum uint64) {
	for _, term := range terms {
		h := fnv.New64a()
		_, _ = h.Write(view(term)) // never fails
		sum += h.Sum64()
	}
	return sum
}

// cells holds the statistics against the sums of traces, from the time on for which they are exact.
func (c *check) cells(ctx context.Context) error {
	var wrong []cell
	var is cell
	k := &is.key
	err := c.s.db.rowsIn(ctx, c.tx, `SELECT span, kind, start, app, name, n, failed FROM cells`, nil, reading(func() {
		if c.sums[is.key] != is && (c.sums[is.key] != (cell{}) || is.n != 0) {
			wrong = append(wrong, is)
		}
		delete(c.sums, is.key)
	}, &k.span, &k.kind, &k.start, &k.app, &k.name, &is.n, &is.failed))
	for key := range c.sums {
		wrong = append(wrong, cell{key: key})
	}
	slices.SortFunc(wrong, func(a, b cell) int { return a.key.compare(b.key) })
	for _, is := range wrong {
		if k := is.key; k.start >= c.exact {
			c.tell("the statistics of %s %q, app %q, in the %s from %s, are %d (%d failed); the traces tell otherwise",
				k.kind, k.name, k.app, map[int64]string{hour: "hour", day: "day"}[k.span], momentOf(1000*k.start), is.n, is.failed)
		}
	}
	return err
}

// terms holds the index of words and of what is cited against the traces.
func (c *check) terms(ctx context.Context) error {
	err := c.s.db.exec(ctx, c.tx, c.s.db.d.terms.open)
	strays := map[int64]bool{}
	take := func(seq int64, take func(f *findable)) {
		if f := c.found[seq]; f != nil {
			take(f)
		} else {
			strays[seq] = true
		}
	}
	if err == nil {
		var seq int64
		var term string
		err = c.s.db.rowsIn(ctx, c.tx, c.s.db.d.terms.all, nil, reading(func() {
			take(seq, func(f *findable) { f.sum -= digest(term) })
		}, &seq, &term))
	}
	sized := len(c.found)
	if sizes := c.s.db.d.terms.sizes; sizes != "" && err == nil {
		sized = 0
		var seq int64
		var size []byte
		err = c.s.db.rowsIn(ctx, c.tx, sizes, nil, reading(func() {
			take(seq, func(f *findable) {
				if sized++; !bytes.Equal(size, termCount(f.n)) {
					f.sum++
				}
			})
		}, &seq, &size))
	}
	if err != nil && ctx.Err() == nil {
		c.tell("the index of words cannot be read: %s", err)
		return nil
	}
	for _, seq := range slices.Sorted(maps.Keys(c.found)) {
		if f := c.found[seq]; f.sum != 0 {
			c.tell("the index of words finds trace %s by others than it holds", f.id)
		}
	}
	for _, seq := range slices.Sorted(maps.Keys(strays)) {
		c.tell("the index of words holds number %d, which is no trace that has its words there", seq)
	}
	if sized != len(c.found) {
		c.tell("the index of words counts the words of %d traces, of %d", sized, len(c.found))
	}
	return err
}

// chunks holds the texts of chunks against the hashes by which traces name them, and what stands beside them against the
// traces: the day until which they are kept is never before that of a trace that needs them.
func (c *check) chunks(ctx context.Context) error {
	return c.s.db.rowsIn(ctx, c.tx, `SELECT hash, day, body FROM chunks`, nil, func(r *sql.Rows) error {
		var key, packed []byte
		var on int64
		if err := r.Scan(&key, &on, &packed); err != nil {
			return err
		}
		text, err := unpack(packed)
		if sum := sha256.Sum256(text); err != nil || hex.EncodeToString(sum[:len(hash{})]) != hex.EncodeToString(key) {
			c.tell("the text of chunk %x is another one", key)
			return nil
		}
		last, needed := c.refs[hash(key)]
		switch {
		case !needed && (c.exact == 0 || on*day > c.exact): // those of swept traces go by the day
			c.tell("no trace has the text of chunk %x", key)
		case !needed:
		case on < last || on > c.s.db.now().Unix()/day:
			c.tell("the day of chunk %x is %s, and a trace of %s needs it", key, dayOf(on), dayOf(last))
		}
		return nil
	})
}

func dayOf(n int64) string { return time.Unix(n*day, 0).UTC().Format(time.DateOnly) }

// policies holds the texts of policies against the hashes by which traces name them.
func (c *check) policies(ctx context.Context) error {
	var name string
	var body []byte
	return c.s.db.rowsIn(ctx, c.tx, `SELECT hash, body FROM policies`, nil, reading(func() {
		if sum := sha256.Sum256(body); !strings.HasPrefix(hex.EncodeToString(sum[:]), name) || name == "" {
			c.tell("the text of policy %s is another one", name)
		}
	}, &name, &body))
}

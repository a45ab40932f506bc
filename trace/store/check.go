package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// Check holds what lists are filtered by and figures are made of against the traces themselves, and the texts that
// traces refer to against their hashes, all of one moment. told is given a sentence for each difference.
// Whether a trace is the one that was written, a store cannot know: Ascend hands them on, to be held against a file.
func (s *Store) Check(ctx context.Context, told func(string)) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	tx, err := s.read.BeginTx(ctx, &s.d.snapshot)
	if err != nil {
		return fmt.Errorf("cannot check the store: %w", err)
	}
	defer tx.Rollback()
	c := &check{s: s, tx: tx, told: told, sums: map[cellKey]cell{}, words: map[int64]uint64{}, ids: map[int64]string{},
		refs: map[hash]needs{}, titles: map[string]map[string]bool{}}
	for _, part := range [...]func(context.Context) error{c.extent, c.traces, c.cells, c.terms, c.chunks, c.documents, c.policies} {
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
	sums  map[cellKey]cell // what the statistics should be
	words map[int64]uint64 // by trace: what it should be found by, as digested
	ids   map[int64]string // of these traces

	refs   map[hash]needs             // by chunk text that stands apart
	titles map[string]map[string]bool // by document: what traces call it
	exact  int64                      // the second from which on the statistics are those of the traces that are here
	whole  bool                       // no trace was ever deleted: every name that stands here is one of theirs
}

// needs are what traces tell of a chunk's text that stands apart.
type needs struct {
	day       int64           // of the newest trace that refers to it
	documents map[string]bool // whose text they say it is
}

func (c *check) tell(format string, args ...any) {
	c.told(fmt.Sprintf(format, args...))
}

// checked is a trace with the columns that stand beside it.
type checked struct {
	seq, at  int64
	m        Summary
	codes    string // of its findings
	chunks   []byte
	indexed  int64
	codesFor []string // of the table of findings
	line     []byte
}

// extent reads what the store says of its own completeness. Whether that is so, a ledger knows: see Extent.
func (c *check) extent(ctx context.Context) error {
	var deletions int64
	const query = `SELECT (SELECT n FROM meta WHERE name = 'exact'), (SELECT n FROM meta WHERE name = 'erasure')`
	err := c.tx.QueryRowContext(ctx, query).Scan(&c.exact, &deletions)
	c.whole = c.exact == 0 && deletions == 0
	return err
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
	query := `SELECT t.seq, t.at, t.id, t.app, t.usr, t.conversation, t.policy, t.model, t.verdict, t.reason, t.question, t.findings,
		t.citations, t.attempts, t.total_ms, t.counts_as, t.chunks, t.indexed, b.body
		FROM traces t LEFT JOIN bodies b ON b.seq = t.seq WHERE t.seq >= ? ORDER BY t.seq LIMIT ?`
	err := c.s.rowsIn(ctx, c.tx, query, []any{from, exportPage}, func(r *sql.Rows) error {
		var one checked
		var packed []byte
		m := &one.m
		err := r.Scan(&one.seq, &one.at, &m.ID, &m.App, &m.User, &m.Conversation, &m.Policy, &m.Model, &m.Verdict, &m.Reason, &m.Question,
			&one.codes, &m.Citations, &m.Attempts, &m.TotalMS, &m.CountsAs, &one.chunks, &one.indexed, &packed)
		if err == nil && packed != nil {
			one.line, err = unpack(packed)
		}
		place[one.seq] = len(page)
		page = append(page, one)
		return err
	})
	if err != nil || len(page) == 0 {
		return nil, err
	}
	query = `SELECT seq, code, app FROM findings WHERE seq >= ? AND seq <= ?`
	return page, c.s.rowsIn(ctx, c.tx, query, []any{page[0].seq, page[len(page)-1].seq}, func(r *sql.Rows) error {
		var seq int64
		var code, app string
		err := r.Scan(&seq, &code, &app)
		if i, ok := place[seq]; ok {
			if app != page[i].m.App {
				code += " of " + app
			}
			page[i].codesFor = append(page[i].codesFor, code)
		}
		return err
	})
}

// trace holds the columns of a trace against what it says itself.
func (c *check) trace(one *checked) error {
	if one.line == nil {
		c.tell("trace %s has no text any more", one.m.ID)
		return nil
	}
	read, names, err := read(one.line)
	if err != nil {
		c.tell("trace %s cannot be read", one.m.ID)
		return nil
	}
	f := factsOf(read, names)
	t := new(maker).row(f)
	m, was, codes := one.m, t.summary, slices.Sorted(slices.Values(t.summary.Findings))
	for _, column := range [...]struct{ name, is, should string }{
		{"id", m.ID, was.ID}, {"app", m.App, was.App}, {"user", m.User, was.User}, {"conversation", m.Conversation, was.Conversation},
		{"policy", m.Policy, was.Policy}, {"model", m.Model, was.Model}, {"verdict", m.Verdict, was.Verdict}, {"reason", m.Reason, was.Reason},
		{"question", m.Question, was.Question}, {"counts_as", string(m.CountsAs), string(was.CountsAs)},
		{"findings", strings.Join(slices.Sorted(strings.FieldsSeq(one.codes)), " "), strings.Join(codes, " ")},
		{"index of findings", strings.Join(slices.Sorted(slices.Values(one.codesFor)), " "), strings.Join(codes, " ")},
		{"citations", fmt.Sprint(m.Citations), fmt.Sprint(was.Citations)}, {"attempts", fmt.Sprint(m.Attempts), fmt.Sprint(was.Attempts)},
		{"total_ms", fmt.Sprintf("%.3f", m.TotalMS), fmt.Sprintf("%.3f", was.TotalMS)},
		{"time", momentOf(one.at), momentOf(t.at)}, {"place in time", momentOf(one.seq >> sequenceBits), momentOf(max(t.at, 0))},
		{"chunks", hex.EncodeToString(one.chunks), hex.EncodeToString(joinHashes(referred([]body{{line: one.line}})))},
		{"number", fmt.Sprint(one.seq), fmt.Sprint(numberNear(one.seq, t.seq))},
	} {
		if column.is != column.should {
			c.tell("the %s of trace %s is %q, and the trace itself says %q", column.name, one.m.ID, column.is, column.should)
		}
	}
	for _, row := range t.cells {
		sum := c.sums[row.key]
		c.sums[row.key] = cell{row.key, sum.n + row.n, sum.failed + row.failed}
	}
	if one.indexed != 0 {
		c.words[one.seq], c.ids[one.seq] = digest(t.terms...), one.m.ID
	}
	c.refer(f, names, t)
	return nil
}

// numberNear is a trace's number where it may be that: one whose number another trace had got the next one.
func numberNear(is, should int64) int64 {
	if is >= should && is < should+attemptsToNumber {
		return is
	}
	return should
}

// refer notes what a trace says of texts that stand apart, and of documents.
func (c *check) refer(f *facts, names []string, t *row) {
	for i, name := range names {
		if name == "" {
			continue
		}
		h := f.hash(i)
		of := c.refs[h]
		if of.documents == nil {
			of.documents = map[string]bool{}
		}
		of.documents[f.documentOf(i)] = true
		of.day = max(of.day, t.at/1000/day)
		c.refs[h] = of
	}
	for document, title := range t.titles {
		if c.titles[document] == nil {
			c.titles[document] = map[string]bool{}
		}
		c.titles[document][title] = true
	}
}

func momentOf(ms int64) string { return time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z") }

func joinHashes(all []hash) (out []byte) {
	for _, h := range all {
		out = append(out, h[:]...)
	}
	return out
}

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
	err := c.s.rowsIn(ctx, c.tx, `SELECT span, kind, start, app, name, n, failed FROM cells`, nil, func(r *sql.Rows) error {
		var is cell
		k := &is.key
		err := r.Scan(&k.span, &k.kind, &k.start, &k.app, &k.name, &is.n, &is.failed)
		if c.sums[is.key] != is && (c.sums[is.key] != (cell{}) || is.n != 0) {
			wrong = append(wrong, is)
		}
		delete(c.sums, is.key)
		return err
	})
	for key := range c.sums {
		wrong = append(wrong, cell{key: key})
	}
	slices.SortFunc(wrong, func(a, b cell) int { return a.key.compare(b.key) })
	for _, is := range wrong {
		if k := is.key; k.start >= c.exact {
			c.tell("the statistics of %s %q, app %q, in the %s from %s, are %d (%d failed); the traces tell otherwise",
				k.kind, k.name, k.app, spanName(k.span), momentOf(1000*k.start), is.n, is.failed)
		}
	}
	return err
}

func spanName(seconds int64) string {
	return map[int64]string{hour: "hour", day: "day"}[seconds]
}

// terms holds the index of words and of what is cited against the traces.
func (c *check) terms(ctx context.Context) error {
	if err := c.s.exec(ctx, c.tx, c.s.d.terms.open); err != nil {
		return err
	}
	err := c.s.rowsIn(ctx, c.tx, c.s.d.terms.all, nil, func(r *sql.Rows) error {
		var seq int64
		var term string
		err := r.Scan(&seq, &term)
		if _, known := c.ids[seq]; known {
			c.words[seq] -= digest(term)
		}
		return err
	})
	for _, seq := range slices.Sorted(maps.Keys(c.words)) {
		if c.words[seq] != 0 {
			c.tell("the index of words finds trace %s by others than it holds", c.ids[seq])
		}
	}
	return err
}

// chunks holds the texts of chunks against the hashes by which traces name them, and what stands beside them against the
// traces: the day until which they are kept is never before that of a trace that needs them.
func (c *check) chunks(ctx context.Context) error {
	return c.s.rowsIn(ctx, c.tx, `SELECT hash, day, document, body FROM chunks`, nil, func(r *sql.Rows) error {
		var key, packed []byte
		var on int64
		var document string
		if err := r.Scan(&key, &on, &document, &packed); err != nil {
			return err
		}
		text, err := unpack(packed)
		if sum := sha256.Sum256(text); err != nil || hex.EncodeToString(sum[:len(hash{})]) != hex.EncodeToString(key) {
			c.tell("the text of chunk %x is another one", key)
			return nil
		}
		of, needed := c.refs[hash(key)]
		switch {
		case !needed:
		case on < of.day || on > c.s.now().Unix()/day:
			c.tell("the day of chunk %x is %s, and a trace of %s needs it", key, dayOf(on), dayOf(of.day))
		case !of.documents[document] && c.whole:
			c.tell("the document of chunk %x is %q, and no trace says so", key, document)
		}
		return nil
	})
}

// documents holds what documents are called against the traces, where none was deleted.
func (c *check) documents(ctx context.Context) error {
	return c.s.rowsIn(ctx, c.tx, `SELECT name, title, day FROM documents`, nil, func(r *sql.Rows) error {
		var document, title string
		var on int64
		err := r.Scan(&document, &title, &on)
		switch {
		case err != nil:
		case !c.titles[document][title] && c.whole:
			c.tell("the title of document %q is %q, and no trace calls it so", document, title)
		case on > c.s.now().Unix()/day:
			c.tell("the day of document %q is %s, which is to come", document, dayOf(on))
		}
		return err
	})
}

func dayOf(n int64) string { return time.Unix(n*day, 0).UTC().Format(time.DateOnly) }

// policies holds the texts of policies against the hashes by which traces name them.
func (c *check) policies(ctx context.Context) error {
	return c.s.rowsIn(ctx, c.tx, `SELECT hash, body FROM policies`, nil, func(r *sql.Rows) error {
		var name string
		var body []byte
		err := r.Scan(&name, &body)
		if sum := sha256.Sum256(body); !strings.HasPrefix(hex.EncodeToString(sum[:]), name) || name == "" {
			c.tell("the text of policy %s is another one", name)
		}
		return err
	})
}

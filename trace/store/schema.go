package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// failingOnly is the condition on traces that count as grounding failures, and of
// the indexes of them. A test holds it against report.CountsAs.
const failingOnly = `counts_as IN ('saved', 'changed', 'refused', 'ungrounded')`

// rareVerdict is the condition on traces whose verdict few have, and of the indexes of them.
const rareVerdict = `verdict NOT IN ('skipped', 'grounded')`

// version is that of the schema. A database of another one is not opened: what it holds stands in the files of traces, from which a
// new one is filled.
const version = 13

// schema makes a database.
const schema = `
CREATE TABLE traces (
	seq INTEGER PRIMARY KEY,       -- by time, see sequence
	id TEXT NOT NULL UNIQUE,
	at INTEGER NOT NULL,           -- milliseconds since 1970
	app TEXT NOT NULL, usr TEXT NOT NULL, conversation TEXT NOT NULL,
	policy TEXT NOT NULL, model TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,
	question TEXT NOT NULL,       -- its beginning
	proof TEXT NOT NULL,          -- see proofColumn
	findings TEXT NOT NULL,       -- codes, each once, with spaces between them
	citations INTEGER NOT NULL, attempts INTEGER NOT NULL,
	total_ms DOUBLE PRECISION NOT NULL,
	chunks BLOB NOT NULL,         -- hashes of the chunk texts that the body leaves out, one behind the other
	feedback TEXT,                -- JSON
	counts_as TEXT NOT NULL
);
CREATE INDEX traces_app ON traces (app, seq);
CREATE INDEX traces_usr ON traces (usr, seq) WHERE usr <> '';
CREATE INDEX traces_conversation ON traces (conversation, seq) WHERE conversation <> '';
CREATE INDEX traces_feedback ON traces (seq) WHERE feedback IS NOT NULL;
CREATE INDEX traces_failing ON traces (seq) WHERE ` + failingOnly + `;
CREATE INDEX traces_app_failing ON traces (app, seq) WHERE ` + failingOnly + `;
CREATE INDEX traces_verdict ON traces (verdict, seq) WHERE ` + rareVerdict + `;
CREATE INDEX traces_app_verdict ON traces (app, verdict, seq) WHERE ` + rareVerdict + `;
CREATE TABLE bodies (seq INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE findings (code TEXT NOT NULL, seq INTEGER NOT NULL, app TEXT NOT NULL, PRIMARY KEY (code, seq)) WITHOUT ROWID;
CREATE INDEX findings_app ON findings (code, app, seq);
CREATE INDEX findings_seq ON findings (seq);
{terms}
CREATE TABLE chunks (
	hash BLOB PRIMARY KEY,
	day INTEGER NOT NULL,          -- since 1970, on which it was written last
	body BLOB NOT NULL
);
CREATE INDEX chunks_day ON chunks (day);
CREATE TABLE cells (
	span INTEGER NOT NULL,         -- seconds: an hour or a day
	kind TEXT NOT NULL, start INTEGER NOT NULL, app TEXT NOT NULL, name TEXT NOT NULL,
	n INTEGER NOT NULL, failed INTEGER NOT NULL,
	PRIMARY KEY (span, kind, start, app, name)
) WITHOUT ROWID;
CREATE INDEX cells_failed ON cells (kind, span, start, failed) WHERE failed > 0 AND kind IN ('document', 'chunk');
-- What traces were judged by; who read, exported or deleted what.
CREATE TABLE policies (hash TEXT PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL);
CREATE TABLE accesses (at INTEGER NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, target TEXT NOT NULL, n INTEGER NOT NULL, role TEXT NOT NULL DEFAULT '');
CREATE INDEX accesses_at ON accesses (at);
-- Which traces were deleted, by the number of the deletion, and how far each instance has taken them out of its files.
CREATE TABLE erased (n INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (n, id));
CREATE TABLE erasers (instance TEXT PRIMARY KEY, n INTEGER NOT NULL);
-- How far the chains in files of traces were signed.
CREATE TABLE heads (place TEXT PRIMARY KEY, instance TEXT NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL);
-- From which second on the statistics are exactly those of the traces that are there, see Check; how many deletions there were.
INSERT INTO meta (name, n) VALUES ('generation', 0), ('erasure', 0), ('exact', 0);
`

// migrate makes the schema where there is none. Instances that start together do it one after the other, and only the first
// finds work to do.
func (s *database) migrate(ctx context.Context) error {
	if s.isMade(ctx) {
		return nil
	}
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if s.d.exclude != "" {
		if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock(`+lockMigration+`)`); err != nil {
			return err
		}
	}
	if err := s.make(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// isMade reports whether nothing is left to be made. Whoever opens a store that others write to so waits for none of them.
func (s *database) isMade(ctx context.Context) bool {
	var n int
	err := s.read.QueryRowContext(ctx, s.d.sql(
		`SELECT count(*) FROM meta WHERE name = 'schema' AND n = ? OR name IN ('begun', 'identity')`), version).Scan(&n)
	return err == nil && n == 3
}

func (s *database) make(ctx context.Context, tx *sql.Tx) error {
	const versions = `CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, n INTEGER NOT NULL)`
	if _, err := tx.ExecContext(ctx, s.d.types.Replace(versions)); err != nil {
		return err
	}
	var found int
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM meta WHERE name = 'schema'`).Scan(&found); err != nil {
		return err
	}
	switch {
	case found > version:
		return fmt.Errorf("%w: its schema has version %d, and this program knows %d", ErrNewer, found, version)
	case found != 0 && found < version:
		return ErrOlder
	case found == 0:
		if _, err := tx.ExecContext(ctx, s.d.types.Replace(schema)); err != nil {
			return err
		}
	}
	const note = `INSERT INTO meta (name, n) VALUES ('schema', ?), ('identity', ?) ON CONFLICT (name) DO NOTHING`
	const begun = `INSERT INTO meta (name, n) SELECT 'begun', coalesce(min(at) / 1000, ?) FROM traces WHERE true
		ON CONFLICT (name) DO NOTHING`
	return errors.Join(s.exec(ctx, tx, note, version, rand.Int64()), s.exec(ctx, tx, begun, s.now().Unix()))
}

// Driver names a database.
type Driver string

const (
	SQLite   Driver = "sqlite"
	Postgres Driver = "postgres"
)

// dialect is what the two databases say differently. Statements are written
// for SQLite, with ? for a value; an empty one is not needed.
type dialect struct {
	driver    string            // as database/sql knows it
	types     *strings.Replacer // of a schema's words
	numbered  bool              // values are $1, $2, …
	share     string            // lock that writers of traces hold together
	exclude   string            // lock that nobody holds beside a writer of traces
	size      string            // bytes that the traces take
	forget    string            // takes what was deleted out of the log of changes, too
	integrity string            // tells, up to a bound, where indexes are not those of their tables; "ok" where they are
	terms     termIndex
	snapshot  sql.TxOptions // of a transaction that sees one moment
}

// Advisory locks are numbers that only this program gives a meaning: "vouchsaf"
// in ASCII, and the one after it.
const (
	lockWriting   = "8534162396218221926"
	lockMigration = "8534162396218221927"
)

var dialects = map[Driver]dialect{
	SQLite: {
		driver: "sqlite", types: strings.NewReplacer("{terms}", fullText.schema), terms: fullText, forget: `PRAGMA wal_checkpoint(TRUNCATE)`,
		integrity: `PRAGMA integrity_check(10000)`,
		size:      `SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
	},
	// A PostgreSQL table does not shrink when rows go: what counts is what the
	// rows hold, with a third more for the indexes and the space between them.
	Postgres: {
		snapshot: sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
		driver:   "pgx", terms: vectors, types: strings.NewReplacer("{terms}", vectors.schema, "INTEGER", "BIGINT",
			"BLOB", "BYTEA", "TEXT", `TEXT COLLATE "C"`, "WITHOUT ROWID",
			""), numbered: true,
		share:   `SELECT pg_advisory_xact_lock_shared(` + lockWriting + `)`,
		exclude: `SELECT pg_advisory_xact_lock(` + lockWriting + `)`,
		size: `SELECT CAST(((SELECT 600 * count(*) FROM traces) + (SELECT coalesce(sum(octet_length(body)), 0) FROM bodies) +
			(SELECT coalesce(sum(pg_column_size(words)), 0) FROM terms) +
			(SELECT coalesce(sum(octet_length(body)), 0) FROM chunks)) * 4 / 3 AS BIGINT)`,
	},
}

// sql spells a statement for the database.
func (d dialect) sql(statement string) string {
	if !d.numbered {
		return statement
	}
	var b strings.Builder
	for i, part := range strings.Split(statement, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}

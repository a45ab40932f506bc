package store

import (
	"database/sql"
	"strconv"
	"strings"
)

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
		driver: "sqlite", types: strings.NewReplacer("{terms}", fullText.schema), terms: fullText, forget: `PRAGMA wal_checkpoint(TRUNCATE)`, integrity: `PRAGMA integrity_check(10000)`,
		size: `SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`,
	},
	// A PostgreSQL table does not shrink when rows go: what counts is what the
	// rows hold, with a third more for the indexes and the space between them.
	Postgres: {
		snapshot: sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true},
		driver:   "pgx", terms: vectors, types: strings.NewReplacer("{terms}", vectors.schema, "INTEGER", "BIGINT", "BLOB", "BYTEA", "TEXT", `TEXT COLLATE "C"`, "WITHOUT ROWID",
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

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
)

// failingOnly is the condition on traces that count as grounding failures, and of
// the indexes of them. A test holds it against report.CountsAs.
const failingOnly = `counts_as IN ('saved', 'changed', 'refused', 'ungrounded')`

// rareVerdict is the condition on traces whose verdict few have, and of the indexes of them.
const rareVerdict = `verdict NOT IN ('skipped', 'grounded')`

// migrations bring a database from one version of the schema to the next: the
// first makes version 1 out of nothing. One that was released is never
// changed; a new one is added behind it.
var migrations = []string{
	`
CREATE TABLE traces (
	seq INTEGER PRIMARY KEY,       -- by time, see sequence
	id TEXT NOT NULL UNIQUE,
	at INTEGER NOT NULL,           -- milliseconds since 1970
	app TEXT NOT NULL, usr TEXT NOT NULL, conversation TEXT NOT NULL,
	policy TEXT NOT NULL, model TEXT NOT NULL, verdict TEXT NOT NULL, reason TEXT NOT NULL,
	question TEXT NOT NULL,       -- its beginning
	search TEXT NOT NULL,         -- nothing since version 3, which searches whole traces
	findings TEXT NOT NULL,       -- codes, each once, with spaces between them
	citations INTEGER NOT NULL, attempts INTEGER NOT NULL,
	total_ms DOUBLE PRECISION NOT NULL,
	bytes INTEGER NOT NULL,        -- nothing any more: what the rows hold is measured
	chunks BLOB NOT NULL,         -- hashes of the chunk texts that the body leaves out, one behind the other
	feedback TEXT                 -- JSON
);
CREATE INDEX traces_app ON traces (app, seq);
CREATE INDEX traces_app_verdict ON traces (app, verdict, seq);
CREATE INDEX traces_verdict ON traces (verdict, seq);
CREATE INDEX traces_model ON traces (model, seq);
CREATE INDEX traces_usr ON traces (usr, seq) WHERE usr <> '';
CREATE INDEX traces_feedback ON traces (seq) WHERE feedback IS NOT NULL;
CREATE TABLE bodies (seq INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TABLE findings (code TEXT NOT NULL, seq INTEGER NOT NULL, app TEXT NOT NULL, PRIMARY KEY (code, seq)) WITHOUT ROWID;
CREATE INDEX findings_app ON findings (code, app, seq);
CREATE INDEX findings_seq ON findings (seq);
CREATE TABLE chunks (
	hash BLOB PRIMARY KEY,
	day INTEGER NOT NULL,          -- since 1970, on which it was written last
	document TEXT NOT NULL,       -- nothing since version 12
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
CREATE TABLE accesses (at INTEGER NOT NULL, who TEXT NOT NULL, action TEXT NOT NULL, target TEXT NOT NULL, n INTEGER NOT NULL);
CREATE INDEX accesses_at ON accesses (at);
INSERT INTO meta (name, n) VALUES ('generation', 0);
`,
	// From here on texts are packed in a way that the programs of version 1
	// cannot read, see pack: they have to be told.
	`-- no table changes`,
	// What documents are called, for lists of them.
	`
CREATE TABLE documents (
	name TEXT PRIMARY KEY,
	title TEXT NOT NULL,
	day INTEGER NOT NULL           -- since 1970, on which it was written last
);
CREATE INDEX documents_day ON documents (day);
`,
	// What an exchange counts as. From here on a repaired answer is a grounding
	// failure, so the figures of those that are stored are counted again.
	`
ALTER TABLE traces ADD COLUMN counts_as TEXT NOT NULL DEFAULT 'failed';
UPDATE traces SET counts_as = CASE
	WHEN verdict IN ('grounded', 'healed', 'declined') THEN 'held'
	WHEN verdict = 'repaired' THEN 'saved'
	WHEN verdict = 'quoted' AND attempts <= 1 AND findings IN ('', 'claim-unsupported', 'off-question',
		'claim-unsupported off-question', 'off-question claim-unsupported') THEN 'verbatim'
	WHEN verdict IN ('quoted', 'redacted', 'marked') THEN 'changed'
	WHEN verdict IN ('refused', 'ungrounded', 'skipped') THEN verdict
	ELSE 'failed' END;
CREATE INDEX traces_failing ON traces (seq) WHERE ` + failingOnly + `;
CREATE INDEX traces_app_failing ON traces (app, seq) WHERE ` + failingOnly + `;
CREATE INDEX traces_conversation ON traces (conversation, seq) WHERE conversation <> '';
UPDATE cells SET failed = n WHERE kind = 'verdict' AND name = 'repaired';
INSERT INTO cells (span, kind, start, app, name, n, failed)
	SELECT s.span, 'model', t.at / 1000 / s.span * s.span, t.app, t.model, 0, count(*)
	FROM traces t, (SELECT 3600 AS span UNION ALL SELECT 86400 AS span) s WHERE t.verdict = 'repaired' GROUP BY 1, 3, 4, 5
	ON CONFLICT (span, kind, start, app, name) DO UPDATE SET failed = cells.failed + excluded.failed;
INSERT INTO cells (span, kind, start, app, name, n, failed)
	SELECT s.span, 'finding', t.at / 1000 / s.span * s.span, t.app, f.code, 0, count(*)
	FROM findings f JOIN traces t ON t.seq = f.seq, (SELECT 3600 AS span UNION ALL SELECT 86400 AS span) s
	WHERE t.verdict = 'repaired' GROUP BY 1, 3, 4, 5
	ON CONFLICT (span, kind, start, app, name) DO UPDATE SET failed = cells.failed + excluded.failed;
INSERT INTO cells (span, kind, start, app, name, n, failed)
	SELECT s.span, 'verified', t.at / 1000 / s.span * s.span, t.app, t.model, count(*),
		sum(CASE WHEN ` + failingOnly + ` THEN 1 ELSE 0 END)
	FROM traces t, (SELECT 3600 AS span UNION ALL SELECT 86400 AS span) s WHERE t.counts_as NOT IN ('skipped', 'failed')
	GROUP BY 1, 3, 4, 5;
`,
	// What traces were judged by.
	`CREATE TABLE policies (hash TEXT PRIMARY KEY, name TEXT NOT NULL, body BLOB NOT NULL)`,
	// What traces are found by; those that are there get theirs later, see Index.
	`{terms}
ALTER TABLE traces ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX traces_unindexed ON traces (seq) WHERE indexed = 0;
`,
	// Which traces were deleted, by the number of the deletion, and how far each instance has taken them out of its files.
	`
CREATE TABLE erased (n INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (n, id));
CREATE TABLE erasers (instance TEXT PRIMARY KEY, n INTEGER NOT NULL);
INSERT INTO meta (name, n) VALUES ('erasure', 0);
`,
	// From which second on the statistics are exactly those of the traces that are there, see Check; and how far the
	// chains in files of traces were signed.
	`
INSERT INTO meta (name, n) SELECT 'exact', coalesce(max(at) / 1000 + 1, 0) FROM traces;
CREATE TABLE heads (place TEXT PRIMARY KEY, instance TEXT NOT NULL, n INTEGER NOT NULL, line BLOB NOT NULL);
`,
	// Sources are counted by the day alone, and chunks where they fail. Nearly every trace has one of two verdicts, and one
	// of a few models: an index that holds those finds nothing sooner than the order of time, and costs what the row does.
	`
DELETE FROM cells WHERE span = 604800 OR kind = 'chunk' AND failed = 0;
UPDATE cells SET n = failed WHERE kind = 'chunk';
UPDATE meta SET n = (SELECT coalesce(max(at) / 1000 + 1, 0) FROM traces) WHERE name = 'exact';
DROP INDEX traces_model;
DROP INDEX traces_verdict;
DROP INDEX traces_app_verdict;
CREATE INDEX traces_verdict ON traces (verdict, seq) WHERE ` + rareVerdict + `;
CREATE INDEX traces_app_verdict ON traces (app, verdict, seq) WHERE ` + rareVerdict + `;
{merge}
`,
	// Which role who accessed had. And every column of a trace is now made from its line, see Check.
	`
ALTER TABLE accesses ADD COLUMN role TEXT NOT NULL DEFAULT '';
UPDATE traces SET search = '', bytes = 0 WHERE search <> '' OR bytes <> 0;
`,
	// How a verified answer is backed, see proofColumn; traces that are there get theirs later, see Index. What documents are
	// called, and which one a chunk is from, is read in the traces.
	`
DROP TABLE documents;
ALTER TABLE traces RENAME COLUMN search TO proof;
CREATE INDEX traces_unproven ON traces (seq) WHERE proof = '';
`,
}

// migrate brings the schema to this program's version. Instances that start
// together do it one after the other, and only the first finds work to do.
func (s *database) migrate(ctx context.Context) error {
	if s.isCurrent(ctx) {
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
	if err := s.upgrade(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// isCurrent reports whether nothing is left to bring up to date. Whoever opens a store that others
// write to so waits for none of them.
func (s *database) isCurrent(ctx context.Context) bool {
	var n int
	err := s.read.QueryRowContext(ctx, s.d.sql(`SELECT count(*) FROM meta WHERE name = 'schema' AND n = ? OR name IN ('begun', 'identity', 'unproven')`), len(migrations)).Scan(&n)
	return err == nil && n == 4
}

func (s *database) upgrade(ctx context.Context, tx *sql.Tx) error {
	const versions = `CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, n INTEGER NOT NULL)`
	if _, err := tx.ExecContext(ctx, s.d.types.Replace(versions)); err != nil {
		return err
	}
	var version int
	if err := tx.QueryRowContext(ctx, `SELECT coalesce(max(n), 0) FROM meta WHERE name = 'schema'`).Scan(&version); err != nil {
		return err
	}
	if version > len(migrations) {
		return fmt.Errorf("%w: its schema has version %d, and this program knows %d", ErrNewer, version, len(migrations))
	}
	s.upgraded = 0 < version && version < len(migrations)
	for _, m := range migrations[version:] {
		if _, err := tx.ExecContext(ctx, s.d.types.Replace(m)); err != nil {
			return err
		}
	}
	const note = `INSERT INTO meta (name, n) VALUES ('schema', ?) ON CONFLICT (name) DO UPDATE SET n = excluded.n`
	if _, err := tx.ExecContext(ctx, s.d.sql(note), len(migrations)); err != nil {
		return err
	}
	const begun = `INSERT INTO meta (name, n) SELECT 'begun', coalesce(min(at) / 1000, ?) FROM traces WHERE true ON CONFLICT (name) DO NOTHING`
	const identity = `INSERT INTO meta (name, n) VALUES ('identity', ?) ON CONFLICT (name) DO NOTHING`
	const unproven = `INSERT INTO meta (name, n) SELECT 'unproven', coalesce(max(seq), 0) FROM traces WHERE true ON CONFLICT (name) DO NOTHING`
	return errors.Join(s.exec(ctx, tx, begun, s.now().Unix()), s.exec(ctx, tx, identity, rand.Int64()), s.exec(ctx, tx, unproven))
}

package store

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// codeOf is the code that SQLite gives an error; 0 for another's.
func codeOf(err error) int {
	if file := (*sqlite.Error)(nil); errors.As(err, &file) {
		return file.Code()
	}
	return sqlite3.SQLITE_OK
}

// conflicts reports whether a row was to be written that is there already.
func conflicts(err error) bool {
	if server := (*pgconn.PgError)(nil); errors.As(err, &server) {
		return server.Code == "23505" // unique violation
	}
	return codeOf(err)&0xff == sqlite3.SQLITE_CONSTRAINT
}

// Refused reports whether an error of Append is about what was to be stored:
// the same will be refused again. All other errors may pass.
func Refused(err error) bool {
	if server := (*pgconn.PgError)(nil); errors.As(err, &server) {
		class := server.Code[:min(2, len(server.Code))]
		return class == "22" || class == "23" // data exception, integrity constraint violation
	}
	switch codeOf(err) & 0xff { // the primary code
	case sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH:
		return true
	}
	return errors.Is(err, errNoTrace)
}

package store

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// conflicts reports whether a row was to be written that is there already.
func conflicts(err error) bool {
	if server := (*pgconn.PgError)(nil); errors.As(err, &server) {
		return server.Code == "23505" // unique violation
	}
	file := (*sqlite.Error)(nil)
	return errors.As(err, &file) && file.Code()&0xff == sqlite3.SQLITE_CONSTRAINT
}

// isBroken reports whether a file's index of words is not as its own records tell.
func isBroken(err error) bool {
	file := (*sqlite.Error)(nil)
	return errors.As(err, &file) && file.Code() == sqlite3.SQLITE_CORRUPT_VTAB
}

// Refused reports whether an error of Append is about what was to be stored:
// the same will be refused again. All other errors may pass.
func Refused(err error) bool {
	if errors.Is(err, errNoTrace) {
		return true
	}
	if server := (*pgconn.PgError)(nil); errors.As(err, &server) {
		class := server.Code[:min(2, len(server.Code))]
		return class == "22" || class == "23" // data exception, integrity constraint violation
	}
	if file := (*sqlite.Error)(nil); errors.As(err, &file) {
		switch file.Code() & 0xff { // the primary code
		case sqlite3.SQLITE_TOOBIG, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH:
			return true
		}
	}
	return false
}

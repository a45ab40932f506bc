package store

import "database/sql"

// Rest closes what connections to a file nobody uses at the moment, and gives
// back the memory in which they keep its pages. The next use opens them anew. A
// server's connections are left alone: the memory is not here.
func (s *Store) Rest() {
	if s.db.write == s.db.read {
		return
	}
	for _, db := range []*sql.DB{s.db.write, s.db.read} {
		db.SetMaxIdleConns(-1)
		db.SetMaxIdleConns(readers) // the one that writes is alone by its limit on open ones
	}
}

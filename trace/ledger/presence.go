package ledger

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

// presence tells other processes that this one has a ledger open, and whether another has, by
// a lock that it shares. The
// system forgets it when the process ends, in whatever way. It is asked by who has claimed
// the ledger's file, so by one at a time.
type presence struct{ f *os.File }

// PresencePath is the file that every process holds that has a ledger open. It is empty.
func PresencePath(path string) string { return path + ".lock" }

func openPresence(path string) (presence, error) {
	f, err := os.OpenFile(PresencePath(path), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return presence{}, fmt.Errorf("cannot tell that it is in use: %w", err)
	}
	return presence{f}, nil
}

// alone reports whether no other process has the ledger open.
func (p presence) alone() bool {
	alone := lock(p.f)
	share(p.f)
	return alone
}

func (p presence) end() error { return p.f.Close() }

// IsClaimed reports whether a gateway that runs has claimed a database file.
func IsClaimed(database string) bool {
	p, err := openPresence(database)
	if err != nil {
		return false // then the database file cannot be written either
	}
	defer p.end()
	return !lock(p.f)
}

// Claim has a database file serve the gateways of one file of traces until they end or close what it returns: verify-ledger
// holds the two against each other, which it cannot where another gateway's traces are there too.
func Claim(database, path string) (io.Closer, error) {
	p, err := openPresence(database)
	if err != nil {
		return nil, err
	}
	f := p.f
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	if lock(f) {
		err := f.Truncate(0)
		if err == nil {
			_, err = f.WriteAt([]byte(path), 0)
		}
		share(f)
		return f, err
	}
	for started := time.Now(); ; time.Sleep(time.Millisecond) {
		shared := share(f)
		text, err := os.ReadFile(f.Name())
		switch {
		case shared && string(text) == path:
			return f, nil
		case shared || err != nil || time.Since(started) > lockPatience:
			f.Close()
			return nil, fmt.Errorf("the gateway that writes its traces to %s uses the SQLite store %s, which serves one file of traces: "+
				"name another store (ledger.store.dsn), or a PostgreSQL server, which several may share", text, database)
		}
	}
}

package ledger

import (
	"fmt"
	"os"
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
		return presence{}, fmt.Errorf("cannot tell that the ledger is in use: %w", err)
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

//go:build unix

package ledger

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// movesOpen says that an open file can get another name.
const movesOpen = true

// lock takes a file for this process alone, and reports whether it got it.
// Closing the file, or the end of the process, gives it back.
func lock(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil }

// share takes a file for this process, and others that share it, and reports whether it got it.
func share(f *os.File) bool { return unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil }

// unlock gives a file back that goes on being open.
func unlock(f *os.File) { _ = unix.Flock(int(f.Fd()), unix.LOCK_UN) }

// isOwn reports whether a file is that of the user of this process: what is made beside it, that user's gateway can write.
func isOwn(info os.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(s.Uid) == os.Geteuid()
}

// syncDir makes the names in a directory outlast a power failure.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}

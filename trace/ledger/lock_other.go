//go:build !unix

package ledger

import "os"

// movesOpen says that an open file can get another name.
const movesOpen = false

// lock is not needed where a file that is open cannot be deleted.
func lock(*os.File) bool { return true }

func share(*os.File) bool { return true }

func unlock(*os.File) {}

func isOwn(os.FileInfo) bool { return true }

// syncDir has no meaning on systems whose directories cannot be synced.
func syncDir(string) error { return nil }

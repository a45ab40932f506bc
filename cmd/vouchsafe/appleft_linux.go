package main

import "golang.org/x/sys/unix"

// adopt makes this process the parent of whatever an app leaves behind, so that
// it can be waited for.
func adopt() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) } // without it nothing is waited for

// haveLeft reports whether processes go on that an app has left behind. It may be
// asked only once the app itself has been waited for.
func haveLeft() bool {
	for {
		switch ended, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); {
		case err == unix.EINTR, ended > 0:
		default:
			return err == nil
		}
	}
}

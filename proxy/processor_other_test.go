//go:build !unix

package proxy

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }

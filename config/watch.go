package config

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/zap"
)

const (
	// quiet is how long nobody may have written to the file before it is read:
	// some editors empty a file before they write it.
	quiet = 100 * time.Millisecond
	// poll finds what no notification tells: changes on network file systems,
	// behind a link into another directory, of a directory that was replaced.
	poll = 10 * time.Second
)

// watch returns a channel that gets something when the file at path may have
// changed. It watches the directory, not the file: editors put a new file in
// the place of the old one, and Kubernetes swaps a link beside it. Without
// notifications, the channel ticks all the same, only later.
func watch(ctx context.Context, path string, quiet time.Duration, log *zap.Logger) <-chan struct{} {
	r := relay{name: filepath.Base(path), quiet: quiet, changed: make(chan struct{}, 1)}
	w, err := fsnotify.NewWatcher()
	if err == nil {
		r.events, r.lost = w.Events, w.Errors
		context.AfterFunc(ctx, func() { w.Close() })
		err = w.Add(filepath.Dir(path))
	}
	if err != nil {
		log.Warn("changes of the configuration are noticed late", zap.Duration("within", poll), zap.Error(err))
	}
	go r.run(ctx)
	return r.changed
}

// relay turns events of a directory into one notice each time that it has
// become quiet.
type relay struct {
	name    string // of the file in the directory
	quiet   time.Duration
	events  <-chan fsnotify.Event
	lost    <-chan error // events that could not be had
	changed chan struct{}
}

func (r *relay) run(ctx context.Context) {
	ticks := time.NewTicker(poll)
	defer ticks.Stop()
	settled := time.NewTimer(r.quiet) // the file may have changed since it was first read
	defer settled.Stop()
	pending := true
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.lost:
			settled.Reset(r.quiet)
			pending = true
		case e := <-r.events:
			// Others in the directory, a database say, may never be quiet.
			if !pending || filepath.Base(e.Name) == r.name {
				settled.Reset(r.quiet)
				pending = true
			}
		case <-settled.C:
			pending = false
			notify(r.changed)
		case <-ticks.C:
			notify(r.changed)
		}
	}
}

// notify leaves a notice, unless one is waiting already.
func notify(changed chan<- struct{}) {
	select {
	case changed <- struct{}{}:
	default:
	}
}

package upstream

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// ErrHungUp is the cause of a context that ended because its client hung up.
var ErrHungUp = fmt.Errorf("the client has hung up: %w", context.Canceled)

// until is a context that ends when its end function is called. Each exchange has
// one and hardly any ends early, so it allocates its channel only when asked for it.
type until struct {
	mu    sync.Mutex
	err   error         // how it ended
	done  chan struct{} // nil until somebody asks
	after []*func()
	room  [1]*func() // for after: mostly there is one call to cut
}

var _ context.Context = &until{}

// Ending returns a context that ends when end is called. It needs less memory than
// the standard library's, because thousands wait at a time.
func Ending() (ctx context.Context, end func()) {
	u := &until{}
	return u, func() { u.end(context.Canceled) }
}

// Deadline reports that there is none.
func (u *until) Deadline() (time.Time, bool) { return time.Time{}, false }

// Value returns nil: the context carries no values.
func (u *until) Value(any) any { return nil }

// Err returns how the context ended, nil before.
func (u *until) Err() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.err
}

// Done returns a channel that is closed when the context ends.
func (u *until) Done() <-chan struct{} {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.done == nil {
		u.done = make(chan struct{})
		if u.err != nil {
			close(u.done)
		}
	}
	return u.done
}

// AfterFunc does what context.AfterFunc does, which looks for it in parents.
func (u *until) AfterFunc(f func()) (stop func() bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.err != nil {
		go f()
		return func() bool { return false }
	}
	if u.after == nil {
		u.after = u.room[:0]
	}
	u.after = append(u.after, &f)
	return func() bool { return u.withdraw(&f) }
}

// withdraw removes a function that must not be called any more, and reports
// whether it was there.
func (u *until) withdraw(f *func()) bool {
	u.mu.Lock()
	defer u.mu.Unlock()
	for i, other := range u.after {
		if other == f {
			u.after = append(u.after[:i], u.after[i+1:]...)
			return true
		}
	}
	return false
}

// end ends the context, once.
func (u *until) end(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.err != nil {
		return
	}
	u.err = err
	if u.done != nil {
		close(u.done)
	}
	for _, f := range u.after {
		go (*f)()
	}
	u.after = nil
}

// OnEnd is context.AfterFunc, without a new context if ctx needs none.
func OnEnd(ctx context.Context, f func()) (stop func() bool) {
	if u, ok := ctx.(interface{ AfterFunc(func()) func() bool }); ok {
		return u.AfterFunc(f)
	}
	return context.AfterFunc(ctx, f)
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"syscall"
	"time"

	"go.uber.org/zap"

	"vouchsafe/config"
	"vouchsafe/trace/chain"
	"vouchsafe/trace/ledger"
	"vouchsafe/trace/store"
)

// openStore opens the database of traces; nil if there is to be none. A server
// that cannot be reached is waited for: traces are spilled meanwhile.
func openStore(l config.Ledger, log *zap.Logger) (*store.Store, error) {
	if l.Store.Driver == config.NoStore {
		return nil, nil
	}
	o := store.Options{Driver: store.Driver(l.Store.Driver), DSN: l.Store.DSN, Sync: l.Durability == config.Sync, Mended: func(err error) {
		log.Error("the store's index of words was broken, and was made again from its traces", zap.Error(err))
	}}
	s, err := store.Open(context.Background(), o)
	if errors.Is(err, store.ErrOlder) && l.Store.Driver == config.SQLite {
		if err = moveStore(l.Store.DSN, olderStore(l.Store)); err == nil {
			log.Info("the store was made by an older version: a new one takes over what it holds")
			s, err = store.Open(context.Background(), o)
		}
	}
	if err != nil {
		if l.Store.Driver == config.SQLite { // the dsn of a server holds a password
			err = fmt.Errorf("%s: %w", l.Store.DSN, err)
		}
		return nil, fmt.Errorf("ledger.store: %w", withAdvice(err))
	}
	if err := s.Ready(context.Background()); err != nil {
		log.Error("the store cannot be reached; traces are spilled to disk until it can", zap.Error(err))
	}
	return s, nil
}

// olderStore is the file of a store that an older version has made, until the new one has taken it over.
func olderStore(s config.Store) string { return s.DSN + ".older" }

// moveStore gives the file of a store another name, where there is none of that name.
func moveStore(from, to string) error {
	switch {
	case isThere(to):
		return fmt.Errorf("%s is there already: an upgrade was cut off; move it or %s away", to, from)
	case ledger.IsClaimed(from):
		return fmt.Errorf("a gateway of an older version uses %s: end it first", from)
	}
	for _, part := range storeParts {
		if err := os.Rename(from+part, to+part); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// storeParts are the ends of the names of a store's files.
var storeParts = [...]string{"-wal", "-shm", ""}

// dropUnwritableStore does without the default store, which nobody has asked for,
// where its directory takes no file.
func dropUnwritableStore(l *config.Ledger, log *zap.Logger) {
	probe, err := os.CreateTemp(filepath.Dir(l.Store.DSN), ".vouchsafe-*")
	if err != nil {
		log.Warn("going on without a store of traces: its directory cannot be written", zap.Error(err))
		l.Store.Driver = config.NoStore
		return
	}
	_ = probe.Close() // nothing was written
	_ = os.Remove(probe.Name())
}

// openLedger opens the ledger over the file and the store; nil if there is to
// be neither.
func openLedger(l config.Ledger, db *store.Store, h *heads, log *zap.Logger) (*ledger.Writer, error) {
	if l.JSONL.Path == "" && db == nil {
		return nil, nil
	}
	o := ledger.Options{
		Path: l.JSONL.Path, MaxSize: l.JSONL.MaxSize, Keep: l.JSONL.Keep,
		Sync: l.Durability == config.Sync, Shed: l.OnFull == config.Shed, Engine: engine().Version, Heads: h.ledger(),
		OnError: func(err error) {
			switch {
			case errors.Is(err, ledger.ErrAdded), errors.Is(err, ledger.ErrGone):
				log.Error("the file of traces is not as it was left: see vouchsafe verify-ledger", zap.Error(err))
			case errors.Is(err, ledger.ErrUnvouched):
				log.Error("the spill is not as it was left; the store is filled from the file of traces", zap.Error(err))
			case errors.Is(err, ledger.ErrNewKey):
				log.Warn("a new key signs the file of traces, for which the one before has not signed", zap.Error(err))
			default:
				log.Error("cannot write traces", zap.Error(err))
			}
		},
	}
	if db != nil {
		o.Store = &ledger.Store{Append: db.Append, AppendLines: db.AppendLines, Ready: db.Ready, Refused: store.Refused}
		o.Spill = spillDir(l)
	}
	for _, pattern := range l.Redact {
		re, err := regexp.Compile(pattern)
		if err != nil {
			return nil, fmt.Errorf("ledger.redact: %w", err)
		}
		o.Redact = append(o.Redact, re)
	}
	o.Key = func() ([]byte, error) { return ledger.InstallationKey(ledgerPath(l)) }
	w, err := ledger.Open(o)
	warnOfKeys(filepath.Dir(ledgerPath(l)), log)
	return w, withAdvice(err)
}

// warnOfKeys tells of secret keys that everybody on the machine can read: whoever reads one signs, or guesses hashed texts.
func warnOfKeys(dir string, log *zap.Logger) {
	for _, name := range []string{chain.KeyFile, ledger.KeyFile} {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o007 != 0 {
			log.Warn("everybody on this machine can read a secret key: take that right away (chmod 600), and make a new one if "+
				"it may have been read (vouchsafe ledger-key --renew)",
				zap.String("file", path), zap.Stringer("mode", info.Mode().Perm()))
		}
	}
}

// withAdvice tells what to do where a place cannot be written.
func withAdvice(err error) error {
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%w; start the gateway in a directory that it may write, or name other places for traces "+
			`(ledger.jsonl.path, ledger.store), or none (path: "", driver: none)`, err)
	}
	return err
}

// checkHashing tells what would keep the ledger from hashing the texts of apps
// that want them hashed. The file and the configuration come from outside.
func checkHashing(c *config.Config, w *ledger.Writer) error {
	if w == nil {
		return nil
	}
	for _, app := range c.Apps {
		if app.Content == config.HashedContent {
			return withAdvice(w.CanHash())
		}
	}
	return nil
}

// ledgerPath is the file in whose directory everything else of the ledger lies.
func ledgerPath(l config.Ledger) string {
	switch {
	case l.JSONL.Path != "":
		return l.JSONL.Path
	case l.Store.Driver == config.SQLite:
		return l.Store.DSN
	}
	return "vouchsafe"
}

// spillDir is where traces go that the store cannot take: beside the database,
// or beside what there is on this machine.
func spillDir(l config.Ledger) string {
	if l.Store.Driver == config.SQLite {
		return l.Store.DSN + ".spill"
	}
	return filepath.Join(filepath.Dir(ledgerPath(l)), "vouchsafe.spill")
}

// sweepPause is how often old traces are looked for.
const sweepPause = time.Hour

// every does something now, and again after each pause, until ctx ends.
func every(ctx context.Context, pause time.Duration, do func()) {
	tick := time.NewTicker(pause)
	defer tick.Stop()
	for {
		do()
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// erasePause is how often it is looked for what was deleted by way of other gateways.
const erasePause = time.Minute

// erase takes traces out of this gateway's files and memory that were deleted from the store by way of another one,
// until ctx ends.
func (n *node) erase(ctx context.Context, path string) {
	if n.store == nil || n.ledger == nil {
		return
	}
	every(ctx, erasePause, func() {
		if err := n.eraseOnce(ctx, path); err != nil && ctx.Err() == nil {
			n.log.Error("cannot erase in the files what was deleted; it is tried again", zap.Error(err))
		}
	})
}

// instanceOf tells one gateway's files from another's: by the key that signs them, or by the machine where there are none.
func instanceOf(path string) (string, error) {
	if path == "" {
		return os.Hostname()
	}
	key, err := chain.OpenKey(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	return key.ID, nil
}

// eraseOnce erases what was deleted since it last did.
func (n *node) eraseOnce(ctx context.Context, path string) error {
	instance, err := instanceOf(path)
	if err != nil {
		return err
	}
	if err := n.noteStore(ctx, path); err != nil {
		return err
	}
	ids, last, err := n.store.Notes.Erased(ctx, instance)
	if err != nil || len(ids) == 0 {
		return err
	}
	n.gate.Forget(ids)
	erased, err := n.ledger.EraseIDs(ctx, ids)
	if err != nil {
		return err
	}
	if lines := len(erased); lines > 0 { // else they were deleted by way of this one
		n.log.Info("traces that were deleted elsewhere are erased in the file", zap.Int("lines", lines))
		a := ledger.Access{Who: "gateway " + instance, Action: "erased", Target: fmt.Sprintf("deletion %d", last), Count: lines}
		if err := n.accessed(ctx, a); err != nil {
			return err
		}
	}
	return n.store.Notes.NoteErased(ctx, instance, last)
}

// sweepOnce deletes traces from the store and from the file.
func (n *node) sweepOnce(ctx context.Context, l config.Ledger) {
	var swept store.Swept
	err := n.noteStore(ctx, l.JSONL.Path) // an older copy is filled from the file before: what is deleted from both does not come back
	r := l.Retention
	if n.store != nil {
		var failed error
		swept, failed = n.store.Sweep(ctx, store.Retention(r))
		err = errors.Join(err, failed)
	}
	if swept.Traces > 0 {
		err = errors.Join(err, n.noteStore(ctx, l.JSONL.Path))
	}
	lines, before := 0, swept.Oldest // what the store had no room for leaves the file as well
	if age := time.Now().Add(-r.Age); r.Age > 0 && age.After(before) {
		before = age
	}
	if n.ledger != nil && !before.IsZero() && err == nil {
		lines, err = n.ledger.Expire(ctx, before)
	}
	switch {
	case err != nil && ctx.Err() == nil:
		n.log.Error("cannot delete old traces", zap.Error(err))
	case swept.Traces > 0 || lines > 0:
		n.log.Info("old traces deleted", zap.Int64("traces", swept.Traces), zap.Int("lines", lines))
	}
}
